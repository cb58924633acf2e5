"""SSD1306, 128x64, over I2C: one page (128 columns, 8 rows) at a time.

A page takes about 3 ms at 400 kHz and blocks for it; the task yields between pages. A missing or failed display raises
OSError from `write_page`; the caller keeps the game going and tries again.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

WIDTH = const(128)
PAGES = const(8)

# Datasheet rev 1.1, section 9: clock, multiplex 64, offset 0, start line 0, charge pump on, page
# addressing, segment remap and COM scan (module is mounted with its header up), COM pins, contrast, pre-charge, VCOMH,
# RAM content, normal, on.
_INIT = (
    b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12"
    b"\x81\x7f\xd9\xf1\xdb\x40\xa4\xa6\xaf"
)
_EIO = const(5)
_COMMAND = const(0x80)  # 8.1.5.2: control byte, Co = 1, D/C# = 0: one command, then the next control byte
_DATA = const(0x40)  # Co = 0, D/C# = 1: only data from here


class Ssd1306:
    """Display of 8 pages. Allocates in the constructor only."""

    answers = False  # it acknowledges every byte, also when it has forgotten everything
    settle_ms = 0

    def __init__(self, i2c: "I2C", address: int) -> None:
        self._i2c = i2c
        self._address = address
        # 10.1.3: page start, column 0; each with a control byte of its own, for the data follow in the same transfer.
        self._select = bytearray((_COMMAND, 0xB0, _COMMAND, 0x00, _COMMAND, 0x10, _DATA))
        self._vector: list[bytearray | memoryview] = [self._select, self._select]

    def init(self, _step: int) -> int:
        """Set the chip up; its RAM keeps what it had, so write all pages afterwards. One step, and no wait after it."""
        if self._i2c.writeto(self._address, _INIT) != len(_INIT):
            raise OSError(_EIO)  # gone in the middle of it: nobody acknowledges
        return 0

    def look(self) -> bool:
        """Nobody can tell whether it has lost its supply for a moment: it is set up again, in 0.7 ms."""
        try:
            self.init(0)
        except OSError:
            return False
        return True

    def write_page(self, page: int, buf: memoryview) -> None:
        """Write the 128 columns of one page, in one transfer: a bus that hangs takes 18 ms of each."""
        self._select[1] = 0xB0 | page
        self._vector[1] = buf
        if self._i2c.writevto(self._address, self._vector) != WIDTH + len(self._select):
            raise OSError(_EIO)
