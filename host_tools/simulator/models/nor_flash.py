"""The serial NOR flash beside the chip: a Winbond W25Q16JV.

Follows its data sheet: "Page Program (02h)" (a page is 256 bytes, programming only turns ones into
zeros, an address past the end of the page goes on at its beginning, and of more than 256 bytes
the last 256 count), "Sector Erase (20h)" (4 KB to ones), "Read Data (03h)", "Block Protect Bits" and
"AC Electrical Characteristics" (tPP and tSE). The model charges no time itself; each operation
returns how long the part is busy.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

PAGE_BYTES = 256
SECTOR_BYTES = 4096

PAGE_PROGRAM_NS = 700_000
"""tPP, typical: charged for every page program."""
PAGE_PROGRAM_MAX_NS = 3_000_000
SECTOR_ERASE_NS = 45_000_000
"""tSE, typical."""
SECTOR_ERASE_MAX_NS = 400_000_000

Fault = Literal["locked"]


class PowerCut(Exception):
    """Raised by a ``before`` hook: the supply went while the flash was at work."""


@dataclass(frozen=True)
class FlashOp:
    """One program or erase as the part is about to do it."""

    kind: Literal["program", "erase"]
    address: int
    data: bytes  # empty for an erase
    number: int  # 0, 1, 2, ... over the life of the model


class NorFlash:
    """``size`` bytes of NOR flash, erased to ones."""

    def __init__(self, size: int) -> None:
        if size <= 0 or size % SECTOR_BYTES:
            raise ValueError(
                f"flash of {size} bytes is not a number of {SECTOR_BYTES}-byte sectors"
            )
        self.size = size
        self.memory = bytearray(b"\xff") * size
        self.programs: Counter[int] = Counter()
        """Page programs by sector number."""
        self.erases: Counter[int] = Counter()
        """Erases by sector number."""
        self.before: Callable[[FlashOp], None] | None = None
        """Called before each operation; may tear it and raise ``PowerCut``."""
        self.slow = False
        """True charges the data sheet's longest times instead of the typical ones."""
        self.fault: Fault | None = None
        """With "locked" the protect bits are set, and programs and erases do nothing."""
        self.worn: set[int] = set()
        """Sectors past their erase cycles: an erase leaves some of their zeros."""
        self.operations = 0

    @property
    def program_ns(self) -> int:
        """Busy time of one page program."""
        return PAGE_PROGRAM_MAX_NS if self.slow else PAGE_PROGRAM_NS

    @property
    def erase_ns(self) -> int:
        """Busy time of one sector erase."""
        return SECTOR_ERASE_MAX_NS if self.slow else SECTOR_ERASE_NS

    def read(self, address: int, count: int) -> bytes:
        """Read Data: any number of bytes from any address."""
        self._check(address, count)
        return bytes(self.memory[address : address + count])

    def program(self, address: int, data: bytes) -> int:
        """Page Program: one operation within one page; returns the busy time in ns."""
        self._check(address, 1)
        if not data:
            return 0
        op = self._begin("program", address, bytes(data))
        if self.fault is None:
            self.programs[address // SECTOR_BYTES] += 1
            for at, byte in self._page_cells(op):
                self.memory[at] &= byte
        return self.program_ns

    def program_range(self, address: int, data: bytes) -> int:
        """As many page programs as ``data`` needs, split at page ends; returns the busy time."""
        self._check(address, len(data))
        busy_ns = done = 0
        while done < len(data):
            room = PAGE_BYTES - (address + done) % PAGE_BYTES
            busy_ns += self.program(address + done, data[done : done + room])
            done += room
        return busy_ns

    def erase_sector(self, address: int) -> int:
        """Sector Erase of the sector that holds ``address``; returns the busy time in ns."""
        self._check(address, 1)
        op = self._begin("erase", address - address % SECTOR_BYTES, b"")
        if self.fault is None:
            sector = op.address // SECTOR_BYTES
            self.erases[sector] += 1
            end = op.address + SECTOR_BYTES
            kept = self.memory[op.address]
            self.memory[op.address : end] = b"\xff" * SECTOR_BYTES
            if sector in self.worn:
                self.memory[op.address] = kept & 0xFE
        return self.erase_ns

    def tear(self, op: FlashOp, done: int, rng: random.Random | None = None) -> None:
        """Leave ``op`` unfinished, for a ``before`` hook that then raises ``PowerCut``.

        Without ``rng`` the first ``done`` bytes are finished and the rest untouched. With it every
        bit that had to change did so with a chance of ``done`` in the operation's length, which is
        what a real array looks like: all its cells are worked on at once.
        """
        cells = self._page_cells(op) if op.kind == "program" else self._sector_cells(op)
        for number, (at, byte) in enumerate(cells):
            old = self.memory[at]
            new = old & byte if op.kind == "program" else byte
            if rng is None:
                if number < done:
                    self.memory[at] = new
                continue
            for bit in range(8):
                if (old ^ new) >> bit & 1 and rng.randrange(len(cells)) < done:
                    self.memory[at] ^= 1 << bit

    def _begin(self, kind: Literal["program", "erase"], address: int, data: bytes) -> FlashOp:
        op = FlashOp(kind, address, data, self.operations)
        self.operations += 1
        if self.before is not None:
            self.before(op)
        return op

    def _page_cells(self, op: FlashOp) -> list[tuple[int, int]]:
        """Addresses and bytes of a page program, wrapped within its page."""
        page = op.address - op.address % PAGE_BYTES
        start = op.address - page
        cells = [(page + (start + n) % PAGE_BYTES, byte) for n, byte in enumerate(op.data)]
        return cells[-PAGE_BYTES:]

    def _sector_cells(self, op: FlashOp) -> list[tuple[int, int]]:
        return [(at, 0xFF) for at in range(op.address, op.address + SECTOR_BYTES)]

    def _check(self, address: int, count: int) -> None:
        if address < 0 or count < 0 or address + count > self.size:
            raise ValueError(f"{count} bytes at {address:#x} are outside {self.size} of flash")
