"""What goes wrong at a table and what then counts: 001 10.1 to 10.6 and 10.8, with the readings D4, D7 and D9."""

import pytest

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.judging import MAX_FOUND, MAX_IRREGULARITIES

from .play import PLAIN_RACE, REASON, Play, card, opened, places, play_to, racing

FIRST, LATER = 1, 0
KINDS = range(ev.MISSCAN, ev.READER_BACK + 1)
PHASES = range(len(derby.PHASE_NAMES))

# -- what is noticed and never counts --------------------------------------------------------------


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("phase", PHASES)
def test_an_irregularity_changes_nothing_but_the_notice(phase: int, kind: int) -> None:
    play = play_to(phase)
    game = play.game
    before = game.snapshot()
    play.do(ev.IRREGULARITY, kind, game.place())
    assert (game.notice_kind, game.notice_place) == (kind, game.place())
    game.notice_kind = game.notice_place = game.irregularities = 0
    assert game.snapshot() == before


def test_the_next_card_takes_the_notice_away() -> None:
    play = racing("3H 4H").do(ev.IRREGULARITY, ev.MISSCAN, 3).slide("5H")
    assert (play.game.notice_kind, play.game.notice_place) == (0, 0)


def test_a_boot_leaves_the_notice() -> None:
    play = racing("3H 4H").do(ev.IRREGULARITY, ev.MISSCAN, 3).do(ev.BOOT)
    assert (play.game.notice_kind, play.game.notice_place) == (ev.MISSCAN, 3)


@pytest.mark.parametrize(
    ("phase", "event"),
    [
        (ev.BETTING, ev.NO_MORE_BETS),
        (ev.BETTING, ev.CANCEL),
        (derby.RESULT, ev.CONFIRM),
        (derby.PAYING, ev.CLOSE),
        (ev.VOIDED, ev.CLOSE),
    ],
)
def test_a_new_phase_takes_the_notice_away(phase: int, event: int) -> None:
    play = play_to(phase).do(ev.IRREGULARITY, ev.STRAY_READ, 1).do(event)
    assert (play.game.notice_kind, play.game.notice_place) == (0, 0)


def test_a_round_records_a_bounded_number() -> None:
    play = racing()
    for _ in range(MAX_IRREGULARITIES):
        play.do(ev.IRREGULARITY, ev.MISSCAN)
    assert play.rule_of(ev.IRREGULARITY, ev.MISSCAN) == "TOO_MANY"
    for _ in range(MAX_FOUND):  # bad slides do not use up what people may report
        play.do(derby.SHOE_EMPTY)
    for event in (derby.FACE_UP, derby.SHOE_EMPTY):
        assert play.rule_of(event, 1) == "TOO_MANY"
    play.slide("3H")
    play.do(ev.VOID, reason=REASON).do(ev.CLOSE).open().do(ev.IRREGULARITY, ev.MISSCAN)


# -- 10.3, 10.4, D4: found face up ------------------------------------------------------------------


@pytest.mark.rule("001 10.3")
def test_the_first_card_found_face_up_is_burned_unread() -> None:
    play = racing().do(derby.FACE_UP, 1)
    game = play.game
    assert (game.outcome, game.burned, game.count, game.left()) == (derby.FIRST_BURNED, 1, 0, 51)
    assert game.place() == 1, "the next card is card 1"
    assert places(play.slide(PLAIN_RACE).game) == "HSC"


@pytest.mark.rule("001 10.3")
@pytest.mark.rule("001 D4")
@pytest.mark.rule("001 1.2 Protested Race")
def test_a_two_of_spades_burned_as_first_card_does_not_protest() -> None:
    play = racing("2S")
    assert play.game.race.protested
    play.do(derby.FACE_UP, 1)
    game = play.game
    assert (game.outcome, game.burned, game.count) == (derby.FIRST_BURNED, 1, 0)
    assert not game.race.protested and game.left() == 51
    assert places(play.slide("3S 4S 5S").game) == "---", "nor does it count as a spade"
    assert places(play.slide("6S").game) == "S--"
    assert play.rule_of(ev.CARD, 0) == "NOT_IN_SHOE", "it does not come back in this round"


