"""The deal: which place each card goes to, in the pack's order, and the cards themselves until they are shown.

A place is a seat 1..7 or one of the targets of pack.py (COMMUNITY_1, COMMUNITY_2, DISCARD). The device knows by the
order alone whose card it reads; nothing outside the game object learns its face before the rules show it.
"""

from array import array

from micropython import const

from pitboard.games.sequence import FACE

from .pack import CARD_EACH, COMMUNITY_1, COMMUNITY_2, STACK, STACK_EACH

MOST_CARDS = const(24)  # seven hands and a stack of three
HAND_CARDS = const(3)


class Deal:
    def __init__(self) -> None:
        self.places = bytearray(MOST_CARDS)  # where card 1, 2, ... goes
        self.size = 0  # cards of the whole deal
        self.total = 0  # cards dealt
        self._cards = array("H", [0] * MOST_CARDS)

    def clear(self) -> None:
        self.size = 0
        self.total = 0

    def plan(self, program: bytes, seats: bytes, bottom_first: bool) -> None:
        """The order of places for hands at `seats`, which are in the order of dealing."""
        self.clear()
        at = 0
        while at < len(program):
            op = program[at]
            if op == STACK:
                stack = program[at + 1 : at + 4]
                for target in reversed(stack) if bottom_first else stack:
                    self._add(target)
                at += 3
            elif op <= STACK_EACH:
                for seat in seats:
                    for _ in range(1 if op == CARD_EACH else HAND_CARDS):
                        self._add(seat)
            else:
                self._add(op)
            at += 1

    def _add(self, place: int) -> None:
        self.places[self.size] = place
        self.size += 1

    def is_complete(self) -> bool:
        return self.total == self.size

    def next_place(self) -> int:
        """Where the next card goes; 0 when none is due."""
        return 0 if self.is_complete() else self.places[self.total]

    def has_place(self, place: int) -> bool:
        return any(self.places[at] == place for at in range(self.size))

    def number_at(self, place: int) -> int:
        """The how-manieth card of its place the next one is."""
        return 1 + sum(self.places[at] == place for at in range(self.total))

    def add(self, card: int) -> None:
        self._cards[self.total] = card
        self.total += 1

    def take_back(self) -> int:
        """The last card was no card of the deal."""
        self.total -= 1
        return self._cards[self.total]

    def holds(self, face: int) -> bool:
        return any(self._cards[at] & FACE == face for at in range(self.total))

    def has(self, card: int) -> bool:
        """Whether exactly this token was dealt."""
        return any(self._cards[at] == card for at in range(self.total))

    def hand_into(self, seat: int, faces: bytearray) -> int:
        """The faces of a seat's cards into `faces`; how many there are."""
        count = 0
        for at in range(self.total):
            if self.places[at] == seat and count < len(faces):
                faces[count] = self._cards[at] & FACE
                count += 1
        return count

    def community(self, which: int) -> int:
        """The face of community card 1 or 2; -1 before it was dealt."""
        wanted = COMMUNITY_1 if which == 1 else COMMUNITY_2
        for at in range(self.total):
            if self.places[at] == wanted:
                return self._cards[at] & FACE
        return -1

    def is_whole(self, seat: int) -> bool:
        return sum(self.places[at] == seat for at in range(self.total)) == HAND_CARDS

    def drop(self, seat: int) -> None:
        """No further card to a seat that has left the round."""
        kept = self.total
        for at in range(self.total, self.size):
            if self.places[at] != seat:
                self.places[kept] = self.places[at]
                kept += 1
        self.size = kept

    def swap(self, seat: int, other: int) -> None:
        """Two complete hands change places (003 5.3)."""
        for at in range(self.total):
            if self.places[at] == seat:
                self.places[at] = other
            elif self.places[at] == other:
                self.places[at] = seat

    def state(self) -> tuple[int, bytes, bytes]:
        return self.size, bytes(self.places[: self.size]), bytes(self._cards[: self.total])
