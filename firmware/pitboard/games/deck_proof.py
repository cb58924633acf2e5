"""The evaluator proves itself: all 2,598,960 hands of five cards, on whatever it runs.

It counts categories and classes and makes a digest over the values of all hands in order, so that a board and a host
can compare all of them by one number.
"""

from array import array

from micropython import const

from .hand_lookup import address, sweep, word
from .hands import CATEGORIES, FLAGS_AT, ORDER, WORDS_AT

try:
    from . import thumb_lookup as thumb
except (ImportError, SyntaxError):  # no such chip: its file is not there, or the compiler does not know its code
    thumb = None

_CARDS = const(52)
# Words of the block that a sweep works on; that of thumb_lookup.py has addresses in the others.
_SUM = const(0)
_THIRD = const(1)
_DIGEST = const(7)


class DeckProof:
    """After `step(first)` for each first card, or after `run()`: `counts`, `classes()` and `digest()`."""

    def __init__(self, tables: bytes) -> None:
        self._tables = tables
        self.counts = array("I", [0] * CATEGORIES)
        self._seen = bytearray(ORDER + 1)
        self._block = array("I", [0] * 9)
        if thumb is not None:
            at = address(tables)
            words = at + WORDS_AT
            self._block[2] = words + 4 * _CARDS
            self._block[3] = at
            self._block[4] = at + FLAGS_AT
            self._block[5] = address(self.counts)
            self._block[6] = address(self._seen)

    def run(self) -> None:
        for first in range(_CARDS):
            self.step(first)

    def step(self, first: int) -> None:
        """All hands whose lowest card is `first`; a fiftieth of the whole, so that others have their turn."""
        block, tables = self._block, self._tables
        for second in range(first + 1, _CARDS):
            block[_SUM] = word(first, tables) + word(second, tables)
            if thumb is None:
                block[_THIRD] = second + 1
                sweep(block, self.counts, self._seen, tables)
            else:
                block[_THIRD] = address(tables) + WORDS_AT + 4 * (second + 1)
                thumb.sweep(block)

    def classes(self) -> int:
        return sum(self._seen)

    def digest(self) -> int:
        return self._block[_DIGEST]
