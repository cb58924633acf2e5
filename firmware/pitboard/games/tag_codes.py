"""What the tag in a card says: only who it is. Its number and face come from the set's map, never from the tag.

The line of a tag is its identity in capital hexadecimal digits (app/tag_cards.py). Rows are sorted, so that 416 cards
are nine looks.
"""

from micropython import const

from .card_codes import FOREIGN_SET, UNKNOWN
from .sequence import token

IDENTITY = const(7)  # bytes; cards of a set all have double-size identities (ISO 14443-3)
_ROW = const(10)  # identity, number (two bytes, low first), face


def rows_of(identities: bytes, faces: bytes) -> bytes:
    """The sorted rows of a set: `identities` has seven bytes for card 1, 2, 3 ..., `faces` one."""
    rows = [
        identities[IDENTITY * at : IDENTITY * (at + 1)] + bytes(((at + 1) & 255, at + 1 >> 8, faces[at]))
        for at in range(len(faces))
    ]
    rows.sort()
    return b"".join(rows)


def check_tags(identities: bytes, cards: int) -> bool:
    """Is there an identity for each card, and none twice?"""
    found = {identities[at : at + IDENTITY] for at in range(0, len(identities), IDENTITY)}
    return len(identities) == IDENTITY * cards and len(found) == cards


class TagCodes:
    def __init__(self, rows: bytes) -> None:
        self._rows = rows

    def parse(self, code: "bytes | memoryview") -> int:
        """The token of an identity, FOREIGN_SET for a tag that is none of this set, UNKNOWN for what is no identity."""
        if len(code) != 2 * IDENTITY:
            return UNKNOWN
        identity = bytearray(IDENTITY)
        for at in range(2 * IDENTITY):
            digit = code[at] - (48 if code[at] < 65 else 55)
            if not 0 <= digit <= 15 or 57 < code[at] < 65:
                return UNKNOWN
            identity[at >> 1] = identity[at >> 1] << 4 & 0xF0 | digit
        low, high = 0, len(self._rows) // _ROW
        while low < high:
            middle = (low + high) >> 1
            at = middle * _ROW
            if self._rows[at : at + IDENTITY] < identity:
                low = middle + 1
            else:
                high = middle
        row = self._rows[low * _ROW : (low + 1) * _ROW]
        if row[:IDENTITY] != identity:
            return FOREIGN_SET
        return token(row[IDENTITY + 2], row[IDENTITY] | row[IDENTITY + 1] << 8)
