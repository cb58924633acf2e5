"""Tagged cards instead of barcodes: a tag reader at the slide that speaks to the scanner as a barcode engine does.

A line is the identity of a tag in capital hexadecimal digits, or MANY where several tags lie over each other. A tag is
said once when it comes, and again by each look of which the whole was in a passage: so one that rests there is neither
lost nor doubled, for the same code again in one passage is the same card (app/passages.py). Which card it is the set
says (games/tag_codes.py), never the tag.

A look at a newcomer takes some 45 ms, for it is read twice. While the beam is broken looks follow each other at once,
and for a while after it has cleared; else there are ten a second, to see whether the reader is still there.
"""

import asyncio
from binascii import hexlify
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from pitboard.app.engine import Engine
from pitboard.app.passages import BLOCKED_MS, TWO, WINDOW_MS
from pitboard.app.tag_results import COLLISION, IDENTITY
from pitboard.app.tag_watch import TagWatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.app.tag_watch import TagReader
    from pitboard.games.tag_codes import TagCodes
    from pitboard.interfaces import Flag

MANY = b"*"
_IDLE_MS = const(100)
_STEP_MS = const(5)  # so soon a broken beam is noticed
_QUICK_MS = const(1)
_MOST = const(64)  # bytes that wait: four lines

# The beam, as it was at the last look.
_CLEAR = const(0)
_BROKEN = const(1)
_CLEARED = const(2)  # a while ago


class TagCards(Engine):
    """A card reader, its task, and the source of its own bytes."""

    def __init__(
        self,
        reader: "TagReader",
        codes: "TagCodes",
        wake: "Flag",
        irregular: "Callable[[int], None]",
    ) -> None:
        super().__init__("plain", self, irregular)
        self.name = reader.name
        self.ok = False
        self.reason = "not asked yet"
        self.lost = 0
        self._codes = codes
        self._wake = wake
        self._watch = TagWatch(reader, _IDLE_MS, self._arrived, self._departed, self._noted)
        self._queue = b""
        self._taken = 0
        self._state = _CLEAR
        self._since_ms = 0

    @property
    def version(self) -> int:
        return self._watch.reader.version

    # -- bytes, as of a serial line -----------------------------------------------------------

    def any(self) -> int:
        return len(self._queue) - self._taken

    def get(self) -> int:
        self._taken += 1
        return self._queue[self._taken - 1]

    def listen(self) -> None:
        """Each line wakes by itself."""

    def write(self, data: bytes) -> None:
        """Nothing is said to a reader of tags on this line."""

    def set_baud(self, baud: int) -> None:
        """It has none."""

    def _say(self, line: bytes) -> None:
        if self.any() + len(line) >= _MOST:
            self.lost += len(line)
            return
        self._queue = self._queue[self._taken :] + line + b"\r"
        self._taken = 0
        self._wake.set()

    def parse(self, line: "bytes | memoryview") -> int:
        """The card of a line, or a code of app/passages.py."""
        return TWO if line == MANY else self._codes.parse(line)

    # -- engine -------------------------------------------------------------------------------

    def line(self, good: bool) -> None:
        """Lines prove nothing that looks do not."""

    def passage(self, missed: bool) -> None:
        """The loss of a reader is noticed by its looks."""

    async def _arrived(self, identity: bytes) -> bool:
        self._say(hexlify(identity).upper())
        return True

    def _departed(self, _identity: bytes) -> None:
        """The beam says when a card has passed."""

    def _noted(self) -> None:
        if self._watch.missing:
            self._lose("no answer")

    async def run(self) -> None:
        watch = self._watch
        while True:
            passing = self.passing
            before = watch.identity
            await watch.turn()
            if not self.ok and watch.begun and not watch.missing:
                self._back()
            if watch.result == COLLISION:
                if passing or self.passing:  # a look that began before the beam may be the only whole one of a passage
                    self._say(MANY)
            elif passing and watch.result == IDENTITY and watch.identity == before:
                self._say(hexlify(before).upper())
            await self._pause()

    async def _pause(self) -> None:
        """Until the next look: none while a card passes, unless it lies there or the reader is missing."""
        watch = self._watch
        if self._is_busy() and not watch.missing:
            await asyncio.sleep_ms(_QUICK_MS)
            return
        due = ticks_add(ticks_ms(), watch.pause_ms())
        left = _STEP_MS
        while left > 0:
            await asyncio.sleep_ms(min(left, _STEP_MS))
            if self.passing and self._state == _CLEAR and not watch.missing:
                return
            left = ticks_diff(due, ticks_ms())

    def _is_busy(self) -> bool:
        """A card passes, or has just passed."""
        now = ticks_ms()
        if self.passing:
            if self._state != _BROKEN:
                self._state = _BROKEN
                self._since_ms = now
            return ticks_diff(now, self._since_ms) < BLOCKED_MS
        if self._state == _BROKEN:
            self._state = _CLEARED
            self._since_ms = now
        if self._state == _CLEARED and ticks_diff(now, self._since_ms) >= WINDOW_MS:
            self._state = _CLEAR
        return self._state != _CLEAR
