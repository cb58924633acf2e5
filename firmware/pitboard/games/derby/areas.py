"""The 42 wagering areas (001 3.3), which of them win (5.1) and at what odds (5.8).

An area is an index, in suit order spades, hearts, diamonds, clubs throughout:
    0 Red, 1 Black, 2..5 the suits,
    6..17 exact quinellas: by first suit, then by second,
    18..41 exact trifectas: by first suit, then second, then third.
So a quinella's two trifectas, and a suit's six, lie side by side.
"""

from micropython import const

from ..cards import DIAMONDS, HEARTS, SUIT_CODES, SUIT_NAMES

AREAS = const(42)
RED = const(0)
BLACK = const(1)
_SUIT = const(2)
_QUINELLA = const(6)
_TRIFECTA = const(18)

TIER_NONE = const(0)
TIER_ONE = const(1)  # trifecta: only the winner right
TIER_TWO = const(2)  # trifecta: winner and second right
TIER_FULL = const(3)  # everything on the wager right


def _pair(first: int, second: int) -> int:
    """0..11 for two different suits: the second suit counted among the three left."""
    return first * 3 + second - (second > first)


def _triple(first: int, second: int, third: int) -> int:
    """0..23 for three different suits: the third suit counted among the two left."""
    return _pair(first, second) * 2 + third - (third > first) - (third > second)


def area_of(*suits: int) -> int:
    """The area of a suit, quinella or trifecta wager; ValueError cites 001 5.1 when there is none."""
    for suit in suits:
        if not 0 <= suit < 4:
            raise ValueError("5.1: no such suit")
    if len(suits) == 1:
        return _SUIT + suits[0]
    if len(suits) == 2:
        if suits[0] == suits[1]:
            raise ValueError("5.1(d): two different suits")
        return _QUINELLA + _pair(suits[0], suits[1])
    if len(suits) == 3:
        if suits[0] == suits[1] or suits[0] == suits[2] or suits[1] == suits[2]:
            raise ValueError("5.1(e): three different suits")
        return _TRIFECTA + _triple(suits[0], suits[1], suits[2])
    raise ValueError("5.1: one, two or three suits")


def suits_of(area: int) -> tuple[int, ...]:
    """The suits pictured on an area, in order; none for Red and Black."""
    _check(area)
    if area < _SUIT:
        return ()
    if area < _QUINELLA:
        return (area - _SUIT,)
    triple = area - _TRIFECTA
    pair = triple // 2 if triple >= 0 else area - _QUINELLA
    first = pair // 3
    second = pair % 3
    second += second >= first
    if triple < 0:
        return (first, second)
    left = [suit for suit in range(4) if suit not in (first, second)]
    return (first, second, left[triple % 2])


def name(area: int) -> str:
    """In words: `Red`, `Spades`, `Spades-Hearts`, `Spades-Hearts-Clubs`."""
    suits = suits_of(area)
    if not suits:
        return "Black" if area else "Red"
    return "-".join([SUIT_NAMES[suit] for suit in suits])


def code(area: int) -> str:
    """In short: `RED`, `S`, `SH`, `SHC`."""
    suits = suits_of(area)
    if not suits:
        return "BLACK" if area else "RED"
    return "".join([SUIT_CODES[suit] for suit in suits])


def area_of_code(text: str) -> int:
    """The area of a short code, -1 if there is none."""
    for area in range(AREAS):
        if code(area) == text:
            return area
    return -1


def tier_of(area: int, winner: int, second: int, third: int) -> int:
    """How far a wager on the area wins (001 5.1); TIER_NONE for all before third place is fixed.

    A trifecta has one result, the highest it reached (D1).
    """
    if third < 0:
        return TIER_NONE
    if area < _SUIT:
        won = (HEARTS <= winner <= DIAMONDS) == (area == RED)  # the red suits are neighbours
    elif area < _QUINELLA:
        won = area - _SUIT == winner
    elif area < _TRIFECTA:
        won = area - _QUINELLA == _pair(winner, second)
    else:
        triple = area - _TRIFECTA
        won = triple == _triple(winner, second, third)
        if not won:
            if triple // 2 == _pair(winner, second):
                return TIER_TWO
            return TIER_ONE if triple // 6 == winner else TIER_NONE
    return TIER_FULL if won else TIER_NONE


def tiers_into(tiers: bytearray, winner: int, second: int, third: int) -> None:
    """Fill in the tier of each area: what the lights show (001 3.5, D2). 0 is dark."""
    for area in range(AREAS):
        tiers[area] = tier_of(area, winner, second, third)


def odds(area: int, tier: int, protested: bool) -> tuple[int, int]:
    """(a, b) of the odds a to b on a winning area (001 5.8)."""
    if area < _SUIT:
        return (1, 2) if protested else (1, 1)
    if area < _QUINELLA:
        return (2, 1) if protested else (3, 1)
    if tier == TIER_ONE:
        return (1, 1)
    if tier == TIER_TWO:
        return (2, 1)
    return (10, 1)


def winning(
    winner: int, second: int, third: int, protested: bool
) -> list[tuple[int, int, int, int]]:
    """The nine winning areas as (area, tier, a, b); none before third place is fixed."""
    won: list[tuple[int, int, int, int]] = []
    for area in range(AREAS):
        tier = tier_of(area, winner, second, third)
        if tier:
            profit, stake = odds(area, tier, protested)
            won.append((area, tier, profit, stake))
    return won


def _check(area: int) -> None:
    if not 0 <= area < AREAS:
        raise ValueError("3.3: no such wagering area")
