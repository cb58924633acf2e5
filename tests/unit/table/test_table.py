"""A table is a fold over its journal: judged, written, then applied; a restart anywhere gives the same state."""

import pytest

from pitboard.games import events, refusals
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import derby_refusals
from pitboard.games.derby.derby import Derby, worst_records
from pitboard.table import records
from pitboard.table.table import Table
from tests.unit.table.dealt_table import (
    DISPUTE,
    RACE,
    SUPERVISOR,
    card,
    happened,
    names,
    one_round,
    opening,
    play,
    table_on,
)
from tests.unit.table.nor_medium import NorMedium, PowerCut

DAY = opening() + one_round() + one_round()
CALL = next(at for at, (args, _) in enumerate(DAY) if args[0] == events.NO_MORE_BETS)
FIRST_CLOSE = next(at for at, (args, _) in enumerate(DAY) if args[0] == events.CLOSE)


def test_a_restart_after_every_event_gives_the_same_state() -> None:
    medium = NorMedium()
    table = table_on(medium)
    for args, more in DAY:
        table = table_on(medium)
        assert table.offer(*args, **more) == 0, derby.NAMES[args[0]]
        assert table_on(medium).game.snapshot() == table.game.snapshot(), derby.NAMES[args[0]]
    assert table.game.round_no == 2


@pytest.mark.parametrize("tear_bytes", [0, 8, 31])
def test_power_cut_in_every_write_gives_the_state_before(tear_bytes: int) -> None:
    medium = NorMedium()
    table = table_on(medium)
    for args, more in DAY:
        before = table.game.snapshot()
        medium.tear_at = medium.programs + 1
        medium.tear_bytes = tear_bytes
        with pytest.raises(PowerCut):
            table.offer(*args, **more)
        assert table.game.snapshot() == before, "nothing may change before the record is durable"
        table = table_on(medium)
        assert table.game.snapshot() == before
        assert table.offer(*args, **more) == 0


@pytest.mark.rule("001 10.5")
@pytest.mark.parametrize("tear_bytes", [0, 31])
def test_what_follows_by_itself_is_made_up_for_after_a_power_cut(tear_bytes: int) -> None:
    """The call is durable, the carried card's own record is not: after the restart it is written."""
    medium = NorMedium()
    table = table_on(medium)
    play(table, DAY[:CALL])
    medium.tear_at = medium.programs + 2
    medium.tear_bytes = tear_bytes
    with pytest.raises(PowerCut):
        table.offer(*DAY[CALL][0])
    table = table_on(medium)
    game = table.game
    assert isinstance(game, Derby)
    assert (game.phase, game.count, game.hidden) == (derby.RACING, 1, 0)
    assert names(table)[-2:] == ["boot", "reveal"]


def test_a_refused_event_writes_nothing() -> None:
    table = table_on(NorMedium())
    written = table.journal.last_seq
    assert table.offer(events.CARD, card("TH")) == refusals.TABLE_CLOSED
    play(table, opening())
    opened = table.journal.last_seq
    assert opened == written + len(opening())
    for refused, why in (
        (table.offer(events.CARD, card("TH")), derby_refusals.OPEN_FIRST),
        (table.offer(events.TABLE_CLOSE), refusals.NEEDS_SUPERVISOR),
    ):
        assert refused == why
        assert (table.journal.last_seq, table.effects) == (opened, 0)


@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 10.1")
@pytest.mark.rule("001 L27")
@pytest.mark.parametrize(
    ("cards", "event", "args"),
    [
        (RACE[:3], events.VOID, ()),
        (RACE[:3], derby.REBUILD, ()),
        (RACE[:3], events.ENTERED, (card("KD"), 4)),
        (RACE, derby.LIGHTS_OFF, ()),
        ([*RACE[:3], "HOLD"], events.DISMISS, ()),
    ],
)
def test_what_a_supervisor_does_has_a_reason_and_a_name(
    cards: list[str], event: int, args: tuple[int, ...]
) -> None:
    table = table_on(NorMedium())
    play(table, opening())
    play(table, [((events.OPEN, 1, 0), {}), ((events.NO_MORE_BETS,), {})])
    for place, code in enumerate(cards, 1):
        if code == "HOLD":
            table.offer(events.HOLD, card("TH"), place, reason=events.FOREIGN)
        else:
            assert table.offer(events.CARD, card(code), place) == 0
    before = table.game.snapshot()
    assert table.offer(event, *args, reason=DISPUTE) == refusals.NEEDS_SUPERVISOR
    assert table.offer(event, *args, **SUPERVISOR) == refusals.NEEDS_REASON
    assert table.offer(event, *args, reason=200, **SUPERVISOR) == refusals.NEEDS_REASON
    assert table.game.snapshot() == before
    assert table.offer(event, *args, reason=DISPUTE, role=events.SUPERVISOR, who=7) == 0
    record = happened(table)[-1]
    assert record[records.TYPE] == event
    assert (record[records.WHO], record[records.REASON]) == (7, DISPUTE)


