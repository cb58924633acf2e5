"""000 8 and 12.12: first "1", then "2", each in turn from the dealer's left; what was decided stands."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    HANDS,
    LOSES,
    NSW,
    REASON,
    STAKE,
    WINS,
    Play,
    amounts,
    called,
    dealt,
    deciding,
    finish,
    lit,
    refuses,
    second_decision,
    settling,
)
from tests.unit.games.let_it_ride.play import ride


@pytest.mark.rule("000 8.3")
def test_from_the_dealers_left_each_in_turn() -> None:
    table = deciding()
    with refuses("not_next"):
        table.decide((LOSES, "ride"))
    table.decide((WINS, "withdraw"))
    with refuses("decided"):
        table.decide((WINS, "ride"))
    table.decide((LOSES, "ride"))
    assert table.phase == "turning_1"
    assert [table.game.seats.decision(seat, 1) for seat in (WINS, LOSES)] == [ride.WITHDRAW, ride.RIDE]


@pytest.mark.rule("000 8.3")
def test_nobody_decides_before_the_cards_were_looked_at_or_without_a_hand() -> None:
    with refuses("deal_first"):
        called().decide((WINS, "ride"))
    with refuses("not_yet"):
        dealt().decide((WINS, "ride"))
    with refuses("seat_empty"):
        deciding().decide((1, "ride"))


@pytest.mark.rule("000 8.3.1")
def test_a_withdrawn_wager_is_back_at_once_and_in_full() -> None:
    table = deciding()
    assert lit(table)[WINS, "1"]
    table.decide((WINS, "withdraw"))
    assert (WINS, "1") not in lit(table)
    with refuses("bad_stake"):
        table.put(WINS, "1", STAKE, reason=REASON)
    table.decide((LOSES, "withdraw"))
    table.turn()
    finish(table)
    assert amounts(table, WINS) == [(0, 0, 500), (500, 0, 500), (500, 0, 500)]
    assert amounts(table, LOSES) == [(0, 0, 500), (0, 500, 0), (0, 500, 0)]


@pytest.mark.rule("000 8.4")
def test_the_first_community_card_only_when_all_have_decided_on_one() -> None:
    table = deciding()
    for seat in HANDS:
        with refuses("not_yet"):
            table.turn()
        assert table.game.community(1) == -1
        table.decide((seat, "ride"))
    with refuses("not_yet"):
        table.decide((WINS, "ride"))
    with refuses("not_this_one"):
        table.do(ride.TURN, 2, 0, table.game.deal.community(2), role=DEALER)
    table.turn()
    with refuses("not_next"):
        table.decide((LOSES, "ride"))
    table.decide((WINS, "ride"), (LOSES, "ride"))


@pytest.mark.rule("000 8.4")
def test_a_decision_before_the_card_is_one_on_one_alone() -> None:
    table = deciding()
    table.decide_all("withdraw")
    assert [table.game.seats.decision(seat, 2) for seat in HANDS] == [ride.UNDECIDED] * 2


@pytest.mark.rule("000 8.5")
@pytest.mark.parametrize("first", ["ride", "withdraw"])
@pytest.mark.parametrize("second", ["ride", "withdraw"])
def test_the_decision_on_two_is_free(first: str, second: str) -> None:
    table = deciding()
    table.decide_all(first)
    table.turn()
    table.decide_all(second)
    table.turn()
    table.show_all()
    back, won = (0, 0, 500), (500, 0, 500)
    assert amounts(table, WINS) == [back if c == "withdraw" else won for c in (first, second, "$")]


@pytest.mark.rule("000 8.6")
def test_the_second_community_card_only_when_all_have_decided_on_two() -> None:
    table = second_decision()
    for seat in HANDS:
        with refuses("not_yet"):
            table.turn()
        assert table.game.community(2) == -1
        table.decide((seat, "withdraw"))
    with refuses("not_yet"):
        table.show()
    table.turn()
    with refuses("shown"):
        table.do(ride.TURN, 2, 0, table.game.deal.community(2), role=DEALER)


@pytest.mark.rule("000 8.9")
def test_the_dollar_wager_cannot_be_withdrawn() -> None:
    for table in (deciding(), second_decision()):
        with refuses("dollar_stays"):
            table.do(ride.DECIDE, WINS, 3, role=DEALER)
        with refuses("bad_stake"):
            table.put(WINS, "$", 0, reason=REASON)
    assert [table[2] for table in (amounts(settling("withdraw"), seat) for seat in HANDS)] == [
        (500, 0, 500),
        (0, 500, 0),
    ]


@pytest.mark.rule("000 8.10")
def test_what_was_let_ride_stays() -> None:
    table = deciding()
    table.decide((WINS, "ride"))
    with refuses("decided"):
        table.decide((WINS, "withdraw"))
    table.decide((LOSES, "ride"))
    table.turn()
    table.decide((WINS, "ride"), (LOSES, "ride"))
    with refuses("stands"):
        table.decide((LOSES, "withdraw"))
    table.turn()
    with refuses("stands"):
        table.decide((WINS, "withdraw"))
    table.show_all()
    assert amounts(table, LOSES) == [(0, 500, 0)] * 3


# -- cards under "$" ----------------------------------------------------------------------------------


@pytest.mark.rule("000 8.11")
@pytest.mark.parametrize("seat", [WINS, LOSES])
def test_cards_under_dollar_let_all_ride_out_of_turn_and_whatever_the_hand(seat: int) -> None:
    table = deciding()
    table.do(ride.TUCK, seat, role=DEALER)
    other = LOSES if seat == WINS else WINS
    assert table.game.next_to_decide() == other
    table.decide((other, "withdraw"))
    table.turn()
    assert table.game.next_to_decide() == other
    table.decide((other, "withdraw"))
    assert table.phase == "turning_2"
    with refuses("not_yet"):
        table.show()
    table.turn()
    table.show_all()
    on_each = (500, 0, 500) if seat == WINS else (0, 500, 0)
    assert amounts(table, seat) == [on_each] * 3


@pytest.mark.rule("000 8.11")
def test_cards_under_dollar_after_one_was_withdrawn_let_two_ride() -> None:
    table = deciding()
    table.decide_all("withdraw")
    table.turn()
    table.do(ride.TUCK, LOSES, role=DEALER)
    table.decide((WINS, "ride"))
    table.turn()
    table.show_all()
    assert amounts(table, LOSES) == [(0, 0, 500), (0, 500, 0), (0, 500, 0)]


@pytest.mark.rule("000 8.11")
@pytest.mark.parametrize("when", ["others decide on 1", "before the first community card"])
def test_cards_go_under_dollar_at_any_stage(when: str) -> None:
    table = deciding()
    table.decide((WINS, "ride"))
    if when != "others decide on 1":
        table.decide((LOSES, "ride"))
    table.do(ride.TUCK, WINS, role=DEALER)
    assert table.game.seats.decision(WINS, 2) == ride.RIDE


# -- the supervisor -----------------------------------------------------------------------------------


@pytest.mark.rule("000 12.12")
def test_a_supervisor_lets_one_hand_play_first() -> None:
    for table in (dealt(), deciding()):
        with refuses("needs_supervisor"):
            table.do(ride.ORDER, LOSES, role=DEALER)
        table.do(ride.ORDER, LOSES)
        if table.phase == "dealt":
            table.look()
        assert table.game.next_to_decide() == LOSES
        with refuses("not_next"):
            table.decide((WINS, "ride"))
        table.decide((LOSES, "ride"))
        with refuses("decided"):
            table.do(ride.ORDER, LOSES)
        with refuses("not_yet"):
            table.turn()
        table.decide((WINS, "ride"))
        table.turn()
    with refuses("round_running"):
        table.do(ride.ORDER, LOSES)


@pytest.mark.rule("000 12.12")
def test_a_locked_seat_takes_no_wager_until_it_is_unlocked() -> None:
    table = deciding()
    with refuses("needs_reason"):
        table.do(ride.LOCK, WINS)
    table.do(ride.LOCK, WINS, reason=REASON)
    table.decide_all()
    table.turn()
    finish(table)
    assert amounts(table, WINS) == [(500, 0, 500)] * 3  # the hand that is dealt is played
    table.settle_all()
    table.close()
    table.open_betting()
    with refuses("seat_locked"):
        table.bet(WINS)
    table.bet(LOSES)
    table.do(ride.UNLOCK, WINS)
    table.bet(WINS)


@pytest.mark.rule("000 12.12")
def test_locking_before_the_call_takes_the_wagers_from_the_layout() -> None:
    table = Play(NSW)
    table.open_betting()
    table.bet(WINS)
    table.do(ride.LOCK, WINS, reason=REASON)
    with refuses("no_wagers"):
        table.do(events.NO_MORE_BETS, role=DEALER)
