"""Before and between rounds: lamp test, check of the cards, shuffle, cut, new cards (001 3.5, 6, 7)."""

import pytest

from pitboard.games import effects
from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.opening import LAMPS_BAD, LAMPS_GOOD, LAMPS_LIT, LAMPS_UNTESTED

from .play import OPENING, PLAIN_RACE, Play, card, lit, opened, play_to, racing

DEALER, SUPERVISOR = 2, 1  # persons


def ready() -> Play:
    """A closed table that lacks nothing."""
    play = Play()
    for event, *arg in OPENING[:-1]:
        play.do(event, *arg)
    return play


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
@pytest.mark.rule("001 7.1")
@pytest.mark.parametrize(
    ("lacking", "why"),
    [
        (ev.LAMP_TEST, "LAMPS_FIRST"),
        (ev.LAMPS_SEEN, "LAMPS_FIRST"),
        (ev.PRECHECKED, "CHECK_FIRST"),
        (ev.SHUFFLED, "SHUFFLE_FIRST"),
        (ev.CUT, "CUT_FIRST"),
    ],
)
def test_a_table_opens_only_when_all_is_done(lacking: int, why: str) -> None:
    play = Play()
    for event, *arg in OPENING[:-1]:
        if event != lacking:
            play.offer(event, *arg)  # what comes after may be refused with it
    assert play.rule_of(ev.TABLE_OPEN) == why
    assert play.rule_of(ev.OPEN, 1) == "TABLE_CLOSED"
    assert ready().rule_of(ev.TABLE_OPEN) == ""


@pytest.mark.rule("001 3.4(b), (c), (g)")
@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
@pytest.mark.parametrize("source", [ev.SHOE, ev.SHUFFLER, ev.CONTINUOUS])
def test_only_cards_of_a_shoe_are_cut(source: int) -> None:
    play = Play(source=source)
    for event, *arg in OPENING[:4]:
        play.do(event, *arg)
    if source == ev.SHOE:
        assert play.rule_of(ev.TABLE_OPEN) == "CUT_FIRST"
        play.do(ev.CUT)
    assert play.rule_of(ev.CUT) == "SHUFFLED_ALREADY", "once"
    assert play.do(ev.TABLE_OPEN).game.phase == ev.IDLE


@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
def test_the_cut_comes_after_the_shuffle() -> None:
    assert Play().do(ev.PRECHECKED).rule_of(ev.CUT) == "SHUFFLE_FIRST"
    assert ready().do(ev.SHUFFLED).rule_of(ev.TABLE_OPEN) == "CUT_FIRST", "a new shuffle, a new cut"


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.3, 7.4")
def test_cards_are_shuffled_after_they_were_checked() -> None:
    assert Play().rule_of(ev.SHUFFLED) == "CHECK_FIRST"
    play = ready().do(ev.PRECHECKED)
    assert play.rule_of(ev.TABLE_OPEN) == "SHUFFLE_FIRST", "6.5: pre-checked cards are shuffled"


# -- the lamp test ----------------------------------------------------------------------------------


@pytest.mark.rule("001 3.5")
@pytest.mark.rule("001 3.6")
def test_the_lamp_test_lights_all_and_asks() -> None:
    play = Play()
    assert play.game.opening.lamps == LAMPS_UNTESTED
    assert play.rule_of(ev.LAMPS_SEEN, 1) == "LAMPS_FIRST"
    play.do(ev.LAMP_TEST)
    assert play.effects == effects.SCREEN | effects.LIGHTS
    assert play.game.opening.lamps == LAMPS_LIT
    assert lit(play.game) == {}, "no area wins in a test"
    play.do(ev.LAMPS_SEEN, 1)
    assert play.effects == effects.SCREEN | effects.LIGHTS
    assert play.game.opening.lamps == LAMPS_GOOD


@pytest.mark.rule("001 10.1")
def test_a_dark_lamp_is_known_and_stops_nobody() -> None:
    play = Play().do(ev.LAMP_TEST).do(ev.LAMPS_SEEN, 0)
    assert play.game.opening.lamps == LAMPS_BAD
    for event, *arg in OPENING[2:]:
        play.do(event, *arg)
    assert play.game.phase == ev.IDLE
    assert play.start().slide(PLAIN_RACE).game.phase == derby.RESULT


