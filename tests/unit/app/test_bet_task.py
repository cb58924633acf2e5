"""Bet sensors at a table: wagers while betting is open, a proposal in a seat's turn, and for the rest a word."""

import pytest

from pitboard.games import events
from pitboard.games.let_it_ride import ride_events as ride
from tests.unit.app.bet_rig import HANDS, Layout
from tests.unit.games.let_it_ride.play import CHARITY, MBS, NSW, faults


@pytest.fixture
def layout() -> Layout:
    return Layout().run(500)


# -- betting


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
def test_chips_are_wagers_while_betting_is_open(layout: Layout) -> None:
    layout.bet(2, 5)
    assert layout.placed() == ["21", "22", "2$", "51", "52", "5$"]
    layout.take(5, "2").run(500)
    assert layout.placed() == ["21", "22", "2$", "51", "5$"]
    assert layout.game.seats.first_unequal() == 5  # and the dealer is prompted before the call
    assert layout.bets()[-1] == (5, ride.TWO, 0, 0)


def test_chips_that_lie_there_already_are_wagers_when_betting_opens(layout: Layout) -> None:
    layout.wager(3).run(1000)
    assert layout.placed() == [] and layout.bets() == []
    layout.play.open_betting()
    layout.run(500)
    assert layout.placed() == ["31", "32", "3$"]


def test_one_wager_a_turn(layout: Layout) -> None:
    """Seven seats at once: each record is a page of flash, and the loop is free between them."""
    layout.play.open_betting()
    layout.wager(*range(1, 8))
    written: list[int] = []
    for _ in range(100):
        before = len(layout.bets())
        layout.run(13)
        written.append(len(layout.bets()) - before)
    assert sum(written) == 21 and max(written) == 1


@pytest.mark.rule("000 5.3")
def test_chips_after_the_call_are_named_and_nothing_else(layout: Layout) -> None:
    layout.called()
    before = layout.bets()
    layout.put(4, "1").run(900)
    assert layout.note() == ""  # hands may still be at it
    layout.run(600)
    assert layout.note() == "Seat 4 spot 1 late"
    assert layout.bets() == before and layout.game.seats.states[4] == ride.OUT
    layout.take(4, "1").run(500)
    assert layout.note() == ""


def test_a_table_that_tracks_amounts_takes_no_wager_from_a_sensor() -> None:
    layout = Layout(amounts=True, least=1).run(500)
    layout.play.open_betting()
    layout.wager(2).run(6000)
    assert layout.placed() == [] and layout.dealing.refused == 0 and layout.note() == "Seat 2 spot 1 differs"
    layout.play.bet(2, 500)
    layout.run(1000)
    assert layout.placed() == ["21", "22", "2$"] and layout.note() == ""
    layout.take(2, "2").run(6000)
    assert layout.placed() == ["21", "22", "2$"] and layout.note() == "Seat 2 spot 2 differs"


def test_what_a_person_has_entered_stands_and_the_difference_is_named(layout: Layout) -> None:
    layout.bet(2)
    layout.play.put(2, "$", 0)  # "that is no chip"
    layout.run(6000)
    assert layout.placed() == ["21", "22"] and layout.note() == "Seat 2 spot $ differs"
    layout.play.put(6, "1", 1)  # where no sensor sees anything
    layout.run(1000)
    layout.put(6, "1").run(500)
    layout.take(6, "1").run(500)
    assert layout.placed() == ["21", "22", "61"]


def test_in_the_next_round_a_sensor_counts_again(layout: Layout) -> None:
    layout.bet(2)
    layout.play.put(2, "$", 0)
    layout.run(500)
    layout.play.do(events.CANCEL)
    layout.run(500)
    layout.play.open_betting()
    layout.run(500)
    assert layout.placed() == ["21", "22", "2$"]


def test_a_refused_wager_is_not_offered_again_and_again(layout: Layout) -> None:
    layout.play.open_betting()
    layout.play.do(ride.LOCK, 3, reason=1)
    layout.wager(3).run(3000)
    assert layout.placed() == [] and layout.dealing.refused == 3  # one for each spot
    layout.wager(4).run(6000)
    assert layout.placed() == ["41", "42", "4$"] and layout.dealing.refused == 3
    assert layout.note() == "Seat 3 spot 1 differs"


