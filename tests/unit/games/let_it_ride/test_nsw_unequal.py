"""000 12.10 and 12.11: wagers that are not three equal ones, found before and after the players handled their cards."""

from typing import Any

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.nsw import (
    COMMUNITY,
    DEALER,
    HANDS,
    LOSES,
    NSW,
    REASON,
    WINS,
    Play,
    amounts,
    dealt,
    deciding,
    finish,
    refuses,
    second_decision,
)
from tests.unit.games.let_it_ride.play import Refused, faults, ride

BACK = (0, 0, 500)


def unequal_at_call(**house: Any) -> Play:
    """Seat 2 has 500, 500 and 400."""
    table = Play(NSW, **house)
    table.open_betting()
    table.bet(WINS)
    table.put(WINS, "$", 400)
    table.bet(LOSES)
    table.call()
    return table


def to_end(table: Play) -> None:
    if table.phase == "dealing":
        table.deal(HANDS, COMMUNITY)
    if table.phase == "dealt":
        table.look()
    finish(table)


# -- before handling ----------------------------------------------------------------------------------


@pytest.mark.rule("000 12.10")
def test_the_player_corrects_within_the_limits() -> None:
    table = unequal_at_call(least=300, most=600)
    for stake, why in ((299, "out_of_limits"), (601, "out_of_limits"), (0, "bad_stake")):
        with refuses(why):
            table.do(ride.CORRECTED, WINS, 0, stake, role=DEALER)
    with refuses("not_next"):
        table.do(ride.CORRECTED, LOSES, 0, 500, role=DEALER)
    table.do(ride.CORRECTED, WINS, 0, 600, role=DEALER)
    to_end(table)
    assert amounts(table, WINS) == [(600, 0, 600)] * 3


@pytest.mark.rule("000 12.10")
def test_or_the_player_folds_and_gets_the_wager_back() -> None:
    table = unequal_at_call()
    table.do(ride.FOLDED, WINS, role=DEALER)
    to_end(table)
    assert amounts(table, WINS) == [BACK, BACK, (0, 0, 400)]
    assert amounts(table, LOSES) == [(0, 500, 0)] * 3
    assert [seat for seat, _ in table.settle_all()] == [LOSES]


@pytest.mark.rule("000 12.10")
def test_found_after_the_deal_it_waits_for_one_of_the_two() -> None:
    table = dealt()
    with refuses("not_lawful"):
        table.fault(faults.UNEQUAL, WINS)  # they are equal
    table.put(WINS, "1", 400, reason=REASON)
    table.fault(faults.UNEQUAL, WINS)
    with refuses("pending"):
        table.look()
    with refuses("pending"):
        table.do(ride.GO_ON, reason=REASON)
    table.do(ride.FOLDED, WINS, role=DEALER)
    table.look()
    assert table.game.next_to_decide() == LOSES


@pytest.mark.rule("000 12.10")
def test_who_folds_before_the_first_card_gets_none() -> None:
    table = unequal_at_call()
    table.do(ride.FOLDED, WINS, role=DEALER)
    assert table.game.deal.next_place() == LOSES
    assert table.game.deal.size == 3 + 2


# -- after handling -----------------------------------------------------------------------------------


def found_after_handling() -> Play:
    table = deciding()
    table.put(WINS, "2", 400, reason=REASON)
    table.fault(faults.UNEQUAL, WINS)
    return table


@pytest.mark.rule("000 12.11")
def test_found_after_handling_the_player_must_correct() -> None:
    table = found_after_handling()
    with refuses("pending"):
        table.do(ride.FOLDED, WINS, role=DEALER)
    with refuses("pending"):
        table.decide((WINS, "ride"))
    table.do(ride.CORRECTED, WINS, 0, 500, role=DEALER)
    to_end(table)
    assert amounts(table, WINS) == [(500, 0, 500)] * 3


@pytest.mark.rule("000 12.11")
@pytest.mark.parametrize("locked", [True, False])
def test_not_corrected_the_supervisor_decides_and_may_lock_the_seat(locked: bool) -> None:
    table = found_after_handling()
    with refuses("needs_supervisor"):
        table.do(ride.GO_ON, reason=REASON, role=DEALER)
    table.do(ride.LOCK if locked else ride.GO_ON, WINS if locked else 0, reason=REASON)
    to_end(table)
    assert amounts(table, WINS) == [(500, 0, 500), (400, 0, 400), (500, 0, 500)]  # no automatic void
    assert bool(table.game.seats.locked & 1 << WINS) == locked


@pytest.mark.rule("000 12.11")
def test_it_is_found_at_any_time_before_the_hands_are_settled() -> None:
    table = second_decision()
    table.put(WINS, "$", 400, reason=REASON)
    table.fault(faults.UNEQUAL, WINS)
    table.do(ride.CORRECTED, WINS, 0, 400, role=DEALER)
    to_end(table)
    assert amounts(table, WINS) == [(400, 0, 400)] * 3


@pytest.mark.rule("000 12.11")
def test_a_correction_leaves_alone_what_was_withdrawn() -> None:
    table = deciding()
    table.decide((WINS, "withdraw"))
    table.put(WINS, "2", 400, reason=REASON)
    table.fault(faults.UNEQUAL, WINS)
    table.do(ride.CORRECTED, WINS, 0, 700, role=DEALER)
    to_end(table)
    assert amounts(table, WINS) == [BACK, (700, 0, 700), (700, 0, 700)]
    with refuses("not_lawful"):  # nothing is left to correct
        table.fault(faults.UNEQUAL, WINS)


@pytest.mark.rule("000 12.11")
def test_locking_another_seat_decides_nothing() -> None:
    table = found_after_handling()
    with refuses("not_next"):
        table.do(ride.LOCK, LOSES, reason=REASON)
    assert table.game.pending == faults.CORRECT and not table.game.seats.locked


@pytest.mark.rule("000 12.10")
@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
def test_wagers_made_unequal_after_the_call_are_flagged_at_the_first_card() -> None:
    table = Play(NSW)
    table.start(2, 5)
    table.put(2, "1", 0, reason=REASON)
    assert not table.game.pending
    table.draw("TH")
    assert (table.game.pending_what, table.game.pending_seat) == (faults.UNEQUAL, 2)


@pytest.mark.rule("000 12.10")
@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
def test_wagers_made_unequal_after_a_correction_are_flagged_at_the_first_card_too() -> None:
    table = unequal_at_call()
    table.do(ride.CORRECTED, WINS, 0, 500, role=DEALER)
    table.put(WINS, "1", 0, reason=REASON)
    assert not table.game.pending
    table.draw("TH")
    assert (table.game.pending_what, table.game.pending_seat) == (faults.UNEQUAL, WINS)


@pytest.mark.rule("000 14.11")
def test_a_round_that_everybody_has_left_is_cancelled() -> None:
    table = Play(NSW)
    table.start(2)
    with pytest.raises(Refused, match="bets_closed"):
        table.do(events.CANCEL)
    table.do(ride.BET_REFUSED, 2, reason=REASON)
    table.do(events.CANCEL, role=DEALER)
    assert table.phase == "idle"
