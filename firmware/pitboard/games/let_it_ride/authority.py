"""Who may do what at a Let It Ride table, and which steps need a reason: asked of every event before it is judged."""

from pitboard.games import events, refusals

from . import faults
from . import ride_events as ride
from .ride_refusals import BETS_CLOSED
from .wager_checks import may_withdraw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

_WITH_REASON = (
    events.ENTERED,
    events.DISMISS,
    ride.GO_ON,
    ride.VOID_NOW,
    ride.MOVE_HAND,
    ride.FORFEIT,
    ride.BET_REFUSED,
    ride.LOCK,
)
_SUPERVISED = _WITH_REASON + (
    events.TABLE_OPEN,
    events.TABLE_CLOSE,
    events.PRECHECKED,
    events.NEW_CARDS,
    ride.UNLOCK,
    ride.ORDER,
    ride.NOTICE,
    ride.MINIMUM,
)
# What a dealer sees to alone: the play goes on.
_DEALERS = (faults.CONTINUE, faults.BURN_IT, faults.USE_NEXT, faults.SHUFFLE_AGAIN, faults.REFUSE, faults.AS_PLACED)


def role_for(game: "LetItRide", event: int, arg: int, arg2: int, value: int = 0) -> int:
    """The least role that may do this."""
    if event in _SUPERVISED:
        return events.SUPERVISOR
    if event == events.CHECK_YES:
        return arg  # each role for itself
    if event == ride.FAULT:
        outcome = game.outcome_of(game.what_now(arg))
        return events.DEALER if not outcome or outcome in _DEALERS else events.SUPERVISOR
    if event == ride.BET and game.phase != events.BETTING:
        return events.SUPERVISOR if value or not may_withdraw(game) else events.DEALER
    if event == ride.DECLARE:  # the cards say otherwise
        other = game.next_to_declare() == arg and arg2 != game.proposed(arg)
        return events.SUPERVISOR if other or game.phase == ride.SETTLING else events.DEALER
    return events.DEALER


def needs_reason(game: "LetItRide", event: int, arg: int, arg2: int, value: int = 0) -> bool:
    if event in _WITH_REASON:
        return True
    supervised = event in (ride.FAULT, ride.BET, ride.DECLARE)
    return supervised and role_for(game, event, arg, arg2, value) == events.SUPERVISOR


def refusal(game: "LetItRide", event: int, arg: int, arg2: int, value: int, role: int, reason: int) -> int:
    if role < role_for(game, event, arg, arg2, value):
        late = event == ride.BET and game.phase != events.BETTING
        return BETS_CLOSED if late else refusals.NEEDS_SUPERVISOR
    if needs_reason(game, event, arg, arg2, value) and not 0 < reason < len(events.REASON_NAMES):
        return refusals.NEEDS_REASON
    return refusals.LAWFUL
