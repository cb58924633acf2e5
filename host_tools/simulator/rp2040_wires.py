"""The wires between the chip models and an emulated RP2040.

Into the chip: levels on GPIO inputs and bytes on the UARTs, at the models' own times. Out of the
chip: every edge on the output pins that a part follows, UART bytes, and the buses
(`rp2040_buses`). What the models drive is remembered, because it is still there when the chip comes
back from a power cut.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

from simulator.rp2040_buses import BusOutputs, I2cWire, SpiWire
from simulator.rp2040_clock import TICKS_PER_NS, ChipClock

FUNCTION_PIO0 = 6
_DRIVEN = (GPIOPinState.HIGH, GPIOPinState.LOW)
# rp2040py counts a PIO block's time in 256ths of a system clock cycle, and gives a state machine
# that is more than 8 cycles late a new start.
PIO_FRACTION = 256
LATE_LIMIT = 8 * PIO_FRACTION
NEVER_DUE = 1 << 61


class Outputs(BusOutputs, Protocol):
    """The chip-to-world side of `simulator.bench.Bench`."""

    @property
    def followed_pins(self) -> Iterable[int]: ...
    def pin_out(self, pin: int, level: bool, t_ns: int) -> None: ...
    def pin_released(self, pin: int) -> None: ...
    def uart_sent(self, uart: int, byte: int, baud: int) -> None: ...


class Rp2040Wires:
    """`simulator.wires.Wires` for the emulated chip; `rx_pins` says where each UART listens."""

    def __init__(self, clock: ChipClock, rx_pins: Mapping[int, int]) -> None:
        self.clock = clock
        self._rx_pins = dict(rx_pins)
        # A UART line rests high.
        self._levels: dict[int, bool] = dict.fromkeys(self._rx_pins.values(), True)
        self._chip: RP2040 | None = None

    def drive(self, pin: int, level: bool | None) -> None:
        if level is None:
            self._levels.pop(pin, None)
        else:
            self._levels[pin] = level
        if self._chip is not None:
            self._apply(self._chip, pin)

    def uart_line_edge(self, uart: int) -> None:
        """The start bit: the RX pin falls, which is what a pin interrupt on it sees."""
        self.drive(self._rx_pins[uart], False)

    def uart_receive(self, uart: int, byte: int) -> None:
        """The stop bit: the RX pin is high again and the UART has the byte."""
        self.drive(self._rx_pins[uart], True)
        if self._chip is not None:
            self._chip.uart[uart].feed_byte(byte)

    def uart_baud(self, uart: int) -> int:
        return 0 if self._chip is None else _baud(self._chip, uart)

    def attach(self, chip: RP2040) -> None:
        self._chip = chip
        for pin in self._levels:
            self._apply(chip, pin)

    def detach(self) -> None:
        self._chip = None

    def _apply(self, chip: RP2040, pin: int) -> None:
        if pin in self._levels:
            chip.gpio[pin].set_input_value(self._levels[pin])
        else:
            chip.gpio[pin].release_input()


def watch_outputs(
    chip: RP2040, clock: ChipClock, world: Outputs, pump: "PioPump"
) -> list[I2cWire]:
    """Reports the edges on the pins that a part follows, bytes of the UARTs, transfers on the buses."""
    for pin in world.followed_pins:
        chip.gpio[pin].add_listener(_edge_reporter(chip, clock, world, pin, pump))
    for number, uart in enumerate(chip.uart):
        uart.on_byte = _byte_reporter(chip, world, number)
    for bus in range(len(chip.spi)):
        SpiWire(chip, bus, world)
    return [I2cWire(chip, bus, world) for bus in range(len(chip.i2c))]


def _edge_reporter(
    chip: RP2040, clock: ChipClock, world: Outputs, pin: int, pump: "PioPump"
) -> Callable[[GPIOPinState, GPIOPinState], None]:
    gpio = chip.gpio[pin]

    def on_change(new: GPIOPinState, _old: GPIOPinState) -> None:
        if new not in _DRIVEN:
            world.pin_released(pin)
            return
        world.pin_out(pin, new == GPIOPinState.HIGH, clock.now_ns() - pump.lateness_ns(pin))
        if gpio.function_select >= FUNCTION_PIO0:
            pump.wake()

    return on_change


def _byte_reporter(chip: RP2040, world: Outputs, uart: int) -> Callable[[int], None]:
    return lambda byte: world.uart_sent(uart, byte, _baud(chip, uart))


def _baud(chip: RP2040, uart: int) -> int:
    """From the divider that the firmware has set (UARTIBRD, UARTFBRD); 0 while it has set none."""
    block = chip.uart[uart]
    return block.baud_rate if block.baud_divider else 0


class PioPump:
    """Keeps the state machines in time while the core sleeps.

    The emulator steps each state machine at most once per core instruction or idle jump, so a
    sleeping core would tear a WS2812 frame apart. From the first rising edge until the machines
    wait for data, an alarm falls on the due time of every PIO instruction.
    """

    def __init__(self, chip: RP2040) -> None:
        self._chip = chip
        self._pios = chip.pio
        self._alarm = chip.clock.create_alarm(self._on_alarm)
        self._cycle_ticks = 0
        self._running = False
        self._look = False
        self._due = [NEVER_DUE] * len(self._pios)

    def lateness_ns(self, pin: int) -> int:
        """How long ago the state machine behind `pin` should have made the edge it makes now.

        The emulator runs a due PIO instruction after the core instruction in progress.
        """
        block = self._chip.gpio[pin].function_select - FUNCTION_PIO0
        if not self._running or not 0 <= block < len(self._pios):
            return 0
        late = self._pios[block].cycle_fp - self._due[block]
        if not 0 < late <= LATE_LIMIT:
            return 0
        return round(late / PIO_FRACTION * self._cycle_ticks / TICKS_PER_NS)

    def wake(self) -> None:
        if not self._running:
            self._running = True
            self._cycle_ticks = round(1e9 * TICKS_PER_NS / self._chip.clk_sys)
            self._look = True
            self._alarm.schedule_ticks(self._cycle_ticks)

    def _on_alarm(self) -> None:
        # Two alarms for an instruction: at its due time the emulator runs it, one cycle later its
        # successor's due time is known.
        if not self._look:
            self._look = True
            self._alarm.schedule_ticks(self._cycle_ticks)
            return
        wait = NEVER_DUE
        for block, pio in enumerate(self._pios):
            if not pio.stopped:
                self._due[block] = pio.next_due_fp
                wait = min(wait, pio.next_due_fp - pio.cycle_fp)
        if wait >= NEVER_DUE // 2:
            self._running = False
            return
        self._look = False
        cycles = max(1, -(-wait // PIO_FRACTION) - 1)
        self._alarm.schedule_ticks(cycles * self._cycle_ticks)

    def sleep(self, ns: int) -> None:
        """Lets `ns` pass while the core stands still, as the emulator's own idle jump does."""
        clock = self._chip.clock
        cycle = round(1e9 * TICKS_PER_NS / self._chip.clk_sys)
        left = ns * TICKS_PER_NS
        owed = 0
        while left > 0:
            step = min(left, clock.ticks_to_next_alarm) if clock.has_scheduled_alarm else left
            clock.tick_ticks(step)
            left -= step
            owed += step
            cycles, owed = divmod(owed, cycle)
            if cycles:
                for pio in self._pios:
                    if not pio.stopped:
                        pio.advance(cycles)
