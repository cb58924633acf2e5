"""Who lies on a tag reader: one arrival and one departure for each tag, whatever the looks between them were like.

A garbled answer is somebody. Gone is who was not heard in GONE looks in a row, each of them clean: the reader has
called twice or more, and its chip has said that it listened the whole time. One such look may be calls that noise has
spoilt, or a tag that passes a dead spot. With one bit in a hundred wrong, where a tag is still read now and then, one
call in 14 is lost, and three looks of four calls practically never; with one in twenty, where nothing can be read at
all, one look in 30 finds nobody, and three in a row one time in 25,000.

Nobody stays for longer than STALE_MS without being read again: otherwise any tag that cannot be read would keep the
last badge in place, and so would a dead reader.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app.fixed_times import left_ms
from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Protocol

    class TagReader(Protocol):
        """A reader of tags (app/iso14443.py, app/pn532.py). What raises OSError leaves it to be begun anew."""

        name: str
        version: int

        async def begin(self) -> None:
            """OSError if it is absent."""
            ...

        async def look(self) -> "tuple[int, bytes]":
            """A result of app/tag_results.py, and the identity with IDENTITY."""
            ...

        async def exchange(self, apdu: bytes) -> bytes:
            """Words with the tag of the last look; raises OSError, with EOPNOTSUPP if it is no tag that talks."""
            ...

        async def release(self) -> None:
            """No more words."""
            ...


GONE = const(3)
STALE_MS = const(3000)
_TWICE = const(2)  # looks that must agree that there are two tags
_TRIES = const(3)  # to hear a newcomer's words
_FAILURES = const(3)  # in a row, before a reader is called missing; one or two are a glitch
_RETRY_MS = const(1000)  # for a reader that is missing


class TagWatch:
    """Looks every `every_ms`; tells `arrived` and `departed`, and by `noted` that a flag below has changed.

    `arrived` may talk to the tag through the reader; what it answers is whether it is content. If not, it is called
    again after the next look that finds the tag, three times at most.
    """

    def __init__(
        self,
        reader: "TagReader",
        every_ms: int,
        arrived: "Callable[[bytes], Awaitable[bool]]",
        departed: "Callable[[bytes], None]",
        noted: "Callable[[], None]",
    ) -> None:
        self.reader = reader
        self.missing = False
        self.collision = False  # several tags lie there
        self.identity = b""  # who is there
        self.result = PRESENT  # what the last look has found; of a reader that fails: nothing is known
        self._every_ms = every_ms
        self._arrived = arrived
        self._departed = departed
        self._noted = noted
        self.begun = False  # it is set up, and the last look was one
        self._failed = 0
        self._clean = 0  # looks in a row that found nobody
        self._collided = 0
        self._tries = 0  # left
        self._sure_ms = 0

    async def run(self) -> None:
        while True:
            await self.turn()
            await asyncio.sleep_ms(self.pause_ms())

    def pause_ms(self) -> int:
        """Until the next look: at fixed times, for a card that lies face down may not set the pace of what follows it.
        Some identities take 5 us longer to read than others. Halfway, because a display is looked at at whole seconds.
        """
        every = _RETRY_MS if self.missing else self._every_ms
        return left_ms(every, every // 2)

    def ask_again(self) -> None:
        """Call `arrived` for the one that rests here once more, after the next look that finds it."""
        if self.identity and not self._tries:
            self._tries = _TRIES

    async def turn(self) -> None:
        """One look. A reader that fails is set up again with the next one."""
        reader = self.reader
        try:
            if not self.begun:
                await reader.begin()
                self.begun = True
            result, identity = await reader.look()
        except OSError:
            self._fail()
        else:
            self._failed = 0
            await self._judge(result, identity)
        if self.identity and ticks_diff(ticks_ms(), self._sure_ms) > STALE_MS:
            self._leave()
        self._flags(self._failed >= _FAILURES or (self.missing and self._failed > 0), self._collided >= _TWICE)

    def _fail(self) -> None:
        self.begun = False
        self.result = PRESENT
        self._failed += 1

    def _flags(self, missing: bool, collision: bool) -> None:
        if missing != self.missing or collision != self.collision:
            self.missing = missing
            self.collision = collision
            self._noted()

    async def _judge(self, result: int, identity: bytes) -> None:
        self.result = result
        if result == COLLISION:
            self._collided += 1
        elif result in (IDENTITY, NOBODY):
            self._collided = 0
        if result == NOBODY:
            self._clean += 1
            if self._clean >= GONE:
                self._leave()
            return
        self._clean = 0
        if result != IDENTITY:
            return
        self._sure_ms = ticks_ms()
        if identity != self.identity:
            self._leave()
            self.identity = identity
            self._tries = _TRIES
        if self._tries:
            self._tries -= 1
            if await self._arrived(identity):
                self._tries = 0
            try:
                await self.reader.release()
            except OSError:
                self._fail()

    def _leave(self) -> None:
        gone = self.identity
        if gone:
            self.identity = b""
            self._tries = 0
            self._departed(gone)
