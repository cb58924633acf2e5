"""A small PNG writer and reader for what the models show.

Follows the PNG specification (W3C, second edition): 5 (chunks), 11.2.2 (IHDR), 9.2 (filter type 0
only when writing, all five when reading). Pictures are black and white at one bit a pixel, or
8-bit RGB; interlaced, palette and alpha files are refused.
"""

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

Rgb = tuple[int, int, int]
Rows = Sequence[Sequence[bool]] | Sequence[Sequence[Rgb]]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB = 0, 2


def encode(rows: Rows, scale: int = 1) -> bytes:
    """The PNG of a picture given as rows of bools (True is white) or of RGB triples."""
    if not rows or not rows[0] or scale < 1:
        raise ValueError("a picture needs a row, a column and a scale of 1 or more")
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        raise ValueError("the rows of a picture must be equally long")
    colour = not isinstance(rows[0][0], bool)
    pack = _pack_rgb if colour else _pack_bits
    raw = b"".join((b"\0" + pack(row, scale)) * scale for row in rows)
    header = struct.pack(
        ">IIBBBBB", width * scale, len(rows) * scale, 8 if colour else 1,
        _RGB if colour else _GREY, 0, 0, 0,
    )  # fmt: skip
    return (
        _SIGNATURE
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(raw, 9))
        + _chunk(b"IEND", b"")
    )


def decode(data: bytes) -> list[list[bool]] | list[list[Rgb]]:
    """The rows of a PNG, as ``encode`` takes them."""
    if not data.startswith(_SIGNATURE):
        raise ValueError("not a PNG file")
    header, packed = b"", b""
    at = len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        if at + 12 > len(data):
            raise ValueError("the PNG file ends too early")
        (size,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + size]
        if data[at + 8 + size : at + 12 + size] != _crc(kind, body):
            raise ValueError(f"the PNG chunk {kind!r} is damaged")
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", header)
    if (depth, colour) not in ((1, _GREY), (8, _RGB)) or interlace:
        raise ValueError("only 1-bit grey and 8-bit RGB PNG files are read")
    stride = (width + 7) // 8 if colour == _GREY else width * 3
    lines = _unfilter(zlib.decompress(packed), height, stride, 1 if colour == _GREY else 3)
    if colour == _GREY:
        return [[bool(line[x >> 3] >> (7 - (x & 7)) & 1) for x in range(width)] for line in lines]
    return [[(line[x], line[x + 1], line[x + 2]) for x in range(0, width * 3, 3)] for line in lines]


def write(path: Path | str, rows: Rows, scale: int = 1) -> None:
    """Write a picture to a file."""
    Path(path).write_bytes(encode(rows, scale))


def read(path: Path | str) -> list[list[bool]] | list[list[Rgb]]:
    """Read a picture from a file."""
    return decode(Path(path).read_bytes())


def _crc(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(kind + body))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + _crc(kind, body)


def _pack_bits(row: Sequence[bool | Rgb], scale: int) -> bytes:
    width = len(row) * scale
    value = 0
    for pixel in row:
        value = value << scale | ((1 << scale) - 1 if pixel else 0)
    padding = -width % 8
    return (value << padding).to_bytes((width + 7) // 8, "big")


def _pack_rgb(row: Sequence[bool | Rgb], scale: int) -> bytes:
    return b"".join(bytes(pixel) * scale for pixel in row if isinstance(pixel, tuple))


def _unfilter(raw: bytes, height: int, stride: int, step: int) -> list[bytes]:
    """Undo the line filters of 9.2; ``step`` is the bytes of one whole pixel."""
    if len(raw) != height * (stride + 1):
        raise ValueError("the PNG picture has the wrong size")
    lines: list[bytes] = []
    above = bytes(stride)
    for y in range(height):
        begin = y * (stride + 1)
        kind = raw[begin]
        line = bytearray(raw[begin + 1 : begin + 1 + stride])
        for x in range(stride):
            left = line[x - step] if x >= step else 0
            corner = above[x - step] if x >= step else 0
            line[x] = (line[x] + _predict(kind, left, above[x], corner)) & 0xFF
        above = bytes(line)
        lines.append(above)
    return lines


def _predict(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:  # Paeth, 9.4
        guess = left + up - corner
        far_left, far_up, far_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
        if far_left <= far_up and far_left <= far_corner:
            return left
        return up if far_up <= far_corner else corner
    if kind > 4:
        raise ValueError(f"unknown PNG filter {kind}")
    return (0, left, up, (left + up) // 2)[kind]
