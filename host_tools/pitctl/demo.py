"""The demonstration: two races and a power cut on a virtual table, played by the real firmware.

What is shown is what the table's parts and its protocol say; the script only moves the dealer's hands. `Show` plays,
a `Stage` (demo_view.py) draws, a `Pacer` makes chip time pass at a speed that people can follow.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pitctl.client import Client
from pitctl.demo_races import RACES, REAL, Race, Wager
from pitctl.exceptions import TargetUnavailable
from pitctl.firmware import areas, cards, settlement
from pitctl.hands import Hands, NotDone
from pitctl.messages import Event, Status
from pitctl.program import runnable
from pitctl.scenario import area_code
from pitctl.table_view import lit_areas
from pitctl.transport.target import TargetTransport
from simulator.bench import Bench
from simulator.targets import Target

SLICE_US = 50_000  # chip time between two pictures
CARD_PAUSE_MS = 900
READ_PAUSE_MS = 2500
DARK_MS = 2500  # how long the power stays away
BOOT_LIMIT_S = 20.0
TO_WIN = 4  # cards of one suit in the first racing area (001 8.1(a))
PLACES = ("1st", "2nd", "3rd")
UNITS_A_CHIP = 2  # the money unit is half the smallest chip (D3)


@dataclass(frozen=True)
class Payout:
    """What became of a wager: odds are a to b, `profit` is in money units, 0 if it was collected."""

    wager: Wager
    profit: int
    odds: tuple[int, int]
    reduced: bool


@dataclass
class Scene:
    """Everything there is to see at one moment."""

    title: str = ""
    caption: str = ""
    status: Status | None = None
    cards: list[str] = field(default_factory=list[str])
    lit: dict[str, str] = field(default_factory=dict[str, str])
    pixels: Sequence[Sequence[bool]] = ()
    wagers: tuple[Wager, ...] = ()
    payouts: list[Payout] = field(default_factory=list[Payout])

    def visible(self) -> tuple[object, ...]:
        """All that a picture depends on: equal means that there is nothing new to see."""
        status = self.status
        race = None if status is None else (status.places, status.result)
        return (
            (self.title, self.caption, race, tuple(self.cards)),
            (dict(self.lit), self.pixels, tuple(self.payouts)),
        )


class Stage(Protocol):
    """Somewhere to show it."""

    def show(self, scene: Scene) -> None:
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


class Show:
    """Plays the races on a target that is running."""

    def __init__(self, target: Target, table: dict[str, Any], stage: Stage, pacer: Pacer) -> None:
        if target.bench is None:
            raise TargetUnavailable(f"{target.name} has no bench: there is nothing to show")
        self._target = target
        self._bench: Bench = target.bench
        self._area_pixels: list[list[int]] = table["areas"]
        self._stage = stage
        self._pacer = pacer
        self._client = Client(TargetTransport(target))
        self._hands = Hands(self._bench, target.now_us, lambda us: self._run(us / 1000))
        self._cursor = 0
        self._scene = Scene()

    def play(self, races: Sequence[Race] = RACES) -> None:
        """All races, one after the other; the last one's payouts stay in the picture."""
        self._scene.title = f"This is {REAL.get(self._target.name, 'the real firmware')}"
        self._stage.tell(self._scene.title)
        self._stage.tell("Lit areas: /full all of it right, /two first two, /one first only")
        self._client.wait_ready(BOOT_LIMIT_S)
        self._cursor = self._client.status().journal.last_seq
        self._run(READ_PAUSE_MS)
        self._open_table()
        for race in races:
            self._play_race(race)
            if race is not races[-1]:
                self._press("confirm", "All paid: the round is closed and the lights go out")
                self._run(READ_PAUSE_MS)
                self._press("confirm", "One deck: the cards are shuffled before every round")
                self._press("confirm", "... and cut once")
        self._stage.end(
            runnable("Next: {pitctl} play tests/scenarios/ordinary-race.txt, or: make help")
        )

    def _open_table(self) -> None:
        """The supervisor's key is turned, and each prompt of the display answered."""
        self._stage.tell("== The supervisor opens the table ==")

        def answer(prompt: str) -> None:
            self._say(f"Opening the table: {prompt}")
            self._run(CARD_PAUSE_MS)

        try:
            self._hands.open_table(answer)
        except NotDone as error:
            raise TargetUnavailable(str(error)) from None
        self._say("The table is open")
        self._run(READ_PAUSE_MS)

    def _play_race(self, race: Race) -> None:
        self._scene = Scene(title=race.title, wagers=race.wagers)
        self._stage.tell(f"== {race.title} ==")
        self._press("confirm", "The dealer opens betting")
        for wager in race.wagers:
            self._stage.tell(f"{wager.player} puts ${wager.chips} on {wager.area}")
        self._run(READ_PAUSE_MS)
        self._press("no_more_bets", '"No more bets"')
        for number, code in enumerate(race.cards):
            if number == race.cut_after:
                self._cut_power()
            self._slide(code)
        self._say("Third place is fixed: the winning areas light up")
        self._run(READ_PAUSE_MS)
        self._press("confirm", "The dealer checks the cards and confirms the result")
        self._settle(race)
        self._run(2 * READ_PAUSE_MS)

    def _press(self, key: str, caption: str) -> None:
        self._say(caption)
        self._bench.dealer.press(key)
        self._run(CARD_PAUSE_MS)

    def _slide(self, code: str | None) -> None:
        number = len(self._scene.cards) + 1
        if code is None:
            self._say(f"Card {number} passes and is not read: the display names its place")
            self._bench.dealer.slide(None)
            self._run(READ_PAUSE_MS)
            return
        fixed = len(fixed_places(*racing_areas(self._scene.cards, self._scene.status)))
        again = " again" if self._scene.status and self._scene.status.notice else ""
        self._say(f"Card {number} to {PLACES[fixed]} place{again}")
        self._bench.dealer.slide(code)
        self._run(CARD_PAUSE_MS)

    def _cut_power(self) -> None:
        """Off in mid-race, and on again: the board replays its journal."""
        self._say("Power cut in mid-race: display and lights are dark")
        self._target.power_cut()
        self._see()
        self._pacer.spend(DARK_MS * 1000)
        self._say("Power is back: the table replays its journal")
        self._target.start()
        self._client.wait_ready(BOOT_LIMIT_S)
        count = self._client.status().cards
        self._say(f"The same race comes back, with its {count} cards")
        self._run(READ_PAUSE_MS)

    def _settle(self, race: Race) -> None:
        """Pay the sample wagers by the result that the board gives."""
        status = self._client.status()
        if status.result is None:
            raise TargetUnavailable("the race has no result, so nothing can be paid")
        names = [name.lower() for name in cards.SUIT_NAMES]
        places = (status.result.first, status.result.second, status.result.third)
        first, second, third = (names.index(suit) for suit in places)
        result = (first, second, third, status.result.protested)
        payouts = [_payout(wager, result) for wager in race.wagers]
        # 001 9.2: first the losing wagers are collected, then the winners are paid.
        self._scene.payouts = sorted(payouts, key=lambda payout: payout.profit > 0)
        for payout in self._scene.payouts:
            self._stage.tell(payout_text(payout))

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
        scene = self._scene
        for event in self._client.all_events(self._cursor):
            self._cursor = event.seq
            self._note(event)
        scene.status = self._client.status()
        if scene.status.phase == "idle":
            scene.cards.clear()  # the dealer has collected them
        self._see()

    def _see(self) -> None:
        """What lights and display show, powered or not."""
        scene = self._scene
        if self._bench.lights is not None:
            scene.lit = lit_areas(self._bench.lights.pixels, self._area_pixels)
        if self._bench.display is not None:
            scene.pixels = self._bench.display.image()
        self._stage.show(scene)

    def _note(self, event: Event) -> None:
        if event.type == "card" and event.card is not None:
            self._scene.cards.append(event.card)
            self._stage.tell(f"card {len(self._scene.cards):>2}: {event.card}")
        elif event.type == "irregularity":
            self._stage.tell(f"not counted: {event.kind}, card {event.place}")


