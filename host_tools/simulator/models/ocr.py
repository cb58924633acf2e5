"""Reads the words off a picture of the dealer's display, as an eye would.

Works on the pixels of the chip model alone. It knows the shapes of the letters (codegen/font_5x7.txt) and of the large
suits, nothing about the firmware: small letters in eight rows, letters of double size, large suits, inverted lines.
"""

from collections.abc import Sequence
from functools import cache

from codegen.font import BIG, COLUMNS, SOURCE, big_suits, read_glyphs

WIDTH, PAGES = 128, 8
SUITS = "♠♥♦♣"
_PITCH = COLUMNS + 1
_LEFT_GAP = 2  # no letter has more than two blank columns on its left


@cache
def _letters() -> dict[bytes, str]:
    glyphs = read_glyphs(SOURCE.read_text())
    names = {columns: char for char, columns in glyphs.items() if char != " "}
    return {c: SUITS[ord(char) - 1] if ord(char) < 5 else char for c, char in names.items()}


@cache
def _large_suits() -> dict[bytes, str]:
    data = big_suits()
    size = BIG * BIG // 8
    return {data[i * size : (i + 1) * size]: SUITS[i] for i in range(4)}


def read_text(image: Sequence[Sequence[bool]]) -> list[str]:
    """Eight lines, one for each page; a line that shows no letters is empty."""
    pages = [_columns(image, page) for page in range(PAGES)]
    lines = [_read_small(page) for page in pages]
    for page in range(PAGES - 1):
        if not lines[page].strip() and not lines[page + 1].strip():
            lines[page] = _read_double(pages[page], pages[page + 1]) or lines[page]
    for page in range(PAGES - 2):
        lines[page] = _read_suits(pages[page : page + 3]) or lines[page]
    return lines


def inverted_lines(image: Sequence[Sequence[bool]]) -> list[int]:
    """Numbers of the lines, from 0, that are dark letters on a lit ground."""
    return [page for page in range(PAGES) if _is_inverted(_raw_columns(image, page))]


def _columns(image: Sequence[Sequence[bool]], page: int) -> bytes:
    columns = _raw_columns(image, page)
    return bytes(c ^ 0xFF for c in columns) if _is_inverted(columns) else columns


def _raw_columns(image: Sequence[Sequence[bool]], page: int) -> bytes:
    rows = image[page * 8 : page * 8 + 8]
    return bytes(sum(1 << y for y in range(8) if rows[y][x]) for x in range(WIDTH))


def _is_inverted(columns: bytes) -> bool:
    """More than half of the line is lit: letters alone never are."""
    return sum(column.bit_count() for column in columns) > WIDTH * 4


def _read_small(columns: bytes) -> str:
    letters = _letters()
    text = ""
    end = 0  # column after the last letter and its gap
    x = 0
    while x <= len(columns) - COLUMNS:
        char = letters.get(columns[x : x + COLUMNS])
        gap_clear = x + COLUMNS >= len(columns) or columns[x + COLUMNS] == 0
        before_clear = x == 0 or columns[x - 1] == 0
        if char is not None and gap_clear and before_clear:
            if text:
                text += " " * round((x - end) / _PITCH)
            text += char
            x += _PITCH
            end = x
        elif columns[x : x + COLUMNS].strip(b"\0"):
            x += 1
        else:
            # Blank: the next letter begins at most two columns before the next lit one.
            x += COLUMNS - _LEFT_GAP
    return text


def _read_double(upper: bytes, lower: bytes) -> str:
    """Letters of double size over two pages: every pixel is a square of four."""
    for start in range(2):
        small = bytearray()
        for x in range(start, WIDTH - 1, 2):
            left = upper[x] | lower[x] << 8
            right = upper[x + 1] | lower[x + 1] << 8
            if left != right or (left & 0x5555) != (left >> 1) & 0x5555:
                break
            small.append(sum(1 << bit for bit in range(8) if left >> (2 * bit) & 1))
        else:
            text = _read_small(bytes(small))
            if len(text) > 1:
                return text
    return ""


def _read_suits(pages: list[bytes]) -> str:
    """Large suits over three pages, from left to right."""
    shapes = _large_suits()
    found = [
        shapes.get(b"".join(page[x : x + BIG] for page in pages), "")
        for x in range(WIDTH - BIG + 1)
    ]
    return " ".join(filter(None, found))
