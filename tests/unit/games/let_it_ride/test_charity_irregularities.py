"""002 what goes wrong: cards face up in the deck, a card drawn too early, a wrong number of cards."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import RETURNED, dealt, mains, refused, slide
from tests.unit.games.let_it_ride.play import CHARITY, DEALER, REASON, Play, card, faults, ride


def dealing(*seats: int) -> Play:
    table = Play(CHARITY)
    table.start(*seats, side=200)
    return table


@pytest.mark.rule("002 Irregularities para 1")
def test_one_face_up_card_is_burned_and_the_next_card_used() -> None:
    table = dealing(2)
    table.draw("4D")
    table.fault(faults.FACE_UP, role=DEALER)
    assert (table.phase, table.game.deal.total) == ("dealing", 1)
    slide(table, "8S TD KD 5S KC")
    table.to_settling()
    assert table.game.hand_shown(2) == bytes([card("4D"), card("TD"), card("5S")])


@pytest.mark.rule("002 Irregularities para 1")
def test_a_card_slid_and_then_seen_to_be_face_up_is_burned_too() -> None:
    table = dealing(2)
    table.draw("4D")
    table.draw("9S")
    table.fault(faults.FACE_UP, 1)
    assert table.game.deal.total == 1
    with refused("not_in_deck"):
        table.draw("9S")
    slide(table, "8S TD KD 5S KC")
    table.to_settling()
    assert table.game.hand_shown(2) == bytes([card("4D"), card("TD"), card("5S")])


@pytest.mark.rule("002 Irregularities para 1")
@pytest.mark.parametrize("slid", [0, 1])
def test_a_second_face_up_card_voids_all_hands(slid: int) -> None:
    table = dealing(2, 5)
    for code in ("4D", "9S"):
        table.draw(code)
        table.fault(faults.FACE_UP, slid)
    assert table.phase == "voided"
    assert mains(table, 2) == mains(table, 5) == RETURNED
    assert table.money(2, "side") == (0, 0, 200)
    table.close()
    table.do(events.OPEN, 1, events.HAND)
    table.bet(2)
    with refused("shuffle_first"):
        table.call()


@pytest.mark.rule("002 Irregularities para 1")
def test_a_face_up_card_is_one_of_the_deal_only() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.look()
    with refused("not_lawful"):
        table.fault(faults.FACE_UP)
    with refused("not_lawful"):  # the table counts them itself
        table.fault(faults.MORE_FACE_UP)


@pytest.mark.rule("002 Irregularities para 1")
def test_the_last_card_of_the_deal_was_face_up() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.fault(faults.FACE_UP, 1)
    assert (table.phase, table.game.deal.total) == ("dealing", 5)
    table.draw("AH")
    table.to_settling()
    assert table.game.community(2) == card("AH")


@pytest.mark.rule("002 Irregularities para 2")
def test_a_card_drawn_before_the_call_is_the_first_of_the_deal() -> None:
    table = Play(CHARITY)
    table.open_betting()
    table.bet(4)
    assert table.game.route(card("4D"), True) == (events.HOLD, events.EARLY)
    table.do(events.HOLD, card("4D"), 1, reason=events.EARLY)
    with refused("held"):
        table.call()
    table.do(events.NEXT, role=DEALER)
    table.call()
    assert table.game.deal.total == 1
    with refused("not_in_deck"):
        table.draw("4D")
    slide(table, "8S TD KD 5S KC")
    table.to_settling()
    assert table.game.hand_shown(4) == bytes([card("4D"), card("TD"), card("5S")])


@pytest.mark.rule("002 Irregularities para 2")
def test_the_card_drawn_in_error_stays_the_first_if_betting_begins_anew() -> None:
    table = Play(CHARITY)
    table.open_betting()
    table.do(events.HOLD, card("4D"), 1, reason=events.EARLY)
    table.do(events.NEXT)
    table.do(events.CANCEL)
    table.open_betting()
    table.bet(4)
    table.call()
    assert table.game.deal.total == 1 and table.game.deal.holds(card("4D"))


@pytest.mark.rule("002 Irregularities para 3")
@pytest.mark.parametrize("what", [faults.PLAYER_COUNT, faults.COMMUNITY_COUNT])
@pytest.mark.parametrize("moment", ["in the deal", "dealt", "decided", "settling"])
def test_a_wrong_number_of_cards_voids_all_hands(what: int, moment: str) -> None:
    table = dealing(2, 5)
    if moment == "in the deal":
        table.draw("4D")
    else:
        table.deal({2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    if moment == "decided":
        table.look()
        table.decide_all("withdraw")
    if moment == "settling":
        table.to_settling()
    with refused("needs_supervisor"):
        table.fault(what, 5, role=DEALER)
    table.fault(what, 5)
    assert table.phase == "voided"
    assert mains(table, 2) == mains(table, 5) == RETURNED
    assert table.money(2, "side") == table.money(5, "side") == (0, 0, 200)
    table.close()
    assert not table.game.shoe.shuffled


@pytest.mark.rule("002 Irregularities para 3")
def test_a_void_round_shows_no_hand_and_goes_no_further() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S"}, "KD KC", discard="8S")
    table.to_settling()
    table.fault(faults.PLAYER_COUNT, 2)
    assert table.game.hand_shown(2) == b"" and table.game.community(1) == -1
    with refused("round_void"):
        table.do(ride.SETTLED, 2, ride.PAY)
    with refused("round_void"):
        table.do(ride.GO_ON, reason=REASON)
