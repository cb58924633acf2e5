"""Reads the words off a picture of the display in colour, as an eye would.

Works on the pixels of the chip model alone and knows the shapes of the letters (codegen.font, codegen.large_font):
letters of 12 x 24 pixels in eight lines, whatever their colour, and letters of double size over two lines. Suits, cards
and the rest are for people.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from codegen.font import SOURCE, read_glyphs
from codegen.large_font import HEIGHT, WIDTH, letter
from simulator.models.png import Rgb

LINES, LINE, DROP = 8, 30, 3
"""Lines, their height in pixels, and where in them a letter begins."""
PITCH = 15
BIG_DROP, BIG_PITCH = 6, 26
"""The same for letters of double size; each of their pixels is a square of four."""
AMBER = (255, 182, 0)

Picture = Sequence[Sequence[Rgb]]


@cache
def _letters() -> dict[tuple[int, ...], str]:
    found: dict[tuple[int, ...], str] = {}
    for char, columns in read_glyphs(SOURCE.read_text()).items():
        if ord(char) > ord(" "):
            pages = letter(columns)
            parts = range(0, len(pages), WIDTH)
            key = (sum(pages[at + x] << at // WIDTH * 8 for at in parts) for x in range(WIDTH))
            found[tuple(key)] = char
    return found


def read_text(image: Picture) -> list[str]:
    """Eight lines; one that shows no letters is empty."""
    lines = [_read(image, line) for line in range(LINES)]
    for line in range(LINES - 1):
        if not lines[line] and not lines[line + 1]:
            lines[line] = _read_double(image, line)
    return lines


def inverted_lines(image: Picture) -> list[int]:
    """Numbers of the lines, from 0, whose ground is amber."""
    return [line for line in range(LINES) if _near(_ground(image, line), AMBER)]


def _near(one: Rgb, other: Rgb) -> bool:
    return all(abs(a - b) < 8 for a, b in zip(one, other, strict=True))


def _ground(image: Picture, line: int) -> Rgb:
    return Counter(image[LINE * line + LINE - 1]).most_common(1)[0][0]


def _read(image: Picture, line: int) -> str:
    rows = image[LINE * line + DROP : LINE * line + DROP + HEIGHT]
    ground = _ground(image, line)
    columns = [sum(1 << y for y in range(HEIGHT) if rows[y][x] != ground) for x in range(len(rows[0]))]
    return _words(columns, PITCH)


def _read_double(image: Picture, line: int) -> str:
    """Letters of double size that begin in this line: every second pixel of every second row has the shape."""
    top = LINE * line + BIG_DROP
    rows = [image[y] for y in range(top, top + 2 * HEIGHT, 2)]
    grounds = [_ground(image, (top + 2 * y) // LINE) for y in range(HEIGHT)]
    width = len(rows[0])
    columns = [sum(1 << y for y in range(HEIGHT) if rows[y][x] != grounds[y]) for x in range(0, width, 2)]
    return _words(columns, BIG_PITCH // 2)


def _words(columns: Sequence[int], pitch: int) -> str:
    letters = _letters()
    text, end, x = "", 0, 0
    while x <= len(columns) - WIDTH:
        char = letters.get(tuple(columns[x : x + WIDTH]))
        if char is None:
            x += 1
            continue
        if text:
            text += " " * round((x - end) / pitch)
        text += char
        x += pitch
        end = x
    return text
