"""What a dealer key means in Derby now, and what a refused card is called.

The event is only proposed: `Derby.judge` still says whether it is lawful.
"""

from micropython import const

from .events import (
    CANCEL,
    CLOSE,
    CONFIRM,
    EARLY_CARD,
    FOREIGN_CARD,
    LATE_CARD,
    NO_MORE_BETS,
    OPEN,
    UNKNOWN_CODE,
    VOID,
    VOID_ASKED,
    VOID_KEPT,
)
from .refusals import CALL_FIRST, FOREIGN, NOT_A_CARD, OPEN_FIRST, SHOE_LIMIT, VOID_PENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derby import Derby

KEY_NO_MORE_BETS = const(0)
KEY_CONFIRM = const(1)
KEY_CANCEL = const(2)

#            IDLE    BETTING  RACING      RESULT      PAYING      VOIDED
_CONFIRM = (OPEN, OPEN, CONFIRM, CONFIRM, CLOSE, CLOSE)
_CANCEL = (CANCEL, CANCEL, VOID_ASKED, VOID_ASKED, VOID_ASKED, VOID_ASKED)


def event_of(game: "Derby", key: int) -> int:
    """The event that a key asks for in this phase."""
    if key == KEY_NO_MORE_BETS:
        return NO_MORE_BETS
    if key == KEY_CONFIRM:
        return VOID if game.void_asked else _CONFIRM[game.phase]
    return VOID_KEPT if game.void_asked else _CANCEL[game.phase]


def kind_of_refused(refusal: int) -> int:
    """The irregularity that a card becomes which the game refused."""
    if refusal in (CALL_FIRST, OPEN_FIRST, VOID_PENDING):
        return EARLY_CARD
    if refusal in (FOREIGN, SHOE_LIMIT):
        return FOREIGN_CARD
    return UNKNOWN_CODE if refusal == NOT_A_CARD else LATE_CARD
