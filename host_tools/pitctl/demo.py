"""The demonstration of Derby: two races and a power cut on a virtual table, played by the real firmware."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pitctl.demo_races import RACES, Race, Wager
from pitctl.demo_stage import (
    CARD_PAUSE_MS,
    READ_PAUSE_MS,
    Pacer,
    Performance,
    Picture,
    Stage,
    stuck,
)
from pitctl.firmware import areas, cards, settlement
from pitctl.layouts import area_code
from pitctl.messages import Event, Status
from pitctl.program import runnable
from simulator.targets import Target

TO_WIN = 4  # cards of one suit in the first racing area (001 8.1(a))
PLACES = ("1st", "2nd", "3rd")
MOST_PRESSES = 60  # of a key, until the table does what comes next
UNITS_A_CHIP = 2  # the money unit is half the smallest chip (D3)


@dataclass(frozen=True)
class Payout:
    """What became of a wager: odds are a to b, `profit` is in money units, 0 if it was collected."""

    wager: Wager
    profit: int
    odds: tuple[int, int]
    reduced: bool


@dataclass
class Scene(Picture):
    """Everything there is to see at one moment."""

    status: Status | None = None
    cards: list[str] = field(default_factory=list[str])
    wagers: tuple[Wager, ...] = ()
    payouts: list[Payout] = field(default_factory=list[Payout])

    def visible(self) -> tuple[object, ...]:
        """All that a picture depends on: equal means that there is nothing new to see."""
        status = self.status
        race = None if status is None else (status.places, status.result)
        return (*super().visible(), race, tuple(self.cards), tuple(self.payouts))


class Show(Performance[Scene]):
    """Plays the races on a target that is running."""

    def __init__(
        self, target: Target, table: dict[str, Any], stage: Stage[Scene], pacer: Pacer
    ) -> None:
        super().__init__(target, table, stage, pacer, Scene())
        self._by_time = table["reveal"] == "delay"

    def play(self, races: Sequence[Race] = RACES) -> None:
        """All races, one after the other; the last one's payouts stay in the picture."""
        self._begin("Lit areas: /full all of it right, /two first two, /one first only")
        self._open_table()
        for race in races:
            self._play_race(race)
            if race is not races[-1]:
                self._press("confirm", "All paid: the round is closed and the lights go out")
                self._run(READ_PAUSE_MS)
                self._make_ready()
        self._stage.end(
            runnable("Next: {pitctl} play tests/scenarios/ordinary-race.txt, or: make help")
        )

    def _play_race(self, race: Race) -> None:
        self._scene = Scene(title=race.title, wagers=race.wagers)
        self._stage.tell(f"== {race.title} ==")
        self._press("confirm", "The dealer opens betting")
        if self._client.status().phase != "betting":
            raise stuck("betting does not open")
        for wager in race.wagers:
            self._stage.tell(f"{wager.player} puts ${wager.chips} on {wager.area}")
        self._run(READ_PAUSE_MS)
        self._press("no_more_bets", '"No more bets"')
        for number, code in enumerate(race.cards):
            if number == race.cut_after:
                self._cut_power("in mid-race", self._came_back)
            self._slide(code)
        self._show_hidden()
        self._say("Third place is fixed: the winning areas light up")
        self._run(READ_PAUSE_MS)
        self._press("confirm", "The dealer checks the cards and confirms the result")
        self._settle(race)
        self._run(2 * READ_PAUSE_MS)

    def _make_ready(self) -> None:
        """One deck is shuffled for every round, and cut if it lies in a shoe; several decks go on."""
        if not self._client.shoe().shuffled:
            self._press("confirm", "One deck: the cards are shuffled before every round")
        shoe = self._client.shoe()
        if shoe.source == "shoe" and not shoe.cut:
            self._press("confirm", "... and cut once")

    def _show_hidden(self) -> None:
        """Cards that wait for their reveal point: for a key, or for time."""
        for _ in range(MOST_PRESSES):
            if not self._client.status().hidden:
                return
            if self._by_time:
                self._run(READ_PAUSE_MS)
            else:
                self._press("confirm", "The dealer has the card shown that is still hidden")
        raise stuck("cards stay hidden")

    def _slide(self, code: str | None) -> None:
        hidden = self._scene.status.hidden if self._scene.status else 0
        number = len(self._scene.cards) + hidden + 1
        if code is None:
            self._say(f"Card {number} passes and is not read: the display names its place")
            self._bench.dealer.slide(None)
            self._run(READ_PAUSE_MS)
            return
        fixed = len(fixed_places(*racing_areas(self._scene.cards, self._scene.status)))
        again = " again" if self._scene.status and self._scene.status.notice else ""
        # Nobody knows yet where a card goes while the one before it is hidden.
        self._say(f"Card {number}{again}" if hidden else f"Card {number} to {PLACES[fixed]} place{again}")
        self._slide_card(code)
        self._run(CARD_PAUSE_MS)

    def _came_back(self) -> str:
        status = self._client.status()
        return f"The same race comes back, with its {status.cards + status.hidden} cards"

    def _settle(self, race: Race) -> None:
        """Pay the sample wagers by the result that the board gives."""
        status = self._client.status()
        if status.result is None:
            raise stuck("the race has no result, so nothing can be paid")
        names = [name.lower() for name in cards.SUIT_NAMES]
        places = (status.result.first, status.result.second, status.result.third)
        first, second, third = (names.index(suit) for suit in places)
        result = (first, second, third, status.result.protested)
        payouts = [_payout(wager, result) for wager in race.wagers]
        # 001 9.2: first the losing wagers are collected, then the winners are paid.
        self._scene.payouts = sorted(payouts, key=lambda payout: payout.profit > 0)
        for payout in self._scene.payouts:
            self._stage.tell(payout_text(payout))

    def _ask(self) -> None:
        self._scene.status = self._client.status()
        if self._scene.status.phase == "idle":
            self._scene.cards.clear()  # the dealer has collected them

    def _note(self, event: Event) -> None:
        if event.type in ("card", "reveal") and event.card is not None:
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
