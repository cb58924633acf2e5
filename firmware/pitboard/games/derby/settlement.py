"""What becomes of a wager: profit, collected, returned; exact integers (001 5.7, 5.8, 9.2, 10.8).

The money unit is half the smallest chip, so that odds of 1-2 come out exactly (D3); a stake is
therefore an even number of units. Of every stake, collected + returned is the whole: a winning
stake is the player's again besides the profit, a losing one is taken, a void one goes back.
"""

from .areas import AREAS, odds, tier_of


def settle(
    area: int, stake: int, result: tuple[int, int, int, bool] | None
) -> tuple[int, int, int]:
    """(profit, collected, returned) of one wager. `result` is what Derby.result() gives."""
    if not 0 <= area < AREAS:
        raise ValueError("3.3: no such wagering area")
    if stake <= 0 or stake & 1:
        raise ValueError("5.8(a): a stake is an even number of units")
    if result is None:
        raise ValueError("9.1(c): no payment before the result is confirmed")
    winner, second, third, protested = result
    if winner < 0:  # a void round (10.8)
        return 0, 0, stake
    tier = tier_of(area, winner, second, third)
    if not tier:
        return 0, stake, 0
    gain, per = odds(area, tier, protested)
    return stake * gain // per, 0, stake


def settle_all(
    wagers: list[tuple[int, int]], result: tuple[int, int, int, bool] | None
) -> list[tuple[int, int, int, int, int]]:
    """(area, stake, profit, collected, returned) of each wager (area, stake).

    In the order of 001 9.2: first every losing wager is collected, then the others are paid.
    """
    collected: list[tuple[int, int, int, int, int]] = []
    paid: list[tuple[int, int, int, int, int]] = []
    for area, stake in wagers:
        profit, taken, returned = settle(area, stake, result)
        (collected if taken else paid).append((area, stake, profit, taken, returned))
    return collected + paid
