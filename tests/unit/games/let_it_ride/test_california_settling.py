"""004 money: the order of hands, the Action seat, the three pay tables, the player-dealer's cover in three ways."""

from typing import Any

import pytest

from pitboard.games import events
from pitctl.exceptions import ConfigError
from pitctl.packs import compile_pack, load_pack
from tests.unit.games.let_it_ride.at_table import LOST, RETURNED, mains, refused, settled
from tests.unit.games.let_it_ride.play import CALIFORNIA, Play, ride

COMMON, SEPARATE, BALANCE = 0, 1, 2
BOTH = ride.BOTH
# In the order of settling: 6 loses 1500, 4 wins 1000 a bet with two pair, 2 loses 1500.
HANDS = {2: "2H 3C 7D", 4: "TH TD 9S", 6: "4C 5H 8D"}
COMMUNITY = "9D KC"


def covered(
    cover: int, covers: int = COMMON, action: int = 0, choice: str = "ride", **house: Any
) -> Play:  # fmt: skip
    table = Play(CALIFORNIA, covers=covers, **house)
    table.open_betting()
    table.bank(8, cover)
    if action:
        table.do(ride.ACTION, action)
    for seat in HANDS:
        table.bet(seat)
    table.call()
    table.deal(HANDS, COMMUNITY)
    table.to_settling(choice)
    return table


def bank_moves(table: Play) -> tuple[int, int]:
    """What the player-dealer paid and collected."""
    cells = [table.money(seat, spot) for seat in HANDS for spot in ("1", "2", "$")]
    return sum(profit for profit, _, _ in cells), sum(taken for _, taken, _ in cells)


@pytest.mark.rule("004 Standards of play para 3")
def test_a_pair_of_tens_wins_and_a_pair_of_nines_loses() -> None:
    table = settled(CALIFORNIA, {1: "9H 9C 5S", 2: "TH TD 4S", 3: "AH QD 7S"}, "2D KC")
    assert mains(table, 1) == mains(table, 3) == LOST
    assert mains(table, 2) == [(500, 0, 500)] * 3


@pytest.mark.rule("004 Round of Play 8, 9")
def test_hands_are_turned_and_settled_from_the_dealers_right_counterclockwise() -> None:
    table = Play(CALIFORNIA)
    table.start(*HANDS)
    table.deal(HANDS, COMMUNITY)
    assert table.to_settling() == [6, 4, 2]
    with refused("not_next"):
        table.do(ride.SETTLED, 4, BOTH)
    assert table.settle_all() == [(6, BOTH), (4, BOTH), (2, BOTH)], "each hand in its turn, lost or won"


@pytest.mark.rule("004 Round of Play 8, 9")
@pytest.mark.rule("004 Glossary Action")
def test_hands_are_turned_from_the_dealers_right_whatever_the_action_seat() -> None:
    table = Play(CALIFORNIA)
    table.open_betting()
    table.bank()
    table.do(ride.ACTION, 4)
    for seat in HANDS:
        table.bet(seat)
    table.call()
    table.deal(HANDS, COMMUNITY)
    assert table.to_settling() == [6, 4, 2]
    assert [seat for seat, _ in table.settle_all()] == [4, 2, 6]


@pytest.mark.rule("004 Glossary Action")
@pytest.mark.parametrize(("clockwise", "order"), [(False, [4, 2, 6]), (True, [4, 6, 2])])
def test_settling_begins_at_the_action_seat(clockwise: bool, order: list[int]) -> None:
    table = covered(100_000, action=4, action_clockwise=clockwise)
    assert [seat for seat, _ in table.settle_all()] == order


@pytest.mark.rule("004 Glossary Action")
def test_the_action_seat_of_betting_that_was_cancelled_is_forgotten() -> None:
    table = Play(CALIFORNIA)
    table.open_betting()
    table.do(ride.ACTION, 4)
    table.do(events.CANCEL)
    table.start(*HANDS)
    table.deal(HANDS, COMMUNITY)
    table.to_settling()
    assert [seat for seat, _ in table.settle_all()] == [6, 4, 2]


@pytest.mark.rule("004 Glossary Action")
def test_an_action_seat_without_a_wager_and_one_that_comes_too_late() -> None:
    table = covered(100_000, action=5)
    assert [seat for seat, _ in table.settle_all()] == [4, 2, 6]
    other = Play(CALIFORNIA)
    other.open_betting()
    other.bank()
    other.bet(2)
    with refused("no_such_seat"):
        other.do(ride.ACTION, 8)
    other.call()
    other.do(ride.ACTION, 2)  # until the first stack (L10)
    other.draw("TH")
    with refused("bets_closed"):
        other.do(ride.ACTION, 2)


@pytest.mark.rule("004 Glossary Action")
def test_the_action_seat_is_named_for_one_round() -> None:
    table = covered(100_000, action=4)
    table.settle_all()
    table.close()
    table.start(*HANDS)
    table.deal(HANDS, COMMUNITY)
    table.to_settling()
    assert [seat for seat, _ in table.settle_all()] == [6, 4, 2]


