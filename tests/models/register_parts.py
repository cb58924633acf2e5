"""Two small parts with eight registers each, for tests of the buses themselves: one on I2C, one on SPI."""

SIZE = 8


class I2cRegisters:
    """First byte written: where to; then data. A read goes on from there. `log` has what happened on the bus."""

    def __init__(self, address: int, fill: int = 0) -> None:
        self.address = address
        self.fault: str | None = None
        self.stretch_ns = 0
        self.registers = bytearray([fill] * SIZE)
        self.log: list[str] = []
        self._selected = self._read_mode = self._pointed = False
        self._at = 0

    def start(self, address: int, read: bool) -> bool:
        self._selected = address == self.address and self.fault is None
        if self._selected:
            self.log.append("R" if read else "W")
            self._pointed = False
        return self._selected

    def write(self, byte: int) -> bool:
        if self._pointed:
            self.registers[self._at] = byte
            self._at = (self._at + 1) % SIZE
        elif byte >= SIZE:
            return False  # no such register
        else:
            self._at = byte
            self._pointed = True
        self.log.append(f"{byte:02x}")
        return True

    def read(self) -> int:
        byte = self.registers[self._at]
        self._at = (self._at + 1) % SIZE
        self.log.append(f"{byte:02x}")
        return byte

    def stop(self) -> None:
        if self._selected:
            self.log.append("P")
        self._selected = False


class SpiRegisters:
    """First byte: where to, bit 7 for a read; then data. `log` has a line for each time it was selected."""

    def __init__(self, fill: int = 0) -> None:
        self.registers = bytearray([fill] * SIZE)
        self.log: list[bytes] = []
        self._heard = bytearray()
        self._selected = False

    @property
    def selected(self) -> bool:
        return self._selected

    def select(self, active: bool) -> None:
        if not active:
            self.log.append(bytes(self._heard))
        self._heard.clear()
        self._selected = active

    def exchange(self, byte: int) -> int:
        self._heard.append(byte)
        if len(self._heard) == 1:
            return 0x00
        head = self._heard[0]
        at = (head + len(self._heard) - 2) % SIZE
        if head & 0x80:
            return self.registers[at]
        self.registers[at] = byte
        return 0x00


class SpiSink:
    """Takes what it is sent, one by one or many at once; `pieces` says how."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self.pieces: list[int] = []

    def select(self, active: bool) -> None:
        pass

    def exchange(self, byte: int) -> int:
        self.write(bytes((byte,)))
        return 0xFF

    def write(self, data: bytes) -> None:
        self.heard += data
        self.pieces.append(len(data))
