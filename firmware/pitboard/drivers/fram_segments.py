"""Journal medium: ferroelectric memory on SPI (MB85RS class), no erase and no wear.

Segments lie in places of 4096 bytes. A place is a segment once its header is whole: the header goes in last, with a
CRC, so a power cut leaves a segment or a free place. A record that is cut off has a wrong CRC, as on flash.
MB85RS2MTA data sheet DS501-00050: "Command", "Status Register", "RDID".
"""

import os
from binascii import crc32

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

    from pitboard.drivers.spi_bus import SpiBus

_PLACE = const(4096)
_HEADER = const(32)
_RECORD = const(32)
_CRC_AT = const(28)
_MAGIC = b"PITBOARD-FRM1"
_BLANK = b"\xff" * _RECORD
_NOBODY = b"\x00" * _HEADER

_WRITE = const(0x02)
_READ = const(0x03)
_WREN = const(0x06)
_RDID = const(0x9F)
_SIZES = {b"\x04\x7f\x27\x03": 131072, b"\x04\x7f\x48\x03": 262144}  # what it says it is -> bytes


class MediumError(OSError):
    """The memory is not there, is another one or does not keep what is written: the journal must not be used."""


class FramSegments:
    """`program` takes some 0.5 ms, `create` 15 ms. Allocates in `create` and `segments` only."""

    def __init__(self, bus: "SpiBus", hz: int, cs: "Pin", most: int) -> None:
        """Room for `most` segments is wanted."""
        self._bus = bus
        self._hz = hz
        self._cs = cs
        self._most = most
        self._places: dict[int, int] = {}  # segment -> its place
        self._order = bytearray(4)
        self._latch = bytes((_WREN,))
        self._head = bytearray(_HEADER)

    def segments(self) -> "list[int]":
        """Ids of the whole segments, ascending. Raises MediumError if the memory is not what the board file says."""
        self._check()
        self._places = {}
        for place in range(self._most):
            segment = self._whose(place)
            if segment >= 0:
                self._places[segment] = place
        self._check()  # one that went away meanwhile would look empty
        return sorted(self._places)

    def _check(self) -> None:
        spi = self._bus.at(self._hz)
        told = bytearray(4)
        self._cs.value(0)
        spi.write(bytes((_RDID,)))
        spi.readinto(told)
        self._cs.value(1)
        size = _SIZES.get(bytes(told), 0)
        if not size:
            raise MediumError("no FRAM answers")
        if size < self._most * _PLACE:
            raise MediumError("FRAM: room for %d segments" % (size // _PLACE))

    def _whose(self, place: int) -> int:
        """The segment that lies there, -1 if none does."""
        head = self._head
        self._fetch(place * _PLACE, head)
        if bytes(head[: len(_MAGIC)]) != _MAGIC or _crc_of(head) != _word(head, _CRC_AT):
            return -1
        return _word(head, 16)

    def read(self, segment: int, offset: int, buf: bytearray) -> None:
        self._fetch(self._places[segment] * _PLACE + offset, buf)

    def program(self, segment: int, offset: int, page: bytearray) -> None:
        """Only what is not blank is written: records beside it stay, as on flash."""
        at = self._places[segment] * _PLACE + offset
        for piece in range(0, len(page), _RECORD):
            record = memoryview(page)[piece : piece + _RECORD]
            if record != _BLANK:
                self._store(at + piece, record)

    def create(self, segment: int) -> None:
        """Blank a free place, and prove that it is; its header makes it the segment."""
        taken = self._places.values()
        place = 0
        while place in taken:
            place += 1
        if place >= self._most:
            raise MediumError("no room for a segment")
        if self._whose(place) >= 0:
            raise MediumError("FRAM: a segment was overlooked")
        start = place * _PLACE
        self._store(start, _NOBODY)
        for at in range(_HEADER, _PLACE, _RECORD):
            self._store(start + at, _BLANK)
        self._store(start, _header(segment))
        if self._whose(place) != segment or not self._is_blank(start):
            self._store(start, _NOBODY)
            raise MediumError("FRAM does not keep what is written")
        self._places[segment] = place

    def _is_blank(self, start: int) -> bool:
        record = bytearray(_RECORD)
        for at in range(_HEADER, _PLACE, _RECORD):
            self._fetch(start + at, record)
            if record != _BLANK:
                return False
        return True

    def delete(self, segment: int) -> None:
        self._store(self._places.pop(segment) * _PLACE, _NOBODY)

    # -- the chip -------------------------------------------------------------------------------

    def _fetch(self, at: int, buf: bytearray) -> None:
        spi = self._begin(_READ, at)
        spi.readinto(buf)
        self._cs.value(1)

    def _store(self, at: int, data: "bytes | bytearray | memoryview") -> None:
        """The chip forgets after each write that it may be written to."""
        spi = self._bus.at(self._hz)
        self._cs.value(0)
        spi.write(self._latch)
        self._cs.value(1)
        self._begin(_WRITE, at).write(data)
        self._cs.value(1)

    def _begin(self, command: int, at: int) -> "SPI":
        order = self._order
        order[0] = command
        order[1] = at >> 16
        order[2] = at >> 8 & 255
        order[3] = at & 255
        spi = self._bus.at(self._hz)
        self._cs.value(0)
        spi.write(order)
        return spi


def _header(segment: int) -> bytearray:
    """Of random bytes besides: they make the masks of hidden cards unlike any before (table/seal.py)."""
    head = bytearray(_HEADER)
    head[: len(_MAGIC)] = _MAGIC
    _put(head, 16, segment)
    head[20:_CRC_AT] = os.urandom(_CRC_AT - 20)
    _put(head, _CRC_AT, _crc_of(head))
    return head


def _crc_of(head: bytearray) -> int:
    return crc32(memoryview(head)[:_CRC_AT])


def _word(head: bytearray, at: int) -> int:
    return head[at] | head[at + 1] << 8 | head[at + 2] << 16 | head[at + 3] << 24


def _put(head: bytearray, at: int, number: int) -> None:
    for i in range(4):
        head[at + i] = number >> 8 * i & 255
