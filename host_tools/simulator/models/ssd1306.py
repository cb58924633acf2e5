"""An SSD1306 OLED controller with a 128x64 panel, on I2C.

Follows the Solomon Systech SSD1306 data sheet, rev 1.1: 8.1.5 (I2C interface: slave address,
control byte with Co and D/C#), 8.7 (GDDRAM), 9 (command table), 10.1.x (each command; numbers stand
at the code) and the application note "Charge Pump Regulator" at its end.

The panel is the usual 0.96 inch module: its COM lines are wired for the alternative pin order (DAh
12h), it has no other supply than the charge pump, and its glass is mounted so that a picture is
upright with segment remap (A1h) and COM remap (C8h) set. Whoever forgets one of them sees what a
real module shows: a scrambled, dark or mirrored picture.

Scrolling (10.2) is taken as bytes but does not move the picture.
"""

import random
from pathlib import Path

from simulator.clock import Clock
from simulator.models import png
from simulator.models.i2c_slave import I2cSlave

WIDTH = 128
HEIGHT = 64
PAGES = 8

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2

# Commands that take more bytes, and how many (9, command table).
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
    0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip

_CONTROL, _STREAM, _ONE = 0, 1, 2  # what the next byte of a transmission is


class Ssd1306(I2cSlave):
    """The controller as an I2C slave, and its panel as the eye sees it."""

    def __init__(
        self, clock: Clock, address: int = 0x3C, *, rng: random.Random | None = None
    ) -> None:
        super().__init__(address, rng)
        self._clock = clock
        self.unknown_commands: list[int] = []
        self.protocol_errors = 0
        """Control bytes whose lower six bits are not zero (8.1.5.2)."""
        self.changed_ns = 0
        """When the picture last became another: GDDRAM, or a setting that shows."""
        self.power_off()
        self.changed_ns = 0

    def power_off(self) -> None:
        """Lose the supply. Registers take their RESET values (8.5); GDDRAM is shown as empty."""
        self.gddram = [bytearray(WIDTH) for _ in range(PAGES)]  # by page and SEG output
        self.on = False
        self.contrast = 0x7F
        self.all_on = False
        self.inverse = False
        self.start_line = 0
        self.segment_remap = False
        self.com_remap = False
        self.multiplex = HEIGHT
        self.offset = 0
        self.com_alternative = True
        self.com_swap = False
        self.charge_pump = False
        self.scrolling = False
        self.mode = PAGE
        self.column_window = (0, WIDTH - 1)
        self.page_window = (0, PAGES - 1)
        self.clock_setting = 0x80
        self.precharge = 0x22
        self.vcomh = 0x20
        self._supplied = False  # the pump ran when the display was switched on
        self._column = self._page = 0
        self._command = -1  # the command whose arguments are coming
        self._arguments: list[int] = []
        self._selected = self._reading = False
        self._next = _CONTROL
        self._is_data = False
        self._touched()

    # ---- I2C slave, 8.1.5

    def _begin(self, read: bool) -> None:
        self._next = _CONTROL

    def _take(self, byte: int) -> bool:
        if self._next == _CONTROL:
            if byte & 0x3F:
                self.protocol_errors += 1
            self._is_data = bool(byte & 0x40)
            self._next = _ONE if byte & 0x80 else _STREAM
            return True
        if self._is_data:
            self._data(byte)
        else:
            self._command_byte(byte)
        if self._next == _ONE:
            self._next = _CONTROL
        return True

    def _give(self) -> int:
        """The status byte: D6 is 1 while the display is off (10.1.21)."""
        return 0x00 if self.on else 0x40

    def stop(self) -> None:
        """STOP. A command still waiting for arguments goes on waiting, as in the chip."""
        self._selected = False

    def _brown_out(self) -> None:
        self.power_off()

    # ---- the picture

    def image(self) -> list[list[bool]]:
        """64 rows of 128 pixels from the top left, True where it glows."""
        if self._image is None:
            self._image = self._draw()
        return [row[:] for row in self._image]

    def png(self, path: Path | str, scale: int = 1) -> None:
        """Write what the eye sees to a file."""
        png.write(path, self.image(), scale)

    def _draw(self) -> list[list[bool]]:
        dark = [[False] * WIDTH for _ in range(HEIGHT)]
        if not (self.on and self._supplied):
            return dark
        for row in range(HEIGHT):
            line = (row + self.offset) % HEIGHT  # 10.1.15, table 10-1
            if line >= self.multiplex:
                continue
            ram_row = (line + self.start_line) % HEIGHT  # 10.1.6
            com = (self.multiplex - 1 - row) % HEIGHT if self.com_remap else row  # 10.1.14
            # The glass is mounted upside down.
            dark[HEIGHT - 1 - self._glass_line(com)] = self._glass_row(ram_row)
        return dark

    def _glass_row(self, ram_row: int) -> list[bool]:
        if self.all_on:  # 10.1.9: whatever GDDRAM holds
            return [True] * WIDTH
        page, mask = self.gddram[ram_row >> 3], 1 << (ram_row & 7)
        return [bool(byte & mask) != self.inverse for byte in reversed(page)]

    def _glass_line(self, com: int) -> int:
        """Where a COM output ends on the glass, whose pads alternate (10.1.18, table 10-3)."""
        pad = com
        if self.com_alternative:
            pad = com // 2 + (32 if com & 1 else 0)
        if self.com_swap:
            pad ^= 32
        return pad * 2 if pad < 32 else (pad - 32) * 2 + 1

    # ---- GDDRAM, 10.1.3

    def _data(self, byte: int) -> None:
        # 10.1.8: the remap acts on data as it comes in, not on what is stored.
        segment = WIDTH - 1 - self._column if self.segment_remap else self._column
        page = self.gddram[self._page]
        if page[segment] != byte:
            page[segment] = byte
            self._touched()
        if self.mode == PAGE:
            self._column = (self._column + 1) % WIDTH
        elif self.mode == HORIZONTAL:
            if self._step_column():
                self._step_page()
        elif self._step_page():
            self._step_column()

    def _step_column(self) -> bool:
        """To the next column of the window; True when that was back to its first."""
        first, last = self.column_window
        wrapped = self._column == last
        self._column = first if wrapped else (self._column + 1) % WIDTH
        return wrapped

    def _step_page(self) -> bool:
        first, last = self.page_window
        wrapped = self._page == last
        self._page = first if wrapped else (self._page + 1) % PAGES
        return wrapped

    # ---- commands, 9 and 10.1

    def _command_byte(self, byte: int) -> None:
        if self._command < 0:
            self._command = byte
            self._arguments.clear()
        else:
            self._arguments.append(byte)
        if len(self._arguments) < _ARGUMENTS.get(self._command, 0):
            return
        command, self._command = self._command, -1
        before = self._look()
        if self._arguments:
            self._long_command(command, self._arguments)
        else:
            self._short_command(command)
        if self._look() != before:
            self._touched()

    def _short_command(self, command: int) -> None:
        if command < 0x20:  # 10.1.1, 10.1.2: page addressing mode only
            if self.mode == PAGE:
                low, high = self._column & 0x0F, self._column & 0x70
                if command < 0x10:
                    low = command
                else:
                    high = (command & 0x07) << 4
                self._column = high | low
        elif command in (0x2E, 0x2F):
            self.scrolling = command == 0x2F
        elif 0x40 <= command < 0x80:
            self.start_line = command & 0x3F  # 10.1.6
        elif command in (0xA0, 0xA1):
            self.segment_remap = command == 0xA1  # 10.1.8
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5  # 10.1.9
        elif command in (0xA6, 0xA7):
            self.inverse = command == 0xA7  # 10.1.10
        elif command in (0xAE, 0xAF):  # 10.1.12
            self.on = command == 0xAF
            # Charge pump: 8Dh, 14h, AFh, in this order.
            self._supplied = self.on and self.charge_pump
        elif 0xB0 <= command < 0xB8:  # 10.1.13: page addressing mode only
            if self.mode == PAGE:
                self._page = command & 0x07
        elif 0xC0 <= command < 0xD0:
            self.com_remap = bool(command & 0x08)  # 10.1.14
        elif command != 0xE3:  # 10.1.20: NOP
            self.unknown_commands.append(command)

    def _long_command(self, command: int, values: list[int]) -> None:
        value = values[0]
        if command == 0x20:
            if value & 3 == 3:
                self.unknown_commands.append(command)
            else:
                self.mode = value & 3  # 10.1.3
        elif command == 0x21:  # 10.1.4: the pointer goes to the first column
            self.column_window = (value & 0x7F, values[1] & 0x7F)
            self._column = self.column_window[0]
        elif command == 0x22:  # 10.1.5
            self.page_window = (value & 0x07, values[1] & 0x07)
            self._page = self.page_window[0]
        elif command == 0x81:
            self.contrast = value  # 10.1.7
        elif command == 0x8D:
            self.charge_pump = bool(value & 0x04)
            self._supplied = self._supplied and self.charge_pump
        elif command == 0xA8:
            if value & 0x3F < 15:  # 10.1.11: 0 to 14 are invalid
                self.unknown_commands.append(command)
            else:
                self.multiplex = (value & 0x3F) + 1
        elif command == 0xD3:
            self.offset = value & 0x3F  # 10.1.15
        elif command == 0xD5:
            self.clock_setting = value  # 10.1.16
        elif command == 0xD9:
            self.precharge = value  # 10.1.17
        elif command == 0xDA:  # 10.1.18
            self.com_alternative = bool(value & 0x10)
            self.com_swap = bool(value & 0x20)
        elif command == 0xDB:
            self.vcomh = value  # 10.1.19

    def _look(self) -> tuple[int, ...]:
        """The settings that make the same GDDRAM look different."""
        return (
            self.on, self._supplied, self.contrast, self.all_on, self.inverse, self.start_line,
            self.com_remap, self.multiplex, self.offset, self.com_alternative, self.com_swap,
        )  # fmt: skip

    def _touched(self) -> None:
        self._image: list[list[bool]] | None = None
        self.changed_ns = self._clock.now_ns()
