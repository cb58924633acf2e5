"""Wagers settled: losers collected, winners paid area by area, a void round returned (001 5.4(b), 5.5, 9.2, 10.8)."""

import pytest

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import derby_refusals
from pitboard.games.refusals import LAWFUL

from .layout import BLACK, HEARTS, HS, HSC, OPEN_RACE, RED, RESULT, C, H, Layout, S


@pytest.mark.rule("001 5.4(b), 5.5")
def test_the_lock_is_per_area() -> None:
    layout = Layout()
    layout.place(RED, RED, HEARTS)
    layout.pay()
    for number in (1, 2, 3):
        assert layout.judge(derby.WAGER_BACK, number) == derby_refusals.AREA_UNPAID
    assert layout.judge(derby.PAID, HEARTS) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.AREA_UNPAID
    assert layout.judge(derby.WAGER_BACK, 3) == LAWFUL
    assert layout.state(3) == "taken_up"
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 2) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.NO_SUCH_WAGER
    assert layout.settle(1) == (100, 0, 100)


@pytest.mark.rule("001 5.4(b), 5.5")
def test_one_unpaid_winner_locks_the_whole_area_again() -> None:
    layout = Layout()
    layout.place(RED, RED)
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 2, HEARTS) == LAWFUL
    layout.pay()
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.WAGER_HOME, 2, why=ev.BY_PATRON) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.AREA_UNPAID
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == LAWFUL


@pytest.mark.rule("001 5.4(b), 5.5")
def test_a_losing_wager_is_never_withdrawn() -> None:
    layout = Layout()
    layout.place(BLACK, RED)
    layout.pay()
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.LOSER_STAYS
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.LOSER_STAYS
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == derby_refusals.LOSER_STAYS


@pytest.mark.rule("001 9.2")
def test_first_the_losers_then_the_winners() -> None:
    layout = Layout()
    layout.place(RED, BLACK, HSC)
    layout.pay()
    assert layout.judge(derby.PAID, RED) == derby_refusals.COLLECT_FIRST
    assert layout.wagers.may_close(derby.PAYING) == derby_refusals.PAY_FIRST
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert [layout.state(number) for number in (1, 2, 3)] == ["placed", "collected", "placed"]
    assert layout.judge(derby.COLLECTED) == derby_refusals.CONFIRMED
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.PAID, RED) == derby_refusals.AREA_NOT_WON
    assert layout.wagers.may_close(derby.PAYING) == derby_refusals.PAY_FIRST
    assert layout.judge(derby.PAID, BLACK) == derby_refusals.AREA_NOT_WON
    assert layout.judge(derby.PAID, HEARTS) == derby_refusals.AREA_NOT_WON  # lit, but nobody staked on it
    assert layout.judge(derby.PAID, HSC) == LAWFUL
    assert layout.wagers.may_close(derby.PAYING) == LAWFUL


@pytest.mark.rule("001 9.2")
def test_with_losers_only_they_are_collected_before_the_end() -> None:
    layout = Layout()
    layout.place(BLACK)
    layout.pay()
    assert layout.wagers.may_close(derby.PAYING) == derby_refusals.PAY_FIRST
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.wagers.may_close(derby.PAYING) == LAWFUL


@pytest.mark.rule("001 9.2")
def test_without_wagers_nothing_holds_the_round() -> None:
    layout = Layout()
    layout.place(RED)
    assert layout.judge(derby.WAGER_BACK, 1) == LAWFUL
    layout.pay()
    assert layout.wagers.may_close(derby.PAYING) == LAWFUL
    assert layout.judge(derby.COLLECTED) == LAWFUL  # nothing was there to collect


@pytest.mark.rule("001 9.1(c)")
@pytest.mark.parametrize(
    ("phase", "refusal"),
    [
        (ev.BETTING, derby_refusals.NO_RESULT),
        (derby.RACING, derby_refusals.NO_RESULT),
        (derby.RESULT, derby_refusals.CONFIRM_FIRST),
        (ev.VOIDED, derby_refusals.ROUND_VOID),
    ],
)
def test_nothing_is_collected_or_paid_before_the_result_is_confirmed(
    phase: int, refusal: int
) -> None:
    layout = Layout()
    layout.place(RED)
    layout.phase = phase
    layout.result = RESULT if phase == derby.RESULT else OPEN_RACE
    assert layout.judge(derby.COLLECTED) == refusal
    assert layout.judge(derby.PAID, RED) == refusal
    with pytest.raises(ValueError, match=r"9\.1\(c\)"):
        layout.wagers.settle(1, None)


@pytest.mark.rule("001 10.2")
def test_a_corrected_result_settles_all_again() -> None:
    layout = Layout()
    layout.place(RED, BLACK)
    layout.pay()
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.judge(derby.PAID, RED) == LAWFUL
    assert layout.judge(derby.WAGER_BACK, 1) == LAWFUL
    layout.wagers.unsettle()
    layout.pay((S, H, C, False))
    assert layout.wagers.may_close(derby.PAYING) == derby_refusals.PAY_FIRST
    assert layout.judge(derby.PAID, BLACK) == derby_refusals.COLLECT_FIRST
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert (layout.settle(1), layout.settle(2)) == ((0, 100, 0), (100, 0, 100))
    assert layout.judge(derby.PAID, BLACK) == LAWFUL
    assert layout.wagers.may_close(derby.PAYING) == LAWFUL


@pytest.mark.rule("001 10.2")
def test_after_a_correction_the_losers_are_collected_anew_even_if_there_are_none() -> None:
    layout = Layout()
    layout.place(RED)
    layout.pay()
    assert layout.judge(derby.COLLECTED) == LAWFUL
    assert layout.judge(derby.COLLECTED) == derby_refusals.CONFIRMED
    layout.wagers.unsettle()
    assert layout.judge(derby.COLLECTED) == LAWFUL


@pytest.mark.rule("001 10.8")
def test_every_wager_of_a_void_round_goes_back() -> None:
    layout = Layout()
    layout.place(RED, BLACK, HS)
    assert layout.judge(derby.WAGER_BACK, 3) == LAWFUL
    layout.call()
    assert layout.judge(derby.WAGER_MOVED, 1, BLACK) == LAWFUL
    layout.void()
    assert layout.wagers.may_close(ev.VOIDED) == LAWFUL
    for number in (1, 2):
        assert layout.settle(number) == (0, 0, 100)
        assert layout.judge(derby.WAGER_MOVED, number, RED) == derby_refusals.ROUND_VOID
        assert layout.judge(derby.WAGER_HOME, number, why=ev.BY_PATRON) == derby_refusals.ROUND_VOID
        assert layout.judge(derby.WAGER_BACK, number) == LAWFUL
        assert layout.state(number) == "returned"
        assert layout.judge(derby.WAGER_BACK, number) == derby_refusals.NO_SUCH_WAGER
    assert layout.judge(derby.WAGER_BACK, 3) == derby_refusals.NO_SUCH_WAGER  # it is back already
