"""The main game: published figures, and a deck so small that every deal can be played."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from pitctl.exceptions import ConfigError
from pitctl.odds.counting import Counts, Holding, count_hands
from pitctl.odds.figures import decimal, percent
from pitctl.odds.let_it_ride import main_game
from tests.reference import hands_reference as reference
from tests.reference.deck_digest import NUMBERS
from tests.unit.odds import pay


@pytest.mark.unix
@pytest.mark.parametrize(
    ("odds", "edge", "riding", "of_riding"),
    [
        (pay.CLASSIC, Fraction(37_963, 1_082_900), "1.2237", "2.8648"),  # 3.51 % as published
        (pay.CHARITY, Fraction(68_483, 1_624_350), "1.2223", "3.4494"),
        (pay.LIRX_02, Fraction(1_427, 41_650), "1.2237", "2.7998"),
        (pay.LIRX_03, Fraction(53_357, 1_624_350), "1.2334", "2.6633"),
    ],
)
def test_the_tables_of_the_documents(
    odds: dict[str, int], edge: Fraction, riding: str, of_riding: str
) -> None:
    """The fractions were found before, by another program that shares nothing with this one."""
    game = main_game(odds, count_hands())
    assert game.edge == edge
    assert (decimal(game.riding), percent(game.edge_of_riding)) == (riding, of_riding)


@pytest.mark.unix
def test_each_wager_of_the_classic_table() -> None:
    """Wizard of Odds, Let It Ride, appendix 1: wager 1 rides in 0.07276018 and brings 0.10912580."""
    game = main_game(pay.CLASSIC, count_hands())
    assert percent(game.edge) == "3.5057"
    values = {area: decimal(wager.value, 6) for area, wager in game.wagers.items()}
    assert values == {"$": "-0.372723", "2": "0.228540", "1": "0.109126"}
    assert decimal(game.wagers["1"].rides, 8) == "0.07276018"
    assert game.wagers["$"].rides == 1


@pytest.mark.unix
def test_a_wager_that_brings_nothing_is_taken_back() -> None:
    game = main_game({}, count_hands())
    assert (game.edge, game.riding) == (1, 1)


# -- a small deck -------------------------------------------------------------------------------

SMALL = ["TS", "JS", "QS", "KS", "AS", "TH", "JH", "2D", "2C"]


def category(cards: Sequence[str]) -> str:
    return reference.of_cards(list(cards))[0]


def counted(deck: list[str]) -> Counts:
    """What MicroPython would count, from the reference, each hand a class of its own."""
    holdings: list[Holding] = []
    for own in combinations(deck, 3):
        left = [card for card in deck if card not in own]
        rows: list[bytes] = []
        for fourth in left:
            row = bytearray(len(NUMBERS))
            for fifth in left:
                if fifth != fourth:
                    row[NUMBERS[category([*own, fourth, fifth])]] += 1
            rows.append(bytes(row))
        holdings.append(Holding(1, tuple(rows)))
    return Counts((), tuple(holdings))


def played(deck: list[str], odds: Mapping[str, int]) -> tuple[Fraction, Fraction]:
    """(edge, wagers that ride), deal by deal: what is known at a decision, and all that followed from there."""
    outcomes = [
        (deal, Fraction(odds.get(category(deal).replace(" ", "_"), -1)))
        for deal in permutations(deck, 5)
    ]
    known: defaultdict[tuple[frozenset[str], str], list[Fraction]] = defaultdict(list)
    for deal, unit in outcomes:
        own = frozenset(deal[:3])
        known[own, ""].append(unit)
        known[own, deal[3]].append(unit)
    rides = {what for what, units in known.items() if sum(units) > 0}
    brought = Fraction(0)
    riding = 0
    for deal, unit in outcomes:
        own = frozenset(deal[:3])
        wagers = 1 + ((own, "") in rides) + ((own, deal[3]) in rides)
        brought += wagers * unit
        riding += wagers
    return -brought / len(outcomes), Fraction(riding, len(outcomes))


@pytest.mark.parametrize("odds", [pay.CLASSIC, pay.LIRX_03, {"straight": 2}, {"two_pair": 1}])
def test_a_small_deck_played_deal_by_deal(odds: dict[str, int]) -> None:
    game = main_game(odds, counted(SMALL))
    assert (game.edge, game.riding) == played(SMALL, odds)
    assert 1 <= game.riding <= 3


# -- tables that are none -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odds", "words"),
    [({"royal": 1000}, "no hand 'royal'.*royal_flush"), ({"four": -1}, "'four' pays -1 to 1")],
)
def test_a_table_that_makes_no_sense(odds: dict[str, int], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        main_game(odds, Counts((), ()))
