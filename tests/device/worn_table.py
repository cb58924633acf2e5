"""Rounds with a worn deck: a dealer who does what the table tells her, and a book of what it cost.

She listens for the cue of each card. Where she hears another one, or none, she looks at the display: if it still asks
for the number of the card in her hand, that card goes over the scanner again; if it asks for the next one, the card has
counted. After `TRIES` slides in vain the supervisor enters the card by hand. If it asks for the one after that, a card
that came back late was taken for another one: the supervisor takes it out again. What the lights, the display and the
journal say at the end of a round is compared with the cards as they were laid down.
"""

import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitctl.card_sets import CardSet
from simulator.models.worn_deck import Wear, WornDeck
from tests.device.rig import TableRig
from tests.device.test_race import lights_of
from tests.properties.names import face_number
from tests.reference.derby_reference import NotFinished, Race, run_race

TRIES = 3
SERIAL = 204117
SETTLE_MS = 320  # longer than the table needs for its verdict on a slide
HAND_MS = (80, 400)  # to lay a card down and draw the next one
DECIDED_MS = 1000  # longer than the keys are deaf after something changed under the dealer's fingers
RESHUFFLE_AT = 80  # cards left in a shoe of several decks: the cutting card
CARD_HZ = 1760
SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}

_ASKS_FOR = re.compile(r"[Cc]ard (\d+)")


class Foreign(Exception):
    """The table does not take a card of this shoe: the round is void (10.8)."""


class WrongResult(AssertionError):
    """The table's result is not that of the cards on it."""


WORN = Wear()


@dataclass(frozen=True)
class Kind:
    """A kind of table: its decks, its codes and how its cards are handled."""

    decks: int
    numbered: bool = False
    wear: Wear = WORN


KINDS = {
    "one deck": Kind(1),
    "eight decks": Kind(8),
    "eight decks, numbered": Kind(8, True),
}