@pytest.mark.rule("001 10.4")
@pytest.mark.rule("001 D4")
@pytest.mark.parametrize("dealt", ["3H 4S", PLAIN_RACE])
def test_a_later_card_found_face_up_is_used(dealt: str) -> None:
    play = racing(dealt)
    assert play.rule_of(derby.FACE_UP, FIRST) == "NOT_FIRST"
    play.do(derby.FACE_UP, LATER)
    assert play.game.outcome == derby.FACE_UP_USED
    assert (play.cards(), play.game.burned) == (dealt, 0)


@pytest.mark.rule("001 D4")
@pytest.mark.rule("001 10.4")
def test_only_the_first_of_several_face_up_cards_is_burned() -> None:
    play = racing().do(derby.FACE_UP, 1).do(derby.FACE_UP)
    assert (play.game.outcome, play.game.burned) == (derby.FACE_UP_USED, 1)
    play.slide("3H").do(derby.FACE_UP)
    assert (play.cards(), play.game.burned) == ("3H", 1)


@pytest.mark.rule("001 D4")
@pytest.mark.rule("001 D8")
def test_wagers_stay_closed_after_a_burned_first_card() -> None:
    play = racing().do(derby.FACE_UP, 1)
    assert play.rule_of(derby.WAGER, 0, 1, value=2) == "BETS_CLOSED"
    assert play.rule_of(ev.NO_MORE_BETS) == "BETS_CLOSED"


@pytest.mark.rule("001 10.4")
@pytest.mark.parametrize("decision", [ev.NEXT, ev.BURN])
def test_a_card_drawn_before_the_call_was_the_first_one(decision: int) -> None:
    """5.4 counts a removed card as the first of the round, so one found face up later is a later one."""
    play = opened().open().slide("9D").do(decision).do(ev.NO_MORE_BETS).slide("3H")
    assert play.rule_of(derby.FACE_UP, FIRST) == "NOT_FIRST"
    play.do(derby.FACE_UP, LATER)
    assert play.cards() == ("9D 3H" if decision == ev.NEXT else "3H")


@pytest.mark.rule("001 10.3")
@pytest.mark.rule("001 10.4")
def test_cards_inserted_by_a_rebuild_have_left_the_shoe_too() -> None:
    """A card that was missed by the scanner is no less the second card than one that was read."""
    play = racing("3H").do(derby.REBUILD, reason=REASON)
    for place, code in enumerate(PLAIN_RACE.split()[1:], 2):
        play.do(derby.INSERT, card(code), place)
    play.do(derby.REBUILT)
    assert (play.game.phase, places(play.game)) == (derby.RESULT, "HSC")
    assert play.rule_of(derby.FACE_UP, FIRST) == "NOT_FIRST"


@pytest.mark.rule("001 10.3")
def test_a_first_card_slid_twice_is_still_the_only_one() -> None:
    play = racing("2S 3H").do(derby.REBUILD, reason=REASON).do(derby.TAKE_OUT, 2, derby.TAKEN_TWICE)
    play.do(derby.REBUILT).do(derby.FACE_UP, 1)
    assert (play.game.outcome, play.cards()) == (derby.FIRST_BURNED, "")


@pytest.mark.rule("001 10.3")
@pytest.mark.rule("001 10.7")
def test_a_card_that_was_burned_by_mistake_can_be_put_back() -> None:
    play = racing("2S").do(derby.FACE_UP, 1).do(derby.REBUILD, reason=REASON)
    play.do(derby.INSERT, card("2S"), 1).do(derby.REBUILT)
    assert (play.cards(), play.game.burned, play.game.race.protested) == ("2S", 0, True)
    assert racing("2S").do(derby.FACE_UP, 1).do(ev.ENTERED, card("2S"), reason=REASON).cards() == "2S"


@pytest.mark.rule("001 10.3")
@pytest.mark.rule("001 10.4")
def test_the_dealer_says_which_card_was_face_up() -> None:
    assert racing().rule_of(derby.FACE_UP, 0) == "NO_SUCH_PLACE"
    assert racing("3H").do(derby.FACE_UP, 0).cards() == "3H"
    assert racing("3H 4H").rule_of(derby.FACE_UP, 1) == "NOT_FIRST"


