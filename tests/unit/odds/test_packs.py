"""The packs of this repository: what each of them gives the house."""

from fractions import Fraction

import pytest

from pitctl.odds.counting import count_hands
from pitctl.odds.let_it_ride import main_game
from pitctl.odds.side_bets import bonus_edge, envy, progressive
from pitctl.packs import load_pack, pack_names

CLASSIC = Fraction(37_963, 1_082_900)
EDGES = {
    "nsw-let-it-ride": {"main": CLASSIC},
    "charity-let-it-ride": {"main": Fraction(68_483, 1_624_350)},
    "mbs-let-it-ride": {"main": CLASSIC},
    "california-let-it-ride": {
        "LIRX-01": CLASSIC,
        "LIRX-02": Fraction(1_427, 41_650),
        "LIRX-03": Fraction(53_357, 1_624_350),
    },
}


def test_every_pack_of_the_four_documents_is_known_here() -> None:
    assert set(EDGES) <= set(pack_names()), "and a house may add its own"


@pytest.mark.unix
@pytest.mark.parametrize("name", EDGES)
def test_the_main_game(name: str) -> None:
    tables = load_pack(name).pay_tables
    assert {key: main_game(odds, count_hands()).edge for key, odds in tables.items()} == EDGES[name]


@pytest.mark.unix
def test_the_side_wagers() -> None:
    bonus = load_pack("charity-let-it-ride").bonus
    assert bonus is not None and bonus_edge(bonus, count_hands()) == Fraction(757, 5_525)
    jackpot = load_pack("mbs-let-it-ride").progressive
    assert jackpot is not None
    law = progressive(jackpot.odds, jackpot.shares, count_hands(), stake_returned=True)
    assert law.break_even == Fraction(2_863_510, 19)
    assert envy(jackpot.envy, count_hands()) == Fraction(185, 32_487)
