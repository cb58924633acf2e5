"""Columns of the small display's pages, in machine code: a screen full of words is drawn while cards pass.

Nothing here checks its arguments: canvas.py cuts off what has no room.
"""

import micropython
from micropython import const

_PAGE = const(128)
_LETTER = const(5)  # columns, with one between two of them
_SUITS = const(4)  # come before the first letter of the font, as codes 1 to 4
_UNKNOWN = const(63)  # a question mark, for what the font does not have


@micropython.viper
def fill(pixels: ptr8, at: int, count: int, pattern: int):
    end = at + count
    while at < end:
        pixels[at] = pattern
        at += 1


@micropython.viper
def invert(pixels: ptr8, at: int, count: int):
    end = at + count
    while at < end:
        pixels[at] = int(pixels[at]) ^ 0xFF
        at += 1


@micropython.viper
def letters(pixels: ptr8, at: int, codes: ptr8, count: int, font: ptr8, first: int, last: int):
    """Small ones from byte `at` on; the font has the codes from `first` to `last`."""
    index = 0
    while index < count:
        code = int(codes[index])
        if code < 1 or code > _SUITS:
            if code < first or code > last:
                code = _UNKNOWN
            code += 1 + _SUITS - first
        source = (code - 1) * _LETTER
        column = 0
        while column < _LETTER:
            pixels[at + column] = font[source + column]
            column += 1
        at += _LETTER + 1
        index += 1


@micropython.viper
def double(pixels: ptr8, page: int, left: int, count: int):
    """`count` columns at the beginning of a page become twice as wide and two pages tall, from column `left`."""
    source = page + count
    at = page + left + 2 * count
    while source > page:
        source -= 1
        at -= 2
        column = int(pixels[source])
        tall = 0
        bit = 0
        while bit < 8:
            if column & (1 << bit):
                tall |= 3 << (2 * bit)
            bit += 1
        pixels[source] = 0
        pixels[at] = tall & 0xFF
        pixels[at + 1] = tall & 0xFF
        pixels[at + _PAGE] = tall >> 8
        pixels[at + _PAGE + 1] = tall >> 8
