"""One journal record: 32 bytes, numbered and checksummed.

    0  version (1; 0xFF marks a blank slot)    16  boot counter, 32 bits
    1  event type (games/events.py)            20  reserved: 8 bytes of 0xFF, room for a chained digest
    2  first argument (card, kind)             28  CRC-32 of bytes 0..27
    3  second argument (place)
    4  sequence number, 32 bits, from 1
    8  round number, 32 bits
    12 milliseconds since boot, 32 bits

All numbers are little-endian. A slot that is neither blank nor sound is a torn write: the event in it never counted.
Allocates: `unpack` returns a tuple, nothing else does.
"""

import struct
from binascii import crc32

from micropython import const

SIZE = const(32)
VERSION = const(1)
BLANK = b"\xff" * 32

_FORMAT = "<BBBBIIII"
_CRC_AT = const(28)

# Indices into the tuple that unpack() gives.
TYPE = const(0)
ARG = const(1)
ARG2 = const(2)
SEQ = const(3)
ROUND = const(4)
T_MS = const(5)
BOOT_NO = const(6)


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
) -> None:
    """Write a record into `buf` at `at`; the eight reserved bytes become 0xFF."""
    struct.pack_into(
        _FORMAT, buf, at, VERSION, event, arg, arg2, seq, round_no, t_ms & 0xFFFFFFFF, boot_no
    )
    for i in range(at + 20, at + _CRC_AT):
        buf[i] = 0xFF
    struct.pack_into("<I", buf, at + _CRC_AT, crc32(memoryview(buf)[at : at + _CRC_AT]))


def is_blank(buf: bytearray, at: int) -> bool:
    """True if the slot was never written."""
    return buf[at : at + SIZE] == BLANK


def unpack(buf: bytearray, at: int) -> tuple[int, int, int, int, int, int, int] | None:
    """The record at `at` as (type, arg, arg2, seq, round, t_ms, boot_no), or None if it is not sound."""
    (crc,) = struct.unpack_from("<I", buf, at + _CRC_AT)
    if crc32(memoryview(buf)[at : at + _CRC_AT]) != crc:
        return None
    version, event, arg, arg2, seq, round_no, t_ms, boot_no = struct.unpack_from(_FORMAT, buf, at)
    if version != VERSION:
        return None
    return event, arg, arg2, seq, round_no, t_ms, boot_no
