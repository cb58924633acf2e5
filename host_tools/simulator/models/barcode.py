"""A barcode engine on a UART that sends one line for each code it reads.

Modelled is what engines of the GM65 class have in common (GM65 manual, "Serial port": 8 data bits,
no parity, one stop bit, 9600 baud as delivered; "Suffix": CR, LF or CR LF after each code): lines
at real byte spacing, ten bits a byte, and a shortest pause between two reads. Bytes sent to the
engine are kept in ``received``; ``simulator.models.gm65`` understands them, too.

Both ends must have the same baud rate. If not, the other end hears what its own sampling makes of
each byte; bytes that run into each other are not modelled.
"""

import random
from collections import deque
from typing import Literal, get_args

from simulator.wires import Wires

Fault = Literal["dead", "lost", "stuck", "garble", "slow", "gone", "brown-out", "no-terminator", "repeat"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
"""dead: reads nothing; lost: reads nothing and answers nothing, as if unplugged; stuck: the same, and its line is low;
garble: codes are damaged; slow: a code is sent late; gone: unplugged in the middle of the next line, plugged in again
when the fault ends; brown-out: was without power for a moment, once."""

BITS_PER_BYTE = 10
"""Start bit, eight data bits, stop bit."""

SHORTEST_PAUSE_NS = 10_000_000
"""From the end of a line to the next one: the best a 100 frames a second imager can do."""

SLOW_NS = 250_000_000
"""How late a slow engine is: a card has long left the beam then."""

START_NS = 300_000_000
"""From power on to the first byte."""

SAME_BAUD = 0.04
"""Rates that differ by less than this part understand each other: half a bit in ten."""


def heard_as(byte: int, sent_baud: int, heard_baud: int) -> bytes:
    """What a receiver at ``heard_baud`` makes of one byte sent at ``sent_baud``; 0 means any."""
    if not heard_baud or abs(sent_baud / heard_baud - 1) < SAME_BAUD:
        return bytes((byte,))
    bits = [0, *(byte >> n & 1 for n in range(8)), 1]

    def level(at: float) -> int:
        """The line ``at`` receiver's bits after the byte began; it rests high."""
        index = int(at * sent_baud / heard_baud)
        return bits[index] if index < len(bits) else 1

    heard, at, end = bytearray(), 0.0, BITS_PER_BYTE * heard_baud / sent_baud
    while at < end:
        if level(at):
            at += 0.125  # the line rests: look again for a start bit
            continue
        heard.append(sum(level(at + 1.5 + n) << n for n in range(8)))
        at += 9.5
    return bytes(heard)


class BarcodeEngine:
    """An engine whose TX is wired to ``rx_pin``, the receiver of the chip's ``uart``."""

    def __init__(
        self,
        wires: Wires,
        uart: int,
        rx_pin: int,
        baud: int,
        *,
        rng: random.Random | None = None,
    ) -> None:
        self._wires = wires
        self._uart = uart
        self._rx_pin = rx_pin
        self._rng = random.Random(0) if rng is None else rng
        self._queue: deque[tuple[bytes, int]] = deque()  # line, pause before it
        self._free_ns = 0  # when the last stop bit on the line ends
        self._sending = b""
        self._sent = 0
        self._began_ns = 0
        self._busy = False
        self._on_since_ns = -START_NS  # it was on long before the bench
        self._powered = True
        self._life = 0  # what was under way when the power went is gone
        self.baud = baud
        self.terminator = b"\r"
        self.min_gap_ns = SHORTEST_PAUSE_NS
        self._fault: Fault | None = None
        self.received = bytearray()
        """What the chip has sent to the engine."""
        self.lines_sent = 0
        self.redrive()

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        was, self._fault = self._fault, fault
        if fault == "brown-out":
            self.power_off()
        if "brown-out" in (was, fault) or was == "gone":
            self.power_on()
        if fault == "stuck" and was != "stuck":  # a break: the receiver makes one zero of it
            self._wires.uart_line_edge(self._uart)
            self._wires.uart_receive(self._uart, 0)
        self.redrive()

    @property
    def _blind(self) -> bool:
        """It reads nothing."""
        return self._fault in ("dead", "lost", "stuck") or not self.awake

    @property
    def _mute(self) -> bool:
        """It answers nothing."""
        return self._fault in ("lost", "stuck")

    @property
    def awake(self) -> bool:
        """True if it has power and has started."""
        return self._powered and self._wires.clock.now_ns() - self._on_since_ns >= START_NS

    def power_off(self) -> None:
        """Unplug it: what it was sending breaks off."""
        self._powered = False
        self._life += 1
        self._queue.clear()
        self._busy = False
        self.redrive()

    def power_on(self) -> None:
        """Plug it in again; it starts for START_NS."""
        if not self._powered:
            self._powered = True
            self._on_since_ns = self._wires.clock.now_ns()

    @property
    def busy(self) -> bool:
        """True while a line is on the wire or waiting for it."""
        return self._busy

    def redrive(self) -> None:
        """Hold the line at its idle level: high, unless it is stuck."""
        self._wires.drive(self._rx_pin, self._fault != "stuck")

    def show(self, code: bytes) -> None:
        """Hold a code before the reader: its line is sent, after those already waiting."""
        if not self._blind:
            self.send_line(code)

    def send_line(self, code: bytes) -> None:
        """What was read goes out, as a faulty engine would send it."""
        if self.fault == "garble":
            code = self._garbled(code)
        line = code if self.fault == "no-terminator" else code + self.terminator
        for _ in range(2 if self.fault == "repeat" else 1):
            self._queue.append((line, self.min_gap_ns))
        if self.fault == "slow":
            clock = self._wires.clock
            clock.call_at(clock.now_ns() + SLOW_NS, self._next_line)
        else:
            self._next_line()

    def send(self, data: bytes) -> None:
        """Put raw bytes on the line, back to back with whatever is on it: noise, a cut line."""
        if data and not self._blind:
            self._queue.append((data, 0))
            self._next_line()

    def receive(self, byte: int, baud: int = 0) -> None:
        """A byte from the chip, sent at ``baud``, has arrived."""
        if self.awake:
            for heard in heard_as(byte, baud or self.baud, self.baud):
                self.received.append(heard)
                self.on_byte(heard)

    def on_byte(self, byte: int) -> None:
        """For engines that understand what they are sent."""

    def _garbled(self, code: bytes) -> bytes:
        # Damage that always shows: a code is ASCII, so with its top bit set a byte is no part of
        # one. A single flipped bit could turn a two into a three, which is a different failure.
        return bytes(byte ^ (0x80 | self._rng.getrandbits(7)) for byte in code)

    def _boundary_ns(self, count: int) -> int:
        """When ``count`` bytes of the line are over; rounding errors do not add up."""
        return self._began_ns + count * BITS_PER_BYTE * 1_000_000_000 // self.baud

    def _next_line(self) -> None:
        if self._busy or not self._queue:
            return
        self._busy = True
        clock = self._wires.clock
        line, pause_ns = self._queue.popleft()
        self._sending, self._sent = line, 0
        earliest_ns = self._free_ns + pause_ns if self.lines_sent else 0
        self._began_ns = max(clock.now_ns(), earliest_ns)
        life = self._life
        if self._began_ns == clock.now_ns():
            self._start_bit(life)
        else:
            clock.call_at(self._began_ns, lambda: self._start_bit(life))

    def _start_bit(self, life: int) -> None:
        if life == self._life:
            self._wires.uart_line_edge(self._uart)
            due_ns = self._boundary_ns(self._sent + 1)
            self._wires.clock.call_at(due_ns, lambda: self._stop_bit(life))

    def _stop_bit(self, life: int) -> None:
        if life != self._life:
            return
        byte = self._sending[self._sent]
        self._sent += 1
        if self.fault == "gone" and self._sent >= len(self._sending) // 2:
            self._arrive(byte)
            self.power_off()
            return
        if self._sent < len(self._sending):
            self._arrive(byte)
            self._start_bit(life)
            return
        self._free_ns = self._boundary_ns(self._sent)
        self._busy = False
        self.lines_sent += 1
        self._arrive(byte)
        self._next_line()

    def _arrive(self, byte: int) -> None:
        for heard in heard_as(byte, self.baud, self._wires.uart_baud(self._uart)):
            self._wires.uart_receive(self._uart, heard)
