"""000 3.3, 8.7, 8.8, 9, 10.1 and 11: what a hand is, that the dealer declares it, and what it pays."""

import pytest

from pitboard.games import hands
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    LOSES,
    NSW,
    REASON,
    VALUES,
    WINS,
    Play,
    amounts,
    dealt,
    refuses,
    settled_hand,
)
from tests.unit.games.let_it_ride.play import ride


@pytest.mark.rule("000 10.1")
@pytest.mark.rule("000 11.1.1 - 11.1.10")
@pytest.mark.parametrize(("own", "community", "value", "odds"), VALUES)
def test_a_hand_is_what_rule_11_says_and_pays_what_rule_10_says(
    own: str, community: str, value: int, odds: int
) -> None:
    table = settled_hand(own, community)
    assert table.game.proposed(1) == value
    expected = (500 * odds, 0, 500) if odds else (0, 500, 0)
    assert amounts(table, 1) == [expected] * 3


@pytest.mark.rule("000 3.3")
def test_the_ace_never_connects_king_and_two() -> None:
    for own, community in (("QH KD AC", "2S 3H"), ("KH AD 2C", "3S 4H"), ("JH QD KC", "AS 2H")):
        assert amounts(settled_hand(own, community), 1) == [(0, 500, 0)] * 3
    for own, community in (("AH 2D 3C", "4S 5H"), ("TH JD QC", "KS AH")):
        assert amounts(settled_hand(own, community), 1) == [(2500, 0, 500)] * 3


@pytest.mark.rule("000 3.3")
@pytest.mark.parametrize("suit", "SHDC")
def test_suits_are_equal(suit: str) -> None:
    royal = " ".join(rank + suit for rank in "AKQ")
    assert amounts(settled_hand(royal, f"J{suit} T{suit}"), 1) == [(500_000, 0, 500)] * 3


@pytest.mark.rule("000 8.7")
def test_a_hand_is_the_own_three_and_the_two_community_cards() -> None:
    table = Play(NSW)
    table.start(1, 2)
    table.deal({1: "TH 3D 5S", 2: "3S JC JD"}, "TD 8S")
    table.to_settling()
    assert amounts(table, 1) == [(500, 0, 500)] * 3  # a ten of its own, one on the table; seat 2's three is not its
    assert amounts(table, 2) == [(500, 0, 500)] * 3  # its own jacks
    alone = settled_hand("2C 4D 6H", "TD TS")
    assert amounts(alone, 1) == [(500, 0, 500)] * 3  # both on the table


@pytest.mark.rule("000 9.1")
@pytest.mark.parametrize("rank", "9TJQKA")
def test_tens_or_better(rank: str) -> None:
    table = settled_hand(f"{rank}H {rank}D 3C", "5S 7H")
    assert amounts(table, 1) == [(0, 500, 0) if rank == "9" else (500, 0, 500)] * 3


# -- declared by the dealer ---------------------------------------------------------------------------


def showing() -> Play:
    table = dealt()
    table.look()
    table.decide_all()
    table.turn()
    table.decide_all()
    table.turn()
    return table


@pytest.mark.rule("000 8.8, 9.4")
def test_each_hand_is_declared_before_the_next_and_before_anything_is_settled() -> None:
    table = showing()
    with refuses("show_first"):
        table.do(ride.DECLARE, LOSES, hands.HIGH_CARD, role=DEALER)
    table.show()
    with refuses("declare_first"):
        table.do(ride.SHOW, WINS, hands.HIGH_PAIR, table.game.hand_value(WINS), role=DEALER)
    table.declare()
    with refuses("not_yet"):
        table.do(ride.SETTLED, LOSES, ride.COLLECT, role=DEALER)
    table.show()
    assert table.phase == "showing"
    table.declare()
    assert table.phase == "settling"


@pytest.mark.rule("000 8.8, 9.4")
def test_the_table_proposes_the_best_value_and_what_is_declared_is_settled() -> None:
    table = showing()
    table.show()
    assert table.game.proposed(LOSES) == hands.HIGH_CARD
    with refuses("needs_supervisor"):
        table.do(ride.DECLARE, LOSES, hands.STRAIGHT, role=DEALER)
    with refuses("needs_reason"):
        table.do(ride.DECLARE, LOSES, hands.STRAIGHT)
    table.do(ride.DECLARE, LOSES, hands.STRAIGHT, reason=REASON)
    table.show()
    table.declare()
    assert amounts(table, LOSES) == [(2500, 0, 500)] * 3
    assert amounts(table, WINS) == [(500, 0, 500)] * 3
