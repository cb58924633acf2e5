"""The pay tables of the documents, as packs give them."""

from fractions import Fraction

_FIVE = (
    *("royal_flush", "straight_flush", "four", "full_house", "flush", "straight", "three"),
    *("two_pair", "high_pair"),
)
_THREE = ("royal", "straight_flush", "three", "straight", "flush", "pair")


def main(*odds: int) -> dict[str, int]:
    return dict(zip(_FIVE, odds, strict=True))


def bonus(*odds: int) -> dict[str, int]:
    return dict(zip(_THREE, odds, strict=True))


CLASSIC = main(1000, 200, 50, 11, 8, 5, 3, 2, 1)  # 000 10.1, 003 4.1, 004 LIRX-01
CHARITY = main(200, 100, 50, 11, 8, 5, 3, 2, 1)  # 002 Payout Odds
LIRX_02 = main(500, 100, 25, 15, 10, 5, 3, 2, 1)  # 004 Paytable Summary
LIRX_03 = main(100, 50, 30, 15, 9, 6, 3, 2, 1)
BONUS = bonus(40, 30, 25, 5, 3, 1)  # 002 Side Bets
PROGRESSIVE = {"four": 300, "full_house": 50, "flush": 40, "straight": 30, "three": 9}  # 003 4.2
SHARES = {"royal_flush": Fraction(1), "straight_flush": Fraction(1, 10)}
ENVY = {"royal_flush": 1000, "straight_flush": 300}
