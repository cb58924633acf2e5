"""The emulated chip's time as the models see it: one calendar of calls on the chip's own clock.

It outlives the chip. A power cut throws the chip away; the models' calls stay, time never goes
back, and the next chip goes on from where the last one stopped.
"""

import heapq
import itertools
from collections.abc import Callable

from rp2040py.clock.simulation_clock import SimulationClock

# rp2040py counts time in sixteenths of a nanosecond.
TICKS_PER_NS = 16


class Call:
    """A call that is due at a moment of chip time; it can be cancelled until then."""

    __slots__ = ("fn", "when_ns")

    def __init__(self, when_ns: int, fn: Callable[[], None]) -> None:
        self.when_ns = when_ns
        self.fn: Callable[[], None] | None = fn

    def cancel(self) -> None:
        self.fn = None


class ChipClock:
    """`simulator.clock.Clock` on an emulated chip, or on no chip while the power is off."""

    def __init__(self) -> None:
        self._calls: list[tuple[int, int, Call]] = []
        self._order = itertools.count()
        self._base_ns = 0
        self._chip: SimulationClock | None = None
        self._rearm: Callable[[], None] = _nothing

    def now_ns(self) -> int:
        if self._chip is None:
            return self._base_ns
        ticks = self._chip.ticks + int(self._chip.rebased_ticks)
        return self._base_ns + ticks // TICKS_PER_NS

    def call_at(self, when_ns: int, fn: Callable[[], None]) -> Call:
        """Calls `fn` at `when_ns` (at once, on the chip's next step, if that is past)."""
        call = Call(when_ns, fn)
        heapq.heappush(self._calls, (when_ns, next(self._order), call))
        if self._calls[0][2] is call:
            self._rearm()
        return call

    def call_in(self, delay_ns: int, fn: Callable[[], None]) -> Call:
        return self.call_at(self.now_ns() + delay_ns, fn)

    def attach(self, chip: SimulationClock) -> None:
        """A new chip, whose own clock starts at nought, takes over."""
        alarm = chip.create_alarm(self._run_due)

        def rearm() -> None:
            if self._calls:
                delay = self._calls[0][0] - self.now_ns()
                alarm.schedule_ticks(max(0, delay * TICKS_PER_NS))

        self._chip = chip
        self._rearm = rearm
        rearm()

    def detach(self) -> None:
        """The power is off: time stands until `advance_to` moves it."""
        self._base_ns = self.now_ns()
        self._chip = None
        self._rearm = _nothing

    def advance_to(self, when_ns: int) -> None:
        """Passes time while there is no chip; what is due happens on the way."""
        while self._calls and self._calls[0][0] <= when_ns:
            self._base_ns = max(self._base_ns, self._calls[0][0])
            self._run_due()
        self._base_ns = max(self._base_ns, when_ns)

    def _run_due(self) -> None:
        # The next alarm is set even when a call raises, so that nothing is lost with the exception.
        try:
            while self._calls and self._calls[0][0] <= self.now_ns():
                call = heapq.heappop(self._calls)[2]
                fn, call.fn = call.fn, None
                if fn is not None:
                    fn()
        finally:
            self._rearm()


def _nothing() -> None:
    pass
