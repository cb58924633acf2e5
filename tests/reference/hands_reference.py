"""What a poker hand is, the slow way: from the words of 000 11.1, 002 Rankings, 003 3.21 and 004 Ranking of Hands.

No code is shared with the firmware. A card is a text such as `TH`. The best hand has order 1.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

RANKS = "23456789TJQKA"
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]  # the firmware's numbers 0..51

NAMES_WEAKEST_FIRST = (
    *("high card", "low pair", "high pair", "two pair", "three", "straight", "flush"),
    *("full house", "four", "straight flush", "royal flush"),
)


def straight_to(ranks: list[int]) -> int | None:
    """The highest card of a straight; an ace below a two makes it one to the five."""
    if len(set(ranks)) != len(ranks):
        return None
    low = sorted(ranks)
    if low[-1] - low[0] == len(low) - 1:
        return low[-1]
    if 12 in low:
        low = sorted(-1 if rank == 12 else rank for rank in low)
        if low[-1] - low[0] == len(low) - 1:
            return low[-1]
    return None


def name_and_tie_break(ranks: list[int], suited: bool) -> tuple[str, list[int]]:
    times = Counter(ranks)
    by_weight = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = tuple(times[rank] for rank in by_weight)
    top = straight_to(ranks)
    if top is not None and suited:
        return ("royal flush" if top == 12 else "straight flush"), [top]
    if shape == (4, 1):
        return "four", by_weight
    if shape == (3, 2):
        return "full house", by_weight
    if suited:
        return "flush", by_weight
    if top is not None:
        return "straight", [top]
    if shape == (3, 1, 1):
        return "three", by_weight
    if shape == (2, 2, 1):
        return "two pair", by_weight
    if shape == (2, 1, 1, 1):
        return ("high pair" if RANKS[by_weight[0]] in "TJQKA" else "low pair"), by_weight
    return "high card", by_weight


@cache
def every_class() -> dict[tuple[tuple[int, ...], bool], tuple[str, int]]:
    """(ascending ranks, suited) -> name and order."""
    strength: dict[tuple[tuple[int, ...], bool], tuple[int, list[int]]] = {}
    names: dict[tuple[tuple[int, ...], bool], str] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        for suited in (False, True) if len(set(ranks)) == 5 else (False,):
            name, tie_break = name_and_tie_break(list(ranks), suited)
            # Pairs are of one kind whatever their rank, which decides between them; so are straight flushes.
            kind = {"low pair": "high pair", "royal flush": "straight flush"}.get(name, name)
            strength[ranks, suited] = (NAMES_WEAKEST_FIRST.index(kind), tie_break)
            names[ranks, suited] = name
    best_first = sorted(strength, key=strength.__getitem__, reverse=True)
    return {one: (names[one], order) for order, one in enumerate(best_first, 1)}


def of_cards(cards: list[str]) -> tuple[str, int]:
    """The name of five cards and their order among all hands."""
    ranks = tuple(sorted(RANKS.index(card[0]) for card in cards))
    return every_class()[ranks, len({card[1] for card in cards}) == 1]


def of_three(cards: list[str]) -> str:
    """002 Side Bets; a straight beats a flush here, and three alike beat both."""
    ranks = [RANKS.index(card[0]) for card in cards]
    suited = len({card[1] for card in cards}) == 1
    top = straight_to(ranks)
    if suited and top is not None:
        return "three royal" if top == 12 else "three straight flush"
    if len(set(ranks)) == 1:
        return "three alike"
    if top is not None:
        return "three straight"
    if suited:
        return "three flush"
    return "pair" if len(set(ranks)) == 2 else "nothing"
