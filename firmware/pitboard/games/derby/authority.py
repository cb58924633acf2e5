"""Who may do what, and which steps need a reason: asked of every event before it is judged."""

from ..events import (
    BETTING,
    CHECK_YES,
    DEALER,
    DISMISS,
    ENTERED,
    NEW_CARDS,
    PRECHECKED,
    REASON_NAMES,
    SHUFFLED,
    SUPERVISOR,
    TABLE_CLOSE,
    TABLE_OPEN,
    VOID,
)
from ..refusals import LAWFUL, NEEDS_REASON, NEEDS_SUPERVISOR
from .derby_events import (
    INSERT,
    LIGHTS_OFF,
    MOVE,
    REBUILD,
    REBUILT,
    REPLACE,
    TAKE_OUT,
    WAGER_HOME,
    WAGER_MOVED,
)

_WITH_REASON = (VOID, REBUILD, ENTERED, DISMISS, LIGHTS_OFF, WAGER_HOME)
_SUPERVISED = _WITH_REASON + (
    MOVE,
    INSERT,
    TAKE_OUT,
    REPLACE,
    REBUILT,
    TABLE_OPEN,
    TABLE_CLOSE,
    PRECHECKED,
    NEW_CARDS,
)


def role_for(event: int, arg: int, decks: int, phase: int) -> int:
    """The least role that may do this."""
    if event in _SUPERVISED:
        return SUPERVISOR
    if event == CHECK_YES:
        return arg  # each role for itself (6.1)
    if event == SHUFFLED and decks > 1:
        return SUPERVISOR  # it resets the count of the shoe (7.1(c), (d))
    if event == WAGER_MOVED and phase != BETTING:
        return SUPERVISOR  # after the call it is a correction (5.4, 5.7)
    return DEALER


def needs_reason(event: int) -> bool:
    return event in _WITH_REASON


def refusal(event: int, arg: int, decks: int, phase: int, role: int, reason: int) -> int:
    if role < role_for(event, arg, decks, phase):
        return NEEDS_SUPERVISOR
    if needs_reason(event) and not 0 < reason < len(REASON_NAMES):
        return NEEDS_REASON
    return LAWFUL
