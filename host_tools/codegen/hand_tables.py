"""Makes firmware/pitboard/games/hand_tables.bin: what the evaluator looks a hand up in (games/hands.py says how).

The keys of the ranks were found by a search; that they are right is checked here each time. `python -m
codegen.hand_tables` writes the tables, `--check` only says whether they are up to date.
"""

import struct
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from codegen.output import REPO, run
from pitctl.firmware import hands

TARGET = REPO / "firmware" / "pitboard" / "games" / "hand_tables.bin"

# Two to ace. Every multiset of five ranks, at most four alike, and every one of three has a sum of its own. Of some
# hundred such sets that a random search found, this one packs into the fewest slots.
KEYS = (0, 103380, 27521, 12306, 64039, 3747, 120219, 117591, 62052, 98171, 465, 115110, 29630)
SUIT_WEIGHTS = (0, 1, 6, 36)  # five, or three, of one suit have a sum that no other cards have
KEY_SHIFT = 9
COLUMN_BITS = 9  # of a sum of five keys
THREE_COLUMN_BITS = 10
TEN = 8  # rank of the least pair that wins
ACE = 12
WHEEL = (0, 1, 2, 3, ACE)

Ranks = tuple[int, ...]

# How strong a category is; pairs are one strength, whichever they are.
STRENGTH = {
    hands.HIGH_CARD: 0,
    hands.LOW_PAIR: 1,
    hands.HIGH_PAIR: 1,
    hands.TWO_PAIR: 2,
    hands.THREE: 3,
    hands.STRAIGHT: 4,
    hands.FLUSH: 5,
    hands.FULL_HOUSE: 6,
    hands.FOUR: 7,
    hands.STRAIGHT_FLUSH: 8,
    hands.ROYAL_FLUSH: 8,
}


def rank_sets(size: int) -> list[Ranks]:
    """Every multiset of ranks that one deck can give, ascending."""
    return [
        ranks
        for ranks in combinations_with_replacement(range(13), size)
        if max(map(ranks.count, ranks)) <= 4
    ]


def category(ranks: Ranks, suited: bool) -> int:
    """Of five ranks; the ace is low only below a two (000 3.3, L22)."""
    shape = sorted(map(ranks.count, set(ranks)), reverse=True)
    if len(shape) == 5:
        if ranks == WHEEL or ranks[4] - ranks[0] == 4:
            royal = ranks[0] == TEN
            return (
                (hands.ROYAL_FLUSH if royal else hands.STRAIGHT_FLUSH)
                if suited
                else hands.STRAIGHT
            )
        return hands.FLUSH if suited else hands.HIGH_CARD
    if shape[0] == 4:
        return hands.FOUR
    if shape[0] == 3:
        return hands.FULL_HOUSE if shape[1] == 2 else hands.THREE
    if shape[1] == 2:
        return hands.TWO_PAIR
    pair = next(rank for rank in ranks if ranks.count(rank) == 2)
    return hands.HIGH_PAIR if pair >= TEN else hands.LOW_PAIR


def strength(ranks: Ranks, suited: bool) -> tuple[int, list[tuple[int, int]]]:
    """What hands are compared by: the category, then ranks, those that come most often first."""
    if ranks == WHEEL:
        ranks = (-1, 0, 1, 2, 3)  # a straight to the five
    told = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return STRENGTH[category(WHEEL if ranks[0] < 0 else ranks, suited)], told


def orders() -> dict[tuple[Ranks, bool], int]:
    """The place of every class among all of them, 1 the best."""
    classes = [(ranks, False) for ranks in rank_sets(5)]
    classes += [(ranks, True) for ranks in rank_sets(5) if len(set(ranks)) == 5]
    classes.sort(key=lambda one: strength(*one), reverse=True)
    return {one: place for place, one in enumerate(classes, 1)}


def three_categories(ranks: Ranks) -> int:
    """Of three ranks: unsuited in the lower four bits, suited in the upper (002 Side Bets, L4)."""
    if len(set(ranks)) == 1:
        return hands.THREE_ALIKE
    if len(set(ranks)) == 2:
        return hands.PAIR
    if ranks == (0, 1, ACE) or ranks[2] - ranks[0] == 2:
        royal = ranks[0] == ACE - 2
        suited = hands.THREE_ROYAL if royal else hands.THREE_STRAIGHT_FLUSH
        return hands.THREE_STRAIGHT | suited << 4
    return hands.NOTHING | hands.THREE_FLUSH << 4


