"""003 the deal and the decisions: three cards at a time, two community cards, each turned when all have decided."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import dealt, mains, planned, refused, slide
from tests.unit.games.let_it_ride.play import HAND, MBS, REASON, SHOE, SHUFFLER, Play, card, ride

HANDS = {2: "TH TD 5S", 5: "2C 3C 9D", 7: "JH 4D 6S"}


@pytest.mark.rule("003 3.6")
@pytest.mark.rule("003 3.7")
@pytest.mark.parametrize("source", [SHOE, SHUFFLER, HAND])
def test_three_cards_to_each_area_clockwise_then_two_to_the_middle(source: int) -> None:
    table = Play(MBS, source=source)
    table.start(5, 7, 2)
    assert planned(table) == [2, 2, 2, 5, 5, 5, 7, 7, 7, 8, 9], "and no card is burned"


@pytest.mark.rule("003 3.6")
def test_an_area_with_a_wrong_set_of_wagers_is_not_skipped() -> None:
    table = Play(MBS)
    table.open_betting()
    table.bet(2)
    table.put(4, "$", 500)
    table.call()
    assert planned(table) == [2, 2, 2, 4, 4, 4, 8, 9]
    assert table.game.pending_seat == 4
    table.do(ride.GO_ON, reason=REASON)
    table.deal({2: "TH TD 5S", 4: "KH 3C 9D"}, "2D KC")
    table.to_settling()
    assert mains(table, 4) == [(0, 0, 0), (0, 0, 0), (500, 0, 500)]


@pytest.mark.rule("003 3.6")
def test_seven_areas() -> None:
    table = Play(MBS)
    table.open_betting()
    with refused("no_such_seat"):
        table.put(8, "1", 500)
    table.bet(7)
    table.bet(1)
    table.call()
    assert planned(table) == [1, 1, 1, 7, 7, 7, 8, 9]


@pytest.mark.rule("003 3.7")
def test_the_two_cards_after_the_hands_are_the_community_cards() -> None:
    table = Play(MBS)
    table.start(3)
    slide(table, "2S 5S 8S QD")
    assert table.phase == "dealing"
    table.draw("JC")
    assert table.phase == "dealt" and table.game.shoe.left() == 47
    table.to_settling()
    assert [table.game.community(which) for which in (1, 2)] == [card("QD"), card("JC")]


@pytest.mark.rule("003 2.1")
def test_one_deck_without_a_second_copy_or_a_joker() -> None:
    table = Play(MBS)
    with refused("not_an_event"):
        table.do(events.OPEN, 2, table.game.shoe.source)
    table.start(3)
    table.draw("2S")
    with refused("not_in_deck"):
        table.draw("2S")
    assert table.game.route(card("2S"), False) == (events.HOLD, events.FOREIGN)
    with refused("not_a_card"):
        table.do(events.DRAWN, 52, 2)
    with refused("not_a_card"):  # nor the 53rd card of a set with numbers
        table.do(events.DRAWN, card("3S"), 2, 53)


@pytest.mark.rule("003 3.8 - 3.10")
def test_the_decision_on_1_from_the_dealers_left_clockwise() -> None:
    table = dealt(MBS, HANDS, "KD KC")
    with refused("not_yet"):
        table.decide((2, "ride"))
    table.look()
    with refused("not_next"):
        table.decide((5, "ride"))
    table.decide((2, "withdraw"))
    with refused("not_next"):
        table.decide((7, "withdraw"))
    table.decide((5, "ride"))
    with refused("decided"):
        table.decide((5, "withdraw"))
    table.decide((7, "ride"))
    table.turn()
    table.decide_all()
    table.turn()
    table.show_all()
    assert mains(table, 2) == [(0, 0, 500), (1000, 0, 500), (1000, 0, 500)]
    assert mains(table, 5) == [(500, 0, 500)] * 3


@pytest.mark.rule("003 3.11")
def test_the_first_community_card_waits_for_all_decisions() -> None:
    table = dealt(MBS, HANDS, "KD KC")
    table.look()
    for seat in (2, 5, 7):
        with refused("not_yet"):
            table.do(ride.TURN, 1, 0, card("KD"))
        assert table.game.community(1) == -1
        table.decide((seat, "ride"))
    with refused("not_this_one"):
        table.do(ride.TURN, 2, 0, card("KC"))
    table.do(ride.TURN, 1, 0, card("KD"))
    assert [table.game.community(which) for which in (1, 2)] == [card("KD"), -1]


@pytest.mark.rule("003 3.12 - 3.14")
@pytest.mark.parametrize("first", ["ride", "withdraw"])
def test_the_decision_on_2_in_the_same_order_whatever_the_first_was(first: str) -> None:
    table = dealt(MBS, HANDS, "KD KC")
    table.look()
    table.decide_all(first)
    with refused("not_yet"):
        table.decide((2, "ride"))
    table.turn()
    with refused("not_next"):
        table.decide((7, "ride"))
    table.decide((2, "ride"), (5, "withdraw"), (7, "withdraw"))
    table.turn()
    table.show_all()
    assert table.money(2, "2") == (1000, 0, 500)
    assert table.money(5, "2") == table.money(7, "2") == (0, 0, 500)
    assert table.money(5, "1") == ((500, 0, 500) if first == "ride" else (0, 0, 500))


@pytest.mark.rule("003 3.15")
def test_the_second_community_card_waits_for_all_decisions() -> None:
    table = dealt(MBS, HANDS, "KD KC")
    table.look()
    table.decide_all()
    table.turn()
    for seat in (2, 5, 7):
        with refused("not_yet"):
            table.do(ride.TURN, 2, 0, card("KC"))
        assert table.game.community(2) == -1
        table.decide((seat, "ride"))
    table.do(ride.TURN, 2, 0, card("KC"))
    assert [table.game.community(which) for which in (1, 2)] == [card("KD"), card("KC")]


@pytest.mark.rule("003 3.17")
def test_hands_are_turned_from_the_dealers_right_anticlockwise() -> None:
    table = dealt(MBS, HANDS, "KD KC")
    assert table.to_settling() == [7, 5, 2]
