"""Reads cards: bytes of the engine and edges of the beam go into `Passages`, verdicts go to the dealing.

Woken by the first start bit or by the beam; polls the byte ring only while something is arriving.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app.engine import STX
from pitboard.app.passages import CARD, UNKNOWN, Passages
from pitboard.games import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.app.dealing import Dealing
    from pitboard.app.engine import Engine
    from pitboard.interfaces import ByteSource, Flag, PassageSensor

_LINE_MAX = const(32)  # no code of ours is longer
_POLL_MS = const(2)
_LINE_MS = const(60)  # a pause of this ends a line


class Scanner:
    """Task of the card reader."""

    def __init__(
        self,
        reader: "ByteSource",
        beam: "PassageSensor",
        wake: "Flag",
        dealing: "Dealing",
        parse: "Callable[[memoryview], int]",
        engine: "Engine",
    ) -> None:
        """`parse` makes a card of a code: UNKNOWN if it is none."""
        self._reader = reader
        self._beam = beam
        self._wake = wake
        self._dealing = dealing
        self._parse = parse
        self._engine = engine
        self._splitter = engine.splitter
        self._passages = Passages()
        self._line = bytearray(_LINE_MAX)
        self._length = 0  # _LINE_MAX + 1: longer than any code, the rest of it is dropped
        self._byte_ms = 0
        self._reader_lost = 0
        self._beam_lost = 0

    async def run(self) -> None:
        """Runs for ever; every wait has a limit or ends with a wake-up."""
        reader = self._reader
        while True:
            self._step()
            if self._length or (self._splitter is not None and self._splitter.busy):
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
        self._reader.any()  # counts what was lost
        # Bytes of a line that is dropped anyway may be lost: a card among them is a passage without a read.
        lost = self._reader.lost != self._reader_lost and self._length <= _LINE_MAX
        lost = lost or self._beam.lost != self._beam_lost
        self._reader_lost = self._reader.lost
        self._beam_lost = self._beam.lost
        if lost:
            self._length = 0
            passages.spoil()
            self._deliver()
        while self._beam.next_edge():
            passages.beam(self._beam.edge_broken, self._beam.edge_ms)
            self._engine.passing = self._beam.edge_broken
            self._deliver()
        now = ticks_ms()
        self._take(now)
        if self._length and ticks_diff(now, self._byte_ms) > _LINE_MS:
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
            if passages.verdict != events.STRAY_READ:
                missed = passages.verdict == events.MISSCAN
                self._engine.passage(missed and not self._reader.any())

    def _take(self, now: int) -> None:
        """Bytes of the engine: its answers to the splitter, the rest is text."""
        splitter = self._splitter
        get = self._reader.get
        ends = self._engine.ends
        waiting = self._reader.any()
        if waiting:
            self._engine.heard(now)
        for _ in range(waiting):  # at 115200 baud there are 87 us for each
            byte = get()
            if splitter is not None and (splitter.busy or byte == STX):
                for i in range(splitter.take(byte, now)):
                    self._text(splitter.text[i], now)
            elif self._length <= _LINE_MAX or byte in ends:
                self._text(byte, now)
        if waiting:
            self._byte_ms = now
        elif splitter is not None and splitter.busy:
            for i in range(splitter.tick(now)):
                self._text(splitter.text[i], now)

    def _text(self, byte: int, now: int) -> None:
        if byte in self._engine.ends:
            if self._length:
                self._end_line(now)
            return
        if self._length < _LINE_MAX:
            self._line[self._length] = byte
            self._length += 1
        elif self._length == _LINE_MAX:
            self._length += 1  # named now, however long it goes on
            self._passages.read(UNKNOWN, now)
            self._deliver()

    def _end_line(self, now: int) -> None:
        length = self._length
        self._length = 0
        code = UNKNOWN
        if length <= _LINE_MAX:
            line = memoryview(self._line)[:length]
            if not any(line):
                return  # a line held low is no text: the engine's power came or went
            code = self._parse(line)
            self._passages.read(code, now)
        self._engine.line(code != UNKNOWN)
        self._deliver()
