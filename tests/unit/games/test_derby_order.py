"""The lawful order of a round, what is refused with which rule, and the void (001 5.4, 8.1, 9, 10.8)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.games import effects, refusals
from pitboard.games import events as ev
from pitboard.games.derby import MAX_VOID_QUESTIONS, Derby

from .play import PLAIN_RACE, card, deal, happen, in_phase, lit, places, race

ALL_PHASES = range(6)


def rule_of(game: Derby, event: int, arg: int = 0) -> str:
    """The rule by which an event is refused; '' when it is lawful. Judging must change nothing."""
    before = game.snapshot()
    refusal = game.judge(event, arg)
    assert game.snapshot() == before
    return refusals.words(refusal)[0] if refusal else ""


def rules(event: int, arg: int = 0) -> list[str]:
    """By phase: idle, betting, racing, result, paying, voided."""
    return [rule_of(in_phase(phase), event, arg) for phase in ALL_PHASES]


@pytest.mark.rule("001 8.1")
@pytest.mark.rule("001 9.2")
def test_a_round_opens_only_when_none_is_open() -> None:
    assert rules(ev.OPEN) == ["", "5.2", "8.1", "9.1(c)", "9.2", "10.8"]


@pytest.mark.rule("001 8.1")
@pytest.mark.rule("001 5.4(a)")
def test_the_call_comes_once_after_betting() -> None:
    assert rules(ev.NO_MORE_BETS) == ["8.1", "", "5.4", "5.4", "5.4", "10.8"]


@pytest.mark.rule("001 8.1")
@pytest.mark.rule("001 D9")
def test_cards_come_after_the_call_and_end_with_third_place() -> None:
    assert rules(ev.CARD, card("KD")) == ["8.1", "8.1", "", "8.1(c)", "8.1(c)", "10.8"]
    assert refusals.words(in_phase(ev.BETTING).judge(ev.CARD, 5)) == (
        "8.1",
        "Press NO MORE BETS",
        "before the first card",
    )


@pytest.mark.rule("001 9.1(c)")
def test_only_a_result_can_be_confirmed_and_only_once() -> None:
    assert rules(ev.CONFIRM) == ["9.1(c)", "9.1(c)", "9.1(c)", "", "9.1(c)", "10.8"]


@pytest.mark.rule("001 9.2")
def test_no_close_before_the_result_is_confirmed() -> None:
    assert rules(ev.CLOSE) == ["8.1", "9.2", "9.2", "9.2", "", ""]


@pytest.mark.rule("001 5.4(a)")
def test_betting_is_cancelled_only_before_the_call() -> None:
    assert rules(ev.CANCEL) == ["8.1", "", "5.4", "5.4", "5.4", "10.8"]


@pytest.mark.rule("001 10.8")
def test_a_void_is_asked_for_between_the_call_and_the_close() -> None:
    assert rules(ev.VOID_ASKED) == ["8.1", "10.8", "", "", "", "10.8"]


@pytest.mark.rule("001 10.8")
def test_no_void_without_the_question() -> None:
    assert rules(ev.VOID) == rules(ev.VOID_KEPT) == ["10.8"] * 6


@pytest.mark.rule("001 10.8")
@pytest.mark.parametrize("phase", [ev.RACING, ev.RESULT, ev.PAYING])
def test_the_question_holds_the_round_until_it_is_answered(phase: int) -> None:
    game = in_phase(phase)
    happen(game, ev.VOID_ASKED)
    assert game.void_asked
    lawful = [event for event in range(1, 12) if not rule_of(game, event, card("KD"))]
    assert lawful == [ev.BOOT, ev.IRREGULARITY, ev.VOID_KEPT, ev.VOID]
    assert rule_of(game, ev.CARD, card("KD")) == "10.8"
    happen(game, ev.VOID_KEPT)
    assert not game.void_asked
    assert game.phase == phase


@pytest.mark.rule("001 10.8")
def test_a_kept_round_goes_on_where_it_was() -> None:
    game = race("3H 4H 5H")
    happen(game, ev.VOID_ASKED, ev.VOID_KEPT)
    deal(game, "6H 7S 8C")
    assert places(game) == "HSC"


@pytest.mark.rule("001 10.8")
@pytest.mark.parametrize("phase", [ev.RACING, ev.RESULT, ev.PAYING])
def test_a_void_round_lights_nothing_and_can_be_closed(phase: int) -> None:
    game = in_phase(phase)
    happen(game, ev.VOID_ASKED)
    assert game.apply(ev.VOID) == effects.SCREEN | effects.LIGHTS
    assert (game.phase, game.void_asked) == (ev.VOIDED, False)
    assert (places(game), game.protested) == ("---", False)
    assert lit(game) == {}
    happen(game, ev.CLOSE)
    assert game.phase == ev.IDLE


@pytest.mark.rule("001 10.8")
def test_a_protested_round_voided_is_no_longer_protested() -> None:
    game = race("2S 3H 4H 5H 6H 7S 8C")
    happen(game, ev.VOID_ASKED, ev.VOID)
    assert not game.protested


@pytest.mark.rule("001 10.8")
def test_the_question_is_bounded_so_that_the_journal_has_room() -> None:
    game = in_phase(ev.RACING)
    for _ in range(MAX_VOID_QUESTIONS):
        happen(game, ev.VOID_ASKED, ev.VOID_KEPT)
    assert game.judge(ev.VOID_ASKED) == refusals.ASKED_ENOUGH
    deal(game, PLAIN_RACE)
    happen(game, ev.CONFIRM, ev.CLOSE, ev.OPEN, ev.NO_MORE_BETS, ev.VOID_ASKED)


def test_unknown_events_are_refused_and_never_applied() -> None:
    for event in (-1, 0, 12, 255):
        assert Derby().judge(event) == refusals.NOT_AN_EVENT
        with pytest.raises(ValueError, match="not an event"):
            Derby().apply(event)


@pytest.mark.rule("001 8.1")
@pytest.mark.parametrize("number", [-1, 52, 255])
def test_a_card_is_one_of_fifty_two(number: int) -> None:
    assert in_phase(ev.RACING).judge(ev.CARD, number) == refusals.NOT_A_CARD


@pytest.mark.rule("L27")
@pytest.mark.parametrize("decks", range(1, 9))
def test_one_copy_too_many_of_a_face_is_foreign(decks: int) -> None:
    game = race("9C 3H 4H 5H 6H " + "7H " * (decks - 1), decks)
    deal(game, "7H")
    assert game.judge(ev.CARD, card("7H")) == refusals.FOREIGN
    assert game.judge(ev.CARD, card("8H")) == 0


@pytest.mark.rule("001 1.2 Continuous Shuffler")
def test_a_face_may_come_back_in_the_next_round() -> None:
    game = race(PLAIN_RACE)
    happen(game, ev.CONFIRM, ev.CLOSE, ev.OPEN, ev.NO_MORE_BETS)
    deal(game, PLAIN_RACE)
    assert game.phase == ev.RESULT


@pytest.mark.rule("001 D7")
@pytest.mark.rule("001 8.1")
def test_no_more_cards_than_the_decks_can_give() -> None:
    """Only a faulty shoe gets there, so the cards are applied without being judged."""
    game = race("")
    for _ in range(game.max_cards):
        assert lit(game) == {}
        game.apply(ev.CARD, card("3S"))
    assert game.phase == ev.RACING
    assert game.judge(ev.CARD, card("3H")) == refusals.SHOE_LIMIT


@pytest.mark.rule("001 D7")
def test_an_empty_shoe_leaves_the_round_open_and_dark() -> None:
    game = race("3H 4H 5H 6H 7S")
    assert (game.phase, game.area_of_next(), lit(game)) == (ev.RACING, 3, {})
    happen(game, ev.VOID_ASKED, ev.VOID)


def test_rounds_are_numbered_and_a_cancelled_one_keeps_its_number() -> None:
    game = Derby()
    happen(game, ev.OPEN, ev.CANCEL, ev.OPEN)
    assert (game.phase, game.round_no) == (ev.BETTING, 2)
    game.reset(41)
    happen(game, ev.OPEN)
    assert game.round_no == 42


@pytest.mark.rule("001 9.2")
def test_closing_leaves_nothing_of_the_round() -> None:
    game = in_phase(ev.PAYING)
    assert game.apply(ev.CLOSE) == effects.SCREEN | effects.LIGHTS
    fresh = Derby()
    fresh.reset(1)
    assert game.snapshot() == fresh.snapshot()


def test_effects_say_what_changed() -> None:
    game = Derby()
    assert game.apply(ev.BOOT) == 0
    assert game.apply(ev.OPEN) == game.apply(ev.NO_MORE_BETS) == effects.SCREEN
    each = effects.CUE_CARD | effects.SCREEN
    last = each | effects.CUE_RESULT | effects.LIGHTS
    codes = PLAIN_RACE.split()
    assert [game.apply(ev.CARD, card(code)) for code in codes] == [each] * 5 + [last]
    assert game.apply(ev.CONFIRM) == effects.SCREEN
    assert game.apply(ev.IRREGULARITY, ev.LATE_CARD, 7) == effects.SCREEN | effects.CUE_NOTICE


def test_every_refusal_has_a_rule_and_fits_the_display() -> None:
    codes = [
        value
        for name, value in vars(refusals).items()
        if name.isupper() and not name.startswith("_") and value
    ]
    assert sorted(codes) == list(range(1, 24))
    for refusal in codes:
        rule, first, second = refusals.words(refusal)
        assert rule
        assert 0 < len(first) <= 21
        assert 0 < len(second) <= 21
    for refusal in (0, 24, -1):
        with pytest.raises(ValueError, match="no such refusal"):
            refusals.words(refusal)


EVENTS = st.lists(
    st.tuples(st.integers(1, 11), st.integers(0, 51), st.integers(1, 40)), max_size=120
)


@settings(max_examples=200)
@given(EVENTS, st.integers(1, 8))
def test_any_events_replay_to_the_same_state(tries: list[tuple[int, int, int]], decks: int) -> None:
    """Whatever is tried, the judged events alone give the table again, lit only with a third place."""
    game = Derby(decks)
    journal: list[tuple[int, int, int]] = []
    for event, arg, arg2 in tries:
        if game.judge(event, arg) == 0:
            game.apply(event, arg, arg2)
            journal.append((event, arg, arg2))
        decided = game.phase in (ev.RESULT, ev.PAYING)
        assert len(lit(game)) == (9 if decided else 0)
        assert (game.third >= 0) == decided
        assert (game.area_of_next() > 0) == (game.phase == ev.RACING)
    again = Derby(decks)
    for event, arg, arg2 in journal:
        assert again.judge(event, arg) == 0
        again.apply(event, arg, arg2)
    assert again.snapshot() == game.snapshot()
