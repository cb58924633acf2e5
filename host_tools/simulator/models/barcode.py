"""A barcode engine on a UART that sends one line for each code it reads.

Modelled is what engines of the GM65 class have in common (GM65 manual, "Serial port": 8 data bits,
no parity, one stop bit, 9600 baud as delivered; "Suffix": CR, LF or CR LF after each code): lines
at real byte spacing, ten bits a byte, and a shortest pause between two reads. Their setting
commands are not; bytes sent to the engine are kept in ``received``.
"""

import random
from collections import deque
from typing import Literal

from simulator.wires import Wires

Fault = Literal["dead", "garble", "no-terminator", "repeat"]

BITS_PER_BYTE = 10
"""Start bit, eight data bits, stop bit."""

SHORTEST_PAUSE_NS = 10_000_000
"""From the end of a line to the next one: the best a 100 frames a second imager can do."""


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
        self.baud = baud
        self.terminator = b"\r"
        self.min_gap_ns = SHORTEST_PAUSE_NS
        self.fault: Fault | None = None
        self.received = bytearray()
        """What the chip has sent to the engine."""
        self.lines_sent = 0
        self.redrive()

    @property
    def busy(self) -> bool:
        """True while a line is on the wire or waiting for it."""
        return self._busy

    def redrive(self) -> None:
        """Hold the line at its idle level: high."""
        self._wires.drive(self._rx_pin, True)

    def show(self, code: bytes) -> None:
        """Hold a code before the reader: its line is sent, after those already waiting."""
        if self.fault == "dead":
            return
        if self.fault == "garble":
            code = self._garbled(code)
        line = code if self.fault == "no-terminator" else code + self.terminator
        for _ in range(2 if self.fault == "repeat" else 1):
            self._queue.append((line, self.min_gap_ns))
        self._next_line()

    def send(self, data: bytes) -> None:
        """Put raw bytes on the line, back to back with whatever is on it: noise, a cut line."""
        if data and self.fault != "dead":
            self._queue.append((data, 0))
            self._next_line()

    def receive(self, byte: int) -> None:
        """A byte from the chip has arrived."""
        self.received.append(byte)

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
        if self._began_ns == clock.now_ns():
            self._start_bit()
        else:
            clock.call_at(self._began_ns, self._start_bit)

    def _start_bit(self) -> None:
        self._wires.uart_line_edge(self._uart)
        self._wires.clock.call_at(self._boundary_ns(self._sent + 1), self._stop_bit)

    def _stop_bit(self) -> None:
        byte = self._sending[self._sent]
        self._sent += 1
        if self._sent < len(self._sending):
            self._wires.uart_receive(self._uart, byte)
            self._start_bit()
            return
        self._free_ns = self._boundary_ns(self._sent)
        self._busy = False
        self.lines_sent += 1
        self._wires.uart_receive(self._uart, byte)
        self._next_line()
