"""A seat of a Let It Ride table in words: what it plays for, holds and gets."""

from pitctl.layouts import SPOTS
from pitctl.messages import Seat
from pitctl.money import money_text

COLUMNS = ("seat", "state", "1", "2", "$", "side", "cards", "hand", "outcome")
_MARKS = {"withdraw": "back", "ride": "rides"}


def row(seat: Seat) -> tuple[str, ...]:
    """One line of `pitctl seats`."""
    state = "locked" if seat.locked else seat.state
    wagers = (_wager(seat, index) for index in range(len(SPOTS)))
    hand = (seat.hand or "").replace("_", " ")
    return (str(seat.seat), state, *wagers, " ".join(seat.cards), hand, outcome(seat))


def _wager(seat: Seat, index: int) -> str:
    stake = seat.stakes[index]
    if not stake:
        return "-"
    mark = _MARKS.get(seat.decisions[index], "") if index < len(seat.decisions) else ""
    tokens = "tokens" if seat.tokens[index] else ""
    return " ".join(filter(None, (money_text(stake), tokens, mark)))


def outcome(seat: Seat) -> str:
    """`wins 30, side 60, collect 10, back 20, envy 300`: what is to be paid on top, taken, and given back."""
    amounts = {
        "wins": sum(seat.profit[:3]),
        "side wins": seat.profit[3],
        "envy": seat.envy,
        "collect": sum(seat.collected),
        "back": sum(seat.returned),
    }
    return ", ".join(f"{what} {money_text(units)}" for what, units in amounts.items() if units)
