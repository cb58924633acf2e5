"""The badge reader as a provider, on chip and tag models: what depends on the day, on time, and on how it is heard."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from pitboard.app.badge_task import IDLE_S, REPROVE_MS, BadgeReader
from pitboard.app.tag_results import WORDS_MS
from pitboard.games import events, refusals
from pitboard.games.derby.derby import Derby
from pitboard.games.tag_codes import TagCodes, rows_of
from pitboard.table import records
from pitboard.table.badges import BadgeLog, Badges, view
from pitboard.table.journal import Journal
from pitboard.table.journal_time import HOST
from pitboard.table.table import Table
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Reply, Tag
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import MS, Rig, run
from tests.unit.table.dealt_table import one_round, opening, play
from tests.unit.table.nor_medium import NorMedium

UID, KEY = bytes.fromhex("04a1b2c3d4e5f6"), bytes(range(16))
LAST_DAY = (date(2026, 6, 1) - date(1970, 1, 1)).days
NOON_MS = (LAST_DAY * 24 + 12) * 3_600_000
DAY_MS = 24 * 3_600_000
WHO = 7
CARD, OTHER_CARD, FOREIGN = (bytes((4, 0x55, 0x66, 0x77, 0x88, 0, last)) for last in (1, 2, 3))


class Desk:
    """A reader with one badge enrolled, and a table that writes."""

    def __init__(
        self, monkeypatch: Any, *, key: bytes = KEY, last_day: int = 0, plain: bool = False, tagged: bool = False
    ) -> None:
        self.rig = tag_rig.use(monkeypatch, Rig())
        self.ms = lambda: self.rig.clock.now_ns() // MS
        self.table = Table(Derby(1), Journal(NorMedium(), 6, True), self.ms)
        self.table.recover()
        self.told: list[int] = []
        dealing: Any = SimpleNamespace(table=self.table, look=lambda: None, refuse=self.told.append)
        enrolled = [(WHO, UID.hex(), key.hex(), last_day, False)]
        badges = Badges(enrolled, {WHO: events.SUPERVISOR})
        uptime: Any = SimpleNamespace(ms=self.ms)
        parse = TagCodes(rows_of(CARD + OTHER_CARD, bytes((5, 0)))).parse if tagged else None
        self.badges = BadgeReader(
            self.rig.reader, badges, BadgeLog(self.table), plain, dealing, uptime, lambda n: bytes(range(n)), parse
        )

    def look(self, times: int = 1) -> tuple[int, int]:
        for _ in range(times):
            run(self.badges._watch.turn())
            self.badges._follow()
            self.rig.wait_ms(250)
        return self.badges.grant()

    def show(self, tag: Tag) -> tuple[int, int]:
        self.rig.field.put(tag)
        return self.look(4)

    @property
    def tags(self) -> list[str]:
        """Serial numbers in the records, as a host sees them."""
        found: list[str] = []
        for record in self.table.journal.since(0):
            if record[records.TYPE] == events.BADGE:
                shown: dict[str, Any] = {}
                view(record, shown)
                found.append(shown.get("tag", ""))
        return found

    @property
    def noted(self) -> list[int]:
        found = self.table.journal.since(0)
        return [record[records.ARG] for record in found if record[records.TYPE] == events.BADGE]


def badge() -> NtagDna:
    return NtagDna(UID, {1: KEY})


SUPERVISOR = (events.SUPERVISOR, WHO)


@pytest.mark.parametrize(("day", "good"), [(-1, True), (0, True), (1, False), (400, False)])
def test_a_badge_counts_until_its_last_day_is_over(monkeypatch: Any, day: int, good: bool) -> None:
    desk = Desk(monkeypatch, last_day=LAST_DAY)
    desk.table.note_time(NOON_MS + day * DAY_MS, HOST, True, 0)
    assert desk.show(badge()) == (SUPERVISOR if good else (0, 0))
    assert desk.told == ([] if good else [refusals.BADGE_EXPIRED])


def test_while_nobody_knows_the_day_a_badge_that_ends_has_ended(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch, last_day=LAST_DAY)
    assert desk.show(badge()) == (0, 0)
    assert desk.told == [refusals.BADGE_EXPIRED]
    desk = Desk(monkeypatch, last_day=LAST_DAY)
    desk.table.note_time(NOON_MS, HOST, False, 0)
    assert desk.show(badge()) == (0, 0)


def test_a_day_that_ends_while_the_badge_rests_ends_its_role(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch, last_day=LAST_DAY)
    desk.table.note_time(NOON_MS, HOST, True, 0)
    assert desk.show(badge()) == SUPERVISOR
    desk.table.note_time(NOON_MS + DAY_MS, HOST, True, 0)
    assert desk.look(30) == (0, 0)
    assert desk.told == [refusals.BADGE_EXPIRED]


def test_each_step_gives_it_more_time(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch)
    assert desk.show(badge()) == SUPERVISOR
    for _ in range(3):
        desk.rig.wait_ms(1000 * (IDLE_S - 20))
        assert desk.look(2) == SUPERVISOR
        desk.badges.used()
    desk.rig.wait_ms(1000 * (IDLE_S - 20))
    assert desk.look(2) == SUPERVISOR
    desk.rig.wait_ms(20_000)
    assert desk.look(30) == (0, 0)
    assert desk.told == [] and desk.noted == [events.BADGE_PROVED]


def test_the_last_day_of_a_serial_number_ends_its_role_too(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch, key=b"", plain=True, last_day=LAST_DAY)
    desk.table.note_time(NOON_MS, HOST, True, 0)
    assert desk.show(Tag(UID)) == SUPERVISOR
    desk.table.note_time(NOON_MS + DAY_MS, HOST, True, 0)
    assert desk.look(30) == (0, 0)
    assert desk.told == [refusals.BADGE_EXPIRED] and desk.noted[-1] > events.BADGE_REFUSED


class Staller(NtagDna):
    """A copied serial number that always wants more time. Each answer but the last comes at the end of it."""

    def __init__(self, answers: bool) -> None:
        super().__init__(UID)
        self.ats = bytes.fromhex("06 77 77 E1 02 80")  # FWI 14: 5 s
        self._answers = answers
        self._apdu = b""
        self._asked = 0

    def _block(self, pcb: int, data: bytes) -> tuple[bytes, int]:
        if pcb & 0xEE == 0x02:
            self._number ^= 1
            self._apdu, self._asked = data, 0
        self._asked += 1
        if self._asked <= 10 or not self._answers or self._apdu[:2] == b"\x90\xaf":
            return bytes((0xF2, 59)), 450 * MS
        answer = b"\x90\x00" if self._apdu[0] == 0 else bytes(16) + b"\x91\xaf"
        return bytes((0x02 | self._number,)) + answer, 1 * MS


def grants_of(desk: Desk, monkeypatch: Any) -> list[tuple[int, bool]]:
    """Whether the keys are somebody's, and when, whatever the reader is busy with."""
    wait_ms = desk.rig.wait_ms
    grants = [(desk.ms(), True)]

    def wait(ms: float) -> None:
        wait_ms(ms)
        grants.append((desk.ms(), bool(desk.badges.grant()[0])))

    monkeypatch.setattr(desk.rig, "wait_ms", wait)
    return grants


