"""ST7789 with a panel of 320 x 240 pixels in colour, lying on its side, over SPI: one rectangle at a time.

A rectangle of 40 x 30 pixels takes 2 ms at 12 MHz and blocks for it. SPI has no acknowledge, so a panel that has gone
or forgotten its settings is found by reading three of its registers; where the module has no wire for that, its
settings are sent again whenever it is looked at. ST7789V data sheet 1.3: 9.1.5 to 9.1.7 reading, 9.1.12 sleep out,
9.1.20 to 9.1.22 windows and pixels, 9.1.28 MADCTL, 9.1.32 COLMOD.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

    from pitboard.drivers.spi_bus import SpiBus

_SLEEP_OUT = const(0x11)
_INVERT_ON = const(0x21)
_ON = const(0x29)
_COLUMNS = const(0x2A)
_ROWS = const(0x2B)
_PIXELS = const(0x2C)
_ACCESS = const(0x36)
_DEPTH = const(0x3A)

# Registers to read, and what they say of a panel that is set up: power mode (booster on, awake, normal, display on),
# memory access (rows and columns exchanged, columns from the right), colour depth (16 bits).
_HEALTHY = b"\x0a\x9c\x0b\x60\x0c\x55"
_POWER = const(0x0A)
_ASLEEP = const(0x08)  # after a reset: normal mode, nothing else
_READ_HZ = const(6000000)  # "Serial Interface Characteristics": a read cycle takes at least 150 ns
_RESET_MS = const(1)  # "Reset Timing": 10 us at least
_READY_MS = const(6)  # 9.1.2: from there to the next command 5 ms
_WAKE_MS = const(120)  # 9.1.12: and to sleep out 120 ms
_AWAKE_MS = const(6)  # and 5 ms from there to the next command
_MOST_PATIENCE = const(16)
_ENODEV = const(19)


class St7789:
    """Allocates in the constructor only. `answers`: the module's data line back to the chip is wired."""

    def __init__(self, bus: "SpiBus", hz: int, cs: "Pin", dc: "Pin", reset: "Pin", answers: bool) -> None:
        self._bus = bus
        self._hz = hz
        self._cs = cs
        self._dc = dc
        self._reset = reset
        self.answers = answers
        self.settle_ms = 0 if answers else _AWAKE_MS  # `look` may have woken it up
        self._patience = 1
        self._byte = bytearray(1)
        self._window = bytearray(4)

    def init(self, step: int) -> int:
        """The set-up in steps; returns how many ms to wait before the next, 0 after the last. Raises OSError.

        One that does not come up is given more time at the next try: some are slower than their data sheet.
        """
        if step == 0:
            self._reset.value(0)
            return _RESET_MS
        if step == 1:
            self._reset.value(1)
            return _READY_MS * self._patience
        if step == 2:
            if self.answers and self._read(_POWER) != _ASLEEP:
                raise self._missing()
            return _WAKE_MS * self._patience
        if step == 3:
            self._send(_SLEEP_OUT)
            return _AWAKE_MS * self._patience
        self._settings()
        if self.answers and not self._is_healthy():
            raise self._missing()
        return 0

    def _missing(self) -> OSError:
        self._patience = 1 if self._patience >= _MOST_PATIENCE else 2 * self._patience
        return OSError(_ENODEV)

    def _settings(self) -> None:
        self._send(_ACCESS, b"\x60")
        self._send(_DEPTH, b"\x55")
        self._send(_INVERT_ON)  # the glass is IPS: without it black is white
        self._send(_ON)

    def look(self) -> bool:
        """False if it has gone or has forgotten its settings. One wrong answer may be a disturbed bit: ask again."""
        if self.answers:
            return self._is_healthy() or self._is_healthy()
        self._settings()
        self._send(_SLEEP_OUT)  # last, for `settle_ms` without a command follow; one that is awake goes on
        return True

    def _is_healthy(self) -> bool:
        wrong = 0
        for at in range(0, len(_HEALTHY), 2):
            wrong |= self._read(_HEALTHY[at]) ^ _HEALTHY[at + 1]
        return not wrong

    def _read(self, register: int) -> int:
        """"Serial Interface": an answer of eight bits follows the command at once."""
        spi = self._bus.at(_READ_HZ)
        byte = self._byte
        byte[0] = register
        self._dc.value(0)
        self._cs.value(0)
        spi.write(byte)
        self._dc.value(1)
        spi.readinto(byte)
        self._cs.value(1)
        return byte[0]

    def write(self, x: int, y: int, width: int, height: int, pixels: bytearray) -> None:
        """Fill a rectangle, rows from the top, two bytes a pixel, the upper one first."""
        window = self._window
        last = x + width - 1
        window[0] = x >> 8
        window[1] = x & 255
        window[2] = last >> 8
        window[3] = last & 255
        self._send(_COLUMNS, window)
        window[0] = window[2] = 0
        window[1] = y
        window[3] = y + height - 1
        self._send(_ROWS, window)
        self._send(_PIXELS, pixels)

    def _send(self, command: int, values: "bytes | bytearray" = b"") -> None:
        spi = self._bus.at(self._hz)
        byte = self._byte
        byte[0] = command
        self._dc.value(0)
        self._cs.value(0)
        spi.write(byte)
        if values:
            self._dc.value(1)
            spi.write(values)
        self._cs.value(1)
