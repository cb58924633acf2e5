"""The state of a table at rest, kept in the journal as a run of STATE records of eight bytes each.

It counts only if it is complete: its last part is there. A power cut in the middle leaves the one before in force.
"""

from micropython import const

from pitboard.games import events
from pitboard.table import records
from pitboard.table.journal import CursorGone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.table.journal import Journal
    from pitboard.table.records import Record

MOST_PARTS = const(15)  # 118 bytes: phase, carried cards, twelve results, eight decks of numbered cards


def is_last_part(record: "Record") -> bool:
    if record[records.TYPE] != events.STATE:
        return False
    return record[records.ARG] + 1 == record[records.ARG2]


def values(state: bytes) -> "list[int]":
    """The values of the records that keep this state: a length, the bytes, nothing in the rest."""
    size = records.VALUE_BYTES
    data = bytes((len(state),)) + state
    parts = (len(data) + size - 1) // size
    data += bytes(parts * size - len(data))
    return [int.from_bytes(data[at * size : (at + 1) * size], "little") for at in range(parts)]


def read(journal: "Journal", first: int, parts: int) -> "bytes | None":
    """The state from its `parts` records, of which `first` is the first; None if one of them is lost."""
    data = b""
    try:
        found = journal.since(first - 1)
        for part in range(parts):
            record = next(found)
            if record[records.SEQ] != first + part:
                return None
            data += record[records.VALUE].to_bytes(records.VALUE_BYTES, "little")
    except CursorGone:
        return None
    if parts != (data[0] + records.VALUE_BYTES) // records.VALUE_BYTES:
        return None  # sealed with another key
    return data[1 : 1 + data[0]]
