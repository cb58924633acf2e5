"""Wagers, the player-dealer, the jackpot and locked seats, as they are folded in."""

from pitboard.games import events
from pitboard.games.effects import LIGHTS, SCREEN

from . import faults
from . import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide


def apply(game: "LetItRide", event: int, arg: int, arg2: int, value: int, reason: int) -> int:
    seats = game.seats
    if event == ride.BET:
        betting = game.phase == events.BETTING
        tokens = reason == ride.TOKENS if betting else seats.is_tokens(arg, arg2)
        seats.set_stake(arg, arg2, value, tokens)
        if not betting:
            _withdrawn(game, arg)
    elif event == ride.BET_REFUSED:
        seats.take_away(arg)
        _withdrawn(game, arg)
    elif event == ride.BANK:
        game.bank.take(arg, value)
    elif event == ride.OFFERED:
        game.bank.in_row = 0
    elif event == ride.ACTION:
        game.bank.action = arg
    elif event == ride.JACKPOT:
        game.jackpot = value
        if game.phase == events.BETTING and not game.jackpot_now:
            game.jackpot_now = value  # nobody has a wager on it yet: that of the start of the round (L8)
    elif event == ride.LOCK:
        seats.locked |= 1 << arg
        game.found += 1
        if game.phase == events.BETTING:
            seats.take_away(arg)
        if game.pending == faults.CORRECT and arg == game.pending_seat:
            game.resolved()
    else:
        seats.locked &= ~(1 << arg)
    return SCREEN | LIGHTS


def _withdrawn(game: "LetItRide", seat: int) -> None:
    """Before the first card a seat can still leave the round (000 5.4, 14.11, L18)."""
    if game.phase == ride.DEALING and not game.seats.has_main(seat):
        game.leave(seat, ride.OUT)


def note_unequal(game: "LetItRide") -> None:
    """Seats with a hand and without three equal wagers, of which nobody was told yet (000 5.2, 12.10)."""
    seats = game.seats
    for seat in range(1, seats.number + 1):
        told = game.flagged & 1 << seat
        if seats.states[seat] == ride.IN and not seats.is_equal(seat) and not told:
            game.unequal |= 1 << seat
