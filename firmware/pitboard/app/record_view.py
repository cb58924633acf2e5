"""A journal record as the host may see it: what is sealed stays out (DESIGN, one idea 5).

A card is named only by a record that shows it. One that was drawn and waits, is held, or was set aside has none here,
now and later: if it comes to count, its own `reveal` record names it; if it is burned, nothing ever does.
"""

from pitboard.games import areas, cards, events
from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.table.records import Record

_SHOWN = (events.CARD, events.REVEAL, events.ENTERED, events.INSERT, events.REPLACE)
_PLACED = _SHOWN + (events.DRAWN, events.HOLD, events.ASIDE, events.IRREGULARITY)


def view(record: "Record") -> "dict[str, Any]":
    event = record[records.TYPE]
    arg, arg2 = record[records.ARG], record[records.ARG2]
    shown: dict[str, Any] = {
        "seq": record[records.SEQ],
        "round": record[records.ROUND],
        "t_ms": record[records.T_MS],
        "type": events.NAMES[event],
    }
    if event in _SHOWN:
        shown["card"] = cards.code(arg)
    if event in _PLACED:
        shown["place"] = arg2
    elif event in (events.MOVE, events.TAKE_OUT):
        shown["place"] = arg
    if event == events.IRREGULARITY:
        shown["kind"] = events.KIND_NAMES[arg]
    elif event in (events.HOLD, events.ASIDE):
        shown["held"] = events.HOLD_NAMES[record[records.REASON]]
    elif event == events.MOVE:
        shown["to"] = arg2
    elif event == events.TAKE_OUT:
        shown["burned"] = arg2 == events.TAKEN_BURNED
    elif event in (events.LAMPS_SEEN, events.CHECKED):
        shown["ok"] = bool(arg)
    elif event == events.CHECK_YES:
        shown["role"] = events.ROLE_NAMES[arg]
    elif event == events.NEW_CARDS:
        shown["set"] = record[records.VALUE]
    elif event >= events.WAGER:
        _view_wager(record, shown)
    elif record[records.REASON]:
        shown["reason"] = events.REASON_NAMES[record[records.REASON]]
    if record[records.WHO]:
        shown["who"] = record[records.WHO]
    return shown


def _view_wager(record: "Record", shown: "dict[str, Any]") -> None:
    event = record[records.TYPE]
    arg, arg2 = record[records.ARG], record[records.ARG2]
    if event == events.WAGER:
        shown["area"] = areas.code(arg)
        shown["seat"] = arg2
        shown["stake"] = record[records.VALUE]
        shown["spoken"] = record[records.REASON] == events.SPOKEN
    elif event == events.PAID:
        if arg != events.ALL_AREAS:
            shown["area"] = areas.code(arg)
    elif event != events.COLLECTED:
        shown["wager"] = arg
        if event == events.WAGER_MOVED:
            shown["area"] = areas.code(arg2)
        elif event == events.WAGER_HOME:
            shown["reason"] = events.REASON_NAMES[record[records.REASON]]
