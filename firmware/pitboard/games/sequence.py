"""The cards of a round in their order, and the edits that put a wrong order right (001 10.7).

A card is a token: its face in the low six bits, above them its number in the set (0 with value-only codes).
Places count from 1. Allocates in the constructor only; a change outside the range is the caller's mistake.
"""

from array import array

from micropython import const

FACE = const(63)
NUMBER_SHIFT = const(6)
OTHER_SET = const(63)  # the face of a card that is of no set that we know


def token(face: int, number: int) -> int:
    return face | number << NUMBER_SHIFT


class Sequence:
    def __init__(self, capacity: int) -> None:
        self._tokens = array("H", [0] * capacity)
        self.capacity = capacity
        self.total = 0

    def clear(self) -> None:
        self.total = 0

    def at(self, place: int) -> int:
        return self._tokens[place - 1]

    def face(self, place: int) -> int:
        return self._tokens[place - 1] & FACE

    def append(self, card: int) -> None:
        self._tokens[self.total] = card
        self.total += 1

    def insert(self, place: int, card: int) -> None:
        """The card becomes number `place`; later ones move back."""
        for at in range(self.total, place - 1, -1):
            self._tokens[at] = self._tokens[at - 1]
        self._tokens[place - 1] = card
        self.total += 1

    def remove(self, place: int) -> int:
        card = self._tokens[place - 1]
        self.total -= 1
        for at in range(place - 1, self.total):
            self._tokens[at] = self._tokens[at + 1]
        return card

    def replace(self, place: int, card: int) -> int:
        """Another card at this place; returns the one that was there."""
        before = self._tokens[place - 1]
        self._tokens[place - 1] = card
        return before

    def has_number(self, card: int) -> bool:
        """Whether the very same card, known by its number, is here already."""
        return card >> NUMBER_SHIFT > 0 and self.has(card)

    def has(self, card: int) -> bool:
        """Whether exactly this token is here; of a face alone: one without a number."""
        at = 0
        while at < self.total and self._tokens[at] != card:
            at += 1
        return at < self.total

    def place_of(self, face: int) -> int:
        """The first place with this face, 0 if there is none."""
        for at in range(self.total):
            if self._tokens[at] & FACE == face:
                return at + 1
        return 0

    def tokens(self) -> bytes:
        """All cards, to compare and to keep."""
        return bytes(self._tokens[: self.total])
