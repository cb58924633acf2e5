"""000 12.7, 12.8, 12.13, 12.14, 14.3 to 14.5: one hand is void, discarded or rides; a game is invalidated."""

import pytest

from pitboard.games import events
from pitboard.games.let_it_ride import pack as topics
from pitboard.games.let_it_ride import ride_refusals as why
from tests.unit.games.let_it_ride.nsw import (
    COMMUNITY,
    DEALER,
    HANDS,
    LOSES,
    NSW,
    REASON,
    WINS,
    Play,
    amounts,
    called,
    dealt,
    deciding,
    finish,
    hand_of,
    refuses,
    second_decision,
    settling,
    shuffler_table,
)
from tests.unit.games.let_it_ride.play import SHOE, SHUFFLER, card, faults, ride

BACK = [(0, 0, 500)] * 3


def too_much(table: Play) -> list[str]:
    """The cards in the order in which they leave the shoe or the shuffler if seat 4 gets a hand too."""
    extra = {**HANDS, 4: "2S 3S 4S"}
    seats = [seat for seat in sorted(extra) for _ in range(3)]
    if table.game.shoe.source == SHOE:
        seats = sorted(extra) * 3
    left = {seat: hand.split() for seat, hand in extra.items()}
    return [left[seat].pop(0) for seat in seats] + COMMUNITY.split() + ["6S"] * (table.game.shoe.source == SHUFFLER)


def dealt_too_much(table: Play) -> None:
    """As many as the table knows of; the last three are held, and the supervisor passes over them."""
    cards = too_much(table)
    for code in cards[:-3]:
        table.draw(code)
    for code in cards[-3:]:
        assert table.game.route(card(code), False) == (events.HOLD, events.LATE)
        table.do(events.HOLD, card(code), table.game.place(), reason=events.LATE)
        table.do(events.DISMISS, reason=REASON)


def slide_the_last_again(table: Play) -> None:
    for code in too_much(table)[-3:]:
        table.draw(code)


@pytest.mark.rule("000 12.7")
@pytest.mark.parametrize("seat", [WINS, LOSES])
def test_a_hand_of_a_wrong_number_is_void_and_the_others_play_on(seat: int) -> None:
    other = LOSES if seat == WINS else WINS
    table = deciding()
    table.fault(faults.PLAYER_COUNT, seat)
    assert table.game.next_to_decide() == other
    with refuses("seat_empty"):
        table.decide((seat, "ride"))
    finish(table)
    assert amounts(table, seat) == BACK
    assert amounts(table, other) == [(500, 0, 500) if other == WINS else (0, 500, 0)] * 3


@pytest.mark.rule("000 12.7")
def test_a_hand_is_void_until_the_round_is_concluded() -> None:
    table = settling()
    table.do(ride.SETTLED, LOSES, ride.COLLECT, role=DEALER)
    table.fault(faults.PLAYER_COUNT, LOSES)
    assert amounts(table, LOSES) == BACK
    assert table.settle_all() == [(WINS, ride.PAY)]
    with refuses("seat_empty"):
        settling().fault(faults.PLAYER_COUNT, 1)


@pytest.mark.rule("000 12.7")
def test_a_void_hand_whose_one_was_withdrawn_gets_the_rest() -> None:
    table = deciding()
    table.decide((WINS, "withdraw"), (LOSES, "ride"))
    table.turn()
    table.fault(faults.PLAYER_COUNT, WINS)
    table.decide_all()
    table.turn()
    table.show_all()
    assert amounts(table, WINS) == BACK


