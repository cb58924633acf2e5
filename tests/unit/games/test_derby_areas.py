"""The 42 wagering areas, which of them are lit, and their odds (001 3.3, 3.5, 5.1, 5.8)."""

from itertools import permutations

import pytest

from pitboard.games import events as ev
from pitboard.games.derby import areas
from pitboard.games.derby import derby_events as derby

from .play import PLAIN_RACE, lit, play_to, race, racing

SUITS = range(4)
TRIPLES = list(permutations(SUITS, 3))


@pytest.mark.rule("001 3.3")
def test_forty_two_areas_in_a_fixed_order() -> None:
    codes = [areas.code(area) for area in range(areas.AREAS)]
    assert codes[:6] == ["RED", "BLACK", "S", "H", "D", "C"]
    assert codes[6:18] == ["".join(pair) for pair in permutations("SHDC", 2)]
    assert codes[18:] == ["".join(three) for three in permutations("SHDC", 3)]
    assert len(codes) == len(set(codes)) == 42


@pytest.mark.rule("001 3.3")
def test_names_in_words() -> None:
    assert [areas.name(area) for area in (0, 1, 2, 6, 41)] == [
        "Red",
        "Black",
        "Spades",
        "Spades-Hearts",
        "Clubs-Diamonds-Hearts",
    ]
    assert len({areas.name(area) for area in range(42)}) == 42


@pytest.mark.rule("001 3.3")
@pytest.mark.parametrize("area", range(2, 42))
def test_area_of_suits_and_back(area: int) -> None:
    assert areas.area_of(*areas.suits_of(area)) == area


@pytest.mark.rule("001 3.3")
@pytest.mark.parametrize("area", [-1, 42])
def test_there_is_no_other_area(area: int) -> None:
    for ask in (areas.suits_of, areas.name, areas.code):
        with pytest.raises(ValueError, match=r"3\.3"):
            ask(area)


@pytest.mark.rule("001 5.1(d) quinella")
@pytest.mark.parametrize("suit", SUITS)
def test_no_quinella_of_one_suit(suit: int) -> None:
    with pytest.raises(ValueError, match=r"5\.1\(d\)"):
        areas.area_of(suit, suit)


@pytest.mark.rule("001 5.1(e) trifecta")
@pytest.mark.parametrize("suits", [(0, 0, 1), (0, 1, 0), (1, 0, 0), (2, 2, 2)])
def test_no_trifecta_with_a_repeated_suit(suits: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"5\.1\(e\)"):
        areas.area_of(*suits)


@pytest.mark.parametrize("suits", [(), (0, 1, 2, 3), (4,), (-1, 0)])
def test_other_wagers_do_not_exist(suits: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"5\.1"):
        areas.area_of(*suits)


@pytest.mark.rule("001 3.5")
@pytest.mark.rule("001 D2")
@pytest.mark.rule("001 D1")
def test_the_nine_winning_areas_of_one_race() -> None:
    """Hearts, spades, clubs: written out by hand."""
    assert lit(race(PLAIN_RACE)) == {
        "RED": 3,
        "H": 3,
        "HS": 3,
        "HSC": 3,
        "HSD": 2,
        "HDS": 1,
        "HDC": 1,  # D1: third right but second wrong is the winner alone
        "HCS": 1,
        "HCD": 1,
    }


@pytest.mark.rule("001 5.8(a)")
@pytest.mark.rule("001 5.8(b)")
@pytest.mark.rule("001 5.8(c)")
@pytest.mark.rule("001 5.8(d)")
@pytest.mark.parametrize("protested", [False, True])
def test_odds_of_the_nine(protested: bool) -> None:
    won = areas.winning(1, 0, 3, protested)
    assert {areas.code(area): (tier, gain, per) for area, tier, gain, per in won} == {
        "RED": (3, 1, 2 if protested else 1),
        "H": (3, 2 if protested else 3, 1),
        "HS": (3, 10, 1),
        "HSC": (3, 10, 1),
        "HSD": (2, 2, 1),
        "HDS": (1, 1, 1),
        "HDC": (1, 1, 1),
        "HCS": (1, 1, 1),
        "HCD": (1, 1, 1),
    }


@pytest.mark.rule("001 3.5")
@pytest.mark.rule("001 D2")
@pytest.mark.parametrize("order", TRIPLES)
def test_always_one_colour_one_suit_one_quinella_six_trifectas(order: tuple[int, int, int]) -> None:
    won = [area for area, *_ in areas.winning(*order, False)]
    assert len(won) == 9
    sizes = [len(areas.suits_of(area)) for area in won]
    assert [sizes.count(size) for size in range(4)] == [1, 1, 1, 6]
    assert all(areas.suits_of(area)[0] == order[0] for area in won if area > 1)


@pytest.mark.rule("001 3.5")
@pytest.mark.rule("001 D2")
def test_nothing_is_lit_before_third_place_is_fixed() -> None:
    play = racing()
    for code in ["2S", "3H", "4H", "5H", "6H", "7S", "8S", "9H"]:
        play.slide(code)
        assert lit(play.game) == {}
        assert areas.winning(*play.game.race.result()) == []
    play.slide("TC")
    assert len(lit(play.game)) == 9


@pytest.mark.rule("001 3.5")
def test_lit_until_the_round_is_closed() -> None:
    play = play_to(derby.RESULT)
    shown = lit(play.game)
    play.do(ev.CONFIRM)
    assert lit(play.game) == shown != {}
    play.do(ev.CLOSE)
    assert lit(play.game) == {}
    play.start()
    assert lit(play.game) == {}
