"""What dealer and supervisor are offered at a Let It Ride table: the lawful next steps, on the display and over USB.

A step is an event with what is still to be asked for; its name, rule and words are in messages.toml, in this order.
"""

from micropython import const

from pitboard.games import events, hands
from pitboard.games.asks import CARD, HOST_ONLY, PLACE, REASON, STAKE, TO
from pitboard.games.refusals import LAWFUL

from . import authority, faults
from . import ride_events as ride
from . import ride_refusals as why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import FollowUp

    from .let_it_ride import LetItRide

# Three bytes a step: event, argument, what it asks for.
_ROWS = bytes(
    [
        events.NEXT, 0, 0,
        events.DISMISS, 0, REASON,
        events.DISMISS, ride.SAME_CARD, REASON,
        ride.DECIDE, ride.RIDE, 0,
        ride.DECIDE, ride.WITHDRAW, 0,
        ride.TUCK, 0, PLACE,
        ride.LOOK, 0, 0,
        ride.TURN, 0, 0,
        ride.SHOW, 0, 0,
        ride.DECLARE, 0, 0,
        ride.SETTLED, 0, 0,
        events.CLOSE, 0, 0,
        events.OPEN, 0, 0,
        events.NO_MORE_BETS, 0, 0,
        events.CANCEL, 0, 0,
        ride.GO_ON, 0, REASON,
        ride.VOID_NOW, 0, REASON,
        ride.CORRECTED, 0, 0,
        ride.FOLDED, 0, 0,
        ride.MOVE_HAND, 0, PLACE | TO | REASON,
        events.ENTERED, 0, CARD | REASON,
        ride.FAULT, faults.DEALT_WRONGLY, REASON,
        ride.FAULT, faults.PLAYER_COUNT, PLACE | REASON,
        ride.FAULT, faults.COMMUNITY_COUNT, REASON,
        ride.FAULT, faults.PLAYER_EXPOSED, REASON,
        ride.FAULT, faults.COMMUNITY_EXPOSED, REASON,
        ride.FAULT, faults.NO_WAGER, PLACE | REASON,
        ride.FAULT, faults.MISSING, REASON,
        ride.FAULT, faults.FOREIGN, REASON,
        ride.FAULT, faults.UNEQUAL, PLACE | REASON,
        ride.FAULT, faults.ABSENT_UNSEEN, PLACE | REASON,
        ride.FAULT, faults.ABSENT_SEEN, PLACE | REASON,
        ride.FAULT, faults.SHUFFLE_UNFINISHED, 0,
        ride.FAULT, faults.SHUFFLER_FAILED, REASON,
        ride.FAULT, faults.FACE_UP, REASON,
        ride.FAULT, faults.FACE_UP, REASON,  # and it was slid
        ride.FAULT, faults.LATE_WAGER, 0,
        ride.FAULT, faults.TAKEN_WAGER, 0,
        ride.FAULT, faults.ABOVE_MOST, REASON,
        ride.FAULT, faults.WAGER_VOID, PLACE | REASON,
        ride.FAULT, faults.INVALIDATED, REASON,
        ride.FAULT, faults.OPERATOR_VOID, REASON,
        ride.FORFEIT, 0, PLACE | REASON,
        ride.ORDER, 0, PLACE,
        ride.LOCK, 0, PLACE | REASON,
        ride.UNLOCK, 0, PLACE,
        ride.BET_REFUSED, 0, PLACE | REASON,
        ride.OFFERED, 0, 0,
        ride.COUNTED, 0, 0,
        ride.COUNTED, 1, PLACE,
        ride.NOTICE, ride.NOTICE_CLOSE, 0,
        events.LAMP_TEST, 0, 0,
        events.LAMPS_SEEN, 1, 0,
        events.LAMPS_SEEN, 0, 0,
        events.CHECK, 0, 0,
        events.CHECKED, 0, 0,
        events.CHECK_YES, events.DEALER, 0,
        events.CHECK_YES, events.SUPERVISOR, 0,
        events.CHECK_END, 0, 0,
        events.PRECHECKED, 0, 0,
        ride.SEEN, 0, 0,
        ride.WASHED, 0, 0,
        events.SHUFFLED, 0, 0,
        events.CUT, 0, 0,
        events.EXPOSED, 0, 0,
        events.NEW_CARDS, 0, 0,
        events.TABLE_OPEN, 0, 0,
        events.TABLE_CLOSE, 0, 0,
        ride.BET, 0, STAKE,
        ride.BANK, 0, STAKE,
        ride.ACTION, 0, STAKE,
        ride.JACKPOT, 0, STAKE,
        ride.NOTICE, ride.NOTICE_RAISE, STAKE,
        ride.MINIMUM, 0, STAKE,
        ride.DECLARE, 1, PLACE | REASON,
    ]
)  # fmt: skip
STEPS = const(75)