@pytest.mark.rule("000 12.8")
@pytest.mark.parametrize("source", [SHOE, SHUFFLER])
def test_a_hand_without_a_wager_found_after_handling_is_discarded_and_play_goes_on(source: int) -> None:
    """Seat 4 was dealt to between 2 and 5: from there on each card was booked as the next place's."""
    table = Play(NSW, source=source)
    table.start(*HANDS)
    dealt_too_much(table)
    assert table.game.deal.community(1) != card(COMMUNITY.split()[0])
    table.look()
    with refuses("seat_empty"):
        table.fault(faults.NO_WAGER, WINS)
    table.fault(faults.NO_WAGER, 4)
    assert table.phase == "dealing" and table.game.moment() == topics.HANDLED
    with refuses("deal_first"):
        table.fault(faults.NO_WAGER, 3)
    slide_the_last_again(table)
    assert table.replayed().snapshot() == table.game.snapshot()
    table.look()
    assert table.game.next_to_decide() == WINS
    with refuses("not_lawful"):
        table.fault(faults.NO_WAGER, 4)
    finish(table)
    assert {seat: hand_of(table, seat) for seat in HANDS} == {seat: HANDS[seat].split() for seat in HANDS}
    assert amounts(table, 4) == [(0, 0, 0)] * 3
    assert amounts(table, WINS) == [(500, 0, 500)] * 3
    assert [seat for seat, _ in table.settle_all()] == [LOSES, WINS]


@pytest.mark.rule("000 12.8")
def test_a_hand_without_a_wager_is_found_by_the_community_card_that_is_none() -> None:
    """What was decided stays decided, and the card is turned that really is the first one."""
    table = Play(NSW, source=SHUFFLER)
    table.start(*HANDS)
    dealt_too_much(table)
    table.look()
    table.decide((WINS, "withdraw"), (LOSES, "ride"))
    table.turn()
    table.fault(faults.NO_WAGER, 4)
    slide_the_last_again(table)
    table.look()
    table.turn()
    assert table.phase == "deciding_2" and table.game.community(1) == card(COMMUNITY.split()[0])
    table.decide_all()
    table.turn()
    table.show_all()
    assert amounts(table, WINS) == [BACK[0], (500, 0, 500), (500, 0, 500)]
    with refuses("shown"):
        table.fault(faults.NO_WAGER, 3)


@pytest.mark.rule("000 12.8")
@pytest.mark.rule("000 14.9")
def test_a_discarded_hand_is_no_wager_of_its_seat() -> None:
    table = Play(NSW)
    table.start(*HANDS)
    dealt_too_much(table)
    table.look()
    table.fault(faults.NO_WAGER, 4)
    slide_the_last_again(table)
    table.look()
    finish(table)
    table.settle_all()
    table.close()
    assert table.game.seats.idle[4] == 1


@pytest.mark.rule("000 12.13")
def test_who_has_decided_had_looked() -> None:
    table = deciding()
    table.decide((WINS, "ride"))
    for what in (faults.ABSENT_UNSEEN, faults.ABSENT_SEEN):
        refusal = table.game.judge(ride.FAULT, what, WINS, 0, REASON)
        assert (refusal == why.DECIDED) == (what == faults.ABSENT_UNSEEN)
    table.fault(faults.ABSENT_UNSEEN, LOSES)


@pytest.mark.rule("000 12.13")
def test_absent_without_having_looked_the_hand_is_void() -> None:
    table = deciding()
    table.fault(faults.ABSENT_UNSEEN, WINS)
    assert table.game.next_to_decide() == LOSES
    finish(table)
    assert amounts(table, WINS) == BACK
    with refuses("not_lawful"):
        dealt().fault(faults.ABSENT_UNSEEN, WINS)


@pytest.mark.rule("000 12.14")
def test_absent_after_having_looked_all_that_is_left_rides() -> None:
    table = deciding()
    table.fault(faults.ABSENT_SEEN, WINS)
    assert table.game.next_to_decide() == LOSES
    finish(table)
    assert amounts(table, WINS) == [(500, 0, 500)] * 3


@pytest.mark.rule("000 12.14")
def test_absent_after_one_was_withdrawn_two_rides() -> None:
    table = deciding()
    table.decide((WINS, "withdraw"), (LOSES, "withdraw"))
    table.turn()
    table.fault(faults.ABSENT_SEEN, LOSES)
    table.decide((WINS, "withdraw"))
    assert table.phase == "turning_2"
    table.turn()
    table.show_all()
    assert amounts(table, LOSES) == [(0, 0, 500), (0, 500, 0), (0, 500, 0)]


