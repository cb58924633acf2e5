"""004 Ranking of Hands: kinds, and which of two hands of one kind is the better."""

import pytest

from tests.unit.games.let_it_ride.at_table import hand_of, value_of
from tests.unit.games.let_it_ride.play import CALIFORNIA


@pytest.mark.rule("004 Ranking of Hands 1, 2")
def test_suits_are_equal_and_cards_rank_from_two_to_ace() -> None:
    for suit in "HDC":
        codes = " ".join(f"{rank}{suit}" for rank in "2479K")
        assert value_of(codes) == value_of("2S 4S 7S 9S KS")
    pairs = [
        value_of(f"{rank}S {rank}H 2D 3C 4S") for rank in "56789TJQKA"
    ]
    assert pairs == sorted(pairs, reverse=True) and len(set(pairs)) == 10
    singles = [value_of(f"{rank}S 2H 3D 4C 6S") for rank in "789TJQKA"]
    assert singles == sorted(singles, reverse=True) and len(set(singles)) == 8


@pytest.mark.rule("004 Ranking of Hands 1, 2")
@pytest.mark.parametrize(("rank", "hand"), [("9", "low_pair"), ("T", "tens_or_better"), ("A", "tens_or_better")])
def test_the_ace_is_the_high_pair_and_the_nine_the_low_one(rank: str, hand: str) -> None:
    assert hand_of(CALIFORNIA, f"{rank}S {rank}H 2D 3C 5S") == hand


@pytest.mark.rule("004 Ranking of Hands 3.a - 3.i")
@pytest.mark.parametrize(
    ("codes", "hand"),
    [
        ("2S 2H 4D 3C 6S", "low_pair"),
        ("8S 8H 3D 3C 2S", "two_pair"),
        ("8S 8H 8D 3C 2S", "three_of_a_kind"),
        ("9S 8H 7D 6C 5S", "straight"),
        ("AH KH 9H 3H 2H", "flush"),
        ("8S 8H 8D 2C 2S", "full_house"),
        ("8S 8H 8D 8C 2S", "four_of_a_kind"),
        ("9H 8H 7H 6H 5H", "straight_flush"),
        ("AH KH QH JH TH", "royal_flush"),
    ],
)
def test_the_nine_kinds(codes: str, hand: str) -> None:
    assert hand_of(CALIFORNIA, codes) == hand


@pytest.mark.rule("004 Ranking of Hands 3.a - 3.i")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2S 2H 2D 2C 3S", "AS AH AD KC KS"),  # a kind beats every hand of a lower one
        ("2S 2H 2D 3C 3S", "AS KS QS JS 9S"),
        ("7S 5S 4S 3S 2S", "AS KH QD JC TS"),
        ("5S 4H 3D 2C AS", "AS AH AD KC QS"),
        ("2S 2H 2D 3C 4S", "AS AH KD KC QS"),
        ("3S 3H 2D 2C 4S", "AS AH KD QC JS"),
        ("AS AH 2D 3C 4S", "KS KH QD JC TS"),  # a higher pair
        ("AS AH 2D 2C 3S", "KS KH QD QC JS"),  # the high pair first
        ("AS AH 3D 3C 2S", "AS AH 2D 2C KS"),  # then the low pair
        ("AS AH 3D 3C 5S", "AS AH 3D 3C 4S"),  # then the card that is left
        ("AS JS 9S 7S 3S", "AH JH 9H 7H 2H"),  # flushes card by card
        ("AS JS 4S 3S 2S", "AH TH 9H 8H 7H"),
        ("3S 3H 3D 2C 2S", "2S 2H 2D AC AS"),  # a full house by the three
        ("KS QS JS TS 9S", "QH JH TH 9H 8H"),
    ],
)
def test_the_better_of_two_hands(better: str, worse: str) -> None:
    assert value_of(better) < value_of(worse)


@pytest.mark.rule("004 Ranking of Hands 3.d")
@pytest.mark.parametrize(
    ("codes", "hand"),
    [
        ("AS KH QD JC TS", "straight"),
        ("AS 2H 3D 4C 5S", "straight"),
        ("AS 2S 3S 4S 5S", "straight_flush"),
        ("KS AH 2D 3C 4S", "nothing"),
        ("QS KH AD 2C 3S", "nothing"),
    ],
)
def test_the_ace_is_high_or_low_in_a_straight(codes: str, hand: str) -> None:
    assert hand_of(CALIFORNIA, codes) == hand
