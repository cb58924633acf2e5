"""A table with a clock chip, or without one: the real driver on the model, and real time that a test moves."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pitboard.app.wall_clock import WallClock
from pitboard.games import events
from pitboard.games.derby.derby import Derby
from pitboard.table import records
from pitboard.table.journal import Journal
from pitboard.table.journal_time import SOURCE_NAMES, JournalTime, jump_of
from pitboard.table.table import Table
from simulator.models.ds3231 import Ds3231
from tests.models.recorder import Recorder
from tests.unit.app import clock
from tests.unit.drivers.i2c_shim import I2cShim, driver
from tests.unit.table.dealt_table import one_round
from tests.unit.table.nor_medium import NorMedium

if TYPE_CHECKING:
    from pitboard.table.records import Record

NOON = int(datetime(2026, 6, 1, 12, tzinfo=UTC).timestamp())
MINUTE, HOUR, DAY = 60, 3600, 86400
LOOK = 10
BETTING = one_round()[:4]
THE_REST = one_round()[4:]


class Board:
    """A table with a clock chip, or without one; real time runs on the simulator's clock."""

    def __init__(self, fitted: bool = True, seed: int = 1) -> None:
        self.wires = Recorder()
        self.chip = Ds3231(self.wires.clock, rng=random.Random(seed))
        self.fitted = fitted
        self.medium = NorMedium()
        self.changes = 0
        self.begin_ns = 0
        self.boot()

    def boot(self) -> None:
        self.begin_ns = self.wires.clock.now_ns() - 400_000_000
        chip: Any = None
        if self.fitted:
            chip = driver("ds3231").Ds3231(I2cShim(self.chip), 0x68)
        self.table = Table(Derby(1), Journal(self.medium, 8, True), self.ms)
        self.table.recover()
        uptime: Any = self
        self.clock = WallClock(self.table, uptime, chip, self.changed)
        self.look()

    def ms(self) -> int:
        return (self.wires.clock.now_ns() - self.begin_ns) // 1_000_000

    def changed(self) -> None:
        self.changes += 1

    def off(self, seconds: int) -> None:
        """The plug is out for so long."""
        self.chip.power_off()
        self.wires.run_ms(seconds * 1000)
        self.boot()

    def run(self, seconds: int) -> None:
        for _ in range(seconds // LOOK):
            self.wires.run_ms(LOOK * 1000)
            self.look()

    def look(self) -> None:
        """As the task does it every ten seconds."""
        clock.run(self.clock.look())

    def clocks(self) -> list[tuple[str, bool, int]]:
        """CLOCK records: source, trusted, jump."""
        found = [record for record, _ in self.dated() if record[records.TYPE] == events.CLOCK]
        return [
            (SOURCE_NAMES[r[records.ARG]], bool(r[records.ARG2]), jump_of(r[records.VALUE])) for r in found
        ]

    def dated(self) -> list[tuple[Record, int]]:
        time = JournalTime()
        found: list[tuple[Record, int]] = []
        for record in self.table.journal.since(self.table.journal.oldest_seq() - 1):
            time.follow(record)
            found.append((record, time.ms))
        return found

    def offer_any(self) -> None:
        """Something is written down now."""
        self.table.offer(events.LAMP_TEST)
        self.table.offer(events.LAMPS_SEEN, 1)
