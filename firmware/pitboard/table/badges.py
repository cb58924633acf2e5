"""The badges of a table's staff: which tag is whose, with which key, and until when.

A badge with a key proves itself (app/badge_proof.py); one without is a serial number that anybody can copy. Kept as one
text of fixed rows: up to 16 people, and RAM is scarce.
"""

from binascii import unhexlify

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

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
