"""What time a record is from: by the journal alone, over power cuts, checkpoints and rotation; it never falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pitboard.games import events, refusals
from pitboard.games.derby.derby import Derby
from pitboard.table import journal_time, records
from pitboard.table.journal import Journal
from pitboard.table.journal_time import CHIP, HOST, KEPT, WRONG, JournalTime
from pitboard.table.table import Table
from tests.unit.table.dealt_table import happened, one_round, opening, play
from tests.unit.table.nor_medium import NorMedium, PowerCut

if TYPE_CHECKING:
    from pitboard.table.records import Record

NOON = 1_780_315_200_000  # 1 June 2026, 12:00, in milliseconds
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000


class Board:
    """A table whose uptime a test moves."""

    def __init__(self, segments: int = 6) -> None:
        self.medium = NorMedium()
        self.segments = segments
        self.boot()

    def boot(self) -> None:
        self.up_ms = 400
        self.table = Table(Derby(1), Journal(self.medium, self.segments, True), lambda: self.up_ms)
        self.table.recover()

    @property
    def now(self) -> int:
        return self.table.time.now(self.up_ms)


def times(table: Table) -> list[tuple[Record, int]]:
    """Every record with its time, as anybody computes it who has the journal."""
    time = JournalTime()
    found: list[tuple[Record, int]] = []
    for record in table.journal.since(table.journal.oldest_seq() - 1):
        time.follow(record)
        found.append((record, time.ms))
    return found


def rising(table: Table) -> bool:
    values = [ms for _, ms in times(table)]
    return values == sorted(values)


@pytest.mark.parametrize("jump", [0, 1, -1, 3600, -3600, 524287, -524287])
def test_a_value_keeps_time_and_jump(jump: int) -> None:
    value = journal_time.value_of(NOON + 123, jump)
    assert value < 1 << 64
    assert (journal_time.ms_of(value), journal_time.jump_of(value)) == (NOON + 123, jump)


def test_a_jump_of_more_than_six_days_is_said_as_six_days() -> None:
    assert journal_time.jump_of(journal_time.value_of(NOON, -(10**9))) == -524287
    assert journal_time.jump_of(journal_time.value_of(NOON, 10**9)) == 524287


def test_without_a_time_nothing_is_written_and_nothing_changes() -> None:
    board = Board()
    play(board.table, opening())
    board.boot()
    assert board.table.time.source == 0
    assert events.CLOCK not in [record[records.TYPE] for record in board.table.journal.since(0)]


def test_records_count_on_from_the_last_clock() -> None:
    board = Board()
    board.up_ms = 5000
    assert board.table.note_time(NOON, CHIP, True, 0)
    board.up_ms = 65_000
    play(board.table, opening()[:1])
    record, ms = times(board.table)[-1]
    assert (record[records.TYPE], ms) == (events.LAMP_TEST, NOON + MINUTE)
    assert board.now == NOON + MINUTE


def test_over_a_power_cut_the_time_stands_still_until_it_is_known_again() -> None:
    board = Board()
    board.table.note_time(NOON, CHIP, True, 0)
    board.up_ms += HOUR
    play(board.table, opening()[:1])
    board.boot()
    assert (board.now, board.table.time.source, board.table.time.trusted) == (NOON + HOUR + 400, CHIP, False)
    board.table.note_time(NOON + 10 * HOUR, CHIP, True, 0)
    assert board.now == NOON + 10 * HOUR and board.table.time.trusted
    assert rising(board.table)


def test_a_chip_never_takes_time_back_and_a_person_does() -> None:
    board = Board()
    board.table.note_time(NOON, CHIP, True, 0)
    board.up_ms += 10 * SECOND
    board.table.note_time(NOON + 7 * SECOND, CHIP, True, -3)
    assert board.now == NOON + 10 * SECOND
    board.up_ms += 2 * SECOND
    assert board.now == NOON + 10 * SECOND  # until the chip has caught up
    board.up_ms += 2 * SECOND
    assert board.now == NOON + 11 * SECOND
    assert rising(board.table)
    board.table.note_time(NOON - HOUR, HOST, True, -3611)
    assert board.now == NOON - HOUR
    assert times(board.table)[-1][1] == NOON - HOUR


def test_milliseconds_since_boot_wrap_after_49_days() -> None:
    board = Board()
    board.table.note_time(NOON, CHIP, True, 0)
    for day in range(1, 61):
        board.up_ms = 400 + day * 24 * HOUR
        board.table.offer(events.LAMP_TEST)
        board.table.offer(events.LAMPS_SEEN, 1)
    assert times(board.table)[-1][1] == NOON + 60 * 24 * HOUR == board.now


def test_the_game_does_not_notice_a_clock() -> None:
    board, other = Board(), Board()
    play(board.table, opening())
    board.table.note_time(NOON, CHIP, True, 0)
    play(other.table, opening())
    board.boot()
    other.boot()
    assert board.table.game.snapshot() == other.table.game.snapshot()


@pytest.mark.parametrize("source", [CHIP, HOST, KEPT, WRONG])
def test_a_checkpoint_keeps_the_time(source: int) -> None:
    """Older records go; the time of the checkpoint stays, and nothing after it is from before."""
    board = Board(segments=7)
    play(board.table, opening())
    board.table.note_time(NOON, source, source < KEPT, 0)
    for _ in range(60):
        for args, more in one_round():
            board.up_ms += 3 * SECOND
            assert not board.table.offer(*args, **more)
        board.table.tidy()
    noted = [r for r in board.table.journal.since(board.table.journal.oldest_seq() - 1) if r[0] == events.CLOCK]
    assert noted and noted[0][records.SEQ] > 100  # the one that was set is long gone
    newest = times(board.table)[-1][1]
    assert rising(board.table) and NOON + HOUR < newest <= board.now
    board.boot()
    assert board.table.time.source == source
    assert newest <= board.now <= newest + 400


def test_a_power_cut_at_every_write_of_a_checkpoint_loses_no_time() -> None:
    for cut in range(1, 14):
        board = Board()
        play(board.table, opening())
        board.table.note_time(NOON, CHIP, True, 0)
        board.up_ms += HOUR
        play(board.table, one_round())
        board.medium.tear_at = board.medium.programs + cut
        try:
            board.table._write_checkpoint(True)
            board.medium.tear_at = 0
        except PowerCut:
            pass
        board.boot()
        assert board.now >= NOON + HOUR, cut
        assert rising(board.table)


def test_in_a_round_there_is_room_for_a_few() -> None:
    board = Board()
    play(board.table, opening() + one_round()[:7])
    done = [board.table.note_time(NOON, CHIP, True, 0) for _ in range(board.table.game.max_boots + 3)]
    assert done == [True] * board.table.game.max_boots + [False] * 3
    board.boot()
    assert not board.table.note_time(NOON, CHIP, True, 0)
    play(board.table, one_round()[7:])
    assert board.table.note_time(NOON, CHIP, True, 0)


def test_each_boot_and_its_clock_fit_into_the_longest_round() -> None:
    """The journal has kept their room: the round's own records are all still taken."""
    board = Board(segments=5)
    play(board.table, opening() + one_round()[:3])
    room = board.table.journal.room()
    assert room >= board.table.game.worst_records + board.table.game.max_boots


