"""004 wagers and decisions: limits, three equal bets, no backline; the two decisions and the two rectangles."""

from typing import Any

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import dealt, mains, refused
from tests.unit.games.let_it_ride.play import CALIFORNIA, DEALER, REASON, Play, card, ride

HANDS = {2: "TH TD 5S", 5: "2C 3C 9D", 7: "JH 4D 6S"}


def betting(**house: Any) -> Play:
    table = Play(CALIFORNIA, **house)
    table.open_betting()
    table.bank()
    return table


def deciding() -> Play:
    table = dealt(CALIFORNIA, HANDS, "KD KC", discard="8S")
    table.look()
    return table


@pytest.mark.rule("004 Betting scheme 1")
def test_the_tables_minimum_and_maximum() -> None:
    table = betting(least=300, most=2000)
    for stake in (100, 299, 2001, 5000):
        with refused("out_of_limits"):
            table.put(3, "1", stake)
    for stake in (300, 2000):
        table.bet(3, stake)
        assert table.game.judge(events.NO_MORE_BETS) == 0


@pytest.mark.rule("004 Betting scheme 2")
def test_nothing_is_made_increased_or_taken_back_after_the_call() -> None:
    table = betting()
    table.bet(3)
    table.put(3, "2", 0)
    table.bet(3)
    table.call()
    for seat, stake in ((3, 600), (3, 0), (4, 500)):
        with refused("bets_closed"):
            table.put(seat, "2", stake, role=DEALER)
    with refused("bad_stake"):
        table.put(3, "2", 0, reason=REASON)
    with refused("bets_closed"):
        table.put(3, "2", 600, reason=REASON)
    with refused("seat_empty"):
        table.put(4, "2", 500, reason=REASON)
    for event in (ride.BANK, events.CANCEL):
        with refused("bets_closed"):
            table.do(event, 8, 0, 700)
    assert [table.game.seats.stake(3, spot) for spot in range(3)] == [500] * 3


@pytest.mark.rule("004 Betting scheme 3")
@pytest.mark.parametrize("placed", [{"$": 500}, {"1": 500, "2": 500}, {"1": 500, "2": 500, "$": 400}])
def test_three_equal_bets(placed: dict[str, int]) -> None:
    table = betting()
    table.bet(2)
    for spot, stake in placed.items():
        table.put(5, spot, stake)
    with refused("unequal"):
        table.call()


@pytest.mark.rule("004 Betting scheme 3")
def test_only_the_first_two_can_be_withdrawn() -> None:
    table = deciding()
    with refused("dollar_stays"):
        table.do(ride.DECIDE, 2, 3)
    table.decide_all("withdraw")
    table.turn()
    table.decide_all("withdraw")
    with refused("stands"):
        table.do(ride.DECIDE, 2, ride.WITHDRAW)
    table.turn()
    table.show_all()
    assert mains(table, 2) == [(0, 0, 500), (0, 0, 500), (1000, 0, 500)]


@pytest.mark.rule("004 Betting scheme 5")
def test_there_is_no_place_behind_a_bet() -> None:
    table = betting()
    table.bet(3)
    with refused("no_such_seat"):
        table.do(ride.BET, 3, 4, 500)
    with refused("no_side"):
        table.put(3, "side", 500)
    table.call()
    with refused("bets_closed"):
        table.put(3, "side", 500, reason=REASON)
    assert sum(table.game.seats.stake(seat, spot) for seat in range(1, 8) for spot in range(4)) == 1500


@pytest.mark.rule("004 Round of Play 3")
def test_the_first_decision_from_the_dealers_left_wherever_the_player_dealer_sits() -> None:
    table = Play(CALIFORNIA)
    table.open_betting()
    table.bank(4)
    for seat in HANDS:
        table.bet(seat)
    table.call()
    table.deal(HANDS, "KD KC", discard="8S")
    table.look()
    for seat in (5, 7):
        with refused("not_next"):
            table.decide((seat, "ride"))
    table.decide((2, "withdraw"), (5, "ride"), (7, "ride"))
    table.turn()
    table.decide_all()
    table.turn()
    table.show_all()
    assert mains(table, 2) == [(0, 0, 500), (1000, 0, 500), (1000, 0, 500)]
    assert table.money(5, "1") == (500, 0, 500)


@pytest.mark.rule("004 Round of Play 4")
def test_the_left_rectangle_is_turned_when_all_have_decided() -> None:
    table = deciding()
    table.decide((2, "ride"), (5, "ride"))
    with refused("not_yet"):
        table.do(ride.TURN, 1, 0, card("KD"))
    table.decide((7, "ride"))
    for which, code in ((2, "KC"), (1, "KC"), (1, "8S")):
        with refused("not_this_one"):
            table.do(ride.TURN, which, 0, card(code))
    table.turn()
    assert [table.game.community(which) for which in (1, 2)] == [card("KD"), -1]


@pytest.mark.rule("004 Round of Play 5")
@pytest.mark.parametrize("first", ["ride", "withdraw"])
@pytest.mark.parametrize("second", ["ride", "withdraw"])
def test_the_second_decision_whatever_the_first_was(first: str, second: str) -> None:
    table = deciding()
    table.decide_all(first)
    table.turn()
    with refused("not_next"):
        table.decide((7, second))
    table.decide((2, second), (5, second), (7, second))
    table.turn()
    table.show_all()
    won = {"ride": (1000, 0, 500), "withdraw": (0, 0, 500)}
    assert mains(table, 2) == [won[first], won[second], (1000, 0, 500)]


@pytest.mark.rule("004 Round of Play 6")
def test_the_right_rectangle_is_turned_when_all_have_decided_again() -> None:
    table = deciding()
    table.decide_all()
    table.turn()
    table.decide((2, "ride"), (5, "ride"))
    with refused("not_yet"):
        table.do(ride.TURN, 2, 0, card("KC"))
    assert table.game.community(2) == -1
    table.decide((7, "ride"))
    table.turn()
    assert table.game.community(2) == card("KC")


@pytest.mark.rule("004 Round of Play 7")
def test_a_hand_is_three_own_cards_and_the_two_of_the_table() -> None:
    table = dealt(CALIFORNIA, {2: "JH JD 4S", 5: "2C 3C 9D"}, "JS 4C", discard="8S")
    table.to_settling()
    assert mains(table, 2) == [(5500, 0, 500)] * 3, "a full house only with all five"
    assert mains(table, 5) == [(0, 500, 0)] * 3
