"""Derby: how likely each result is from a full shoe, and what the house keeps on each of the 42 areas.

The draw for the winner is summed over what can lie there when it ends: four of the winning suit, the last card one of
them, and none to three of each other suit. What follows needs no sum: among cards in random order, the first that is
of one of some suits is any of the cards of those suits with the same chance, so the next place depends only on how many
of each suit are left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, perm, prod

from pitctl.firmware import areas, cards, settlement

SUITS = range(4)
TO_WIN = 4  # cards of one suit (001 8.1(a))
MOST_DECKS = 8  # 001 3.4(a)
_STAKE = 2  # half chips: the least that the board settles (D3)

Result = tuple[int, int, int, bool]
"""First, second and third suit; protested."""


def chances(in_suit: Sequence[int], twos: int, to_win: int = TO_WIN) -> dict[Result, Fraction]:
    """The chance of each result, from a shoe with that many cards of each suit, `twos` of them twos of spades."""
    if min(in_suit) < to_win:
        raise ValueError("a race may be left undecided: a suit has too few cards")
    found: dict[Result, Fraction] = {}
    for winner in SUITS:
        for others in product(range(to_win), repeat=3):
            drawn = [*others[:winner], to_win, *others[winner:]]
            left = [held - gone for held, gone in zip(in_suit, drawn, strict=True)]
            ended = _ends_so(in_suit, drawn, winner)
            clean = _no_two(in_suit[cards.SPADES], twos, drawn[cards.SPADES])
            for second, third in permutations([suit for suit in SUITS if suit != winner], 2):
                placed = ended * _placed(left, winner, second, third)
                for protested, share in ((False, clean), (True, 1 - clean)):
                    result = (winner, second, third, protested)
                    found[result] = found.get(result, Fraction(0)) + placed * share
    return found


def _ends_so(in_suit: Sequence[int], drawn: Sequence[int], winner: int) -> Fraction:
    """The chance that the draw for the winner ends with so many of each suit: number of orders x chance of one."""
    before = [count - (suit == winner) for suit, count in enumerate(drawn)]
    orders = factorial(sum(before)) // prod(factorial(count) for count in before)
    ways = prod(perm(held, count) for held, count in zip(in_suit, drawn, strict=True))
    return Fraction(orders * ways, perm(sum(in_suit), sum(drawn)))


def _no_two(spades: int, twos: int, drawn: int) -> Fraction:
    """The chance that none of the spades drawn is a two; several of them protest once (D6)."""
    return Fraction(comb(spades - twos, drawn), comb(spades, drawn))


def _placed(left: Sequence[int], winner: int, second: int, third: int) -> Fraction:
    """The chance of second and third place when the winner is known (8.1(b), (c))."""
    others = sum(left) - left[winner]
    return Fraction(left[second], others) * Fraction(left[third], others - left[second])


@dataclass(frozen=True)
class DerbyOdds:
    """What a full shoe of so many decks gives."""

    decks: int
    protested: Fraction
    """The chance of a protested race."""
    edges: tuple[Fraction, ...]
    """What the house keeps of one unit, by area."""


def derby_odds(decks: int) -> DerbyOdds:
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"001 3.4(a): one to {MOST_DECKS} decks, not {decks}")
    found = chances([decks * cards.RANKS] * 4, decks)
    protested = sum((chance for result, chance in found.items() if result[3]), Fraction(0))
    return DerbyOdds(decks, protested, tuple(area_edge(area, found) for area in range(areas.AREAS)))


def area_edge(area: int, found: dict[Result, Fraction]) -> Fraction:
    """What the house keeps of one unit on an area, by the firmware's own settlement."""
    kept = Fraction(0)
    for result, chance in found.items():
        profit, collected, _returned = settlement.settle(area, _STAKE, result)
        kept += chance * (collected - profit)
    return kept / _STAKE


@dataclass(frozen=True)
class AreaGroup:
    """Areas of one kind that have the same edge in every shoe that was asked for."""

    kind: str
    areas: tuple[int, ...]
    edges: tuple[Fraction, ...]
    """By shoe."""

    @property
    def name(self) -> str:
        """`Spades`, `Hearts/Diamonds/Clubs`; a kind whose areas are all alike goes by its own name."""
        if len(self.areas) == _SIZES[self.kind]:
            return f"any {self.kind}"
        return "/".join(areas.name(area) for area in self.areas)


_KINDS = ("colour", "suit", "quinella", "trifecta")  # by the number of suits on an area
_SIZES = {
    kind: sum(len(areas.suits_of(area)) == suits for area in range(areas.AREAS))
    for suits, kind in enumerate(_KINDS)
}


def groups(shoes: Sequence[DerbyOdds]) -> list[AreaGroup]:
    """The areas put together where nothing tells them apart; found, not assumed."""
    alike: dict[tuple[str, tuple[Fraction, ...]], list[int]] = {}
    for area in range(areas.AREAS):
        kind = _KINDS[len(areas.suits_of(area))]
        alike.setdefault((kind, tuple(shoe.edges[area] for shoe in shoes)), []).append(area)
    return [AreaGroup(kind, tuple(found), edges) for (kind, edges), found in alike.items()]
