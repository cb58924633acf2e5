"""The packs of 003 and 004 say what their documents say; the values are written down from these, not from the packs."""

from fractions import Fraction

import pytest

from tests.unit.packs.pack_rig import COMMON_ODDS, odds, pack_of, said

# -- 003 ------------------------------------------------------------------------------------------


@pytest.mark.rule("003 2.1")
@pytest.mark.rule("003 3.6")
@pytest.mark.rule("003 3.7")
def test_003_cards_and_deal() -> None:
    pack = pack_of("003")
    assert said(pack, "seats.number", "seats.player_dealer", "cards.decks") == [7, False, ("one",)]
    assert said(pack, "deal.starts", "deal.to") == ["dealer's left", "areas with any wager"]
    assert pack.value("cards.sources") == ("shoe", "shuffler", "hand")
    for source in ("shoe", "shuffler", "hand"):
        assert pack.value(f"deal.{source}") == ("three each", "community 1", "community 2")
    assert said(pack, "deal.discard") == ["none"]


@pytest.mark.rule("003 1.1.1")
@pytest.mark.rule("003 3.1, 3.2")
@pytest.mark.rule("003 3.4")
@pytest.mark.rule("003 3.8 - 3.10")
@pytest.mark.rule("003 3.11")
@pytest.mark.rule("003 3.12 - 3.14")
@pytest.mark.rule("003 3.15")
@pytest.mark.rule("003 3.16")
def test_003_wagers_and_decisions() -> None:
    pack = pack_of("003")
    assert said(pack, "wagers.equal", "wagers.placing_ends", "wagers.withdrawing_ends") == [
        True, "call", "call",
    ]  # fmt: skip
    assert said(pack, "wagers.most", "wagers.most_payout") == ["table sign", "none"]
    assert said(pack, "decisions.first", "decisions.second", "decisions.never", "decisions.stands") == [
        "1", "2", "$", True,
    ]  # fmt: skip
    assert said(pack, "decisions.turn_first", "decisions.turn_second") == ["all decided"] * 2


@pytest.mark.rule("003 3.3, 3.18")
@pytest.mark.rule("003 3.17")
@pytest.mark.rule("003 3.19, 4.1.1")
@pytest.mark.rule("003 3.5")
@pytest.mark.rule("003 3.20, 4.2")
@pytest.mark.rule("003 4.2")
@pytest.mark.rule("003 5.4")
def test_003_settling() -> None:
    pack = pack_of("003")
    assert said(pack, "settling.hands_turned", "settling.least", "settling.reversible") == [
        "dealer's right, counterclockwise", "pair of tens", True,
    ]  # fmt: skip
    assert odds(pack) == COMMON_ODDS
    assert pack.progressive is not None and pack.bonus is None
    assert pack.progressive.odds == {
        "four": 300, "full_house": 50, "flush": 40, "straight": 30, "three": 9
    }  # fmt: skip
    assert pack.progressive.shares == {"royal_flush": Fraction(1), "straight_flush": Fraction(1, 10)}
    assert pack.progressive.envy == {"royal_flush": 1000, "straight_flush": 300}
    assert said(pack, "progressive.with", "progressive.envy_to") == ["1, 2 and $", "other players"]


# -- 004 ------------------------------------------------------------------------------------------


@pytest.mark.rule("004 Type of table, Number of players")
@pytest.mark.rule("004 Type of card deck 1")
@pytest.mark.rule("004 Type of card deck 2, 3.a")
@pytest.mark.rule("004 Type of card deck 3.b, 3.c")
@pytest.mark.rule("004 Dealing procedures 1")
@pytest.mark.rule("004 Dealing procedures 2")
@pytest.mark.rule("004 Dealing procedures 3")
@pytest.mark.rule("004 Dealing procedures 3.a - 3.c")
def test_004_cards_and_deal() -> None:
    pack = pack_of("004")
    assert said(pack, "seats.number", "seats.player_dealer") == [7, True]
    assert said(pack, "cards.decks", "cards.sources") == [("two must alternate",), ("shuffler",)]
    assert said(pack, "cards.shuffled", "cards.cut", "cards.cut_offered") == ["every round", (), ()]
    assert said(pack, "deal.starts", "deal.to") == [
        "left of the player-dealer", "areas with three wagers",
    ]  # fmt: skip
    assert said(pack, "deal.shuffler", "deal.discard") == [
        ("stack each", "stack: community 1, community 2, discard"), "at the deal",
    ]  # fmt: skip


@pytest.mark.rule("004 Betting scheme 1")
@pytest.mark.rule("004 Betting scheme 2")
@pytest.mark.rule("004 Betting scheme 3")
@pytest.mark.rule("004 Round of Play 3")
@pytest.mark.rule("004 Round of Play 5")
def test_004_wagers_and_decisions() -> None:
    pack = pack_of("004")
    assert said(pack, "wagers.equal", "wagers.placing_ends", "wagers.withdrawing_ends") == [
        True, "call", "call",
    ]  # fmt: skip
    assert said(pack, "wagers.most", "wagers.tokens", "decisions.never") == ["table sign", False, "$"]
    assert said(pack, "decisions.order", "decisions.free", "decisions.tuck") == [
        "dealer's left, clockwise", True, False,
    ]  # fmt: skip


@pytest.mark.rule("004 Standards of play para 2, Round of Play 13")
@pytest.mark.rule("004 Standards of play para 3")
@pytest.mark.rule("004 Round of Play 8, 9")
@pytest.mark.rule("004 Round of Play 10")
@pytest.mark.rule("004 Paytable Summary")
@pytest.mark.rule("004 Glossary Action")
@pytest.mark.rule("004 Wagering limits and fees")
def test_004_settling_and_bank() -> None:
    pack = pack_of("004")
    assert said(pack, "settling.order", "settling.least") == ["hands in turn", "pair of tens"]
    assert said(pack, "bank.rotates", "bank.covers", "bank.action", "bank.fees") == [
        2, ("common", "separate", "balance"), True, "flat",
    ]  # fmt: skip
    assert list(pack.pay_tables) == ["LIRX-01", "LIRX-02", "LIRX-03"]
    assert odds(pack, "LIRX-01") == COMMON_ODDS
    assert odds(pack, "LIRX-02") == (500, 100, 25, 15, 10, 5, 3, 2, 1)
    assert odds(pack, "LIRX-03") == (100, 50, 30, 15, 9, 6, 3, 2, 1)
    assert pack.bonus is None and pack.progressive is None
