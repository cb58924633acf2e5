"""A table under test: the dealer's hands and everybody's eyes, on whatever target.

Inputs are bytes and edges on the models' pins, and lines on the serial port; what is looked at is what the models
received and what the protocol says.
"""

import random
from pathlib import Path
from types import TracebackType
from typing import Any

from pitctl.boards import BoardSpec, load_board
from pitctl.client import Client
from pitctl.table_view import lit_areas, stray_pixels
from pitctl.tables import load_table
from pitctl.transport.target import TargetTransport
from simulator.bench import Bench
from simulator.models.ocr import read_text
from simulator.targets import open_target

PACE_MS = 500  # two cards a second
# The longest time from the end of a passage, or of a key's bounce, to outputs that have settled.
SETTLE_US = 200_000


class TableRig:
    """One table, switched on. Use as a context manager."""

    def __init__(self, target_name: str, state_dir: Path, **settings: Any) -> None:
        self.board: BoardSpec = load_board("pico-table")
        self.table: dict[str, Any] = {**load_table("derby-demo", self.board), **settings}
        self.target = open_target(target_name, self.board, self.table, state_dir=state_dir)
        bench = self.target.bench
        assert bench is not None, "this suite needs models on the pins"
        self.bench: Bench = bench
        self.client = Client(TargetTransport(self.target))
        self.target.start()
        self.client.wait_ready(20.0)
        self.wait_us(SETTLE_US)

    def __enter__(self) -> "TableRig":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.target.close()

    # -- hands --------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        end_ns = self.bench.dealer.press(key)
        self.wait_us(max(0, end_ns // 1000 - self.target.now_us()) + SETTLE_US)

    def slide(self, code: str | bytes | None, pace_ms: int = PACE_MS, **how: Any) -> None:
        """Slide a card and pause, so that the next slide begins `pace_ms` after this one."""
        start_us = self.target.now_us()
        self.bench.dealer.slide(code, **how)
        self.wait_us(start_us + pace_ms * 1000 - self.target.now_us())

    def deal(self, codes: list[str], pace_ms: int = PACE_MS, **how: Any) -> None:
        for code in codes:
            self.slide(code, pace_ms, **how)

    def open_race(self) -> None:
        self.press("confirm")
        self.press("no_more_bets")

    def close_race(self) -> None:
        self.press("confirm")
        self.press("confirm")

    def wait_us(self, us: int) -> None:
        self.target.run_for(us)

    def power_cycle(self) -> None:
        self.target.power_cut()
        self.target.start()
        self.client = Client(TargetTransport(self.target))
        self.client.wait_ready(20.0)
        self.wait_us(SETTLE_US)

    # -- eyes ---------------------------------------------------------------------------------

    def lit(self) -> dict[str, str]:
        """Code of each lit area -> its tier."""
        assert self.bench.lights is not None
        pixels = self.bench.lights.pixels
        assert not stray_pixels(pixels, self.table["areas"])
        return lit_areas(pixels, self.table["areas"])

    def screen(self) -> list[str]:
        assert self.bench.display is not None
        return read_text(self.bench.display.image())

    def image(self) -> list[list[bool]]:
        assert self.bench.display is not None
        return [list(row) for row in self.bench.display.image()]

    def words(self) -> str:
        return " ".join(" ".join(self.screen()).split())

    def tones(self) -> list[int]:
        assert self.bench.sounder is not None
        return [tone.hz for tone in self.bench.sounder.tones]

    def cards(self, round_no: int | None = None) -> list[str]:
        """Cards in the journal, as the protocol gives them."""
        return [
            str(event.card)
            for event in self.client.all_events(0)
            if event.type == "card" and round_no in (None, event.round)
        ]

    def irregularities(self) -> list[tuple[str, int]]:
        return [
            (str(event.kind), int(event.place or 0))
            for event in self.client.all_events(0)
            if event.type == "irregularity"
        ]


def shuffled(decks: int, seed: int) -> list[str]:
    """A shoe of card codes."""
    shoe = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"] * decks
    random.Random(seed).shuffle(shoe)
    return shoe
