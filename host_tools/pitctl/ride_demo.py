"""The demonstration of Let It Ride: rounds of several rule packs, played by the real firmware on virtual tables.

A card is known to the picture only when the table itself tells it: `seats` and `ride` name what is turned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pitctl.demo_stage import (
    CARD_PAUSE_MS,
    READ_PAUSE_MS,
    Pacer,
    Performance,
    Picture,
    Stage,
    stuck,
)
from pitctl.exceptions import TargetUnavailable
from pitctl.messages import Event, Ride, Seat
from pitctl.money import UNITS, money_text
from pitctl.ride_demo_rounds import PROGRAMMES, Player, Programme, Round
from pitctl.ride_hands import PEOPLE, place_text
from pitctl.scenario_ride_steps import COMMUNITY
from simulator.targets import Target

GAME = "let-it-ride"
MOST_PRESSES = 40
LEGEND = "Lights of a seat: /turn it decides, /riding the wager is in play, /won it is to be paid"


@dataclass
class RideScene(Picture):
    """Everything there is to see at one moment; `dealt` counts the cards at each place, faces unknown."""

    seats: Sequence[Seat] = ()
    ride: Ride | None = None
    dealt: dict[int, int] = field(default_factory=dict[int, int])
    money: list[str] = field(default_factory=list[str])

    def visible(self) -> tuple[object, ...]:
        return (*super().visible(), tuple(self.seats), self.ride, dict(self.dealt), tuple(self.money))


class RideShow(Performance[RideScene]):
    """Plays the programme of a pack on a target that is running."""

    def __init__(
        self, target: Target, table: dict[str, Any], stage: Stage[RideScene], pacer: Pacer
    ) -> None:
        super().__init__(target, table, stage, pacer, RideScene())
        self._programme = programme_of(table["game"])
        self._asked_at: tuple[int, int] | None = None

    def play(self) -> None:
        self._begin(LEGEND)
        self._open_table()
        for game_round in self._programme.rounds:
            self._play_round(game_round)

    def _play_round(self, played: Round) -> None:
        self._scene = RideScene(title=played.title)
        self._stage.tell(f"== {played.title} ==")
        if played.jackpot:
            self._say(f"The jackpot meter shows ${played.jackpot}")
            self._act("jackpot", stake=UNITS * played.jackpot)
        self._open_betting()
        self._bets(played)
        self._run(READ_PAUSE_MS)
        self._press("no_more_bets", '"No more bets"')
        self._deal(played)
        self._press("confirm", "The players look at their cards; nobody else can")
        self._decide(played, 0)
        if played.cut_power:
            self._cut_power("between two decisions", self._came_back)
        self._press("confirm", "All have decided: the first community card is turned")
        self._decide(played, 1)
        self._press("confirm", "The second community card is turned")
        self._show_hands()
        self._settle(played)
        self._run(2 * READ_PAUSE_MS)

    def _came_back(self) -> str:
        return f"The same round comes back, {self._client.status().hidden} cards still face down"

    # -- betting ------------------------------------------------------------------------------

    def _open_betting(self) -> None:
        """CONFIRM stands for what is due: washed, shuffled, cut, betting open."""
        for _ in range(MOST_PRESSES):
            if self._client.status().phase == "betting":
                return
            self._press("confirm", f"The dealer: {self._hands.lines()[-2]}")
        raise stuck("betting does not open")

    def _bets(self, played: Round) -> None:
        if played.bank is not None:
            position, wager = played.bank
            self._say(f"Seat {position} is the player-dealer and covers ${wager}")
            self._act("bank", seat=position, stake=UNITS * wager)
        for seat, player in played.players.items():
            self._say(f"Seat {seat} puts {self._bet_text(player)}")
            for spot, stake in player.stakes.items():
                self._act("bet", seat=seat, area=spot, stake=stake)
            self._run(CARD_PAUSE_MS)

    def _bet_text(self, player: Player) -> str:
        side = f", and ${player.side} {self._programme.side}" if player.side else ""
        return f"${player.stake} on each of 1, 2 and ${side}"

    def _act(self, step: str, **given: Any) -> None:
        with self._client.acting_as(*PEOPLE["dealer"]):
            self._client.act(step, **given)

    # -- cards and decisions ------------------------------------------------------------------

    def _deal(self, played: Round) -> None:
        """The table says whose card is next."""
        deck = played.deck
        for _ in range(MOST_PRESSES):
            place = self._client.ride().place
            if not place:
                return
            to_seat = "A card to " if place < COMMUNITY[0] else "A card for the dealer: "
            self._say(f"{to_seat}{place_text(place)}, face down")
            self._slide_card(deck[place].pop(0))
            self._scene.dealt[place] = self._scene.dealt.get(place, 0) + 1
            self._run(CARD_PAUSE_MS)
        raise stuck("the deal does not end")

    def _decide(self, played: Round, which: int) -> None:
        for _ in played.players:
            seat = self._client.ride().turn
            choice = played.players[seat].decides[which]
            key = "confirm" if choice == "rides" else "no_more_bets"
            words = "lets it ride" if choice == "rides" else f"takes back wager {which + 1}"
            self._press(key, f"Seat {seat} {words}")

    def _show_hands(self) -> None:
        for _ in range(MOST_PRESSES):
            if self._client.status().phase != "showing":
                return
            seat = self._client.ride().turn
            turned = bool(self._client.seats()[seat - 1].cards)
            self._press("confirm", f"Seat {seat}: {'the dealer declares' if turned else 'the cards are turned'}")

    def _settle(self, played: Round) -> None:
        self._scene.money = [self._money_text(seat, played) for seat in self._client.seats() if any(seat.stakes)]
        for line in self._scene.money:
            self._stage.tell(line)
        for _ in range(MOST_PRESSES):
            seat = self._client.ride().settle
            if not seat:
                break
            self._press("confirm", f"Seat {seat} is settled")

    def _money_text(self, seat: Seat, played: Round) -> str:
        """One line about a seat: what it wins, loses and takes back."""
        parts: list[str] = []
        main, side = sum(seat.profit[:3]), seat.profit[3]
        if main:
            parts.append(f"wins ${money_text(main)}")
        if side:
            parts.append(f"{self._programme.side} wins ${money_text(side)}")
        if seat.envy:
            parts.append(f"envy ${money_text(seat.envy)}")
        if sum(seat.collected):
            parts.append(f"loses ${money_text(sum(seat.collected))}")
        hand = (seat.hand or "no hand").replace("_", " ")
        back = sum(seat.returned) and not main and not side
        if back and not parts:
            parts.append("gets its wagers back")
        text = f"Seat {seat.seat}: {hand}, {', '.join(parts)}"
        return text + (" (the cover is used up)" if played.bank and back and _wins(seat) else "")

    # -- eyes ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Only when something was written down: six questions for every picture would be slow."""
        if self._asked_at == (self._cursor, id(self._scene)):
            return
        self._asked_at = (self._cursor, id(self._scene))
        self._scene.seats = self._client.seats()
        self._scene.ride = self._client.ride()

    def _note(self, event: Event) -> None:
        if event.type == "turn":
            self._stage.tell(f"community card {event.place}: {event.card}")
        elif event.type == "show" and event.cards is not None:
            self._stage.tell(f"seat {event.seat}: {' '.join(event.cards)}")
        elif event.type == "declare" and event.hand is not None:
            self._stage.tell(f"seat {event.seat}: {event.hand.replace('_', ' ')}")
        elif event.type == "irregularity":
            self._stage.tell(f"not counted: {event.kind}, card {event.place}")


def _wins(seat: Seat) -> bool:
    return seat.hand not in (None, "nothing", "low_pair")


def programme_of(game: str) -> Programme:
    """By the rule pack that a table plays."""
    pack = game.removesuffix(f"-{GAME}")
    if pack not in PROGRAMMES:
        raise TargetUnavailable(
            f"there is no demonstration of {game}, only of {', '.join(f'{name}-{GAME}' for name in PROGRAMMES)}",
            try_this="write a scenario for it: docs/scenarios.md; then {pitctl} play FILE --table TABLE",
        )
    return PROGRAMMES[pack]