@pytest.mark.parametrize("phase", [ev.IDLE, ev.BETTING, derby.PAYING, ev.VOIDED])
def test_face_up_belongs_to_a_race(phase: int) -> None:
    assert play_to(phase).rule_of(derby.FACE_UP, FIRST) and play_to(phase).rule_of(derby.FACE_UP, LATER)


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 10.3")
def test_a_card_that_was_burned_by_mistake_is_put_back_by_a_rebuild() -> None:
    """It lies in the discard rack and nowhere else, so it can be named by hand."""
    play = racing("3H").do(derby.FACE_UP, FIRST)
    assert (play.game.burned, play.game.left()) == (1, 51)
    play.do(derby.REBUILD, reason=REASON).do(derby.INSERT, card("3H"), 1)
    assert (play.game.burned, play.game.left()) == (0, 50), "as for any card that is named"
    play.do(derby.REBUILT).slide("4H 5H 6H 7S 8C")
    assert places(play.game) == "HSC"


# -- 10.5, 10.6, D9: drawn in error -----------------------------------------------------------------


def held(play: Play) -> tuple[int, int]:
    return play.game.held, play.game.held_place


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("betting", [False, True])
def test_a_card_before_the_call_is_held_and_can_be_the_first_card(betting: bool) -> None:
    play = opened()
    if betting:
        play.open()
    play.slide("2S")
    assert held(play) == (ev.EARLY, 1)
    assert (play.game.count, play.game.left()) == (0, 51)
    play.do(ev.NEXT)
    assert (play.game.outcome, play.game.carried, play.game.left()) == (derby.USED_NEXT, 1, 51)
    if not betting:
        play.open()
    assert play.game.count == 0, "not before the call"
    play.do(ev.NO_MORE_BETS)
    assert (play.cards(), play.game.carried, play.game.left()) == ("2S", 0, 51)
    assert play.game.race.protested
    assert places(play.slide("3H 4H 5H 6H 7C 8D").game) == "HCD"


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 8.1 passage")
def test_a_card_begun_before_the_call_is_early_and_can_be_the_next_one() -> None:
    play = racing("3H").slide("4H", before_call=True)
    assert (held(play), play.game.count) == ((ev.EARLY, 2), 1)
    play.do(ev.NEXT)
    assert play.cards() == "3H 4H"
    assert play.log[-1][0] == derby.REVEAL, "it counts by a record of its own"


@pytest.mark.rule("001 10.6")
@pytest.mark.rule("001 D10")
@pytest.mark.parametrize("phase", [ev.IDLE, ev.BETTING, derby.RACING])
def test_a_card_drawn_in_error_and_seen_is_burned(phase: int) -> None:
    play = play_to(phase).slide("2S", before_call=True).do(ev.BURN)
    assert (play.game.outcome, play.game.count, play.game.left()) == (derby.BURNED, 0, 51)
    if phase == ev.IDLE:
        play.open()
    if phase != derby.RACING:
        play.do(ev.NO_MORE_BETS)
    assert places(play.slide("3S 4S 5S").game) == "---", "it is no spade of this race"
    play.slide("6S")
    assert (places(play.game), play.game.race.protested) == ("S--", False)
    play.slide("2S")
    assert play.game.held == ev.FOREIGN, "a burned card does not come back before the shuffle"


@pytest.mark.rule("001 D9")
@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 8.1 end of round")
@pytest.mark.parametrize("phase", [derby.RESULT, derby.PAYING, ev.VOIDED])
def test_a_card_after_third_place_never_joins_the_ended_race(phase: int) -> None:
    play = play_to(phase)
    before = play.game.race.result(), play.game.count
    play.slide("KD")
    assert held(play) == (ev.LATE, play.game.place())
    assert (play.game.race.result(), play.game.count) == before
    play.do(ev.NEXT)
    assert (play.game.race.result(), play.game.count) == before


@pytest.mark.rule("001 D9")
@pytest.mark.rule("001 10.5")
@pytest.mark.parametrize("phase", [derby.RESULT, derby.PAYING, ev.VOIDED])
def test_with_more_decks_a_late_card_is_the_next_rounds_first(phase: int) -> None:
    play = racing(decks=2)
    if phase == ev.VOIDED:
        play.do(ev.VOID, reason=REASON)
    else:
        play.slide(PLAIN_RACE)
    if phase == derby.PAYING:
        play.do(ev.CONFIRM)
    left = play.game.left()
    play.slide("2S").do(ev.NEXT)
    assert (play.game.outcome, play.game.carried) == (derby.USED_NEXT, 1)
    if phase == derby.RESULT:
        play.do(ev.CONFIRM)
    play.do(ev.CLOSE)
    assert (play.game.carried, play.game.left()) == (1, left - 1)
    play.start()
    assert (play.cards(), play.game.race.protested) == ("2S", True)


