"""000 7: the call, then cards clockwise from the dealer's left: one at a time, or in stacks of three."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    NSW,
    REASON,
    Play,
    betting,
    deal_places,
    hand_of,
    refuses,
    shuffler_table,
)
from tests.unit.games.let_it_ride.play import card

SPADES = [rank + "S" for rank in "23456789TJQKA"]
SEATS = (4, 7, 1)  # in the order in which they wagered


def shown(table: Play) -> dict[int, list[str]]:
    """Every hand at the end of the round, and the community cards as "seat" 0."""
    order = table.to_settling()
    community = [SPADES[table.game.community(which)] for which in (1, 2)]
    return {0: community, **{seat: hand_of(table, seat) for seat in order}}


@pytest.mark.rule("000 7.2.1")
def test_no_card_before_the_call() -> None:
    table = betting()
    table.bet(1)
    with refuses("call_first"):
        table.do(events.DRAWN, card("AS"), 1, role=DEALER)
    assert table.game.route(card("AS"), before_call=False) == (events.HOLD, events.EARLY)
    table.call()
    assert table.game.route(card("AS"), before_call=True)[0] == events.HOLD
    assert table.game.route(card("AS"), before_call=False) == (events.DRAWN, 0)


@pytest.mark.rule("000 7.2.1")
def test_a_card_that_left_before_the_call_and_arrives_after_it_is_early() -> None:
    table = betting()
    table.bet(1)
    table.call()
    assert table.game.route(card("AS"), before_call=True) == (events.HOLD, events.EARLY)


@pytest.mark.rule("000 7.2.1")
def test_a_card_that_came_before_the_call_is_no_card_of_the_deal_and_the_deck_is_shuffled() -> None:
    table = betting()
    table.bet(1)
    table.do(events.HOLD, card("AS"), 1, reason=events.EARLY)
    with refuses("held"):
        table.call()
    with refuses("not_lawful"):
        table.do(events.NEXT, role=DEALER)
    table.do(events.DISMISS, reason=REASON)
    with refuses("shuffle_first"):
        table.call()


@pytest.mark.rule("000 7.2.2")
def test_clockwise_from_the_dealers_left_and_only_to_areas_with_wagers() -> None:
    table = Play(NSW)
    table.start(*SEATS)
    assert deal_places(table)[:3] == [1, 4, 7]
    assert table.phase == "dealt"


@pytest.mark.rule("000 7.3.1, 7.3.2")
def test_a_shoe_gives_one_card_to_each_then_a_second_then_a_third() -> None:
    table = Play(NSW)
    table.start(*SEATS)
    assert deal_places(table, SPADES) == [1, 4, 7] * 3 + [8, 9]
    hands = shown(table)
    assert hands[1] == ["2S", "5S", "8S"]
    assert hands[4] == ["3S", "6S", "9S"]
    assert hands[7] == ["4S", "7S", "TS"]


@pytest.mark.rule("000 7.3.3")
def test_a_shoe_then_gives_the_community_cards_and_burns_none() -> None:
    table = Play(NSW)
    table.start(*SEATS)
    assert deal_places(table, SPADES)[9:] == [8, 9]
    table.look()
    table.decide_all()
    table.turn()
    assert table.game.community(1) == card("JS")  # the one dealt first
    table.decide_all()
    table.turn()
    assert table.game.community(2) == card("QS")


@pytest.mark.rule("000 7.4.1")
def test_a_shuffler_gives_a_stack_of_three_to_each() -> None:
    table = shuffler_table()
    table.start(*SEATS)
    assert deal_places(table, SPADES)[:9] == [1] * 3 + [4] * 3 + [7] * 3
    hands = shown(table)
    assert hands[1] == ["2S", "3S", "4S"]
    assert hands[4] == ["5S", "6S", "7S"]
    assert hands[7] == ["8S", "9S", "TS"]


@pytest.mark.rule("000 7.4.2")
@pytest.mark.parametrize(("bottom_first", "community"), [(False, ["JS", "QS"]), (True, ["KS", "QS"])])
def test_the_dealers_stack_gives_the_community_cards_from_its_top(
    bottom_first: bool, community: list[str]
) -> None:
    table = shuffler_table(bottom_first=bottom_first)
    table.start(*SEATS)
    places = deal_places(table, SPADES)[9:]
    assert places == ([10, 9, 8] if bottom_first else [8, 9, 10])
    assert shown(table)[0] == community


@pytest.mark.rule("000 7.4.3")
@pytest.mark.parametrize(("bottom_first", "discard"), [(False, "KS"), (True, "JS")])
def test_the_bottom_card_of_the_dealers_stack_is_in_no_hand(bottom_first: bool, discard: str) -> None:
    table = shuffler_table(bottom_first=bottom_first)
    table.start(*SEATS)
    deal_places(table, SPADES)
    hands = shown(table)
    assert sum(len(hand) for hand in hands.values()) == 3 * 3 + 2
    assert all(discard not in hand for hand in hands.values())


@pytest.mark.rule("000 7.1")
@pytest.mark.rule("000 8.1, 8.2")
def test_no_face_is_known_outside_until_the_rules_turn_it() -> None:
    table = Play(NSW)
    table.start(1, 4)
    deal_places(table, SPADES)

    def known() -> list[str]:
        faces = [table.game.community(which) for which in (1, 2)]
        return [SPADES[face] for face in faces if face >= 0] + hand_of(table, 1) + hand_of(table, 4)

    assert known() == []
    table.look()
    table.decide_all()
    assert known() == []
    table.turn()
    assert known() == ["8S"]
    table.decide_all()
    table.turn()
    assert known() == ["8S", "9S"]
    table.show()
    assert known() == ["8S", "9S", "3S", "5S", "7S"]
