"""The dealer's display in colour, 320 x 240: what is to be seen is kept as a list of things, never as a frame.

A frame of 16-bit pixels would take 150 KB. So each thing that is drawn (a line of letters, a box, a suit) is noted in a
list with its place, and the screen is sent in 64 tiles of 40 x 30 pixels, each painted from the list just before. A
tile's sum of the things that touch it tells whether the panel shows it already (`dirty`).

`clear` to `invert` are those of canvas.py, for the same screens: eight lines of 21 letters, `x` in columns of 128. The
rest is for screens that show more here, in pixels; places and widths there are even.
"""

from array import array
from binascii import crc32

from micropython import const

from pitboard.app import large_font as font
from pitboard.app import tile_paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import ColourPanel

PIECES = const(64)
WIDTH = const(320)
ROW = const(30)  # a line, and a tile's height
_TILE = const(40)  # a tile's width
_MARGIN = const(4)
_PITCH = const(15)
_BIG_PITCH = const(26)
_DROP = const(3)  # of a letter in its line
_BIG_DROP = const(6)

# Colours. Red and black of a card differ in brightness too, and the shape of the suit says the same.
BLACK = const(0)
WHITE = const(1)
DIM = const(2)
AMBER = const(3)
RED = const(4)
NAVY = const(5)
SLATE = const(6)
TEAL = const(7)
# As RGB565 with its bytes exchanged: the chip puts the lower one first, the panel wants the upper one.
_COLOURS = array("H", (0x0000, 0xFFFF, 0x3695, 0xA0FD, 0xE5E1, 0x2B11, 0x4621, 0xB104))

_BOX = const(0)
_ROUND = const(1)
_LETTERS = const(2)
_BIG = const(3)
_SUIT = const(4)

_HEAD = const(7)  # kind, colour, x / 2, y, width / 2, height, how many bytes follow
_ROOM = const(1600)
_SEED = const(1)  # of a tile's sum
_UNKNOWN = const(0x40000000)  # what the panel shows there: no sum
_SPACE = const(32)
_NO_LETTER = const(63)


