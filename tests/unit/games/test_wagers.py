"""Wagers entered by the host: placed, withdrawn, moved, brought home (001 5.1 to 5.7)."""

import pytest

from pitboard.games import events as ev
from pitboard.games import refusals
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import derby_refusals
from pitboard.games.derby import wagers as wg
from pitboard.games.derby.wagers import Wagers
from pitboard.games.refusals import LAWFUL

from .layout import BLACK, HEARTS, HS, HSC, OPEN_RACE, RED, RESULT, SPADES, Layout

AFTER_THE_CALL = (derby.RACING, derby.RESULT, derby.PAYING, ev.VOIDED)
LIMITS = (10, 1000, 500, 200, 100)


@pytest.mark.rule("001 5.1 any combination")
def test_any_combination_of_wagers_by_one_player() -> None:
    layout = Layout()
    layout.place(*range(40), seat=3)
    assert layout.wagers.count == 40
    again = Layout()
    again.place(RED, RED, BLACK, HEARTS, seat=3)
    assert [again.wagers.row(number)[:2] for number in (1, 2, 3, 4)] == [
        (3, RED), (3, RED), (3, BLACK), (3, HEARTS)
    ]  # fmt: skip


@pytest.mark.rule("001 5.2, 5.3")
@pytest.mark.parametrize("spoken", [False, True])
@pytest.mark.parametrize("phase", AFTER_THE_CALL)
def test_a_wager_only_before_the_call(phase: int, spoken: bool) -> None:
    layout = Layout()
    layout.place(RED, spoken=spoken)
    assert layout.wagers.row(1) == (1, RED, RED, 100, spoken, wg.PLACED)
    layout.phase = phase
    assert layout.judge(derby.WAGER, RED, 1, 100, int(spoken)) == derby_refusals.BETS_CLOSED
    assert layout.wagers.count == 1


@pytest.mark.rule("001 5.2, 5.3")
def test_before_the_call_a_wager_is_free() -> None:
    layout = Layout()
    layout.place(RED, BLACK)
    assert layout.judge(derby.WAGER_MOVED, 1, HEARTS) == LAWFUL
    assert layout.wagers.row(1)[1:3] == (HEARTS, HEARTS)  # its player placed it anew
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_PATRON) == derby_refusals.NOT_MOVED
    assert layout.judge(derby.WAGER_BACK, 2) == LAWFUL
    assert layout.state(2) == "withdrawn"
    assert layout.wagers.settle(2, None) == (0, 0, 100)
    assert layout.judge(derby.WAGER_BACK, 2) == derby_refusals.NO_SUCH_WAGER
    assert layout.judge(derby.WAGER_MOVED, 2, RED) == derby_refusals.NO_SUCH_WAGER
    layout.place(RED)
    assert layout.wagers.count == 3  # number 2 is not used again


@pytest.mark.rule("001 5.4(a)")
@pytest.mark.rule("001 5.4(b), 5.5")
@pytest.mark.rule("001 D8")
@pytest.mark.parametrize("phase", [derby.RACING, derby.RESULT])
def test_after_the_call_no_wager_is_made_or_withdrawn(phase: int) -> None:
    layout = Layout()
    layout.place(RED)
    layout.phase = phase
    layout.result = RESULT if phase == derby.RESULT else OPEN_RACE
    assert layout.judge(derby.WAGER, RED, 1, 100) == derby_refusals.BETS_CLOSED
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.BETS_CLOSED


@pytest.mark.rule("001 3.3")
@pytest.mark.parametrize("area", [-1, 42, 254])
def test_only_the_42_areas(area: int) -> None:
    layout = Layout()
    assert layout.judge(derby.WAGER, area, 1, 100) == derby_refusals.NO_SUCH_AREA
    layout.place(RED)
    assert layout.judge(derby.WAGER_MOVED, 1, area) == derby_refusals.NO_SUCH_AREA
    layout.pay()
    assert layout.judge(derby.PAID, area) == derby_refusals.NO_SUCH_AREA


