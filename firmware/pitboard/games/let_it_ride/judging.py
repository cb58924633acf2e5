"""What may happen now at a Let It Ride table, and why not. Changes nothing."""

from micropython import const

from pitboard.games import events, hands, refusals
from pitboard.games.cards import CARDS
from pitboard.games.sequence import FACE, NUMBER_SHIFT, OTHER_SET, token

from . import faults, lawful_order
from . import pack as topics
from . import ride_events as ride
from . import ride_refusals as why
from .irregular import CHECK_DUE
from .seats import MOST_SEATS
from .wager_checks import is_above_most, judge_bet, judge_call, judge_correction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

MAX_IRREGULARITIES = const(64)  # in a round
MAX_CHANGES = const(200)  # of wagers, seats, bank, notices, shuffles
MAX_FOUND = const(24)  # faults, corrections, locks, counts by people
_CHANGES = (events.SHUFFLED, events.CUT, events.EXPOSED, ride.ORDER, ride.NOTICE, ride.NOTICE_MINUTE)
_LEAVE_PENDING = (events.BOOT, events.STATE, events.IRREGULARITY, ride.COUNTED, ride.NOTICE_MINUTE)


def is_change(event: int) -> bool:
    """What may be said again and again, so that its number is limited."""
    return ride.BET <= event <= ride.UNLOCK or event in _CHANGES


def allowed(game: "LetItRide", event: int) -> int:
    """LAWFUL if phase, a held card and what is pending let such an event happen, whatever its arguments."""
    refusal = lawful_order.refusal(event, game.phase)
    if refusal:
        return refusal
    if game.held and not lawful_order.is_with_held(event):
        return why.HELD
    if game.pending and event not in _LEAVE_PENDING:
        return refusals.LAWFUL if lawful_order.resolves(event, game.pending) else why.PENDING
    return refusals.LAWFUL


def judge(game: "LetItRide", event: int, arg: int, arg2: int, value: int, reason: int, who: int) -> int:
    refusal = allowed(game, event)
    if refusal:
        return refusal
    most = MAX_CHANGES // 2 if event == ride.JACKPOT else MAX_CHANGES  # a meter leaves wagers their room
    if is_change(event) and game.changes >= most and not game.is_between_rounds():
        return refusals.TOO_MANY
    if events.LAMP_TEST <= event <= events.TABLE_CLOSE or event in (ride.SEEN, ride.WASHED):
        return _judge_opening(game, event, arg, arg2, who)
    if event in (events.DRAWN, events.ENTERED):
        return _judge_card(game, token(arg, value)) if arg < CARDS else why.NOT_A_CARD
    if event == events.HOLD:
        known = (arg < CARDS or arg == OTHER_SET) and events.EARLY <= reason <= events.FOREIGN
        if game.irregularities >= MAX_IRREGULARITIES:
            return refusals.TOO_MANY
        return refusals.LAWFUL if known and not game.held else why.NOT_A_CARD
    if event in (events.NEXT, events.DISMISS):
        return _judge_held(game, event, arg)
    if event == events.IRREGULARITY:
        if not events.MISSCAN <= arg <= events.RECORD_LOST:
            return refusals.NOT_AN_EVENT
        return refusals.TOO_MANY if game.irregularities >= MAX_IRREGULARITIES else refusals.LAWFUL
    if event == events.OPEN:
        return _judge_open(game, arg, arg2)
    if event == events.NO_MORE_BETS:
        return judge_call(game)
    if event == events.CANCEL and game.phase == ride.DEALING and (game.deal.total or game.can_deal()):
        return why.BETS_CLOSED
    if event == events.CLOSE:
        return _judge_close(game)
    if event == ride.BET:
        return judge_bet(game, arg, arg2, value, reason)
    if event >= ride.BET_REFUSED:
        return _judge_own(game, event, arg, arg2, value)
    return refusals.LAWFUL


def is_seat(game: "LetItRide", seat: int) -> bool:
    return 1 <= seat <= game.seats.number


# -- before the round ------------------------------------------------------------------------------


