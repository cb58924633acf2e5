"""Units inside the MFRC522: its timer and its FIFO buffer (data sheet rev 3.9, 8.5 and 8.3)."""

from collections.abc import Callable

from simulator.clock import Clock, Handle
from simulator.models.tags import CARRIER_HZ

FIFO_BYTES = 64


class Fifo:
    """64 bytes, and the alerts of 9.3.1.8: as good as empty, as good as full."""

    def __init__(self, alert: Callable[[bool, bool], None]) -> None:
        self._alert = alert
        self.water = 8
        self.content = b""

    @property
    def low(self) -> bool:
        return len(self.content) <= self.water

    @property
    def high(self) -> bool:
        return FIFO_BYTES - len(self.content) <= self.water

    def put(self, data: bytes) -> bool:
        """False if it does not take all of it."""
        fits = len(self.content) + len(data) <= FIFO_BYTES
        self._change((self.content + data)[:FIFO_BYTES])
        return fits

    def take(self) -> int:
        value = self.content[0] if self.content else 0x00
        self._change(self.content[1:])
        return value

    def empty(self) -> bytes:
        """Take all."""
        data = self.content
        self._change(b"")
        return data

    def _change(self, content: bytes) -> None:
        low, high = self.low, self.high
        self.content = content
        self._alert(self.low and not low, self.high and not high)


class Timer:
    """Reaches zero after (reload + 1) steps and says so; begins again by itself if it shall (TAutoRestart)."""

    def __init__(self, clock: Clock, ended: Callable[[], None]) -> None:
        self._clock = clock
        self._ended = ended
        self._alarm: Handle | None = None
        self._step = 1
        self._reload = 0
        self._again = False
        self._began_ns = 0
        self._stopped_at = 0

    @property
    def running(self) -> bool:
        return self._alarm is not None

    def start(self, step: int, reload: int, again: bool) -> None:
        """A `step` is so many periods of 13.56 MHz."""
        self.stop()
        self._step, self._reload, self._again = step, reload, again
        self._began_ns = self._clock.now_ns()
        self._alarm = self._clock.call_at(self._began_ns + self._ns(reload + 1), self._zero)

    def stop(self) -> None:
        self._stopped_at = self.value()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def value(self) -> int:
        """TCounterVal."""
        if self._alarm is None:
            return self._stopped_at
        steps = (self._clock.now_ns() - self._began_ns) * CARRIER_HZ // (self._step * 1_000_000_000)
        return max(0, self._reload - steps)

    def _ns(self, steps: int) -> int:
        return steps * self._step * 1_000_000_000 // CARRIER_HZ

    def _zero(self) -> None:
        self._alarm = None
        self._stopped_at = 0
        self._ended()
        if self._again:
            self.start(self._step, self._reload, self._again)
