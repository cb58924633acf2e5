"""Run by MicroPython, started by counting.py: how often each category comes, by the firmware's evaluator.

It is handed the evaluator and imports nothing of the firmware, as no file of the host does but pitctl/firmware.py.
In: three bytes for each hand of three cards. Out: the counts of all hands of three cards, four bytes each, low first;
then for each hand that came in and for each card that may be the fourth, in order, one byte a category: how many of
the 48 last cards give it.
"""

import sys

import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CARDS = 52
_LEFT = 49  # cards that a player with three has not seen


def of_three(
    words: "list[int]", tables: bytes, lookup: "Callable[[int, bytes], int]", counts: "list[int]"
) -> None:
    """Every hand of three cards, counted by category."""
    for first in range(_CARDS):
        for second in range(first + 1, _CARDS):
            two = words[first] + words[second]
            for third in range(second + 1, _CARDS):
                counts[lookup(two + words[third], tables)] += 1


@micropython.native
def of_five(
    own: int,
    left: "list[int]",
    tables: bytes,
    lookup: "Callable[[int, bytes], int]",
    shift: int,
    rows: bytearray,
    width: int,
) -> None:
    """Every two more cards behind the sum of three, counted in the row of either: each may be the first to come."""
    first = 0
    while first < _LEFT:
        four = own + left[first]
        second = first + 1
        while second < _LEFT:
            category = lookup(four + left[second], tables) >> shift
            rows[first * width + category] += 1
            rows[second * width + category] += 1
            second += 1
        first += 1


def run(
    word: "Callable[[int, bytes], int]",
    three: "Callable[[int, bytes], int]",
    five: "Callable[[int, bytes], int]",
    tables: bytes,
    three_categories: int,
    categories: int,
    shift: int,
) -> None:
    words = [word(card, tables) for card in range(_CARDS)]
    counts = [0] * three_categories
    of_three(words, tables, three, counts)
    out = sys.stdout.buffer
    for count in counts:
        out.write(count.to_bytes(4, "little"))
    nothing = bytes(_LEFT * categories)
    rows = bytearray(nothing)
    while True:
        hand = sys.stdin.buffer.read(3)
        if not hand:
            break
        own = words[hand[0]] + words[hand[1]] + words[hand[2]]
        left = [words[card] for card in range(_CARDS) if card not in hand]
        rows[:] = nothing
        of_five(own, left, tables, five, shift, rows, categories)
        out.write(rows)
