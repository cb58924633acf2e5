"""A journal record as the host may see it, as far as the games share it (a game's own record_view.py does the rest).

No card is named here: which records show one, the game says.
"""

from pitboard.games import events
from pitboard.table import journal_time, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.games.events import Names
    from pitboard.table.records import Record


def begin(record: "Record", names: "Names") -> "dict[str, Any]":
    """What every record has."""
    event = record[records.TYPE]
    shown: dict[str, Any] = {
        "seq": record[records.SEQ],
        "round": record[records.ROUND],
        "t_ms": record[records.T_MS],
        "type": "badge" if event == events.BADGE else "clock" if event == events.CLOCK else names[event],
    }
    if record[records.WHO]:
        shown["who"] = record[records.WHO]
    return shown


def view_shared(record: "Record", shown: "dict[str, Any]") -> None:
    """What an event of games/events.py has besides, and the reason of any."""
    event = record[records.TYPE]
    arg = record[records.ARG]
    if event == events.IRREGULARITY:
        shown["kind"] = events.KIND_NAMES[arg]
        shown["place"] = record[records.ARG2]
    elif event == events.HOLD:
        shown["held"] = events.HOLD_NAMES[record[records.REASON]]
        shown["place"] = record[records.ARG2]
    elif event in (events.LAMPS_SEEN, events.CHECKED):
        shown["ok"] = bool(arg)
    elif event == events.CHECK_YES:
        shown["role"] = events.ROLE_NAMES[arg]
    elif event == events.NEW_CARDS:
        shown["set"] = record[records.VALUE]
    elif event == events.CLOCK:
        shown["time"] = journal_time.ms_of(record[records.VALUE]) // 1000
        shown["jump"] = journal_time.jump_of(record[records.VALUE])
        shown["source"] = journal_time.SOURCE_NAMES[arg]
        shown["ok"] = bool(record[records.ARG2])
    elif event == events.BADGE:
        from pitboard.table import badges  # only tables that have or had any need it

        badges.view(record, shown)
    elif record[records.REASON]:
        shown["reason"] = events.REASON_NAMES[record[records.REASON]]
