"""The frame memory of an ST7789: where each pixel that comes in is put, and the picture that the eye sees.

Follows the ST7789V data sheet, version 1.3: "Address Control" and "Data Color Coding" (chapter 8), MADCTL (9.1.28),
COLMOD (9.1.32), RAMWR (9.1.22). The glass is IPS, on its side: see `simulator.models.st7789`.
"""

import random

from simulator.models.png import Rgb

COLUMNS, ROWS = 240, 320
WIDTH, HEIGHT = 320, 240
"""As the eye sees it."""

MY, MX, MV, BGR = 0x80, 0x40, 0x20, 0x08
_BYTES = {5: 2, 6: 3}  # low half of COLMOD -> bytes a pixel


def dark() -> list[list[Rgb]]:
    return [[(0, 0, 0)] * WIDTH for _ in range(HEIGHT)]


class FrameMemory:
    """Three bytes a pixel, by physical row and column."""

    def __init__(self, noise: random.Random) -> None:
        self.data = bytearray(noise.randbytes(3 * COLUMNS * ROWS))
        self._known: dict[bytes, bytes] = {}
        self.defaults()

    def defaults(self) -> None:
        """After any reset; what it holds stays."""
        self.access = 0x00  # MADCTL
        self.depth = 0x66  # COLMOD
        self.columns: tuple[int, int] = (0, COLUMNS - 1)
        self.rows: tuple[int, int] = (0, ROWS - 1)
        self._column = self._row = 0
        self._half = b""

    def rewind(self) -> bool:
        """The pointer to the corner of the window; False if the depth is none that is known."""
        self._column, self._row = self.columns[0], self.rows[0]
        self._half = b""
        return self.depth & 7 in _BYTES

    def drop_half(self) -> bool:
        """The transfer ends; True if a pixel was not complete."""
        half, self._half = self._half, b""
        return bool(half)

    def take(self, data: bytes) -> bool:
        """Pixels at the pointer, which goes along the columns first; True if one of them is another than before."""
        size = _BYTES.get(self.depth & 7, 0)
        if not size:
            return False
        data = self._half + bytes(data)
        whole = len(data) - len(data) % size
        self._half = data[whole:]
        changed = False
        at = 0
        while at < whole:
            left = self.columns[1] + 1 - self._column
            run = data[at : min(whole, at + left * size)]
            changed |= self._run([self._rgb(run[i : i + size]) for i in range(0, len(run), size)])
            at += len(run)
        return changed

    def _run(self, pixels: list[bytes]) -> bool:
        """Pixels of one line of the window."""
        column, row = self._column, self._row
        along = 3
        if self.access & MV:
            column, row = row, column
            along = 3 * COLUMNS
        if self.access & MX:
            column = COLUMNS - 1 - column
        if self.access & MY:
            row = ROWS - 1 - row
        if self.access & (MY if self.access & MV else MX):
            along = -along
        memory = self.data
        place = 3 * (COLUMNS * row + column)
        changed = False
        for pixel in pixels:
            if not memory.startswith(pixel, place):
                memory[place : place + 3] = pixel
                changed = True
            place += along
        self._column += len(pixels)
        if self._column > self.columns[1]:
            self._column = self.columns[0]
            self._row = self.rows[0] if self._row >= self.rows[1] else self._row + 1
        return changed

    def _rgb(self, data: bytes) -> bytes:
        """A pixel of 16 or 18 bits as eight bits a colour."""
        key = data if not self.access & BGR else data + b"B"
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = bytes(_colour(data)[:: -1 if self.access & BGR else 1])
        return found

    def picture(self, inverted: bool) -> list[list[Rgb]]:
        memory = self.data if inverted else bytes(value ^ 0xFF for value in self.data)
        rows: list[list[Rgb]] = []
        for y in range(HEIGHT):
            at = 3 * (COLUMNS - 1 - y)
            reds, greens, blues = (memory[at + n :: 3 * COLUMNS] for n in range(3))
            rows.append(list(zip(reds, greens, blues, strict=True)))
        return rows


def _colour(data: bytes) -> Rgb:
    if len(data) == 2:
        word = data[0] << 8 | data[1]
        red, green, blue = word >> 11, word >> 5 & 0x3F, word & 0x1F
        return red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2
    red, green, blue = (value >> 2 for value in data)
    return red << 2 | red >> 4, green << 2 | green >> 4, blue << 2 | blue >> 4
