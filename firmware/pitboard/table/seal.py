"""Hidden cards on flash: the journal keeps them sealed with a key that only this board has.

A record of a card that nobody may see yet has its face and number covered by a mask of SHA-256 over the key, the header
of the segment (it has random bytes) and the record's slot there. No slot is written twice, so no mask comes twice, in
this journal or in one that was begun anew with the same key. A copied journal shows that a card was dealt, when and to
which place, and not which one. Whoever dumps the whole flash has the key too: this is for copies of files, not for a
thief with a programmer (docs/secrecy.md).
"""

import hashlib

from micropython import const

from pitboard.games.events import STATE

_VALUE_BYTES = const(8)
_MOST_NUMBER = const(65535)  # far more than cards in a set


class Seal:
    """Covers and uncovers: the same step does both."""

    def __init__(self, key: bytes, events: "tuple[int, ...]") -> None:
        self._key = key
        self._events = events  # whose records are covered

    def covers(self, event: int) -> bool:
        return event in self._events

    def fits(self, event: int, value: int) -> bool:
        """Whether an uncovered value can be a card's: with another key it is any number. States say it themselves."""
        return event == STATE or value <= _MOST_NUMBER

    def turn(self, header: bytearray, slot: int, arg: int, value: int) -> "tuple[int, int]":
        """First argument and value of the record in `slot` of the segment with this header, covered or uncovered."""
        mask = hashlib.sha256(self._key + header + bytes((slot,))).digest()
        return arg ^ mask[0], value ^ int.from_bytes(mask[1 : 1 + _VALUE_BYTES], "little")
