"""The lawful order of a table: what may happen in each phase, and by which name it is refused (001 5.4, 8.1, 9)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.games import effects
from pitboard.games import events as ev
from pitboard.games.derby import authority, order
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby

from .play import PLAIN_RACE, REASON, Play, card, lit, opened, places, play_to, racing, refusal_name

PHASES = range(len(derby.PHASE_NAMES))
IN_A_ROUND = (ev.BETTING, derby.RACING, derby.RESULT, derby.PAYING, ev.VOIDED)
EVENTS = range(ev.BOOT, derby.PAID + 1)


def refused(event: int, *args: int, **more: int) -> list[str]:
    """By phase: idle betting racing result paying voided closed checking rebuilding."""
    found: list[str] = []
    for phase in PHASES:
        play = play_to(phase)
        first = args or ((1, derby.AT_ONCE) if event == ev.OPEN else ())
        found.append(refusal_name(play.game.judge(event, *first, **more)))
    return found


REST = ["TABLE_CLOSED", "CHECK_RUNNING", "REBUILD_OPEN"]


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 9.2")
def test_a_round_opens_only_when_none_is_open() -> None:
    assert refused(ev.OPEN) == [
        "", "BETTING_OPEN", "RACE_RUNNING", "CONFIRM_FIRST", "PAY_FIRST", "ROUND_VOID", *REST,
    ]  # fmt: skip


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 5.4(a)")
@pytest.mark.rule("001 D8")
def test_the_call_comes_once_after_betting() -> None:
    closed = ["BETS_CLOSED"] * 3
    assert refused(ev.NO_MORE_BETS) == ["OPEN_FIRST", "", *closed, "ROUND_VOID", *REST]


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 8.1 end of round")
@pytest.mark.rule("001 D9")
@pytest.mark.parametrize("event", [ev.CARD, ev.DRAWN, ev.ENTERED])
def test_cards_count_after_the_call_and_until_third_place(event: int) -> None:
    fixed = ["PLACES_FIXED"] * 2
    assert refused(event, card("KD"), reason=REASON) == [
        "OPEN_FIRST", "CALL_FIRST", "", *fixed, "ROUND_VOID", *REST,
    ]  # fmt: skip


@pytest.mark.rule("001 9.1(c)")
def test_only_a_result_can_be_confirmed_and_only_once() -> None:
    assert refused(ev.CONFIRM) == [*["NO_RESULT"] * 3, "", "CONFIRMED", "ROUND_VOID", *REST]


@pytest.mark.rule("001 9.1(c)")
@pytest.mark.rule("001 9.2")
def test_no_close_before_the_result_is_confirmed() -> None:
    assert refused(ev.CLOSE) == ["OPEN_FIRST", *["UNCONFIRMED"] * 3, "", "", *REST]


@pytest.mark.rule("001 5.4(a)")
def test_betting_is_cancelled_only_before_the_call() -> None:
    assert refused(ev.CANCEL) == ["OPEN_FIRST", "", *["NO_CANCEL"] * 3, "ROUND_VOID", *REST]


@pytest.mark.rule("001 10.8")
def test_a_void_comes_between_the_call_and_the_close_or_out_of_a_rebuild() -> None:
    assert refused(ev.VOID, reason=REASON) == [
        "OPEN_FIRST", "NO_VOID", "", "", "", "ROUND_VOID", "TABLE_CLOSED", "CHECK_RUNNING", "",
    ]  # fmt: skip


@pytest.mark.rule("001 7.3, 7.4")
@pytest.mark.parametrize("event", [ev.CHECK, ev.PRECHECKED, ev.NEW_CARDS, ev.SHUFFLED])
def test_cards_are_checked_changed_and_shuffled_between_rounds_only(event: int) -> None:
    play = play_to(ev.CLOSED).do(ev.PRECHECKED)  # nothing else stands in the way of a shuffle
    assert play.rule_of(event) == ""
    assert refused(event)[:6] == ["", *["ROUND_OPEN"] * 5]
    assert refused(event)[7:] == ["CHECK_RUNNING", "REBUILD_OPEN"]


@pytest.mark.parametrize("event", EVENTS)
def test_a_table_that_is_not_open_plays_no_round(event: int) -> None:
    """Whatever belongs to a round is refused with words while the table is closed, checked or put right."""
    in_round = ev.OPEN <= event <= ev.CLOSE or event >= derby.WAGER
    for phase in (ev.CLOSED, ev.CHECKING, derby.REBUILDING):
        refusal = order.refusal(event, phase)
        if in_round and event != derby.REVEAL:
            assert refusal_name(refusal) in REST
        assert refusal_name(refusal) != "NOT_AN_EVENT"


def test_unknown_events_are_refused_and_never_applied() -> None:
    for event in (-1, 0, derby.PAID + 1, 255):
        assert refusal_name(Derby().judge(event)) == "NOT_AN_EVENT"
    for event in (-1, 0):
        with pytest.raises(ValueError, match="not an event"):
            Derby().apply(event)


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("number", [52, 62, 63])
def test_a_card_is_one_of_fifty_two(number: int) -> None:
    for event in (ev.CARD, ev.DRAWN, ev.ENTERED):
        assert racing().rule_of(event, number) == "NOT_A_CARD"
    assert play_to(derby.REBUILDING).rule_of(derby.INSERT, number, 1) == "NOT_A_CARD"


@pytest.mark.parametrize("arg", [0, 2, 9])
def test_a_round_is_opened_with_the_decks_of_the_shoe(arg: int) -> None:
    assert opened().rule_of(ev.OPEN, arg) == "NOT_AN_EVENT"
    assert opened().rule_of(ev.OPEN, 1, derby.BY_KEY + 1) == "NOT_AN_EVENT"


def test_rounds_are_numbered_and_a_cancelled_one_keeps_its_number() -> None:
    play = opened().open().do(ev.CANCEL).open()
    assert (play.game.phase, play.game.round_no) == (ev.BETTING, 2)


@pytest.mark.rule("001 9.2")
def test_closing_leaves_nothing_of_the_round() -> None:
    play = play_to(derby.PAYING).do(ev.CLOSE)
    assert play.effects == effects.SCREEN | effects.LIGHTS
    game = play.game
    assert (game.phase, game.count, game.cards.total, places(game)) == (ev.IDLE, 0, 0, "---")
    assert (game.burned, game.held, game.hidden, game.wagers.count) == (0, 0, 0, 0)
    assert game.shoe.left() == 52 - 6, "but the shoe knows what is gone until the shuffle"


def test_effects_say_what_changed() -> None:
    play = opened()
    assert play.do(ev.OPEN, 1).effects == play.do(ev.NO_MORE_BETS).effects == effects.SCREEN
    each = effects.CUE_CARD | effects.SCREEN
    last = each | effects.CUE_RESULT | effects.LIGHTS
    seen = [play.slide(code).effects for code in PLAIN_RACE.split()]
    assert seen == [each] * 5 + [last]
    assert play.slide("KD").effects == effects.SCREEN | effects.CUE_NOTICE  # held
    assert play.do(ev.BURN).do(ev.CONFIRM).effects == effects.SCREEN
    assert play.do(ev.IRREGULARITY, ev.MISSCAN, 7).effects == effects.SCREEN | effects.CUE_NOTICE
    assert play.game.apply(ev.BOOT) == 0


@pytest.mark.rule("001 10.8")
@pytest.mark.parametrize("phase", [derby.RACING, derby.RESULT, derby.PAYING, derby.REBUILDING])
def test_a_void_round_lights_nothing_and_can_be_closed(phase: int) -> None:
    play = play_to(phase).do(ev.VOID, reason=REASON)
    assert play.effects == effects.SCREEN | effects.LIGHTS
    game = play.game
    assert (game.phase, places(game), game.race.protested, lit(game)) == (
        ev.VOIDED, "---", False, {},
    )  # fmt: skip
    assert game.result() == (-1, -1, -1, False), "wagers go back"
    assert play.do(ev.CLOSE).game.phase == ev.IDLE


@pytest.mark.rule("001 10.8")
def test_a_protested_round_voided_is_no_longer_protested() -> None:
    play = racing("2S 3H 4H 5H 6H 7S 8C")
    assert play.game.race.protested
    assert not play.do(ev.VOID, reason=REASON).game.race.protested


def test_names_match_the_numbers() -> None:
    both = {**vars(ev), **vars(derby)}
    other_names = {"use_next": "NEXT"}
    for number, name in enumerate(derby.NAMES):
        assert not name or both[other_names.get(name, name.upper())] == number
    for names in (ev.KIND_NAMES, ev.HOLD_NAMES, derby.PHASE_NAMES, ev.ROLE_NAMES, ev.SOURCE_NAMES):
        for number, name in enumerate(names):
            assert not name or both[name.upper()] == number
    other_names = {"rebuilt": "REBUILT_NOW", "restored": "WAGER_RESTORED"}
    for number, name in enumerate(derby.OUTCOME_NAMES):
        assert not name or both[other_names.get(name, name.upper())] == number


TRIES = st.lists(
    st.tuples(
        st.integers(ev.BOOT, derby.PAID),
        st.integers(0, 51),
        st.integers(0, 12),
        st.integers(0, 13),
    ),
    max_size=150,
)


@settings(max_examples=200, deadline=None)
@given(TRIES, st.integers(1, 8), st.integers(0, 3))
def test_any_events_replay_to_the_same_state(
    tries: list[tuple[int, int, int, int]], decks: int, reveal: int
) -> None:
    """Whatever is tried, the judged events alone give the table again, lit only with a third place."""
    play = opened(decks, reveal=reveal)
    for event, arg, arg2, reason in tries:
        if event in (derby.ASIDE, ev.HOLD, ev.CARD, derby.REVEAL, ev.DRAWN):
            play.slide_card(arg) if play.game.holds < 10 and play.game.irregularities < 60 else None
        elif event == ev.OPEN:
            play.offer(event, decks, reveal)
        elif event not in (ev.NEW_CARDS, ev.STATE, ev.BOOT) and not authority.refusal(
            event, arg, decks, play.game.phase, ev.SUPERVISOR, reason
        ):
            play.offer(event, arg, arg2, reason=reason, value=2 * arg)
        game = play.game
        decided = game.phase in (derby.RESULT, derby.PAYING)
        assert len(lit(game)) == (9 if decided and not game.lights_off else 0)
        if game.phase not in (derby.REBUILDING, ev.VOIDED):
            assert (game.race.third >= 0) == decided
    assert play.replayed().snapshot() == play.game.snapshot()


def test_a_held_card_comes_before_all_else() -> None:
    play = opened().slide("9D")
    lawful = {event for event in EVENTS if not play.game.allowed(event)}
    assert lawful == {ev.BOOT, ev.STATE, ev.IRREGULARITY, ev.NEXT, ev.BURN, ev.DISMISS}
    assert play.rule_of(ev.OPEN, 1) == "DECIDE_FIRST"
    play = racing(PLAIN_RACE).slide("9D")
    more = {event for event in EVENTS if not play.game.allowed(event)} - lawful
    assert more == {ev.VOID, derby.REBUILD, derby.LIGHTS_AGAIN, derby.LIGHTS_OFF}
    assert play.rule_of(ev.CONFIRM) == "DECIDE_FIRST"


def test_a_closed_table_starts_closed_and_dark() -> None:
    play = Play()
    assert (play.game.phase, play.game.round_no, lit(play.game)) == (ev.CLOSED, 0, {})