def by_sum(values: Mapping[Ranks, int]) -> dict[int, int]:
    """The same by the sum of the ranks' keys."""
    told = {sum(KEYS[rank] for rank in ranks): value for ranks, value in values.items()}
    if len(told) != len(values):
        raise ValueError("two sets of ranks have the same sum")
    return told


def displace(sums: Iterable[int], column_bits: int, lowest: int) -> dict[int, int]:
    """Row -> where it begins, `lowest` or more, so that no two sums share a slot. The fullest rows go first."""
    rows: dict[int, int] = {}  # row -> its columns as bits
    for one in sums:
        row, column = one >> column_bits, one & (1 << column_bits) - 1
        rows[row] = rows.get(row, 0) | 1 << column
    taken = 0
    begins: dict[int, int] = {}
    for row in sorted(rows, key=lambda one: (-rows[one].bit_count(), one)):
        first = (rows[row] & -rows[row]).bit_length() - 1
        columns, begin = rows[row] >> first, max(0, first + lowest)
        while taken >> begin & columns:
            begin += 1
        taken |= columns << begin
        begins[row] = begin - first
    return begins


def table(values: Mapping[int, int], column_bits: int, slot_bytes: int, at: int) -> bytes:
    """To lie at `at`: rows, each the place of its slots in bytes, then the slots."""
    count = (max(values) >> column_bits) + 1
    slots_at = at + 2 * count
    begins = displace(values, column_bits, -(slots_at // slot_bytes))
    rows = [0] * count
    slots: dict[int, int] = {}
    for row, begin in begins.items():
        rows[row] = slots_at + slot_bytes * begin
    for one, value in values.items():
        slot = begins[one >> column_bits] + (one & (1 << column_bits) - 1)
        assert slot not in slots
        slots[slot] = value
    flat = [slots.get(slot, 0) for slot in range(max(slots) + 1)]
    kind = "H" if slot_bytes == 2 else "B"
    return struct.pack(f"<{count}H{len(flat)}{kind}", *rows, *flat)


def card_words() -> list[int]:
    """In the order of games/cards.py: suit * 13 + rank."""
    return [key << KEY_SHIFT | weight for weight in SUIT_WEIGHTS for key in KEYS]


def flags() -> bytes:
    """By the sum of the suits' weights: 1 five of one suit, 2 three."""
    told = bytearray(256)
    for weight in SUIT_WEIGHTS:
        told[5 * weight] |= 1
        told[3 * weight] |= 2
    return bytes(told)


def five() -> bytes:
    place = orders()
    values = {
        ranks: category(ranks, False) << hands.ORDER_BITS | place[ranks, False]
        for ranks in rank_sets(5)
    }
    return table(by_sum(values), COLUMN_BITS, 2, 0)


def three() -> bytes:
    values = {ranks: three_categories(ranks) for ranks in rank_sets(3)}
    return table(by_sum(values), THREE_COLUMN_BITS, 1, hands.THREE_ROWS_AT)


def tables() -> bytes:
    """All of them in one piece, where hands.py says that they lie."""
    data = b""
    for at, part in (
        (0, five()),
        (hands.THREE_ROWS_AT, three()),
        (hands.FLAGS_AT, flags()),
        (hands.WORDS_AT, struct.pack("<52I", *card_words())),
    ):
        if at != len(data):
            raise ValueError(f"hands.py puts a table at {at}, and it lies at {len(data)}")
        data += part + bytes(-len(part) % 4)
    if zlib.crc32(data) != hands.TABLES_CRC:
        raise ValueError(f"hands.TABLES_CRC must be 0x{zlib.crc32(data):08X}")
    return data


def outputs() -> dict[Path, bytes]:
    return {TARGET: tables()}


def main(arguments: Sequence[str] | None = None) -> int:
    return run("codegen.hand_tables", __doc__, outputs, arguments)


if __name__ == "__main__":
    sys.exit(main())
