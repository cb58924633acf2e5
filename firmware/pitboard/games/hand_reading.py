"""What hands are, by tables that stay in flash: RAM has room for a piece of them, not for all.

The tables are read through twice, once for the rows of all hands and once for their slots. All bytes are read in the
same order whatever the hands are: how long it takes tells nothing about them. What the numbers mean: hands.py.
"""

from micropython import const

from .hands import (
    FLAGS_AT,
    FLUSH,
    HIGH_CARD,
    ORDER_BITS,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    THREE_ROWS_AT,
    WORDS_AT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import TableFile

_PIECE = const(512)
_OWN = const(3)  # cards of a hand that are the player's
_FIVE = const(5)
_BEST_STRAIGHT = const(42560)  # STRAIGHT << ORDER_BITS | 1600


def weigh(tables: "TableFile", faces: "bytes | bytearray") -> "tuple[list[int], list[int]]":
    """Categories of hands of five cards, and of the first three of each; `faces` has five for each hand."""
    piece = bytearray(_PIECE)
    tables.seek(FLAGS_AT)
    tables.readinto(piece)  # flags and words
    fives, threes = [], []
    for first in range(0, len(faces), _FIVE):
        total = 0
        for number in range(_FIVE):
            at = WORDS_AT - FLAGS_AT + 4 * faces[first + number]
            total += int.from_bytes(piece[at : at + 4], "little")
            if number == _OWN - 1:
                threes.append(total)
        fives.append(total)
    suited = [piece[total & 255] & 1 for total in fives]
    own_suited = [piece[total & 255] & 2 for total in threes]
    rows = [total >> 18 << 1 for total in fives] + [THREE_ROWS_AT + (total >> 19 << 1) for total in threes]
    _look_up(tables, piece, rows)
    slots = [rows[at] + ((total >> 9 & 511) << 1) for at, total in enumerate(fives)]
    slots += [rows[len(fives) + at] + (total >> 9 & 1023) for at, total in enumerate(threes)]
    odd = [slot & 1 for slot in slots]
    slots = [slot & ~1 for slot in slots]
    _look_up(tables, piece, slots)
    for at in range(len(fives)):
        fives[at] = _category(slots[at], suited[at])
        ranks = slots[len(fives) + at] >> 8 * odd[len(fives) + at]
        threes[at] = (ranks >> 4 if own_suited[at] else ranks) & 15
    return fives, threes


def _look_up(tables: "TableFile", piece: bytearray, places: "list[int]") -> None:
    """Every place becomes the 16 bits that are there."""
    found = [-1] * len(places)
    start = 0
    tables.seek(0)
    while tables.readinto(piece):
        for number, place in enumerate(places):
            if start <= place < start + _PIECE:
                found[number] = piece[place - start] | piece[place - start + 1] << 8
        start += _PIECE
    if -1 in found:
        raise ValueError("hand tables are cut short")
    places[:] = found


def _category(value: int, suited: int) -> int:
    category = value >> ORDER_BITS
    if not suited:
        return category
    if category == HIGH_CARD:
        return FLUSH
    return ROYAL_FLUSH if value == _BEST_STRAIGHT else STRAIGHT_FLUSH
