"""A chip that only listens: it writes down, with the time, what the parts do to its pins."""

from simulator.clock import VirtualClock

MS = 1_000_000
US = 1_000


class Recorder:
    """Wires to no chip at all."""

    def __init__(self) -> None:
        self.time = VirtualClock()
        self.levels: list[tuple[int, int, bool | None]] = []  # time, pin, level
        self.received: list[tuple[int, int, int]] = []  # time of the stop bit, uart, byte
        self.start_bits: list[tuple[int, int]] = []  # time, uart
        self.baud = 0  # of the chip's receiver; 0 hears everything

    @property
    def clock(self) -> VirtualClock:
        return self.time

    def drive(self, pin: int, level: bool | None) -> None:
        self.levels.append((self.time.now_ns(), pin, level))

    def uart_receive(self, uart: int, byte: int) -> None:
        self.received.append((self.time.now_ns(), uart, byte))

    def uart_line_edge(self, uart: int) -> None:
        self.start_bits.append((self.time.now_ns(), uart))

    def uart_baud(self, uart: int) -> int:
        return self.baud

    def run_ms(self, ms: float) -> None:
        self.time.advance_to(self.time.now_ns() + round(ms * MS))

    def level(self, pin: int) -> bool | None:
        """What is on a pin now."""
        return [level for _, at, level in self.levels if at == pin][-1]

    def edges(self, pin: int) -> list[tuple[int, bool | None]]:
        """Changes of level on a pin, without repetitions of the same level."""
        found: list[tuple[int, bool | None]] = []
        for t_ns, at, level in self.levels:
            if at == pin and (not found or found[-1][1] != level):
                found.append((t_ns, level))
        return found

    def text(self) -> bytes:
        """Every byte received so far."""
        return bytes(byte for _, _, byte in self.received)
