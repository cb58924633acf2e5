"""Who is first, second and third: the order in which suits appear on the cards of a race (001 8.1)."""

from micropython import const

from ..cards import RANKS, TWO_OF_SPADES

_TO_WIN = const(4)  # cards of one suit in the first area (8.1(a))


class Race:
    """Cards run one by one; nothing else changes it. Suits are -1 until their place is fixed."""

    def __init__(self) -> None:
        self.tally = bytearray(4)  # of each suit in the first area
        self.clear()

    def clear(self) -> None:
        """Without a third place no area is lit and none wins (3.5, 10.8)."""
        for suit in range(4):
            self.tally[suit] = 0
        self.winner = -1
        self.second = -1
        self.third = -1
        self.protested = False
        self.first_count = 0
        self.second_count = 0
        self.third_count = 0

    def result(self) -> tuple[int, int, int, bool]:
        return self.winner, self.second, self.third, self.protested

    def area_of_next(self) -> int:
        """Which racing area the next card goes to (8.1(a) to (c))."""
        if self.winner < 0:
            return 1
        return 2 if self.second < 0 else 3

    def run(self, face: int) -> None:
        """One card, where the sequence puts it. A decided race takes no more (8.1)."""
        suit = face // RANKS
        if self.winner < 0:
            self.first_count += 1
            if face == TWO_OF_SPADES:
                self.protested = True  # 1.2, 4.2; several in more decks reduce once (D6)
            self.tally[suit] += 1
            if self.tally[suit] == _TO_WIN:
                self.winner = suit
        elif self.second < 0:
            self.second_count += 1
            if suit != self.winner:
                self.second = suit
        elif self.third < 0:
            self.third_count += 1
            if suit != self.winner and suit != self.second:
                self.third = suit


class History:
    """Results of races that were confirmed and closed (9.2), the newest last; as many as the table wants to show."""

    def __init__(self, most: int) -> None:
        self.entries = bytearray(most)  # two bits a place from the lowest: winner, second, third; one for the protest
        self.told = 0

    def remember(self, race: Race) -> None:
        self._tell(race.winner | race.second << 2 | race.third << 4 | race.protested << 6)

    def _tell(self, entry: int) -> None:
        entries = self.entries
        if self.told < len(entries):
            self.told += 1
        else:
            for at in range(1, len(entries)):
                entries[at - 1] = entries[at]
        if self.told:
            entries[self.told - 1] = entry

    def freeze(self) -> bytes:
        return bytes(self.entries[: self.told])

    def thaw(self, data: bytes) -> None:
        """The newest of what was kept; the table may want fewer now."""
        self.told = 0
        for entry in data:
            self._tell(entry)
