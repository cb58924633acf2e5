"""SSD1306, 128x64, over I2C: one page (128 columns, 8 rows) at a time.

A page takes about 3 ms at 400 kHz and blocks for it; the task yields between pages. A missing or failed display raises
OSError from `write_page`; the caller keeps the game going and tries again.
"""

from machine import I2C, Pin
from micropython import const

WIDTH = const(128)
PAGES = const(8)

# Datasheet rev 1.1, section 9: clock, multiplex 64, offset 0, start line 0, charge pump on, page
# addressing, segment remap and COM scan (module is mounted with its header up), COM pins, contrast, pre-charge, VCOMH,
# RAM content, normal, on.
_INIT = (
    b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12"
    b"\x81\x7f\xd9\xf1\xdb\x40\xa4\xa6\xaf"
)
_COMMANDS = const(0x00)  # 8.1.5.2: control byte, Co = 0, D/C# = 0
_DATA = b"\x40"


class Ssd1306:
    """Display of 8 pages. Allocates in the constructor only."""

    def __init__(self, bus: int, sda: int, scl: int, freq: int, address: int) -> None:
        self._i2c = I2C(bus, sda=Pin(sda), scl=Pin(scl), freq=freq, timeout=50000)
        self._address = address
        self._select = bytearray((_COMMANDS, 0xB0, 0x00, 0x10))  # 10.1.3: page start, column 0
        self._vector: list[bytes | memoryview] = [_DATA, _DATA]

    def init(self) -> None:
        """Set the chip up; its RAM keeps what it had, so write all pages afterwards."""
        self._i2c.writeto(self._address, _INIT)

    def write_page(self, page: int, buf: memoryview) -> None:
        """Write the 128 columns of one page."""
        self._select[1] = 0xB0 | page
        self._i2c.writeto(self._address, self._select)
        self._vector[1] = buf
        self._i2c.writevto(self._address, self._vector)
