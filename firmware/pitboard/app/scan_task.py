"""Reads cards: bytes of the engine and edges of the beam go into `Passages`, verdicts go to the dealing.

Woken by the first start bit or by the beam; polls the byte ring only while a line is arriving.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app.passages import CARD, UNKNOWN, Passages
from pitboard.games import cards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing
    from pitboard.interfaces import ByteSource, Flag, PassageSensor

_LINE_MAX = const(32)  # no code of ours is longer; the rest of a longer line is dropped
_POLL_MS = const(2)
_LINE_MS = const(60)  # a line that does not end within this is given up


class Scanner:
    """Task of the card reader."""

    def __init__(
        self, reader: "ByteSource", beam: "PassageSensor", wake: "Flag", dealing: "Dealing"
    ) -> None:
        self._reader = reader
        self._beam = beam
        self._wake = wake
        self._dealing = dealing
        self._passages = Passages()
        self._line = bytearray(_LINE_MAX)
        self._length = 0
        self._line_ms = 0
        self._reader_lost = 0
        self._beam_lost = 0

    async def run(self) -> None:
        """Runs for ever; every wait has a limit or ends with a wake-up."""
        reader = self._reader
        while True:
            self._step()
            if self._length:
                await asyncio.sleep_ms(_POLL_MS)
                continue
            reader.listen()
            if reader.any():
                continue  # it arrived between the look and the arming
            wait = self._passages.wait_ms(ticks_ms())
            if wait < 0:
                await self._wake.wait()
            else:
                try:
                    await asyncio.wait_for_ms(self._wake.wait(), wait + 1)
                except asyncio.TimeoutError:
                    continue
            if not reader.any():
                await asyncio.sleep_ms(_POLL_MS)  # a start bit is not a byte yet

    def _step(self) -> None:
        """Take everything that is there, then let the verdicts fall."""
        passages = self._passages
        if self._reader.lost != self._reader_lost or self._beam.lost != self._beam_lost:
            self._reader_lost = self._reader.lost
            self._beam_lost = self._beam.lost
            self._length = 0
            passages.spoil()
            self._deliver()
        while self._beam.next_edge():
            passages.beam(self._beam.edge_broken, self._beam.edge_ms)
            self._deliver()
        now = ticks_ms()
        for _ in range(self._reader.any()):
            self._take(self._reader.get(), now)
        if self._length and ticks_diff(now, self._line_ms) > _LINE_MS:
            self._end_line(now)  # an engine without a terminator, or a cut line: judge what came
        passages.tick(now)
        self._deliver()

    def _deliver(self) -> None:
        """After every input: verdicts do not pile up."""
        passages = self._passages
        while passages.next_verdict():
            if passages.verdict == CARD:
                self._dealing.card(passages.card, passages.start_ms)
            else:
                self._dealing.irregular(passages.verdict)

    def _take(self, byte: int, now: int) -> None:
        if byte in (10, 13):
            if self._length:
                self._end_line(now)
            return
        if self._length == 0:
            self._line_ms = now
        if self._length < _LINE_MAX:
            self._line[self._length] = byte
        self._length = min(self._length + 1, _LINE_MAX + 1)

    def _end_line(self, now: int) -> None:
        card = UNKNOWN
        if self._length <= _LINE_MAX:
            card = cards.parse(memoryview(self._line)[: self._length])
        self._length = 0
        self._passages.read(card if card >= 0 else UNKNOWN, now)
        self._deliver()