@pytest.mark.parametrize("decks", [1, 8])
def test_no_erase_between_the_call_and_the_close(decks: int) -> None:
    medium = NorMedium()
    table = table_on(medium, decks)
    play(table, opening())
    play(table, one_round(decks)[: CALL - len(opening()) + 1])
    erases = medium.erases
    assert table.journal.room() >= table.game.worst_records - 2
    for args, more in one_round(decks)[CALL - len(opening()) + 1 : -1]:
        assert table.offer(*args, **more) == 0
        assert not table.may_erase()
        table.tidy()
    assert medium.erases == erases


def test_a_full_log_refuses_the_round_before_it_begins() -> None:
    table = table_on(NorMedium(), segments=4, overwrite=False)
    play(table, opening())
    refusal = 0
    while not refusal:
        for args, more in one_round():
            refusal = table.offer(*args, **more)
            if refusal:
                break
    assert refusal == refusals.LOG_FULL
    assert table.game.phase in (events.IDLE, events.BETTING)


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("done", [0, 3, 8, 10, CALL + 1, CALL + 8, FIRST_CLOSE, FIRST_CLOSE + 1])
def test_a_thousand_restarts_leave_a_table_that_plays(done: int, overwrite: bool) -> None:
    medium = NorMedium()
    table = table_on(medium, segments=5, overwrite=overwrite)
    play(table, DAY[:done])
    before = table.game.snapshot()
    for _ in range(1000):
        table = table_on(medium, segments=5, overwrite=overwrite)
        assert table.game.snapshot() == before
    in_a_round = CALL < done <= FIRST_CLOSE
    if overwrite or in_a_round:
        play(table, DAY[done : FIRST_CLOSE + 1])


@pytest.mark.parametrize(
    "trouble",
    [
        ((events.IRREGULARITY, events.MISSCAN, 1), {}),
        ((events.HOLD, card("KD"), 1), {"reason": events.EARLY}),
    ],
)
@pytest.mark.parametrize("done", [len(opening()), len(opening()) + 3])
def test_a_thousand_restarts_with_something_on_show_leave_a_table_that_plays(
    done: int, trouble: tuple[tuple[int, ...], dict[str, int]]
) -> None:
    """A notice or a held card is no state to make a checkpoint of; restarts may not eat the log meanwhile."""
    medium = NorMedium()
    table = table_on(medium, segments=5)
    play(table, [*DAY[:done], trouble])
    before = table.game.snapshot()
    for _ in range(1000):
        table = table_on(medium, segments=5)
        assert table.game.snapshot() == before
    if table.game.held:
        play(table, [((events.NEXT,), {})])
    play(table, DAY[done : FIRST_CLOSE + 1])


def test_a_round_keeps_the_decks_that_it_began_with() -> None:
    medium = NorMedium()
    table = table_on(medium, decks=8)
    play(table, opening())
    play(table, [((events.OPEN, 8, 0), {}), ((events.NO_MORE_BETS,), {})])
    hearts = [rank + "H" for rank in "23456789TJQKA"]
    for place, code in enumerate((hearts * 8)[:60], 1):
        assert table.offer(events.CARD, card(code), place) == 0
    before = table.game.snapshot()
    table = table_on(medium, decks=1)  # the settings were changed in mid-round
    assert table.game.snapshot() == before
    assert table.game.shoe.decks == 8
    for code in ("2S", "3D"):
        assert table.offer(events.CARD, card(code), table.game.place()) == 0
    play(table, [((events.CONFIRM,), {}), ((events.CLOSE,), {})])
    assert table.game.shoe.decks == 1
    assert names(table)[-1] == "new_cards", "7.4: they are checked, shuffled and cut"
    assert table.offer(events.OPEN, 1) == refusals.CHECK_FIRST
    assert table_on(medium, decks=1).game.shoe.decks == 1


def test_a_restart_in_a_round_is_written_down() -> None:
    medium = NorMedium()
    table = table_on(medium, segments=5, overwrite=False)
    play(table, DAY[: CALL + 3])
    table = table_on(medium, segments=5, overwrite=False)
    assert names(table)[-1] == "boot"
    assert happened(table)[-1][records.BOOT_NO] == 2


@pytest.mark.parametrize("event", [events.OPEN, events.NO_MORE_BETS])
def test_a_round_needs_room_for_its_longest_course(event: int) -> None:
    table = table_on(NorMedium(), segments=5, overwrite=False)
    play(table, opening())
    if event == events.NO_MORE_BETS:
        table.offer(events.OPEN, 1)
    while table.journal.room() >= table.game.worst_records:
        table.journal.append(events.IRREGULARITY, events.MISSCAN, 1, 0, 0)
    assert table.journal.room() > 50, "room for an ordinary round, not for the longest"
    assert table.offer(event, 1) == refusals.LOG_FULL


