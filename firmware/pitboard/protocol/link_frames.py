"""Frames of the board link: bytes on an RS-485 pair into messages, and back. One fixed buffer, whatever is on the wire.

A frame is its message and a CRC-32, packed by COBS (a byte that says how far the next zero is) between two zeros. So a
zero is always an end: after noise, half a frame or a board that was plugged in, the next frame is whole again.
"""

from binascii import crc32

from micropython import const

MOST = const(64)  # bytes of a message
_CRC = const(4)
_ROOM = const(70)  # of a packed frame without its zeros: message, CRC, and one byte of COBS


def pack(message: "bytes | bytearray") -> bytes:
    """A message as it goes on the wire."""
    data = bytes(message) + crc32(message).to_bytes(_CRC, "big")
    packed = bytearray(b"\x00\x01")
    code_at = 1
    for byte in data:
        if byte:
            packed.append(byte)
            packed[code_at] += 1
        else:
            code_at = len(packed)
            packed.append(1)
    packed.append(0)
    return bytes(packed)


class Unpacker:
    """Feed it bytes. Allocates its buffer when it is made, and for each whole message."""

    def __init__(self) -> None:
        self._buf = bytearray(_ROOM)
        self._used = 0
        self.dropped = 0  # frames that were too long, torn or damaged

    def put(self, byte: int) -> "bytes | None":
        """A message, at the byte that ends it."""
        if byte:
            if self._used < _ROOM:
                self._buf[self._used] = byte
            self._used = min(self._used + 1, _ROOM + 1)  # too long: the rest is dropped
            return None
        used, self._used = self._used, 0
        if not used:
            return None  # the zero before a frame, or an idle line
        message = self._unpacked(used) if used <= _ROOM else None
        if message is None:
            self.dropped += 1
        return message

    def _unpacked(self, used: int) -> "bytes | None":
        """In place: what is written is always behind what is read."""
        buf = self._buf
        at = end = 0
        while at < used:
            code = buf[at]
            if at + code > used:
                return None
            for piece in range(at + 1, at + code):
                buf[end] = buf[piece]
                end += 1
            at += code
            if at < used:
                buf[end] = 0
                end += 1
        size = end - _CRC
        if size < 1 or crc32(memoryview(buf)[:size]) != int.from_bytes(buf[size:end], "big"):
            return None
        return bytes(buf[:size])
