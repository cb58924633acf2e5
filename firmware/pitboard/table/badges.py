"""The badges of a table's staff: which tag is whose, with which key, and until when.

A badge with a key proves itself (app/badge_proof.py); one without is a serial number that anybody can copy. Kept as one
text of fixed rows: up to 16 people, and RAM is scarce.
"""

from binascii import unhexlify

from micropython import const

from pitboard.games import events
from pitboard.table import records
from pitboard.table.table import WAY_OUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pitboard.table.records import Record
    from pitboard.table.table import Table

# BADGE records from one OPEN to the next: an open round keeps room for so many, and even a badge that is held to the
# reader all night does not push the rounds before it out of the journal. Nobody has a role without a record, so the
# last quarter is for badges that are taken: whoever is refused again and again keeps no supervisor away.
_MOST = const(16)
_MOST_AFTER = const(64)
_WORDS = " proved plain unknown revoked expired not_proved not_allowed"

MOST_IDENTITY = const(10)  # bytes of a triple-size identity (ISO 14443-3, 6.5.4)
KEY_BYTES = const(16)

# A row: staff number, role, last day (days since 1970, 0: no end), revoked, length of the identity, identity, key.
_LAST_DAY = const(2)
_REVOKED = const(4)
_LENGTH = const(5)
_IDENTITY = const(6)
_KEY = const(16)
_ROW = const(32)
_NO_KEY = b"\0" * 16


class Badge:
    """One of them, as it was found."""

    def __init__(self, row: bytes) -> None:
        self.number = row[0]
        self.role = row[1]
        self.last_day = row[_LAST_DAY] | row[_LAST_DAY + 1] << 8
        self.revoked = row[_REVOKED]
        key = row[_KEY:]
        self.key = b"" if key == _NO_KEY else key


class Badges:
    """Those of the checked settings: `[staff number, identity, key or "", last day, revoked]` each."""

    def __init__(self, entries: "Iterable[tuple[int, str, str, int, bool]]", roles: "dict[int, int]") -> None:
        rows = []
        for number, identity, key, last_day, revoked in entries:
            tag = unhexlify(identity)
            rows.append(
                bytes((number, roles[number], last_day & 255, last_day >> 8, 1 if revoked else 0, len(tag)))
                + (tag + b"\0" * MOST_IDENTITY)[:MOST_IDENTITY]
                + (unhexlify(key) or _NO_KEY)
            )
        self._rows = b"".join(rows)

    def find(self, identity: bytes) -> "Badge | None":
        for at in range(0, len(self._rows), _ROW):
            length = self._rows[at + _LENGTH]
            if self._rows[at + _IDENTITY : at + _IDENTITY + length] == identity:
                return Badge(self._rows[at : at + _ROW])
        return None


class BadgeLog:
    """What came of badges, in the table's journal; no game folds it in."""

    def __init__(self, table: "Table") -> None:
        """Once the journal was replayed."""
        table.max_badges = _MOST
        journal = table.journal
        opened = max(journal.last_of(_is_open), journal.oldest_seq() - 1)
        self._table = table
        self._round = table.game.round_no
        self._count = sum(record[records.TYPE] == events.BADGE for record in journal.since(opened))

    def note(self, what: int, who: int, identity: bytes, t_ms: int) -> bool:
        """Write it down; False if there have been too many since the round was opened, or there is no room.

        `identity` is empty if `who` says whose it is.
        """
        game = self._table.game
        if game.round_no != self._round:
            self._round = game.round_no
            self._count = 0
        most = _MOST_AFTER if game.is_between_rounds() else _MOST
        if what >= events.BADGE_REFUSED:
            most -= most >> 2
        if self._count >= most or not self._has_room():
            return False
        value = int.from_bytes(identity[: records.VALUE_BYTES], "big")
        reason = 0
        if len(identity) > records.VALUE_BYTES:  # the last two of ten bytes are where nobody is named
            reason, who = identity[records.VALUE_BYTES :]
        self._table.journal.append(events.BADGE, what, len(identity), game.round_no, t_ms, value, reason, who)
        self._count += 1
        return True

    def _has_room(self) -> bool:
        """Some records are for the way out of a round, whatever else is full."""
        table = self._table
        kept = WAY_OUT + table.kept_for_leaving(events.BADGE)
        if table.journal.room() <= kept:
            table.tidy()
        return table.journal.room() > kept


def _is_open(record: "Record") -> bool:
    return record[records.TYPE] == events.OPEN


def view(record: "Record", shown: "dict[str, Any]") -> None:
    """Such a record, for a host."""
    shown["what"] = events.Names(_WORDS)[record[records.ARG]]
    shown["ok"] = record[records.ARG] < events.BADGE_REFUSED
    length = record[records.ARG2]
    if length:
        value = record[records.VALUE]
        if length > records.VALUE_BYTES:
            value = value << 16 | record[records.REASON] << 8 | shown.pop("who", 0)
        shown["tag"] = "%0*X" % (2 * length, value)