class WornTable:
    """One table, one worn deck, one dealer. Use as a context manager."""

    def __init__(self, kind: Kind, target: str, state_dir: Path, seed: int) -> None:
        self.faces = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"] * kind.decks
        codes = self.faces
        settings: dict[str, Any] = {}
        if kind.numbered:
            numbers = [face_number(face) for face in self.faces]
            card_set = CardSet(SERIAL, kind.decks, bytes(numbers))
            codes = card_set.codes
            faces = {"serial": SERIAL, "map": card_set.faces.hex()}
            settings = {"code_format": "serial", "set": faces}
        self.rig = rig = TableRig(target, state_dir, decks=kind.decks, **settings)
        self.rng = random.Random(seed)
        self.deck = WornDeck(rig.bench.wires.clock, rig.bench.dealer, codes, self.rng, kind.wear)
        self.shoe: list[int] = []
        self.figures: Counter[str] = Counter()
        self.cursor = rig.client.status().journal.last_seq
        self.shuffle()

    def __enter__(self) -> "WornTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.rig.target.close()

    def shuffle(self) -> None:
        self.shoe = list(range(len(self.faces)))
        self.rng.shuffle(self.shoe)

    # -- a round ------------------------------------------------------------------------------------

    def play(self, rounds: int) -> Counter[str]:
        """What happened in so many rounds, by what the dealer did and by what the table wrote down."""
        for _ in range(rounds):
            self.play_round()
        for name in ("strokes", "unread", "doubled", "returned", "slow_returned"):
            self.figures[name] = getattr(self.deck, name)
        return self.figures

    def play_round(self) -> None:
        self._open()
        laid: list[int] = []
        race: Race | None = None
        try:
            while race is None:
                card = self.shoe.pop()
                self._deal(card, len(laid) + 1)
                laid.append(card)
                race = self._decided(laid)
        except Foreign:
            self._act("void", reason="equipment")
            self._act("dismiss", reason="equipment")
            self.rig.press("confirm")
        else:
            self._check(race)
            self.rig.close_race()
        self._read_journal([self.faces[card] for card in laid])
        self.figures["rounds"] += 1
        self.figures["cards"] += len(laid)

    def _open(self) -> None:
        """One deck is shuffled and cut before every round, by the dealer's key; a shoe when it runs low."""
        rig = self.rig
        if len(self.faces) == 52:
            self.shuffle()
            rig.press("confirm")
            rig.press("confirm")
        elif len(self.shoe) < RESHUFFLE_AT:
            self.figures["shoes"] += 1
            self.shuffle()
            self._act("shuffled")
            self._act("cut")
        rig.press("confirm")
        rig.press("no_more_bets")

    def _decided(self, laid: list[int]) -> Race | None:
        """The race by the cards on the table, as anybody can see it."""
        try:
            return run_race(self.faces[card] for card in laid)
        except NotFinished:
            return None

    # -- a card -------------------------------------------------------------------------------------

    def _deal(self, card: int, number: int) -> None:
        """Slide it until the table has it."""
        for _ in range(TRIES):
            if self._slide(card, number):
                return
            self.figures["slid again"] += 1
        self.figures["slid again"] -= 1  # the last one was not slid again but entered
        self.figures["entered"] += 1
        self._act("entered", card=self.faces[card], reason="not_read")

    def _slide(self, card: int, number: int) -> bool:
        """True if the card has counted."""
        rig = self.rig
        assert rig.bench.sounder is not None
        rig.bench.sounder.clear()
        self._wait_ms(self.rng.uniform(*HAND_MS))
        self.figures["slides"] += 1
        end_ns = self.deck.slide(card)
        self._wait_ms((end_ns // 1000 - rig.target.now_us()) / 1000 + SETTLE_MS)
        heard = rig.tones()
        if len(heard) == 1 and abs(heard[0] - CARD_HZ) < 60:
            return True
        return self._look(number) != number

    def _look(self, number: int) -> int:
        """Read the display, call the supervisor if need be; the number of the card that is due now.

        That is the one after the last when a result is shown.
        """
        self.figures["looks at the display"] += 1
        lines = self.rig.screen()
        words = " ".join([lines[1], *lines[6:]])  # a held card's menu has its title on top
        asked = _ASKS_FOR.search(words)
        due = int(asked.group(1)) if asked else number + 1
        if "foreign" in words.lower():
            if due == number:
                raise Foreign
            self._act("same_card", reason="slid_twice")  # it was the card that has just counted
        elif "Extra card" in words:
            self._act("same_card", reason="slid_twice")  # the same, after the end of the race
        elif due == number + 2:
            self._act("rebuild", reason="slid_twice")
            self._act("take_twice", place=number + 1)
            self._act("rebuilt")
        elif (asked is None and not _shows_result(lines)) or due not in (number, number + 1):
            raise WrongResult(f"card {number} in the hand, the display says {lines}")
        return min(due, number + 1)

    def _act(self, step: str, **what: Any) -> None:
        """A step by the supervisor, at the host; then the dealer looks up, and the keys hear her again."""
        self.rig.act(step, **what)
        self.rig.client.release()
        self._wait_ms(DECIDED_MS)

    def _wait_ms(self, ms: float) -> None:
        self.rig.wait_us(max(0, round(ms * 1000)))

    # -- the result ---------------------------------------------------------------------------------

    def _check(self, race: Race) -> None:
        """9.1: the dealer compares what is shown with the cards."""
        rig = self.rig
        lines = rig.screen()
        places = " ".join(SUITS[suit] for suit in (race.winner, race.second, race.third))
        if lines[2].strip() != places or ("PROTESTED RACE" in lines[5]) != race.protested:
            raise WrongResult(f"the display shows {lines}, the cards say {places}")
        if rig.lit() != lights_of(race):
            raise WrongResult(f"lit {rig.lit()}, the cards say {lights_of(race)}")

    def _read_journal(self, laid: list[str]) -> None:
        """The records of the round: the cards in their order, and what went wrong."""
        events = list(self.rig.client.all_events(self.cursor))
        self.cursor = events[-1].seq
        written: list[str] = []
        for event in events:
            if event.type in ("card", "entered"):
                written.append(str(event.card))
            elif event.type == "take_out":
                del written[int(event.place or 0) - 1]
        if written != laid:
            raise WrongResult(f"the journal has {written}, on the table lie {laid}")
        for event in events:
            if event.type == "irregularity":
                self.figures[str(event.kind)] += 1
            elif event.type in ("hold", "void", "use_next", "burn", "dismiss", "rebuild"):
                self.figures[event.type] += 1


def _shows_result(lines: list[str]) -> bool:
    return re.fullmatch("[♠♥♦♣] [♠♥♦♣] [♠♥♦♣]", lines[2].strip()) is not None

