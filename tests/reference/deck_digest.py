"""What deck_proof.py must find, worked out on the host from the slow reference: counts and digest over all hands."""

from collections import Counter
from functools import cache
from itertools import combinations

from tests.reference import hands_reference as reference

# The firmware's numbers of the categories (games/hands.py), by the reference's names.
NUMBERS = {
    name: number
    for number, name in enumerate(
        (
            *("high card", "low pair", "high pair", "two pair", "three", "straight", "full house"),
            *("four", "flush", "straight flush", "royal flush"),
        )
    )
}


@cache
def expected() -> tuple[int, list[int]]:
    """(digest, count of each category)."""
    # One number a card: a digit to the base five for each rank, and one to the base eight for each suit above them.
    cards = [5**rank + 8**suit * 5**13 for suit in range(4) for rank in range(13)]
    values: dict[int, int] = {}
    for (ranks, suited), (name, order) in reference.every_class().items():
        key = sum(5**rank for rank in ranks)
        value = NUMBERS[name] << 13 | order
        if suited:
            values.update({key + 5 * 8**suit * 5**13: value for suit in range(4)})
        else:
            values[key] = value
    plain, digest = 5**13, 0
    counts: Counter[int] = Counter()
    for first, second in combinations(range(52), 2):
        two = cards[first] + cards[second]
        for third in range(second + 1, 52):
            three = two + cards[third]
            for fourth in range(third + 1, 52):
                four = three + cards[fourth]
                for fifth in cards[fourth + 1 :]:
                    hand = four + fifth
                    value = values.get(hand) or values[hand % plain]
                    digest = digest * 31 + value & 0x3FFFFFFF
                    counts[value >> 13] += 1
    return digest, [counts[number] for number in range(len(NUMBERS))]


@cache
def expected_of_three() -> int:
    """The digest over all hands of three cards."""
    names = ("nothing", "pair", "three flush", "three straight", "three alike", "three straight flush", "three royal")
    digest = 0
    for cards in combinations(reference.DECK, 3):
        digest = digest * 31 + names.index(reference.of_three(list(cards))) & 0x3FFFFF
    return digest


def what_a_vm_prints() -> str:
    """The line of tests/unit/games/hands_on_micropython.py."""
    digest, counts = expected()
    royal = NUMBERS["royal flush"] << 13 | 1
    told = (digest, len(reference.every_class()), expected_of_three(), royal, royal, *counts)
    return " ".join(map(str, told))
