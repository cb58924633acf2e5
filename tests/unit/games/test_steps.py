"""The steps that are offered: lawful ones only, for the role that may take them, each lawful when it is taken."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from pitboard.app.derby import words
from pitboard.app.derby.words import WORDS
from pitboard.games import asks
from pitboard.games import events as ev
from pitboard.games.derby import authority, steps
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby

from .play import PLAIN_RACE, REASON, Play, card, opened, play_to, racing

ALL = range(steps.STEPS)
KEYS = [step for step in ALL if not steps.needs(step) & asks.HOST_ONLY]


def offered(game: Derby, role: int = ev.SUPERVISOR) -> set[str]:
    """What the menu lists: all but what only the host can say."""
    return {WORDS.step_name(step) for step in KEYS if steps.is_offered(game, step, role)}


def take(
    play: Play, step: int, place: int = 0, to: int = 0, face: int = 0, reason: int = REASON
) -> int:
    """As app/dealing.py does it."""
    event = steps.event_of(step)
    if event == derby.REVEAL:
        follow = play.game.next_shown()
        assert follow is not None
        return play.offer(*follow)
    arg, arg2 = steps.arguments(play.game, step, place, to, face)
    if event == ev.CHECKED:
        arg = 1
    role = steps.role_of(play.game, step)
    reason = reason if steps.needs(step) & asks.REASON else 0
    assert not authority.refusal(
        event, arg, play.game.shoe.decks, play.game.phase, role, reason
    )
    return play.offer(event, arg, arg2, reason=reason, who=role)


@pytest.mark.parametrize(
    ("phase", "names"),
    [
        (ev.CLOSED, "lamp_test check prechecked new_cards"),
        (ev.CHECKING, "checked check_end"),
        (ev.IDLE, "open check prechecked shuffled exposed new_cards table_close"),
        (ev.BETTING, "no_more_bets cancel"),
        (derby.RACING, "face_up entered shoe_empty void"),
        (derby.RESULT, "confirm later_up lights_again lights_off rebuild void"),
        (derby.PAYING, "close lights_again lights_off rebuild void"),
        (ev.VOIDED, "close"),
        (derby.REBUILDING, "move insert take_twice take_burned replace rebuilt void"),
    ],
)
def test_what_is_offered_in_each_phase(phase: int, names: str) -> None:
    assert offered(play_to(phase).game) == set(names.split())


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 10.6")
@pytest.mark.rule("001 L27")
def test_a_held_card_offers_its_decision() -> None:
    assert offered(opened().slide("9D").game) == {"use_next", "burn", "same_card"}
    assert offered(racing("3H").slide("3H").game) == {"dismiss", "same_card", "rebuild", "void"}
    late = {"use_next", "burn", "same_card", "lights_again", "lights_off", "rebuild", "void"}
    assert offered(racing(PLAIN_RACE).slide("9D").game) == late


@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 10.7")
def test_a_dealer_is_not_offered_what_is_the_supervisors() -> None:
    for phase in range(9):
        game = play_to(phase).game
        more = offered(game) - offered(game, ev.DEALER)
        assert offered(game, ev.DEALER) <= offered(game)
        for name in more:
            assert steps.role_of(game, WORDS.step_index(name)) == ev.SUPERVISOR
    assert offered(play_to(derby.RACING).game, ev.DEALER) == {"face_up", "shoe_empty"}
    assert offered(play_to(derby.REBUILDING).game, ev.DEALER) == set()
    assert offered(racing("3H").slide("3H").game, ev.DEALER) == set()
    assert not any(steps.is_offered(opened().game, step, 0) for step in ALL)


@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
def test_one_deck_is_shuffled_by_the_dealer_more_by_the_supervisor() -> None:
    for decks in (1, 2, 8):
        game = opened(decks).game
        assert ("shuffled" in offered(game, ev.DEALER)) == (decks == 1)
        assert "shuffled" in offered(game)


@pytest.mark.rule("001 10.1")
def test_lights_that_were_put_out_are_not_offered_again() -> None:
    play = racing(PLAIN_RACE).do(derby.LIGHTS_OFF, reason=REASON)
    assert not {"lights_again", "lights_off"} & offered(play.game)


def test_a_waiting_card_is_offered_where_a_key_may_show_it() -> None:
    for reveal, shown in ((derby.WITH_NEXT, True), (derby.BY_KEY, True), (derby.AFTER_DELAY, False)):
        play = racing("3H", reveal=reveal)
        names = offered(play.game)
        assert ("reveal" in names) == shown
        assert not {"entered", "rebuild"} & names, "first the card that waits"


def test_the_check_of_the_cards_asks_each_role() -> None:
    play = Play().do(ev.CHECK).do(ev.CHECKED, 1)
    assert offered(play.game) == {"check_dealer", "check_super", "check_end"}
    assert offered(play.game, ev.DEALER) == {"check_dealer", "check_end"}
    differs = Play().do(ev.CHECK).do(ev.CHECKED, 0)
    assert offered(differs.game) == {"checked", "check_end"}


def ready() -> Play:
    """A closed table that lacks nothing."""
    return (
        opened()
        .do(ev.TABLE_CLOSE)
        .do(ev.LAMP_TEST)
        .do(ev.LAMPS_SEEN, 1)
        .do(ev.PRECHECKED)
        .do(ev.SHUFFLED)
        .do(ev.CUT)
    )


def paying_wagers() -> Play:
    play = opened().open().do(derby.WAGER, 0, 1, value=2)
    return play.do(ev.NO_MORE_BETS).slide(PLAIN_RACE).do(ev.CONFIRM)


def some_tables() -> Iterator[Play]:
    """Tables in every phase, with and without trouble."""
    for phase in range(9):
        yield play_to(phase)
    for reveal, decks in product(range(4), (1, 2)):
        yield racing("3H 4S", decks, reveal)
        yield racing("3H", decks, reveal).slide("9D", before_call=True)
        yield opened(decks, reveal=reveal).slide("9D")
        yield opened(decks, reveal=reveal).slide("9D").do(ev.NEXT)
    yield Play().do(ev.LAMP_TEST)
    yield Play().do(ev.CHECK).do(ev.CHECKED, 1)
    yield Play().do(ev.CHECK).do(ev.CHECKED, 0)
    yield Play().do(ev.PRECHECKED).do(ev.SHUFFLED)
    yield Play().do(ev.CHECK).do(ev.CHECKED, 1).do(ev.CHECK_YES, ev.DEALER, who=ev.DEALER)
    yield ready()
    yield paying_wagers()
    yield racing(PLAIN_RACE).slide("9D")
    yield racing(PLAIN_RACE).do(derby.LIGHTS_OFF, reason=REASON)
    yield racing("3H").slide("3H")
    yield racing("3H 4H 5H").do(derby.SHOE_EMPTY)
    yield racing(PLAIN_RACE).end()
    yield opened(source=ev.SHUFFLER).start().slide(PLAIN_RACE).end()


@pytest.mark.parametrize("step", KEYS, ids=WORDS.step_name)
def test_every_step_that_is_offered_is_lawful_when_it_is_taken(step: int) -> None:
    taken = 0
    for at, play in enumerate(some_tables()):
        if not steps.is_offered(play.game, step, ev.SUPERVISOR, steps.role_of(play.game, step)):
            continue
        total = play.game.cards.total
        assert not take(play, step, max(1, total), max(1, total), card("KD")), at
        taken += 1
    assert taken, "no table of this test comes to it"


@pytest.mark.parametrize("step", KEYS, ids=WORDS.step_name)
def test_a_step_that_is_not_offered_would_be_refused(step: int) -> None:
    """But for a card that shows by itself, and for losers to collect where no wager was entered."""
    if steps.event_of(step) in (derby.REVEAL, derby.COLLECTED):
        return
    for at, play in enumerate(some_tables()):
        if steps.is_offered(play.game, step, ev.SUPERVISOR, steps.role_of(play.game, step)):
            continue
        total = max(1, play.game.cards.total)
        assert take(play, step, total, total, card("KD")), at


@pytest.mark.parametrize("seed", range(20))
def test_a_table_that_only_takes_offered_steps_never_gets_stuck(seed: int) -> None:
    """Some lawful step is always offered to the supervisor, and cards are always answered somehow."""
    rng = random.Random(seed)
    play = Play(1 + seed % 2, reveal=seed % 4)
    rounds = 0
    for _ in range(400):
        names = [
            step
            for step in KEYS
            if steps.is_offered(play.game, step, ev.SUPERVISOR, steps.role_of(play.game, step))
        ]
        assert names, derby.PHASE_NAMES[play.game.phase]
        if rng.random() < 0.4 and play.game.irregularities < 60 and play.game.holds < 14:
            play.slide_card(rng.randrange(52))
            continue
        step = rng.choice(names)
        total = max(1, play.game.cards.total)
        face = rng.randrange(52)
        refusal = take(play, step, rng.randint(1, total), rng.randint(1, total), face)
        known_only_when_asked = steps.needs(step) & (asks.CARD | asks.PLACE)
        too_often = play.game.edits > 20 or play.game.rebuilds > 3
        assert not refusal or known_only_when_asked or too_often
        rounds += steps.event_of(step) == ev.OPEN and not refusal
    assert play.replayed().snapshot() == play.game.snapshot()


def test_keys_stand_for_the_steps_of_their_names() -> None:
    for name in ("OPEN", "NO_MORE_BETS", "CONFIRM", "CLOSE", "SHUFFLED", "CUT", "TABLE_OPEN"):
        assert steps.event_of(getattr(words, f"S_{name}")) == getattr(ev, name)


def test_arguments_are_the_events_own() -> None:
    game = racing("3H 4H 5H", decks=2, reveal=derby.AT_ONCE).game

    def made(name: str) -> tuple[int, int]:
        return steps.arguments(game, WORDS.step_index(name), 2, 3, 17)

    assert made("open") == (2, derby.AT_ONCE)
    assert made("move") == (2, 3)
    assert made("insert") == (17, 3)
    assert made("replace") == (17, 2)
    assert made("take_twice") == (2, derby.TAKEN_TWICE)
    assert made("take_burned") == (2, derby.TAKEN_BURNED)
    assert made("entered") == (17, 4), "the next place"
    assert made("lamps_good") == (1, 0) and made("lamps_bad") == (0, 0)
    assert made("check_super") == (ev.SUPERVISOR, 0)