def test_nobody_offers_a_clock() -> None:
    board = Board()
    assert board.table.offer(events.CLOCK, CHIP, 1, NOON) == refusals.NOT_AN_EVENT


def test_a_damaged_journal_still_has_its_time() -> None:
    board = Board()
    play(board.table, opening())
    board.table.note_time(NOON, CHIP, True, 0)
    board.up_ms += HOUR
    play(board.table, one_round())
    first = min(board.medium.blocks)
    board.medium.blocks[first][3 * 32 : 4 * 32] = b"\x00" * 32
    board.boot()
    assert board.now >= NOON + HOUR
    kinds = [r[records.ARG] for r in happened(board.table, 3) if r[0] == events.IRREGULARITY]
    assert events.RECORD_LOST in kinds


def test_a_blank_second_segment_is_no_reason_to_drop_the_first() -> None:
    """All records there are lie in the first one then, the checkpoint among them."""
    medium = NorMedium()
    journal = Journal(medium, 3, True)
    journal.open()
    assert journal.prepare(3 * 127, 1)
    for _ in range(127):
        journal.append(events.BOOT, 0, 0, 0, 0)
    journal = Journal(medium, 3, True)
    journal.open()
    assert not journal.prepare(3 * 127, 120)
    assert journal.oldest_seq() == 1