@pytest.mark.parametrize("answers", [True, False])
def test_a_copy_that_asks_for_time_keeps_no_role_by_it(monkeypatch: Any, answers: bool) -> None:
    desk = Desk(monkeypatch)
    real = badge()
    assert desk.show(real) == SUPERVISOR
    desk.rig.field.take(real)
    desk.rig.field.put(copy := Staller(answers))
    began_ms, grants = desk.ms(), grants_of(desk, monkeypatch)
    desk.look(60)
    assert max(at_ms for at_ms, granted in grants if granted) - began_ms <= REPROVE_MS + 1000
    assert desk.told == [refusals.BADGE_NOT_PROVED]
    desk.rig.field.take(copy)
    desk.look(5)
    assert desk.show(real) == SUPERVISOR


def test_words_with_a_tag_end_in_time(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch)
    desk.rig.field.put(Staller(True))
    began_ms = desk.ms()
    run(desk.badges._watch.turn())
    assert WORDS_MS <= desk.ms() - began_ms < WORDS_MS + 200
    assert desk.told == []


class Slow(NtagDna):
    """It has its key, and once takes more time than there is."""

    stalls = False

    def _block(self, pcb: int, data: bytes) -> tuple[bytes, int]:
        if self.stalls and pcb != 0xC2:
            return bytes((0xF2, 59)), 35 * MS
        return super()._block(pcb, data)


