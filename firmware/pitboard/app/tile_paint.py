"""Pixels of one tile of the display in colour: 40 x 30, 16 bits each. In machine code, for a tile is due every 2 ms.

Nothing here checks its arguments: a place outside the tile is cut off, everything else is up to colour_canvas.py.
"""

import micropython
from micropython import const

_WIDTH = const(40)
_HEIGHT = const(30)
_WORDS = const(600)
_HEAD = const(7)  # bytes of a thing in the list before its own (colour_canvas.py)
_ROWS = const(64)  # of a suit's outline (large_font.py)
_LETTER = const(12)  # columns, and bytes from one page to the next
_LOW_30 = const(0x3FFFFFFF)


@micropython.viper
def mix(sums: ptr32, first: int, last: int, what: int):
    """Each tile from column and row of `first` to those of `last` knows `what` too; ints of 30 bits need no memory."""
    what = what & _LOW_30
    row = first & 0x38
    while row <= last:
        tile = row + (first & 7)
        end = row + (last & 7)
        while tile <= end:
            sums[tile] = (int(sums[tile]) * 31 + what) & _LOW_30
            tile += 1
        row += 8


@micropython.viper
def touching(things: ptr8, at: int, end: int, left: int, top: int) -> int:
    """Where in the list, from `at`, the next thing is that touches the tile; -1 if none does."""
    while at < end:
        x = int(things[at + 2]) * 2 - left
        y = int(things[at + 3]) - top
        if x < _WIDTH:
            if y < _HEIGHT:
                if x + int(things[at + 4]) * 2 > 0:
                    if y + int(things[at + 5]) > 0:
                        return at
        at += _HEAD + int(things[at + 6])
    return -1


@micropython.viper
def fill(pixels: ptr32, colour: int):
    """All of it, two pixels a word."""
    both = colour & 0x7FFF | (colour & 0x7FFF) << 16 | (colour & 0x8000) | (colour & 0x8000) << 16
    at = 0
    while at < _WORDS:
        pixels[at] = both
        pixels[at + 1] = both
        pixels[at + 2] = both
        pixels[at + 3] = both
        pixels[at + 4] = both
        pixels[at + 5] = both
        at += 6


@micropython.viper
def box(pixels: ptr16, x: int, y: int, width: int, height: int, colour: int):
    right = x + width
    bottom = y + height
    if x < 0:
        x = 0
    if y < 0:
        y = 0
    if right > _WIDTH:
        right = _WIDTH
    if bottom > _HEIGHT:
        bottom = _HEIGHT
    while y < bottom:
        at = y * _WIDTH + x
        end = y * _WIDTH + right
        while at < end - 3:
            pixels[at] = colour
            pixels[at + 1] = colour
            pixels[at + 2] = colour
            pixels[at + 3] = colour
            at += 4
        while at < end:
            pixels[at] = colour
            at += 1
        y += 1


@micropython.viper
def letter(pixels: ptr16, letters: ptr8, source: int, x: int, y: int, size: int, colour: int):
    """The letter at `source` of the font, in single or double size."""
    end = source + _LETTER
    last = _HEIGHT * _WIDTH
    below = size * _WIDTH
    while source < end:
        column = int(letters[source]) | int(letters[source + 12]) << 8 | int(letters[source + 24]) << 16
        twin = 0
        while twin < size:
            if x >= 0:
                if x < _WIDTH:
                    lower = 0
                    while lower < size:
                        ink = column
                        at = (y + lower) * _WIDTH + x
                        while at < 0:
                            ink >>= 1
                            at += below
                        while ink:
                            if ink & 1:
                                if at < last:
                                    pixels[at] = colour
                            ink >>= 1
                            at += below
                        lower += 1
            x += 1
            twin += 1
        source += 1


@micropython.viper
def suit(pixels: ptr16, outline: ptr8, which: int, x: int, y: int, size: int, colour: int):
    """From its outline, symmetric to its middle: three runs of pixels a row."""
    middle = x + size // 2
    row = 0
    if y < 0:
        row = 0 - y
    while row < size:
        if y + row >= _HEIGHT:
            return
        base = 3 * (which * _ROWS + row * _ROWS // size)
        line = (y + row) * _WIDTH
        half = int(outline[base]) * size // (2 * _ROWS)
        begin = int(outline[base + 1]) * size // (2 * _ROWS)
        end = int(outline[base + 2]) * size // (2 * _ROWS)
        run = 0
        while run < 3:
            left = middle - half
            right = middle + half
            if run == 1:
                left = middle - end
                right = middle - begin
            if run == 2:
                left = middle + begin
                right = middle + end
            if left < 0:
                left = 0
            if right > _WIDTH:
                right = _WIDTH
            while left < right:
                pixels[line + left] = colour
                left += 1
            run += 1
        row += 1
