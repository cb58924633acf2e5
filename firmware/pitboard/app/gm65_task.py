"""Sets up and watches an engine of the GM65 family: probe its baud rate, read every setting back, write what differs.

Every wait has a limit and nobody waits for this task: a table without its engine plays on as far as it can.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app import gm65
from pitboard.app.engine import BLIND_PASSAGES, Engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.interfaces import SerialLine

_BAUDS = (9600, 115200, 57600, 38400, 19200)  # 9600 as delivered (GM65 manual 2.1)
_ANSWER_MS = const(200)
_SAVE_MS = const(600)  # the engine writes its EEPROM first
_AGAIN_MS = const(250)  # an engine drops half a command after 400 ms (8.2)
_LOOK_MS = const(5)
_SILENT_MS = const(2000)  # the line has been silent for so long: ask
_BLOCKED_MS = const(5000)  # ask in spite of a beam that stays broken
_RETRY_MS = const(1000)
_BLIND = "no reads"
_FULL_PROBE = const(4)  # every so many tries at other baud rates, too


class Gm65(Engine):
    """An engine that is asked. `ok` once every setting that decides about cards was read back right."""

    def __init__(self, baud: int, reader: "SerialLine", irregular: "Callable[[int], None]") -> None:
        super().__init__("gm65", reader, irregular)
        self.splitter = self._answers = gm65.Splitter()
        self.ok = False
        self.reason = "not asked yet"
        self._wanted_baud = baud
        self._baud = baud
        self._heard_ms = ticks_ms()

    def heard(self, now: int) -> None:
        self._heard_ms = now

    def line(self, good: bool) -> None:
        """Lines prove nothing about settings: only `run` says that the engine is back, unless it was blind."""
        if good:
            self._silent = 0
            if self.reason == _BLIND:
                self._back()

    def passage(self, missed: bool) -> None:
        """Silence is noticed by asking; that it answers and sees nothing only by cards."""
        self._silent = self._silent + 1 if missed else 0
        if self._silent >= BLIND_PASSAGES and self.ok:
            self._lose(_BLIND)

    async def run(self) -> None:
        """Set up, watch, and begin again when the engine is lost or has forgotten its settings."""
        failed = 0
        while True:
            if await self._set_up(failed % _FULL_PROBE == 0):
                failed = 0
                await self._watch()
                continue
            failed += 1
            if failed > 1:  # the first try may have met an engine that was still starting
                self._lose(self.reason)
            await self._use_baud(self._wanted_baud)
            await asyncio.sleep_ms(_RETRY_MS)

    # -- set-up -------------------------------------------------------------------------------

    async def _set_up(self, everywhere: bool) -> bool:
        """True if the engine is as wanted now; `reason` says what is not."""
        if not await self._find(everywhere):
            return self._fail("no answer")
        changed = False
        for row, (address, mask, wanted) in enumerate(gm65.WANTED):
            value = await self._read(address)
            if value < 0:
                return self._fail("no answer")
            if value & mask == wanted:
                continue
            await self._ask(gm65.WRITE, address, bytes((value & ~mask & 255 | wanted,)))
            value = await self._read(address)
            if value >= 0 and value & mask == wanted:
                changed = True
            elif row < gm65.MUST:
                return self._fail("setting %02X" % address)
        reason = ""
        if self._baud != self._wanted_baud:
            if await self._change_baud():
                changed = True
            elif await self._read(0) >= 0:
                reason = "baud %d" % self._baud  # slower than wanted, but it works
            else:
                return self._fail("no answer")
        if changed and await self._ask(gm65.SAVE, 0, b"\0", _SAVE_MS) < 0:
            reason = "not saved"  # it works until it loses its power, and is set up again then
        self._back()
        self.reason = reason
        return True

    def _fail(self, reason: str) -> bool:
        self.ok = False
        self.reason = reason
        return False

    async def _find(self, everywhere: bool) -> bool:
        """Find the baud rate at which it answers: the wanted one first."""
        await self._use_baud(self._wanted_baud)
        if await self._read(0) >= 0:
            return True
        if everywhere:
            for baud in _BAUDS:
                if baud != self._wanted_baud:
                    await self._use_baud(baud)
                    if await self._ask(gm65.READ, 0, b"\1") >= 0:
                        return True
        return False

    async def _change_baud(self) -> bool:
        """Engines answer at the old rate or at the new one: the answer is not relied on."""
        before = self._baud
        await self._ask(gm65.WRITE, gm65.BAUD, gm65.baud_code(self._wanted_baud))
        await self._use_baud(self._wanted_baud)
        if await self._read(0) >= 0:
            return True
        await self._use_baud(before)
        return False

    async def _use_baud(self, baud: int) -> None:
        """Listen and talk at another rate, but not while a card passes."""
        if baud != self._baud:
            for _ in range(_BLOCKED_MS // _ANSWER_MS):
                if not self.passing and not self._reader.any():
                    break
                await asyncio.sleep_ms(_ANSWER_MS)
            self._baud = baud
            self._reader.set_baud(baud)

    # -- watching -----------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Ask for one setting after the other while the line is silent; returns when one is wrong or none comes."""
        row = 0
        while True:
            silent = ticks_diff(ticks_ms(), self._heard_ms)
            if silent < _SILENT_MS or (self.passing and silent < _BLOCKED_MS):
                await asyncio.sleep_ms(max(_SILENT_MS - silent, _ANSWER_MS))
                continue
            address, mask, wanted = gm65.WANTED[row]
            value = await self._read(address)
            if value < 0:
                self._lose("no answer")
                return
            if value & mask != wanted:
                return
            row = (row + 1) % gm65.MUST

    # -- questions ----------------------------------------------------------------------------

    async def _read(self, address: int) -> int:
        """The value of a register, -1 if it does not answer twice."""
        value = await self._ask(gm65.READ, address, b"\1")
        if value < 0:
            await asyncio.sleep_ms(_AGAIN_MS)
            value = await self._ask(gm65.READ, address, b"\1")
        return value

    async def _ask(self, kind: int, address: int, data: bytes, limit: int = _ANSWER_MS) -> int:
        answers = self._answers
        answers.ask(ticks_ms())
        self._reader.write(gm65.command(kind, address, data))
        for _ in range(limit // _LOOK_MS):
            await asyncio.sleep_ms(_LOOK_MS)
            if answers.answer >= 0:
                break
        answers.give_up()
        self._heard_ms = ticks_ms()
        return answers.answer
