"""The test bench: one table's parts, built from its board file and soldered to a target.

Targets call the entry points (``pin_out``, ``i2c_start``, ...) for what the chip does; the parts
answer through ``Wires``. Scenarios use the parts themselves: the dealer's hands on one side, the
lights, the display and the sounder on the other.
"""

from collections.abc import Sequence

from simulator.buses import OPEN
from simulator.fitting import BoardParts, Fitting
from simulator.models.dealer import Dealer
from simulator.models.nor_flash import NorFlash
from simulator.wires import Wires

FLASH_BYTES = 2 * 1024 * 1024
"""The W25Q16JV of a Pico."""

FILESYSTEM_BASE = FLASH_BYTES - 1408 * 1024
"""Where stock RPI_PICO images keep the file system: block 0 of ``rp2.Flash()``."""

DEFAULT_I2C_HZ = 400_000


class Bench(Fitting):
    """A table's parts and the chip's ways to reach them."""

    flash: NorFlash
    dealer: Dealer

    def __init__(
        self, board: BoardParts, wires: Wires, *, seed: int = 1, flash: NorFlash | None = None
    ) -> None:
        super().__init__(board, wires, seed)
        self.flash = NorFlash(FLASH_BYTES) if flash is None else flash
        self.dealer = Dealer(
            wires.clock,
            self.barcode,
            self.beam,
            self.keys,
            self.chance["dealer"],
            key_switch=self.key_switch,
            card_field=self.card_field,
        )

    # ---- power

    def reset_wires(self) -> None:
        """For a chip that has just started: it drives nothing, and every part's level is on its pin."""
        for pin in self._edges:
            self.pin_released(pin)
        for redrive in self._redriven:
            redrive()

    def power_cut(self) -> None:
        """The chip's supply has gone, and with it all that hangs on it.

        The barcode engine and the beam have a supply of their own, and the flash needs none to
        remember.
        """
        for pin in self._edges:
            self.pin_released(pin)
        for part in self._supplied:
            part.power_off()

    # ---- what the chip does

    @property
    def followed_pins(self) -> tuple[int, ...]:
        """Output pins of the chip whose levels a part looks at."""
        return tuple(self._edges)

    def pin_out(self, pin: int, level: bool, t_ns: int) -> None:
        """An output pin of the chip has taken a level at ``t_ns``."""
        edge = self._edges.get(pin)
        if edge is not None:
            edge(level, t_ns)
        elif pin in self._driven:
            self.contention[pin] += 1
        else:
            self.unwired[pin] += 1

    def pin_released(self, pin: int) -> None:
        """The chip does not drive ``pin``: a resistor decides, or it is as good as low."""
        edge = self._edges.get(pin)
        if edge is not None:
            edge(self._rests[pin], self.wires.clock.now_ns())

    def pwm(self, pin: int, hz: int, duty_u16: int) -> None:
        """A PWM slice of the chip drives ``pin``; a duty of 0 or 65535 is a steady level."""
        if self.sounder is not None and pin == self._sounder_pin:
            self.sounder.pwm(hz, duty_u16)
        else:
            self.unwired[pin] += 1

    def pio_bits(self, pin: int, data: bytes, bit_ns: int) -> None:
        """A state machine of the chip begins to shift ``data`` out as WS2812 bits."""
        if self.lights is not None and pin == self._lights_pin:
            self.lights.receive_bits(data, bit_ns)
        else:
            self.unwired[pin] += 1

    # ---- I2C

    def i2c_wired(self, bus: int) -> Sequence[int]:
        """Where SDA and SCL of ``bus`` are soldered."""
        return self.i2c[bus].pins if bus in self.i2c else ()

    def i2c_pins(self, bus: int, pins: Sequence[int]) -> None:
        """The chip has brought SDA and SCL of ``bus`` to these pins."""
        if bus in self.i2c:
            self.i2c[bus].switched(pins)

    def i2c_start(self, bus: int, address: int, read: bool) -> bool:
        """START (or repeated START) and an address byte; True when a part acknowledged it."""
        return bus in self.i2c and self.i2c[bus].start(address, read)

    def i2c_write(self, bus: int, byte: int) -> bool:
        """One byte to the addressed part; True when it was acknowledged."""
        return bus in self.i2c and self.i2c[bus].write(byte)

    def i2c_read(self, bus: int, ack: bool) -> int:
        """One byte from the addressed part; a bus that nobody drives reads as ones."""
        return self.i2c[bus].read(ack) if bus in self.i2c else OPEN

    def i2c_stop(self, bus: int) -> None:
        """STOP: every part on the bus is idle again."""
        if bus in self.i2c:
            self.i2c[bus].stop()

    def i2c_stuck(self, bus: int) -> bool:
        """True while a part holds SDA down, so that a master waits for the bus in vain."""
        return bus in self.i2c and self.i2c[bus].stuck()

    def i2c_stretch_ns(self, bus: int) -> int:
        """How long the addressed part holds SCL down after each byte."""
        return self.i2c[bus].stretch_ns() if bus in self.i2c else 0

    def i2c_bit_ns(self, bus: int) -> int:
        """How long one bit takes on this bus; a byte with its acknowledge takes nine."""
        hz = self.i2c[bus].hz if bus in self.i2c else DEFAULT_I2C_HZ
        return 1_000_000_000 // hz

    # ---- SPI: who listens is told by the levels of the chip selects

    def spi_wired(self, bus: int) -> Sequence[int]:
        """Where SCK, MOSI and MISO of ``bus`` are soldered."""
        return self.spi[bus].pins if bus in self.spi else ()

    def spi_pins(self, bus: int, pins: Sequence[int]) -> None:
        """The chip has brought SCK, MOSI and MISO of ``bus`` to these pins."""
        if bus in self.spi:
            self.spi[bus].switched(pins)

    def spi_clock(self, bus: int, hz: int, mode: int) -> None:
        """The chip's bit clock, and its mode: 2 * CPOL + CPHA."""
        if bus in self.spi:
            self.spi[bus].clocked(hz, mode)

    def spi_byte(self, bus: int, byte: int) -> int:
        """One byte each way; a line that nobody drives reads as ones."""
        return self.spi[bus].exchange(byte) if bus in self.spi else OPEN

    def spi_exchange(self, bus: int, data: bytes) -> bytes:
        """Bytes each way, one after the other."""
        return bytes(self.spi_byte(bus, byte) for byte in data)

    def spi_write(self, bus: int, data: bytes) -> None:
        """The same for bytes whose answers nobody looks at."""
        if bus in self.spi:
            self.spi[bus].write(data)

    # ---- UART

    def uart_sent(self, uart: int, byte: int, baud: int = 0) -> None:
        """The stop bit of a byte from the chip has arrived at whatever hangs on ``uart``."""
        part = self.uarts.get(uart)
        if part is not None:
            part.receive(byte, baud)