@pytest.mark.rule("001 3.5")
def test_lamps_are_tested_only_at_a_closed_table() -> None:
    for event in (ev.LAMP_TEST, ev.LAMPS_SEEN):
        refused = [play_to(phase).rule_of(event, 1) for phase in range(6)]
        assert refused == ["TABLE_OPENED", *["ROUND_OPEN"] * 5]


def test_a_closed_table_begins_all_anew() -> None:
    play = opened().do(ev.TABLE_CLOSE)
    assert (play.game.phase, play.game.opening.lamps) == (ev.CLOSED, LAMPS_UNTESTED)
    assert play.do(ev.LAMP_TEST).do(ev.LAMPS_SEEN, 1).rule_of(ev.TABLE_OPEN) == "CHECK_FIRST"
    assert [play_to(phase).rule_of(ev.TABLE_CLOSE) for phase in range(1, 6)] == ["ROUND_OPEN"] * 5
    assert Play().rule_of(ev.TABLE_CLOSE) == "TABLE_CLOSED"


# -- the check of the cards -------------------------------------------------------------------------


@pytest.mark.rule("001 6.1 - 6.5")
def test_a_complete_set_needs_dealer_and_supervisor() -> None:
    play = Play().do(ev.CHECK)
    assert play.game.phase == ev.CHECKING
    assert play.rule_of(ev.CHECK_YES, ev.DEALER) == "CHECK_DIFFERS", "not before the last card"
    play.do(ev.CHECKED, 1)
    play.do(ev.CHECK_YES, ev.DEALER, who=DEALER)
    assert (play.game.phase, play.game.shoe.checked) == (ev.CHECKING, False)
    assert play.rule_of(ev.CHECK_YES, ev.SUPERVISOR, who=DEALER) == "SAME_PERSON"
    play.do(ev.CHECK_YES, ev.SUPERVISOR, who=SUPERVISOR)
    assert (play.game.phase, play.game.shoe.checked) == (ev.CLOSED, True)


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.parametrize("role", [ev.DEALER, ev.SUPERVISOR])
def test_one_role_alone_is_not_enough_however_often(role: int) -> None:
    play = Play().do(ev.CHECK).do(ev.CHECKED, 1)
    for person in (1, 2, 0):
        play.do(ev.CHECK_YES, role, who=person)
    assert (play.game.phase, play.game.shoe.checked) == (ev.CHECKING, False)
    assert play.rule_of(ev.CHECK_YES, 0) == play.rule_of(ev.CHECK_YES, 3) == "NOT_AN_EVENT"


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.3, 7.4")
def test_a_set_with_differences_is_not_confirmed_but_can_be_mended() -> None:
    play = Play().do(ev.CHECK).do(ev.CHECKED, 0, value=1)
    for role in (ev.DEALER, ev.SUPERVISOR):
        assert play.rule_of(ev.CHECK_YES, role) == "CHECK_DIFFERS"
    play.do(ev.CHECKED, 1)  # the missing card was found and slid
    play.do(ev.CHECK_YES, ev.DEALER).do(ev.CHECK_YES, ev.SUPERVISOR, who=SUPERVISOR)
    assert play.game.shoe.checked


@pytest.mark.rule("001 7.3, 7.4")
def test_a_check_that_was_given_up_leaves_the_cards_unchecked() -> None:
    play = ready().do(ev.CHECK)
    assert play.do(ev.CHECK_END).game.phase == ev.CLOSED
    assert play.rule_of(ev.TABLE_OPEN) == "CHECK_FIRST"


@pytest.mark.rule("001 7.3, 7.4")
def test_a_check_between_rounds_touches_no_round() -> None:
    play = racing(PLAIN_RACE).end()
    rounds, phase = play.game.round_no, play.game.phase
    play.do(ev.CHECK)
    assert play.rule_of(ev.OPEN, 1) == "CHECK_RUNNING"
    play.do(ev.CHECKED, 1).do(ev.CHECK_YES, ev.DEALER).do(ev.CHECK_YES, ev.SUPERVISOR, who=1)
    assert (play.game.phase, play.game.round_no) == (phase, rounds)
    assert play.rule_of(ev.OPEN, 1) == "SHUFFLE_FIRST", "checked, then shuffled and cut"
    play.start().slide(PLAIN_RACE)


@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.parametrize("phase", range(1, 6))
def test_no_check_in_a_round(phase: int) -> None:
    assert play_to(phase).rule_of(ev.CHECK) == "ROUND_OPEN"


