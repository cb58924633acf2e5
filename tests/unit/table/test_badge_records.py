"""What came of badges, in the journal: no game folds it in, and it never takes the room of a round."""

from pitboard.app.record_view import begin, view_shared
from pitboard.games import events, refusals
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby
from pitboard.table import records
from pitboard.table.badges import BadgeLog
from pitboard.table.journal import Journal
from pitboard.table.table import Table
from tests.unit.table.dealt_table import happened, one_round, opening, play
from tests.unit.table.nor_medium import NorMedium

TAG = bytes.fromhex("0401020304050a")


MOST_BADGES, REFUSED = 16, 12


class Logged(Table):
    """A table that has a badge reader."""

    log: BadgeLog

    def note(self, what: int, who: int, identity: bytes) -> bool:
        return self.log.note(what, who, identity, 0)


def table_on(medium: NorMedium, segments: int = 6) -> Logged:
    table = Logged(Derby(1), Journal(medium, segments, True), lambda: 0)
    table.recover()
    table.log = BadgeLog(table)
    return table


def badges(table: Table) -> int:
    return sum(record[records.TYPE] == events.BADGE for record in happened(table))


def test_a_record_says_what_came_of_it_and_whose_it_was() -> None:
    table = table_on(NorMedium())
    assert table.note(events.BADGE_PROVED, 7, b"")
    assert table.note(events.BADGE_REFUSED, 0, TAG)
    assert table.note(events.BADGE_REFUSED, 0, bytes(range(1, 11)))
    assert table.note(events.BADGE_REFUSED, 0, bytes(10))
    shown = []
    for record in happened(table)[-4:]:
        line = begin(record, derby.NAMES)
        view_shared(record, line)
        shown.append({key: line[key] for key in ("type", "who", "what", "ok", "tag", "reason") if key in line})
    assert shown == [
        {"type": "badge", "who": 7, "what": "proved", "ok": True},
        {"type": "badge", "what": "unknown", "ok": False, "tag": "0401020304050A"},
        {"type": "badge", "what": "unknown", "ok": False, "tag": "0102030405060708090A"},
        {"type": "badge", "what": "unknown", "ok": False, "tag": "00" * 10},
    ]


def test_it_is_no_part_of_the_game() -> None:
    medium = NorMedium()
    table = table_on(medium)
    play(table, opening() + one_round()[:9])
    before = table.game.snapshot()
    assert table.note(events.BADGE_SERIAL, 2, b"")
    assert table.game.snapshot() == before
    assert table_on(medium).game.snapshot() == before
    assert table.offer(events.BADGE, events.BADGE_PROVED, 0, 0) == refusals.NOT_AN_EVENT


def test_in_a_round_there_is_room_for_some_and_no_more_also_after_a_restart() -> None:
    medium = NorMedium()
    table = table_on(medium)
    play(table, opening())
    assert table.note(events.BADGE_PROVED, 1, b"")
    play(table, one_round()[:7])
    assert [table.note(events.BADGE_REFUSED, 0, TAG) for _ in range(20)] == [True] * REFUSED + [False] * 8
    table = table_on(medium)
    assert not table.note(events.BADGE_REFUSED, 0, TAG)
    taken = [table.note(events.BADGE_PROVED, 1, b"") for _ in range(8)]
    assert taken == [True] * (MOST_BADGES - REFUSED) + [False] * 4, "these have kept their room"
    table = table_on(medium)
    assert not table.note(events.BADGE_PROVED, 1, b"")
    play(table, one_round()[7:])
    assert table.note(events.BADGE_REFUSED, 0, TAG)


def test_a_round_keeps_their_room() -> None:
    table = table_on(NorMedium(), segments=5)
    play(table, opening() + one_round()[:3])
    assert table.journal.room() >= table.game.worst_records + table.game.max_boots + MOST_BADGES


def test_between_rounds_a_badge_does_not_push_the_rounds_out() -> None:
    table = table_on(NorMedium())
    play(table, opening() + one_round())
    for _ in range(1000):
        table.note(events.BADGE_REFUSED, 0, TAG)
    assert badges(table) == 48
    for _ in range(100):
        table.note(events.BADGE_SERIAL, 1, b"")
    assert badges(table) == 64
    play(table, one_round())
    assert table.note(events.BADGE_REFUSED, 0, TAG)