@pytest.mark.rule("000 14.11")
def test_wagers_that_the_supervisor_refused_do_not_come_back(layout: Layout) -> None:
    layout.bet(2, 5)
    layout.play.do(ride.BET_REFUSED, 5, reason=1)
    layout.run(6000)
    assert layout.placed() == ["21", "22", "2$"] and layout.note() == "Seat 5 spot 1 differs"
    layout.take(5, "1").take(5, "2").take(5, "$").run(500)
    assert layout.note() == ""


def test_a_side_wager_waits_for_the_three_others() -> None:
    layout = Layout(CHARITY).run(500)
    layout.play.open_betting()
    layout.put(2, "side").run(500)
    assert layout.placed() == [] and layout.dealing.refused == 1
    layout.wager(2).run(500)
    assert layout.placed() == ["21", "22", "2$", "2side"] and layout.dealing.refused == 1


def test_restless_hands_leave_room_for_people(layout: Layout) -> None:
    layout.play.open_betting()
    for turn in range(400):
        layout.put(1 + turn % 7, ("1", "2", "$")[turn // 7 % 3], turn // 21 % 2 == 0).run(100)
    assert layout.game.changes == 150
    layout.play.put(7, "2", 1 - layout.game.seats.stake(7, 1))


# -- decisions


@pytest.mark.rule("000 8.3")
def test_a_wager_taken_away_in_its_turn_is_a_proposal(layout: Layout) -> None:
    layout.deciding()
    layout.take(2, "1").run(3000)
    assert layout.sensors.proposed == 2 and layout.note() == ""
    assert layout.game.seats.decision(2, 1) == ride.UNDECIDED
    layout.play.decide((2, "withdraw"))
    layout.run(3000)
    assert layout.sensors.proposed == 0 and layout.note() == ""
    layout.take(5, "1").run(500)
    assert layout.sensors.proposed == 5
    layout.put(5, "1").run(500)
    assert layout.sensors.proposed == 0


@pytest.mark.rule("000 8.3")
def test_a_chip_that_stays_rides_only_by_a_key(layout: Layout) -> None:
    layout.deciding()
    layout.run(60_000)
    assert layout.game.next_to_decide() == 2 and layout.sensors.proposed == 0


@pytest.mark.rule("000 8.4")
def test_the_second_decision_is_about_the_second_wager(layout: Layout) -> None:
    layout.deciding()
    layout.play.decide_all("ride")
    layout.play.turn()
    layout.take(2, "2").run(500)
    assert (layout.game.phase, layout.sensors.proposed) == (ride.DECIDING_2, 2)
    layout.put(2, "2").take(2, "1").run(2000)
    assert layout.sensors.proposed == 0 and layout.note() == "Seat 2 spot 1 taken"


def test_the_key_wins_over_what_the_sensor_saw(layout: Layout) -> None:
    layout.deciding()
    layout.take(2, "1").run(500)
    layout.play.decide((2, "ride"))
    layout.run(2000)
    assert layout.game.seats.decision(2, 1) == ride.RIDE and layout.note() == "Seat 2 spot 1 taken"
    layout.put(2, "1").run(500)
    assert layout.note() == ""


@pytest.mark.rule("000 8.3.1")
def test_a_withdrawn_wager_that_still_lies_there_is_named(layout: Layout) -> None:
    layout.deciding()
    layout.play.decide((2, "withdraw"))
    layout.run(2000)
    assert layout.note() == "Seat 2 spot 1 not_returned"
    layout.take(2, "1").run(500)
    assert layout.note() == ""


def test_where_the_house_wants_it_the_wager_taken_away_is_the_decision() -> None:
    layout = Layout(takes=True).run(500)
    layout.deciding()
    layout.take(2, "1").run(900)
    assert layout.game.next_to_decide() == 2
    layout.put(2, "1").run(100)  # knocked, and put right
    layout.run(3000)
    assert layout.game.next_to_decide() == 2
    layout.take(2, "1").run(1500)
    assert layout.game.seats.decision(2, 1) == ride.WITHDRAW and layout.game.next_to_decide() == 5
    layout.take(5, "1").take(5, "2").take(5, "$").run(5000)  # gone altogether: that is no decision
    assert layout.game.next_to_decide() == 5


def test_a_wager_that_was_gone_before_its_turn_decides_nothing() -> None:
    layout = Layout(takes=True).run(500)
    layout.deciding()
    layout.take(5, "1").run(2000)
    assert layout.note() == "Seat 5 spot 1 taken"
    layout.play.decide((2, "ride"))
    layout.run(5000)
    assert layout.game.next_to_decide() == 5 and layout.sensors.proposed == 5


def test_the_wager_of_the_seat_before_is_not_taken_for_this_one() -> None:
    layout = Layout(takes=True).run(500)
    layout.deciding()
    layout.take(5, "1").run(500)
    layout.take(2, "1").run(500)
    layout.play.decide((2, "withdraw"))  # a key, before the sensor's second is over
    layout.run(5000)
    assert layout.game.next_to_decide() == 5


# -- irregularities


@pytest.mark.rule("000 5.4")
@pytest.mark.parametrize("spot", ["1", "2", "$"])
def test_a_wager_taken_away_out_of_turn_is_named(layout: Layout, spot: str) -> None:
    layout.called()
    before = layout.bets()
    layout.take(5, spot).run(2000)
    assert layout.note() == f"Seat 5 spot {spot} taken"
    assert layout.bets() == before and layout.game.seats.states[5] == ride.IN


@pytest.mark.rule("003 5.7")
def test_what_was_entered_is_not_told_again() -> None:
    layout = Layout(MBS).run(500)
    layout.called()
    layout.take(5, "1").run(2000)
    assert layout.note() == "Seat 5 spot 1 taken"
    layout.play.fault(faults.TAKEN_WAGER)
    layout.run(6000)
    assert layout.note() == "Seat 5 spot 1 differs"  # known, and still so
    layout.put(4, "2").run(2000)
    assert layout.note() == "Seat 4 spot 2 late"


@pytest.mark.rule("000 12.10")
def test_chips_that_make_a_wager_equal_are_not_late(layout: Layout) -> None:
    layout.play.open_betting()
    layout.wager(2, 5).take(5, "2").run(1000)
    layout.play.call()
    layout.run(500)
    assert (layout.game.pending, layout.game.pending_seat) == (faults.CORRECT_OR_FOLD, 5)
    layout.put(5, "2").run(3000)
    assert layout.note() == ""
    layout.play.do(ride.CORRECTED, 5, 0, 1)
    layout.run(3000)
    assert layout.note() == "" and layout.placed() == ["21", "22", "2$", "51", "52", "5$"]


def test_a_sensor_that_differed_before_the_call_is_no_thief_after_it(layout: Layout) -> None:
    layout.bet(2)
    layout.play.put(5, "1", 1)
    layout.play.put(5, "2", 1)
    layout.play.put(5, "$", 1)
    layout.run(500)
    layout.play.call()
    layout.run(6000)
    assert layout.note() == "Seat 5 spot 1 differs"


def test_paid_and_collected_chips_say_nothing(layout: Layout) -> None:
    layout.deciding()
    layout.play.decide_all("ride")
    layout.play.turn()
    layout.play.decide_all("ride")
    layout.play.turn()
    layout.play.show_all()
    layout.run(500)
    assert layout.game.phase == ride.SETTLING
    layout.clear().run(3000)
    assert layout.note() == ""
    layout.play.settle_all()
    layout.play.close()
    layout.wager(1).run(3000)
    assert layout.note() == "" and layout.placed() == []


# -- all of it


@pytest.mark.parametrize("pack", [NSW, MBS])
def test_a_whole_round_by_sensors_and_keys(pack: str) -> None:
    layout = Layout(pack).run(500)
    play = layout.called().play
    play.deal(HANDS, "KD KC", discard="8S")
    play.look()
    layout.run(300)
    for which, spot in ((1, "1"), (2, "2")):
        layout.take(2, spot).run(300)
        assert layout.sensors.proposed == 2
        play.decide((2, "withdraw"), (5, "ride"))
        layout.run(300)
        play.turn()
        assert [layout.game.seats.decision(seat, which) for seat in HANDS] == [ride.WITHDRAW, ride.RIDE]
    play.show_all()
    play.settle_all()
    play.close()
    layout.clear().run(2000)
    assert layout.note() == "" and layout.sensors.troubles() == []


@pytest.mark.rule("000 14.11")
@pytest.mark.parametrize("cut", [False, True])
def test_a_refused_wager_stays_refused_over_a_power_cut(cut: bool) -> None:
    """Its chips are taken up and put down again: that is the player, not the supervisor."""
    layout = Layout().run(500).bet(2, 5)
    layout.play.do(ride.BET_REFUSED, 2, reason=10)
    layout.run(7000)
    if cut:
        layout.restart()
        layout.run(7000)
    for spot in "12$":
        layout.take(2, spot)
    layout.run(500)
    for spot in "12$":
        layout.put(2, spot)
    layout.run(1000)
    assert layout.placed() == ["51", "52", "5$"]
