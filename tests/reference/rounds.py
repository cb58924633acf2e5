"""Rounds of Derby with the reference's answers, as lines for check_rounds.py."""

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from tests.reference import derby_reference as reference

FACES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
_TIERS = {"winner right": 1, "first two right": 2, "all right": 3}


def shuffled(decks: int, rng: random.Random) -> Iterator[str]:
    """Deals from n shuffled decks, picking each card only when it is drawn."""
    shoe = FACES * decks
    while shoe:
        at = int(rng.random() * len(shoe))
        shoe[at], shoe[-1] = shoe[-1], shoe[at]
        yield shoe.pop()


def stacked(decks: int, rng: random.Random) -> list[str]:
    """A shoe that makes for a long race, often the longest that the decks allow (26n + 7)."""
    shoe = FACES * decks
    rng.shuffle(shoe)
    piles = {suit: [card for card in shoe if card[1] == suit] for suit in "CDHS"}
    few = 3 if rng.random() < 0.5 else 0
    first = [piles[suit].pop() for suit in "CDHS" for _ in range(rng.randint(few, 3))]
    rng.shuffle(first)
    winner, second, *others = rng.sample("CDHS", 4)
    fourth = [piles[winner].pop() for _ in range(4 - "".join(first).count(winner))]
    nobody = piles[winner] + piles[second]
    rng.shuffle(nobody)
    return first + fourth + nobody + piles[others[0]] + piles[others[1]]


def write(path: Path, decks: int, random_rounds: int, long_rounds: int) -> int:
    """Writes a file for check_rounds.py; returns the number of cards of the longest round."""
    rng = random.Random(f"derby {decks}")
    longest = 0
    with path.open("w") as out:
        for number in range(random_rounds + long_rounds):
            deal = shuffled if number < random_rounds else stacked
            race = reference.run_race(deal(decks, rng))
            out.write(line(decks, 2 * rng.randint(1, 500), race))
            cards = len(race.first_area) + len(race.second_area) + len(race.third_area)
            longest = max(longest, cards)
    return longest


def line(decks: int, stake: int, race: reference.Race) -> str:
    """One line of check_rounds.py's file."""
    dealt = [*race.first_area, *race.second_area, *race.third_area]
    places = "".join(suit[0].upper() for suit in (race.winner, race.second, race.third))
    counts = f"{len(race.first_area)},{len(race.second_area)},{len(race.third_area)}"
    winning: list[str] = []
    chips = Fraction(stake)
    for area in reference.WAGERING_AREAS:
        profit, collected, returned = reference.settle(race, area, chips)
        if area not in race.winning:
            assert collected is chips
            continue
        assert (collected, returned) == (0, stake)
        assert profit.denominator == 1
        right, odds = race.winning[area]
        code = area.upper() if area in ("red", "black") else _code(area)
        winning.append(f"{code}:{_TIERS[right]}:{odds}:{profit.numerator}")
    protested = "P" if race.protested else "-"
    return f"{decks} {stake} {''.join(dealt)} {places} {counts} {protested} {','.join(winning)}\n"


def _code(area: str) -> str:
    return "".join(suit[0].upper() for suit in area.split())