@pytest.mark.rule("001 5.2, 5.3")
def test_a_spoken_wager_needs_its_chips() -> None:
    layout = Layout()
    assert layout.judge(derby.WAGER, RED, 1, 0, derby.SPOKEN) == derby_refusals.BAD_STAKE
    layout.place(RED, spoken=True)
    assert layout.wagers.count == 1


@pytest.mark.rule("001 D3")
@pytest.mark.parametrize("stake", [-2, 0, 1, 99, 2**30, 2**32 - 2])
def test_a_stake_is_whole_chips(stake: int) -> None:
    assert Layout().judge(derby.WAGER, RED, 1, stake) == derby_refusals.BAD_STAKE


def test_the_largest_stake_is_exact() -> None:
    layout = Layout()
    layout.place(HSC, stake=2**30 - 2)
    layout.pay()
    assert layout.settle(1) == (10 * (2**30 - 2), 0, 2**30 - 2)


@pytest.mark.rule("001 2.0")
@pytest.mark.parametrize(
    ("area", "most"), [(RED, 1000), (BLACK, 1000), (SPADES, 500), (HS, 200), (HSC, 100), (41, 100)]
)
def test_limits_of_each_kind(area: int, most: int) -> None:
    layout = Layout(LIMITS)
    for stake, refusal in ((8, derby_refusals.OUT_OF_LIMITS), (10, LAWFUL), (most, LAWFUL),
                           (most + 2, derby_refusals.OUT_OF_LIMITS)):  # fmt: skip
        assert layout.judge(derby.WAGER, area, 1, stake) == refusal
        assert Layout().judge(derby.WAGER, area, 1, stake) == LAWFUL  # no limits set


@pytest.mark.rule("001 2.0")
def test_limits_hold_for_a_player_who_moves_a_wager_not_for_an_accident() -> None:
    layout = Layout(LIMITS)
    layout.place(RED, stake=600)
    assert layout.judge(derby.WAGER_MOVED, 1, HEARTS) == derby_refusals.OUT_OF_LIMITS
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, HEARTS) == LAWFUL


def test_forty_wagers_and_no_more() -> None:
    layout = Layout()
    layout.place(*[RED] * wg.MAX_WAGERS)
    assert layout.judge(derby.WAGER, RED, 1, 100) == derby_refusals.WAGERS_FULL
    assert layout.judge(derby.WAGER_BACK, wg.MAX_WAGERS) == LAWFUL
    assert layout.judge(derby.WAGER, RED, 1, 100) == derby_refusals.WAGERS_FULL


def test_a_new_round_begins_without_wagers() -> None:
    layout = Layout()
    layout.place(RED, BLACK)
    layout.pay()
    assert layout.judge(derby.COLLECTED) == LAWFUL
    layout.wagers.clear()
    assert layout.wagers.snapshot() == Wagers(None).snapshot()
    layout.phase, layout.result = ev.BETTING, OPEN_RACE
    layout.place(*[HS] * wg.MAX_WAGERS)
    assert layout.wagers.row(1) == (1, HS, HS, 100, False, wg.PLACED)


@pytest.mark.parametrize("event", [derby.WAGER_BACK, derby.WAGER_MOVED, derby.WAGER_HOME])
@pytest.mark.parametrize("number", [0, 2, 41, 255])
def test_a_wager_that_is_not_there(event: int, number: int) -> None:
    layout = Layout()
    layout.place(RED)
    assert layout.judge(event, number, BLACK, why=ev.BY_PATRON) == derby_refusals.NO_SUCH_WAGER
    with pytest.raises(ValueError, match="no such wager"):
        layout.wagers.row(number)
    with pytest.raises(ValueError, match="no such wager"):
        layout.wagers.settle(number, RESULT)


# -- moved wagers (5.7) ---------------------------------------------------------------------------


