"""Derby's chances: every order of small shoes, card after card of a full one, and the figures known before."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from pitctl.firmware import areas
from pitctl.odds.derby import Result, chances, derby_odds, groups
from pitctl.odds.figures import percent

KINDS = ("2S", "S", "H", "D", "C")  # cards that a race tells apart
SUIT = (0, 0, 1, 2, 3)


def orders(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of the cards of a shoe, given as so many of each kind; equal cards are not told apart."""
    if not any(left):
        yield ()
    for kind, count in enumerate(left):
        if count:
            rest = (*left[:kind], count - 1, *left[kind + 1 :])
            yield from ((kind, *order) for order in orders(rest))


def run(order: tuple[int, ...], to_win: int) -> Result:
    """001 8.1 word by word."""
    cards = iter(order)
    tally = [0] * 4
    protested = False
    while max(tally) < to_win:
        card = next(cards)
        tally[SUIT[card]] += 1
        protested = protested or KINDS[card] == "2S"
    winner = tally.index(to_win)
    second = next(SUIT[card] for card in cards if SUIT[card] != winner)
    third = next(SUIT[card] for card in cards if SUIT[card] not in (winner, second))
    return winner, second, third, protested


@pytest.mark.parametrize(
    "shoe", [(1, 1, 2, 2, 2), (2, 1, 2, 3, 2), (0, 3, 2, 2, 2), (2, 0, 3, 2, 2)]
)
def test_small_shoes_in_every_order(shoe: tuple[int, ...]) -> None:
    counted = Counter(run(order, 2) for order in orders(shoe))
    twos, spades, *others = shoe
    found = chances([twos + spades, *others], twos, to_win=2)
    total = counted.total()
    assert {result: chance for result, chance in found.items() if chance} == {
        result: Fraction(count, total) for result, count in counted.items()
    }


def card_by_card(shoe: tuple[int, ...]) -> dict[Result, Fraction]:
    """The same by following every card that may come next, states put together; no formula for any part of it."""

    @cache
    def ahead(
        left: tuple[int, ...], tally: tuple[int, ...], protested: bool, places: tuple[int, ...]
    ) -> dict[Result, Fraction]:
        if len(places) == 3:
            return {(places[0], places[1], places[2], protested): Fraction(1)}
        found: dict[Result, Fraction] = {}
        for kind, count in enumerate(left):
            if not count:
                continue
            suit = SUIT[kind]
            now, foul, order = tally, protested, places
            if not places:
                foul = protested or kind == 0
                now = (*tally[:suit], tally[suit] + 1, *tally[suit + 1 :])
                if now[suit] == 4:
                    now, order = (), (suit,)
            elif suit not in places:
                order = (*places, suit)
            rest = (*left[:kind], count - 1, *left[kind + 1 :])
            for result, chance in ahead(rest, now, foul, order).items():
                share = chance * Fraction(count, sum(left))
                found[result] = found.get(result, Fraction(0)) + share
        return found

    return ahead(shoe, (0, 0, 0, 0), False, ())


def test_a_full_deck_card_by_card() -> None:
    assert chances([13] * 4, 1) == card_by_card((1, 12, 13, 13, 13))


@pytest.mark.parametrize("decks", range(1, 9))
def test_something_happens_and_no_suit_is_favoured(decks: int) -> None:
    """Protest apart, suits are equal: any winner 1/4, any quinella 1/12, any trifecta 1/24."""
    found = chances([13 * decks] * 4, decks)
    assert sum(found.values()) == 1 and len(found) == 48
    for winner, second, third, protested in found:
        if protested:
            plain = found[winner, second, third, False]
            assert plain + found[winner, second, third, True] == Fraction(1, 24)


@pytest.mark.parametrize(
    ("decks", "protested", "red", "black", "spades"),
    [
        (1, "17.4780", "3.2619", "5.4771", "7.6923"),
        (8, "15.7276", "2.9297", "4.9341", "6.9385"),
    ],
)
def test_figures_known_before(
    decks: int, protested: str, red: str, black: str, spades: str
) -> None:
    found = derby_odds(decks)
    assert percent(found.protested) == protested
    told = {areas.code(area): percent(edge) for area, edge in enumerate(found.edges)}
    assert (told["RED"], told["BLACK"], told["S"]) == (red, black, spades)
    assert {told[suit] for suit in "HDC"} == {red}
    assert {edge for area, edge in enumerate(found.edges) if len(areas.suits_of(area)) > 1} == {
        Fraction(1, 12)
    }


def test_a_spade_from_one_deck_is_one_in_thirteen() -> None:
    assert derby_odds(1).edges[areas.area_of_code("S")] == Fraction(1, 13)


def test_edges_are_the_odds_of_the_document() -> None:
    """5.8 by hand: what a unit brings in a plain and in a protested race."""
    found = chances([13] * 4, 1)

    def won(plain: Fraction, protested: Fraction, *winners: int) -> Fraction:
        return sum(
            (
                chance * ((protested if result[3] else plain) + 1)
                for result, chance in found.items()
                if result[0] in winners
            ),
            Fraction(0),
        )

    edges = derby_odds(1).edges
    one, two, three, half = Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2)
    assert edges[areas.RED] == 1 - won(one, half, 1, 2)
    assert edges[areas.BLACK] == 1 - won(one, half, 0, 3)
    for suit in range(4):
        assert edges[areas.area_of(suit)] == 1 - won(three, two, suit)


def test_areas_that_are_alike_are_told_together() -> None:
    found = groups([derby_odds(1), derby_odds(2)])
    assert [one.name for one in found] == [
        *("Red", "Black", "Spades", "Hearts/Diamonds/Clubs"),
        *("any quinella", "any trifecta"),
    ]
    assert [len(one.areas) for one in found] == [1, 1, 1, 3, 12, 24]
    assert sorted(area for one in found for area in one.areas) == list(range(areas.AREAS))
    assert all(len(one.edges) == 2 for one in found)


@pytest.mark.parametrize("decks", [0, 9, -1])
def test_no_other_number_of_decks(decks: int) -> None:
    with pytest.raises(ValueError, match=r"3\.4\(a\)"):
        derby_odds(decks)


def test_a_shoe_too_small_for_a_race() -> None:
    with pytest.raises(ValueError, match="too few"):
        chances([4, 4, 3, 4], 1)
