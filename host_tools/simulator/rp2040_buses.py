"""I2C and SPI of an emulated RP2040, joined to the bench's buses.

The emulator charges no time for I2C, so a transfer is stretched to what it takes on the wire. SPI it
times itself, eight bit clocks a byte from the dividers that the firmware has set; on the chip the
PL022 in modes 0 and 2 adds a pause between two bytes, which it leaves out.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from rp2040py.peripherals.i2c import I2CMode
from rp2040py.rp2040 import RP2040

# GPIO functions (RP2040 datasheet 1.4.3).
FUNCTION_SPI = 1
FUNCTION_I2C = 3
# IC_RAW_INTR_STAT.TX_EMPTY, IC_FS_SPKLEN and IC_TXFLR of the I2C block.
TX_EMPTY = 1 << 4
SPIKE_LENGTH = 0xA0
TX_LEVEL = 0x74
STUCK_BITS = 40
# SSPCR0 and SSPCPSR of the SPI block: format and bit clock.
CONTROL = 0x00
PRESCALER = 0x10
SPO_BIT, SPH_BIT = 6, 7


class BusOutputs(Protocol):
    """The buses of `simulator.bench.Bench`, from the chip's side."""

    def i2c_wired(self, bus: int) -> Sequence[int]: ...
    def i2c_pins(self, bus: int, pins: Sequence[int]) -> None: ...
    def i2c_start(self, bus: int, address: int, read: bool) -> bool: ...
    def i2c_write(self, bus: int, byte: int) -> bool: ...
    def i2c_read(self, bus: int, ack: bool) -> int: ...
    def i2c_stop(self, bus: int) -> None: ...
    def i2c_stuck(self, bus: int) -> bool: ...
    def i2c_stretch_ns(self, bus: int) -> int: ...
    def spi_wired(self, bus: int) -> Sequence[int]: ...
    def spi_pins(self, bus: int, pins: Sequence[int]) -> None: ...
    def spi_clock(self, bus: int, hz: int, mode: int) -> None: ...
    def spi_byte(self, bus: int, byte: int) -> int: ...


def _switched(chip: RP2040, pins: Sequence[int], function: int) -> tuple[int, ...]:
    """Those of a bus's soldered pins that the firmware has given to it."""
    return tuple(pin for pin in pins if chip.gpio[pin].function_select == function)


class SpiWire:
    """Brings the bytes of an SPI master to the parts that are selected, and their answers back.

    A part is asked when the first bit of a byte leaves; the chip has the answer with the last.
    """

    def __init__(self, chip: RP2040, bus: int, world: BusOutputs) -> None:
        self._block = block = chip.spi[bus]
        self._chip = chip
        self._bus = bus
        self._world = world
        self._pins = world.spi_wired(bus)
        self._setting: tuple[int, int, tuple[int, ...]] | None = None
        block.on_transmit = self._on_transmit

    def _on_transmit(self, word: int) -> None:
        block = self._block
        setting = (
            block.read_uint32(CONTROL),
            block.read_uint32(PRESCALER),
            _switched(self._chip, self._pins, FUNCTION_SPI),
        )
        if setting != self._setting:
            self._setting = setting
            control, _, pins = setting
            self._world.spi_pins(self._bus, pins)
            mode = (control >> SPO_BIT & 1) << 1 | control >> SPH_BIT & 1
            self._world.spi_clock(self._bus, int(block.clock_frequency), mode)
        block.complete_transmit(self._world.spi_byte(self._bus, word & 0xFF))


class I2cWire:
    """Stretches the I2C master's transfers to the time that they take on the bus.

    The bit time comes from the counts that the firmware put into the block (RP2040 datasheet
    4.3.14, DW_apb_i2c: the high phase takes HCNT + SPKLEN + 7 clocks, the low phase LCNT + 1).
    """

    def __init__(self, chip: RP2040, bus: int, world: BusOutputs) -> None:
        self._chip = chip
        self._pins = world.i2c_wired(bus)
        self._block = chip.i2c[bus]
        self._bus = bus
        self._world = world
        self._open = False
        # The chip's own alarm: a transfer ends with the chip.
        self._alarm = chip.clock.create_alarm(self._on_alarm)
        self._next: Callable[[], None] | None = None
        self._begun = chip.clock.create_alarm(self._byte_begun)
        self._block.on_start = self._on_start
        self._block.on_connect = self._on_connect
        self._block.on_write_byte = self._on_write
        self._block.on_read_byte = self._on_read
        self._block.on_stop = self._on_stop

    def _after(self, bits: int, fn: Callable[[], None]) -> None:
        high = self._block.scl_high_period + self._block.read_uint32(SPIKE_LENGTH) + 7
        low = self._block.scl_low_period + 1
        self._next = fn
        # A part that is slow has held SCL down since the byte before.
        stretch_ns = self._world.i2c_stretch_ns(self._bus)
        self._alarm.schedule(bits * (high + low) * 1e9 / self._chip.clk_sys + stretch_ns)

    def _on_alarm(self) -> None:
        fn, self._next = self._next, None
        if fn is not None:
            fn()

    def reset(self) -> None:
        """The chip was reset: it has let go of the bus in the middle of whatever it was."""
        self._next = None
        self._open = False

    def _on_start(self, repeated: bool) -> None:
        self._world.i2c_pins(self._bus, _switched(self._chip, self._pins, FUNCTION_I2C))
        if self._world.i2c_stuck(self._bus):
            # SDA is held down: the master waits for a free bus, and looks again.
            self._after(STUCK_BITS, lambda: self._on_start(repeated))
        else:
            self._after(1, self._block.complete_start)

    def _on_connect(self, address: int, mode: I2CMode) -> None:
        def acknowledge() -> None:
            self._open = True
            answered = self._world.i2c_start(self._bus, address, mode == I2CMode.READ)
            self._block.complete_connect(answered)
            if not answered:
                self._emptied()

        self._after(9, acknowledge)

    def _on_write(self, byte: int) -> None:
        def acknowledge() -> None:
            taken = self._world.i2c_write(self._bus, byte)
            self._block.complete_write(taken)
            if not taken or not self._block.read_uint32(TX_LEVEL):
                self._emptied()

        self._after(9, acknowledge)
        self._begun.schedule_ticks(1)

    def _byte_begun(self) -> None:
        """With TX_EMPTY_CTRL, TX_EMPTY waits for the last bit of the byte that left the FIFO (4.3.17, IC_CON).

        The emulator raises it with the first bit. The SDK would send on, and learn too late that a
        byte was not acknowledged.
        """
        if self._next is not None:
            self._block.int_raw &= ~TX_EMPTY
            self._block.check_interrupts()

    def _on_read(self, acknowledge: bool) -> None:
        self._after(
            9, lambda: self._block.complete_read(self._world.i2c_read(self._bus, acknowledge))
        )

    def _on_stop(self) -> None:
        def stop() -> None:
            if self._open:
                self._open = False
                self._world.i2c_stop(self._bus)
            self._block.complete_stop()

        self._after(1, stop)

    def _emptied(self) -> None:
        """TX_EMPTY follows the level of the transmit FIFO, also when an abort empties it (4.3.17).

        The emulator forgets the second half, and the SDK would wait for it until its timeout.
        """
        self._block.int_raw |= TX_EMPTY
        self._block.check_interrupts()
