"""A page of pixels for the dealer's display: 128 x 64 in 8 pages, one byte a column of 8 rows, bit 0 on top.

That is the controller's own layout, so a small letter is five bytes copied to a page. Knows what the display shows
already: `dirty()` tells the pages that differ, by their CRC-32. A second frame would take a kilobyte; a page that is
taken for unchanged, once in four billion changes, is sent with all others when the next phase begins (output_task.py).
"""

from array import array
from binascii import crc32

from micropython import const

from pitboard.app import font

WIDTH = const(128)
PAGES = const(8)
_PITCH = const(6)
COLUMNS = const(21)  # small letters in a line


class Canvas:
    """Draw, then send the dirty pages and call `sent()` for each."""

    def __init__(self) -> None:
        self._pixels = bytearray(WIDTH * PAGES)
        self._shown = array("I", [0] * PAGES)
        self._view = memoryview(self._pixels)
        self._known = 0  # one bit per page: what the display shows there is known

    def clear(self) -> None:
        for at in range(len(self._pixels)):
            self._pixels[at] = 0

    def page(self, page: int) -> memoryview:
        return self._view[page * WIDTH : (page + 1) * WIDTH]

    def dirty(self, page: int) -> bool:
        """True if the display shows something else on this page, or nobody knows what it shows."""
        if not self._known & (1 << page):
            return True
        return crc32(self.page(page)) != self._shown[page]

    def sent(self, page: int) -> None:
        self._shown[page] = crc32(self.page(page))
        self._known |= 1 << page

    def forget(self) -> None:
        """The display lost what it had (it was missing or restarted): send everything again."""
        self._known = 0

    def text(self, x: int, page: int, words: str) -> None:
        """Small letters from column `x`; what does not fit is cut off."""
        # As bytes: MicroPython keeps every character for ever that a loop over a string has met.
        for code in words.encode():
            if x + font.WIDTH > WIDTH:
                return
            self.glyph(x, page, code)
            x += _PITCH

    def glyph(self, x: int, page: int, code: int) -> None:
        """One small letter, or a suit: codes 1 to 4."""
        at = page * WIDTH + x
        glyph = _glyph_at(code)
        for column in range(font.WIDTH):
            self._pixels[at + column] = font.SMALL[glyph + column]

    def centred(self, page: int, words: str) -> None:
        self.text(max(0, (WIDTH - _PITCH * len(words) + 1) // 2), page, words)

    def right(self, page: int, words: str) -> None:
        self.text(max(0, WIDTH - _PITCH * len(words) + 1), page, words)

    def big(self, page: int, words: str) -> None:
        """Letters of double size in the middle of two pages."""
        at = page * WIDTH + max(0, (WIDTH - 2 * _PITCH * len(words) + 2) // 2)
        for code in words.encode():
            glyph = _glyph_at(code)
            for column in range(font.WIDTH):
                tall = _doubled(font.SMALL[glyph + column])
                for twin in range(2):
                    self._pixels[at + twin] = tall & 0xFF
                    self._pixels[at + WIDTH + twin] = tall >> 8
                at += 2
            at += 2

    def suit(self, x: int, page: int, suit: int) -> None:
        """A suit of 24 x 24 pixels."""
        source = suit * 3 * font.BIG
        for row in range(3):
            at = (page + row) * WIDTH + x
            for column in range(font.BIG):
                self._pixels[at + column] = font.SUITS[source + column]
            source += font.BIG

    def bar(self, x: int, page: int, width: int, pattern: int) -> None:
        """A run of equal columns."""
        at = page * WIDTH + x
        for column in range(width):
            self._pixels[at + column] = pattern

    def invert(self, page: int) -> None:
        at = page * WIDTH
        for column in range(at, at + WIDTH):
            self._pixels[column] ^= 0xFF


def _glyph_at(code: int) -> int:
    """Where a character starts in the font; a question mark if it has none."""
    if 1 <= code <= 4:  # the suits
        return (code - 1) * font.WIDTH
    if not font.FIRST <= code <= font.LAST:
        code = 63
    return (code - font.FIRST + 4) * font.WIDTH


def _doubled(column: int) -> int:
    """Each of the eight bits twice."""
    tall = 0
    for bit in range(8):
        if column & (1 << bit):
            tall |= 3 << (2 * bit)
    return tall
