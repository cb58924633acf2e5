"""A wait for a fixed time ends on its tick, wherever in a tick it began."""

import asyncio
from collections.abc import Generator
from types import coroutine

import pytest

from pitboard.app import fixed_times


class Clock:
    """Microseconds; a sleep ends on a tick, as MicroPython's does."""

    def __init__(self, us: int) -> None:
        self.us = us

    def ticks_ms(self) -> int:
        now = self.us // 1000
        self.us += 300  # looking and preparing the wait take their time
        return now

    @coroutine
    def sleep_ms(self, ms: int) -> Generator[None]:
        self.us = (self.us // 1000 + ms) * 1000 + 40  # woken just after the tick
        yield


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> "list[int]":
    """The milliseconds at which waits that begin at any part of one end."""
    found: list[int] = []
    for begin_us in range(5_000_000, 5_001_000, 50):
        clock = Clock(begin_us)
        monkeypatch.setattr(fixed_times, "ticks_ms", clock.ticks_ms)
        monkeypatch.setattr(asyncio, "sleep_ms", clock.sleep_ms)
        wait = fixed_times.next_time(1000, 200)
        for _ in range(5):
            try:
                wait.send(None)
            except StopIteration:
                break
        else:
            raise AssertionError("it does not end")
        found.append(clock.us // 1000)
    return found


def test_it_ends_on_the_same_tick(ends: "list[int]") -> None:
    assert set(ends) == {5200}


def test_one_that_is_woken_late_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody held the loop over the time: the next one is a whole turn later."""
    clock = Clock(0)

    @coroutine
    def held(ms: int) -> Generator[None]:
        clock.us += 1000 * (ms + 20)
        yield

    monkeypatch.setattr(fixed_times, "ticks_ms", clock.ticks_ms)
    monkeypatch.setattr(asyncio, "sleep_ms", held)
    wait = fixed_times.next_time(1000, 0)
    wait.send(None)
    with pytest.raises(StopIteration):
        wait.send(None)
    assert clock.us // 1000 == 1015
