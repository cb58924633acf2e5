"""The bonus on three cards, the progressive wager and envy."""

from fractions import Fraction

import pytest

from pitctl.exceptions import ConfigError
from pitctl.odds.counting import Counts, count_hands
from pitctl.odds.figures import decimal, percent
from pitctl.odds.side_bets import bonus_edge, envy, progressive
from tests.unit.odds import pay

NO_COUNTS = Counts((), ())


@pytest.mark.unix
def test_the_bonus() -> None:
    edge = bonus_edge(pay.BONUS, count_hands())
    assert edge == Fraction(757, 5_525) and percent(edge) == "13.7014"


@pytest.mark.unix
@pytest.mark.parametrize(
    ("odds", "edge"),
    [((50, 40, 30, 6, 3, 1), "7.1"), ((50, 40, 30, 6, 4, 1), "2.14")],
)
def test_bonus_tables_with_published_figures(odds: tuple[int, ...], edge: str) -> None:
    told = 100 * bonus_edge(pay.bonus(*odds), count_hands())
    assert abs(told - Fraction(edge)) < Fraction(1, 100)


@pytest.mark.unix
def test_the_progressive_as_a_function_of_the_jackpot() -> None:
    """By hand: 300 x 624 + 50 x 3744 + 40 x 5108 + 30 x 10200 + 9 x 54912 = 1,378,928 of 2,598,960."""
    counts = count_hands()
    hands, fixed, lose = 2_598_960, 1_378_928, 2_598_960 - 74_628
    kept = progressive(pay.PROGRESSIVE, pay.SHARES, counts, stake_returned=False)
    returned = progressive(pay.PROGRESSIVE, pay.SHARES, counts, stake_returned=True)
    assert returned.without_jackpot == Fraction(lose - fixed, hands)
    assert kept.without_jackpot == Fraction(lose + 40 - fixed, hands)
    assert kept.per_jackpot == returned.per_jackpot == Fraction(76, 10 * hands)
    assert decimal(returned.break_even, 0).startswith("150711")
    assert decimal(kept.break_even, 0).startswith("150716")
    assert returned.edge(returned.break_even) == 0
    assert returned.edge(0) == returned.without_jackpot > returned.edge(1) > 0


@pytest.mark.unix
def test_envy_of_one_other_hand() -> None:
    assert envy(pay.ENVY, count_hands()) == Fraction(4 * 1000 + 36 * 300, 2_598_960)
    assert envy({}, count_hands()) == 0


@pytest.mark.parametrize(
    ("odds", "shares", "words"),
    [
        ({"four": 1}, {"four": Fraction(1)}, "'four' has both"),
        ({"four": 1}, {}, "no hand wins a share"),
        ({"four": 1}, {"royal": Fraction(1)}, "no hand 'royal'"),
        ({"royal": 1}, {"four": Fraction(1)}, "no hand 'royal'"),
    ],
)
def test_a_progressive_that_makes_no_sense(
    odds: dict[str, int], shares: dict[str, Fraction], words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        progressive(odds, shares, NO_COUNTS, stake_returned=True)


def test_names_of_another_table() -> None:
    with pytest.raises(ConfigError, match="no hand 'two_pair'"):
        bonus_edge({"two_pair": 3}, NO_COUNTS)
    with pytest.raises(ConfigError, match="no hand 'pair'"):
        envy({"pair": 3}, NO_COUNTS)
