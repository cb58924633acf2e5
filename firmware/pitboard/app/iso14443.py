"""Tags of ISO/IEC 14443 type A before a chip that sends frames (drivers/mfrc522.py): who is there, and words with it.

An identity counts only if every step to it was sound: its check byte (BCC), the tag's own assent to the whole of it
(SELECT is answered by that tag alone), the CRC of the assent, and cascade tag and cascade bit that agree; a new one
only if it is the same after the field was off. Any doubt is no identity. Frames are checked here, behind the bus, so
its errors are found, too.

Part 3: 6.2.4 CRC_A, 6.4 commands, 6.5 select sequence. Part 4: RATS, ATS, blocks and their numbers. Every wait has a
limit.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT, WORDS_MS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Transceiver(Protocol):
        """A chip that sends a frame and tells how it went (drivers/mfrc522.py)."""

        bits: int

        @property
        def answer(self) -> memoryview: ...
        async def begin(self) -> int: ...
        def field(self, on: bool) -> None: ...
        def start(self, frame: bytearray, bits: int, limit_us: int) -> None: ...
        def poll(self) -> int: ...


# What a chip's `poll` says.
_BUSY = const(0)
_DONE = const(1)
_NO_ANSWER = const(2)
_COLLIDED = const(3)
_GARBLED = const(4)

_REQA = const(0x26)
_WUPA = const(0x52)
_CASCADE_TAG = const(0x88)
_NOT_COMPLETE = const(0x04)  # of SAK: the identity goes on in the next level
_TALKS = const(0x20)  # of SAK: it obeys part 4
_RANDOM = const(0x08)  # first byte of a four-byte number that the tag makes up anew (6.5.4): no identity

_SHORT_US = const(1000)  # an answer begins after 91 us (6.2.1), HLTA is acknowledged by 1 ms of silence (6.4.3)
_RATS_US = const(6000)  # 65536 periods of the carrier are 4.8 ms; for DESELECT, too
_MORE_CALLS = const(4)
_PATIENCE = const(3)  # looks after the last answer
_OFF_MS = const(6)  # a field that goes for 5 ms resets every tag

_MOST = const(64)  # bytes of a frame and of an answer: the chip's FIFO
_FRAME_SIZE = const(0x50)  # RATS: we take 64 bytes
_LONGEST_US = const(500000)
_UNIT_US = const(303)  # FWT and SFGT: 4096 periods of the carrier, times a power of two

_I_BLOCK = const(0x02)
_ACK = const(0xA2)
_NAK = const(0xB2)
_DESELECT = const(0xC2)
_WTX = const(0xF2)

_EIO = const(5)
_ENODEV = const(19)
_EINVAL = const(22)
_EOPNOTSUPP = const(95)  # `exchange`: the tag is there, and is none that talks


def crc_a(buf: "bytearray | memoryview", count: int) -> int:
    """CRC_A of the first bytes (6.2.4): begun with 6363, lowest bit first."""
    value = 0x6363
    for i in range(count):
        byte = (buf[i] ^ value) & 255
        byte = (byte ^ byte << 4) & 255
        value = value >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return value


class Iso14443:
    """A reader. After OSError it wants `begin`."""

    def __init__(self, chip: "Transceiver", name: str) -> None:
        self.name = name
        self.version = 0
        self._chip = chip
        self._out = bytearray(_MOST)
        self._got = 0  # bytes of the last sound answer, without its CRC
        self._uid = bytearray(10)
        self._length = 0
        self._sak = 0
        self._seen = b""  # who was there at the last look
        self._patience = 0
        self._talks = False  # it is activated by RATS
        self._number = 0
        self._most = 0  # bytes that it takes in a block
        self._wait_us = 0
        self._until_ms = 0  # when it has had its time

    # -- the reader ---------------------------------------------------------------------------

    async def begin(self) -> None:
        """Set the chip up; OSError if it is not there."""
        self._talks = False
        self._seen = b""
        self.version = await self._chip.begin()

    async def look(self) -> "tuple[int, bytes]":
        """Who is there now: a result of tag_results, and the identity with IDENTITY."""
        await self.release()
        before = self._seen
        self._seen = b""
        result = await self._look()
        if result == COLLISION:  # noise looks like one, too; two tags do it again
            result = await self._look()
        self._patience = max(self._patience - 1, 0) if result == NOBODY else _PATIENCE
        if result != IDENTITY:
            return result, b""
        identity = self._identity()
        if identity != before:
            # Somebody new. If it drowns one that rests, REQA does not find that one, unless the field was off.
            await self._reset_field()
            result = await self._look()
            if result != IDENTITY or self._identity() != identity:
                return (COLLISION if result == COLLISION else PRESENT), b""
        self._seen = identity
        return IDENTITY, identity

    def _identity(self) -> bytes:
        return bytes(self._uid[: self._length])

    async def exchange(self, apdu: bytes) -> bytes:
        """The answer of the tag that the last look found; OSError if it has none or has gone."""
        if not self._talks:
            await self._activate()
        if len(apdu) > self._most:
            raise OSError(_EINVAL)
        if not await self._talk(apdu):
            await self._reset_field()
            raise OSError(_EIO)
        self._number ^= 1
        return bytes(self._chip.answer[1 : self._got])

    async def release(self) -> None:
        """Let go of the tag; it rests."""
        if not self._talks:
            return
        for _ in range(2):
            self._out[0] = _DESELECT
            if await self._frame(1, _RATS_US) == _DONE and self._chip.answer[0] == _DESELECT:
                self._talks = False
                return
        await self._reset_field()

    # -- part 3: who is there -----------------------------------------------------------------

    async def _look(self) -> int:
        """Who is there; it rests afterwards, and only WUPA wakes it."""
        result = await self._select()
        if result != IDENTITY:
            return result
        if await self._halt() != _NO_ANSWER:
            return PRESENT
        # It rests, and REQA does not reach it. Whoever answers now was drowned by it before.
        if await self._short(_REQA) != _NO_ANSWER:
            return COLLISION
        return PRESENT if self._length == 4 and self._uid[0] == _RANDOM else IDENTITY

    async def _select(self) -> int:
        """Wake and select the one that is there: IDENTITY, in `_uid`, or why not."""
        # A tag that was left in the middle of a look takes the first call as an error, in silence (6.3). One that was
        # there just now is called more often: a call that noise has spoilt is not answered either.
        for _ in range(_MORE_CALLS if self._patience else 2):
            result = await self._short(_WUPA)
            if result != _NO_ANSWER:
                break
        else:
            return NOBODY
        if result == _DONE and self._chip.bits != 16:  # ATQA
            return PRESENT
        length = 0
        for level in range(3):
            if result == _DONE:
                result = await self._assent(0x93 + 2 * level)
            if result != _DONE:
                return COLLISION if result == _COLLIDED else PRESENT
            ends = not self._sak & _NOT_COMPLETE
            if ends == (self._out[2] == _CASCADE_TAG and level < 2):
                return PRESENT  # 6.5.4: the one says that the identity goes on, the other that it does not
            for at in range(2 if ends else 3, 6):
                self._uid[length] = self._out[at]
                length += 1
            if ends:
                self._length = length
                return IDENTITY
        return PRESENT

    async def _assent(self, sel: int) -> int:
        """One cascade level (6.5.3): ask for its part and have the tag confirm it. It stays in `_out`, from 2."""
        out = self._out
        out[0] = sel
        out[1] = 0x20
        result = await self._send(16, _SHORT_US)
        if result != _DONE:
            return result
        answer = self._chip.answer
        if self._chip.bits != 40 or answer[0] ^ answer[1] ^ answer[2] ^ answer[3] ^ answer[4]:  # BCC
            return _GARBLED
        out[1] = 0x70
        out[2:7] = answer[:5]
        result = await self._frame(7, _SHORT_US)
        if result == _DONE and self._got != 1:
            return _GARBLED
        self._sak = answer[0]
        return result

    async def _halt(self) -> int:
        self._out[0] = 0x50
        self._out[1] = 0
        return await self._frame(2, _SHORT_US)

    async def _reset_field(self) -> None:
        """Whatever a tag was in the middle of, it begins anew."""
        self._talks = False
        self._chip.field(False)
        await asyncio.sleep_ms(_OFF_MS)
        self._chip.field(True)
        await asyncio.sleep_ms(_OFF_MS)

    # -- part 4: words ------------------------------------------------------------------------

    async def _activate(self) -> None:
        if not self._seen or await self._select() != IDENTITY or self._identity() != self._seen:
            raise OSError(_ENODEV)
        self._until_ms = ticks_add(ticks_ms(), WORDS_MS)
        if not self._sak & _TALKS:
            await self._halt()
            raise OSError(_EOPNOTSUPP)
        self._out[0] = 0xE0
        self._out[1] = _FRAME_SIZE
        if await self._frame(2, _RATS_US) != _DONE or self._chip.answer[0] != self._got:
            await self._reset_field()
            raise OSError(_EIO)
        self._talks = True
        self._number = 0
        await asyncio.sleep_ms(2 + self._read_ats() // 1000)

    def _read_ats(self) -> int:
        """Sizes and times that the tag asks for. Returns the pause behind the ATS, in us."""
        ats = self._chip.answer
        kinds = ats[1] if self._got > 1 else 0
        size = kinds & 15
        self._most = (_MOST if size > 4 else 16 + 8 * size) - 3  # FSCI: 16, 24, 32, 40, 48, 64 and more
        times = 0x40  # FWI 4, SFGI 0, unless TB says something else
        at = 3 if kinds & 0x10 else 2
        if kinds & 0x20 and at < self._got:
            times = ats[at]
        self._wait_us = min((_UNIT_US << (times >> 4)) + _SHORT_US, _LONGEST_US)
        pause = times & 15
        return min(_UNIT_US << pause, _LONGEST_US) if pause else 0

    async def _talk(self, apdu: bytes) -> bool:
        """One I-block each way. What is lost is asked for once more, never said twice unless the tag did not get it."""
        out = self._out
        chip = self._chip
        count = self._i_block(apdu)
        wait = self._wait_us
        asked_again = said_again = False
        while True:
            left_ms = ticks_diff(self._until_ms, ticks_ms())
            if left_ms <= 0:
                return False
            sound = await self._frame(count, min(wait, 1000 * left_ms)) == _DONE
            wait = self._wait_us
            pcb = chip.answer[0] if sound else 0
            if pcb == _I_BLOCK | self._number:
                return True
            if pcb == _WTX and self._got == 2:
                out[0] = _WTX
                out[1] = chip.answer[1] & 0x3F
                count = 2
                wait = min(wait * out[1], _LONGEST_US)
            elif pcb == _ACK | (self._number ^ 1) and asked_again and not said_again:
                said_again = True
                count = self._i_block(apdu)
            elif not asked_again:
                asked_again = True
                out[0] = _NAK | self._number
                count = 1
            else:
                return False

    def _i_block(self, apdu: bytes) -> int:
        self._out[0] = _I_BLOCK | self._number
        self._out[1 : 1 + len(apdu)] = apdu
        return 1 + len(apdu)

    # -- frames -------------------------------------------------------------------------------

    async def _short(self, command: int) -> int:
        """A frame of seven bits."""
        self._out[0] = command
        return await self._send(7, _SHORT_US)

    async def _frame(self, count: int, limit_us: int) -> int:
        """Send `count` bytes of `_out` and their CRC; done if a whole answer with the right CRC came, `_got` bytes."""
        out = self._out
        check = crc_a(out, count)
        out[count] = check & 255
        out[count + 1] = check >> 8
        result = await self._send(8 * count + 16, limit_us)
        if result != _DONE:
            return result
        chip = self._chip
        got = (chip.bits >> 3) - 2
        if chip.bits & 7 or got < 1 or crc_a(chip.answer, got) != chip.answer[got] | chip.answer[got + 1] << 8:
            return _GARBLED
        self._got = got
        return _DONE

    async def _send(self, bits: int, limit_us: int) -> int:
        """The chip itself ends this: by its own time-out, or by OSError if it does not come."""
        self._chip.start(self._out, bits, limit_us)
        while True:
            await asyncio.sleep_ms(1)
            result = self._chip.poll()
            if result != _BUSY:
                return result
