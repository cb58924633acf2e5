"""Arrivals and departures, one each, whatever the looks between are like: scripted looks, then chip and tags."""

from itertools import pairwise
from typing import Any

import pytest

from pitboard.app import tag_watch
from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT
from pitboard.app.tag_watch import GONE, STALE_MS
from simulator.models.tags import Tag
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import MS, Rig, run
from tests.unit.app.tag_storm import EVERY_MS, Desk, Storm

A, B = b"\x01\x02\x03\x04", b"\x05\x02\x03\x04"
Look = tuple[int, bytes]


class Scripted:
    """A reader whose looks are written down; None fails."""

    name = "scripted"
    version = 1

    def __init__(self) -> None:
        self.looks: list[Look | None] = []
        self.begun = 0
        self.absent = False
        self.released = 0

    async def begin(self) -> None:
        self.begun += 1
        if self.absent:
            raise OSError(19)

    async def look(self) -> Look:
        look = self.looks.pop(0)
        if look is None:
            raise OSError(5)
        return look

    async def exchange(self, apdu: bytes) -> bytes:
        raise OSError(5)

    async def release(self) -> None:
        self.released += 1


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    time = [0]
    monkeypatch.setattr(tag_watch, "ticks_ms", lambda: time[0])
    return time


def play(desk: Desk, now: list[int], *looks: Look | None) -> list[tuple[str, bytes]]:
    reader: Any = desk.watch.reader
    reader.looks += looks
    for _ in looks:
        now[0] += EVERY_MS
        run(desk.watch.turn())
    return desk.take()


HERE, THERE, SOMEBODY, NONE, TWO = (IDENTITY, A), (IDENTITY, B), (PRESENT, b""), (NOBODY, b""), (COLLISION, b"")


def test_one_arrival_and_one_departure(now: list[int]) -> None:
    desk = Desk(Scripted())
    assert play(desk, now, NONE, NONE, HERE, HERE, HERE) == [("+", A)]
    assert desk.watch.identity == A
    assert play(desk, now, *[NONE] * (GONE - 1)) == []
    assert play(desk, now, NONE) == [("-", A)]
    assert play(desk, now, NONE, NONE) == []


@pytest.mark.parametrize("between", [SOMEBODY, TWO, None, HERE])
def test_clean_looks_count_in_a_row_only(now: list[int], between: Look | None) -> None:
    desk = Desk(Scripted())
    play(desk, now, HERE)
    if between is None:  # a look that failed says nothing about the tag, neither way
        assert play(desk, now, NONE, None, NONE, None) == []
        assert play(desk, now, NONE) == [("-", A)]
        return
    for _ in range(5):
        assert play(desk, now, *[NONE] * (GONE - 1), between, HERE) == []


def test_another_tag_ends_the_first_at_once(now: list[int]) -> None:
    desk = Desk(Scripted())
    assert play(desk, now, HERE, THERE, THERE, HERE) == [("+", A), ("-", A), ("+", B), ("-", B), ("+", A)]


def test_somebody_who_cannot_be_read_is_nobody_new(now: list[int]) -> None:
    desk = Desk(Scripted())
    assert play(desk, now, SOMEBODY, TWO, SOMEBODY) == []
    assert desk.watch.identity == b""


