"""What can still be in the shoe (001 3.4, 7.1): copies of each face, and each card that has a number.

A continuous shuffler (1.2) is filled anew for every round, so a repeat is a fault only inside a round.
"""

from micropython import const

from .cards import CARDS
from .events import CONTINUOUS, SHOE
from .sequence import FACE, NUMBER_SHIFT

_NUMBERS = const(52)  # bytes of one bit each: 8 decks have 416 cards
_MOST_UNREAD = const(255)  # one byte of a checkpoint
_COPIES_AT = const(8)  # in a checkpoint


class Shoe:
    def __init__(self, decks: int, source: int = SHOE) -> None:
        self._out = bytearray(CARDS)  # copies of each face that have left it
        self._numbers = bytearray(_NUMBERS)  # cards with a number that have left it
        self.use(decks, source)
        self.cut_from = 1 << SHOE  # a bit for each source whose cards must be cut
        self.set_serial = 0  # of numbered cards; 0 with value-only codes
        self.checked = False  # 6.1 to 6.5
        self.shuffled = False  # 7.1
        self.cut = False  # 7.2

    def use(self, decks: int, source: int) -> None:
        if not 1 <= decks <= 8:
            raise ValueError("3.4(a): one to eight decks")
        self.decks = decks
        self.source = source
        self.refill()

    def refill(self) -> None:
        """Every card is in it again."""
        for face in range(CARDS):
            self._out[face] = 0
        for at in range(_NUMBERS):
            self._numbers[at] = 0
        self.unread = 0  # cards that left it without being read
        self.gone = 0

    def left(self) -> int:
        return max(0, self.decks * CARDS - self.gone - self.unread)

    def holds(self, card: int) -> bool:
        """Whether this card can still come out of it (L27)."""
        face = card & FACE
        if face >= CARDS or self._out[face] >= self.decks:
            return False
        number = card >> NUMBER_SHIFT
        return not number or not self._numbers[(number - 1) >> 3] & 1 << ((number - 1) & 7)

    def lose(self) -> None:
        """A card has left it, and nobody may say which."""
        self.unread = min(self.unread + 1, _MOST_UNREAD)

    def take(self, card: int) -> None:
        self._mark(card, 1)

    def give_back(self, card: int) -> None:
        self._mark(card, -1)

    def _mark(self, card: int, step: int) -> None:
        self._out[card & FACE] += step
        self.gone += step
        number = card >> NUMBER_SHIFT
        if number:
            self._numbers[(number - 1) >> 3] ^= 1 << ((number - 1) & 7)

    # -- shuffle and cut --------------------------------------------------------------------------

    def needs_cut(self) -> bool:
        """Cards in an automatic shuffler are not cut (7.2)."""
        return bool(self.cut_from & 1 << self.source) and not self.cut

    def ready(self) -> bool:
        return self.shuffled and not self.needs_cut()

    def is_shuffled_each_round(self) -> bool:
        """One deck is (7.1(b), D5)."""
        return self.decks == 1 and self.source != CONTINUOUS

    def disorder(self) -> None:
        """The cards lie about: shuffle and cut before they are played."""
        self.shuffled = False
        self.cut = False

    # -- checkpoint -------------------------------------------------------------------------------

    def freeze(self) -> bytes:
        """Copies two a byte, then the numbers if any card has one."""
        flags = self.checked | self.shuffled << 1 | self.cut << 2
        head = bytes((self.decks, self.source, flags, self.unread)) + self.set_serial.to_bytes(
            4, "little"
        )
        pairs = bytearray(CARDS // 2)
        for at in range(CARDS // 2):
            pairs[at] = self._out[2 * at] | self._out[2 * at + 1] << 4
        return head + bytes(pairs) + (bytes(self._numbers) if any(self._numbers) else b"")

    def thaw(self, data: bytes) -> None:
        self.use(data[0], data[1])
        self.checked = bool(data[2] & 1)
        self.shuffled = bool(data[2] & 2)
        self.cut = bool(data[2] & 4)
        self.unread = data[3]
        self.set_serial = int.from_bytes(data[4:_COPIES_AT], "little")
        for at in range(CARDS // 2):
            self._out[2 * at] = data[_COPIES_AT + at] & 15
            self._out[2 * at + 1] = data[_COPIES_AT + at] >> 4
        self.gone = sum(self._out)
        numbers = data[_COPIES_AT + CARDS // 2 :]
        self._numbers[: len(numbers)] = numbers
