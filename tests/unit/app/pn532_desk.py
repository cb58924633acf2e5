"""A PN532's driver without a board: a serial line whose other end is the model, in the simulator's time.

`Desk.run` takes a coroutine to its end; to sleep is to let that time pass.
"""

import random
import types
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any, TypeVar

import pytest

from pitboard.app import pn532 as firmware
from simulator.models.pn532 import Pn532
from simulator.models.tags import Tag, TagField
from tests.models.recorder import MS, Recorder

T = TypeVar("T")
BYTE_NS = 10_000_000_000 // 115_200
FIFO, RING = 32, 512
FOUR, SEVEN, TEN = (bytes.fromhex(text) for text in ("01020304", "04A1B2C3D4E5F6", "1020304050607080A0B0"))
ACK = bytes.fromhex("00 00 FF 00 FF 00")
SELECT = bytes.fromhex("00A4040C07D276000085010100")


class Line(Recorder):
    """The wires and the UART behind them: a FIFO to the chip, received bytes in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.chip: Pn532 | None = None
        self.lost = 0
        self.sent: list[bytes] = []
        self.most_in_fifo = 0
        self._taken = 0
        self._free_ns = 0

    def any(self) -> int:
        lost = max(0, len(self.received) - self._taken - RING)
        self.lost += lost
        self._taken += lost
        return len(self.received) - self._taken

    def get(self) -> int:
        self._taken += 1
        return self.received[self._taken - 1][2]

    def listen(self) -> None:
        raise AssertionError("it is not waited for by an edge")

    def set_baud(self, baud: int) -> None:
        raise AssertionError(f"nobody asked for {baud}")

    def write(self, data: bytes) -> None:
        now_ns = self.time.now_ns()
        waiting = max(0, self._free_ns - now_ns) // BYTE_NS
        self.most_in_fifo = max(self.most_in_fifo, waiting + len(data))
        self.sent.append(bytes(data))
        for byte in bytes(data):
            self._free_ns = max(self._free_ns, now_ns) + BYTE_NS
            if self.chip is not None:
                self.time.call_at(self._free_ns, partial(self.chip.receive, byte, 115_200))


@types.coroutine
def sleep_ms(ms: int) -> Generator[int, None, None]:
    yield ms


_latest: list["Desk"] = []


class Desk:
    """A reader, its chip and its tags, and what a loop does: let time pass."""

    def __init__(self, *tags: Tag, seed: int = 1) -> None:
        self.line = Line()
        _latest[:] = [self]
        self.rng = random.Random(seed)
        self.field = TagField(rng=random.Random(seed + 1))
        self.chip = self.line.chip = Pn532(self.line, 1, 5, self.field, rng=random.Random(seed + 2))
        self.reader = firmware.Pn532(self.line)
        self.jitter_ms = 0.0
        self.on_sleep: Callable[[], None] | None = None
        for tag in tags:
            self.field.put(tag)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            while True:
                ms = work.send(None)
                assert ms <= 10, "an answer would be found late"
                self.line.run_ms(ms + self.rng.random() * self.jitter_ms)
                if self.on_sleep is not None:
                    self.on_sleep()
        except StopIteration as end:
            return end.value

    def look(self) -> tuple[int, bytes]:
        return self.run(self.reader.look())

    def look_or_fail(self) -> tuple[int, bytes] | None:
        try:
            return self.look()
        except OSError:
            return None

    def ms(self, work: Coroutine[Any, Any, Any]) -> float:
        began_ns = self.line.time.now_ns()
        self.run(work)
        return (self.line.time.now_ns() - began_ns) / MS


def use(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver lives in that time."""
    monkeypatch.setattr(firmware, "asyncio", types.SimpleNamespace(sleep_ms=sleep_ms))
    monkeypatch.setattr(firmware, "ticks_ms", lambda: _latest[0].line.time.now_ns() // MS)
    monkeypatch.setattr(firmware, "ticks_add", lambda ticks, delta: ticks + delta)
    monkeypatch.setattr(firmware, "ticks_diff", lambda later, earlier: later - earlier)


def damage_next(desk: Desk, code: bytes, times: int) -> None:
    """The sum of the next answers to a command arrives with a wrong bit."""
    real, left = desk.chip._send, [times]

    def send(data: bytes) -> int:
        if data[5:7] == b"\xd5" + code and left[0]:
            left[0] -= 1
            data = data[:-2] + bytes((data[-2] ^ 1, 0))
        return real(data)

    desk.chip._send = send
