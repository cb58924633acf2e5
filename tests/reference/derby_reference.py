"""A slow, plain Derby, written from the text of the rules (001) and from nothing else.

It shares no code and no constants with the firmware: cards are strings such as "TH", suits are
words, odds are the document's own "a-b" strings, money is exact fractions. It exists to disagree
with the engine whenever one of the two is wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

SUIT_OF_LETTER = {"D": "diamond", "H": "heart", "S": "spade", "C": "club"}

# 5.1(d) and (e), as the document lists them.
QUINELLAS = """
diamond, heart; diamond, spade; diamond, club; heart, club; heart, diamond; heart, spade;
club, heart; club, diamond; club, spade; spade, heart; spade, club; spade, diamond
"""
TRIFECTAS = """
diamond, heart, club; diamond, heart, spade; diamond, club, heart; diamond, club, spade;
diamond, spade, heart; diamond, spade, club; heart, club, diamond; heart, club, spade;
heart, diamond, club; heart, diamond, spade; heart, spade, club; heart, spade, diamond;
club, heart, diamond; club, heart, spade; club, diamond, heart; club, diamond, spade;
club, spade, heart; club, spade, diamond; spade, heart, club; spade, heart, diamond;
spade, club, heart; spade, club, diamond; spade, diamond, heart; spade, diamond, club
"""


def _listed(text: str) -> list[str]:
    return [" ".join(entry.replace(",", " ").split()) for entry in text.split(";")]


# 3.3: a wagering area is its marking in words, e.g. "red", "club", "club heart".
WAGERING_AREAS = [
    "red",
    "black",
    "diamond",
    "heart",
    "spade",
    "club",
    *_listed(QUINELLAS),
    *_listed(TRIFECTAS),
]

NOTHING = Fraction(0)


class NotFinished(Exception):
    """The cards ran out before third place was determined."""


@dataclass(frozen=True)
class Race:
    first_area: list[str]  # "Racing Cards 1st Place", in the order dealt
    second_area: list[str]
    third_area: list[str]
    winner: str
    second: str
    third: str
    protested: bool
    winning: dict[str, tuple[str, str]]  # area -> (how much of the wager is right, odds)


def run_race(cards: Iterable[str]) -> Race:
    """Deal until third place is determined (8.1); cards after that stay in the shoe."""
    shoe = iter(cards)

    def deal() -> str:
        for card in shoe:
            return card
        raise NotFinished

    def suit(card: str) -> str:
        return SUIT_OF_LETTER[card[1]]

    # 8.1(a): until four cards of the same suit appear in that area.
    first_area: list[str] = []
    winner = ""
    while not winner:
        first_area.append(deal())
        for candidate in SUIT_OF_LETTER.values():
            if len([card for card in first_area if suit(card) == candidate]) == 4:
                winner = candidate

    # 8.1(b): until a card of a different suit to the winning suit appears.
    second_area = [deal()]
    while suit(second_area[-1]) == winner:
        second_area.append(deal())
    second = suit(second_area[-1])

    # 8.1(c): until a card of a different suit to both winning suits appears.
    third_area = [deal()]
    while suit(third_area[-1]) in (winner, second):
        third_area.append(deal())
    third = suit(third_area[-1])

    # 1.2: the two of spades is one of the Draw Cards to Determine Winner.
    protested = "2S" in first_area
    winning = {
        area: won
        for area in WAGERING_AREAS
        if (won := _win(area, winner, second, third, protested)) is not None
    }
    return Race(first_area, second_area, third_area, winner, second, third, protested, winning)


def _win(
    area: str, winner: str, second: str, third: str, protested: bool
) -> tuple[str, str] | None:
    """How the wager wins (5.1) and its odds (5.8), or None when it loses."""
    if area == "red":  # 5.1(a)
        if winner in ("diamond", "heart"):
            return "all right", "1-2" if protested else "1-1"
        return None
    if area == "black":  # 5.1(b)
        if winner in ("spade", "club"):
            return "all right", "1-2" if protested else "1-1"
        return None
    selected = area.split()
    if len(selected) == 1:  # 5.1(c)
        if selected == [winner]:
            return "all right", "2-1" if protested else "3-1"
        return None
    if len(selected) == 2:  # 5.1(d)
        if selected == [winner, second]:
            return "all right", "10-1"
        return None
    # 5.1(e): one result, the best that was reached (reading D1).
    if selected == [winner, second, third]:
        return "all right", "10-1"
    if selected[:2] == [winner, second]:
        return "first two right", "2-1"
    if selected[0] == winner:
        return "winner right", "1-1"
    return None


def settle(race: Race | None, area: str, stake: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """(profit, collected, returned) of one wager; a race of None is a void round (10.8)."""
    if race is None:
        return NOTHING, NOTHING, stake
    if area not in race.winning:
        return NOTHING, stake, NOTHING
    gain, per = race.winning[area][1].split("-")
    return stake * Fraction(int(gain), int(per)), NOTHING, stake
