"""003 5: foreign and missing cards, wrong deals, moved hands, wrong numbers even after payment, exposed cards."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import RETURNED, dealt, mains, play_out, refused
from tests.unit.games.let_it_ride.play import DEALER, MBS, REASON, Play, card, faults, ride

HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}
MOMENTS = ("in the deal", "dealt", "decided", "settling")


def at(moment: str) -> Play:
    """A round with the progressive wager at both seats, brought to this moment."""
    table = Play(MBS)
    table.start(2, 5, side=200)
    table.draw("TH")
    if moment == "in the deal":
        return table
    table.deal({2: "TD 5S", 5: HANDS[5]}, "KD KC")
    if moment == "decided":
        table.look()
        table.decide_all("withdraw")
    elif moment == "settling":
        table.to_settling()
    return table


def paid() -> Play:
    """A round that was settled and closed."""
    table = at("settling")
    table.settle_all()
    table.close()
    return table


def assert_void(table: Play) -> None:
    assert table.phase == "voided"
    assert mains(table, 2) == mains(table, 5) == RETURNED
    assert table.money(2, "side") == table.money(5, "side") == (0, 0, 200)
    assert not any(table.game.settling.envy)


@pytest.mark.rule("003 5.1")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_foreign_card_voids_the_round(moment: str) -> None:
    table = at(moment)
    with refused("needs_supervisor"):
        table.fault(faults.FOREIGN, role=DEALER)
    table.fault(faults.FOREIGN)
    assert_void(table)


@pytest.mark.rule("003 5.1")
def test_a_foreign_card_under_the_reader_can_only_void() -> None:
    table = at("in the deal")
    assert table.game.route(card("TH"), False) == (events.HOLD, events.FOREIGN)
    table.do(events.HOLD, card("TH"), 2, reason=events.FOREIGN)
    with refused("held"):
        table.draw("TD")
    with refused("not_lawful"):
        table.do(events.DISMISS, reason=REASON)
    with refused("not_lawful"):
        table.do(events.NEXT)
    table.fault(faults.FOREIGN)
    assert_void(table)


@pytest.mark.rule("003 5.1")
def test_earlier_rounds_stand() -> None:
    table = Play(MBS)
    play_out(table, 3)
    assert table.game.played == 1
    table.start(2, 5, side=200)
    with refused("not_lawful"):  # what was paid before is not in question
        table.fault(faults.WAGER_VOID, 2)
    table.fault(faults.FOREIGN)
    assert_void(table)
    table.close()
    assert table.game.played == 2 and table.phase == "idle", "a void round was played; none is taken back"
    with refused("not_lawful"):
        table.fault(faults.PLAYER_COUNT, 2)


@pytest.mark.rule("003 5.2")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_shortage_or_an_excess_voids_the_round(moment: str) -> None:
    table = at(moment)
    table.do(ride.COUNTED, table.game.shoe.left() - 1)
    assert table.game.count_off == 99
    table.fault(faults.MISSING)
    assert_void(table)


@pytest.mark.rule("003 5.3")
@pytest.mark.parametrize("what", [faults.DEALT_WRONGLY, faults.NO_WAGER])
@pytest.mark.parametrize("moment", ["in the deal", "dealt"])
def test_dealt_wrongly_and_nobody_touched_a_card(what: int, moment: str) -> None:
    table = at(moment)
    table.fault(what, 3 if what == faults.NO_WAGER else 0)
    with refused("pending"):
        table.do(ride.LOOK) if moment == "dealt" else table.draw("TD")
    table.do(ride.VOID_NOW, reason=REASON)
    assert_void(table)


@pytest.mark.rule("003 5.3")
def test_complete_hands_are_moved_and_the_round_goes_on() -> None:
    table = at("dealt")
    table.fault(faults.DEALT_WRONGLY)
    for wrong in ((2, 2), (2, 8)):
        with refused("no_such_seat"):
            table.do(ride.MOVE_HAND, *wrong, reason=REASON)
    with refused("seat_empty"):
        table.do(ride.MOVE_HAND, 4, 2, reason=REASON)
    table.do(ride.MOVE_HAND, 2, 5, reason=REASON)
    table.do(ride.GO_ON, reason=REASON)
    table.to_settling()
    assert table.game.hand_shown(5) == bytes(map(card, HANDS[2].split()))
    assert table.game.hand_shown(2) == bytes(map(card, HANDS[5].split()))
    assert mains(table, 5) == [(1000, 0, 500)] * 3 and mains(table, 2) == [(500, 0, 500)] * 3


@pytest.mark.rule("003 5.3")
def test_once_a_player_has_handled_cards_that_is_over() -> None:
    table = at("dealt")
    table.look()
    with refused("not_lawful"):
        table.fault(faults.DEALT_WRONGLY)
    with refused("nothing_pending"):
        table.do(ride.MOVE_HAND, 2, 5, reason=REASON)


@pytest.mark.rule("003 5.3")
def test_a_hand_is_not_moved_to_a_seat_without_a_wager() -> None:
    table = dealt(MBS, HANDS, "KD KC")
    table.fault(faults.DEALT_WRONGLY)
    with refused("seat_empty"):
        table.do(ride.MOVE_HAND, 2, 3, reason=REASON)


@pytest.mark.rule("003 5.3")
def test_only_complete_hands_are_moved() -> None:
    table = Play(MBS)
    table.start(2, 5)
    for code in ("TH", "TD", "5S", "2C", "3C"):
        table.draw(code)
    table.fault(faults.DEALT_WRONGLY)
    with refused("deal_first"):
        table.do(ride.MOVE_HAND, 2, 5, reason=REASON)
    table.do(ride.GO_ON, reason=REASON)
    table.draw("9D")
    table.fault(faults.DEALT_WRONGLY)
    table.do(ride.MOVE_HAND, 2, 5, reason=REASON)  # both have three, the community cards are still to come
    table.do(ride.GO_ON, reason=REASON)
    for code in ("KD", "KC"):
        table.draw(code)
    table.to_settling()
    assert table.game.hand_shown(5) == bytes(map(card, HANDS[2].split()))
    assert table.game.hand_shown(2) == bytes(map(card, HANDS[5].split()))


@pytest.mark.rule("003 5.3")
@pytest.mark.rule("003 5.4")
@pytest.mark.parametrize("moment", ["decided", "settling"])
def test_hands_that_were_handled_are_not_moved(moment: str) -> None:
    table = at(moment)
    table.fault(faults.PLAYER_COUNT, 2)
    with refused("round_running"):
        table.do(ride.MOVE_HAND, 2, 5, reason=REASON)
    table.do(ride.VOID_NOW, reason=REASON)
    assert_void(table)


@pytest.mark.rule("003 5.4")
@pytest.mark.parametrize("what", [faults.PLAYER_COUNT, faults.COMMUNITY_COUNT])
@pytest.mark.parametrize("moment", [*MOMENTS, "paid"])
def test_a_wrong_number_of_cards_that_cannot_be_rebuilt_voids(what: int, moment: str) -> None:
    table = paid() if moment == "paid" else at(moment)
    with refused("needs_supervisor"):
        table.fault(what, 5, role=DEALER)
    table.fault(what, 5)
    assert table.game.pending == faults.MOVE_OR_VOID
    table.do(ride.VOID_NOW, reason=REASON)
    assert_void(table)
    table.close()
    assert table.phase == "idle"


@pytest.mark.rule("003 5.4")
def test_a_wrong_number_that_was_rebuilt_changes_nothing() -> None:
    table = at("dealt")
    table.fault(faults.PLAYER_COUNT, 5)
    table.do(ride.GO_ON, reason=REASON)
    table.to_settling()
    assert mains(table, 2) == [(1000, 0, 500)] * 3


@pytest.mark.rule("003 5.4")
def test_a_paid_round_can_be_reversed_until_then_even_after_the_shuffle() -> None:
    table = paid()
    table.shuffle()
    table.fault(faults.PLAYER_COUNT, 2)
    table.do(ride.VOID_NOW, reason=REASON)
    assert_void(table)


@pytest.mark.rule("003 5.4")
def test_a_round_that_is_reversed_is_counted_once() -> None:
    table = paid()
    idle, played = bytes(table.game.seats.idle), table.game.played
    table.fault(faults.PLAYER_COUNT, 2)
    table.do(ride.VOID_NOW, reason=REASON)
    table.close()
    assert (bytes(table.game.seats.idle), table.game.played) == (idle, played)
    assert table.replayed().snapshot() == table.game.snapshot()


@pytest.mark.rule("003 5.4")
@pytest.mark.rule("003 5.1")
def test_a_round_can_be_void_however_much_was_found_in_it() -> None:
    table = at("dealt")
    while table.game.judge(ride.COUNTED, table.game.shoe.left()) == 0:
        table.do(ride.COUNTED, table.game.shoe.left())
    with refused("too_many"):
        table.fault(faults.PLAYER_COUNT, 2)
    table.fault(faults.FOREIGN)
    assert_void(table)


@pytest.mark.rule("003 5.4")
def test_after_the_next_place_your_bets_the_result_stands() -> None:
    table = paid()
    assert mains(table, 2) == [(1000, 0, 500)] * 3, "what was paid can still be told"
    table.do(events.OPEN, 1, table.game.shoe.source)
    with refused("not_lawful"):
        table.fault(faults.PLAYER_COUNT, 2)


@pytest.mark.rule("003 5.5")
@pytest.mark.parametrize("second", [faults.PLAYER_EXPOSED, faults.COMMUNITY_EXPOSED])
def test_two_cards_exposed_in_the_deal_void_the_round(second: int) -> None:
    table = at("in the deal")
    table.fault(faults.PLAYER_EXPOSED, role=DEALER)
    assert table.phase == "dealing" and not table.game.pending, "one: play goes on (L21)"
    table.draw("TD")
    table.fault(second)
    assert_void(table)


@pytest.mark.rule("003 5.5")
def test_one_exposed_community_card_waits_for_the_supervisor_and_counts_as_one() -> None:
    table = at("in the deal")
    table.fault(faults.COMMUNITY_EXPOSED)
    with refused("pending"):
        table.draw("TD")
    table.do(ride.GO_ON, reason=REASON)
    table.draw("TD")
    table.fault(faults.PLAYER_EXPOSED)
    assert_void(table)


@pytest.mark.rule("003 5.5")
def test_a_card_exposed_in_the_last_round_does_not_count_in_this_one() -> None:
    table = dealt(MBS, HANDS, "KD KC")
    table.fault(faults.OPERATOR_VOID)
    table.close()
    for _ in range(2):
        table.start(2, 5, side=200)
        table.draw("TH")
        table.fault(faults.PLAYER_EXPOSED)
        assert table.phase == "dealing"
        table.fault(faults.OPERATOR_VOID)
        table.close()