@pytest.mark.rule("001 D9")
@pytest.mark.rule("001 7.1")
@pytest.mark.parametrize("phase", [derby.RESULT, derby.PAYING, ev.VOIDED])
def test_with_one_deck_a_late_card_is_shuffled_in(phase: int) -> None:
    play = play_to(phase).slide("KD").do(ev.NEXT)
    assert (play.game.outcome, play.game.carried) == (derby.SHUFFLED_IN, 0)
    if phase == derby.RESULT:
        play.do(ev.CONFIRM)
    play.do(ev.CLOSE).start()
    assert (play.game.count, play.game.left()) == (0, 52)
    play.slide("KD")
    assert play.cards() == "KD", "it can come again"


@pytest.mark.rule("001 D9")
@pytest.mark.rule("001 10.6")
def test_a_late_card_that_was_seen_is_burned_until_the_shuffle() -> None:
    play = racing(PLAIN_RACE, decks=2).slide("KD").do(ev.BURN).end()
    assert play.game.left() == 104 - 7
    play.start().slide("KD")
    assert play.cards() == "KD", "its twin of the other deck"
    play.slide("KD")
    assert held(play) == (ev.FOREIGN, 2)


@pytest.mark.rule("001 10.5")
def test_several_cards_drawn_in_error_keep_their_order() -> None:
    play = opened(decks=2).slide("9D").do(ev.NEXT).open().slide("TD").do(ev.NEXT)
    assert play.game.carried == 2
    assert play.do(ev.NO_MORE_BETS).cards() == "9D TD"


@pytest.mark.rule("001 D9")
def test_a_shuffle_takes_carried_cards_in() -> None:
    play = racing(PLAIN_RACE, decks=2).slide("KD").do(ev.NEXT).end()
    assert play.game.carried == 1
    play.do(ev.SHUFFLED).do(ev.CUT)
    assert (play.game.carried, play.game.left()) == (0, 104)
    play.start()
    assert play.game.count == 0


@pytest.mark.rule("001 10.5")
def test_cards_that_are_gathered_or_shuffled_are_nobodys_next_card() -> None:
    play = racing(PLAIN_RACE).end().slide("KD")
    assert (play.game.held, play.game.notice_kind) == (0, ev.NOT_NOW)
    play.do(ev.SHUFFLED).slide("3H")
    assert (play.game.held, play.game.notice_kind) == (0, ev.NOT_NOW), "not cut yet"
    assert play.do(ev.CUT).slide("3H").game.held == ev.EARLY


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 10.7")
@pytest.mark.parametrize("decks", [1, 2])
def test_a_late_card_is_the_next_one_when_a_rebuild_opens_the_race_again(decks: int) -> None:
    play = racing(PLAIN_RACE, decks).slide("9D").do(ev.NEXT).do(derby.REBUILD, reason=REASON)
    play.do(derby.TAKE_OUT, 6, derby.TAKEN_TWICE).do(derby.REBUILT)
    assert play.cards().split()[-1] == "9D" and play.game.carried == 0


def test_a_cancelled_betting_keeps_the_card_that_waits() -> None:
    play = opened().open().slide("9D").do(ev.NEXT).do(ev.CANCEL)
    assert play.game.carried == 1
    assert play.start().cards() == "9D"


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 10.6")
@pytest.mark.parametrize("event", [ev.NEXT, ev.BURN, ev.DISMISS])
def test_without_a_held_card_there_is_nothing_to_decide(event: int) -> None:
    for phase in (ev.IDLE, ev.BETTING, derby.RACING, derby.RESULT, derby.PAYING, ev.VOIDED):
        assert play_to(phase).rule_of(event, reason=REASON) == "NOTHING_HELD"


@pytest.mark.parametrize("phase", [ev.CLOSED, derby.REBUILDING])
def test_a_card_where_none_can_be_taken_is_noticed_and_not_held(phase: int) -> None:
    play = play_to(phase).slide("9D")
    assert (play.game.held, play.game.notice_kind) == (0, ev.NOT_NOW)


def test_a_second_card_while_one_is_held_is_noticed_and_the_first_stays_held() -> None:
    play = opened().slide("9D").slide("TD")
    assert (held(play), play.game.notice_kind) == ((ev.EARLY, 1), ev.NOT_NOW)
    play.do(ev.NEXT).open().do(ev.NO_MORE_BETS)
    assert play.cards() == "9D"
