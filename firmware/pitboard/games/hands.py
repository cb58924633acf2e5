"""What five cards are worth, and three: categories, and where the tables of `hand_lookup.py` lie.

Each card has a word; a hand is the plain sum of its words, so it grows card by card and the two community cards are
one addition for every seat:

    bits 0..7    weight of the suit: 0, 1, 6 or 36; the sum tells five, or three, of one suit
    bits 9..     key of the rank: no two different sets of five ranks have the same sum, no two of three either

The keys' sum finds a slot by row displacement: its upper bits a row, the row the place where its slots begin, its lower
bits the slot. A slot has the order, 1 for the best hand to 7462, and the category. Flushes need no table of their own:
their order is that of the same ranks unsuited, less a constant. host_tools/codegen/hand_tables.py makes the tables.
"""

from micropython import const

from .events import Names

# Categories of five cards, in the order of the slots; how strong a hand is says its order.
HIGH_CARD = const(0)
LOW_PAIR = const(1)  # twos to nines: loses (000 9.1, 002 Completion 17, 003 3.3, 004 Standards of play)
HIGH_PAIR = const(2)  # tens or better: the least hand that wins
TWO_PAIR = const(3)
THREE = const(4)
STRAIGHT = const(5)
FULL_HOUSE = const(6)
FOUR = const(7)
FLUSH = const(8)
STRAIGHT_FLUSH = const(9)
ROYAL_FLUSH = const(10)
CATEGORIES = const(11)
CODES = Names(
    "nothing low_pair tens_or_better two_pair three_of_a_kind straight full_house four_of_a_kind flush straight_flush "
    "royal_flush"
)

# A value is category << ORDER_BITS | order.
ORDER_BITS = const(13)
ORDER = const(8191)
CLASSES = const(7462)

# Categories of three cards (002 Side Bets), from nothing to the best.
NOTHING = const(0)
PAIR = const(1)
THREE_FLUSH = const(2)
THREE_STRAIGHT = const(3)
THREE_ALIKE = const(4)
THREE_STRAIGHT_FLUSH = const(5)
THREE_ROYAL = const(6)  # suited ace, king, queen
THREE_CATEGORIES = const(7)

# The tables: rows and slots of five cards, those of three, a flag for each sum of suits, the 52 words of the cards.
THREE_ROWS_AT = const(15376)
FLAGS_AT = const(17060)
WORDS_AT = const(17316)
TABLES_CRC = 0x19ABAE04  # CRC-32 of hand_tables.bin


def title(category: int) -> str:
    """What a display calls five cards."""
    code = CODES[category]
    return code[0].upper() + code[1:].replace("_", " ")
