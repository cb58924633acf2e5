"""The journal: numbering, replay, torn writes, rotation, and no erase while appending."""

import pytest

from pitboard.table.journal import SLOTS, CursorGone, Journal, JournalError
from tests.unit.table.nor_medium import NorMedium, PowerCut


def journal_on(medium: NorMedium, segments: int = 4, overwrite: bool = True) -> Journal:
    journal = Journal(medium, segments, overwrite)
    journal.open()
    return journal


def fill(journal: Journal, count: int) -> None:
    for i in range(count):
        journal.append(4, i % 52, 0, 1, i)


def seqs(journal: Journal, since: int = 0) -> list[int]:
    return [record[3] for record in journal.since(since)]


def test_records_are_numbered_from_one_and_come_back_in_order() -> None:
    journal = journal_on(NorMedium())
    assert journal.prepare(200, journal.last_seq)
    fill(journal, 200)
    assert journal.last_seq == 200
    assert seqs(journal) == list(range(1, 201))
    assert seqs(journal, 150) == list(range(151, 201))
    assert seqs(journal, 200) == []


def test_appending_erases_nothing_and_programs_one_page_a_record() -> None:
    medium = NorMedium()
    journal = journal_on(medium)
    journal.prepare(120, journal.last_seq)
    erases, programs = medium.erases, medium.programs
    fill(journal, 120)
    assert medium.erases == erases
    assert medium.programs - programs == 120


def test_a_restart_goes_on_where_it_stopped() -> None:
    medium = NorMedium()
    journal = journal_on(medium)
    journal.prepare(300, journal.last_seq)
    fill(journal, 130)  # into the second segment
    again = journal_on(medium)
    assert again.last_seq == 130
    again.append(4, 1, 0, 1, 0)
    assert seqs(again) == list(range(1, 132))
    assert again.room() == journal.room() - 1


@pytest.mark.parametrize("tear_bytes", [0, 1, 4, 16, 31])
@pytest.mark.parametrize("before", [0, 1, 7, 126, 127])
def test_a_torn_write_never_counted(before: int, tear_bytes: int) -> None:
    medium = NorMedium()
    journal = journal_on(medium)
    journal.prepare(200, journal.last_seq)
    fill(journal, before)
    medium.tear_at = medium.programs + 1
    medium.tear_bytes = tear_bytes
    with pytest.raises(PowerCut):
        journal.append(4, 9, 0, 1, 0)
    again = journal_on(medium)
    assert again.last_seq == before
    again.append(6, 0, 0, 1, 0)
    assert seqs(again) == list(range(1, before + 2))
    assert [record[0] for record in again.since(before)] == [6]


def test_a_whole_write_counts_even_if_power_goes_right_after() -> None:
    medium = NorMedium()
    journal = journal_on(medium)
    journal.prepare(20, journal.last_seq)
    medium.tear_at = medium.programs + 1
    medium.tear_bytes = 32
    with pytest.raises(PowerCut):
        journal.append(4, 9, 0, 1, 0)
    assert journal_on(medium).last_seq == 1


def test_a_slot_that_does_not_keep_its_bits_is_passed_over() -> None:
    medium = NorMedium()
    journal = journal_on(medium)
    journal.prepare(20, journal.last_seq)
    medium.stuck = {(1, 32 + i) for i in range(32)}
    assert journal.append(4, 9, 0, 1, 0) == 1
    assert seqs(journal_on(medium)) == [1]


def test_flash_that_keeps_nothing_is_an_error_not_a_record() -> None:
    medium = NorMedium()
    journal = journal_on(medium)
    journal.prepare(20, journal.last_seq)
    medium.stuck = {(1, i) for i in range(4096)}
    with pytest.raises(JournalError):
        journal.append(4, 9, 0, 1, 0)
    assert journal.last_seq == 0


def test_room_is_what_can_be_appended() -> None:
    journal = journal_on(NorMedium())
    assert journal.room() == 0
    journal.prepare(1, journal.last_seq)
    assert journal.room() == SLOTS
    fill(journal, SLOTS)
    assert journal.room() == 0
    with pytest.raises(JournalError):
        journal.append(4, 0, 0, 1, 0)


def test_a_full_log_drops_its_oldest_segment_if_allowed() -> None:
    journal = journal_on(NorMedium(), segments=3)
    for _ in range(8):
        assert journal.prepare(SLOTS, journal.last_seq)
        fill(journal, SLOTS)
    assert journal.segments() <= 3
    assert journal.last_seq == 8 * SLOTS
    oldest = journal.oldest_seq()
    assert seqs(journal, oldest - 1) == list(range(oldest, 8 * SLOTS + 1))
    with pytest.raises(CursorGone):
        seqs(journal, oldest - 2)


def test_rotation_never_takes_what_the_state_is_rebuilt_from() -> None:
    journal = journal_on(NorMedium(), segments=2)
    journal.prepare(2 * SLOTS, 0)
    fill(journal, 2 * SLOTS)
    assert not journal.prepare(1, SLOTS), "the record to keep lies in the oldest segment"
    assert journal.oldest_seq() == 1
    assert journal.prepare(1, SLOTS + 1)
    assert journal.oldest_seq() == SLOTS + 1


def test_a_full_log_that_may_not_be_overwritten_refuses() -> None:
    journal = journal_on(NorMedium(), segments=2, overwrite=False)
    assert journal.prepare(2 * SLOTS, journal.last_seq)
    fill(journal, 2 * SLOTS)
    assert not journal.prepare(1, journal.last_seq)
    assert seqs(journal) == list(range(1, 2 * SLOTS + 1))


def test_the_newest_boundary_is_found_over_segments() -> None:
    journal = journal_on(NorMedium())
    journal.prepare(300, journal.last_seq)
    for i in range(300):
        journal.append(7 if i in (10, 20) else 4, 0, 0, 1, 0)
    assert journal.last_of(lambda record: record[0] == 7) == 21
    assert journal.last_of(lambda record: record[0] == 9) == 0
