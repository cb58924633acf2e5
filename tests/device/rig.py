"""A table under test: the dealer's hands and everybody's eyes, on whatever target.

Inputs are bytes and edges on the models' pins, and lines on the serial port; what is looked at is what the models
received and what the protocol says.
"""

import random
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pitctl.boards import BoardSpec, load_board
from pitctl.client import Client
from pitctl.layouts import layout_of
from pitctl.messages import Event
from pitctl.table_view import lit_areas, stray_pixels
from pitctl.tables import load_table
from pitctl.transport.target import TargetTransport
from simulator.bench import Bench
from simulator.models.display_ocr import inverted_lines, read_text
from simulator.models.st7789 import St7789
from simulator.targets import open_target

PACE_MS = 500  # two cards a second
MENU_PRESSES = 40
OPENING_PRESSES = 4
SUPERVISOR, DEALER = 1, 2
PINS = {SUPERVISOR: "2468", DEALER: "1357"}  # of tables/derby-demo.toml
# The longest time from the end of a passage, or of a key's bounce, to outputs that have settled.
SETTLE_US = 200_000
WAKE_US = 500_000  # a display in colour is set up in 130 ms, and all of it is sent then
# A dealer looks before the next key: until the display stands still, but no longer than LOOK_US, in which a menu that
# has just opened by itself has come to take keys (GUARD_MS in app/menu.py).
LOOK_US, STILL_US, LOOK_STEP_US = 1_000_000, 100_000, 20_000