# -- general provisions -------------------------------------------------------------------------------


@pytest.mark.rule("000 14.1 - 14.3")
def test_the_supervisor_voids_a_players_wagers_and_locks_the_seat() -> None:
    for table in (called(), dealt(), deciding(), second_decision()):
        with refuses("needs_supervisor"):
            table.fault(faults.WAGER_VOID, WINS, role=DEALER)
        table.fault(faults.WAGER_VOID, WINS)
        table.do(ride.LOCK, WINS, reason=REASON)
        assert table.game.seats.states[WINS] == ride.VOID_HAND
        assert table.game.seats.locked == 1 << WINS
    table.decide_all()
    table.turn()
    table.show_all()
    assert amounts(table, WINS) == BACK
    assert amounts(table, LOSES) == [(0, 500, 0)] * 3


@pytest.mark.rule("000 14.1 - 14.3")
def test_a_hand_that_is_void_in_the_deal_gets_no_further_card() -> None:
    table = called()
    table.draw("TH")
    table.draw("2D")
    table.fault(faults.WAGER_VOID, WINS)
    assert list(table.game.deal.places[2 : table.game.deal.size]) == [LOSES, LOSES, 8, 9]
    table.deal({LOSES: "3C 9D"}, "4H 8S")
    table.look()
    finish(table)
    assert amounts(table, WINS) == BACK
    assert amounts(table, LOSES) == [(0, 500, 0)] * 3


@pytest.mark.rule("000 7.4.1")
@pytest.mark.parametrize(("seat", "left"), [(WINS, [WINS, WINS, *[LOSES] * 3]), (LOSES, [WINS, WINS])])
def test_a_stack_that_was_begun_is_delivered_whole_and_another_one_not_at_all(seat: int, left: list[int]) -> None:
    table = shuffler_table()
    table.start(*HANDS)
    table.draw("TH")
    table.fault(faults.WAGER_VOID, seat)
    assert list(table.game.deal.places[1 : table.game.deal.size]) == [*left, 8, 9, 10]


@pytest.mark.rule("000 14.4, 14.5")
def test_an_invalidated_game_is_refunded_and_a_fraudsters_wagers_forfeited() -> None:
    for table in (called(), dealt(), deciding(), settling()):
        with refuses("needs_supervisor"):
            table.fault(faults.INVALIDATED, role=DEALER)
        with refuses("needs_reason"):
            table.do(ride.FAULT, faults.INVALIDATED)
        table.fault(faults.INVALIDATED)
        assert table.phase == "voided"
        assert [amounts(table, seat) for seat in HANDS] == [BACK, BACK]
        table.do(ride.FORFEIT, LOSES, reason=REASON)
        assert amounts(table, LOSES) == [(0, 500, 0)] * 3
        assert amounts(table, WINS) == BACK
        with refuses("seat_empty"):
            table.do(ride.FORFEIT, 1, reason=REASON)
        table.close()


@pytest.mark.rule("000 14.4, 14.5")
def test_what_was_withdrawn_before_is_not_forfeited() -> None:
    table = deciding()
    table.decide((WINS, "withdraw"))
    table.fault(faults.INVALIDATED)
    table.do(ride.FORFEIT, WINS, reason=REASON)
    assert amounts(table, WINS) == [(0, 0, 500), (0, 500, 0), (0, 500, 0)]


@pytest.mark.rule("000 14.4, 14.5")
def test_nothing_is_forfeited_in_a_round_that_is_void_for_another_reason() -> None:
    table = dealt()
    with refuses("round_running"):
        table.do(ride.FORFEIT, WINS, reason=REASON)
    table.fault(faults.DEALT_WRONGLY)
    with refuses("nothing_pending"):
        table.do(ride.FORFEIT, WINS, reason=REASON)
