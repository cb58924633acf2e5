"""The sequence put right and resolved again: 001 10.2 and 10.7 with D10, and what the wagers then are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import effects
from pitboard.games import events as ev
from pitboard.games.derby import areas
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.rebuild import MAX_EDITS, MAX_REBUILDS

from .play import PLAIN_RACE, REASON, Play, card, lit, opened, places, play_to, racing


def rebuilding(codes: str = PLAIN_RACE, decks: int = 1) -> Play:
    return racing(codes, decks).do(derby.REBUILD, reason=REASON)


@pytest.mark.rule("001 10.7")
def test_nothing_is_lit_and_nothing_counts_while_the_order_is_put_right() -> None:
    play = rebuilding()
    assert play.effects == effects.SCREEN | effects.LIGHTS
    assert (play.game.phase, lit(play.game), play.game.result()) == (derby.REBUILDING, {}, None)
    play.slide("KD")
    assert (play.game.notice_kind, play.game.held) == (ev.NOT_NOW, 0)


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 D10")
def test_a_card_that_was_due_and_misplaced_counts_where_the_order_puts_it() -> None:
    play = rebuilding().do(derby.MOVE, 6, 5)
    assert play.cards() == "3H 4H 5H 6H 8C 7S"
    play.do(derby.REBUILT)
    assert (places(play.game), play.game.phase, play.game.outcome) == (
        "HCS", derby.RESULT, derby.REBUILT_NOW,
    )  # fmt: skip
    assert len(lit(play.game)) == 9


@pytest.mark.rule("001 10.7")
@pytest.mark.parametrize(
    ("origin", "to", "order"),
    [
        (1, 6, "4H 5H 6H 7S 8C 3H"),
        (6, 1, "8C 3H 4H 5H 6H 7S"),
        (2, 3, "3H 5H 4H 6H 7S 8C"),
        (4, 4, PLAIN_RACE),
    ],
)
def test_a_card_moves_from_place_to_place(origin: int, to: int, order: str) -> None:
    assert rebuilding().do(derby.MOVE, origin, to).cards() == order


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 10.2")
def test_a_missed_card_is_inserted_where_it_lay() -> None:
    play = rebuilding("3H 4H 5H 6H 7S").do(derby.INSERT, card("2S"), 1)
    assert (play.cards(), play.game.left()) == ("2S 3H 4H 5H 6H 7S", 46)
    play.do(derby.REBUILT)
    game = play.game
    assert (places(game), game.phase, game.race.protested) == ("HS-", derby.RACING, True)
    play.slide("8C")
    assert places(play.game) == "HSC"


@pytest.mark.rule("001 10.7")
def test_an_inserted_card_at_the_end_is_the_newest() -> None:
    play = rebuilding("3H 4H 5H 6H 7S").do(derby.INSERT, card("8C"), 6).do(derby.REBUILT)
    assert (play.cards(), places(play.game)) == (PLAIN_RACE, "HSC")


@pytest.mark.rule("001 10.7")
def test_a_card_counted_twice_is_taken_out_and_can_still_come() -> None:
    play = rebuilding("3H 4H 5H 6H").do(derby.TAKE_OUT, 4, derby.TAKEN_TWICE)
    assert (play.cards(), play.game.left(), play.game.burned) == ("3H 4H 5H", 49, 0)
    play.do(derby.REBUILT)
    assert places(play.game) == "---"
    assert places(play.slide("6H").game) == "H--"


@pytest.mark.rule("001 D10")
@pytest.mark.rule("001 10.6")
def test_a_card_that_was_not_due_and_seen_is_burned() -> None:
    play = rebuilding("3H 4H 5H 6H").do(derby.TAKE_OUT, 4, derby.TAKEN_BURNED)
    assert (play.cards(), play.game.left(), play.game.burned) == ("3H 4H 5H", 48, 1)
    play.do(derby.REBUILT).slide("6H")
    assert play.game.held == ev.FOREIGN, "it does not come back"


@pytest.mark.rule("001 10.2")
@pytest.mark.rule("001 10.7")
def test_a_card_read_wrongly_is_corrected_and_so_is_the_result() -> None:
    play = racing(PLAIN_RACE).do(ev.CONFIRM)
    assert "HSC" in lit(play.game)
    play.do(derby.REBUILD, reason=REASON).do(derby.REPLACE, card("9D"), 6)
    assert play.game.left() == 46
    play.do(derby.REBUILT)
    assert (places(play.game), play.game.phase) == ("HSD", derby.RESULT)
    assert play.game.result() is None, "the dealer confirms the corrected result (9.1(c))"
    assert lit(play.game)["HSD"] == areas.TIER_FULL
    play.do(ev.CONFIRM)
    assert play.game.result() == (1, 0, 2, False)


@pytest.mark.rule("001 10.2")
@pytest.mark.rule("001 10.7")
def test_wagers_that_were_settled_by_a_wrong_result_are_settled_again() -> None:
    play = Play().open_table().open()
    spades, hearts = areas.area_of(0), areas.area_of(1)
    play.do(derby.WAGER, hearts, 1, value=10).do(derby.WAGER, spades, 2, value=10)
    play.do(ev.NO_MORE_BETS).slide(PLAIN_RACE).do(ev.CONFIRM).do(derby.COLLECTED).do(derby.PAID, hearts)
    assert play.rule_of(ev.CLOSE) == ""
    play.do(derby.REBUILD, reason=REASON)
    for place, code in enumerate(["3S", "4S", "5S", "6S", "7H"], 1):
        play.do(derby.REPLACE, card(code), place)
    play.do(derby.REBUILT).do(ev.CONFIRM)
    assert places(play.game) == "SHC"
    assert play.rule_of(ev.CLOSE) == "PAY_FIRST"
    play.do(derby.COLLECTED).do(derby.PAID, spades).do(ev.CLOSE)


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 8.1 end of round")
@pytest.mark.rule("001 8.2")
def test_cards_behind_the_new_third_place_do_not_count() -> None:
    """A card was counted wrongly as a heart: the race was over two cards earlier."""
    play = rebuilding("3H 4H 5H 6H 7H 7S 8H 8C").do(derby.REPLACE, card("9D"), 5).do(derby.REBUILT)
    game = play.game
    assert (places(game), game.count, game.cards.total) == ("HDS", 6, 8)
    assert game.outcome == derby.LEFT_OVER
    play.end()
    play = rebuilding("3H 4H 5H 6H 7H 7S 8H 8C").do(derby.REPLACE, card("9D"), 5).do(derby.REBUILT)
    play.do(derby.REBUILD, reason=REASON).do(derby.REPLACE, card("9H"), 5).do(derby.REBUILT)
    assert (places(play.game), play.game.count) == ("HSC", 8), "a second rebuild has them all"


@pytest.mark.rule("001 10.7")
def test_a_rebuild_that_leaves_the_race_open_goes_on() -> None:
    play = rebuilding().do(derby.TAKE_OUT, 6, derby.TAKEN_BURNED).do(derby.REBUILT)
    assert (play.game.phase, play.game.area_of_next(), lit(play.game)) == (derby.RACING, 3, {})
    assert places(play.slide("9D").game) == "HSD"


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 1.2 Protested Race")
def test_the_protest_follows_the_order() -> None:
    play = rebuilding("3H 4H 5H 2S 6H 7S 8C")
    play.do(derby.MOVE, 4, 5).do(derby.REBUILT)
    assert (places(play.game), play.game.race.protested) == ("HSC", False)
    play.do(derby.REBUILD, reason=REASON).do(derby.MOVE, 5, 1).do(derby.REBUILT)
    assert (places(play.game), play.game.race.protested) == ("HSC", True)


@pytest.mark.rule("001 10.7")
@pytest.mark.parametrize("place", [0, 7, 255])
def test_only_places_that_have_a_card(place: int) -> None:
    play = rebuilding()
    for event, args in (
        (derby.MOVE, (place, 1)),
        (derby.MOVE, (1, place)),
        (derby.TAKE_OUT, (place, derby.TAKEN_TWICE)),
        (derby.REPLACE, (card("KD"), place)),
        (derby.INSERT, (card("KD"), place + (place == 7))),
    ):
        assert play.rule_of(event, *args) == "NO_SUCH_PLACE"
    assert play.rule_of(derby.INSERT, card("KD"), 7) == ""


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 L27")
@pytest.mark.parametrize("event", [derby.INSERT, derby.REPLACE])
def test_only_cards_that_can_be_in_the_shoe(event: int) -> None:
    play = rebuilding("3H 4H 5H").do(derby.TAKE_OUT, 3, derby.TAKEN_BURNED)
    assert play.rule_of(event, card("3H"), 1) == "NOT_IN_SHOE"
    assert play.rule_of(event, card("5H"), 1) == "", "burned by mistake in this round"
    assert play.rule_of(event, card("6H"), 1) == ""


def test_what_is_taken_out_was_counted_twice_or_is_burned() -> None:
    assert rebuilding().rule_of(derby.TAKE_OUT, 1, 2) == "NOT_AN_EVENT"


@pytest.mark.rule("001 10.7")
def test_there_must_be_a_card_and_all_must_be_shown() -> None:
    assert racing().rule_of(derby.REBUILD, reason=REASON) == "NO_SUCH_PLACE"
    assert racing("3H").do(derby.FACE_UP, 1).rule_of(derby.REBUILD, reason=REASON) == ""
    play = racing("3H 4H", reveal=derby.BY_KEY).show()
    assert play.rule_of(derby.REBUILD, reason=REASON) == "REVEAL_FIRST"
    assert play.show().rule_of(derby.REBUILD, reason=REASON) == ""


@pytest.mark.rule("001 10.7")
def test_a_rebuild_takes_place_between_the_call_and_the_close() -> None:
    events = (derby.MOVE, derby.INSERT, derby.TAKE_OUT, derby.REPLACE, derby.REBUILT)
    for phase in range(8):
        assert all(play_to(phase).rule_of(event, 1, 1) == "NOT_REBUILDING" for event in events)
        lawful = racing("3H").rule_of(derby.REBUILD) == ""
        assert lawful
    assert [play_to(phase).rule_of(derby.REBUILD) for phase in (derby.RESULT, derby.PAYING)] == ["", ""]
    assert play_to(ev.VOIDED).rule_of(derby.REBUILD) == "ROUND_VOID"


@pytest.mark.rule("001 10.7")
def test_the_order_can_be_put_right_while_a_card_is_held() -> None:
    play = racing("3H 4H 5H 6H 7S", decks=2).slide("9D", before_call=True)
    play.do(derby.REBUILD, reason=REASON).do(derby.MOVE, 5, 4).do(derby.MOVE, 4, 5)
    assert play.game.held == ev.EARLY
    assert play.rule_of(ev.NEXT) == "REBUILD_OPEN"
    play.do(derby.REBUILT).do(ev.NEXT)
    assert (places(play.game), play.cards()) == ("HSD", "3H 4H 5H 6H 7S 9D")


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 D9")
def test_a_card_held_early_is_late_when_the_rebuilt_race_is_over() -> None:
    play = racing("3H 4H 5H 6H 7S", decks=2).slide("9D", before_call=True)
    play.do(derby.REBUILD, reason=REASON).do(derby.INSERT, card("8C"), 6).do(derby.REBUILT)
    assert (places(play.game), play.game.phase) == ("HSC", derby.RESULT)
    play.do(ev.NEXT)
    assert (play.game.carried, play.cards()) == (1, PLAIN_RACE), "the next round's first card"


@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 10.7")
def test_what_cannot_be_put_right_is_void() -> None:
    play = rebuilding().do(derby.MOVE, 1, 2).do(ev.VOID, reason=REASON)
    assert (play.game.phase, lit(play.game)) == (ev.VOIDED, {})


def test_edits_and_rebuilds_are_bounded_so_that_the_journal_has_room() -> None:
    play = racing(PLAIN_RACE)
    for number in range(MAX_REBUILDS):
        play.do(derby.REBUILD, reason=REASON)
        for _ in range(MAX_EDITS // MAX_REBUILDS):
            play.do(derby.MOVE, 1, 1)
        if number == MAX_REBUILDS - 1:
            assert play.rule_of(derby.MOVE, 1, 1) == "TOO_MANY_EDITS"
            assert play.rule_of(derby.INSERT, card("KD"), 1) == "TOO_MANY_EDITS"
        play.do(derby.REBUILT)
    assert play.rule_of(derby.REBUILD, reason=REASON) == "TOO_MANY_EDITS"
    play.end().start().slide("3H").do(derby.REBUILD, reason=REASON).do(derby.MOVE, 1, 1)


EDITS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 51), st.integers(1, 30)), max_size=32)


@pytest.mark.rule("001 10.7")
@given(st.lists(st.integers(0, 51), min_size=1, max_size=30, unique=True), EDITS)
def test_edits_are_those_of_a_plain_list_and_the_race_is_run_again(
    dealt: list[int], edits: list[tuple[int, int, int]]
) -> None:
    """Whatever is moved, inserted, taken out and replaced: the sequence is the list, the race its race."""
    play = racing()
    for face in dealt:
        if play.game.phase == derby.RACING:
            play.slide_card(face)
    expected = [play.game.cards.face(place + 1) for place in range(play.game.cards.total)]
    out = len(expected)
    play.do(derby.REBUILD, reason=REASON)
    for kind, face, place in edits:
        if kind == 0 and not play.offer(derby.MOVE, 1 + face % 30, place):
            expected.insert(place - 1, expected.pop(face % 30))
        elif kind == 1 and not play.offer(derby.INSERT, face, place):
            expected.insert(place - 1, face)
            out += 1
        elif kind == 2 and not play.offer(derby.TAKE_OUT, place, face % 2):
            expected.pop(place - 1)
            out -= not face % 2
        elif kind == 3 and not play.offer(derby.REPLACE, face, place):
            expected[place - 1] = face
    game = play.game
    assert [game.cards.face(place + 1) for place in range(game.cards.total)] == expected
    assert game.left() == 52 - out
    play.do(derby.REBUILT)
    fresh = racing()
    for face in expected:
        if fresh.game.phase == derby.RACING:
            fresh.do(ev.CARD, face)
    assert game.race.result() == fresh.game.race.result()
    assert (game.count, game.phase) == (fresh.game.count, fresh.game.phase)
    assert play.replayed().snapshot() == game.snapshot()


# -- what an honest mistake may not cost ------------------------------------------------------------


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 L27")
def test_a_burned_card_put_back_leaves_its_twin_in_the_shoe() -> None:
    """Two decks: the card that is named was burned in this round, so the other one is still to come."""
    play = opened(2).open().slide("TH").do(ev.BURN).do(ev.NO_MORE_BETS).slide("4S")
    play.do(derby.REBUILD, reason=REASON).do(derby.INSERT, card("TH"), 1).do(derby.REBUILT)
    assert play.game.shoe.holds(card("TH"))
    play.slide("TH")
    assert (play.game.held, play.cards()) == (0, "TH 4S TH")


@pytest.mark.rule("001 10.7")
@pytest.mark.parametrize("named", ["TH", "9C"])
def test_what_is_left_does_not_tell_which_card_was_burned(named: str) -> None:
    play = opened(2).open().slide("TH").do(ev.BURN).do(ev.NO_MORE_BETS).slide("4S")
    before = play.game.left()
    play.do(derby.REBUILD, reason=REASON).do(derby.INSERT, card(named), 1)
    assert play.game.left() == before - 1


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 L27")
def test_a_held_card_is_foreign_no_longer_when_the_rebuild_shows_that_it_is_not() -> None:
    play = racing("3H 4S").do(ev.ENTERED, card("KH"), 3, reason=REASON).slide("KH")  # it was the queen
    assert play.game.held == ev.FOREIGN
    play.do(derby.REBUILD, reason=REASON).do(derby.REPLACE, card("QH"), 3).do(derby.REBUILT)
    assert play.game.held == ev.EARLY
    play.do(ev.NEXT)
    assert play.cards() == "3H 4S QH KH"


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 D9")
def test_such_a_card_after_third_place_is_a_late_one() -> None:
    play = racing("KH 4H 5H 6H 7S 8C").do(ev.HOLD, card("KH"), 7, reason=ev.FOREIGN)
    play.do(derby.REBUILD, reason=REASON).do(derby.REPLACE, card("QH"), 1).do(derby.REBUILT)
    assert (play.game.phase, play.game.held) == (derby.RESULT, ev.LATE)


@pytest.mark.rule("001 10.2")
@pytest.mark.rule("001 9.2")
def test_a_rebuild_that_changes_no_result_leaves_everything_settled() -> None:
    play = opened().open().do(derby.WAGER, 0, 1, value=20).do(derby.WAGER, 1, 1, value=20)
    play.do(ev.NO_MORE_BETS).slide(PLAIN_RACE).do(ev.CONFIRM)
    play.do(derby.COLLECTED).do(derby.PAID, derby.ALL_AREAS)
    before = play.game.wagers.snapshot()
    play.do(derby.REBUILD, reason=REASON).do(derby.REBUILT).do(ev.CONFIRM)
    assert play.game.wagers.snapshot() == before
    play.do(ev.CLOSE)


def test_a_void_out_of_a_rebuild_counts_no_card_that_was_taken_out() -> None:
    play = racing("3H 4S 5C").do(derby.REBUILD, reason=REASON)
    play.do(derby.TAKE_OUT, 1, derby.TAKEN_TWICE).do(derby.TAKE_OUT, 1, derby.TAKEN_TWICE)
    play.do(ev.VOID, reason=REASON)
    assert play.game.count == 1


@pytest.mark.rule("001 8.1 passage")
def test_a_numbered_card_entered_by_hand_does_not_count_again_when_it_reads_at_last() -> None:
    play = opened(8).start().slide("3H", number=7).do(ev.ENTERED, card("TH"), 2, reason=REASON)
    play.slide("TH", number=9)
    assert (play.game.notice_kind, play.cards()) == (ev.REPEAT, "3H TH")
    play.do(ev.ENTERED, card("TH"), 3, reason=REASON)  # another one of that face, if it really is one
    assert play.cards() == "3H TH TH"


@pytest.mark.rule("001 8.1 passage")
def test_a_hidden_card_that_may_be_one_entered_by_hand_is_set_aside_when_it_shows() -> None:
    play = opened(8, reveal=derby.BY_KEY).start().do(ev.ENTERED, card("TH"), 1, reason=REASON)
    play.slide("TH", number=9)
    assert (play.game.hidden, play.game.held) == (1, 0), "nobody learns before that it is a ten of hearts"
    play.show()
    assert (play.game.hidden, play.game.held) == (0, ev.FOREIGN)
