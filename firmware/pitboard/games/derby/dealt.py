"""Where every card is that has left the shoe: counted, waiting, held, carried over, burned. Part of Derby's fold.

Only `cards`, `count`, `race` and `history` are for other eyes. Cards that wait for the reveal point, held and carried
ones stay in here until the rules expose them; burned ones for ever.
"""

from micropython import const

from .. import events, refusals
from ..cards import CARDS
from ..sequence import FACE, NUMBER_SHIFT, OTHER_SET, Sequence
from ..shoe import Shoe
from . import derby_refusals
from .race import History, Race

MAX_WAITING = const(16)  # cards that wait for the reveal point
MAX_CARRIED = const(8)
MAX_HOLDS = const(16)  # in a round
_RACK = const(32)  # burned cards of a round that are known again
_SPARE = const(16)  # cards in the sequence beyond the longest race, during a rebuild


def longest_race(decks: int) -> int:
    """Every card of two suits, three each of the others, third place (8.1, 8.2)."""
    return 26 * decks + 7


class Dealt:
    def __init__(self, shoe: Shoe, history: int) -> None:
        self.shoe = shoe
        self.race = Race()
        self.history = History(history)
        self.cards = Sequence(longest_race(shoe.decks) + _SPARE)
        self.waiting = Sequence(MAX_WAITING + MAX_CARRIED)
        self.rack = Sequence(_RACK)  # burned in this round: a rebuild may take one back (10.7)
        self.over = Sequence(MAX_CARRIED)  # carried into the next round (10.5, D9)
        self.to_shuffle = Sequence(MAX_CARRIED)  # the same where a shuffle comes first: it lies aside
        self.clear()

    def clear(self) -> None:
        """Before and after a round: no cards, no result, nothing counted."""
        self.count = 0
        self.burned = 0
        self.drawn = 0  # cards that have left the shoe in this round, seen or not
        self.holds = 0
        self.race.clear()
        self.cards.clear()
        self.waiting.clear()
        self.rack.clear()
        self.release()

    def release(self) -> None:
        self.held = 0  # why a card is held
        self.held_place = 0
        self._held_card = 0

    def fit(self) -> None:
        """Another number of decks: room for its longest race."""
        capacity = longest_race(self.shoe.decks) + _SPARE
        if capacity != self.cards.capacity:
            self.cards = Sequence(capacity)

    @property
    def hidden(self) -> int:
        """Cards that were drawn and wait for the reveal point."""
        return self.waiting.total

    @property
    def carried(self) -> int:
        """Cards that wait for the next round (D9)."""
        return self.over.total

    def is_way_out(self, event: int, arg: int) -> bool:
        return event in (events.VOID, events.CLOSE)

    def left(self) -> int:
        """Cards in the shoe. One that waits, or is held or carried, has left it, whatever it is."""
        out = self.waiting.total + self.over.total + self.to_shuffle.total
        out += self.held in (events.EARLY, events.LATE)
        return max(0, self.shoe.left() - out)

    def has_come(self, card: int) -> bool:
        """Whether this very card, known by its number, is in the round already, or waits for it."""
        known = self.cards.has_number(card) or self.waiting.has_number(card)
        return known or self.over.has_number(card) or self.to_shuffle.has_number(card)

    def was_entered(self, card: int) -> bool:
        """Whether a card with a number may be one that was entered in this round by hand, without its number."""
        return card >> NUMBER_SHIFT > 0 and self.cards.has(card & FACE)

    def can_come(self, card: int) -> bool:
        """Whether a card that was slid can be the next one: in the shoe (L27), and not entered by hand before."""
        return self.shoe.holds(card) and not self.was_entered(card)

    # -- judging ----------------------------------------------------------------------------------

    def judge_card(self, card: int, by_hand: bool = False) -> int:
        """A card that is to count now."""
        if card & FACE >= CARDS:
            return derby_refusals.NOT_A_CARD
        if self.cards.total >= longest_race(self.shoe.decks):
            return derby_refusals.SEQUENCE_FULL
        possible = self.can_be_dealt(card) if by_hand else self.can_come(card)
        return refusals.LAWFUL if possible else derby_refusals.NOT_IN_SHOE

    def can_be_dealt(self, face: int) -> bool:
        """Whether a card that is named by hand can be: from the shoe, or burned by mistake in this round."""
        return self.shoe.holds(face) or self.rack.place_of(face) > 0

    def deal_by_hand(self, face: int) -> None:
        """A card that is named by hand: the one that was burned in this round, if there is one, else from the shoe.

        Cards of one face cannot be told apart by hand. Taken for one more, it would make a later one foreign. What is
        left falls either way: it may not tell which face was burned.
        """
        at = self.rack.place_of(face)
        if at:
            self.rack.remove(at)
            self.burned -= 1
            self.shoe.lose()
        else:
            self.shoe.take(face)

    def judge_drawn(self, card: int) -> int:
        """Whether it can be in the shoe is asked when it shows: until then nothing may tell cards apart."""
        if card & FACE >= CARDS:
            return derby_refusals.NOT_A_CARD
        if self.holds >= MAX_HOLDS:
            return refusals.TOO_MANY
        return refusals.LAWFUL if self.waiting.total < MAX_WAITING else derby_refusals.REVEAL_FIRST

    def judge_reveal(self, card: int) -> int:
        if not self.waiting.total or self.waiting.at(1) != card:
            return derby_refusals.NOTHING_HIDDEN
        return self.judge_card(card)

    def judge_hold(self) -> int:
        return refusals.TOO_MANY if self.holds >= MAX_HOLDS else refusals.LAWFUL

    def judge_decision(self, event: int, arg: int) -> int:
        if not self.held:
            return derby_refusals.NOTHING_HELD
        foreign = self.held == events.FOREIGN
        if event == events.DISMISS:
            return refusals.LAWFUL if foreign or arg == events.SLID_BEFORE else derby_refusals.CANNOT_USE
        if foreign:
            return derby_refusals.CANNOT_USE  # L27: nobody's next card, and not ours to burn
        carried = self.over.total + self.to_shuffle.total
        full = carried >= MAX_CARRIED or self.waiting.total >= MAX_WAITING
        if event == events.NEXT and full:
            return refusals.TOO_MANY
        return refusals.LAWFUL

    # -- moving cards -----------------------------------------------------------------------------

    def run(self, card: int) -> None:
        """A card that counts, at the end of the sequence."""
        self.cards.append(card)
        self.count += 1
        self.race.run(card & FACE)

    def recount(self) -> None:
        """Run the race again over the cards as they lie now; it ends with third place (8.1)."""
        self.race.clear()
        self.count = 0
        while self.count < self.cards.total and self.race.third < 0:
            self.count += 1
            self.race.run(self.cards.face(self.count))

    def hold(self, card: int, place: int, why: int) -> None:
        self.holds += 1
        self.held = why
        self.held_place = place
        self._held_card = card

    def take_held(self) -> int:
        card = self._held_card
        self.release()
        return card

    def reconsider_held(self) -> None:
        """A card that could not be of this shoe before the sequence was put right may well be now (L27)."""
        if self.held == events.FOREIGN and self.shoe.holds(self._held_card):
            self.held = events.EARLY if self.race.third < 0 else events.LATE

    def burn(self, card: int) -> None:
        """Out of play (10.3, 10.6). It does not come back before the next shuffle."""
        if self.shoe.holds(card):
            self.shoe.take(card)
            self.to_rack(card)
        else:
            self.burned += 1
            self.shoe.lose()  # what is left may not tell that it was a foreign one

    def to_rack(self, card: int) -> None:
        """A card that has left the shoe is burned."""
        self.burned += 1
        if self.rack.total < _RACK:
            self.rack.append(card)

    def use_carried(self) -> None:
        """Cards that were drawn too early and not seen are the next ones (10.5, D9)."""
        for kept in (self.over, self.to_shuffle):
            while kept.total:
                self.waiting.append(kept.remove(1))
                self.drawn += 1

    def carry(self, tokens: bytes) -> None:
        """Cards that a checkpoint kept."""
        for at in range(0, len(tokens), 2):
            self.over.append(tokens[at] | tokens[at + 1] << 8)

    def forget_carried(self) -> None:
        """The shuffle has taken them in (D9)."""
        self.over.clear()
        self.to_shuffle.clear()

    def may_burn_first(self) -> bool:
        """Whether the first card of the round, read or not, is the only one that was drawn (10.3, D4)."""
        return self.drawn == 0 or (self.drawn == 1 and self.waiting.total + self.cards.total == 1)

    def burn_first(self) -> None:
        if self.drawn == 0:
            self.shoe.lose()
            self.drawn = 1
            self.burned += 1
        elif self.waiting.total:
            self.burn(self.waiting.remove(1))
        else:
            self.to_rack(self.cards.remove(1))
            self.recount()

    def seal(self) -> None:
        """The round is void: what waits is out of play, unseen. About a held card somebody still decides."""
        while self.waiting.total:
            self.burn(self.waiting.remove(1))

    def state(self) -> tuple[object, ...]:
        return (
            self.count,
            self.race.result(),
            self.cards.tokens(),
            self.waiting.tokens(),
            self.over.tokens(),
            self.to_shuffle.tokens(),
            self.held,
            self.held_place,
            self._held_card,
            self.burned,
            self.drawn,
            self.holds,
            self.rack.tokens(),
            self.history.freeze(),
        )


def is_of_other_set(card: int) -> bool:
    return card & FACE == OTHER_SET
