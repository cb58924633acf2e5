"""PN532 on a serial line (HSU, 115200 baud): who lies on the reader, and words with a badge.

NXP UM0701-02 (sections as public drivers quote them): 6.2.1 frames, 6.2.2 dialogue, 6.2.3 HSU, 7.2 and 7.3 commands. A
frame has only sums of 8 bits, so one damaged frame in 256 looks sound: an identity counts once two answers in a row
give it, each from a field that was switched on anew. The field is what resets tags: by what users report the chip calls
with REQA, which a tag that was halted does not answer, and InRelease halts; a tag that rests would be lost by it.

Frames hold at most MOST bytes behind their length: two tags with the longest identities and ATS, or an answer of 72
bytes with its status word; a longer one is refused. Every wait has a limit and gives way to other tasks.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT, WORDS_MS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import SerialLine

MOST = const(77)
MOST_APDU = const(72)
_HEAD = const(5)  # preamble, start code, length and its check
_PIECE = const(16)  # bytes for the FIFO at once: with a NACK before them it still has room
_PIECE_MS = const(3)  # 16 bytes take 1.4 ms
_TURN = const(64)  # bytes that are looked at before other tasks have their turn

_ETIMEDOUT = const(110)
_EIO = const(5)
_ENODEV = const(19)
_EINVAL = const(22)
_EOPNOTSUPP = const(95)  # `exchange`: the tag is there, and is none that talks

# What `_take` finds.
_NOTHING = const(0)
_ACK = const(1)
_ANSWER = const(2)
_DAMAGED = const(3)  # an answer to the question, but its sum is wrong
_REFUSED = const(4)

# Where `_take` is in a frame.
_START = const(0)
_LEN = const(1)
_LCS = const(2)
_DATA = const(3)
_DCS = const(4)

_ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"  # 6.2.1.3; from the host it ends what the chip is doing
_NACK_FRAME = b"\x00\x00\xff\xff\x00\x00"  # 6.2.1.4: say it again
# Five rising edges wake the chip (7.2.11); 55h has five. The zeros are a preamble, the time until its clock runs.
_WAKE = b"\x55\x55\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
_WAKE_MS = const(4)

_VERSION = b"\x02"  # 7.2.2
_PARAMETERS = b"\x12\x14"  # 7.2.9: RATS by itself, as after a reset
_SAM_NORMAL = b"\x14\x01\x14\x01"  # 7.2.10: leaves the low battery mode; no SAM
_FIELD_OFF = b"\x32\x01\x00"  # 7.3.1, item 1
_RETRIES = b"\x32\x05\xff\x01\x01"  # 7.3.1, item 5: a call for passive targets has two tries, not endless ones
_LIST_TWO = b"\x4a\x02\x00"  # 7.3.5: at most two tags of 106 kbit/s type A; it halts the first to find the second
_LIST_ONE = b"\x4a\x01\x00"  # leaves the tag ready to talk
_TALK = b"\x40\x01"  # 7.3.8, target 1

_STEP_MS = const(2)
_LONG_STEP_MS = const(5)  # while tags are called
_ACK_MS = const(20)  # 6.2.3: within 15 ms
_SHORT_MS = const(40)
_LIST_MS = const(250)
_TALK_MS = const(600)
_OFF_MS = const(7)  # a tag forgets what it was after 5 ms without a field


class Pn532:
    """A reader that is asked. What raises OSError leaves it to be set up anew, which the next look does."""

    name = "pn532"

    def __init__(self, line: "SerialLine") -> None:
        self.version = 0  # IC, Ver, Rev; 320106h is a PN532 with firmware 1.6
        self._line = line
        self._out = bytearray(MOST + _HEAD + 2)
        self._out[2] = 0xFF
        self._out[5] = 0xD4
        self._view = memoryview(self._out)
        self._in = bytearray(MOST)
        self._at = _START
        self._last = 0xFF
        self._length = 0
        self._count = 0
        self._sum = 0
        self._ready = False
        self._lit = False  # the field may be on
        self._talks = False  # the tag is activated and takes APDUs
        self._until_ms = 0  # when it has had its time
        self._seen = b""  # who was there at the last look

    # -- the reader ---------------------------------------------------------------------------

    async def begin(self) -> None:
        """Wake the chip and set it up; OSError if it is not there."""
        self._ready = False
        self._seen = b""
        self._line.write(_WAKE)
        await asyncio.sleep_ms(_WAKE_MS)
        await self._ask(_SAM_NORMAL, _SHORT_MS, 3)  # half a frame from before a restart may swallow the first
        if await self._ask(_VERSION, _SHORT_MS) != 6:
            raise self._failed(_EIO)
        answer = self._in
        self.version = answer[2] << 16 | answer[3] << 8 | answer[4]
        await self._ask(_PARAMETERS, _SHORT_MS)
        await self._ask(_RETRIES, _SHORT_MS)
        self._lit = True
        await self.release()
        self._ready = True

    async def look(self) -> "tuple[int, bytes]":
        """Who is there now: a result of tag_results, and the identity with IDENTITY."""
        if not self._ready:
            await self.begin()
        before = self._seen
        result, identity = await self._list(_LIST_TWO)
        if result == NOBODY and before:  # a reply that is garbled in the air is nobody to the chip
            result, identity = await self._list(_LIST_TWO)
        if result == IDENTITY and identity != before:
            result, again = await self._list(_LIST_ONE)
            if result != IDENTITY or again != identity:
                result = PRESENT
        if result != IDENTITY:
            identity = b""
            await self.release()
        self._seen = identity
        return result, identity

    async def exchange(self, apdu: bytes) -> bytes:
        """The answer of the tag that the last look found; OSError if it has none or has gone."""
        if len(apdu) > MOST_APDU:
            raise OSError(_EINVAL)
        if not self._talks:
            seen = self._seen
            if not seen or await self._list(_LIST_ONE) != (IDENTITY, seen):
                raise OSError(_ENODEV)
            if not self._talks:
                raise OSError(_EOPNOTSUPP)
        left_ms = max(0, ticks_diff(self._until_ms, ticks_ms()))
        # Sent once: a tag that has heard it must not hear it again.
        size = await self._ask(_TALK + apdu, min(_TALK_MS, left_ms), 1)
        if size < 3 or self._in[2]:  # 7.1; a status with "more to come" is longer than we take
            self._talks = False
            raise OSError(_EIO)
        return bytes(self._in[3:size])

    async def release(self) -> None:
        """Let go of the tag: without a field it begins anew."""
        if self._lit:
            self._talks = False
            await self._ask(_FIELD_OFF, _SHORT_MS)
            self._lit = False
            await asyncio.sleep_ms(_OFF_MS)

    # -- tags ---------------------------------------------------------------------------------

    async def _list(self, command: bytes) -> "tuple[int, bytes]":
        """Call tags from a field that is switched on anew; every answer that is not sound is PRESENT."""
        await self.release()
        self._lit = True
        size = await self._ask(command, _LIST_MS)
        answer = self._in
        if size == 3 and answer[2] == 0:
            return NOBODY, b""
        if size > 3 and answer[2] == 2:
            return COLLISION, b""
        # Number, SENS_RES (2), SEL_RES, length and bytes of NFCID1, then the ATS, which begins with its length.
        length = answer[7] if size > 8 else 0
        end = 8 + length
        if (
            answer[2] != 1
            or answer[3] != 1
            or answer[6] & 0x04  # the identity goes on: ISO 14443-3, cascade bit
            or length not in (4, 7, 10)
            or size < end
            or (size > end and answer[end] != size - end)
            or (length < 10 and answer[end - 4] == 0x88)  # a cascade tag: there are more levels
            or (length == 4 and answer[8] == 0x08)  # a number that the tag makes up anew: no identity
        ):
            return PRESENT, b""
        self._talks = command == _LIST_ONE and bool(answer[6] & 0x20)  # ISO 14443-3: it obeys ISO 14443-4
        self._until_ms = ticks_add(ticks_ms(), WORDS_MS)
        return IDENTITY, bytes(answer[8:end])

    # -- frames -------------------------------------------------------------------------------

    async def _ask(self, command: bytes, limit: int, tries: int = 2) -> int:
        """Send a command until it is acknowledged; returns how many bytes the answer in `_in` has."""
        size = self._fill(command)
        while not await self._send(size):
            tries -= 1
            if tries <= 0:
                raise self._failed(_ETIMEDOUT)
        found = await self._wait(_ANSWER, limit)
        if found == _DAMAGED:
            self._line.write(_NACK_FRAME)
            found = await self._wait(_ANSWER, _SHORT_MS)
        if found != _ANSWER:
            raise self._failed(_EIO if found else _ETIMEDOUT)
        return self._length

    def _failed(self, code: int) -> OSError:
        """The chip drops what it does, and nothing that was known counts any more."""
        self._line.write(_ACK_FRAME)
        self._ready = False
        self._talks = False
        self._seen = b""
        return OSError(code)

    def _fill(self, command: bytes) -> int:
        """Make the frame of a command; returns its size."""
        out = self._out
        length = len(command) + 1
        out[3] = length
        out[4] = -length & 255
        total = 0xD4
        at = _HEAD + 1
        for byte in command:
            out[at] = byte
            total += byte
            at += 1
        out[at] = -total & 255
        out[at + 1] = 0
        return at + 2

    async def _send(self, size: int) -> bool:
        """Send the frame; True if it is acknowledged. What came before is dropped."""
        line = self._line
        for _ in range(line.any()):
            line.get()
        self._at = _START
        sent = 0
        while True:
            end = min(sent + _PIECE, size)
            line.write(self._view[sent:end])
            sent = end
            if sent == size:
                break
            await asyncio.sleep_ms(_PIECE_MS)
        return await self._wait(_ACK, _ACK_MS) == _ACK

    async def _wait(self, wanted: int, limit: int) -> int:
        """What has come: `wanted`, for an answer also _DAMAGED and _REFUSED, or _NOTHING."""
        line = self._line
        step = _STEP_MS if limit < _LIST_MS else _LONG_STEP_MS
        for _ in range(limit // step):
            await asyncio.sleep_ms(step)
            for _ in range(min(line.any(), _TURN)):
                found = self._take(line.get())
                if found == wanted or (found > _ANSWER and wanted == _ANSWER):
                    return found
        return _NOTHING

    def _take(self, byte: int) -> int:
        """One byte of the stream. Whatever is no frame is passed over; a start code begins anew only outside of one."""
        at = self._at
        last = self._last
        self._last = byte
        if at == _DATA:
            self._in[self._count] = byte
            self._count += 1
            self._sum += byte
            if self._count == self._length:
                self._at = _DCS
        elif at == _START:
            if byte == 0xFF and last == 0:
                self._at = _LEN
        elif at == _LEN:
            self._length = byte
            self._at = _LCS
        elif at == _LCS:
            self._at = _START
            if last == 0 and byte == 0xFF:
                return _ACK
            if 0 < last <= MOST and (last + byte) & 255 == 0:
                self._count = 0
                self._sum = 0
                self._at = _DATA
        else:
            self._at = _START
            return self._judge((self._sum + byte) & 255 == 0)
        return _NOTHING

    def _judge(self, sound: bool) -> int:
        """A whole frame: the answer to what was asked, or one that nobody waits for."""
        answer = self._in
        if answer[0] == 0xD5 and self._length > 1 and answer[1] == self._out[_HEAD + 1] + 1:
            return _ANSWER if sound else _DAMAGED
        # 6.2.1.5: one byte, 7Fh
        return _REFUSED if sound and self._length == 1 and answer[0] == 0x7F else _NOTHING
