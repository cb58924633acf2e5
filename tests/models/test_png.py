"""The PNG writer and reader, against each other and against files made by hand."""

import struct
import zlib
from pathlib import Path

import pytest

from simulator.models import png


def by_hand(header: bytes, raw: bytes) -> bytes:
    """A PNG from its IHDR and its filtered lines, by the specification."""
    data = b"\x89PNG\r\n\x1a\n"
    packed = zlib.compress(raw)
    for kind, body in ((b"IHDR", header), (b"tEXt", b"a\0b"), (b"IDAT", packed), (b"IEND", b"")):
        data += struct.pack(">I", len(body)) + kind + body
        data += struct.pack(">I", zlib.crc32(kind + body))
    return data


def ihdr(width: int, height: int, depth: int, colour: int, interlace: int = 0) -> bytes:
    return struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)


def test_bits_survive_a_file(tmp_path: Path) -> None:
    rows = [[(x * y) % 3 == 0 for x in range(13)] for y in range(5)]
    png.write(tmp_path / "a.png", rows)
    assert png.read(tmp_path / "a.png") == rows


def test_colours_survive_a_file(tmp_path: Path) -> None:
    rows = [[(x, y, 255 - x) for x in range(7)] for y in range(3)]
    png.write(tmp_path / "a.png", rows)
    assert png.read(tmp_path / "a.png") == rows


def test_scale_repeats_each_pixel() -> None:
    assert png.decode(png.encode([[True, False]], scale=3)) == [[True] * 3 + [False] * 3] * 3
    red, blue = (255, 0, 0), (0, 0, 255)
    assert png.decode(png.encode([[red], [blue]], scale=2)) == [[red] * 2] * 2 + [[blue] * 2] * 2


def test_the_file_is_a_png_by_the_specification() -> None:
    data = png.encode([[True, False, True], [False, False, True]])
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[8:33] == b"\0\0\0\x0dIHDR" + ihdr(3, 2, 1, 0) + struct.pack(
        ">I", zlib.crc32(b"IHDR" + ihdr(3, 2, 1, 0))
    )
    size = struct.unpack(">I", data[33:37])[0]
    assert zlib.decompress(data[41 : 41 + size]) == b"\0\xa0\0\x20"
    assert data[-12:] == b"\0\0\0\0IEND\xaeB\x60\x82"


def test_every_line_filter_is_undone() -> None:
    # Lines of two pixels; the filter bytes 0 to 4 by hand (9.2): None, Sub, Up, Average, Paeth.
    raw = (
        b"\0" + bytes([10, 20, 30, 40, 50, 60])
        + b"\1" + bytes([1, 2, 3, 4, 5, 6])
        + b"\2" + bytes([1, 1, 1, 1, 1, 1])
        + b"\3" + bytes([1, 1, 1, 1, 1, 1])
        + b"\4" + bytes([1, 1, 1, 1, 1, 1])
    )  # fmt: skip
    assert png.decode(by_hand(ihdr(2, 5, 8, 2), raw)) == [
        [(10, 20, 30), (40, 50, 60)],
        [(1, 2, 3), (5, 7, 9)],
        [(2, 3, 4), (6, 8, 10)],
        [(2, 2, 3), (5, 6, 7)],
        [(3, 3, 4), (6, 7, 8)],
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"GIF89a", "not a PNG"),
        (png.encode([[True]])[:-5], "early"),
        (png.encode([[True]]).replace(b"IHDR\0\0\0\1", b"IHDR\0\0\0\2"), "damaged"),
        (by_hand(ihdr(1, 1, 8, 6), b"\0\0\0\0\0"), "only"),
        (by_hand(ihdr(8, 1, 1, 0, 1), b"\0\0"), "only"),
        (by_hand(ihdr(8, 2, 1, 0), b"\0\0"), "size"),
        (by_hand(ihdr(8, 1, 1, 0), b"\5\0"), "filter 5"),
    ],
)
def test_what_is_no_picture_of_ours_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        png.decode(data)


def test_an_impossible_picture_is_refused() -> None:
    for rows in ([], [[]], [[True], [True, False]]):
        with pytest.raises(ValueError, match="picture"):
            png.encode(rows)
    with pytest.raises(ValueError, match="scale"):
        png.encode([[True]], scale=0)
