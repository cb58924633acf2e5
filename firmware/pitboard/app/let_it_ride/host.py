"""What a host reads of a Let It Ride table besides what every table tells, and the wagers that only a host can enter.

No card is named here before the rules expose it: only `community()` and `hand_shown()` are asked.
"""

from micropython import const

from pitboard.games import cards, events, hands
from pitboard.games.let_it_ride import pack as topics
from pitboard.games.let_it_ride import ride_events as ride
from pitboard.games.let_it_ride import steps
from pitboard.games.let_it_ride.table_flow import COUNT_RIGHT
from pitboard.protocol.errors import invalid_params

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.games.let_it_ride.let_it_ride import LetItRide
    from pitboard.interfaces import FollowUp

    Answer = dict[str, Any]

_SEATS_A_PAGE = const(2)
_DECISIONS = ("open", "withdraw", "ride")


def status(game: "LetItRide", lit: bytearray) -> "Answer":
    return {
        "phase": ride.PHASE_NAMES[game.phase],
        "cards": game.deal.total,
        "places": [0, 0, 0],
        "result": None,
        "lit": _lit(game, lit),
    }


def _lit(game: "LetItRide", lit: bytearray) -> "list[str]":
    """Seats with a winning area that is lit; in the lamp test none wins."""
    if game.phase != ride.SETTLING:
        return []
    return [
        "S" + str(seat)
        for seat in range(1, game.seats.number + 1)
        if any(lit[(seat - 1) * ride.SPOTS : seat * ride.SPOTS])
    ]


def carried(game: "LetItRide") -> int:
    """How many, never which (002 Irregularities para 2: its face was not exposed)."""
    return 1 if game.carried else 0


def fill_step(step: int, params: "Answer", reason: int) -> "FollowUp":
    """The event of a step that only a host can fill in, from the parameters of `act`."""
    event = steps.event_of(step)
    seat, stake = params["seat"], params["stake"]
    if event == ride.BET:
        if params["area"] not in ride.SPOT_NAMES:
            raise invalid_params("area: one, two, dollar or side")
        spot = ride.SPOT_NAMES.index(params["area"])
        if reason == ride.TOKENS:  # the same number in a record
            raise invalid_params("reason: not_read says nothing about a wager")
        return event, seat, spot, stake, ride.TOKENS if params["tokens"] else reason
    if event == ride.NOTICE:
        return event, ride.NOTICE_RAISE, params["to"], stake, reason
    return event, seat, 0, stake, reason


class Seats:
    """The handlers of `seats` and `ride`."""

    def __init__(self, game: "LetItRide") -> None:
        self._game = game

    def page(self, params: "Answer") -> "Answer":
        """Two seats an answer."""
        number = self._game.seats.number
        first = params["since"] + 1
        last = min(first + _SEATS_A_PAGE - 1, number)
        found = [self._seat(seat) for seat in range(first, last + 1)]
        return {"seats": found, "next": last if last < number else 0}

    def _seat(self, seat: int) -> "Answer":
        game = self._game
        seats, settling = game.seats, game.settling
        settled = game.phase in (ride.SETTLING, events.VOIDED) or game.kept
        at = (seat - 1) * ride.SPOTS
        cells = range(at, at + ride.SPOTS)
        hand = seats.hands[seat]
        return {
            "seat": seat,
            "state": ride.STATE_NAMES[seats.states[seat]],
            "locked": bool(seats.locked & 1 << seat),
            "stakes": [seats.stake(seat, spot) for spot in range(ride.SPOTS)],
            "tokens": [seats.is_tokens(seat, spot) for spot in range(ride.SPOTS)],
            "decisions": [_DECISIONS[seats.decision(seat, which)] for which in (1, 2)],
            "cards": [cards.code(face) for face in game.hand_shown(seat)],
            "hand": hands.CODES[hand - 1] if hand else None,
            "profit": [settling.profit[cell] if settled else 0 for cell in cells],
            "collected": [settling.collected[cell] if settled else 0 for cell in cells],
            "returned": [settling.returned[cell] if settled else 0 for cell in cells],
            "envy": settling.envy[seat] if settled else 0,
        }

    def ride(self, _params: "Answer") -> "Answer":
        """The round beside the seats."""
        game = self._game
        values = game.pack.values
        faces = [game.community(which) for which in (1, 2)]
        bets = sum(
            game.seats.stake(seat, spot) > 0
            for seat in range(1, game.seats.number + 1)
            for spot in range(ride.SPOTS)
        )
        bank = game.bank
        return {
            "turn": game.next_to_decide() or game.next_to_declare() or game.next_to_show(),
            "settle": game.next_to_settle()[0],
            "place": game.deal.next_place() if game.phase == ride.DEALING else 0,
            "deck": game.deck_now,
            "community": [cards.code(face) for face in faces if face >= 0],
            "pending": ride.WHAT_NAMES[game.pending_what] if game.pending else None,
            "jackpot": game.jackpot,
            "shares_held": game.settling.shares > 1,
            "bank": bank.position,
            "cover": bank.wager,
            "action": bank.action,
            "minimum": game.notices.least,
            "notice_min": [game.notices.minutes(kind) for kind in (1, 2)],
            "count_due": max(0, values[topics.CARDS_STUB_COUNT] - game.since_count),
            "missing": max(0, COUNT_RIGHT - game.count_off) if game.count_off else 0,
            "extra": max(0, game.count_off - COUNT_RIGHT),
            "fees": [bets * game.house.fee_bet, game.house.fee_bank if bank.position else 0],
        }