@pytest.mark.rule("004 Paytable Summary")
@pytest.mark.parametrize(
    ("hand", "community", "odds"),
    [
        ("AS KS QS", "JS TS", (1000, 500, 100)),
        ("9S KS QS", "JS TS", (200, 100, 50)),
        ("9S 9H 9D", "9C TS", (50, 25, 30)),
        ("9S 9H 9D", "TC TS", (11, 15, 15)),
        ("2S KS QS", "JS TS", (8, 10, 9)),
        ("9S KH QS", "JS TS", (5, 5, 6)),
        ("9S 9H 9D", "KC TS", (3, 3, 3)),
        ("9S 9H 2D", "KC 2S", (2, 2, 2)),
        ("TS 9H 2D", "KC TH", (1, 1, 1)),
    ],
)
@pytest.mark.parametrize("table_no", [0, 1, 2])
def test_the_odds_of_the_three_tables(hand: str, community: str, odds: tuple[int, ...], table_no: int) -> None:
    table = Play(CALIFORNIA, pay_table=table_no)
    table.open_betting()
    table.bank(8, 10_000_000)
    table.bet(3)
    table.call()
    table.deal({3: hand}, community)
    table.to_settling()
    assert mains(table, 3) == [(500 * odds[table_no], 0, 500)] * 3


@pytest.mark.rule("004 Round of Play 10")
def test_every_bet_that_was_not_withdrawn_is_paid_or_collected() -> None:
    table = covered(100_000, choice="withdraw", pay_table=1)
    assert mains(table, 4) == [(0, 0, 500), (0, 0, 500), (1000, 0, 500)]
    assert mains(table, 6) == [(0, 0, 500), (0, 0, 500), (0, 500, 0)]


@pytest.mark.rule("004 Round of Play 10")
def test_no_fourth_table_can_be_chosen() -> None:
    pack = load_pack(CALIFORNIA)
    assert compile_pack(pack, "LIRX-02")["pay_names"] == ["LIRX-02"]
    with pytest.raises(ConfigError, match="no pay table"):
        compile_pack(pack, "LIRX-04")


# -- the cover: 1500 to collect, 3000 to pay, 1500 to collect (L9) ---------------------------------


@pytest.mark.rule("004 Standards of play para 1")
@pytest.mark.parametrize("covers", [COMMON, SEPARATE, BALANCE])
def test_a_wager_that_covers_all_pays_and_collects_all(covers: int) -> None:
    table = covered(6000, covers)
    assert mains(table, 6) == mains(table, 2) == LOST
    assert mains(table, 4) == [(1000, 0, 500)] * 3
    assert bank_moves(table) == (3000, 3000)


@pytest.mark.rule("004 Betting scheme 4")
@pytest.mark.rule("004 Standards of play para 1")
def test_one_common_amount_is_used_up_in_the_order_of_settling() -> None:
    table = covered(3000)
    assert mains(table, 6) == LOST  # 1500 used, 1500 left
    assert mains(table, 4) == [(1000, 0, 500), (500, 0, 500), (0, 0, 500)]  # 500 left: paid in part; none left
    assert mains(table, 2) == RETURNED, "lost, but not covered"


@pytest.mark.rule("004 Betting scheme 4")
def test_a_losing_wager_is_collected_in_part() -> None:
    table = covered(1300)
    assert mains(table, 6) == [(0, 500, 0), (0, 500, 0), (0, 300, 200)]
    assert mains(table, 4) == mains(table, 2) == RETURNED


@pytest.mark.rule("004 Betting scheme 4")
def test_two_separate_limits() -> None:
    table = covered(2000, SEPARATE)
    assert mains(table, 6) == LOST
    assert mains(table, 4) == [(1000, 0, 500), (1000, 0, 500), (0, 0, 500)]  # payments end at 2000
    assert mains(table, 2) == [(0, 500, 0), (0, 0, 500), (0, 0, 500)]  # collections end at 2000


@pytest.mark.rule("004 Betting scheme 4")
def test_a_running_balance() -> None:
    table = covered(1000, BALANCE)
    assert mains(table, 6) == [(0, 500, 0), (0, 500, 0), (0, 0, 500)]  # may not win more than 1000
    assert mains(table, 4) == [(1000, 0, 500), (1000, 0, 500), (0, 0, 500)]  # 1000 and the 1000 won; then down by 1000
    assert mains(table, 2) == LOST  # up again by 1500


@pytest.mark.rule("004 Betting scheme 4")
@pytest.mark.rule("004 Glossary Action")
def test_the_action_seat_decides_who_is_covered() -> None:
    table = covered(3000, action=4)
    assert mains(table, 4) == [(1000, 0, 500)] * 3
    assert mains(table, 2) == mains(table, 6) == RETURNED


@pytest.mark.rule("004 Betting scheme 4")
def test_a_withdrawn_bet_uses_up_nothing() -> None:
    table = covered(2000, choice="withdraw")
    assert [table.money(seat, "$") for seat in (6, 4, 2)] == [(0, 500, 0), (1000, 0, 500), (0, 500, 0)]


@pytest.mark.rule("004 Round of Play 11")
@pytest.mark.parametrize("covers", [COMMON, SEPARATE])
@pytest.mark.parametrize("cover", [100, 700, 1500, 2200, 2999])
def test_payments_never_exceed_the_player_dealers_wager(covers: int, cover: int) -> None:
    for action in (0, 4):
        paid, _ = bank_moves(covered(cover, covers, action))
        assert paid <= cover
    if covers == SEPARATE:
        assert paid == cover


@pytest.mark.rule("004 Round of Play 13")
@pytest.mark.parametrize("covers", [COMMON, SEPARATE, BALANCE])
@pytest.mark.parametrize("cover", [100, 700, 1500, 2200, 2999])
@pytest.mark.parametrize("action", [0, 2, 4])
def test_the_player_dealer_never_wins_or_loses_more_than_the_wager(covers: int, cover: int, action: int) -> None:
    table = covered(cover, covers, action)
    won = 0
    for seat, _ in table.settle_all():
        for spot in ("1", "2", "$"):
            profit, taken, back = table.money(seat, spot)
            won += taken - profit
            assert -cover <= won <= cover, "at no moment"
            assert taken + back == 500, "of every wager nothing is lost on the way"
