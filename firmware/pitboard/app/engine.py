"""Barcode engines: what each dialect needs, and how the loss of an engine shows that cannot be asked.

A dialect is a row of data, not code. Engines that can be asked and set up have a task of their own (gm65_task.py).
How to choose and wire an engine: docs/how-to/scanners.md.
"""

import asyncio

from micropython import const

from pitboard.games import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.app.gm65 import Splitter
    from pitboard.interfaces import SerialLine

STX = const(2)  # begins an answer of an engine that is asked
BLIND_PASSAGES = const(2)  # so many in a row without a single byte: the engine is lost
_RENEW_MS = const(5000)  # engines end a read that takes too long by themselves
_HOUR_MS = const(3600000)

# Name: (trigger on, trigger off, acknowledge, bytes that end a line). A pause ends a line in every dialect.
DIALECTS = {
    "plain": (b"", b"", b"", b"\r\n"),  # reads by itself, one line a code, wants nothing
    "gm65": (b"", b"", b"", b"\r\n"),  # the 7E 00 register family
    # Honeywell's serial trigger commands: SYN T CR begins a read, SYN U CR ends it, a good read ends it too.
    "honeywell": (b"\x16T\r", b"\x16U\r", b"", b"\r\n"),
    # Engines with an ACK/NAK handshake send a line again, or nothing more, until it is acknowledged.
    "ack": (b"", b"", b"\x06", b"\r\n\x03"),
}


class Engine:
    """An engine that cannot be asked. `ok` and `reason` are for people; nothing waits for them."""

    splitter: "Splitter | None" = None  # finds answers between the lines, if the engine gives any

    def __init__(
        self, dialect: str, reader: "SerialLine", irregular: "Callable[[int], None]"
    ) -> None:
        if dialect not in DIALECTS:
            raise ValueError("scanner dialect must be one of " + ", ".join(sorted(DIALECTS)))
        self.name = dialect
        self.ok = True
        self.reason = ""
        self.passing = False  # a card is under the beam
        self._on, self._off, acknowledge, self.ends = DIALECTS[dialect]
        self._after_line = acknowledge + self._on
        self._reader = reader
        self._irregular = irregular
        self._lost = False
        self._heard = False
        self._silent = 0

    @property
    def missing(self) -> bool:
        return not self.ok

    def heard(self, now: int) -> None:
        """Bytes have come."""
        self._heard = True

    def line(self, good: bool) -> None:
        """A line has ended; `good`: it was a card's code."""
        if self._after_line:
            self._reader.write(self._after_line)
        if good:
            self._back()

    def passage(self, missed: bool) -> None:
        """A passage has had its verdict; `missed`: it had no read."""
        if missed and not self._heard:
            self._silent += 1
            if self._silent >= BLIND_PASSAGES:
                self._lose("no reads")
        else:
            self._silent = 0
        self._heard = False

    def _lose(self, reason: str) -> None:
        """Say once that the engine is lost."""
        self.ok = False
        self.reason = reason
        if not self._lost:
            self._lost = True
            self._irregular(events.READER_LOST)

    def _back(self) -> None:
        """It works; say so if it was said to be lost."""
        self.ok = True
        self.reason = ""
        self._silent = 0
        if self._lost:
            self._lost = False
            self._irregular(events.READER_BACK)

    async def run(self) -> None:
        """Keep the trigger on, where there is one."""
        while True:
            if not self._on:
                await asyncio.sleep_ms(_HOUR_MS)
                continue
            if not self.passing:
                self._reader.write(self._off + self._on)
            await asyncio.sleep_ms(_RENEW_MS)
