"""000 6.5 and 14.8: a higher minimum and a closing table need a notice that was really displayed for 20 minutes."""

import asyncio
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest

from pitboard.app.let_it_ride import notice_task
from pitboard.app.let_it_ride.notice_task import NoticeClock
from pitboard.games import events
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    NSW,
    Play,
    betting,
    called,
    played,
    refuses,
    settling,
)
from tests.unit.games.let_it_ride.nsw_eyes import screen
from tests.unit.games.let_it_ride.play import CHARITY, faults, ride

RAISE, CLOSE = ride.NOTICE_RAISE, ride.NOTICE_CLOSE
LOOKS_A_MINUTE = 12


def put_up(table: Play, kind: int, amount: int = 0) -> None:
    table.do(ride.NOTICE, kind, 0, amount)


def display(table: Play, kind: int, minutes: int) -> None:
    for _ in range(minutes):
        table.do(ride.NOTICE_MINUTE, kind, role=DEALER)


def set_minimum(table: Play, amount: int) -> None:
    table.do(ride.MINIMUM, value=amount)


class Outputs:
    """The display, as the clock of the notices sees it."""

    def __init__(self) -> None:
        self.lit = True

    def shows_table(self) -> bool:
        return self.lit


class Clerk:
    """Takes what the clock reports to the table."""

    def __init__(self, table: Play) -> None:
        self._table = table

    def offer(self, event: int, arg: int, arg2: int, value: int, reason: int, role: int, who: int) -> int:
        self._table.do(event, arg, arg2, value, reason, role, who)
        return 0


@pytest.mark.rule("000 6.5")
@pytest.mark.rule("000 14.8")
@pytest.mark.parametrize("announced", [60, 200, 255])
def test_nothing_happens_before_the_time_that_was_announced(announced: int) -> None:
    """The sign shows the proposed time of the change: it is not made earlier."""
    table = played(Play(NSW, least=500))
    clock, _ = watched(table)
    table.do(ride.NOTICE, RAISE, announced, 1000)
    pass_minutes(clock, announced - 1)
    with refuses("notice_first"):
        set_minimum(table, 1000)
    pass_minutes(clock, 1)
    set_minimum(table, 1000)
    table.do(ride.NOTICE, CLOSE, announced)
    pass_minutes(clock, announced - 1)
    with refuses("notice_first"):
        table.do(events.TABLE_CLOSE)
    pass_minutes(clock, 1)
    table.do(events.TABLE_CLOSE)


@pytest.mark.rule("000 6.5")
def test_a_sooner_time_than_the_rules_allow_is_not_announced() -> None:
    table = Play(NSW, least=500)
    table.do(ride.NOTICE, RAISE, 5, 1000)
    assert screen(table)[4].strip() == "Min 10 in 20 min"


@pytest.mark.rule("000 6.1")
def test_no_minimum_above_the_maximum() -> None:
    """Nobody could wager."""
    table = Play(NSW, least=500, most=5000)
    with refuses("out_of_limits"):
        put_up(table, RAISE, 5001)
    put_up(table, RAISE, 5000)
    display(table, RAISE, 20)
    set_minimum(table, 5000)
    low = Play(CHARITY, least=100)
    with refuses("out_of_limits"):
        set_minimum(low, 1001)  # 002 Wagers para 5
    with refuses("out_of_limits"):
        set_minimum(Play(NSW), 2**47)


def watched(table: Play) -> tuple[Any, Outputs]:
    clerk: Any = Clerk(table)
    outputs: Any = Outputs()
    return NoticeClock(table.game, clerk, outputs), outputs


class Elapsed(Exception):
    """The time of a test is over."""


def pass_minutes(clock: Any, minutes: int) -> None:
    """One look more than there are intervals."""
    looks(clock, minutes * LOOKS_A_MINUTE + 1)


def looks(clock: Any, count: int) -> None:
    """The clock runs, without waiting."""
    left = iter(range(count))

    async def sleep_ms(ms: int) -> None:
        assert ms * LOOKS_A_MINUTE == 60_000
        if next(left, None) is None:
            raise Elapsed

    def whole(every_ms: int, _after_ms: int) -> int:
        """Each look comes right after such a time."""
        return every_ms

    sleeping = patch.object(asyncio, "sleep_ms", sleep_ms, create=True)
    with sleeping, patch.object(notice_task, "left_ms", whole), suppress(Elapsed):
        asyncio.run(clock.run())


# -- a higher minimum ---------------------------------------------------------------------------------


@pytest.mark.rule("000 6.5")
def test_a_higher_minimum_after_twenty_minutes_of_its_notice() -> None:
    table = Play(NSW, least=500)
    with refuses("notice_first"):
        set_minimum(table, 1000)
    put_up(table, RAISE, 1000)
    display(table, RAISE, 19)
    with refuses("notice_first"):
        set_minimum(table, 1000)
    display(table, RAISE, 1)
    with refuses("notice_first"):
        set_minimum(table, 1001)  # not the amount of the notice
    with refuses("needs_supervisor"):
        table.do(ride.MINIMUM, value=1000, role=DEALER)
    set_minimum(table, 1000)
    table.open_betting()
    with refuses("out_of_limits"):
        table.put(1, "1", 999)
    table.put(1, "1", 1000)