def test_steps_of_a_check_need_one() -> None:
    for event in (ev.CHECKED, ev.CHECK_YES, ev.CHECK_END):
        refused = {play_to(phase).rule_of(event, 1) for phase in range(9) if phase != ev.CHECKING}
        assert refused == {"NOT_CHECKING"}


def test_a_check_that_a_restart_has_interrupted_ends_itself_unless_it_was_complete() -> None:
    for events, after in (
        ([], ev.CHECK_END),
        ([(ev.CHECKED, 0)], ev.CHECK_END),
        ([(ev.CHECKED, 1)], 0),
    ):
        play = Play().do(ev.CHECK)
        for event in events:
            play.do(*event)
        again = play.replayed()
        again.restarted()
        follow = again.due()
        assert (follow[0] if follow else 0) == after
    assert play.game.due() is None, "without a restart the count is in memory"


def test_a_confirmed_check_reads_as_complete_after_a_restart() -> None:
    """Only the end of a check is written down; what it showed is that nothing was missing."""
    play = Play().do(ev.CHECK)
    for face in range(52):
        play.game.opening.check.card(face)
    check = play.game.opening.check
    play.do(ev.CHECKED, int(check.complete()), value=check.value())
    again = play.replayed()
    again.restarted()
    known = again.opening.check
    assert (known.seen, known.missing(), known.extra()) == (check.seen, 0, 0)


# -- shuffle -----------------------------------------------------------------------------------------


@pytest.mark.rule("001 7.1")
@pytest.mark.rule("001 D5")
@pytest.mark.parametrize("source", [ev.SHOE, ev.SHUFFLER])
def test_one_deck_is_shuffled_before_every_round(source: int) -> None:
    play = opened(source=source).start().slide(PLAIN_RACE).end()
    assert play.rule_of(ev.OPEN, 1) == "SHUFFLE_FIRST"
    play.do(ev.SHUFFLED)
    if source == ev.SHOE:
        assert play.rule_of(ev.OPEN, 1) == "CUT_FIRST"
        play.do(ev.CUT)
    assert play.rule_of(ev.OPEN, 1) == ""
    assert play.game.left() == 52


@pytest.mark.rule("001 7.1")
@pytest.mark.rule("001 D5")
def test_one_deck_is_shuffled_after_a_void_round_too_but_not_after_a_cancelled_betting() -> None:
    assert play_to(ev.VOIDED).do(ev.CLOSE).rule_of(ev.OPEN, 1) == "SHUFFLE_FIRST"
    assert play_to(ev.BETTING).do(ev.CANCEL).rule_of(ev.OPEN, 1) == ""


@pytest.mark.rule("001 D5")
@pytest.mark.rule("001 7.1")
@pytest.mark.parametrize("decks", range(2, 9))
def test_two_to_eight_decks_go_on(decks: int) -> None:
    play = racing(PLAIN_RACE, decks).end()
    assert play.rule_of(ev.OPEN, decks) == ""
    assert play.game.left() == 52 * decks - 6
    play.start().slide("3H")
    assert play.game.left() == 52 * decks - 7


@pytest.mark.rule("001 1.2 Continuous Shuffler")
@pytest.mark.rule("001 D5")
@pytest.mark.parametrize("decks", [1, 8])
def test_a_continuous_shuffler_needs_no_shuffle_between_rounds(decks: int) -> None:
    play = opened(decks, ev.CONTINUOUS).start().slide(PLAIN_RACE).end()
    play.do(ev.OPEN, decks).do(ev.NO_MORE_BETS)
    assert play.slide(PLAIN_RACE).game.phase == derby.RESULT, "its cards may come back"


@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
def test_a_shuffle_fills_the_shoe_and_asks_for_a_cut() -> None:
    play = racing(PLAIN_RACE, decks=8).end()
    assert play.game.left() == 410
    play.do(ev.SHUFFLED)
    assert play.game.left() == 416
    assert play.rule_of(ev.OPEN, 8) == "CUT_FIRST"


@pytest.mark.rule("001 7.1(e)")
def test_a_card_seen_before_it_entered_the_shoe_asks_for_a_new_shuffle() -> None:
    play = ready().do(ev.EXPOSED)
    assert play.rule_of(ev.TABLE_OPEN) == "SHUFFLE_FIRST"
    play.do(ev.SHUFFLED)
    assert play.rule_of(ev.TABLE_OPEN) == "CUT_FIRST"
    play.do(ev.CUT).do(ev.TABLE_OPEN).do(ev.EXPOSED)
    assert play.rule_of(ev.OPEN, 1) == "SHUFFLE_FIRST"


