"""Draws the letters and suits of the colour display: firmware/pitboard/app/large_font.py (codegen.font writes it).

A letter is the one of font_5x7.txt as a pen would write it: dots that touch are joined by strokes with round ends. A
suit is kept as its outline, row by row, so that it can be drawn in any size.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import ceil, floor

WIDTH, HEIGHT = 12, 24
"""Of a letter's cell: three pages of column bytes, bit 0 on top."""
_TOP, _INK = 1, 21  # of the 24 rows the letters use these
_PEN = 3.0
_GRAIN = 4  # looks a pixel, along each side
SUIT_ROWS = 64
SPANS = 3
"""Numbers a row: half the width of the middle, then where the side begins and ends; symmetric."""

Shape = Callable[[float, float], bool]


def letter(columns: bytes) -> bytes:
    """Five column bytes -> three pages of twelve column bytes."""
    dots = {(x, y) for x, column in enumerate(columns) for y in range(8) if column >> y & 1}
    strokes = [(dot, other) for dot in sorted(dots) for other in _joined(dot, dots)]
    looks: set[tuple[int, int]] = set()
    for one, other in strokes:
        looks |= _under_pen(_place(one), _place(other))
    inked = Counter((x // _GRAIN, y // _GRAIN) for x, y in looks)
    pages = bytearray(WIDTH * HEIGHT // 8)
    for (x, y), count in inked.items():
        if 2 * count >= _GRAIN * _GRAIN:
            pages[y // 8 * WIDTH + x] |= 1 << y % 8
    return bytes(pages)


Dot = tuple[int, int]
Point = tuple[float, float]


def _joined(dot: Dot, dots: set[Dot]) -> list[Dot]:
    """Itself, the dots right of it and below, and those at a corner that no side reaches."""
    x, y = dot
    found = [dot, *(other for other in ((x + 1, y), (x, y + 1)) if other in dots)]
    for step in (1, -1):
        if (x + 1, y + step) in dots and (x + 1, y) not in dots and (x, y + step) not in dots:
            found.append((x + 1, y + step))
    return found


def _under_pen(one: Point, other: Point) -> set[tuple[int, int]]:
    """The looks that a pen inks on its way; only those around it are asked, for pitctl draws all letters itself."""
    columns = _around(one[0], other[0], WIDTH)
    rows = _around(one[1], other[1], HEIGHT)
    return {(x, y) for x in columns for y in rows if _near((x + 0.5) / _GRAIN, (y + 0.5) / _GRAIN, one, other)}


def _around(one: float, other: float, most: int) -> range:
    low, high = min(one, other) - _PEN / 2, max(one, other) + _PEN / 2
    return range(max(0, floor(low * _GRAIN)), min(most * _GRAIN, ceil(high * _GRAIN)))


def _near(x: float, y: float, one: Point, other: Point) -> bool:
    """Whether a point is under the pen that goes from one place to the other."""
    (ax, ay), (bx, by) = one, other
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = 0.0 if not length else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2 <= (_PEN / 2) ** 2


def _place(dot: Dot) -> Point:
    return (
        _PEN / 2 + dot[0] * (WIDTH - _PEN) / 4,
        _TOP + _PEN / 2 + dot[1] * (_INK - _PEN) / 6,
    )


def outline(inside: Shape) -> bytes:
    """A symmetric shape in rows of three numbers each, in halves of a pixel of a suit of 64 rows."""
    half = SUIT_ROWS // 2
    out = bytearray()
    for row in range(SUIT_ROWS):
        y = (row + 0.5) / SUIT_ROWS
        lit = [inside(0.5 + (step + 0.5) / SUIT_ROWS / 2, y) for step in range(2 * half)]
        edges = [at + 1 for at, (before, now) in enumerate(pairwise([*lit, False])) if before != now]
        if lit[0]:
            edges.insert(0, 0)
        middle, side = (edges[1], edges[2:]) if lit[0] else (0, edges)
        assert len(side) in (0, 2)
        out += bytes((middle, *(side or (0, 0))))
    return bytes(out)
