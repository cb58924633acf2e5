"""000 9.4, 002 Side Bets: a hand, and the own three cards, are said anew while they are not settled."""

import pytest

from pitboard.games import hands
from pitboard.games.let_it_ride import judging, steps
from tests.unit.games.let_it_ride.at_table import dealt, mains, refused, settled
from tests.unit.games.let_it_ride.play import (
    CHARITY,
    DEALER,
    MBS,
    NSW,
    REASON,
    SUPERVISOR,
    Play,
    faults,
    ride,
)

COLLECT, PAY = ride.COLLECT, ride.PAY
TWO = {1: "TH TD 5S", 2: "2H 5D 7S"}
OTHERWISE = steps.STEPS - 1


def settle(table: Play, seat: int, part: int) -> None:
    table.do(ride.SETTLED, seat, part, role=DEALER)


@pytest.mark.rule("000 8.8, 9.4")
def test_a_misread_hand_is_said_anew_while_it_is_not_settled() -> None:
    table = settled(NSW, TWO, "9D KC")
    with refused("needs_supervisor"):
        table.do(ride.DECLARE, 2, hands.HIGH_PAIR, role=DEALER)
    with refused("needs_reason"):
        table.do(ride.DECLARE, 2, hands.HIGH_PAIR)
    table.do(ride.DECLARE, 2, hands.THREE, reason=REASON)
    assert mains(table, 2) == [(1500, 0, 500)] * 3
    settle(table, 2, PAY)
    with refused("not_next"):
        table.do(ride.DECLARE, 2, hands.FLUSH, reason=REASON)
    with refused("not_next"):
        table.do(ride.DECLARE, 5, hands.FLUSH, reason=REASON)
    settle(table, 1, PAY)
    assert table.replayed().snapshot() == table.game.snapshot()


@pytest.mark.rule("000 8.8, 9.4")
def test_a_hand_is_not_said_anew_without_end() -> None:
    table = settled(NSW, TWO, "9D KC")
    for at in range(judging.MAX_FOUND):
        table.do(ride.DECLARE, 2, at % 2, reason=REASON)
    with refused("too_many"):
        table.do(ride.DECLARE, 2, hands.FLUSH, reason=REASON)
    table.fault(faults.INVALIDATED)


@pytest.mark.rule("002 Side Bets table")
def test_the_bonus_follows_what_the_own_three_cards_are_said_to_be() -> None:
    table = dealt(CHARITY, {1: "TH TD TS", 2: "2H 5D 7S"}, "9D KC", side=100)
    table.look()
    for _ in range(2):
        table.decide_all()
        table.turn()
    table.show()
    with refused("needs_supervisor"):
        table.do(ride.DECLARE, 2, hands.HIGH_CARD | hands.PAIR + 1 << 4, role=DEALER)
    table.do(ride.DECLARE, 2, hands.HIGH_CARD | hands.PAIR + 1 << 4, reason=REASON)
    table.show()
    table.declare()
    assert table.phase == "settling" and table.money(2, "side") == (100, 0, 100)
    table.do(ride.DECLARE, 1, hands.HIGH_PAIR | hands.PAIR + 1 << 4, reason=REASON)
    assert (mains(table, 1), table.money(1, "side")) == ([(500, 0, 500)] * 3, (100, 0, 100))
    assert table.replayed().snapshot() == table.game.snapshot()


@pytest.mark.rule("002 Side Bets table")
@pytest.mark.rule("002 Completion 18")
def test_a_bonus_is_put_right_after_the_lost_wagers_were_collected() -> None:
    """And they are not collected again."""
    table = settled(CHARITY, {1: "2H 2D 7S"}, "9D KC", side=100)
    settle(table, 1, COLLECT)
    table.do(ride.DECLARE, 1, hands.LOW_PAIR | hands.THREE_FLUSH + 1 << 4, reason=REASON)
    assert table.money(1, "side") == (300, 0, 100)
    assert table.settle_all() == [(1, PAY)]


@pytest.mark.parametrize(("pack", "most"), [(CHARITY, 18), (NSW, 11)])
def test_the_menu_has_the_hands_and_where_there_is_a_bonus_the_three_cards(pack: str, most: int) -> None:
    table = settled(pack, TWO, "9D KC")
    assert steps.is_offered(table.game, OTHERWISE, SUPERVISOR)
    assert not steps.is_offered(table.game, OTHERWISE, DEALER)
    assert steps.most_places(table.game, OTHERWISE) == most
    assert steps.place_words(OTHERWISE, 18) == "Bonus royal"
    assert steps.fill(table.game, OTHERWISE, 3, 0, 0, REASON) == (ride.DECLARE, 2, hands.HIGH_PAIR, 0, REASON)
    assert steps.fill(table.game, OTHERWISE, 13, 1, 0, REASON) == (
        ride.DECLARE, 1, hands.HIGH_PAIR | hands.PAIR + 1 << 4, 0, REASON
    )  # fmt: skip
    if pack == NSW:
        with refused("not_next"):
            table.do(ride.DECLARE, 2, hands.HIGH_CARD | hands.PAIR + 1 << 4, reason=REASON)
    table.settle_all()
    assert not steps.is_offered(table.game, OTHERWISE, SUPERVISOR)


@pytest.mark.rule("003 3.20, 4.2")
def test_an_envy_bonus_that_comes_late_is_paid_to_who_was_paid_already() -> None:
    table = settled(MBS, {1: "TH TD 5S", 2: "JS JC 7S"}, "9D KC", side=100)
    settle(table, 2, COLLECT)
    settle(table, 1, COLLECT)
    settle(table, 2, PAY)
    table.do(ride.DECLARE, 1, hands.STRAIGHT_FLUSH, reason=REASON)
    assert table.game.settling.envy[2] == 30_000
    assert table.settle_all() == [(2, PAY), (1, PAY)]
