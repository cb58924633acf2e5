"""Arrivals and departures, one each, whatever the looks between are like: scripted looks, then chip and tags."""

import random
from itertools import pairwise
from typing import Any

import pytest

from pitboard.app import tag_watch
from pitboard.app.tag_results import COLLISION, IDENTITY, NOBODY, PRESENT
from pitboard.app.tag_watch import GONE, STALE_MS, TagWatch
from simulator.models.mfrc522 import Fault
from simulator.models.tags import Tag
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import MS, Rig, run

A, B = b"\x01\x02\x03\x04", b"\x05\x02\x03\x04"
EVERY_MS = 100
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


class Desk:
    """Who is told, in words; `content` says what the arrival's taker answers."""

    def __init__(self, reader: Any) -> None:
        self.told: list[tuple[str, bytes]] = []
        self.notes = 0
        self.content = True
        self.watch = TagWatch(reader, EVERY_MS, self._arrived, self._departed, self._noted)

    async def _arrived(self, identity: bytes) -> bool:
        self.told.append(("+", identity))
        return self.content

    def _departed(self, identity: bytes) -> None:
        self.told.append(("-", identity))

    def _noted(self) -> None:
        self.notes += 1

    def take(self) -> list[tuple[str, bytes]]:
        told, self.told = self.told, []
        return told


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
    assert all(gap > 1000 for gap in gaps)


# -- over chip and tags, with chance


class Storm:
    """A reader at work while tags come and go and everything fails now and then.

    Troubles are shorter than what a tag may miss without being gone; what must hold is looked at during and after
    them.
    """

    def __init__(self, rig: Rig, seed: int) -> None:
        self.rig = rig
        self.chance = random.Random(seed)
        self.desk = Desk(rig.reader)
        self.looks = 0
        self.here: list[Tag] = []
        self.seen: set[bytes] = set()  # who was before the reader at any time of the last look
        self.tags = [Tag(self._uid(size)) for size in (4, 4, 7, 7, 10)]
        self.arrivals = self.departures = 0
        self.present = b""

    def _uid(self, size: int) -> bytes:
        first = {4: 0x31, 7: 0x04, 10: 0x05}[size]
        return bytes((first, *(self.chance.randrange(0x80) for _ in range(size - 1))))

    def turns(self, count: int) -> None:
        for _ in range(count):
            self.looks += 1
            self.seen = {tag.uid for tag in self.here}
            run(self.desk.watch.turn())
            for sign, identity in self.desk.take():
                if sign == "+":
                    assert identity in self.seen, "a wrong identity"
                    assert self.present == b"", "doubled"
                    self.present = identity
                    self.arrivals += 1
                else:
                    assert self.present == identity
                    self.present = b""
                    self.departures += 1
            self.rig.wait_ms(EVERY_MS)

    def put(self, tag: Tag) -> None:
        self.rig.field.put(tag)
        self.here.append(tag)

    def take(self, tag: Tag) -> None:
        self.rig.field.take(tag)
        self.here.remove(tag)

    def episode(self) -> None:
        """Somebody comes, has trouble, and goes: one arrival, one departure."""
        before = (self.arrivals, self.departures)
        tag = self.chance.choice(self.tags)
        self.put(tag)
        self.turns(self.chance.randrange(2, 4))
        for _ in range(self.chance.randrange(3)):
            self.chance.choice((self.air, self.bus, self.dead, self.glitch, self.second, self.moment))(tag)
            self.turns(2)
            assert self.present == tag.uid, "lost"
        self.turns(2)
        assert self.present == tag.uid, "lost"
        if self.chance.randrange(3) == 0:
            self.leave_in_the_middle(tag)
        else:
            self.take(tag)
        self.turns(GONE + 2)
        assert self.present == b"", "still there"
        assert (self.arrivals, self.departures) == (before[0] + 1, before[1] + 1), "doubled or lost"

    # Troubles

    def air(self, tag: Tag) -> None:
        """Bit errors between reader and tag."""
        tag.bit_error_rate = self.chance.choice((0.001, 0.01, 0.03))
        tag.fault = "garbled"
        self.turns(self.chance.randrange(1, 12))
        tag.fault = None

    def moment(self, tag: Tag) -> None:
        """It is not heard for a moment, or answers too late."""
        tag.fault = self.chance.choice(("silent", "slow"))
        self.turns(self.chance.randrange(1, GONE))
        tag.fault = None

    def bus(self, tag: Tag) -> None:
        self.rig.model.bit_error_rate = self.chance.choice((0.001, 0.01, 0.05))
        self.rig.model.fault = "bit-errors"
        self.turns(self.chance.randrange(1, 8))
        self.rig.model.fault = None

    def dead(self, tag: Tag) -> None:
        faults: tuple[Fault, ...] = ("silent", "stuck", "hung", "gone", "slow", "wrong-version")
        self.rig.model.fault = self.chance.choice(faults)
        self.turns(self.chance.randrange(1, 8))
        self.rig.model.fault = None

    def glitch(self, tag: Tag) -> None:
        """A brown-out somewhere in a look."""

        def brown_out() -> None:
            self.rig.model.fault = "brown-out"

        self.rig.clock.call_at(self.rig.clock.now_ns() + self.chance.randrange(20 * MS), brown_out)
        self.turns(1)

    def second(self, tag: Tag) -> None:
        """Another tag, stronger, weaker or the same, comes and goes."""
        other = self.chance.choice([other for other in self.tags if other is not tag])
        other.strength = self.chance.choice((0, 1, 2))
        self.put(other)
        self.turns(self.chance.randrange(1, 5))
        assert self.desk.watch.identity == tag.uid
        self.take(other)
        other.strength = 1

    def leave_in_the_middle(self, tag: Tag) -> None:
        def leave() -> None:
            if tag in self.rig.field.tags:
                self.rig.field.take(tag)

        self.rig.clock.call_at(self.rig.clock.now_ns() + self.chance.randrange(15 * MS), leave)
        self.turns(1)
        self.here.remove(tag)


@pytest.mark.parametrize("seed", range(4))
def test_no_storm_makes_a_wrong_a_lost_or_a_doubled_tag(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    storm = Storm(tag_rig.use(monkeypatch, Rig(seed=seed)), seed)
    while storm.looks < 1500:
        storm.episode()
    assert storm.arrivals > 50


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
def test_100_000_looks(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    storm = Storm(tag_rig.use(monkeypatch, Rig(seed=seed)), seed)
    while storm.looks < 10_000:
        storm.episode()
    print(f"{storm.looks} looks, {storm.arrivals} arrivals, none wrong, lost or doubled")


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


