"""A worn deck: printed codes that fail now and then, and hands that are not a machine's.

Every card has its own wear, drawn once. Each stroke over the scanner may stay unread (one in ten on average, far more
often with the worst cards), may be read twice by an engine that sees the code again, and a card may go back over the
beam before it is laid down. The rates are those of `Wear`; `strokes`, `unread`, `doubled` and `returned` count what
was really done to the table, to compare with what it made of it. Most cards that go back do so at once; a few come back
later, when without numbers on the cards nobody can tell the stroke from another card of the same face.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from simulator.clock import Clock
from simulator.models.dealer import NS_PER_MS, Dealer


@dataclass(frozen=True)
class Wear:
    """How worn the cards and how restless the hands are; times in milliseconds, (least, most)."""

    # Share of the cards, and how often a stroke of such a card is not read: a tenth on average.
    classes: tuple[tuple[float, float], ...] = ((0.80, 0.04), (0.17, 0.28), (0.03, 0.68))
    doubled: float = 0.02
    returned: float = 0.03
    passage_ms: tuple[float, float] = (50, 140)
    read_at: tuple[float, float] = (-0.1, 1.1)  # of the passage: a little before to a little after
    shortest_again_ms: float = 12  # from a read to the same code read again, at the latest
    lingers_ms: float = 60  # this long after the stroke, while the code may still be in view
    back_after_ms: tuple[float, float] = (20, 120)  # from the end of a stroke to the way back
    slow_back: float = 0.1  # of the cards that go back, those that take their time
    slow_back_after_ms: tuple[float, float] = (200, 900)

    def mean_unread(self) -> float:
        return sum(share * unread for share, unread in self.classes)


class WornDeck:
    """The printed codes of one shoe, in the hands of one dealer. A card is its index in `codes`."""

    def __init__(
        self,
        clock: Clock,
        dealer: Dealer,
        codes: Sequence[str],
        rng: random.Random,
        wear: Wear | None = None,
    ) -> None:
        self._clock = clock
        self._dealer = dealer
        self._rng = rng
        self.wear = Wear() if wear is None else wear
        self.codes = list(codes)
        shares = [share for share, _ in self.wear.classes]
        rates = [unread for _, unread in self.wear.classes]
        self.unread_rates = rng.choices(rates, shares, k=len(self.codes))
        self.strokes = 0
        self.unread = 0
        self.doubled = 0
        self.returned = 0
        self.slow_returned = 0

    def slide(self, card: int) -> int:
        """One slide of a card, with what its wear and the hands make of it; when it is over (ns)."""
        end_ns = self._stroke(card, self._clock.now_ns() + 20 * NS_PER_MS)
        if self._rng.random() < self.wear.returned:
            self.returned += 1
            slow = self._rng.random() < self.wear.slow_back
            self.slow_returned += slow
            span = self.wear.slow_back_after_ms if slow else self.wear.back_after_ms
            end_ns = self._stroke(card, end_ns + self._between(span))
        return end_ns

    def _stroke(self, card: int, begin_ns: int) -> int:
        """The card passes the beam once."""
        rng = self._rng
        self.strokes += 1
        passage_ms = rng.uniform(*self.wear.passage_ms)
        read_at_ms = passage_ms * rng.uniform(*self.wear.read_at)
        if rng.random() < self.unread_rates[card]:
            self.unread += 1
            return self._dealer.slide(None, passage_ms, at_ns=begin_ns)
        code = self.codes[card]
        end_ns = self._dealer.slide(code, passage_ms, read_at_ms, at_ns=begin_ns)
        if rng.random() < self.wear.doubled:
            self.doubled += 1
            first_ms = read_at_ms + self.wear.shortest_again_ms
            last_ms = max(first_ms, passage_ms + self.wear.lingers_ms)
            again_ns = begin_ns + self._between((first_ms, last_ms))
            self._clock.call_at(again_ns, lambda: self._dealer.read(code))
        return end_ns

    def _between(self, span_ms: tuple[float, float]) -> int:
        return round(self._rng.uniform(*span_ms) * NS_PER_MS)