@pytest.mark.rule("000 6.5")
def test_another_notice_begins_its_own_twenty_minutes() -> None:
    table = Play(NSW, least=500)
    put_up(table, RAISE, 1000)
    display(table, RAISE, 20)
    put_up(table, RAISE, 2000)
    with refuses("notice_first"):
        set_minimum(table, 2000)
    with refuses("notice_first"):
        set_minimum(table, 1000)


@pytest.mark.rule("000 6.5")
def test_a_lower_minimum_at_once() -> None:
    table = Play(NSW, least=500)
    set_minimum(table, 200)
    table.open_betting()
    table.put(1, "1", 200)


@pytest.mark.rule("000 6.5")
def test_notice_and_change_are_in_the_journal_and_the_minutes_too() -> None:
    table = Play(NSW, least=500)
    put_up(table, RAISE, 1000)
    display(table, RAISE, 20)
    table.do(ride.MINIMUM, value=1000, who=3)
    kinds = [event[0] for event in table.log[-22:]]
    assert kinds == [ride.NOTICE] + [ride.NOTICE_MINUTE] * 20 + [ride.MINIMUM]
    assert table.log[-1] == (ride.MINIMUM, 0, 0, 1000, 0, 3)
    assert table.replayed().notices.least == 1000


@pytest.mark.rule("000 6.5")
def test_only_minutes_on_a_display_that_is_lit_and_shows_it_count() -> None:
    table = Play(NSW, least=500)
    clock, outputs = watched(table)
    pass_minutes(clock, 5)  # no notice yet
    put_up(table, RAISE, 1000)
    assert screen(table)[4].strip() == "Min 10 in 20 min"
    pass_minutes(clock, 12)
    outputs.lit = False
    pass_minutes(clock, 30)
    assert table.game.notices.minutes(RAISE) == 12
    outputs.lit = True
    pass_minutes(clock, 7)
    with refuses("notice_first"):
        set_minimum(table, 1000)
    pass_minutes(clock, 1)
    set_minimum(table, 1000)


@pytest.mark.rule("000 6.5")
def test_while_the_display_shows_something_else_no_minute_counts() -> None:
    table = settling(least=500)
    clock, _ = watched(table)
    put_up(table, RAISE, 1000)
    assert "Min 10" not in " ".join(screen(table))
    pass_minutes(clock, 5)
    assert table.game.notices.minutes(RAISE) == 0


@pytest.mark.rule("000 6.5")
def test_of_two_notices_only_the_one_on_display_counts() -> None:
    table = Play(NSW, least=500)
    clock, _ = watched(table)
    put_up(table, RAISE, 1000)
    put_up(table, CLOSE)
    pass_minutes(clock, 20)
    shown = " ".join(screen(table))
    assert "Closes soon" in shown and "Min 10" not in shown
    assert [table.game.notices.minutes(kind) for kind in (RAISE, CLOSE)] == [0, 20]


@pytest.mark.rule("000 6.5")
@pytest.mark.rule("000 14.8")
@pytest.mark.parametrize(("kind", "amount", "what"), [(RAISE, 1000, "Min 10"), (CLOSE, 0, "Closes")])
def test_a_notice_says_when(kind: int, amount: int, what: str) -> None:
    table = Play(NSW, least=500)
    clock, _ = watched(table)
    table.do(ride.NOTICE, kind, 25, amount)
    assert screen(table)[4].strip() == f"{what} in 25 min"
    pass_minutes(clock, 22)
    assert screen(table)[4].strip() == f"{what} in 3 min"


# -- closing ------------------------------------------------------------------------------------------


@pytest.mark.rule("000 14.8")
def test_a_table_with_players_closes_after_twenty_minutes_of_its_notice() -> None:
    table = played(Play(NSW))
    with refuses("notice_first"):
        table.do(events.TABLE_CLOSE)
    put_up(table, CLOSE)
    assert screen(table)[4].strip() == "Closes in 20 min"
    display(table, CLOSE, 19)
    with refuses("notice_first"):
        table.do(events.TABLE_CLOSE)
    display(table, CLOSE, 1)
    table.do(events.TABLE_CLOSE)
    assert table.phase == "closed"


@pytest.mark.rule("000 14.8")
def test_players_of_a_round_that_was_void_are_players_too() -> None:
    table = called()
    table.fault(faults.INVALIDATED)
    table.close()
    with refuses("notice_first"):
        table.do(events.TABLE_CLOSE)


@pytest.mark.rule("000 14.8")
def test_a_table_without_players_closes_at_once_and_never_in_a_round() -> None:
    table = Play(NSW)
    table.do(events.TABLE_CLOSE)
    assert table.phase == "closed"
    with refuses("round_open"):
        betting().do(events.TABLE_CLOSE)


@pytest.mark.rule("000 14.8")
def test_the_notice_of_a_higher_minimum_is_no_notice_of_closing() -> None:
    table = played(Play(NSW))
    put_up(table, RAISE, 1000)
    display(table, RAISE, 20)
    with refuses("notice_first"):
        table.do(events.TABLE_CLOSE)
    with refuses("notice_first"):
        display(table, CLOSE, 1)


@pytest.mark.rule("000 6.5")
def test_a_notice_that_is_put_up_anew_begins_its_time_anew() -> None:
    table = Play(NSW, least=500)
    clock, _ = watched(table)
    put_up(table, RAISE, 1000)
    looks(clock, 12)  # 55 seconds
    put_up(table, RAISE, 1000)
    looks(clock, 12)
    assert table.game.notices.minutes(RAISE) == 0
    looks(clock, 1)
    assert table.game.notices.minutes(RAISE) == 1
