"""The flash chip of the emulated RP2040 is the `NorFlash` model, and what it does takes its time.

The emulator applies flash commands at once. On the board a page program takes 0.7 ms and a sector
erase 45 ms, MicroPython runs with interrupts off meanwhile, and DMA, PIO and the UARTs go on.
`TimedSsi` takes the place of the emulator's flash interface, hands each command to the model when
chip select rises, and lets the model's busy time pass.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.peripherals._ssi import RPSSI

from simulator.models.nor_flash import SECTOR_BYTES, NorFlash

PAGE_PROGRAM = 0x02
SECTOR_ERASE = 0x20
BLOCK_ERASE = 0xD8
BLOCK_BYTES = 65536
# "Read Unique ID Number (4Bh)": the instruction and four dummy bytes come first.
READ_UNIQUE_ID = 0x4B
UNIQUE_ID_AFTER = 5
# tBE2 of the W25Q16JV, "AC Electrical Characteristics": a block costs less than its sixteen sectors.
BLOCK_ERASE_NS = 150_000_000
BLOCK_ERASE_MAX_NS = 2_000_000_000


class TimedSsi(RPSSI):
    """rp2040py's reference flash interface in front of the flash model."""

    def __init__(
        self, rp2040: Any, nor: NorFlash, serial: bytes, pass_time: Callable[[int], None]
    ) -> None:
        self._nor = nor
        self._serial = serial
        self._pass_time = pass_time
        super().__init__(rp2040, "SSI")

    def _shift_byte(self, byte_out: int) -> int:
        """One byte on the bus; the emulator's flash has no unique number, ours has."""
        answer = super()._shift_byte(byte_out)
        sent = self._tx_buffer
        if sent[0] == READ_UNIQUE_ID and len(sent) > UNIQUE_ID_AFTER:
            return self._serial[(len(sent) - 1 - UNIQUE_ID_AFTER) % len(self._serial)]
        return answer

    def _apply_command(self) -> None:
        """Chip select rises: the flash starts on the command that was clocked in."""
        sent = self._tx_buffer
        opcode = sent[0] if len(sent) >= 4 else 0
        if opcode not in (PAGE_PROGRAM, SECTOR_ERASE, BLOCK_ERASE) or not self._write_enabled:
            super()._apply_command()
            return
        self._tx_buffer = bytearray()
        self._write_enabled = False
        self._pass_time(self._execute(opcode, int.from_bytes(sent[1:4], "big"), bytes(sent[4:])))

    def _execute(self, opcode: int, address: int, data: bytes) -> int:
        nor = self._nor
        if opcode == PAGE_PROGRAM:
            return nor.program(address, data)
        if opcode == SECTOR_ERASE:
            return nor.erase_sector(address)
        start = address - address % BLOCK_BYTES
        for sector in range(start, start + BLOCK_BYTES, SECTOR_BYTES):
            nor.erase_sector(sector)
        return BLOCK_ERASE_MAX_NS if nor.slow else BLOCK_ERASE_NS
