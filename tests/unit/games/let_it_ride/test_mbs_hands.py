"""003 3.21: the examples of the document, the ace low, and what is no straight."""

import pytest

from tests.unit.games.let_it_ride.at_table import hand_of, value_of
from tests.unit.games.let_it_ride.play import MBS

EXAMPLES = {
    "AD KD QD JD TD": "royal_flush",
    "JC TC 9C 8C 7C": "straight_flush",
    "AC AH AD AS JH": "four_of_a_kind",
    "KC KH KD AS AH": "full_house",
    "JH 8H 6H 5H 2H": "flush",
    "9C 8D 7C 6H 5S": "straight",
    "TS TH TC 6H 3D": "three_of_a_kind",
    "QS QH 6C 6H 3D": "two_pair",
    "AC AH 8S 6H 5S": "tens_or_better",
    "QC TH 6D 5S 2H": "nothing",
}


@pytest.mark.rule("003 3.21.1 - 3.21.10")
@pytest.mark.parametrize(("codes", "hand"), EXAMPLES.items())
def test_the_examples_of_the_document(codes: str, hand: str) -> None:
    assert hand_of(MBS, codes) == hand


@pytest.mark.rule("003 3.21.1 - 3.21.10")
def test_their_order() -> None:
    orders = [value_of(codes) for codes in EXAMPLES]
    assert orders == sorted(set(orders))


@pytest.mark.rule("003 3.21.1 - 3.21.10")
@pytest.mark.parametrize(
    ("codes", "hand"),
    [
        ("AS 2H 3D 4C 5S", "straight"),
        ("AS 2S 3S 4S 5S", "straight_flush"),
        ("AS KH QD JC TS", "straight"),
        ("KS AH 2D 3C 4S", "nothing"),
        ("2S 2H 2D 2C 3S", "four_of_a_kind"),
        ("9S 9H 4D 3C 2S", "low_pair"),
    ],
)
def test_the_ace_counts_high_or_low(codes: str, hand: str) -> None:
    assert hand_of(MBS, codes) == hand
