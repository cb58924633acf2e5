"""Tags that come and go before a PN532 while everything fails now and then: none wrong, none lost, none doubled."""

from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from pitboard.app import fixed_times, tag_watch
from pitboard.app.tag_watch import GONE
from simulator.models.tags import Tag
from tests.models.recorder import MS
from tests.unit.app.pn532_desk import Desk, use
from tests.unit.app.tag_storm import Storm


class LineStorm(Storm):
    """Over a serial line. To this chip a tag that is garbled in the air is nobody: its noise is short."""

    faults = ("silent", "stuck", "gone", "slow", "wrong-version")
    most_noisy = GONE - 1

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
        use(monkeypatch)
        self.line_desk = desk = Desk(seed=seed)
        line: Any = desk.line
        for module in (tag_watch, fixed_times):
            monkeypatch.setattr(module, "ticks_ms", lambda: line.time.now_ns() // MS)
        super().__init__(
            SimpleNamespace(
                reader=desk.reader, model=desk.chip, field=desk.field, clock=line.time, wait_ms=line.run_ms
            ),
            seed,
        )

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        self.line_desk.run(work)

    def bus(self, tag: Tag) -> None:
        self.line_desk.chip.error_rate = self.chance.choice((0.001, 0.01, 0.05))
        super().bus(tag)

    def turns(self, count: int) -> None:
        super().turns(count)
        line = self.line_desk.line
        del line.received[: line._taken]  # a long storm has much of it
        line._taken = 0


@pytest.mark.parametrize("seed", range(4))
def test_no_storm_makes_a_wrong_a_lost_or_a_doubled_tag(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    storm = LineStorm(monkeypatch, seed)
    storm.blow(750)
    assert storm.arrivals > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_100_000_looks(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    LineStorm(monkeypatch, seed).blow(10_000)