def _judge_opening(game: "LetItRide", event: int, arg: int, arg2: int, who: int) -> int:
    opening = game.opening
    if event in (ride.SEEN, ride.WASHED):
        bit = topics.OPENING_SEEN if event == ride.SEEN else topics.OPENING_WASHED
        if not game.pack.values[topics.CARDS_OPENING] & bit:
            return why.NOT_IN_PACK
        if not game.shoe.checked:
            return refusals.CHECK_FIRST
        if event == ride.WASHED:
            wanted = game.pack.values[topics.CARDS_OPENING] & topics.OPENING_SEEN
            if wanted & ~game.opened:
                return refusals.CHECK_FIRST
            return refusals.SHUFFLED_ALREADY if game.opened & bit else refusals.LAWFUL
        return refusals.LAWFUL
    if event == events.TABLE_OPEN:
        if not opening.lamps_done():
            return refusals.LAMPS_FIRST
        return refusals.LAWFUL if game.shoe.checked else refusals.CHECK_FIRST
    if event == events.TABLE_CLOSE:
        minutes = game.pack.values[topics.SETTLING_CLOSING_NOTICE_MIN]
        early = minutes and not game.notices.is_over(ride.NOTICE_CLOSE)
        return why.NOTICE_FIRST if early and game.players_present() else refusals.LAWFUL
    if game.phase == ride.DEALING and game.deal.total:
        return why.ROUND_RUNNING  # shuffled or cut again only before the first card (000 13.1, 002 Shuffle and Cut 1)
    if event == events.CUT and not game.shoe.needs_cut():
        offered = game.pack.values[topics.CARDS_CUT_OFFERED] & 1 << game.shoe.source
        if not offered:
            return refusals.SHUFFLED_ALREADY
        return refusals.LAWFUL if game.shoe.shuffled else refusals.SHUFFLE_FIRST
    if event == events.PRECHECKED and not game.pack.values[topics.CARDS_PRECHECKED]:
        return why.NOT_IN_PACK
    if event == events.PRECHECKED and game.check_due == CHECK_DUE:
        return refusals.CHECK_FIRST  # 000 12.9.3: this deck is checked, card by card
    if event == events.NEW_CARDS:
        return refusals.LAWFUL if arg <= 1 and arg2 <= events.HAND else refusals.NOT_AN_EVENT
    return opening.judge(event, arg, who)


def _judge_open(game: "LetItRide", deck: int, source: int) -> int:
    if not 1 <= deck <= game.house.decks or source != game.shoe.source:
        return refusals.NOT_AN_EVENT
    if game.pack.values[topics.CARDS_DECKS] & topics.DECK_TWO_MUST and deck == game.deck:
        return why.SAME_DECK  # 004 Type of card deck 3.c
    if not game.shoe.checked or game.check_due:
        return refusals.CHECK_FIRST
    if game.opened != game.pack.values[topics.CARDS_OPENING]:
        return refusals.CHECK_FIRST
    return refusals.LAWFUL


# -- cards -----------------------------------------------------------------------------------------


def _judge_card(game: "LetItRide", card: int) -> int:
    if card & FACE >= CARDS or card >> NUMBER_SHIFT > CARDS:
        return why.NOT_A_CARD
    if game.deal.is_complete():
        return why.DEALT_ALL
    if not game.shoe.ready():
        return game.opening.shoe_refusal()
    if game.held:
        return why.HELD
    return refusals.LAWFUL if game.shoe.holds(card) else why.NOT_IN_DECK


def _judge_held(game: "LetItRide", event: int, arg: int) -> int:
    if not game.held:
        return why.NOTHING_HELD
    if event == events.DISMISS:
        return _judge_dismissal(game, arg)
    if game.held == events.FOREIGN:
        return why.NOT_LAWFUL
    if not game.held_is_in_deck():
        return why.NOT_LAWFUL
    # Used as though it was the next card (002 Irregularities 2): only where a next card can come.
    used = game.pack.outcome(faults.DRAWN_IN_ERROR, topics.IN_DEAL) == faults.USE_NEXT
    if not used or (game.deal.size and game.deal.is_complete()):
        return why.NOT_LAWFUL
    return refusals.LAWFUL if not game.carried else why.HELD