@pytest.mark.rule("001 5.7")
def test_a_moved_wager_is_settled_where_it_lies() -> None:
    layout = Layout()
    layout.place(BLACK)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == LAWFUL
    assert layout.wagers.row(1)[1:3] == (RED, BLACK)
    layout.pay()
    assert layout.settle(1) == (100, 0, 100)


@pytest.mark.rule("001 5.7")
@pytest.mark.parametrize("phase", [derby.RACING, derby.RESULT, derby.PAYING])
@pytest.mark.parametrize("why", [ev.BY_DEALER, ev.BY_PATRON])
def test_moved_by_dealer_or_patron_it_goes_back(why: int, phase: int) -> None:
    layout = Layout()
    layout.place(BLACK)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == LAWFUL
    layout.phase = phase
    assert layout.judge(derby.WAGER_HOME, 1, why=why) == LAWFUL
    assert layout.wagers.row(1)[1:3] == (BLACK, BLACK)
    layout.pay()
    assert layout.settle(1) == (0, 100, 0)


@pytest.mark.rule("001 5.7")
def test_a_spoken_wager_misplaced_by_the_dealer_stays() -> None:
    layout = Layout()
    layout.place(BLACK, spoken=True)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == LAWFUL
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_DEALER) == derby_refusals.SPOKEN_STAYS
    assert layout.wagers.row(1)[1] == RED
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_PATRON) == LAWFUL
    assert layout.wagers.row(1)[1] == BLACK


@pytest.mark.rule("001 5.7")
def test_only_the_two_reasons_of_the_rule_bring_it_back() -> None:
    layout = Layout()
    layout.place(BLACK)
    layout.call()
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_PATRON) == derby_refusals.NOT_MOVED
    assert layout.judge(derby.WAGER_MOVED, 1, BLACK) == derby_refusals.NOT_MOVED
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == LAWFUL
    for why in set(range(len(ev.REASON_NAMES))) - {ev.BY_DEALER, ev.BY_PATRON}:
        assert layout.judge(derby.WAGER_HOME, 1, why=why) == refusals.NEEDS_REASON
    assert layout.wagers.row(1)[1] == RED


@pytest.mark.rule("001 5.7")
@pytest.mark.parametrize("phase", [derby.RESULT, derby.PAYING])
def test_once_the_result_is_determined_a_move_changes_nothing(phase: int) -> None:
    layout = Layout()
    layout.place(BLACK)
    layout.phase, layout.result = phase, RESULT
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == derby_refusals.BETS_CLOSED
    layout.pay()
    assert layout.settle(1) == (0, 100, 0)


@pytest.mark.rule("001 5.7")
def test_no_way_home_for_a_wager_that_is_paid() -> None:
    layout = Layout()
    layout.place(BLACK)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == LAWFUL
    layout.pay()
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_PATRON) == derby_refusals.BETS_CLOSED


@pytest.mark.rule("001 5.7")
def test_a_wager_that_was_moved_and_collected_comes_back_and_is_paid_at_home() -> None:
    layout = Layout()
    layout.place(RED)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, BLACK) == LAWFUL
    layout.pay()
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_DEALER) == LAWFUL
    assert layout.judge(derby.PAID, RED) == LAWFUL


@pytest.mark.rule("001 5.7")
@pytest.mark.rule("001 9.2")
def test_a_wager_back_home_among_the_losers_is_collected_too() -> None:
    layout = Layout()
    layout.place(BLACK, SPADES, RED)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, RED) == LAWFUL
    layout.pay()
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.judge(derby.WAGER_HOME, 1, why=ev.BY_PATRON) == LAWFUL
    assert layout.judge(derby.PAID, RED) == derby_refusals.COLLECT_FIRST
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.state(1) == "collected"
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.wagers.may_close(derby.PAYING) == LAWFUL


def test_other_events_are_none_of_wagers() -> None:
    assert Layout().judge(ev.NO_MORE_BETS) == refusals.NOT_AN_EVENT
