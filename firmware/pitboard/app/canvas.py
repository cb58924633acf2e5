"""A page of pixels for the dealer's display: 128 x 64 in 8 pages, one byte a column of 8 rows, bit 0 on top.

That is the controller's own layout, so a small letter is five bytes copied to a page. Knows what the display shows
already: `dirty()` tells the pages that differ, by their CRC-32. A second frame would take a kilobyte; a page that is
taken for unchanged, once in four billion changes, is sent with all others when the next phase begins (output_task.py).
"""

from array import array
from binascii import crc32

from micropython import const

from pitboard.app import font, page_paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Panel

WIDTH = const(128)
PAGES = const(8)
_PITCH = const(6)
COLUMNS = const(21)  # small letters in a line


class Canvas:
    """Draw, then `send` the dirty pages."""

    pieces = PAGES

    def __init__(self) -> None:
        self._pixels = bytearray(WIDTH * PAGES)
        self._shown = array("I", [0] * PAGES)
        self._view = memoryview(self._pixels)
        self._known = 0  # one bit per page: what the display shows there is known

    def clear(self) -> None:
        page_paint.fill(self._pixels, 0, WIDTH * PAGES, 0)

    def page(self, page: int) -> memoryview:
        return self._view[page * WIDTH : (page + 1) * WIDTH]

    def dirty(self, page: int) -> bool:
        """True if the display shows something else on this page, or nobody knows what it shows."""
        if not self._known & (1 << page):
            return True
        return crc32(self.page(page)) != self._shown[page]

    def send(self, panel: "Panel", page: int) -> None:
        """Raises OSError."""
        panel.write_page(page, self.page(page))
        self.sent(page)

    def sent(self, page: int) -> None:
        self._shown[page] = crc32(self.page(page))
        self._known |= 1 << page

    def forget(self) -> None:
        """The display lost what it had (it was missing or restarted): send everything again."""
        self._known = 0

    def text(self, x: int, page: int, words: str) -> None:
        """Small letters from column `x`; what does not fit is cut off."""
        self._letters(x, page, words.encode())

    def glyph(self, x: int, page: int, code: int) -> None:
        """One small letter, or a suit: codes 1 to 4."""
        self._letters(x, page, bytes((code,)))

    def _letters(self, x: int, page: int, codes: bytes) -> None:
        count = min(len(codes), (WIDTH + 1 - x) // _PITCH)
        page_paint.letters(self._pixels, page * WIDTH + x, codes, count, font.SMALL, font.FIRST, font.LAST)

    def centred(self, page: int, words: str) -> None:
        self.text(max(0, (WIDTH - _PITCH * len(words) + 1) // 2), page, words)

    def right(self, page: int, words: str) -> None:
        self.text(max(0, WIDTH - _PITCH * len(words) + 1), page, words)

    def big(self, page: int, words: str) -> None:
        """Letters of double size in the middle of two empty pages."""
        words = words[: COLUMNS // 2]
        columns = _PITCH * len(words) - 1
        self.text(0, page, words)
        page_paint.double(self._pixels, page * WIDTH, (WIDTH - 2 * columns) // 2, columns)

    def suit(self, x: int, page: int, suit: int) -> None:
        """A suit of 24 x 24 pixels."""
        source = suit * 3 * font.BIG
        for row in range(page, page + 3):
            at = row * WIDTH + x
            self._pixels[at : at + font.BIG] = font.SUITS[source : source + font.BIG]
            source += font.BIG

    def bar(self, x: int, page: int, width: int, pattern: int) -> None:
        """A run of equal columns."""
        page_paint.fill(self._pixels, page * WIDTH + x, width, pattern)

    def invert(self, page: int) -> None:
        page_paint.invert(self._pixels, page * WIDTH, WIDTH)
