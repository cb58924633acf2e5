"""A Let It Ride record as the host may see it: only a record that turns a card names it (DESIGN, one idea 5)."""

from pitboard.app.record_view import begin, view_shared
from pitboard.games import cards, events, hands
from pitboard.games.let_it_ride import ride_events as ride
from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.table.records import Record

_SEATED = (
    ride.BET, ride.BET_REFUSED, ride.BANK, ride.ACTION, ride.LOCK, ride.UNLOCK, ride.DECIDE, ride.TUCK, ride.ORDER,
    ride.SHOW, ride.DECLARE, ride.SETTLED, ride.CORRECTED, ride.FOLDED, ride.MOVE_HAND, ride.FORFEIT,
)  # fmt: skip
_WITH_STAKE = (ride.BET, ride.BANK, ride.JACKPOT, ride.CORRECTED, ride.MINIMUM, ride.NOTICE)
_PARTS = ("", "collect", "pay", "both")
_NOTICES = ("", "raise", "close")


def view(record: "Record") -> "dict[str, Any]":
    event = record[records.TYPE]
    arg, arg2, value = record[records.ARG], record[records.ARG2], record[records.VALUE]
    shown = begin(record, ride.NAMES)
    if event in (events.DRAWN, events.ENTERED):
        shown["place"] = arg2
    if event < ride.BET:
        view_shared(record, shown)
        return shown
    if event in _SEATED:
        shown["seat"] = arg
    if event in _WITH_STAKE:
        shown["stake"] = value
    if event == ride.BET:
        shown["area"] = ride.SPOT_NAMES[arg2]
        shown["tokens"] = record[records.REASON] == ride.TOKENS
    elif event == ride.DECIDE:
        shown["choice"] = "ride" if arg2 == ride.RIDE else "withdraw"
    elif event == ride.TURN:
        shown["place"] = arg
        shown["card"] = cards.code(value)
    elif event == ride.SHOW:
        shown["hand"] = hands.CODES[arg2]
        shown["cards"] = [cards.code(value >> shift & 63) for shift in (0, 8, 16)]
    elif event == ride.DECLARE:
        shown["hand"] = hands.CODES[arg2 & 15]
        shown["place"] = arg2 >> 4
    elif event == ride.SETTLED:
        shown["choice"] = _PARTS[arg2]
    elif event == ride.FAULT:
        shown["what"] = ride.WHAT_NAMES[arg]
        shown["seat"] = arg2
    elif event == ride.MOVE_HAND:
        shown["to"] = arg2
    elif event == ride.COUNTED:
        shown["place"] = arg
    elif event in (ride.NOTICE, ride.NOTICE_MINUTE):
        shown["what"] = _NOTICES[arg]
    if record[records.REASON] and event != ride.BET:
        shown["reason"] = events.REASON_NAMES[record[records.REASON]]
    return shown