def _judge_dismissal(game: "LetItRide", arg: int) -> int:
    """A foreign card is taken out only where the pack leaves it to the supervisor (L27): else the round is void."""
    if arg == ride.SAME_CARD:  # after the deal people say so: whether it is true would tell what lies face down
        known = game.held_was_dealt() or (game.held == events.LATE and _is_after_deal(game))
        return refusals.LAWFUL if known else why.NOT_LAWFUL
    if arg or game.held != events.FOREIGN or game.moment() <= topics.BEFORE_DEAL:
        return refusals.NOT_AN_EVENT if arg else refusals.LAWFUL
    outcome = game.outcome_of(faults.FOREIGN)
    return refusals.LAWFUL if outcome in (0, faults.SUPERVISOR) else why.NOT_LAWFUL


def _is_after_deal(game: "LetItRide") -> bool:
    return game.phase >= ride.DEALT or game.phase == events.VOIDED


def route(game: "LetItRide", card: int, before_call: bool) -> tuple[int, int]:
    """What a card that was slid now becomes: (DRAWN, 0), (HOLD, why) or (IRREGULARITY, kind)."""
    phase = game.phase
    if game.held or game.pending or phase in (events.CLOSED, events.CHECKING):
        return events.IRREGULARITY, events.NOT_NOW
    if phase in (events.IDLE, ride.DEALING) and not game.shoe.ready():
        return events.IRREGULARITY, events.NOT_NOW  # a card that is gathered or shuffled
    if card >> NUMBER_SHIFT and game.deal.has(card):
        return events.IRREGULARITY, events.REPEAT
    if _is_after_deal(game) and card & FACE < CARDS:
        return events.HOLD, events.LATE  # whether it was dealt already would tell what lies face down
    if not game.shoe.holds(card):
        return events.HOLD, events.FOREIGN
    if phase == ride.DEALING and not before_call:
        return events.DRAWN, 0
    early = before_call or phase in (events.IDLE, events.BETTING)
    return events.HOLD, events.EARLY if early else events.LATE


# -- the round -------------------------------------------------------------------------------------


def _judge_close(game: "LetItRide") -> int:
    if game.phase == events.VOIDED:
        return refusals.LAWFUL
    if game.next_to_settle()[0]:
        return why.SETTLE_FIRST
    every = game.pack.values[topics.CARDS_STUB_COUNT]
    due = every and not game.counted and game.since_count + 1 >= every
    return why.COUNT_FIRST if due else refusals.LAWFUL


def _judge_own(game: "LetItRide", event: int, arg: int, arg2: int, value: int) -> int:
    if event == ride.FAULT:
        return _judge_fault(game, arg, arg2)
    if event in (ride.GO_ON, ride.VOID_NOW, ride.CORRECTED, ride.FOLDED, ride.MOVE_HAND, ride.FORFEIT):
        return _judge_resolution(game, event, arg, arg2, value)
    if event in (ride.DECIDE, ride.TUCK, ride.ORDER):
        return _judge_decision(game, event, arg, arg2)
    if event == ride.TURN:
        due = 1 if game.phase == ride.TURNING_1 else 2
        return refusals.LAWFUL if arg == due and value == game.deal.community(due) else why.NOT_THIS_ONE
    if event == ride.SHOW:
        if game.next_to_declare():
            return why.DECLARE_FIRST
        if arg != game.next_to_show():
            return why.NOT_NEXT
        same = arg2 == game.proposed(arg) and value == game.hand_value(arg)
        return refusals.LAWFUL if same else why.WRONG_HAND
    if event == ride.DECLARE:
        return _judge_declaration(game, arg, arg2)
    if event == ride.SETTLED:
        return refusals.LAWFUL if arg and (arg, arg2) == game.next_to_settle() else why.NOT_NEXT
    return _judge_table(game, event, arg, arg2, value)


def _judge_declaration(game: "LetItRide", seat: int, hand: int) -> int:
    """The cards are the authority: what was misread is said anew until the hand is settled (000 9.4)."""
    if hand & 15 >= hands.CATEGORIES or hand >> 4 > len(game.pack.bonus):
        return why.NOT_NEXT
    if game.phase == ride.SETTLING:
        if not game.is_unsettled(seat):
            return why.NOT_NEXT
        return refusals.TOO_MANY if game.found >= MAX_FOUND else refusals.LAWFUL
    due = game.next_to_declare()
    if not due:
        return why.SHOW_FIRST
    return refusals.LAWFUL if seat == due else why.NOT_NEXT


