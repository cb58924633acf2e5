"""Classes of three cards: each hand is in one, and one hand of it stands for all."""

from itertools import combinations, permutations
from math import comb

from pitctl.odds.three_cards import classes


def orbit(hand: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All that renaming suits makes of a hand, the slow way."""
    return {
        tuple(sorted(13 * names[card // 13] + card % 13 for card in hand))
        for names in permutations(range(4))
    }


def test_every_hand_is_in_one_class_and_the_weights_are_the_sizes() -> None:
    found = classes()
    assert len(found) == 1755 and sum(found.values()) == comb(52, 3)
    seen: set[tuple[int, ...]] = set()
    for hand, weight in found.items():
        alike = orbit(hand)
        assert len(alike) == weight and not alike & seen
        seen |= alike
    assert seen == set(combinations(range(52), 3))
