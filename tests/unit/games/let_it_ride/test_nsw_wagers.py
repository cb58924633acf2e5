"""000 5, 6 and 14.11: three equal wagers before the call, the limits of the sign, tokens, refused wagers."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.nsw import (
    COMMUNITY,
    DEALER,
    HANDS,
    LOSES,
    NSW,
    REASON,
    STAKE,
    WINS,
    Play,
    amounts,
    betting,
    called,
    deal_places,
    dealt,
    deciding,
    refuses,
    second_decision,
    settling,
)
from tests.unit.games.let_it_ride.play import faults, ride


def found(table: Play, seat: int, stake: int) -> None:
    """The supervisor puts down what really lies there."""
    for spot in ("1", "2", "$"):
        table.put(seat, spot, stake, reason=REASON)


# -- three equal wagers -------------------------------------------------------------------------------


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
def test_a_seat_with_any_wager_is_flagged_after_the_call_and_dealt_to() -> None:
    table = betting()
    table.bet(1)
    table.put(3, "2", STAKE)
    table.call()
    assert (table.game.pending_what, table.game.pending_seat) == (faults.UNEQUAL, 3)
    with refuses("pending"):
        table.draw("AS")
    table.do(ride.CORRECTED, 3, 0, STAKE, role=DEALER)
    assert deal_places(table) == [1, 3] * 3 + [8, 9]


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
@pytest.mark.parametrize("stakes", [(500, 500, 400), (400, 500, 500), (500, 400, 500), (500, 500, 0)])
def test_three_wagers_that_are_not_equal_are_flagged(stakes: tuple[int, int, int]) -> None:
    table = betting()
    for spot, stake in zip(("1", "2", "$"), stakes, strict=True):
        table.put(3, spot, stake)
    table.call()
    assert table.game.pending_seat == 3


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
def test_equal_wagers_are_not_flagged_and_a_call_without_any_is_refused() -> None:
    table = betting()
    with refuses("no_wagers"):
        table.call()
    table.bet(1, 500)
    table.bet(2, 900)  # equal at each seat, not between seats
    table.call()
    assert not table.game.pending


# -- when ---------------------------------------------------------------------------------------------


@pytest.mark.rule("000 5.3")
def test_after_the_call_nobody_joins_or_raises() -> None:
    table = called()
    with refuses("bets_closed"):
        table.put(WINS, "1", 600, role=DEALER)
    with refuses("seat_empty"):
        table.put(1, "1", STAKE, reason=REASON)
    with refuses("bets_closed"):
        table.put(WINS, "side", STAKE, reason=REASON)
    with refuses("bets_closed"):
        table.call()
    assert set(deal_places(table)) == {WINS, LOSES, 8, 9}


@pytest.mark.rule("000 5.4")
def test_after_the_first_card_nothing_is_taken_away() -> None:
    started = called()
    started.draw("AS")
    for table in (started, dealt(), deciding(), second_decision()):
        for spot in ("1", "2", "$"):
            with refuses("bad_stake"):
                table.put(WINS, spot, 0, reason=REASON)
        with refuses("bets_closed"):
            table.do(events.CANCEL)
        with refuses("seat_empty"):
            table.put(1, "1", STAKE, reason=REASON)


@pytest.mark.rule("000 5.4")
def test_when_settling_begins_no_stake_changes_at_all() -> None:
    with refuses("bets_closed"):
        settling().put(WINS, "1", 600, reason=REASON)


@pytest.mark.rule("000 5.4")
def test_until_the_first_card_a_wager_may_be_withdrawn() -> None:
    table = called()
    for spot in ("1", "2", "$"):
        with refuses("bets_closed"):
            table.put(WINS, spot, 400, role=DEALER, reason=REASON)  # less is no withdrawal
        table.put(WINS, spot, 0, role=DEALER)
    assert set(deal_places(table)) == {LOSES, 8, 9}


# -- limits -------------------------------------------------------------------------------------------


@pytest.mark.rule("000 5.4")
def test_the_first_card_ends_what_the_dealer_may_take_back() -> None:
    table = called()
    table.draw("TH")
    with refuses("bets_closed"):
        table.put(WINS, "1", 0, role=DEALER)
    with refuses("bad_stake"):
        table.put(WINS, "1", 0, reason=REASON)


@pytest.mark.rule("000 6.1")
def test_the_minimum_of_the_sign_and_no_multiples_of_it() -> None:
    table = betting(least=500)
    with refuses("out_of_limits"):
        table.put(1, "1", 499)
    for stake in (500, 501, 1250):
        table.put(1, "1", stake)


@pytest.mark.rule("000 6.1")
def test_a_unit_above_the_minimum_is_enforced_if_the_sign_has_one() -> None:
    table = betting(least=500, unit=200)
    for stake in (500, 700, 1100):
        table.put(1, "1", stake)
    for stake in (600, 1000):
        with refuses("out_of_limits"):
            table.put(1, "1", stake)


@pytest.mark.rule("000 6.2")
def test_a_wager_found_below_the_minimum_after_the_call_is_valid() -> None:
    for table in (dealt(least=500), deciding(least=500)):
        found(table, WINS, 300)
        found(table, LOSES, 200)
        if table.phase == "dealt":
            table.look()
        table.decide_all()
        table.turn()
        table.decide_all()
        table.turn()
        table.show_all()
        assert amounts(table, WINS) == [(300, 0, 300)] * 3
        assert amounts(table, LOSES) == [(0, 200, 0)] * 3


@pytest.mark.rule("000 6.2")
def test_a_wager_found_below_the_minimum_in_the_deal_is_valid() -> None:
    table = called(least=500)
    found(table, WINS, 300)
    assert not table.game.pending


@pytest.mark.rule("000 6.3")
def test_above_the_maximum_is_paid_and_collected_up_to_it_each_wager_by_itself() -> None:
    table = Play(NSW, most=500)
    table.open_betting()
    table.bet(WINS, 800)
    table.bet(LOSES, 800)
    table.call()
    table.deal(HANDS, COMMUNITY)
    table.to_settling()
    assert amounts(table, WINS) == [(500, 0, 800)] * 3
    assert amounts(table, LOSES) == [(0, 500, 300)] * 3


@pytest.mark.rule("000 6.3")
def test_above_the_maximum_found_late_is_settled_alike_and_earlier_rounds_stand() -> None:
    table = settling(most=500)
    table.settle_all()
    table.close()
    before = list(table.log)
    dealt(table)
    found(table, WINS, 501)
    table.to_settling()
    assert amounts(table, WINS) == [(500, 0, 501)] * 3
    assert table.log[: len(before)] == before


# -- tokens -------------------------------------------------------------------------------------------


@pytest.mark.rule("000 1.1 promotional voucher, 5.1")
@pytest.mark.parametrize(("tokens_back", "on_one"), [(True, (500, 0, 500)), (False, (500, 500, 0))])
def test_tokens_are_kept_apart_and_win_chips(tokens_back: bool, on_one: tuple[int, int, int]) -> None:
    table = Play(NSW, tokens_back=tokens_back)
    table.open_betting()
    table.put(WINS, "1", STAKE, reason=ride.TOKENS)
    table.put(WINS, "2", STAKE)
    table.put(WINS, "$", STAKE)
    table.bet(LOSES, reason=ride.TOKENS)
    table.call()
    is_tokens = table.game.seats.is_tokens
    assert [is_tokens(WINS, spot) for spot in (ride.ONE, ride.TWO, ride.DOLLAR)] == [True, False, False]
    table.deal(HANDS, COMMUNITY)
    table.to_settling()
    assert amounts(table, WINS) == [on_one, (500, 0, 500), (500, 0, 500)]  # the profit is the same
    assert amounts(table, LOSES) == [(0, 500, 0)] * 3


@pytest.mark.rule("000 1.1 promotional voucher, 5.1")
def test_a_withdrawn_token_goes_back() -> None:
    table = Play(NSW, tokens_back=False)
    table.open_betting()
    table.bet(WINS, reason=ride.TOKENS)
    table.call()
    table.deal({WINS: HANDS[WINS]}, COMMUNITY)
    table.to_settling("withdraw")
    assert amounts(table, WINS) == [(0, 0, 500), (0, 0, 500), (500, 500, 0)]


# -- refused wagers -----------------------------------------------------------------------------------


@pytest.mark.rule("000 14.11")
def test_the_supervisor_refuses_a_seats_wagers_with_a_reason() -> None:
    table = betting()
    table.bet(WINS)
    table.bet(LOSES)
    with refuses("needs_supervisor"):
        table.do(ride.BET_REFUSED, WINS, reason=REASON, role=DEALER)
    with refuses("needs_reason"):
        table.do(ride.BET_REFUSED, WINS)
    with refuses("seat_empty"):
        table.do(ride.BET_REFUSED, 1, reason=REASON)
    table.do(ride.BET_REFUSED, WINS, reason=REASON, who=9)
    assert table.log[-1] == (ride.BET_REFUSED, WINS, 0, 0, REASON, 9)
    assert not table.game.seats.has_any(WINS)
    table.call()
    assert set(deal_places(table)) == {LOSES, 8, 9}


@pytest.mark.rule("000 14.11")
def test_no_wager_is_refused_after_the_first_card() -> None:
    started = called()
    started.draw("AS")
    for table in (started, dealt(), deciding()):
        with refuses("bets_closed"):
            table.do(ride.BET_REFUSED, WINS, reason=REASON)


@pytest.mark.rule("000 14.11")
def test_until_the_first_card_a_wager_is_refused() -> None:
    table = called()
    table.do(ride.BET_REFUSED, WINS, reason=REASON)
    assert set(deal_places(table)) == {LOSES, 8, 9}
