"""What the demonstrations of all games share: a stage to show something on, a pace, hands at a table that runs.

What is shown is what the table's parts and its protocol say; a script only moves the dealer's hands. A `Performance`
plays, a `Stage` (demo_view.py) draws, a `Pacer` makes chip time pass at a speed that people can follow.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pitctl.client import Client
from pitctl.exceptions import TargetUnavailable
from pitctl.hands import Hands, NotDone
from pitctl.layouts import layout_of
from pitctl.messages import Event
from pitctl.printed_cards import printed
from pitctl.table_view import lit_areas
from pitctl.transport.target import TargetTransport
from simulator.bench import Bench
from simulator.models.display_ocr import Image
from simulator.targets import Target

SLICE_US = 50_000  # chip time between two pictures
CARD_PAUSE_MS = 900
READ_PAUSE_MS = 2500
CHECKED_CARD_MS = 350  # of a check before the table opens
DARK_MS = 2500  # how long the power stays away
BOOT_LIMIT_S = 20.0

# What is real in what is shown, by target; a line of 80 columns holds each.
REAL = {
    "cpython": "the real firmware on CPython; its parts are virtual",
    "unix": "the real firmware in a real MicroPython VM; its parts are virtual",
    "rp2040": "stock MicroPython on an emulated RP2040; its parts are virtual",
}


@dataclass
class Picture:
    """What there is to see at every table."""

    title: str = ""
    caption: str = ""
    lit: dict[str, str] = field(default_factory=dict[str, str])
    pixels: Image = ()

    def visible(self) -> tuple[object, ...]:
        """All that a picture depends on: equal means that there is nothing new to see."""
        return self.title, self.caption, dict(self.lit), self.pixels


P = TypeVar("P", bound=Picture)
P_contra = TypeVar("P_contra", bound=Picture, contravariant=True)


class Stage(Protocol[P_contra]):
    """Somewhere to show it."""

    def show(self, scene: P_contra) -> None:
        """The picture now."""
        ...

    def tell(self, line: str) -> None:
        """Something happened."""
        ...

    def end(self, line: str) -> None:
        """The show is over; the last picture stays."""
        ...


class Pacer:
    """Lets real time pass for chip time. A speed of None does not wait at all."""

    def __init__(
        self,
        speed: float | None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._speed = speed
        self._sleep = sleep
        self._now = now
        self._due: float | None = None

    def spend(self, chip_us: int) -> None:
        """Wait until this much chip time has passed at the chosen speed since the last call."""
        if self._speed is None:
            return
        now = self._now()
        # A slow machine does not hurry afterwards to catch up.
        self._due = max(self._due or now, now - 0.2) + chip_us / 1e6 / self._speed
        if self._due > now:
            self._sleep(self._due - now)


def stuck(problem: str) -> TargetUnavailable:
    """The table does not do what the show is written for: no other target would help."""
    return TargetUnavailable(
        f"the demonstration cannot go on: {problem}",
        try_this="the sample tables: {pitctl} demo, or --game let-it-ride, without --table",
    )


class Performance(Generic[P]):
    """Hands and eyes at a target that is running; a game's own show says what they do."""

    def __init__(
        self, target: Target, table: dict[str, Any], stage: Stage[P], pacer: Pacer, scene: P
    ) -> None:
        if target.bench is None:
            raise TargetUnavailable(f"{target.name} has no bench: there is nothing to show")
        self._target = target
        self._bench: Bench = target.bench
        self._area_pixels: list[list[int]] = table["areas"]
        self._layout = layout_of(table["game"])
        self._set: dict[str, Any] | None = table.get("set")
        self._stage = stage
        self._pacer = pacer
        self._client = Client(TargetTransport(target))
        self._hands = Hands(self._bench, target.now_us, lambda us: self._run(us / 1000))
        self._cursor = 0
        self._scene = scene

    def _begin(self, legend: str) -> None:
        self._scene.title = f"This is {REAL.get(self._target.name, 'the real firmware')}"
        self._stage.tell(self._scene.title)
        self._stage.tell(legend)
        self._client.wait_ready(BOOT_LIMIT_S)
        self._cursor = self._client.status().journal.last_seq
        self._run(READ_PAUSE_MS)

    def _open_table(self) -> None:
        """The supervisor's key is turned, and each prompt of the display answered."""
        self._stage.tell("== The supervisor opens the table ==")

        def answer(prompt: str) -> None:
            self._say(f"Opening the table: {prompt}")
            self._run(CARD_PAUSE_MS)

        def slide(card: str) -> None:
            self._slide_card(card)
            self._run(CHECKED_CARD_MS)

        try:
            self._hands.open_table(answer, slide)
        except NotDone as error:
            raise stuck(str(error)) from None
        self._say("The table is open")
        self._run(READ_PAUSE_MS)

    def _slide_card(self, card: str) -> None:
        """A card of this table over the scanner, whatever is printed on it."""
        self._bench.dealer.slide(printed(card, self._set))

    def _press(self, key: str, caption: str) -> None:
        self._say(caption)
        self._bench.dealer.press(key)
        self._run(CARD_PAUSE_MS)

    def _cut_power(self, when: str, back: Callable[[], str]) -> None:
        """Off, and on again: the board replays its journal; `back` says what then is there."""
        self._say(f"Power cut {when}: display and lights are dark")
        self._target.power_cut()
        self._see()
        self._pacer.spend(DARK_MS * 1000)
        self._say("Power is back: the table replays its journal")
        self._target.start()
        self._client.wait_ready(BOOT_LIMIT_S)
        self._say(back())
        self._run(READ_PAUSE_MS)

    def _say(self, caption: str) -> None:
        self._scene.caption = caption
        self._stage.tell(caption)

    def _run(self, ms: float) -> None:
        """Let chip time pass in slices, looking at the table after each."""
        end_us = self._target.now_us() + round(ms * 1000)
        while (left_us := end_us - self._target.now_us()) > 0:
            before_us = self._target.now_us()
            self._target.run_for(min(SLICE_US, left_us))
            self._look()
            self._pacer.spend(self._target.now_us() - before_us)

    def _look(self) -> None:
        for event in self._client.all_events(self._cursor):
            self._cursor = event.seq
            self._note(event)
        self._ask()
        self._see()

    def _see(self) -> None:
        """What lights and display show, powered or not."""
        scene = self._scene
        if self._bench.lights is not None:
            scene.lit = lit_areas(self._bench.lights.pixels, self._area_pixels, self._layout)
        if self._bench.display is not None:
            scene.pixels = self._bench.display.image()
        self._stage.show(scene)

    def _note(self, event: Event) -> None:
        """A record that is new in the journal."""

    def _ask(self) -> None:
        """What the game's picture needs besides lights and display."""
