"""The bus end of an I2C slave, and the faults that any of them can have.

Follows the I2C-bus specification, UM10204: a START (again) begins with the address byte, each byte is
acknowledged by who takes it, a slave that is not there acknowledges nothing, and a data line that
nobody pulls down reads as ones. What the bytes mean is the part's own (`_begin`, `_take`, `_give`).
"""

import random

FAULTS = ("nack", "stuck", "bit-errors", "slow", "gone", "brown-out")

STRETCH_NS = 500_000
OPEN = 0xFF


class I2cSlave:
    """A slave at one address. A part may have more faults than these."""

    faults: tuple[str, ...] = FAULTS

    def __init__(self, address: int, rng: random.Random | None = None) -> None:
        self.address = address
        self._rng = random.Random(0) if rng is None else rng
        self._fault: str | None = None
        self._selected = self._reading = False
        self._left = 0
        self._is_gone = False
        self.error_rate = 0.1
        """With "bit-errors": how likely a byte, either way, has one wrong bit."""
        self.gone_after = 2
        """With "gone": bytes of a transfer, its address not counted, that still pass."""
        self.transfers = 0
        """How often it has acknowledged its address."""

    @property
    def fault(self) -> str | None:
        """What is wrong: "nack" answers to nothing; "stuck" holds SDA low, so that there is no bus at
        all; "bit-errors" spoils single bits; "slow" holds SCL low after each byte; "gone" falls silent
        in the middle of a transfer, for good; "brown-out" has had too low a supply for a moment."""
        return self._fault

    @fault.setter
    def fault(self, fault: str | None) -> None:
        if fault is not None and fault not in self.faults:
            raise ValueError(f"no such fault: {fault}; there are {', '.join(self.faults)}")
        before, self._fault = self._fault, fault
        self._is_gone = False
        if fault == "brown-out":
            self._brown_out()
        self._fault_changed(before)

    @property
    def stretch_ns(self) -> int:
        """How long it holds SCL low after each byte, its address among them (UM10204 3.1.9)."""
        return STRETCH_NS if self._fault == "slow" else 0

    # ---- the bus

    def start(self, address: int, read: bool) -> bool:
        """START and the address byte; True for acknowledge."""
        silent = self._fault in ("nack", "stuck") or self._is_gone
        self._selected = not silent and self._spoilt(address << 1) >> 1 == self.address
        self._reading = read
        self._left = self.gone_after
        if self._selected:
            self.transfers += 1
            self._begin(read)
        return self._selected

    def write(self, byte: int) -> bool:
        """One byte after the address; True for acknowledge."""
        if not self._selected or self._reading or not self._is_still_there():
            return False
        return self._take(self._spoilt(byte))

    def read(self) -> int:
        """The next byte of a read."""
        if not self._selected or not self._reading or not self._is_still_there():
            return OPEN
        return self._spoilt(self._give())

    def stop(self) -> None:
        """STOP: idle again."""
        self._selected = False

    def _is_still_there(self) -> bool:
        if self._fault in ("nack", "stuck"):
            return False
        if self._fault == "gone":
            self._is_gone = self._is_gone or not self._left
            self._left -= 1
        return not self._is_gone

    def _spoilt(self, byte: int) -> int:
        if self._fault == "bit-errors" and self._rng.random() < self.error_rate:
            return byte ^ 1 << self._rng.randrange(8)
        return byte

    # ---- the part

    def _begin(self, read: bool) -> None:
        """It has acknowledged its address."""

    def _take(self, byte: int) -> bool:
        """A byte from the master; True to acknowledge it."""
        raise NotImplementedError

    def _give(self) -> int:
        """A byte for the master."""
        raise NotImplementedError

    def _brown_out(self) -> None:
        """The supply was too low for a moment."""
        raise NotImplementedError

    def _fault_changed(self, before: str | None) -> None:
        """For faults that a part has besides."""
