"""The packs of 000 and 002 say what their documents say; the values are written down from these, not from the packs."""

import pytest

from pitctl.packs import load_pack, pack_names
from pitctl.packs.schema import SCHEMA
from tests.unit.packs.pack_rig import COMMON_ODDS, SHORT, odds, pack_of, said, text_of


def test_the_four_documents() -> None:
    names = [f"{name}-let-it-ride" for name in SHORT.values()]
    assert set(names) <= set(pack_names()), "and whatever packs a house has added"
    for name in names:
        assert load_pack(name).name == name
    assert [pack_of(number).document[:4] for number in SHORT] == ["000_", "002_", "003_", "004_"]


def test_all_packs_have_the_same_keys_in_the_same_order() -> None:
    wanted = [f"{table}.{key}" for table, keys in SCHEMA.items() for key in keys]
    for number in SHORT:
        given = [key for key in pack_of(number).entries if key in wanted]
        assert given == [key for key in wanted if key in given]
        at = [text_of(number).index(f"\n{key.split('.')[1]} = ", text_of(number).index(f"\n[{key.split('.')[0]}]"))
              for key in given]  # fmt: skip
        assert at == sorted(at)


@pytest.mark.parametrize("document", SHORT)
def test_every_value_has_a_rule(document: str) -> None:
    pack = pack_of(document)
    assert all(entry.rule for entry in pack.entries.values())
    assert all(item.rule for item in pack.irregularities)


# -- 000 ------------------------------------------------------------------------------------------


@pytest.mark.rule("000 2.2.1")
@pytest.mark.rule("000 2.3.1")
@pytest.mark.rule("000 3.1")
@pytest.mark.rule("000 3.2.1")
@pytest.mark.rule("000 3.4, 3.5")
@pytest.mark.rule("000 4.1")
@pytest.mark.rule("000 4.2, 4.3")
@pytest.mark.rule("000 4.4, 4.5")
@pytest.mark.rule("000 5.5")
@pytest.mark.rule("000 14.9")
def test_000_seats_and_cards() -> None:
    pack = pack_of("000")
    assert said(pack, "seats.number", "seats.player_dealer", "seats.hands_a_player") == [7, False, 1]
    assert said(pack, "seats.idle_rounds") == [3]
    assert said(pack, "cards.decks", "cards.sources") == [
        ("one", "two may alternate"), ("shoe", "shuffler"),
    ]  # fmt: skip
    assert said(pack, "cards.checked_by", "cards.opening", "cards.shuffled") == ["one", (), "every round"]
    assert said(pack, "cards.cut", "cards.cut_offered", "cards.stub_count") == [("shoe",), (), 0]


@pytest.mark.rule("000 7.2.2")
@pytest.mark.rule("000 7.3.1, 7.3.2")
@pytest.mark.rule("000 7.3.3")
@pytest.mark.rule("000 7.4.1")
@pytest.mark.rule("000 7.4.2")
@pytest.mark.rule("000 7.4.3")
def test_000_deal() -> None:
    pack = pack_of("000")
    assert said(pack, "deal.starts", "deal.to") == ["dealer's left", "areas with any wager"]
    assert said(pack, "deal.shoe") == [
        ("card each", "card each", "card each", "community 1", "community 2")
    ]
    assert said(pack, "deal.shuffler") == [
        ("stack each", "stack: community 1, community 2, discard")
    ]
    assert said(pack, "deal.discard") == ["at the deal"]


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
@pytest.mark.rule("000 5.3")
@pytest.mark.rule("000 5.4")
@pytest.mark.rule("000 6.1")
@pytest.mark.rule("000 6.2")
@pytest.mark.rule("000 6.3")
@pytest.mark.rule("000 6.5")
@pytest.mark.rule("000 10.2")
@pytest.mark.rule("000 14.11")
def test_000_wagers() -> None:
    pack = pack_of("000")
    assert said(pack, "wagers.equal", "wagers.placing_ends", "wagers.withdrawing_ends") == [
        True, "call", "first card",
    ]  # fmt: skip
    assert said(pack, "wagers.most", "wagers.above_most", "wagers.below_least") == [
        "table sign", "cap", "valid",
    ]  # fmt: skip
    assert said(pack, "wagers.most_payout", "wagers.refusal") == ["operator", True]
    assert said(pack, "wagers.raise_notice_min", "wagers.tokens") == [20, True]


