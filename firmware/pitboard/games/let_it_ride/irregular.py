"""Irregularities by the pack: what was found, at which moment, what then; part of the fold."""

from micropython import const

from pitboard.games import events
from pitboard.games.effects import CUE_NOTICE, LIGHTS, SCREEN

from . import faults
from . import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

_PENDING = (faults.SUPERVISOR, faults.MOVE_OR_VOID, faults.CORRECT_OR_FOLD, faults.CORRECT)
CHECK_DUE = const(1)  # no next round before the deck was checked
NEW_CARDS_DUE = const(2)  # nor before there are other cards
_EXPOSED = (faults.PLAYER_EXPOSED, faults.COMMUNITY_EXPOSED, faults.MORE_EXPOSED)


def apply(game: "LetItRide", event: int, arg: int, arg2: int, value: int) -> int:
    told = 0, 0, 0  # what the dealer is told: it outlives the end of the phase
    if event == ride.FAULT:
        told = _fault(game, arg, arg2)
    elif event == ride.VOID_NOW:
        _void(game)
    elif event == ride.GO_ON:
        if game.pending_what == faults.FOREIGN and game.held:
            game.take_held()  # taken out (L27)
        told = faults.CONTINUE, game.pending_what, game.pending_moment
        game.resolved()
    elif event == ride.CORRECTED:
        for spot in range(ride.SIDE):  # what was withdrawn is back already (L26)
            if not game.seats.is_withdrawn(arg, spot):
                game.seats.set_stake(arg, spot, value, game.seats.is_tokens(arg, spot))
        game.flagged &= ~(1 << arg)  # what is withdrawn before the first card is told anew (000 5.4)
        game.resolved()
    elif event == ride.FOLDED:
        game.leave(arg, ride.FOLD)
        game.resolved()
    elif event == ride.MOVE_HAND:
        game.edits += 1
        game.deal.swap(arg, arg2)
    else:  # FORFEIT
        game.seats.states[arg] = ride.FORFEITED
        game.settling.refund()
    game.advance()
    game.outcome, game.outcome_what, game.outcome_moment = told
    return SCREEN | LIGHTS | CUE_NOTICE


def _fault(game: "LetItRide", what: int, seat: int) -> tuple[int, int, int]:
    """Its outcome, and what was found when."""
    what = game.what_now(what)
    moment = game.moment(what)
    outcome = game.pack.outcome(what, moment)
    game.found += 1
    game.exposed += what in _EXPOSED
    game.face_up += what in (faults.FACE_UP, faults.MORE_FACE_UP)
    if what == faults.UNEQUAL:
        game.unequal &= ~(1 << seat)
        game.flagged |= 1 << seat
    if faults.is_void(outcome):
        _void(game)
        game.invalid = outcome == faults.REFUND
        if outcome in (faults.VOID_AND_CHECK, faults.VOID_NEW_CARDS):
            due = CHECK_DUE if outcome == faults.VOID_AND_CHECK else NEW_CARDS_DUE
            game.check_due = max(game.check_due, due)
            game.decks_checked = 0
    elif outcome in _PENDING:
        game.pending = outcome
        game.pending_what = what
        game.pending_seat = seat
        game.pending_moment = moment
    elif outcome == faults.VOID_HAND:
        game.leave(seat, ride.VOID_HAND)
    elif outcome == faults.DISCARD_HAND:
        was_dealt = game.deal.has_place(seat)
        game.leave(seat, ride.DISCARDED)
        if not was_dealt:  # its cards were booked as the next hands'; the last ones are slid again
            game.plan_deal()
            game.enter(ride.DEALING)
    elif outcome == faults.RIDE:
        game.seats.ride_all(seat)
    elif outcome == faults.BURN_IT:
        _burn(game, seat)
    elif outcome == faults.SHUFFLE_AGAIN:
        game.shoe.disorder()
    elif outcome == faults.CHECK_DECK:
        if what == faults.FOREIGN and game.held == events.FOREIGN:
            game.take_held()
        check_deck(game)
    return outcome, what, moment


def check_deck(game: "LetItRide") -> None:
    """Found before the deal: there is no round to void, and none begins with these cards (000 12.9.3)."""
    game.check_due = max(game.check_due, CHECK_DUE)
    game.decks_checked = 0
    game.shoe.checked = False
    game.shoe.disorder()


def _burn(game: "LetItRide", was_slid: int) -> None:
    """A card found face up is no card of the deal (002 Irregularities para 1)."""
    if was_slid:
        game.deal.take_back()
        game.enter(ride.DEALING)
    else:
        game.shoe.lose()


def _void(game: "LetItRide") -> None:
    """No result: what was not seen stays unseen, every wager on the layout goes back (L12)."""
    game.resolved()
    game.held = 0
    game.turned = 0
    game.shown = 0
    game.settling.refund()
    game.enter(events.VOIDED)