def _judge_decision(game: "LetItRide", event: int, seat: int, decision: int) -> int:
    pack = game.pack
    if event == ride.TUCK and not pack.values[topics.DECISIONS_TUCK]:
        return why.NO_TUCK
    if event == ride.ORDER and not pack.values[topics.DECISIONS_CHANGE_ORDER]:
        return why.NOT_IN_PACK
    if not is_seat(game, seat):
        return why.NO_SUCH_SEAT
    if game.seats.states[seat] != ride.IN:
        return why.SEAT_EMPTY
    if event == ride.ORDER:
        return why.DECIDED if game.seats.decision(seat, 1) else refusals.LAWFUL
    if event == ride.TUCK:  # at any stage, while something is left to decide
        return why.STANDS if game.seats.decision(seat, 2) else refusals.LAWFUL
    if game.seats.decision(seat, 1 if game.phase == ride.DECIDING_1 else 2):
        return why.DECIDED
    if decision not in (ride.WITHDRAW, ride.RIDE):
        return why.DOLLAR_STAYS  # only "1" and then "2" can be withdrawn
    return refusals.LAWFUL if seat == game.next_to_decide() else why.NOT_NEXT


# -- irregularities --------------------------------------------------------------------------------


def _judge_fault(game: "LetItRide", what: int, seat: int) -> int:
    if not 0 < what <= faults.WHATS:
        return refusals.NOT_AN_EVENT
    if what in (faults.SHUFFLER_FAILED, faults.SHUFFLE_UNFINISHED) and game.shoe.source != events.SHUFFLER:
        return why.NOT_LAWFUL
    # The table counts what was exposed: the second one is another irregularity than the first.
    if what in (faults.MORE_EXPOSED, faults.MORE_FACE_UP) or not game.outcome_of(game.what_now(what)):
        return why.NOT_LAWFUL
    if game.found >= MAX_FOUND and not faults.is_void(game.outcome_of(game.what_now(what))):
        return refusals.TOO_MANY
    if faults.needs_seat(what):
        if not is_seat(game, seat):
            return why.NO_SUCH_SEAT
        with_hand = game.seats.states[seat] == ride.IN
        if what == faults.NO_WAGER:
            return why.SEAT_EMPTY if with_hand else _judge_extra_hand(game, seat)
        if not with_hand:
            return why.SEAT_EMPTY
        if what == faults.UNEQUAL and game.seats.is_equal(seat):
            return why.NOT_LAWFUL
        decided = 1 if what == faults.ABSENT_UNSEEN else 2  # who has decided has looked (000 12.13, 12.14)
        if what in (faults.ABSENT_UNSEEN, faults.ABSENT_SEEN) and game.seats.decision(seat, decided):
            return why.DECIDED
    elif what == faults.PLAYER_EXPOSED and all(at > MOST_SEATS for at in game.deal.places[: game.deal.total]):
        return why.NOT_LAWFUL  # no player has a card
    elif what == faults.FACE_UP and (not game.deal.total if seat else game.phase != ride.DEALING):
        return why.NOT_LAWFUL
    return refusals.LAWFUL


def _judge_extra_hand(game: "LetItRide", seat: int) -> int:
    """Its cards are told from the others' by their place in the deal: all whole, none shown yet (000 12.8)."""
    deal = game.deal
    if game.outcome_of(faults.NO_WAGER) != faults.DISCARD_HAND:
        return refusals.LAWFUL
    if game.phase >= ride.SHOWING:
        return why.SHOWN
    if not deal.is_complete():
        return why.DEAL_FIRST
    for other in range(1, game.seats.number + 1):
        if deal.has_place(other) and (other == seat or not deal.is_whole(other)):
            return why.NOT_LAWFUL
    return refusals.LAWFUL


