"""Playing cards as small integers: card = suit * 13 + rank, 0..51, two to ace.

The text of a card is what its printed code says: rank then suit, as in `TH` or `2S`.
"""

from micropython import const

SPADES = const(0)
HEARTS = const(1)
DIAMONDS = const(2)
CLUBS = const(3)

CARDS = const(52)
RANKS = const(13)
TWO_OF_SPADES = const(0)

SUIT_CODES = "SHDC"
SUIT_NAMES = ("Spades", "Hearts", "Diamonds", "Clubs")
RANK_CODES = "23456789TJQKA"


def parse(code: bytes) -> int:
    """The card that a code names, or -1. Any buffer will do; nothing is allocated."""
    if len(code) != 2:
        return -1
    for suit in range(4):
        if ord(SUIT_CODES[suit]) == code[1]:
            for rank in range(RANKS):
                if ord(RANK_CODES[rank]) == code[0]:
                    return suit * RANKS + rank
    return -1


def code(card: int) -> str:
    return RANK_CODES[card % RANKS] + SUIT_CODES[card // RANKS]
