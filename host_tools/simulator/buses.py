"""The buses of a table: wires that several parts share, and what happens on them.

I2C: every part hears every START; those that acknowledge pull SDA, so their bytes meet as a wired
AND. SPI: a part listens while its chip select is low; two that are selected at once fight on MISO,
which is written down. A bus that nobody drives reads as ones.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from simulator.clock import Clock
from simulator.wires import Wires

OPEN = 0xFF
"""What a master reads from a data line that nobody drives."""


class Powered(Protocol):
    """A part that loses its supply with the chip."""

    def power_off(self) -> None: ...


class I2cPart(Protocol):
    """A slave: START with an address, bytes, STOP. A repeated START comes without a STOP before it."""

    @property
    def fault(self) -> str | None:
        """ "stuck" while it holds SDA down."""
        ...

    def start(self, address: int, read: bool) -> bool: ...
    def write(self, byte: int) -> bool: ...
    def read(self) -> int: ...
    def stop(self) -> None: ...


class SpiPart(Protocol):
    """A slave: one byte each way at a time while it is selected."""

    def select(self, active: bool) -> None: ...
    def exchange(self, byte: int) -> int: ...


class UartPart(Protocol):
    """The other end of a serial line."""

    def receive(self, byte: int, baud: int) -> None: ...
    def redrive(self) -> None: ...


class Bus:
    """What both buses have in common: the board's pins, and whether the chip has switched to them."""

    def __init__(self, pins: Sequence[int] = ()) -> None:
        self.pins = tuple(pins)
        """SDA and SCL, or SCK, MOSI and MISO, as they are soldered; none in small tests."""
        self.connected = True

    def switched(self, pins: Sequence[int]) -> None:
        """The chip has brought its bus to these pins; at others nobody hears it."""
        self.connected = not self.pins or tuple(pins) == self.pins


class I2cBus(Bus):
    """Parts on one pair of SDA and SCL."""

    def __init__(self, pins: Sequence[int] = (), hz: int = 400_000) -> None:
        super().__init__(pins)
        self.hz = hz
        self._parts: list[I2cPart] = []
        self._addressed: list[I2cPart] = []

    def plug(self, part: I2cPart) -> None:
        self._parts.append(part)

    def start(self, address: int, read: bool) -> bool:
        self._addressed = []
        if self.connected:
            self._addressed = [part for part in self._parts if part.start(address, read)]
        return bool(self._addressed)

    def write(self, byte: int) -> bool:
        taken = [part.write(byte) for part in self._addressed]
        return any(taken)  # who acknowledges pulls SDA down, whatever the others do

    def read(self, ack: bool) -> int:
        byte = OPEN
        for part in self._addressed:
            byte &= part.read()
        if not ack:
            self._addressed = []  # the master's NACK ends the part's turn; it lets go of SDA
        return byte

    def stop(self) -> None:
        self._addressed = []
        for part in self._parts:
            part.stop()

    def stretch_ns(self) -> int:
        """How long the addressed part holds SCL down after a byte; few parts ever do."""
        return max((getattr(part, "stretch_ns", 0) for part in self._addressed), default=0)

    def stuck(self) -> bool:
        """True while a part holds SDA down, so that a master waits for the bus in vain."""
        return self.connected and any(part.fault == "stuck" for part in self._parts)


@dataclass
class SpiSeat:
    """A part at its chip select, and what its data sheet allows on the wires."""

    part: SpiPart
    name: str
    cs_pin: int
    max_hz: int
    modes: frozenset[int]  # 2 * CPOL + CPHA
    take_many: Callable[[bytes], None] | None = None  # does what exchanging each byte would do
    active: bool = False


class SpiBus(Bus):
    """Parts on one set of SCK, MOSI and MISO, each with a chip select of its own (active low)."""

    def __init__(
        self, pins: Sequence[int], contention: Counter[int], misread: Counter[str]
    ) -> None:
        super().__init__(pins)
        self.hz = 0
        self.mode = 0
        self._contention = contention
        self._misread = misread
        self._seats: list[SpiSeat] = []
        self._selected: list[SpiSeat] = []

    def plug(self, seat: SpiSeat) -> None:
        self._seats.append(seat)

    def clocked(self, hz: int, mode: int) -> None:
        """The chip has set its bit clock, and mode 0 to 3."""
        self.hz, self.mode = hz, mode

    def select(self, seat: SpiSeat, level: bool) -> None:
        """The level of one chip select."""
        if seat.active == (not level):
            return
        seat.active = not level
        if seat.active:
            self._selected.append(seat)
        else:
            self._selected.remove(seat)
        seat.part.select(seat.active)

    def exchange(self, byte: int) -> int:
        """Eight clocks: a byte to every selected part, and what MISO carried meanwhile."""
        if not self.connected:
            return OPEN
        fought = len(self._selected) > 1
        answer = OPEN
        for seat in self._selected:
            if fought:
                self._contention[seat.cs_pin] += 1
            if self._heard(seat):
                answer &= seat.part.exchange(byte)
            else:
                self._misread[seat.name] += 1
                answer &= late(seat.part.exchange(late(byte)))
        return 0 if self.stuck() else answer

    def stuck(self) -> bool:
        """True while a part holds MISO down, whoever is selected."""
        return any(getattr(seat.part, "fault", None) == "stuck" for seat in self._seats)

    def write(self, data: bytes) -> None:
        """Bytes whose answers the chip does not look at."""
        if len(self._selected) == 1 and self.connected:
            seat = self._selected[0]
            if seat.take_many is not None and self._heard(seat):
                seat.take_many(data)
                return
        for byte in data:
            self.exchange(byte)

    def _heard(self, seat: SpiSeat) -> bool:
        """Is the clock within what the part can follow?"""
        return self.hz <= seat.max_hz and self.mode in seat.modes


def late(byte: int) -> int:
    """A byte that was sampled one bit too late: too fast a clock, or the wrong edge."""
    return (byte << 1 | 1) & 0xFF


class SharedLine:
    """One pin on which several parts' outputs meet: low wins, and high against low is a short."""

    def __init__(self, wires: Wires, pin: int, contention: Counter[int]) -> None:
        self._wires = wires
        self._pin = pin
        self._contention = contention
        self._levels: dict[int, bool | None] = {}

    def tap(self) -> Wires:
        """The wires for one more part on the line."""
        number = len(self._levels)
        self._levels[number] = None
        return _Tap(self._wires, self._pin, self, number)

    def put(self, number: int, level: bool | None) -> None:
        self._levels[number] = level
        if {True, False} <= set(self._levels.values()):
            self._contention[self._pin] += 1
        self.redrive()

    def redrive(self) -> None:
        levels = self._levels.values()
        strongest = False if False in levels else (True if True in levels else None)
        self._wires.drive(self._pin, strongest)


class _Tap:
    """`Wires` for one of the parts on a shared line."""

    def __init__(self, wires: Wires, pin: int, line: SharedLine, number: int) -> None:
        self._wires = wires
        self._pin = pin
        self._line = line
        self._number = number

    @property
    def clock(self) -> Clock:
        return self._wires.clock

    def drive(self, pin: int, level: bool | None) -> None:
        if pin == self._pin:
            self._line.put(self._number, level)
        else:
            self._wires.drive(pin, level)

    def uart_receive(self, uart: int, byte: int) -> None:
        self._wires.uart_receive(uart, byte)

    def uart_line_edge(self, uart: int) -> None:
        self._wires.uart_line_edge(uart)

    def uart_baud(self, uart: int) -> int:
        return self._wires.uart_baud(uart)