def _judge_resolution(game: "LetItRide", event: int, arg: int, arg2: int, value: int) -> int:
    if event == ride.FORFEIT:
        if not game.invalid:
            return why.NOTHING_PENDING
        still = is_seat(game, arg) and game.seats.states[arg] == ride.IN
        return refusals.LAWFUL if still else why.SEAT_EMPTY
    if not game.pending:
        return why.NOTHING_PENDING
    if event in (ride.CORRECTED, ride.FOLDED):
        if arg != game.pending_seat:
            return why.NOT_NEXT
        return refusals.LAWFUL if event == ride.FOLDED else judge_correction(game, value)
    if event == ride.MOVE_HAND:
        if not (is_seat(game, arg) and is_seat(game, arg2)) or arg == arg2:
            return why.NO_SUCH_SEAT
        if game.phase not in (ride.DEALING, ride.DEALT):
            return why.ROUND_RUNNING  # only while nobody has handled cards (003 5.3)
        if game.seats.states[arg] != ride.IN or game.seats.states[arg2] != ride.IN:
            return why.SEAT_EMPTY
        if not (game.deal.is_whole(arg) and game.deal.is_whole(arg2)):
            return why.DEAL_FIRST
        return refusals.TOO_MANY if game.edits >= MAX_FOUND else refusals.LAWFUL
    return refusals.LAWFUL


# -- the table -------------------------------------------------------------------------------------


def _judge_table(game: "LetItRide", event: int, arg: int, arg2: int, value: int) -> int:
    values = game.pack.values
    if event in (ride.BANK, ride.OFFERED, ride.ACTION) and not values[topics.SEATS_PLAYER_DEALER]:
        return why.NO_BANK
    if event == ride.BANK:
        if not 1 <= arg <= ride.EIGHTH:
            return why.NO_SUCH_SEAT
        if not value:
            return why.BAD_STAKE
        taken = arg <= MOST_SEATS and game.seats.has_any(arg)
        return why.BANK_SEAT if taken else refusals.LAWFUL
    if event == ride.ACTION:
        if not values[topics.BANK_ACTION]:
            return why.NOT_IN_PACK
        if game.deal.total:
            return why.BETS_CLOSED  # before the first stack (L10)
        return refusals.LAWFUL if not arg or is_seat(game, arg) else why.NO_SUCH_SEAT
    if event == ride.JACKPOT:
        return refusals.LAWFUL if values[topics.PROGRESSIVE] else why.NO_SIDE
    if event in (ride.LOCK, ride.UNLOCK, ride.BET_REFUSED):
        if not is_seat(game, arg):
            return why.NO_SUCH_SEAT
        if not values[topics.WAGERS_REFUSAL if event == ride.BET_REFUSED else topics.DECISIONS_LOCK_SEAT]:
            return why.NOT_IN_PACK
        if event == ride.BET_REFUSED:
            if game.deal.total:
                return why.BETS_CLOSED  # only before the first card (000 14.11)
            return refusals.LAWFUL if game.seats.has_any(arg) else why.SEAT_EMPTY
        if event == ride.LOCK and game.pending == faults.CORRECT and arg != game.pending_seat:
            return why.NOT_NEXT
        is_locked = bool(game.seats.locked & 1 << arg)
        return refusals.SHUFFLED_ALREADY if is_locked == (event == ride.LOCK) else refusals.LAWFUL
    if event == ride.COUNTED and (game.counted or not game.has_stub()):  # one that is due has room in any round
        return refusals.TOO_MANY if game.found >= MAX_FOUND else refusals.LAWFUL
    if event in (ride.NOTICE, ride.NOTICE_MINUTE) and arg not in (ride.NOTICE_RAISE, ride.NOTICE_CLOSE):
        return refusals.NOT_AN_EVENT
    if event == ride.NOTICE_MINUTE:
        return refusals.LAWFUL if game.notices.is_up(arg) else why.NOTICE_FIRST
    if event == ride.MINIMUM or (event == ride.NOTICE and arg == ride.NOTICE_RAISE):
        if not value:
            return why.BAD_STAKE
        if is_above_most(game, value):
            return why.OUT_OF_LIMITS  # nobody could wager
    if event == ride.MINIMUM and arg:
        return refusals.NOT_AN_EVENT  # only the table itself takes the table file's (LetItRide.due)
    if event == ride.MINIMUM:
        may = game.notices.may_set(value, values[topics.WAGERS_RAISE_NOTICE_MIN])
        return refusals.LAWFUL if may else why.NOTICE_FIRST
    return refusals.LAWFUL
