"""The lawful order of things: a refusal for each event in each phase, as data."""

from micropython import const

from .. import events
from ..refusals import (
    CHECK_RUNNING,
    LAWFUL,
    NOT_AN_EVENT,
    NOT_CHECKING,
    ROUND_OPEN,
    TABLE_CLOSED,
    TABLE_OPENED,
)
from . import derby_events as derby
from .derby_refusals import (
    BETS_CLOSED,
    BETTING_OPEN,
    CALL_FIRST,
    CONFIRM_FIRST,
    CONFIRMED,
    NO_CANCEL,
    NO_RESULT,
    NO_VOID,
    NOT_REBUILDING,
    NOTHING_HIDDEN,
    NOTHING_LIT,
    OPEN_FIRST,
    PAY_FIRST,
    PLACES_FIXED,
    RACE_RUNNING,
    REBUILD_OPEN,
    ROUND_VOID,
    UNCONFIRMED,
)

_PHASES = const(9)

# Lists, not tuples: the compiler would keep those as constants, beside the one table that is made of them.
# Columns: IDLE BETTING RACING RESULT PAYING VOIDED, then the three phases in which most things wait.
_REST = [TABLE_CLOSED, CHECK_RUNNING, REBUILD_OPEN]
_ALWAYS = bytes([LAWFUL] * _PHASES)
_NO_ROUND = [ROUND_OPEN] * 5
# While the table is shut, and between rounds.
_SHUT = bytes([TABLE_OPENED] + _NO_ROUND + [LAWFUL, CHECK_RUNNING, REBUILD_OPEN])
_BETWEEN = bytes([LAWFUL] + _NO_ROUND + [LAWFUL, CHECK_RUNNING, REBUILD_OPEN])
_CHECKING = bytes([NOT_CHECKING] * 7 + [LAWFUL, NOT_CHECKING])
_REBUILDING = bytes([NOT_REBUILDING] * 8 + [LAWFUL])
_RACING = bytes([OPEN_FIRST, CALL_FIRST, LAWFUL, PLACES_FIXED, PLACES_FIXED, ROUND_VOID] + _REST)
_HELD = bytes([LAWFUL] * 6 + _REST)
_WAITING = bytes([NOTHING_HIDDEN, NOTHING_HIDDEN, LAWFUL] + [NOTHING_HIDDEN] * 6)
_LIT = bytes([NOTHING_LIT] * 3 + [LAWFUL, LAWFUL] + [NOTHING_LIT] * 4)
_WAGERS = bytes([OPEN_FIRST] + [LAWFUL] * 5 + _REST)

_ROWS = b"".join(
    (
        bytes(_PHASES),
        _ALWAYS,  # BOOT
        _ALWAYS,  # STATE
        _SHUT,  # LAMP_TEST
        _SHUT,  # LAMPS_SEEN
        _BETWEEN,  # CHECK
        _CHECKING,  # CHECKED
        _CHECKING,  # CHECK_YES
        _CHECKING,  # CHECK_END
        _BETWEEN,  # PRECHECKED
        _BETWEEN,  # SHUFFLED
        _BETWEEN,  # CUT
        _BETWEEN,  # EXPOSED
        _BETWEEN,  # NEW_CARDS
        _SHUT,  # TABLE_OPEN
        bytes([LAWFUL] + _NO_ROUND + _REST),  # TABLE_CLOSE
        bytes(  # OPEN
            [LAWFUL, BETTING_OPEN, RACE_RUNNING, CONFIRM_FIRST, PAY_FIRST, ROUND_VOID] + _REST
        ),
        bytes([OPEN_FIRST, LAWFUL, NO_CANCEL, NO_CANCEL, NO_CANCEL, ROUND_VOID] + _REST),  # CANCEL
        bytes(  # NO_MORE_BETS
            [OPEN_FIRST, LAWFUL, BETS_CLOSED, BETS_CLOSED, BETS_CLOSED, ROUND_VOID] + _REST
        ),
        _RACING,  # CARD
        _RACING,  # DRAWN
        _WAITING,  # REVEAL
        bytes([NO_RESULT, NO_RESULT, NO_RESULT, LAWFUL, CONFIRMED, ROUND_VOID] + _REST),  # CONFIRM
        bytes([OPEN_FIRST, UNCONFIRMED, UNCONFIRMED, UNCONFIRMED, LAWFUL, LAWFUL] + _REST),  # CLOSE
        # VOID: also when a rebuild turns out not to be possible (10.8)
        bytes(
            [OPEN_FIRST, NO_VOID, LAWFUL, LAWFUL, LAWFUL, ROUND_VOID]
            + [TABLE_CLOSED, CHECK_RUNNING, LAWFUL]
        ),
        _ALWAYS,  # IRREGULARITY
        _HELD,  # HOLD
        bytes([NOTHING_HIDDEN, NOTHING_HIDDEN, LAWFUL, LAWFUL] + [NOTHING_HIDDEN] * 5),  # ASIDE
        _HELD,  # NEXT
        _HELD,  # BURN
        _HELD,  # DISMISS
        bytes([OPEN_FIRST, CALL_FIRST, LAWFUL, LAWFUL, CONFIRMED, ROUND_VOID] + _REST),  # FACE_UP
        _RACING,  # ENTERED
        _RACING,  # SHOE_EMPTY
        _LIT,  # LIGHTS_AGAIN
        _LIT,  # LIGHTS_OFF
        bytes([OPEN_FIRST, CALL_FIRST, LAWFUL, LAWFUL, LAWFUL, ROUND_VOID] + _REST),  # REBUILD
        _REBUILDING,  # MOVE
        _REBUILDING,  # INSERT
        _REBUILDING,  # TAKE_OUT
        _REBUILDING,  # REPLACE
        _REBUILDING,  # REBUILT
        _WAGERS,  # WAGER; wagers.py says more
        _WAGERS,  # WAGER_BACK
        _WAGERS,  # WAGER_MOVED
        _WAGERS,  # WAGER_HOME
        _WAGERS,  # COLLECTED
        _WAGERS,  # PAID
    )
)
del _REST, _ALWAYS, _NO_ROUND, _SHUT, _BETWEEN, _CHECKING, _REBUILDING
del _RACING, _HELD, _WAITING, _LIT, _WAGERS

# What may happen while a card is held; the rest waits for the decision about it (10.5, 10.6).
_WITH_HELD = (
    events.BOOT,
    events.STATE,
    events.IRREGULARITY,
    events.NEXT,
    events.BURN,
    events.DISMISS,
    events.VOID,
    derby.REBUILD,
    derby.LIGHTS_AGAIN,
    derby.LIGHTS_OFF,
)


def refusal(event: int, phase: int) -> int:
    if not events.BOOT <= event <= derby.PAID:
        return NOT_AN_EVENT
    return _ROWS[event * _PHASES + phase]


def waits_for_held(event: int, phase: int) -> bool:
    return phase != derby.REBUILDING and event not in _WITH_HELD