class ColourCanvas:
    """Draw, then `send` the dirty tiles. What has no room in the list any more is not drawn."""

    pieces = PIECES

    def __init__(self) -> None:
        self._list = bytearray(_ROOM)
        self._view = memoryview(self._list)
        self._end = 0
        self._ground = bytearray(8)  # colour behind each line
        self._ink = bytearray(8)  # of a line that is inverted, whatever was asked for: 1 + colour
        self._drawn = array("I", [_SEED] * PIECES)
        self._shown = array("I", [_UNKNOWN] * PIECES)
        self._pixels = bytearray(2 * _TILE * ROW)

    # -- what every screen draws, in lines and columns of the small display ---------------------------

    def clear(self) -> None:
        self._end = 0
        for tile in range(PIECES):
            self._drawn[tile] = _SEED
        for row in range(8):
            self._ink[row] = 0
            self._colour_row(row, NAVY if row == 0 else SLATE if row >= 6 else BLACK)

    def text(self, x: int, page: int, words: str) -> None:
        self.letters(_MARGIN + x * 5 // 2 & ~1, page * ROW + _DROP, words, WHITE)

    def glyph(self, x: int, page: int, code: int) -> None:
        """One letter, or a suit: codes 1 to 4."""
        if code <= 4:
            self.suit(_MARGIN + x * 5 // 2 & ~1, page * ROW + _DROP, 22, code - 1)
        else:
            self.text(x, page, chr(code))

    def centred(self, page: int, words: str) -> None:
        self.middle(page * ROW + _DROP, words, WHITE)

    def right(self, page: int, words: str) -> None:
        x = WIDTH - _MARGIN - _PITCH * len(words) + 3
        self.letters(max(0, x & ~1), page * ROW + _DROP, words, WHITE)

    def big(self, page: int, words: str) -> None:
        if page == 0:
            self._colour_row(0, RED)  # a fault
            self._colour_row(1, RED)
        self.large(max(0, (WIDTH - _BIG_PITCH * len(words)) // 2 & ~1), page * ROW + _BIG_DROP, words, WHITE)

    def invert(self, page: int) -> None:
        self._ink[page] = 1 + BLACK
        self._colour_row(page, AMBER)

    # -- what only this display has room for, in pixels -------------------------------------------------

    def letters(self, x: int, y: int, words: str, colour: int) -> None:
        code = words.encode()[: (WIDTH - x + 3) // _PITCH]
        self._add(_LETTERS, colour, x, y, _PITCH * len(code) + 1, font.HEIGHT, code)

    def middle(self, y: int, words: str, colour: int) -> None:
        """Letters in the middle of the screen."""
        self.letters(max(0, (WIDTH - _PITCH * len(words) + 3) // 2 & ~1), y, words, colour)

    def large(self, x: int, y: int, words: str, colour: int) -> None:
        """Letters of double size."""
        code = words.encode()[: (WIDTH - x + 2) // _BIG_PITCH]
        self._add(_BIG, colour, x, y, _BIG_PITCH * len(code), 2 * font.HEIGHT, code)

    def box(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        self._add(_BOX, colour, x, y, width, height, b"")

    def rounded(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """A box with round corners."""
        self._add(_ROUND, colour, x, y, width, height, b"")

    def suit(self, x: int, y: int, size: int, suit: int, colour: int = -1) -> None:
        """A suit on a dark ground, unless a colour is given: hearts and diamonds red, the others white."""
        if colour < 0:
            colour = RED if suit in (1, 2) else WHITE
        self._add(_SUIT, colour, x, y, size, size, bytes((suit,)))

    # -- the list ---------------------------------------------------------------------------------------

    def _colour_row(self, row: int, colour: int) -> None:
        self._ground[row] = colour
        tile_paint.mix(self._drawn, 8 * row, 8 * row + 7, colour + 1)

    def _add(
        self, kind: int, colour: int, x: int, y: int, width: int, height: int, more: bytes
    ) -> None:
        at = self._end
        end = at + _HEAD + len(more)
        if end > _ROOM or not width:
            return
        things = self._list
        things[at] = kind
        things[at + 1] = colour
        things[at + 2] = x >> 1
        things[at + 3] = y
        things[at + 4] = width + 1 >> 1
        things[at + 5] = height
        things[at + 6] = len(more)
        things[at + _HEAD : end] = more
        self._end = end
        first = y // ROW * 8 + x // _TILE
        last = min(7, (y + height - 1) // ROW) * 8 + min(7, (x + width - 1) // _TILE)
        tile_paint.mix(self._drawn, first, last, crc32(self._view[at:end]))

    # -- the panel --------------------------------------------------------------------------------------

    def dirty(self, tile: int) -> bool:
        """True if the panel shows something else there, or nobody knows what it shows."""
        return self._drawn[tile] != self._shown[tile]

    def forget(self) -> None:
        """The panel lost what it had: send everything again."""
        for tile in range(PIECES):
            self._shown[tile] = _UNKNOWN

    def send(self, panel: "ColourPanel", tile: int) -> None:
        """Paint a tile and send it; raises OSError."""
        left = (tile & 7) * _TILE
        top = (tile >> 3) * ROW
        row = tile >> 3
        tile_paint.fill(self._pixels, _COLOURS[self._ground[row]])
        things = self._list
        at = tile_paint.touching(things, 0, self._end, left, top)
        while at >= 0:
            self._paint(at, 2 * things[at + 2] - left, things[at + 3] - top, self._ink[row])
            at = tile_paint.touching(things, at + _HEAD + things[at + 6], self._end, left, top)
        panel.write(left, top, _TILE, ROW, self._pixels)
        self._shown[tile] = self._drawn[tile]

    def _paint(self, at: int, x: int, y: int, ink: int) -> None:
        things = self._list
        kind = things[at]
        colour = _COLOURS[ink - 1 if ink else things[at + 1]]
        width = 2 * things[at + 4]
        height = things[at + 5]
        pixels = self._pixels
        if kind in (_LETTERS, _BIG):
            self._write(at + _HEAD, things[at + 6], x, y, 1 + (kind == _BIG), colour)
        elif kind == _SUIT:
            tile_paint.suit(pixels, font.OUTLINES, things[at + _HEAD], x, y, height, colour)
        elif kind == _ROUND:
            tile_paint.box(pixels, x + 4, y, width - 8, height, colour)
            tile_paint.box(pixels, x + 2, y + 1, width - 4, height - 2, colour)
            tile_paint.box(pixels, x + 1, y + 2, width - 2, height - 4, colour)
            tile_paint.box(pixels, x, y + 4, width, height - 8, colour)
        else:
            tile_paint.box(pixels, x, y, width, height, colour)

    def _write(self, at: int, count: int, x: int, y: int, size: int, colour: int) -> None:
        pitch = _BIG_PITCH if size > 1 else _PITCH
        skipped = max(0, -x // pitch)
        x += skipped * pitch
        for place in range(at + skipped, at + count):
            if x >= _TILE:
                return
            code = self._list[place]
            if code != _SPACE:
                if not font.FIRST <= code <= font.LAST:
                    code = _NO_LETTER
                source = (code - font.FIRST) * font.SIZE
                tile_paint.letter(self._pixels, font.LETTERS, source, x, y, size, colour)
            x += pitch
