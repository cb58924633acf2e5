"""000 9.2: what was collected or paid is not gone through again, whatever is found while wagers are settled."""

import pytest

from tests.unit.games.let_it_ride.at_table import settled
from tests.unit.games.let_it_ride.display import lines
from tests.unit.games.let_it_ride.play import (
    DEALER,
    MBS,
    NSW,
    REASON,
    Play,
    faults,
    ride,
)

THREE = {1: "TH TD 5S", 2: "KH KS 2C", 3: "4H 5C 7C"}  # pairs of tens and of kings win, seat 3 loses
COLLECT, PAY = ride.COLLECT, ride.PAY


def settle(table: Play, *items: tuple[int, int]) -> None:
    for item in items:
        table.do(ride.SETTLED, *item, role=DEALER)


@pytest.mark.rule("000 12.7")
def test_a_hand_that_is_void_while_wagers_are_paid_has_nobody_paid_twice() -> None:
    table = settled(NSW, THREE, "9D 3C")
    settle(table, (3, COLLECT), (2, PAY))
    table.fault(faults.PLAYER_COUNT, 1)
    assert table.game.next_to_settle() == (0, 0)
    assert table.replayed().snapshot() == table.game.snapshot()


@pytest.mark.rule("000 12.7")
def test_a_paid_hand_that_is_void_has_only_the_others_left() -> None:
    table = settled(NSW, THREE, "9D 3C")
    settle(table, (3, COLLECT), (2, PAY))
    table.fault(faults.WAGER_VOID, 2)
    assert table.game.next_to_settle() == (1, PAY)


@pytest.mark.rule("000 12.11")
def test_corrected_wagers_and_only_those_are_settled_again() -> None:
    table = Play(NSW)
    table.start(*THREE)
    table.deal(THREE, "9D 3C")
    table.look()
    table.decide_all()
    table.turn()
    table.put(2, "1", 700, reason=REASON)
    table.decide_all()
    table.turn()
    table.show_all()
    settle(table, (3, COLLECT), (2, PAY), (1, PAY))
    table.fault(faults.UNEQUAL, 2)
    table.do(ride.CORRECTED, 2, value=500)
    assert table.settle_all() == [(2, PAY)]


@pytest.mark.rule("000 1.1 promotional voucher, 5.1")
def test_tokens_that_are_kept_are_no_lost_wager() -> None:
    table = Play(NSW, tokens_back=False)
    table.open_betting()
    table.bet(1, reason=ride.TOKENS)
    table.bet(2)
    table.call()
    table.deal({1: "TH TD 5S", 2: "2H 3D 7C"}, "9D KC")
    table.to_settling()
    settle(table, (2, COLLECT))
    assert lines(table)[1:6] == ["Seat 1  Tens or better", "1 to 1        Keep 15", "Pay 15", "", ""]
    assert table.settle_all() == [(1, PAY)]


@pytest.mark.rule("003 4.2")
def test_a_stake_that_a_share_keeps_is_no_lost_wager() -> None:
    table = settled(MBS, {1: "AS KS QS"}, "JS TS", side=100, share_stake_back=False)
    assert "Keep 1" in lines(table)[2]
    assert table.settle_all() == [(1, PAY)]


@pytest.mark.rule("003 4.2")
@pytest.mark.rule("003 3.20, 4.2")
def test_a_share_and_envy_are_money_where_nobody_knows_what_a_wager_is() -> None:
    table = Play(MBS, amounts=False)
    table.do(ride.JACKPOT, value=1_234_567)
    table.start(1, 2, 3, stake=1, side=1)
    table.deal({1: "AS KS QS", 2: "2H 4D 7C", 3: "JH JD TC"}, "JS TS")
    table.to_settling()
    shown = [lines(table)[3:6]]
    while table.game.next_to_settle()[0]:
        settle(table, table.game.next_to_settle())
        shown.append(lines(table)[3:6])
    assert shown[:5] == [
        ["Collect x4", "", ""],
        ["Pay x33", "Jackpot x50", "Envy 1000"],
        ["Envy 1000", "", ""],
        ["Pay x3000", "Jackpot 12345.67", ""],
        ["", "", ""],
    ]
