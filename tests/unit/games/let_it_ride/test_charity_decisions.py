"""002 the two decisions: who is asked, what stays, the burned card that nobody sees, the community cards between."""

import pytest

from tests.unit.games.let_it_ride.at_table import dealt, finish, host_sees, mains, refused, slide
from tests.unit.games.let_it_ride.play import CHARITY, Play, card, ride

HANDS = {2: "TH TD 5S", 5: "2C 3C 9D", 7: "JH 4D 6S"}


def at_the_first_decision() -> Play:
    table = dealt(CHARITY, HANDS, "KD KC", discard="8S")
    table.look()
    return table


def faces_up(table: Play) -> list[int]:
    return [table.game.community(which) for which in (1, 2)]


@pytest.mark.rule("002 Completion 5 - 7")
def test_bet_one_is_asked_for_from_the_dealers_left_clockwise() -> None:
    table = at_the_first_decision()
    for seat in (7, 5):
        with refused("not_next"):
            table.decide((seat, "ride"))
    table.decide((2, "withdraw"))
    with refused("decided"):
        table.decide((2, "ride"))
    with refused("seat_empty"):
        table.decide((4, "ride"))
    with refused("not_next"):
        table.decide((7, "ride"))
    table.decide((5, "ride"), (7, "withdraw"))
    assert table.phase == "turning_1"


@pytest.mark.rule("002 Completion 5 - 7")
def test_bet_one_withdrawn_goes_back_and_else_stays_to_the_end() -> None:
    table = at_the_first_decision()
    table.decide((2, "withdraw"), (5, "ride"), (7, "ride"))
    table.turn()
    table.decide_all("ride")
    table.turn()
    table.show_all()
    assert mains(table, 2) == [(0, 0, 500), (1000, 0, 500), (1000, 0, 500)]  # two pair
    assert mains(table, 5) == [(500, 0, 500)] * 3  # the kings on the table


@pytest.mark.rule("002 Completion 5 - 7")
def test_what_was_let_ride_is_not_withdrawn_later() -> None:
    table = at_the_first_decision()
    table.decide((2, "ride"), (5, "ride"), (7, "ride"))
    with refused("not_yet"):
        table.decide((2, "withdraw"))
    table.turn()
    table.decide((2, "withdraw"), (5, "ride"), (7, "ride"))
    table.turn()
    table.show_all()
    assert mains(table, 2) == [(1000, 0, 500), (0, 0, 500), (1000, 0, 500)], "bet two, not bet one"


@pytest.mark.rule("002 Completion 8")
def test_the_burned_card_is_never_seen_by_anybody() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    finish(table)
    before = host_sees(table)
    assert "8S" not in before and "KD" in before and "TH" in before
    again = dealt(CHARITY, {2: "TH TD 5S"}, "KD KC", discard="8S")
    again.to_settling()
    assert "8S" not in host_sees(again)
    assert card("8S") not in {*faces_up(again), *again.game.hand_shown(2)}


@pytest.mark.rule("002 Completion 8")
def test_the_left_card_is_burned_only_after_all_decided_on_bet_one() -> None:
    table = at_the_first_decision()
    table.decide((2, "ride"), (5, "ride"))
    with refused("not_yet"):
        table.do(ride.TURN, 1, 0, card("KD"))
    table.decide((7, "ride"))
    with refused("not_this_one"):  # the first card dealt to the middle is the one that is burned
        table.do(ride.TURN, 1, 0, card("8S"))
    table.turn()
    assert faces_up(table) == [card("KD"), -1]


@pytest.mark.rule("002 Completion 9")
def test_the_second_card_dealt_to_the_middle_is_the_first_community_card() -> None:
    table = Play(CHARITY)
    table.start(3)
    slide(table, "2S AH 5S QD 8S JC")  # 3, middle, 3, middle, 3, middle
    table.look()
    assert faces_up(table) == [-1, -1]
    table.decide_all()
    table.turn()
    assert faces_up(table) == [card("QD"), -1]
    with refused("not_yet"):
        table.do(ride.TURN, 2, 0, card("JC"))


@pytest.mark.rule("002 Completion 10 - 12")
@pytest.mark.parametrize("first", ["ride", "withdraw"])
@pytest.mark.parametrize("second", ["ride", "withdraw"])
def test_bet_two_is_decided_whatever_was_said_to_bet_one(first: str, second: str) -> None:
    table = at_the_first_decision()
    table.decide_all(first)
    table.turn()
    with refused("not_next"):
        table.decide((5, second))
    table.decide((2, second), (5, second), (7, second))
    assert table.phase == "turning_2"
    table.turn()
    table.show_all()
    won = {"ride": (1000, 0, 500), "withdraw": (0, 0, 500)}
    assert mains(table, 2) == [won[first], won[second], (1000, 0, 500)]


@pytest.mark.rule("002 Completion 13")
def test_the_last_card_is_the_second_community_card() -> None:
    table = at_the_first_decision()
    table.decide_all()
    table.turn()
    table.decide((2, "ride"), (5, "ride"))
    with refused("not_yet"):
        table.do(ride.TURN, 2, 0, card("KC"))
    table.decide((7, "withdraw"))
    with refused("not_this_one"):
        table.do(ride.TURN, 2, 0, card("8S"))
    table.turn()
    assert faces_up(table) == [card("KD"), card("KC")]


@pytest.mark.rule("002 Definitions 1, 2")
def test_all_players_share_the_two_community_cards() -> None:
    table = at_the_first_decision()
    table.decide_all()
    table.turn()
    table.decide_all()
    table.turn()
    table.show_all()
    profits = {seat: table.money(seat, "$")[0] for seat in (2, 5, 7)}
    assert profits == {2: 1000, 5: 500, 7: 500}, "two pair of 2; the two kings of the table for 5 and 7"