def test_a_role_rests_while_a_new_proof_is_overdue(monkeypatch: Any) -> None:
    """It is no new one afterwards: nobody has to lift the badge, and there is no second record."""
    desk = Desk(monkeypatch)
    tag = Slow(UID, {1: KEY})
    assert desk.show(tag) == SUPERVISOR
    tag.stalls = True
    began_ms, grants = desk.ms(), grants_of(desk, monkeypatch)
    while desk.badges._asked == 0:
        desk.look()
    tag.stalls = False
    assert desk.look(3) == SUPERVISOR
    rested = [at_ms - began_ms for at_ms, granted in grants if not granted]
    assert rested and min(rested) > REPROVE_MS - 500 and max(rested) < REPROVE_MS + 2500
    assert desk.noted == [events.BADGE_PROVED] and desk.told == []


class Mute(NtagDna):
    """It is activated, and then says nothing."""

    def understand(self, bits: list[int], now_ns: int) -> Reply | None:
        return None if self.state == "protocol" and len(bits) > 24 else super().understand(bits, now_ns)


def test_one_that_never_answers_to_the_end_is_told_once(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch)
    assert desk.show(Mute(UID)) == (0, 0)
    desk.look(4)
    assert desk.told == [refusals.BADGE_NOT_PROVED]
    assert desk.noted == [events.BADGE_REFUSED + refusals.BADGE_NOT_PROVED - refusals.BADGE_UNKNOWN]


def test_a_serial_number_is_refused_unless_it_is_allowed(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch, key=b"")
    assert desk.show(Tag(UID)) == (0, 0)
    assert desk.told == [refusals.BADGE_PLAIN]
    desk = Desk(monkeypatch, key=b"", plain=True)
    assert desk.show(Tag(UID)) == SUPERVISOR
    assert desk.noted == [events.BADGE_SERIAL]


def test_a_badge_locked_by_too_many_wrong_keys_is_not_proved(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch)
    tag = badge()
    tag.failed = tag.most_failed
    assert desk.show(tag) == (0, 0)
    assert desk.told == [refusals.BADGE_NOT_PROVED]


def test_the_record_of_a_tagged_card_on_the_badge_reader_does_not_say_which_it_is(monkeypatch: Any) -> None:
    """In a round every tag that could be one is alike; between rounds a badge can be enrolled by its record."""
    desk = Desk(monkeypatch, tagged=True)

    def shown(identity: bytes) -> str:
        tag = Tag(identity)
        desk.show(tag)
        desk.rig.field.take(tag)
        desk.look(5)
        return desk.tags[-1]

    assert [shown(identity) for identity in (CARD, OTHER_CARD, FOREIGN)] == ["", "", FOREIGN.hex().upper()]
    play(desk.table, opening() + one_round()[:4])
    assert [shown(identity) for identity in (CARD, FOREIGN, FOREIGN[:4])] == ["", "", FOREIGN[:4].hex().upper()]
    assert len(desk.tags) == 6 and set(desk.told) == {refusals.BADGE_UNKNOWN}


def test_no_role_without_a_record(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch)
    while desk.badges._log.note(events.BADGE_SERIAL, WHO, b"", 0):
        pass
    assert desk.show(badge()) == (0, 0)
    assert desk.look(40) == (0, 0)
    assert desk.told == [refusals.LOG_FULL] and events.BADGE_PROVED not in desk.noted


def test_refused_badges_do_not_take_the_room_of_those_that_are_taken(monkeypatch: Any) -> None:
    desk = Desk(monkeypatch)
    while desk.badges._log.note(events.BADGE_REFUSED, 0, CARD, 0):
        pass
    assert desk.show(badge()) == SUPERVISOR
    assert desk.noted[-1] == events.BADGE_PROVED and desk.told == []
