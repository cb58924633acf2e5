"""Time as the models see it: nanoseconds of the chip's clock, never of the host's.

Every target has one clock. The emulated RP2040 brings its own; the targets that run the firmware
on a VM use ``VirtualClock``, which moves only when it is told to.
"""

import heapq
from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """A promise to call something later, which may be taken back."""

    def cancel(self) -> None:
        """Do not call it after all; harmless when it has been called already."""
        ...


class Clock(Protocol):
    """What a model may know about time."""

    def now_ns(self) -> int:
        """Chip time since power was first applied to the table."""
        ...

    def call_at(self, when_ns: int, fn: Callable[[], None]) -> Handle:
        """Call ``fn`` at ``when_ns``; a time in the past means as soon as time next moves."""
        ...


class _Alarm:
    """One entry of a virtual clock's queue."""

    __slots__ = ("fn",)

    def __init__(self, fn: Callable[[], None]) -> None:
        self.fn: Callable[[], None] | None = fn

    def cancel(self) -> None:
        self.fn = None


class VirtualClock:
    """A clock that stands still until ``advance_to`` is called.

    Calls that are due at the same time run in the order in which they were asked for, so a run
    is the same every time.
    """

    def __init__(self, start_ns: int = 0) -> None:
        self._now_ns = start_ns
        self._asked = 0
        self._queue: list[tuple[int, int, _Alarm]] = []
        self._moving = False

    def now_ns(self) -> int:
        return self._now_ns

    def call_at(self, when_ns: int, fn: Callable[[], None]) -> Handle:
        alarm = _Alarm(fn)
        self._asked += 1
        heapq.heappush(self._queue, (max(when_ns, self._now_ns), self._asked, alarm))
        return alarm

    def next_due_ns(self) -> int | None:
        """When the next call is due, or None when nothing is waiting."""
        queue = self._queue
        while queue and queue[0][2].fn is None:
            heapq.heappop(queue)
        return queue[0][0] if queue else None

    def advance_to(self, when_ns: int) -> None:
        """Move to ``when_ns``, making every call that falls due on the way at its own time."""
        if when_ns < self._now_ns:
            raise ValueError(f"the clock cannot go back from {self._now_ns} to {when_ns} ns")
        if self._moving:
            raise RuntimeError("a call made by the clock tried to move the clock")
        self._moving = True
        try:
            while (due := self.next_due_ns()) is not None and due <= when_ns:
                alarm = heapq.heappop(self._queue)[2]
                self._now_ns = due
                fn, alarm.fn = alarm.fn, None
                if fn is not None:
                    fn()
            self._now_ns = when_ns
        finally:
            self._moving = False
