"""The check of the whole set of cards (001 6.1, 7.3): every card is slid once, in any order, outside any round.

It is complete with every face n times, nothing more and nothing foreign. A passage that gave no card is only
counted: the card is slid again, and if it never reads it is among the missing. A card known by its number may be
slid twice; without numbers a second slide is a second card, so the check of a value-only set starts anew then.
"""

from micropython import const

from .cards import CARDS
from .sequence import FACE, NUMBER_SHIFT

_MOST = const(255)  # of each count in the record


class DeckCheck:
    def __init__(self) -> None:
        self._count = bytearray(CARDS)
        self._numbers = bytearray(CARDS)  # a bit for each of 8 * 52 card numbers
        self.begin(1, False)

    def begin(self, decks: int, serial_set: bool) -> None:
        self.decks = decks
        self.expected = CARDS * decks
        self.seen = 0
        self.foreign_count = 0
        self.unreadable_count = 0
        self.repeats = 0
        self._serial_set = serial_set
        for face in range(CARDS):
            self._count[face] = 0
            self._numbers[face] = 0

    # -- what the scanner saw

    def card(self, token: int) -> None:
        """A card of the table's code format."""
        if self._serial_set:
            index = (token >> NUMBER_SHIFT) - 1
            if not 0 <= index < self.expected:
                self.foreign_count += 1
                return
            bit = 1 << (index & 7)
            if self._numbers[index >> 3] & bit:
                self.repeats += 1  # the same card again, not another one
                return
            self._numbers[index >> 3] |= bit
        face = token & FACE
        if self._count[face] < _MOST:
            self._count[face] += 1
        self.seen += 1

    def unreadable(self) -> None:
        """A passage without a card: not read, or no code of a card."""
        self.unreadable_count += 1

    def foreign(self) -> None:
        """A card of another set."""
        self.foreign_count += 1

    def assume_complete(self) -> None:
        """A check that was complete before a restart: every card was there."""
        for face in range(CARDS):
            self._count[face] = self.decks
        self.seen = self.expected

    # -- what came of it

    def complete(self) -> bool:
        return not (self.missing() or self.extra() or self.foreign_count)

    def missing(self) -> int:
        total = 0
        for count in self._count:
            if count < self.decks:
                total += self.decks - count
        return total

    def extra(self) -> int:
        total = 0
        for count in self._count:
            if count > self.decks:
                total += count - self.decks
        return total

    def missing_at(self, index: int) -> int:
        """The face of a missing card, `index` from 0, in the order of faces; -1 after the last."""
        return self._at(index, -1)

    def extra_at(self, index: int) -> int:
        """The face of a card too many, as `missing_at`."""
        return self._at(index, 1)

    def value(self) -> int:
        """The four counts in 32 bits, for the record of the check; each says 255 for more."""
        return (
            min(self.missing(), _MOST)
            | min(self.extra(), _MOST) << 8
            | min(self.foreign_count, _MOST) << 16
            | min(self.unreadable_count, _MOST) << 24
        )

    def _at(self, index: int, sign: int) -> int:
        for face in range(CARDS):
            off = (self._count[face] - self.decks) * sign
            if off > 0:
                if index < off:
                    return face if index >= 0 else -1
                index -= off
        return -1


def unpack(value: int) -> tuple[int, int, int, int]:
    """(missing, extra, foreign, unreadable) of a record's value."""
    return value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24 & 255