def racing_areas(
    codes: Sequence[str], status: Status | None
) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """The cards by the racing area they were put in, as the board counts them."""
    if status is None:
        return codes, (), ()
    first, second, _ = status.places
    return codes[:first], codes[first : first + second], codes[first + second :]


def fixed_places(first: Sequence[str], second: Sequence[str], third: Sequence[str]) -> list[str]:
    """The suits whose places are fixed so far (001 8.1): winner, second, third."""
    suits = [code[1] for code in first]
    places = [suit for suit in cards.SUIT_CODES if suits.count(suit) == TO_WIN]
    for drawn in (second, third):
        if drawn and drawn[-1][1] not in places:
            places.append(drawn[-1][1])
    return places


def _payout(wager: Wager, result: tuple[int, int, int, bool]) -> Payout:
    code = area_code(wager.area)
    area = next(area for area in range(areas.AREAS) if areas.code(area) == code)
    profit, _, _ = settlement.settle(area, wager.chips * UNITS_A_CHIP, result)
    tier = areas.tier_of(area, *result[:3])
    odds = areas.odds(area, tier, result[3])
    return Payout(wager, profit, odds, odds != areas.odds(area, tier, False))


def money(units: int) -> str:
    """Money units as dollars, a chip being one dollar."""
    whole, half = divmod(units, UNITS_A_CHIP)
    return f"${whole}.50" if half else f"${whole}"


def payout_text(payout: Payout) -> str:
    """One line about a wager, with the reason of a reduced payout (001 5.8)."""
    wager = payout.wager
    outcome = "is collected"
    if payout.profit:
        outcome = f"wins {money(payout.profit)} at {payout.odds[0]}-{payout.odds[1]}"
    if payout.profit and payout.reduced:
        outcome += " (protested)"
    return f"{wager.player} ${wager.chips:<3} on {wager.area:<9} {outcome}"