_FACE_UP_SLID = const(35)
# The own three cards (002 Side Bets), in the order of hands.py.
_THREES = ("nothing", "pair", "flush", "straight", "three alike", "straight flush", "royal")

_ASKS_FOR_MORE = const(119)  # PLACE | TO | CARD | HOST_ONLY: judged when it is known


def event_of(step: int) -> int:
    return _ROWS[3 * step]


def _preset(step: int) -> int:
    return _ROWS[3 * step + 1]


def needs(step: int) -> int:
    return _ROWS[3 * step + 2]


def role_of(game: "LetItRide", step: int) -> int:
    event, preset = event_of(step), _preset(step)
    if event == ride.DECLARE:  # another hand than the cards show is a correction
        return events.SUPERVISOR if preset else events.DEALER
    return authority.role_for(game, event, preset, 0)


def most_places(game: "LetItRide", step: int) -> int:
    """The last seat, number of cards or hand that the step may name."""
    event = event_of(step)
    if event == ride.COUNTED:
        return 52
    return hands.CATEGORIES + len(game.pack.bonus) if event == ride.DECLARE else game.seats.number


def place_words(step: int, value: int) -> str:
    event = event_of(step)
    if event == ride.COUNTED:
        return str(value) + " cards"
    if event == ride.DECLARE and value > hands.CATEGORIES:
        return "Bonus " + _THREES[value - hands.CATEGORIES - 1]
    return hands.title(value - 1) if event == ride.DECLARE else "Seat " + str(value)


def fill(
    game: "LetItRide", step: int, place: int, to: int, face: int, reason: int
) -> "FollowUp | int":
    """The event of a step with all that it has (event, arg, arg2, value, reason), or the refusal if there is none."""
    event, preset = event_of(step), _preset(step)
    if event == ride.FAULT:
        return event, preset, int(step == _FACE_UP_SLID) or place, 0, reason
    if event == ride.DECLARE:
        return _fill_declaration(game, preset, place, to, reason)
    if event in (ride.DECIDE, ride.TURN, ride.SHOW, ride.SETTLED):
        return _fill_play(game, event, preset, place, reason)
    if event == ride.CORRECTED:
        return event, game.pending_seat, 0, to or _common_stake(game), reason
    if event == ride.FOLDED:
        return event, game.pending_seat, 0, 0, reason
    if event == ride.COUNTED:
        return event, place if preset else game.shoe.left(), 0, 0, reason
    if event == events.OPEN:
        return event, game.next_deck(), game.shoe.source, 0, reason
    if event == events.ENTERED:
        return event, face, game.place(), 0, reason
    if needs(step) & PLACE:
        return event, place, to, 0, reason
    arg, value = game.opening.known(event, preset)
    return event, arg, 0, value, reason