@pytest.mark.rule("000 8.3")
@pytest.mark.rule("000 8.5")
@pytest.mark.rule("000 8.9")
@pytest.mark.rule("000 8.10")
@pytest.mark.rule("000 8.11")
@pytest.mark.rule("000 12.12")
@pytest.mark.rule("000 8.8, 9.4")
@pytest.mark.rule("000 9.1")
@pytest.mark.rule("000 9.2.1")
@pytest.mark.rule("000 10.1")
@pytest.mark.rule("000 14.8")
def test_000_decisions_and_settling() -> None:
    pack = pack_of("000")
    assert said(pack, "decisions.order", "decisions.first", "decisions.second", "decisions.never") == [
        "dealer's left, clockwise", "1", "2", "$",
    ]  # fmt: skip
    flags = ("free", "stands", "tuck", "change_order", "lock_seat")
    assert all(pack.value(f"decisions.{key}") is True for key in flags)
    assert said(pack, "settling.order", "settling.least", "settling.odds") == [
        "losers first", "pair of tens", "as listed",
    ]  # fmt: skip
    assert said(pack, "settling.declared", "settling.closing_notice_min", "settling.reversible") == [
        True, 20, False,
    ]  # fmt: skip
    assert odds(pack) == COMMON_ODDS
    assert pack.bonus is None and pack.progressive is None


# -- 002 ------------------------------------------------------------------------------------------


@pytest.mark.rule("002 Decks")
@pytest.mark.rule("002 Opening of the table")
@pytest.mark.rule("002 Shuffle and Cut para 1")
@pytest.mark.rule("002 Shuffle and Cut para 2, 1")
@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_002_seats_and_cards() -> None:
    pack = pack_of("002")
    assert said(pack, "seats.number", "seats.player_dealer", "seats.hands_a_player") == [7, False, 1]
    assert pack.rule_of("seats.number") == "L25"
    assert said(pack, "cards.decks", "cards.sources") == [("one",), ("hand",)]
    assert said(pack, "cards.checked_by", "cards.opening") == [
        "dealer and supervisor", ("first player saw", "washed"),
    ]  # fmt: skip
    assert said(pack, "cards.shuffled", "cards.cut", "cards.cut_offered", "cards.cut_least") == [
        "every round", (), ("hand",), 10,
    ]  # fmt: skip
    assert said(pack, "cards.stub_count") == [5]


@pytest.mark.rule("002 Dealer Procedures 1 - 6")
@pytest.mark.rule("002 Completion 8")
@pytest.mark.rule("002 Completion 9")
@pytest.mark.rule("002 Completion 13")
def test_002_deal() -> None:
    pack = pack_of("002")
    assert said(pack, "deal.starts", "deal.to") == ["dealer's left", "areas with three wagers"]
    assert said(pack, "deal.hand") == [
        ("card each", "discard", "card each", "community 1", "card each", "community 2")
    ]
    assert said(pack, "deal.discard") == ["after the first decision"]
    assert said(pack, "decisions.turn_first", "decisions.turn_second") == ["all decided"] * 2


@pytest.mark.rule("002 Wagers para 3")
@pytest.mark.rule("002 Wagers para 4")
@pytest.mark.rule("002 Wagers para 5")
@pytest.mark.rule("002 Completion 5 - 7")
@pytest.mark.rule("002 Completion 10 - 12")
def test_002_wagers_and_decisions() -> None:
    pack = pack_of("002")
    assert said(pack, "wagers.equal", "wagers.placing_ends", "wagers.withdrawing_ends") == [
        True, "call", "call",
    ]  # fmt: skip
    assert pack.rule_of("wagers.withdrawing_ends") == "L18"
    assert said(pack, "wagers.most", "wagers.above_most", "wagers.most_payout") == [10, "refuse", "none"]
    assert said(pack, "wagers.tokens", "wagers.refusal", "wagers.raise_notice_min") == [False, False, 0]
    assert said(pack, "decisions.order", "decisions.free", "decisions.stands", "decisions.tuck") == [
        "dealer's left, clockwise", True, True, False,
    ]  # fmt: skip


@pytest.mark.rule("002 Completion 14")
@pytest.mark.rule("002 Completion 17")
@pytest.mark.rule("002 Completion 18")
@pytest.mark.rule("002 Payout Odds para 2, table")
@pytest.mark.rule("002 Side Bets para 1")
@pytest.mark.rule("002 Side Bets table")
def test_002_settling() -> None:
    pack = pack_of("002")
    assert said(pack, "settling.hands_turned", "settling.order", "settling.least") == [
        "dealer's right, counterclockwise", "losers first", "pair of tens",
    ]  # fmt: skip
    assert odds(pack) == (200, 100, 50, 11, 8, 5, 3, 2, 1)
    assert said(pack, "settling.odds") == ["no less than listed"]
    assert said(pack, "bonus.least", "bonus.most") == [1, 10]
    assert pack.bonus == {
        "royal": 40, "straight_flush": 30, "three": 25, "straight": 5, "flush": 3, "pair": 1
    }  # fmt: skip
    assert pack.progressive is None
