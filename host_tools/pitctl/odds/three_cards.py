"""What a player can hold: 22,100 hands of three cards, of which 1,755 differ by more than the names of their suits.

Suits are equal in Let It Ride (000 3.3), so hands that become each other by renaming suits have the same future, and
one of them is looked at for all.
"""

from collections import Counter
from itertools import combinations

from pitctl.firmware import cards

Hand = tuple[int, int, int]


def classes() -> dict[Hand, int]:
    """One hand of each class, and how many hands are in the class.

    The ranks held in each suit, put in order, are the same for two hands exactly if a renaming of suits makes one of
    the other.
    """
    found: Counter[Hand] = Counter()
    for hand in combinations(range(cards.CARDS), 3):
        in_suits = sorted(
            [card % cards.RANKS for card in hand if card // cards.RANKS == suit]
            for suit in range(4)
        )
        first, second, third = (
            suit * cards.RANKS + rank for suit, ranks in enumerate(in_suits) for rank in ranks
        )
        found[first, second, third] += 1
    return dict(found)
