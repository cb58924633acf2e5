"""The lawful order of things at a Let It Ride table: in which phases an event may happen, as data."""

from array import array

from micropython import const

from pitboard.games import events, refusals

from . import faults
from . import ride_events as ride
from . import ride_refusals as why

# A bit for each phase.
_IDLE = const(1 << 0)
_BETTING = const(1 << 1)
_VOIDED = const(1 << 5)
_CLOSED = const(1 << 6)
_CHECKING = const(1 << 7)
_DEALING = const(1 << 9)
_DEALT = const(1 << 10)
_DECIDING = const(1 << 11 | 1 << 13)
_TURNING = const(1 << 12 | 1 << 14)
_SHOWING = const(1 << 15)
_SETTLING = const(1 << 16)
_ALL = const((1 << 17) - 1)
_BETWEEN = const(1 << 0 | 1 << 6)
_ROUND = const(1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 16)
_OPENING = const(1 << 0 | 1 << 1 | 1 << 6)

# Two numbers an event: itself, and its phases. A dictionary would take five times the memory.
_ROWS = array(
    "I",
    [
        events.BOOT, _ALL,
        events.STATE, _ALL,
        events.LAMP_TEST, _CLOSED,
        events.LAMPS_SEEN, _CLOSED,
        events.CHECK, _BETWEEN,
        events.CHECKED, _CHECKING,
        events.CHECK_YES, _CHECKING,
        events.CHECK_END, _CHECKING,
        events.PRECHECKED, _BETWEEN,
        events.SHUFFLED, _OPENING | _DEALING,
        events.CUT, _OPENING | _DEALING,
        events.EXPOSED, _OPENING,
        events.NEW_CARDS, _BETWEEN,
        events.TABLE_OPEN, _CLOSED,
        events.TABLE_CLOSE, _IDLE,
        events.OPEN, _IDLE,
        events.CANCEL, _BETTING | _DEALING,
        events.NO_MORE_BETS, _BETTING,
        events.DRAWN, _DEALING,
        events.ENTERED, _DEALING,
        events.CLOSE, _SETTLING | _VOIDED,
        events.IRREGULARITY, _ALL,
        events.HOLD, _IDLE | _BETTING | _ROUND | _VOIDED,
        events.NEXT, _IDLE | _BETTING | _DEALING,
        events.DISMISS, _IDLE | _BETTING | _ROUND | _VOIDED,
        ride.BET, _BETTING | _DEALING | _DEALT | _DECIDING | _TURNING | _SHOWING,
        ride.BET_REFUSED, _BETTING | _DEALING,
        ride.BANK, _IDLE | _BETTING,
        ride.OFFERED, _IDLE | _BETTING,
        ride.ACTION, _BETTING | _DEALING,
        ride.JACKPOT, _IDLE | _BETTING,
        ride.LOCK, _IDLE | _BETTING | _ROUND | _VOIDED,
        ride.UNLOCK, _IDLE | _BETTING,
        ride.LOOK, _DEALT,
        ride.DECIDE, _DECIDING,
        ride.TUCK, _DECIDING | 1 << 12,
        ride.ORDER, _DEALT | 1 << 11,
        ride.TURN, _TURNING,
        ride.SHOW, _SHOWING,
        ride.DECLARE, _SHOWING | _SETTLING,
        ride.SETTLED, _SETTLING,
        ride.FAULT, _IDLE | _BETTING | _ROUND,
        ride.GO_ON, _ROUND | _IDLE,
        ride.VOID_NOW, _ROUND | _IDLE,
        ride.CORRECTED, _ROUND,
        ride.FOLDED, _ROUND,
        ride.MOVE_HAND, _ROUND | _IDLE,
        ride.FORFEIT, _VOIDED,
        ride.SEEN, _BETWEEN,
        ride.WASHED, _BETWEEN,
        ride.COUNTED, _IDLE | _BETTING | _ROUND | _VOIDED,
        ride.NOTICE, _OPENING | _ROUND | _VOIDED,
        ride.NOTICE_MINUTE, _OPENING | _ROUND | _VOIDED,
        ride.MINIMUM, _IDLE,
    ],
)  # fmt: skip

_WITH_HELD = (
    events.BOOT,
    events.STATE,
    events.IRREGULARITY,
    events.NEXT,
    events.DISMISS,
    ride.FAULT,
    ride.GO_ON,
    ride.VOID_NOW,
    ride.CORRECTED,
    ride.FOLDED,
    ride.MOVE_HAND,
    ride.LOCK,
    ride.COUNTED,
    ride.NOTICE_MINUTE,
)


def _phases_of(event: int) -> int:
    for at in range(0, len(_ROWS), 2):
        if _ROWS[at] == event:
            return _ROWS[at + 1]
    return 0


def refusal(event: int, phase: int) -> int:
    phases = _phases_of(event)
    if not phases:
        return refusals.NOT_AN_EVENT
    if phases & 1 << phase:
        return refusals.LAWFUL
    if phase == events.CLOSED:
        return refusals.TABLE_CLOSED
    if phase == events.CHECKING:
        return refusals.CHECK_RUNNING
    if phases == _CHECKING:
        return refusals.NOT_CHECKING
    if phases == _CLOSED:
        return refusals.TABLE_OPENED
    if phase == events.VOIDED:
        return why.ROUND_VOID
    if phase == events.IDLE:
        return why.OPEN_FIRST
    return _in_round(event, phases, phase)


def _in_round(event: int, phases: int, phase: int) -> int:
    """Too early or too late in an open round."""
    if phase == events.BETTING:
        if event == events.OPEN:
            return why.BETTING_OPEN
        return refusals.ROUND_OPEN if phases & _IDLE else why.CALL_FIRST
    if event in (events.NO_MORE_BETS, events.CANCEL, ride.BET_REFUSED, ride.BANK, ride.ACTION, ride.BET):
        return why.BETS_CLOSED
    if phases & _ROUND and phases >= 2 << phase:  # what belongs to a later phase
        return why.NOT_YET if phase >= ride.DEALT else why.DEAL_FIRST
    if event in (events.DRAWN, events.ENTERED):
        return why.DEALT_ALL
    if event in (ride.DECIDE, ride.TUCK):
        return why.STANDS
    if event in (ride.SHOW, ride.TURN):
        return why.SHOWN
    return why.ROUND_RUNNING


def is_with_held(event: int) -> bool:
    return event in _WITH_HELD


def resolves(event: int, pending: int) -> bool:
    """Whether an event is one of the answers to what is pending."""
    if pending == faults.SUPERVISOR:
        return event in (ride.GO_ON, ride.VOID_NOW)
    if pending == faults.MOVE_OR_VOID:
        return event in (ride.MOVE_HAND, ride.GO_ON, ride.VOID_NOW)
    if pending == faults.CORRECT_OR_FOLD:
        return event in (ride.CORRECTED, ride.FOLDED)
    return event in (ride.CORRECTED, ride.GO_ON, ride.LOCK)  # faults.CORRECT
