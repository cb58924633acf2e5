"""One journal record: 32 bytes, numbered and checksummed.

    0  version (4; 0xFF marks a blank slot)    11  who: staff number, 0 if nobody is named
    1  event type (games/events.py)            12  milliseconds since boot, 32 bits
    2  first argument                          16  boot counter, 24 bits
    3  second argument                         19  reason
    4  sequence number, 32 bits, from 1        20  value, 64 bits
    8  round number, 24 bits                   28  CRC-32 of bytes 0..27

All numbers are little-endian. A slot that is neither blank nor sound is a torn write: the event in it never counted.
Allocates: `unpack` returns a tuple, nothing else does.
"""

import struct
from binascii import crc32

from micropython import const

SIZE = const(32)
VERSION = const(4)
BLANK = b"\xff" * 32
VALUE_BYTES = const(8)

_FORMAT = "<BBBBIIIIQ"
_LOW_24 = const(0xFFFFFF)
_CRC_AT = const(28)

# Indices into the tuple that unpack() gives.
TYPE = const(0)
ARG = const(1)
ARG2 = const(2)
SEQ = const(3)
ROUND = const(4)
T_MS = const(5)
BOOT_NO = const(6)
VALUE = const(7)
REASON = const(8)
WHO = const(9)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Record = tuple[int, int, int, int, int, int, int, int, int, int]


def pack_into(
    buf: bytearray,
    at: int,
    event: int,
    arg: int,
    arg2: int,
    seq: int,
    round_no: int,
    t_ms: int,
    boot_no: int,
    value: int = 0,
    reason: int = 0,
    who: int = 0,
) -> None:
    """Write a record into `buf` at `at`."""
    struct.pack_into(
        _FORMAT,
        buf,
        at,
        VERSION,
        event,
        arg,
        arg2,
        seq,
        round_no & _LOW_24 | who << 24,
        t_ms & 0xFFFFFFFF,
        boot_no & _LOW_24 | reason << 24,
        value,
    )
    struct.pack_into("<I", buf, at + _CRC_AT, crc32(memoryview(buf)[at : at + _CRC_AT]))


def is_blank(buf: bytearray, at: int) -> bool:
    """True if the slot was never written."""
    return buf[at : at + SIZE] == BLANK


def unpack(buf: bytearray, at: int) -> "Record | None":
    """The record at `at` (for its fields see the indices above), or None if it is not sound."""
    (crc,) = struct.unpack_from("<I", buf, at + _CRC_AT)
    if crc32(memoryview(buf)[at : at + _CRC_AT]) != crc:
        return None
    version, event, arg, arg2, seq, round_who, t_ms, boot_reason, value = struct.unpack_from(
        _FORMAT, buf, at
    )
    if version != VERSION:
        return None
    return (
        event,
        arg,
        arg2,
        seq,
        round_who & _LOW_24,
        t_ms,
        boot_reason & _LOW_24,
        value,
        boot_reason >> 24,
        round_who >> 24,
    )
