"""A Fujitsu MB85RS1MT or MB85RS2MTA: 128 or 256 KB of ferroelectric memory on SPI.

Follows the data sheets DS501-00022 and DS501-00050, by their headings: "Serial Peripheral Interface"
(modes 0 and 3), "Op-code", "Status Register" (WEL, BP0, BP1, WPEN; WEL falls at power-on and when the chip
select rises after WRDI, WRSR and WRITE), "Block Protect", "Command" (an address of three bytes, whose
unused upper bits are ignored; WRITE and READ go on from the last byte to the first one), "RDID"
(manufacturer 04h, continuation code 7Fh, two bytes of product), "Sleep Mode" (tREC 400 us).

A byte is kept when its eighth bit is in: there is no page, no erase and no wait. A supply that goes leaves
the bytes before as written and the one in hand as it was.
"""

import random
from collections.abc import Callable
from typing import Literal

from simulator.clock import Clock

WRSR, WRITE, READ, WRDI, RDSR, WREN, FSTRD, RDID, SLEEP = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0B, 0x9F, 0xB9
WEL, BP0, BP1, WPEN = 0x02, 0x04, 0x08, 0x80
RECOVERY_NS = 400_000
PRODUCTS = {131_072: b"\x04\x7f\x27\x03", 262_144: b"\x04\x7f\x48\x03"}
"""RDID by size in bytes."""
OPEN = 0xFF
_ADDRESS_BYTES = 3
_WRITABLE = WPEN | BP1 | BP0

Fault = Literal["silent", "stuck", "bit-errors", "wrong-version", "gone", "brown-out", "locked"]
FAULTS: tuple[Fault, ...] = ("silent", "stuck", "bit-errors", "wrong-version", "gone", "brown-out", "locked")


class PowerCut(Exception):
    """Raised by a ``before`` hook: the supply went before this byte was kept."""


class Mb85rs:
    """The chip on its bus: `select`, `exchange`, `write`."""

    def __init__(self, clock: Clock, size: int = 262_144, *, rng: random.Random | None = None) -> None:
        self._clock = clock
        self._rng = random.Random(0) if rng is None else rng
        self.size = size
        self.memory = bytearray(size)
        """What it holds; new chips hold anything."""
        self.written = 0
        """Bytes kept over its life."""
        self.before: Callable[[int], None] | None = None
        """Called with the address before a byte is kept; may raise ``PowerCut``."""
        self.bit_error_rate = 0.02
        self._fault: Fault | None = None
        self._bytes_left = 0
        self._awake_ns = 0
        self._begin()

    # ---- supply and faults

    def power_off(self) -> None:
        """Lose the supply and get it back: cells stay, WEL and a command in hand do not."""
        self._begin()

    def _begin(self) -> None:
        self.status = getattr(self, "status", 0) & _WRITABLE
        self._selected = False
        self._asleep = False
        self._idle()

    def _idle(self) -> None:
        self._command: int | None = None
        self._address = 0
        self._count = 0  # bytes after the op-code

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault | None) -> None:
        self._fault = None if fault == "brown-out" else fault
        self._bytes_left = self._rng.randrange(1, 8)
        if fault == "brown-out":
            self._begin()
        if fault == "locked":
            self.status |= BP0 | BP1

    # ---- SPI

    def select(self, active: bool) -> None:
        """The chip select falls or rises; what it ends is done then."""
        if self._selected and not active:
            self._deselected()
        elif active and not self._selected:
            self._idle()
            if self._asleep:
                self._asleep = False
                self._awake_ns = self._clock.now_ns() + RECOVERY_NS
        self._selected = active

    def _deselected(self) -> None:
        command = self._command
        if command == WREN and self._hears():
            self.status |= WEL
        elif command in (WRDI, WRSR, WRITE):
            self.status &= ~WEL
        elif command == SLEEP:
            self._asleep = True
        self._idle()

    def _hears(self) -> bool:
        return self._fault not in ("silent", "gone") and self._clock.now_ns() >= self._awake_ns

    def write(self, data: bytes) -> None:
        """Bytes whose answers nobody looks at."""
        for byte in data:
            self.exchange(byte)

    def exchange(self, byte: int) -> int:
        """One byte each way."""
        if self._fault == "gone" and self._selected and self._bytes_left:
            self._bytes_left -= 1
        elif not self._selected or not self._hears():
            return OPEN
        if self._fault == "stuck":
            return 0x00
        disturbed = self._fault == "bit-errors" and self._rng.random() < self.bit_error_rate
        flip = 1 << self._rng.randrange(8) if disturbed else 0
        if self._command is None:
            self._command = byte ^ flip
            return OPEN
        answer = self._byte(self._command, byte ^ flip)
        self._count += 1
        return answer ^ flip

    def _byte(self, command: int, byte: int) -> int:
        """A byte after the op-code."""
        if command == RDSR:
            return self.status
        if command == RDID:
            product = PRODUCTS[self.size]
            if self._fault == "wrong-version":
                product = b"\x04\x7f\x05\x09"  # a MB85RS256B: 32 KB, and an address of two bytes
            return product[self._count] if self._count < len(product) else OPEN
        if command == WRSR:
            if self._count == 0 and self.status & WEL:
                self.status = self.status & ~_WRITABLE | byte & _WRITABLE
        elif command in (READ, FSTRD, WRITE):
            return self._cell(command, byte)
        return OPEN

    def _cell(self, command: int, byte: int) -> int:
        if self._count < _ADDRESS_BYTES:
            self._address = (self._address << 8 | byte) % self.size
            return OPEN
        if command == FSTRD and self._count == _ADDRESS_BYTES:
            return OPEN  # its dummy byte
        at = self._address
        self._address = (at + 1) % self.size
        if command != WRITE:
            return self.memory[at]
        if self.status & WEL and not self._is_protected(at):
            if self.before is not None:
                self.before(at)
            self.memory[at] = byte
            self.written += 1
        return OPEN

    def _is_protected(self, at: int) -> bool:
        """BP1, BP0: none, the upper quarter, the upper half, all."""
        blocks = (self.status & (BP0 | BP1)) // BP0
        return at >= self.size - (0, self.size // 4, self.size // 2, self.size)[blocks]