def test_restarts_in_a_round_leave_it_the_room_it_reserved() -> None:
    medium = NorMedium()
    table = table_on(medium, segments=5, overwrite=False)
    play(table, DAY[: CALL + 3])
    for _ in range(400):
        table = table_on(medium, segments=5, overwrite=False)
    play(table, DAY[CALL + 3 : FIRST_CLOSE + 1])


def test_another_number_of_decks_reserves_for_the_larger_one() -> None:
    medium = NorMedium()
    table_on(medium, decks=1)
    assert table_on(medium, decks=8).game.worst_records == worst_records(8)


@pytest.mark.parametrize("lost", [1, 2])
def test_a_journal_without_its_beginning_gives_a_table_that_plays(lost: int) -> None:
    """Segments were destroyed and the last checkpoint with them: what is left is taken as far as it makes sense."""
    medium = NorMedium()
    table = table_on(medium)
    play(table, opening())
    while table.game.round_no < 3 or table.journal.last_seq < 127 * (lost + 1):
        for args, more in one_round():
            table.offer(*args, **more)
        table._checkpoint = table.journal.last_seq  # no other checkpoint than the first one
    rounds = table.game.round_no
    for segment in medium.segments()[:lost]:
        del medium.blocks[segment]
    table = table_on(medium)
    assert table.game.round_no == rounds, "rounds go on with their numbers"
    assert table.game.phase in (events.CLOSED, events.IDLE)
    assert table_on(medium).game.snapshot() == table.game.snapshot()
    if table.game.phase == events.IDLE:
        play(table, [((events.TABLE_CLOSE,), SUPERVISOR)])
    play(table, opening() + one_round())
    assert table.game.round_no == rounds + 1


# -- flash that lets a record down ------------------------------------------------------------------


class GlitchingMedium(NorMedium):
    """One look at a record gives a wrong bit; what is in the flash is right."""

    glitch = False

    def read(self, segment: int, offset: int, buf: bytearray) -> None:
        super().read(segment, offset, buf)
        if self.glitch and len(buf) == records.SIZE:
            buf[5] ^= 1
            self.glitch = False


def racing_table(medium: NorMedium, *codes: str) -> Table:
    table = table_on(medium, decks=2)
    play(table, [*opening(), ((events.OPEN, 2, 0), {}), ((events.NO_MORE_BETS,), {})])
    for place, code in enumerate(codes, 1):
        play(table, [((events.CARD, card(code), place), {})])
    return table


def test_a_record_whose_look_back_failed_counts_once_after_a_restart() -> None:
    medium = GlitchingMedium()
    table = racing_table(medium, "3H", "4H")
    medium.glitch = True
    play(table, [((events.CARD, card("5H"), 3), {})])
    before = table.game.snapshot()
    assert not medium.glitch
    assert table_on(medium, decks=2).game.snapshot() == before


def damage(medium: NorMedium, seq: int) -> None:
    for block in medium.blocks.values():
        for at in range(records.SIZE, 4096, records.SIZE):
            record = records.unpack(block, at)
            if record is not None and record[records.SEQ] == seq:
                block[at + 28] ^= 0xFF


def test_a_lost_record_is_told_once_and_the_race_goes_on_without_it() -> None:
    medium = NorMedium()
    table = racing_table(medium, "3H", "4S", "5H", "6H")
    damage(medium, table.journal.last_seq - 1)
    table = table_on(medium, decks=2)
    game = table.game
    assert isinstance(game, Derby)
    assert (game.count, game.notice_kind) == (3, events.RECORD_LOST)
    told = names(table).count("irregularity")
    table = table_on(medium, decks=2)
    assert names(table).count("irregularity") == told, "not at every restart"
    play(table, [((events.CARD, card("7H"), 4), {})])


def test_a_checkpoint_with_a_lost_part_is_none() -> None:
    medium = NorMedium()
    table = table_on(medium)
    play(table, opening())
    first = next(r for r in table.journal.since(0) if r[records.TYPE] == events.STATE)
    damage(medium, first[records.SEQ])
    table = table_on(medium)
    assert isinstance(table.game, Derby) and table.game.notice_kind == events.RECORD_LOST
    assert table.game.is_between_rounds()


def test_a_round_can_always_be_ended_whatever_else_is_full() -> None:
    table = racing_table(NorMedium(), "3H", "4S")
    while table.journal.room() > 2:
        table.journal.append(events.IRREGULARITY, events.MISSCAN, 3, table.game.round_no, 0)
    assert table.offer(events.CARD, card("5H"), 3) == refusals.LOG_FULL
    play(table, [((events.VOID,), {"reason": DISPUTE, **SUPERVISOR}), ((events.CLOSE,), {})])
    assert table.game.phase == events.IDLE