@pytest.mark.parametrize("look", [SOMEBODY, TWO, None])
def test_nobody_stays_for_ever_without_being_read(now: list[int], look: Look | None) -> None:
    """A tag that cannot be read, or a dead reader, must not keep a supervisor's badge in place."""
    desk = Desk(Scripted())
    play(desk, now, HERE)
    assert play(desk, now, *[look] * (STALE_MS // EVERY_MS)) == []
    assert play(desk, now, look) == [("-", A)]
    assert play(desk, now, look, HERE) == [("+", A)]


def test_two_tags_are_told_when_two_looks_agree(now: list[int]) -> None:
    desk = Desk(Scripted())
    play(desk, now, HERE, TWO, HERE, TWO)
    assert not desk.watch.collision
    assert desk.notes == 0
    assert play(desk, now, TWO) == []
    assert desk.watch.collision
    assert desk.watch.identity == A
    play(desk, now, SOMEBODY)
    assert desk.watch.collision
    assert play(desk, now, HERE) == []
    assert not desk.watch.collision
    assert desk.notes == 2


def test_a_glitch_is_set_right_and_not_told(now: list[int]) -> None:
    reader = Scripted()
    desk = Desk(reader)
    assert play(desk, now, HERE, None, HERE, None, None, HERE) == [("+", A)]
    assert reader.begun == 4, "once at the start, once after each failure"
    assert desk.notes == 0
    assert not desk.watch.missing


def test_a_missing_reader_is_told_and_taken_up_again(now: list[int]) -> None:
    reader = Scripted()
    desk = Desk(reader)
    reader.absent = True
    for _ in range(5):
        run(desk.watch.turn())
    assert desk.watch.missing
    assert desk.notes == 1
    reader.absent = False
    assert play(desk, now, None) == []
    assert desk.watch.missing, "one good beginning is not enough"
    assert play(desk, now, HERE) == [("+", A)]
    assert not desk.watch.missing
    assert desk.notes == 2


def test_a_taker_that_is_not_content_is_asked_three_times(now: list[int]) -> None:
    desk = Desk(Scripted())
    desk.content = False
    assert play(desk, now, HERE, SOMEBODY, HERE, HERE, HERE, HERE) == [("+", A)] * 3
    desk.content = True
    assert play(desk, now, THERE, THERE) == [("-", A), ("+", B)]
    assert play(desk, now, *[NONE] * GONE, HERE) == [("-", B), ("+", A)]


def test_what_the_taker_raises_is_not_taken_for_a_fault_of_the_reader(now: list[int]) -> None:
    reader = Scripted()
    desk = Desk(reader)

    async def full(identity: bytes) -> bool:
        raise OSError(28)

    desk.watch._arrived = full
    reader.looks.append(HERE)
    with pytest.raises(OSError):
        run(desk.watch.turn())


def test_a_missing_reader_is_not_asked_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = tag_rig.use(monkeypatch, Rig())
    rig.model.fault = "silent"
    desk = Desk(rig.reader)
    tries: list[int] = []
    begin = rig.reader.begin

    async def counted() -> None:
        tries.append(rig.clock.now_ns() // MS)
        if len(tries) == 12:
            raise KeyboardInterrupt
        await begin()

    rig.reader.begin = counted
    with pytest.raises(KeyboardInterrupt):
        run(desk.watch.run())
    assert desk.watch.missing
    gaps = [after - before for before, after in pairwise(tries[3:])]
    assert all(gap == 1000 for gap in gaps), "once a second, however long a try takes"


# -- over chip and tags, with chance (tag_storm.py)


@pytest.mark.parametrize("seed", range(4))
def test_no_storm_makes_a_wrong_a_lost_or_a_doubled_tag(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    storm = Storm(tag_rig.use(monkeypatch, Rig(seed=seed)), seed)
    storm.blow(1500)
    assert storm.arrivals > 50


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_100_000_looks(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    storm = Storm(tag_rig.use(monkeypatch, Rig(seed=seed)), seed)
    storm.blow(10_000)


def test_how_often_a_noisy_tag_is_called_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one bit in twenty wrong nothing can be read at all; still not even two looks in a row find nobody."""
    tag = Tag(A)
    rig = tag_rig.use(monkeypatch, Rig(tag, seed=3)).ready()
    rig.look()
    tag.fault, tag.bit_error_rate = "garbled", 0.05
    found = [rig.look()[0] for _ in range(600)]
    assert IDENTITY not in found
    clean = "".join("x" if result == NOBODY else "." for result in found)
    assert "xx" not in clean
    assert clean.count("x") < 30


