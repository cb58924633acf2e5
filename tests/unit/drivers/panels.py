"""Both displays, driver and chip model, joined by as much of `machine` as the drivers use; time is the models' own."""

import errno
from typing import Any

from pitboard.app.canvas import Canvas
from pitboard.drivers.ssd1306_i2c import Ssd1306 as Ssd1306Driver
from pitboard.drivers.st7789_spi import St7789 as St7789Driver
from simulator.clock import VirtualClock
from simulator.models.ssd1306 import Ssd1306
from simulator.models.st7789 import St7789

ADDRESS = 0x3C
BYTE_BITS = 8
SHARED_HZ = 8_000_000


class Line:
    """A `Pin` that is an output."""

    def __init__(self, tell: Any) -> None:
        self._tell = tell
        self.level = -1

    def __call__(self, level: int) -> None:
        self.level = level
        self._tell(bool(level))


class SpiBus:
    """`machine.SPI` with one part on it."""

    def __init__(self, clock: VirtualClock, part: St7789) -> None:
        self._clock = clock
        self._part = part
        self.hz = SHARED_HZ
        self.writes: list[tuple[int, int]] = []  # how fast, how many bytes

    def init(self, *, baudrate: int) -> None:
        self.hz = baudrate

    def write(self, data: Any) -> None:
        self.writes.append((self.hz, len(bytes(data))))
        self._spend(len(bytes(data)))
        self._part.write(bytes(data))

    def readinto(self, into: bytearray) -> None:
        self._spend(len(into))
        for at in range(len(into)):
            into[at] = self._part.exchange(0)

    def _spend(self, count: int) -> None:
        ns = BYTE_BITS * count * 1_000_000_000 // self.hz
        self._clock.advance_to(self._clock.now_ns() + ns)


class I2cBus:
    """`machine.I2C` with one part on it; errors as on a chip."""

    def __init__(self, part: Ssd1306) -> None:
        self._part = part
        self.bytes_sent = 0

    def writeto(self, address: int, data: bytes) -> None:
        if not self._part.start(address, False) or not all(self._part.write(byte) for byte in data):
            raise OSError(errno.EIO, "not acknowledged")
        self._part.stop()
        self.bytes_sent += len(data)

    def writevto(self, address: int, vector: list[Any]) -> None:
        self.writeto(address, b"".join(bytes(part) for part in vector))


class _Display:
    """What both have in common: a canvas, and somebody who sends it."""

    clock: VirtualClock
    panel: Any
    canvas: Canvas

    def set_up(self, step: int = 0) -> None:
        """From a reset, or as one that runs is told again (step 2)."""
        while wait := self.panel.setup(step):
            self.wait_ms(wait)
            step += 1
        self.canvas.forget()

    def send(self) -> int:
        """All tiles that are not known to be shown; how many there were."""
        count = 0
        for page in range(self.canvas.pages):
            found = self.canvas.dirty(page)
            self.canvas.render(page)
            for tile in range(8):
                if found >> tile & 0x101:
                    self.panel.write(page, tile * self.canvas.tile, self.canvas.band)
                    self.canvas.sent(page, tile)
                    count += 1
        return count

    def show(self) -> None:
        """As a display that was just switched on."""
        self.set_up()
        self.send()
        self.panel.show()

    def wait_ms(self, ms: int) -> None:
        self.clock.advance_to(self.clock.now_ns() + ms * 1_000_000)


class Oled(_Display):
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.model = Ssd1306(self.clock, ADDRESS)
        self.bus = I2cBus(self.model)
        bus: Any = self.bus
        self.panel = Ssd1306Driver(bus, ADDRESS)
        self.canvas = Canvas()


class Lcd(_Display):
    def __init__(self, **how: Any) -> None:
        self.clock = VirtualClock()
        self.model = St7789(self.clock)
        self.cs = Line(lambda level: self.model.select(not level))
        self.reset = Line(self.model.reset_pin)
        self.bus = SpiBus(self.clock, self.model)
        bus: Any = self.bus
        lines: list[Any] = [self.cs, Line(self.model.data_command), self.reset]
        self.panel = St7789Driver(bus, *lines, shared_freq=SHARED_HZ, **how)
        panel = self.panel
        self.canvas = Canvas(panel.columns, panel.pages, panel.tile, panel.colours)