class TableRig:
    """One table, switched on. Use as a context manager."""

    def __init__(
        self,
        target_name: str,
        state_dir: Path,
        *,
        closed: bool = False,
        dialect: str = "plain",
        board: str = "pico-table",
        file: str = "derby-demo",
        without: tuple[str, ...] = (),
        parts: dict[str, dict[str, Any]] | None = None,
        changes: dict[str, dict[str, Any]] | None = None,
        **settings: Any,
    ) -> None:
        self.board: BoardSpec = load_board(board)
        scanner = {**self.board.parts["scanner"], "dialect": dialect}
        fitted = {**self.board.parts, "scanner": scanner, **(parts or {})}
        self.table: dict[str, Any] = {**load_table(file, self.board, changes=changes), **settings}
        self.board = replace(self.board, parts={name: fitted[name] for name in fitted if name not in without})
        self.target = open_target(target_name, self.board, self.table, state_dir=state_dir)
        bench = self.target.bench
        assert bench is not None, "this suite needs models on the pins"
        self.bench: Bench = bench
        self.client = Client(TargetTransport(self.target))
        self._events: list[Event] = []
        self.target.start()
        self.client.wait_ready(20.0)
        self.wait_us(WAKE_US if self.in_colour else SETTLE_US)
        if not closed:
            self.open_table()

    def __enter__(self) -> Self:
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

    def open_betting(self, *, shuffle: bool = False) -> None:
        """By the CONFIRM key, which stands for the ordinary next step: shuffled, cut, betting open."""
        if shuffle:
            self.act("shuffled")  # the supervisor's with more than one deck
        for _ in range(OPENING_PRESSES):
            self.press("confirm")
            if self.client.status().phase == "betting":
                return
        raise AssertionError(f"betting did not open: {self.screen()}")

    def open_race(self, *, shuffle: bool = False) -> None:
        """Up to the call; with `shuffle` from a full shoe."""
        self.open_betting(shuffle=shuffle)
        self.press("no_more_bets")

    def sign_on(self, staff: int = SUPERVISOR) -> None:
        self.client.authorise(staff, PINS[staff])

    def act(self, step: str, **what: Any) -> None:
        """A step over USB, by the supervisor."""
        self.sign_on()
        self.client.act(step, **what)
        self.wait_us(SETTLE_US)

    def open_table(self) -> None:
        """What 001 6 and 7 ask for before the first round, over USB."""
        self.sign_on()
        for step in ("lamp_test", "lamps_good", "prechecked", "shuffled"):
            self.client.act(step)
        if self.table["cards_from"] == "shoe":
            self.client.act("cut")
        self.client.act("table_open")
        self.client.release()
        self.wait_us(SETTLE_US)

    def turn_key(self, on: bool) -> None:
        self.bench.dealer.turn_key(on)
        self.wait_us(SETTLE_US)

    def choose(self, words: str) -> None:
        """Choose an item of the menu by its words."""
        if not self.selected():
            before = self.image()
            self.press("cancel")
            self._look(before)
        for _ in range(MENU_PRESSES):
            if self.selected() == words:
                self._press_in_menu("confirm")
                return
            self._press_in_menu("no_more_bets")
        raise AssertionError(f"the menu does not offer {words!r}: {self.screen()}")

    def _press_in_menu(self, key: str) -> None:
        """Once more if nothing came of it: a menu that has just opened by itself takes no key yet."""
        before = self.image()
        self.press(key)
        if not self._look(before):
            self.press(key)
            self._look(before)

    def _look(self, before: list[list[Any]]) -> bool:
        """Until the display shows something else and stands still; False if it stays as it was."""
        display = self.bench.display
        assert display is not None
        limit_us = self.target.now_us() + LOOK_US
        while self.target.now_us() < limit_us:
            quiet_us = self.target.now_us() - display.changed_ns // 1000
            if quiet_us >= STILL_US and self.image() != before:
                return True
            self.wait_us(LOOK_STEP_US)
        return self.image() != before

    def close_race(self) -> None:
        self.press("confirm")
        self.press("confirm")

    def wait_us(self, us: int) -> None:
        self.target.run_for(us)

    def power_cycle(self) -> None:
        self.target.power_cut()
        self._events.clear()  # what was said before is asked for anew
        self.target.start()
        self.client = Client(TargetTransport(self.target))
        self.client.wait_ready(20.0)
        self.wait_us(WAKE_US if self.in_colour else SETTLE_US)

    # -- eyes ---------------------------------------------------------------------------------

    def lit(self) -> dict[str, str]:
        """Code of each lit area -> its tier."""
        assert self.bench.lights is not None
        pixels = self.bench.lights.pixels
        assert not stray_pixels(pixels, self.table["areas"])
        return lit_areas(pixels, self.table["areas"], layout_of(self.table["game"]))

    def screen(self) -> list[str]:
        assert self.bench.display is not None
        return read_text(self.bench.display.image())

    @property
    def in_colour(self) -> bool:
        return isinstance(self.bench.display, St7789)

    def image(self) -> list[list[Any]]:
        assert self.bench.display is not None
        return [list(row) for row in self.bench.display.image()]

    def selected(self) -> str:
        """The item of the menu that is chosen now, or the answer on offer; empty without a menu."""
        lines = [row for row in inverted_lines(self.image()) if 2 <= row <= 5]
        return self.screen()[lines[0]].strip() if lines else ""

    def words(self) -> str:
        return " ".join(" ".join(self.screen()).split())

    def tones(self) -> list[int]:
        assert self.bench.sounder is not None
        return [tone.hz for tone in self.bench.sounder.tones]

    def events(self) -> list[Event]:
        """The whole journal as the protocol gives it; what was read before is not asked for again."""
        since = self._events[-1].seq if self._events else 0
        self._events += self.client.all_events(since)
        return self._events

    def cards(self, round_no: int | None = None) -> list[str]:
        """Cards that counted: slid, shown later, or entered by hand."""
        return [
            str(event.card)
            for event in self.events()
            if event.type in ("card", "reveal", "entered") and round_no in (None, event.round)
        ]

    def types(self) -> list[str]:
        """The journal's events by name, but for parts of checkpoints."""
        return [event.type for event in self.events() if event.type != "state"]

    def irregularities(self) -> list[tuple[str, int]]:
        return [
            (str(event.kind), int(event.place or 0))
            for event in self.events()
            if event.type == "irregularity"
        ]


def shuffled(decks: int, seed: int) -> list[str]:
    """A shoe of card codes."""
    shoe = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"] * decks
    random.Random(seed).shuffle(shoe)
    return shoe