@pytest.mark.rule("001 7.1(e)")
def test_there_must_be_shuffled_cards_that_are_not_in_play() -> None:
    assert Play().rule_of(ev.EXPOSED) == "SHUFFLE_FIRST"
    assert racing(PLAIN_RACE, decks=2).end().rule_of(ev.EXPOSED) == "SHUFFLE_FIRST"
    assert {play_to(phase).rule_of(ev.EXPOSED) for phase in range(1, 6)} == {"ROUND_OPEN"}


# -- new cards ---------------------------------------------------------------------------------------


@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.parametrize("phase", [ev.IDLE, ev.CLOSED])
def test_new_cards_are_checked_shuffled_and_cut(phase: int) -> None:
    play = (opened() if phase == ev.IDLE else ready()).do(ev.NEW_CARDS)
    start = (ev.OPEN, 1) if phase == ev.IDLE else (ev.TABLE_OPEN, 0)
    for event, why in (
        (ev.PRECHECKED, "CHECK_FIRST"),
        (ev.SHUFFLED, "SHUFFLE_FIRST"),
        (ev.CUT, "CUT_FIRST"),
    ):
        assert play.rule_of(*start) == why
        play.do(event)
    assert play.rule_of(*start) == ""


@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.rule("001 3.4(a)")
def test_other_decks_in_the_settings_are_new_cards_between_rounds() -> None:
    """The settings were changed: an open round keeps the cards it began with."""
    play = racing(PLAIN_RACE)
    play.game._wanted = (8, ev.SHUFFLER, 204117)
    play.do(ev.CONFIRM)
    assert (play.game.shoe.decks, play.game.phase) == (1, derby.PAYING)
    play.do(ev.CLOSE)
    shoe = play.game.shoe
    assert play.log[-1][0] == ev.NEW_CARDS
    assert (shoe.decks, shoe.source, shoe.set_serial, shoe.left()) == (8, ev.SHUFFLER, 204117, 416)
    assert play.rule_of(ev.OPEN, 8) == "CHECK_FIRST"
    play.do(ev.PRECHECKED).do(ev.SHUFFLED).do(ev.OPEN, 8).do(ev.NO_MORE_BETS)
    play.slide(" ".join(["3H"] * 8))
    assert play.game.count == 8


@pytest.mark.rule("001 7.3, 7.4")
def test_new_cards_wait_for_the_decision_about_a_held_one() -> None:
    play = opened().slide("9D")
    play.game._wanted = (2, ev.SHOE, 0)
    play.do(ev.IRREGULARITY, ev.MISSCAN, 1)
    assert play.game.shoe.decks == 1
    assert play.do(ev.NEXT).game.shoe.decks == 2
    assert play.game.carried == 0, "it was of the old cards"


@pytest.mark.rule("001 7.3, 7.4")
def test_cards_left_are_known_at_any_time() -> None:
    play = opened(decks=2)
    assert play.game.left() == 104
    play.slide("9D")
    assert play.game.left() == 103, "held"
    play.do(ev.NEXT)
    assert play.game.left() == 103, "carried"
    play.start()
    assert play.game.left() == 103, "counted"
    play.do(derby.FACE_UP, 1)
    assert (play.game.left(), play.game.burned) == (103, 1), "burned"
    play.slide("TD").slide("QD", before_call=True).do(ev.BURN)
    assert play.game.left() == 101
    play.do(derby.REBUILD, reason=1).do(derby.TAKE_OUT, 1, derby.TAKEN_TWICE)
    assert play.game.left() == 102, "it was no card of its own"
    play.do(derby.INSERT, card("AD"), 1).do(derby.REPLACE, card("KD"), 1)
    assert play.game.left() == 101
    play.do(derby.REBUILT).slide(PLAIN_RACE).end()
    assert play.game.left() == 95, "the next round goes on with the same shoe"


@pytest.mark.rule("001 3.4(a)")
def test_new_cards_are_one_to_eight_decks() -> None:
    play = opened()
    for decks in (9, 255):
        assert play.rule_of(ev.NEW_CARDS, decks, ev.SHOE) == "NOT_AN_EVENT"
    assert play.rule_of(ev.NEW_CARDS, 8, ev.CONTINUOUS) == ""
