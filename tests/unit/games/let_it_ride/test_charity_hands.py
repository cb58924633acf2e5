"""002 what a hand is: nine kinds, the ace at both ends of a straight and never in its middle, suits alike."""

import pytest

from tests.unit.games.let_it_ride.at_table import hand_of, mains, settled, value_of
from tests.unit.games.let_it_ride.play import CHARITY


@pytest.mark.rule("002 Rankings 1 - 9")
@pytest.mark.parametrize(
    ("codes", "hand"),
    [
        ("AD KD QD JD TD", "royal_flush"),
        ("KD QD JD TD 9D", "straight_flush"),
        ("AC 2C 3C 4C 5C", "straight_flush"),  # L22
        ("8S 8H 8D 8C 2S", "four_of_a_kind"),
        ("8S 8H 8D 2C 2S", "full_house"),
        ("AD KD QD JD 9D", "flush"),
        ("KD QD JD TD 9S", "straight"),
        ("8S 8H 8D 3C 2S", "three_of_a_kind"),
        ("8S 8H 3D 3C 2S", "two_pair"),
        ("TS TH 4D 3C 2S", "tens_or_better"),
        ("9S 9H 4D 3C 2S", "low_pair"),
        ("AS KH 4D 3C 2S", "nothing"),
    ],
)
def test_what_a_hand_is(codes: str, hand: str) -> None:
    assert hand_of(CHARITY, codes) == hand
    first, second, *rest = codes.split()
    assert hand_of(CHARITY, " ".join([*rest, second, first])) == hand, "whichever cards lie on the table"


@pytest.mark.rule("002 Rankings 1 - 9")
def test_a_higher_kind_is_the_better_hand() -> None:
    best_first = [
        "AD KD QD JD TD", "5D 4D 3D 2D AD", "2S 2H 2D 2C 3S", "2S 2H 2D 3C 3S", "7D 5D 4D 3D 2D",
        "5S 4H 3D 2C AS", "2S 2H 2D 3C 4S", "3S 3H 2D 2C 4S", "2S 2H 3D 4C 5S", "7S 5H 4D 3C 2S",
    ]  # fmt: skip
    orders = [value_of(codes) for codes in best_first]
    assert orders == sorted(set(orders)), "each is the lowest of its kind and still beats the next"


@pytest.mark.rule("002 Rankings para 1")
def test_suits_are_equal() -> None:
    for suit in "SHDC":
        royal = " ".join(f"{rank}{suit}" for rank in "AKQJT")
        assert hand_of(CHARITY, royal) == "royal_flush"
        assert value_of(royal) == value_of("AS KS QS JS TS")
        low = " ".join(f"{rank}{suit}" for rank in "2479K")
        assert value_of(low) == value_of("2S 4S 7S 9S KS")


@pytest.mark.rule("002 Rankings para 1")
def test_the_ace_is_high_but_for_the_straight_of_2_3_4_5() -> None:
    assert value_of("AS AH 4D 3C 2S") < value_of("KS KH 4D 3C 2S") < value_of("2S 2H KD 3C 4S")
    assert value_of("AS KH 4D 3C 2S") < value_of("KS QH 4D 3C 2S")
    assert hand_of(CHARITY, "AS 2H 3D 4C 5S") == "straight"


@pytest.mark.rule("002 Rankings 6")
def test_the_highest_and_the_lowest_straight() -> None:
    straights = [
        " ".join(f"{rank}{suit}" for rank, suit in zip("AKQJT98765432A"[at : at + 5], "SHDCS", strict=True))
        for at in range(10)
    ]
    assert straights[0] == "AS KH QD JC TS" and straights[-1] == "5S 4H 3D 2C AS"
    assert {hand_of(CHARITY, codes) for codes in straights} == {"straight"}
    orders = [value_of(codes) for codes in straights]
    assert orders == list(range(orders[0], orders[0] + 10))


@pytest.mark.rule("002 Rankings 6")
@pytest.mark.parametrize("codes", ["QS KH AD 2C 3S", "JS QH KD AC 2S", "KS AH 2D 3C 4S"])
def test_the_ace_joins_no_king_to_a_two(codes: str) -> None:
    assert hand_of(CHARITY, codes) == "nothing"
    *own, first, second = codes.split()
    table = settled(CHARITY, {2: " ".join(own)}, f"{first} {second}")
    assert mains(table, 2) == [(0, 500, 0)] * 3


@pytest.mark.rule("002 Rankings 6")
def test_nor_in_one_suit() -> None:
    assert hand_of(CHARITY, "QS KS AS 2S 3S") == "flush"
