"""004 what the dealer reads: the odds of the chosen table; the box of the document is the first of them."""

import pytest

from tests.unit.games.let_it_ride.at_table import dealt
from tests.unit.games.let_it_ride.display import lines
from tests.unit.games.let_it_ride.play import CALIFORNIA

BOX = {
    "AS KS QS JS TS": 1000,
    "9S KS QS JS TS": 200,
    "9S 9H 9D 9C TS": 50,
    "9S 9H 9D TC TS": 11,
    "2S KS QS JS TS": 8,
    "9S KH QS JS TS": 5,
    "9S 9H 9D KC TS": 3,
    "9S 9H 2D KC 2S": 2,
    "TS 9H 2D KC TH": 1,
}


def odds_shown(codes: str, pay_table: int) -> str:
    """What stands under a hand when it is turned."""
    *own, first, second = codes.split()
    table = dealt(CALIFORNIA, {3: " ".join(own)}, f"{first} {second}", pay_table=pay_table)
    table.look()
    table.decide_all()
    table.turn()
    table.decide_all()
    table.turn()
    table.show()
    return lines(table)[4]


@pytest.mark.rule("004 Payouts box")
@pytest.mark.parametrize(("codes", "odds"), BOX.items())
def test_the_odds_on_display_are_those_of_the_box(codes: str, odds: int) -> None:
    assert odds_shown(codes, 0) == f"{odds} to 1"


@pytest.mark.rule("004 Payouts box")
@pytest.mark.parametrize(("pay_table", "odds"), [(1, "500 to 1"), (2, "100 to 1")])
def test_another_table_that_was_chosen_binds(pay_table: int, odds: str) -> None:
    assert odds_shown("AS KS QS JS TS", pay_table) == odds