def _fill_play(
    game: "LetItRide", event: int, preset: int, place: int, reason: int
) -> "FollowUp | int":
    """The seat or card whose turn it is, unless a host names another one: then the order is judged."""
    if event == ride.DECIDE:
        return event, place or game.next_to_decide(), preset, 0, reason
    if event == ride.TURN:
        which = 2 if game.phase == ride.TURNING_2 else 1
        face = game.deal.community(which) if game.deal.is_complete() else 0
        return event, which, 0, max(0, face), reason
    if event == ride.SETTLED:
        seat, part = game.next_to_settle()
        return event, place or seat, part, 0, reason
    seat = place or game.next_to_show()
    if game.phase != ride.SHOWING or seat != game.next_to_show():
        return event, seat, 0, 0, reason
    return event, seat, game.proposed(seat), game.hand_value(seat), reason


def _fill_declaration(
    game: "LetItRide", otherwise: int, said: int, seat: int, reason: int
) -> "FollowUp | int":
    """The hand whose turn it is; or, said otherwise, one that is not settled: the next, unless a host names another."""
    due = game.next_to_declare()
    if otherwise and game.phase == ride.SETTLING:
        due = seat or game.next_to_settle()[0]
    if due > game.seats.number:
        return why.NO_SUCH_SEAT
    if not due:
        return why.SHOW_FIRST
    hand = (game.seats.hands[due] or game.proposed(due) + 1) - 1
    if otherwise:
        hand = said - 1 if said <= hands.CATEGORIES else hand | said - hands.CATEGORIES << 4
    return ride.DECLARE, due, hand, 0, reason


def _common_stake(game: "LetItRide") -> int:
    """What the three wagers are made equal to if nobody says: what two of them are, or else the one on "$"."""
    stakes = [game.seats.stake(game.pending_seat, spot) for spot in (ride.DOLLAR, ride.TWO, ride.ONE)]
    lawful = [
        stake for stake in stakes if game.judge(ride.CORRECTED, game.pending_seat, 0, stake) == LAWFUL
    ]
    for stake in lawful:
        if stakes.count(stake) > 1:
            return stake
    return lawful[0] if lawful else max(stakes)


def is_offered(game: "LetItRide", step: int, role: int, who: int = 0) -> bool:
    """Whether this person in this role may take the step now."""
    event = event_of(step)
    if game.allowed(event) != LAWFUL or role < role_of(game, step):
        return False
    if event == ride.FAULT:
        return _is_found_now(game, step)
    if event == ride.DECLARE and _preset(step):
        return game.next_to_declare() > 0 or game.next_to_settle()[0] > 0
    if needs(step) & HOST_ONLY:
        return _is_in_pack(game, event)
    if needs(step) & _ASKS_FOR_MORE:
        return _some_seat_may(game, step)
    filled = fill(game, step, 0, 0, 0, 1)
    if isinstance(filled, int):
        return False
    return game.judge(filled[0], filled[1], filled[2], filled[3], 0, who) == LAWFUL


def _is_found_now(game: "LetItRide", step: int) -> bool:
    """Only what the pack has an outcome for at this moment."""
    if needs(step) & PLACE:
        return _some_seat_may(game, step)
    return game.judge(ride.FAULT, _preset(step), int(step == _FACE_UP_SLID), 0, 1) == LAWFUL


def _some_seat_may(game: "LetItRide", step: int) -> bool:
    event = event_of(step)
    if event == ride.MOVE_HAND:
        return game.pending == faults.MOVE_OR_VOID
    if event in (ride.COUNTED, events.ENTERED):
        return True
    for seat in range(1, game.seats.number + 1):
        filled = fill(game, step, seat, 0, 0, 1)
        if not isinstance(filled, int) and game.judge(*filled) == LAWFUL:
            return True
    return False


def _is_in_pack(game: "LetItRide", event: int) -> bool:
    """Steps that a host fills in, before it is known with what."""
    if event in (ride.BANK, ride.ACTION):
        return game.judge(event, 1, 0, 1) not in (why.NO_BANK, why.NOT_IN_PACK)
    if event == ride.JACKPOT:
        return game.judge(event, 0, 0, 1) == LAWFUL
    return True
