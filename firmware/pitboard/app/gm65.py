"""The register family of the GM65 (GM60, GM861, Waveshare ...): frames, wanted settings, answers apart from lines.

GM65 user manual V1.3, chapter 8. A command is 7E 00, type, length, address, data, CRC; an answer is 02 00, type 00,
length, data, CRC: it does not say what it answers. Plain logic: bytes and times go in, text and answers come out.
"""

from time import ticks_diff

from micropython import const

READ = const(7)  # 8.2
WRITE = const(8)  # 8.3
SAVE = const(9)  # 8.4: to EEPROM
BAUD = const(0x2A)  # two bytes: 3,000,000 / baud, low byte first
_FRAME = const(7)  # bytes of an answer with one byte of data, the only kind that is asked for
_HEAD = b"\x02\x00\x00\x01"
_AFTER_MS = const(
    4
)  # an answer is followed by a pause, a printed code that looks like one by its line end
_HALF_MS = const(40)  # more is not to come: seven bytes take 7 ms at 9600 baud
_LATE_MS = const(1000)  # answers that come later than asked for are still known as such

# Register, bits that matter, their value. The first MUST rows decide about cards; without the others it works, too.
# 8.5, list of zone bits:
WANTED = (
    (0x0D, 0x03, 0x00),  # output on the serial port, not on USB
    (0x00, 0x03, 0x02),  # continuous reading: a slide gives no time for a trigger or a sensor
    (0x13, 0x80, 0x00),  # same-code delay off: it would hide a second card of the same face
    (0x03, 0x02, 0x02),  # set-up codes off: no printed code may change a setting
    (0x05, 0xFF, 0x00),  # no pause after a read
    (0x07, 0x80, 0x00),  # no sleep
    (0x06, 0xFF, 0x00),  # a read has no time limit
    (0x60, 0x7F, 0x01),  # nothing before the code; CR after it
    (0xB0, 0x03, 0x00),  # the whole code, nothing cut off
    (0xD0, 0x80, 0x00),  # no AIM identifier
    (0x03, 0x01, 0x01),  # a set-up code is sent like any other: named, not silently swallowed
    (
        0x00,
        0xFC,
        0x04,
    ),  # light while reading; no aim, no lamp and no beep: the table has its own signals
)
MUST = const(6)


def crc(buf: "bytes | bytearray", start: int, end: int) -> int:
    """CRC-CCITT as in 8.1: polynomial 1021, begun with 0, highest bit first."""
    value = 0
    for i in range(start, end):
        value ^= buf[i] << 8
        for _ in range(8):
            value <<= 1
            if value & 0x10000:
                value ^= 0x11021
    return value


def command(kind: int, address: int, data: bytes) -> bytes:
    """A whole command; the data of READ is how many registers, that of SAVE one zero."""
    length = len(data) if kind == WRITE else 1
    frame = bytes((0x7E, 0, kind, length, address >> 8, address & 255)) + data
    check = crc(frame, 2, len(frame))
    return frame + bytes((check >> 8, check & 255))


def baud_code(baud: int) -> bytes:
    """What register BAUD holds for a rate."""
    divider = (3000000 + baud // 2) // baud
    return bytes((divider & 255, divider >> 8))


class Splitter:
    """Parts answers from lines of text. Frames are looked for only after a question; all else is text, in order."""

    def __init__(self) -> None:
        self.text = bytearray(_FRAME + 1)  # as many bytes as `take` and `tick` say
        self.busy = False  # bytes are held back: call `tick` soon
        self.answer = -1  # the value that was answered, -1 while there is none
        self._held = bytearray(_FRAME + 1)
        self._count = 0
        self._whole = False  # what is held is a whole answer, unless a line end follows at once
        self._byte_ms = 0
        self._looking = False
        self._wanted = False
        self._asked_ms = 0

    def ask(self, now: int) -> None:
        """A question was sent: look for its answer."""
        self.answer = -1
        self._wanted = True
        self._looking = True
        self._asked_ms = now

    def give_up(self) -> None:
        """Nobody waits any more; a late answer is still no text."""
        self._wanted = False

    def take(self, byte: int, now: int) -> int:
        """One byte of the stream; returns how many bytes of `text` go on as text."""
        if not self._looking or self._over(now):
            self.text[0] = byte
            return 1
        if self._whole and byte not in (10, 13):
            self._accept()
        self._held[self._count] = byte
        self._count += 1
        self._byte_ms = now
        self.busy = True
        if self._whole:  # a line end right behind: a printed code that looks like an answer
            return self._release(self._count)
        skip = 0
        while skip < self._count and not self._like_a_frame(skip):
            skip += 1
        return self._release(skip)

    def _over(self, now: int) -> bool:
        """Long after the last question there are no answers."""
        if not self._wanted and not self._count and ticks_diff(now, self._asked_ms) >= _LATE_MS:
            self._looking = False
        return not self._looking

    def tick(self, now: int) -> int:
        """Time has passed and no byte waits; returns how many bytes of `text` go on as text."""
        passed = ticks_diff(now, self._byte_ms)
        if self._whole and passed >= _AFTER_MS:
            self._accept()
        elif self._count and passed >= _HALF_MS:
            return self._release(self._count)
        return 0

    def _like_a_frame(self, start: int) -> bool:
        """Do the held bytes from `start` begin an answer? A whole one must have the right CRC."""
        held = self._held
        count = self._count - start
        for i in range(min(count, 4)):
            if held[start + i] != _HEAD[i]:
                return False
        if count == _FRAME:
            self._whole = crc(held, 2, 5) == held[5] << 8 | held[6]
            return self._whole
        return True

    def _release(self, count: int) -> int:
        """The first `count` bytes are text."""
        held = self._held
        for i in range(count):
            self.text[i] = held[i]
        for i in range(count, self._count):
            held[i - count] = held[i]
        self._count -= count
        if not self._count:
            self._whole = False
            self.busy = False
        return count

    def _accept(self) -> None:
        if self._wanted:
            self.answer = self._held[4]
            self._wanted = False
        self._count = 0
        self._whole = False
        self.busy = False
