"""Tables with every part in use: the shipped table files with badges for their staff, tags in their cards if wanted,
and a barcode engine that says each code as often as it can.

Every pin of a Pico is taken by boards/pico-table-full; a second display has no place there, so the small one has a
board of its own, boards/pico-table-oled. The parts between them are the same.
"""

import re
from pathlib import Path

from pitctl.tables import TABLES_DIR
from simulator.models.barcode import BITS_PER_BYTE
from simulator.rp2040 import Rp2040Target
from tests.device.badge_table import DEALER, SUPERVISOR, identity, key, write_set
from tests.device.rig import TableRig
from tests.rp2040.raw_repl import Repl

FULL, OLED = "pico-table-full", "pico-table-oled"
PIN_LINES = {SUPERVISOR: 'pin = "2468"', DEALER: 'pin = "1357"'}

# As close as cards can follow one another and still be told apart (test_scanner.py).
PACE_MS, PASSAGE_MS, READ_AT_MS = 100, 50, 4
READS = 5  # of one card: every 10 ms, the engine's shortest pause, for as long as it passes

# Which DMA channel takes the bytes of UART0, and how many it has taken (RP2040 datasheet 2.5.7, 4.2.8).
TAKEN = """
from machine import mem32
for base in range(0x50000000, 0x50000300, 0x40):
    if mem32[base] == 0x40034000:
        print(0x1FFFFFFF - mem32[base + 8])
"""


def full_table_file(folder: Path, name: str, *, tagged: bool = False) -> str:
    """tables/<name>.toml for staff who have badges with keys. Returns the path of the file."""
    text = (TABLES_DIR / f"{name}.toml").read_text()
    for number, line in PIN_LINES.items():
        assert line in text
        badge = f'badge = "{identity(number).hex()}"\nbadge_key = "{key(number).hex()}"'
        text = text.replace(line, f"{badge}\n{line}")
    folder.mkdir(parents=True, exist_ok=True)
    if tagged:
        assert 'format = "value"' in text
        text = text.replace('format = "value"', 'set = "set.toml"\nformat = "tag"')
        write_set(folder / "set.toml")
    path = folder / f"{name}-full.toml"
    path.write_text(text)
    return str(path)


class BusyEngine:
    """Slides cards whose codes are read again and again, and counts the bytes that went over the line."""

    def __init__(self, rig: TableRig) -> None:
        assert rig.bench.barcode is not None and rig.bench.barcode.baud == 115200
        self._rig = rig
        self._engine = rig.bench.barcode
        self.bytes_sent = 0

    def slide(self, code: str) -> None:
        rig, engine = self._rig, self._engine
        start_us = rig.target.now_us()
        lines = engine.lines_sent
        rig.bench.dealer.slide(code, PASSAGE_MS, READ_AT_MS)
        rig.wait_us(READ_AT_MS * 1000)
        for _ in range(READS - 1):
            engine.show(code.encode())
        line = code.encode() + engine.terminator
        assert READS * (engine.min_gap_ns + len(line) * BITS_PER_BYTE * 10**9 // engine.baud) < PASSAGE_MS * 10**6 * 1.1
        rig.wait_us(start_us + PACE_MS * 1000 - rig.target.now_us())
        assert engine.lines_sent == lines + READS and not engine.busy
        self.bytes_sent += READS * len(line)

    def deal(self, codes: list[str]) -> None:
        for code in codes:
            self.slide(code)

    def check_none_lost(self) -> None:
        """What the board says; and on the chip, where the table is stopped for it, what its DMA has counted."""
        assert self._rig.client.status().lost.uart == 0
        target = self._rig.target
        if isinstance(target, Rp2040Target):
            repl = Repl(target)
            repl.enter()
            assert re.findall(r"\d+", repl.run(TAKEN)) == [str(self.bytes_sent)]
