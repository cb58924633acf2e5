"""The state of a table at rest in the journal: kept whole or not at all, and the same table after it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby
from pitboard.games.sequence import token
from pitboard.table import checkpoint, records
from pitboard.table.journal import Journal
from pitboard.table.table import CHECKPOINT_EVERY, Table
from tests.unit.table.dealt_table import SUPERVISOR, card, one_round, opening, play, table_on
from tests.unit.table.nor_medium import NorMedium, PowerCut

SMALL = 6  # segments: the room of a round, what was written since the checkpoint, and the checkpoint


def thawed(game: Derby) -> Derby:
    again = Derby(3, history=len(game.history.entries))
    again.thaw(game.round_no, game.freeze())
    return again


def states(table: Table) -> list[records.Record]:
    since = max(0, table.journal.oldest_seq() - 1)
    return [r for r in table.journal.since(since) if r[records.TYPE] == events.STATE]


@given(st.binary(max_size=8 * checkpoint.MOST_PARTS - 1))
def test_a_state_is_read_back_from_its_values(state: bytes) -> None:
    values = checkpoint.values(state)
    assert len(values) <= checkpoint.MOST_PARTS
    journal = Journal(NorMedium(), 2, False)
    journal.open()
    journal.prepare(len(values), 0)
    for part, value in enumerate(values):
        journal.append(events.STATE, part, len(values), 0, 0, value)
    assert checkpoint.read(journal, 1, len(values)) == state


def test_the_largest_state_has_its_parts() -> None:
    """Eight decks of numbered cards, all of them dealt or carried, and all results that a display remembers."""
    game = Derby(8, set_serial=999999, history=12)
    game.history.thaw(bytes(range(1, 13)))
    for number in range(1, 409):
        game.shoe.take(token((number - 1) % 52, number))
    for number in range(409, 417):
        game.over.append(token((number - 1) % 52, number))
    assert len(checkpoint.values(game.freeze())) == checkpoint.MOST_PARTS
    assert thawed(game).freeze() == game.freeze()


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("decks", [1, 2, 8])
def test_a_table_at_rest_thaws_to_itself(decks: int, numbered: bool) -> None:
    table = table_on(NorMedium(), decks)
    game = table.game
    assert isinstance(game, Derby)
    rng = random.Random(decks)
    deck = [token(number % 52, number + 1 if numbered else 0) for number in range(52 * decks)]
    rng.shuffle(deck)
    play(table, opening())
    for _ in range(3):
        if decks == 1:
            play(table, one_round()[:2])
            rng.shuffle(deck)
            used = iter(deck)
        else:
            used = iter([deck.pop() for _ in range(30)]) if len(deck) > 30 else iter(deck)
        play(table, [((events.OPEN, decks, 0), {}), ((events.NO_MORE_BETS,), {})])
        while game.phase == derby.RACING:
            face = next(used)
            assert table.offer(events.CARD, face & 63, game.place(), face >> 6) == 0
        late = next(used)
        play(
            table,
            [
                ((events.HOLD, late & 63, 9, late >> 6), {"reason": events.LATE}),
                ((events.NEXT,), {}),
                ((events.CONFIRM,), {}),
                ((events.CLOSE,), {}),
            ],
        )
        assert game.is_at_rest()
        again = thawed(game)
        assert again.snapshot() == game.snapshot()
        assert [again.shoe.holds(copy) for copy in deck] == [game.shoe.holds(copy) for copy in deck]
        assert (again.carried, again.left()) == (game.carried, game.left())


def test_only_a_table_at_rest_is_kept() -> None:
    table = table_on(NorMedium())
    game = table.game
    at_rest: list[bool] = []
    for args, more in opening() + one_round():
        play(table, [(args, more)])
        at_rest.append(game.is_at_rest())
        assert not game.is_at_rest() or game.phase in (events.IDLE, events.CLOSED)
    assert at_rest.count(True) == len(opening()) + 3  # shuffled, cut, closed
    table.offer(events.IRREGULARITY, events.MISSCAN, 1)
    assert not game.is_at_rest(), "a notice on show"
    table.offer(events.HOLD, 3, 1, reason=events.EARLY)
    assert not game.is_at_rest(), "a held card"
    table.offer(events.BURN)
    assert not game.is_at_rest(), "what came of it is on show"


def test_a_restart_replays_from_the_last_checkpoint() -> None:
    medium = NorMedium()
    table = table_on(medium)
    play(table, opening())
    for number in range(12):
        play(table, one_round())
        table.tidy()
        again = Table(Derby(1), table.journal, lambda: 0)
        replayed = again.recover()
        assert again.game.snapshot() == table.game.snapshot(), number
        assert replayed < CHECKPOINT_EVERY + 40
        table = table_on(medium)
    assert len(states(table)) > checkpoint.MOST_PARTS
    assert table.game.round_no == 12


@pytest.mark.parametrize("tear_bytes", [0, 4, 20, 31])
def test_a_power_cut_inside_a_checkpoint_leaves_the_one_before_in_force(tear_bytes: int) -> None:
    parts = 0
    table = table_on(NorMedium())
    for cut in range(1, 30):
        medium = NorMedium()
        table = table_on(medium)
        play(table, opening() + one_round())
        before = table.game.snapshot()
        medium.tear_at = medium.programs + cut
        medium.tear_bytes = tear_bytes
        try:
            assert table._write_checkpoint()
        except PowerCut:
            parts += 1
            again = table_on(medium)
            assert again.game.snapshot() == before, cut
            assert again.journal.last_seq > table.journal.last_seq
            play(again, one_round())
            assert table_on(medium).game.snapshot() == again.game.snapshot(), cut
            continue
        break
    assert parts == len(checkpoint.values(table.game.freeze())), "cut in each part once"


def test_a_table_goes_on_for_ever_in_a_small_journal() -> None:
    medium = NorMedium()
    table = table_on(medium, segments=SMALL)
    play(table, opening())
    for number in range(40):
        play(table, one_round())
        table.tidy()
        if number % 7 == 0:
            before = table.game.snapshot()
            table = table_on(medium, segments=SMALL)
            assert table.game.snapshot() == before
    assert table.journal.segments() <= SMALL
    assert table.journal.oldest_seq() > 1, "it has rotated"
    assert table.game.round_no == 40


@pytest.mark.parametrize("decks", [1, 2])
def test_a_table_that_was_kept_is_the_table_that_goes_on(decks: int) -> None:
    """Counters of an idle table (bad slides, burned cards) are not kept, so they end for the running table too."""
    medium = NorMedium()
    table = table_on(medium, decks)
    play(table, opening())
    play(
        table,
        [
            ((events.IRREGULARITY, events.MISSCAN, 1), {}),
            ((events.HOLD, card("9D"), 1), {"reason": events.EARLY}),
            ((events.BURN,), {}),
            ((events.CHECK,), {}),
            ((events.CHECKED, 1), {}),
            ((events.CHECK_YES, events.DEALER), {"who": 2}),
            ((events.CHECK_YES, events.SUPERVISOR), SUPERVISOR),
        ],
    )
    assert table._write_checkpoint()
    before = table.game.snapshot()
    table = table_on(medium, decks)
    assert table.game.snapshot() == before
    play(table, one_round(decks))
    assert table_on(medium, decks).game.snapshot() == table.game.snapshot()


def test_a_new_table_is_kept_before_anything_happens() -> None:
    """So that the settings it began with are known even if they are changed before the first full page of records."""
    medium = NorMedium()
    table = table_on(medium, decks=8)
    assert checkpoint.is_last_part(states(table)[-1])
    assert table_on(medium, decks=1).game.shoe.decks == 1, "new cards, as nothing is open"
    assert table_on(medium, decks=1).game.shoe.decks == 1
