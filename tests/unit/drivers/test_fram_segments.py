"""The journal on ferroelectric memory: the driver against the chip's model, and the power cut at every byte."""

import random
from typing import Any

import pytest

from pitboard.drivers.fram_segments import FramSegments, MediumError
from pitboard.table.journal import Journal
from pitctl.boards import load_board
from simulator.bench import Bench
from simulator.models import mb85rs
from simulator.models.mb85rs import Mb85rs, PowerCut
from tests.models.recorder import Recorder

CS = 17
HZ = 8_000_000
SMALL = 131_072


class Bus:
    """The shared SPI as the driver sees it."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def at(self, hz: int) -> "Bus":
        self._bench.spi_clock(0, hz, 0)
        return self

    def write(self, data: Any) -> None:
        self._bench.spi_write(0, bytes(data))

    def readinto(self, into: bytearray) -> None:
        into[:] = self._bench.spi_exchange(0, bytes(len(into)))


class Line:
    def __init__(self, bench: Bench, wires: Recorder) -> None:
        self._bench, self._wires = bench, wires

    def value(self, level: int) -> None:
        self._bench.pin_out(CS, bool(level), self._wires.time.now_ns())


class Rig:
    """A chip that keeps what it has over as many lives of the board as there are."""

    def __init__(self, size: int = 262_144) -> None:
        self.wires = Recorder()
        self.bench = Bench(load_board("pico-table-fram"), self.wires)
        assert self.bench.fram is not None
        self.chip: Mb85rs = self.bench.fram
        self.chip.size = size
        self.chip.memory = bytearray(random.Random(1).randbytes(size))  # a new chip holds anything

    def medium(self, most: int = 8) -> FramSegments:
        bus: Any = Bus(self.bench)
        cs: Any = Line(self.bench, self.wires)
        cs.value(1)
        return FramSegments(bus, HZ, cs, most)

    def journal(self, most: int = 8) -> Journal:
        journal = Journal(self.medium(most), most, True)
        journal.open()
        return journal

    def cut_after(self, count: int) -> None:
        """The supply goes before the byte of that number is kept."""
        left = count

        def before(_at: int) -> None:
            nonlocal left
            if not left:
                self.chip.before = None
                self.chip.power_off()
                raise PowerCut
            left -= 1

        self.chip.before = before


def work(journal: Journal) -> None:
    """Two segments, the second one begun; then the first is rotated out."""
    journal.prepare(200, 0)
    for number in range(130):
        journal.append(4, number % 52, 0, 1, number)
    journal.prepare(300, journal.last_seq)


def seqs(journal: Journal) -> list[int]:
    return [record[3] for record in journal.since(max(0, journal.oldest_seq() - 1))]


def test_a_new_chip_has_no_segments_whatever_it_holds() -> None:
    rig = Rig()
    assert rig.medium().segments() == []
    rig.chip.memory[:] = b"\xff" * rig.chip.size
    assert rig.medium().segments() == []


def test_records_survive_and_neighbours_stay() -> None:
    rig = Rig()
    work(rig.journal())
    again = rig.journal()
    assert again.last_seq == 130 and seqs(again) == list(range(1, 131))
    again.append(4, 1, 0, 1, 0)
    assert seqs(rig.journal()) == list(range(1, 132))


def test_segments_rotate_through_the_places() -> None:
    rig = Rig()
    journal = rig.journal(3)
    for turn in range(8):
        assert journal.prepare(200, journal.last_seq + 1)
        for number in range(127):
            journal.append(4, number % 52, 0, turn, number)
    again = rig.journal(3)
    assert again.last_seq == 8 * 127 and again.segments() == 3
    assert seqs(again) == list(range(again.oldest_seq(), 8 * 127 + 1))


def test_headers_are_never_alike() -> None:
    """The masks of hidden cards hang on them (table/seal.py)."""
    heads: set[bytes] = set()
    for _ in range(2):
        rig = Rig()
        medium = rig.medium()
        for segment in (1, 2, 3):
            medium.create(segment)
            head = bytearray(32)
            medium.read(segment, 0, head)
            heads.add(bytes(head))
    assert len(heads) == 6


def bytes_of_work() -> int:
    rig = Rig()
    before = rig.chip.written
    work(rig.journal())
    return rig.chip.written - before


def check_cut(cut: int) -> None:
    rig = Rig()
    rig.cut_after(cut)
    journal = rig.journal()
    told = 0
    with pytest.raises(PowerCut):
        journal.prepare(200, 0)
        for number in range(130):
            told = journal.append(4, number % 52, 0, 1, number)
        journal.prepare(300, journal.last_seq)
    again = rig.journal()
    assert again.last_seq in (told, told + 1), cut
    assert seqs(again) == list(range(1, again.last_seq + 1)), cut
    assert again.prepare(200, 0) and again.append(4, 1, 0, 1, 0) == again.last_seq
    assert seqs(rig.journal()) == list(range(1, again.last_seq + 1)), cut


RECORDS_AT = 2 * 4160  # two segments are made first, their headers written twice


def test_a_power_cut_keeps_every_record_before_it() -> None:
    """Now and then in the making of segments, and at every byte of two records."""
    total = bytes_of_work()
    for cut in (*range(7, total, 499), *range(RECORDS_AT, RECORDS_AT + 64)):
        check_cut(cut)


SHARDS = 16


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_power_cut_at_every_byte(shard: int) -> None:
    for cut in range(shard, bytes_of_work(), SHARDS):
        check_cut(cut)


@pytest.mark.parametrize("fault", ["silent", "stuck", "wrong-version", "gone"])
def test_a_chip_that_is_not_there_is_refused(fault: mb85rs.Fault) -> None:
    rig = Rig()
    work(rig.journal())
    held = bytes(rig.chip.memory)
    rig.chip.fault = fault
    with pytest.raises(MediumError, match="no FRAM answers"):
        rig.medium().segments()
    rig.chip.fault = None
    assert bytes(rig.chip.memory) == held and rig.journal().last_seq == 130


def test_a_chip_that_is_too_small_is_refused() -> None:
    rig = Rig(SMALL)
    assert rig.medium(32).segments() == []
    with pytest.raises(MediumError, match="room for 32 segments"):
        rig.medium(33).segments()


def test_a_chip_that_keeps_nothing_makes_no_segment() -> None:
    rig = Rig()
    rig.chip.fault = "locked"
    with pytest.raises(MediumError, match="does not keep"):
        rig.medium().create(1)


def test_one_that_goes_away_while_it_is_read_does_not_look_empty() -> None:
    rig = Rig()
    work(rig.journal())
    medium = rig.medium()
    whose = medium._whose

    def leaves(place: int) -> int:
        rig.chip.fault = "silent"
        return whose(place)

    medium._whose = leaves
    with pytest.raises(MediumError):
        medium.segments()


def test_a_segment_that_was_overlooked_is_not_written_over() -> None:
    rig = Rig()
    work(rig.journal())
    medium = rig.medium()
    with pytest.raises(MediumError, match="overlooked"):
        medium.create(9)
    assert rig.journal().last_seq == 130


def test_a_record_that_is_not_kept_is_no_record() -> None:
    rig = Rig()
    journal = rig.journal()
    journal.prepare(100, 0)
    journal.append(4, 1, 0, 1, 0)
    rig.chip.fault = "locked"
    with pytest.raises(Exception, match="does not keep"):
        journal.append(4, 2, 0, 1, 0)
