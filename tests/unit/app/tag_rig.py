"""A tag reader without a board: our driver on an SPI bus whose other end is the model, in virtual time.

Coroutines are run to their end by `run`; to sleep is to let the simulator's clock go on.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from simulator.clock import VirtualClock
from simulator.models.mfrc522 import Mfrc522 as Model
from simulator.models.tags import Tag, TagField

for _name in ("ticks_ms", "ticks_us", "ticks_add", "ticks_diff"):  # to import by; `use` brings the rig's own
    if not hasattr(time, _name):
        setattr(time, _name, int)

from pitboard.app import fixed_times, iso14443, tag_watch  # noqa: E402
from pitboard.drivers import mfrc522  # noqa: E402

MS = 1_000_000
CALL_NS = 25_000
"""A transfer of a few bytes, with what MicroPython on the chip needs around it."""
BYTE_NS = 2_000

T = TypeVar("T")


class Pin:
    """An output that a part looks at."""

    def __init__(self, changed: Callable[[bool], None]) -> None:
        self._changed = changed

    def value(self, level: int) -> None:
        self._changed(bool(level))


class Spi:
    """`machine.SPI`, as much as drivers use."""

    def __init__(self, clock: VirtualClock, model: Model) -> None:
        self._clock = clock
        self._model = model
        self.transfers = 0
        self.lost = -1
        """The number of a transfer that does not reach the chip; ones come back."""
        self.flipped = (-1, 0)
        """The number of a transfer, and bits of its last byte that come back wrong."""

    def write_readinto(self, out: bytes | memoryview, into: bytearray | memoryview) -> None:
        for at, byte in enumerate(bytes(out)):
            into[at] = 0xFF if self.transfers == self.lost else self._model.exchange(byte)
        if self.transfers == self.flipped[0]:
            into[len(out) - 1] ^= self.flipped[1]
        self.transfers += 1
        self._clock.advance_to(self._clock.now_ns() + CALL_NS + len(out) * BYTE_NS)

    def write(self, out: bytes) -> None:
        self.write_readinto(out, bytearray(len(out)))

    def readinto(self, into: bytearray | memoryview, write: int = 0) -> None:
        self.write_readinto(bytes((write,)) * len(into), into)


class Rig:
    """A field, its reader, and time."""

    def __init__(self, *tags: Tag, seed: int = 1, reset: bool = True) -> None:
        self.clock = VirtualClock()
        self.field = TagField(rng=random.Random(seed))
        self.model = Model(self.clock, self.field, rng=random.Random(seed + 1))
        self.spi: Any = Spi(self.clock, self.model)
        cs: Any = Pin(lambda level: self.model.select(not level))
        line: Any = Pin(self.model.reset_pin) if reset else None
        self.driver = mfrc522.Mfrc522(self.spi, cs, line)
        self.reader = iso14443.Iso14443(self.driver, "mfrc522")
        self.slept_ns = 0
        self.longest_ns = 0
        """The longest time between two sleeps: what other tasks had to wait."""
        for tag in tags:
            self.field.put(tag)

    def sleep_ms(self, ms: int) -> "Sleep":
        return Sleep(self, ms)

    def wait_ms(self, ms: float) -> None:
        self.longest_ns = max(self.longest_ns, self.clock.now_ns() - self.slept_ns)
        self.clock.advance_to(self.clock.now_ns() + round(ms * MS))
        self.slept_ns = self.clock.now_ns()

    def ready(self) -> "Rig":
        run(self.reader.begin())
        return self

    def look(self) -> tuple[int, bytes]:
        self.slept_ns = self.clock.now_ns()
        return run(self.reader.look())


class Sleep:
    """Awaited, it has passed."""

    def __init__(self, rig: Rig, ms: int) -> None:
        self._rig = rig
        self._ms = ms

    def __await__(self) -> Iterator[None]:
        self._rig.wait_ms(self._ms)
        yield from ()


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """It never really waits, so one step takes it to its end."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits for something that is not time")


def use(monkeypatch: Any, rig: Rig) -> Rig:
    """Our modules live in the rig's time from now on."""
    clock = rig.clock
    monkeypatch.setattr(asyncio, "sleep_ms", rig.sleep_ms, raising=False)
    monkeypatch.setattr(mfrc522, "ticks_us", lambda: clock.now_ns() // 1000)
    monkeypatch.setattr(mfrc522, "ticks_add", lambda ticks, delta: ticks + delta)
    monkeypatch.setattr(mfrc522, "ticks_diff", lambda later, earlier: later - earlier)
    for module in (tag_watch, iso14443):
        monkeypatch.setattr(module, "ticks_ms", lambda: clock.now_ns() // MS)
        monkeypatch.setattr(module, "ticks_diff", lambda later, earlier: later - earlier)
    monkeypatch.setattr(fixed_times, "ticks_ms", lambda: clock.now_ns() // MS)
    monkeypatch.setattr(iso14443, "ticks_add", lambda ticks, delta: ticks + delta)
    return rig
