"""Let It Ride: a table as a fold over its events, by a rule pack.

`judge` says whether an event is lawful now and changes nothing; the journal makes a lawful event durable; `apply` folds
it in; `due` names what follows by itself. Replaying the journal through `apply` gives the same table again.
"""

from micropython import const

from pitboard.games import events
from pitboard.games.effects import CUE_CARD, CUE_NOTICE, CUE_RESULT, LIGHTS, SCREEN
from pitboard.games.sequence import FACE, NUMBER_SHIFT, token

from . import authority, betting, faults, irregular, judging, kept_state, seat_lights, table_flow
from . import pack as topics
from . import ride_events as ride
from .deal import MOST_CARDS
from .round import Round
from .seats import MOST_SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.interfaces import TableFile

    from .house import House
    from .pack import Pack

    FollowUp = tuple[int, int, int, int, int]  # event, arg, arg2, value, reason

MAX_BOOTS = const(6)  # restarts in a round that are written down
_KEYS = const(8)  # the call, cards taken up, two turned, a count that is due, the void and its answer, the close


class LetItRide(Round):
    max_boots = MAX_BOOTS
    sealed = (events.DRAWN, events.ENTERED, events.HOLD)
    # From the call on; whatever can come again is counted and limited, so that its room can be reserved before.
    worst_records = (
        MOST_CARDS  # a hand comes to the deal once (000 12.8), and a card that is burned is one that was found
        + 2 * judging.MAX_IRREGULARITIES  # a card that is held, and what becomes of it
        + 4 * judging.MAX_FOUND  # found, answered, a hand moved; then dealt, turned, said or settled again: one of them
        + judging.MAX_CHANGES
        + MOST_SEATS * 6  # two decisions, shown, declared, collected, paid
        # Besides MAX_FOUND: flagged at the call and at the first card, each answered; both parts settled again after
        # the last thing that may be found; forfeited.
        + MOST_SEATS * 7
        + MAX_BOOTS
        + _KEYS
    )

    def __init__(
        self,
        pack: "Pack",
        house: "House",
        set_serial: int,
        open_tables: "Callable[[], TableFile]",
    ) -> None:
        """`open_tables` gives the file of the evaluator's tables."""
        super().__init__(pack, house, set_serial, open_tables)
        self._wanted_serial = set_serial
        self.reset(0)

    def reset(self, round_no: int) -> None:
        """A table that was never opened; `round_no` was the last round."""
        self.round_no = round_no
        self.opening.forget_check()
        self.check_from = events.CLOSED
        self.deck = 0  # the one that was dealt last
        self.deck_now = 0  # the one of the open round
        self.decks_checked = 0  # a bit for each
        self.check_deck = 1
        self.opened = 0  # what the pack's opening asks for besides the check
        self.jackpot = 0
        self.since_count = 0  # rounds since the stub was counted
        self.count_off = 0  # by how many cards the last count was wrong, plus 100
        self.check_due = 0  # CHECK_DUE (000 12.9.3) or NEW_CARDS_DUE (13.2.3)
        self.played = 0  # rounds since the table was opened
        self.seats.locked = 0
        self.bank.forget()
        self.notices.forget()
        self.clear_round()
        self.enter(events.CLOSED)

    # -- what others may see ----------------------------------------------------------------------

    @property
    def hidden(self) -> int:
        """Cards that lie face down."""
        return self.deal.total if self.phase >= ride.DEALING and not self.shown else 0

    def place(self) -> int:
        """The number of the next card of the deal, from 1."""
        return self.deal.total + 1

    def left(self) -> int:
        return self.shoe.left()


    def snapshot(self) -> tuple[object, ...]:
        """All of the state, to compare a replay with the table it replays."""
        return (
            self.phase, self.round_no, self.deck, self.deck_now, self.decks_checked, self.opened, self.jackpot,
            self.counted, self.since_count, self.count_off, self.check_due, self.played, self.turned, self.shown,
            self.settled, self.exposed, self.face_up, self.pending, self.pending_what, self.pending_seat,
            self.pending_moment, self.unequal, self.flagged, self.changes,
            self.held, self.held_place, self._held_card if self.held else 0, self.carried,
            self.irregularities, self.found, self.edits, self.jackpot_now, self.kept, self.invalid,
            self.handled,
            self.notice_kind, self.notice_place, self.outcome, self.outcome_what,
            self.seats.snapshot(), self.deal.state(), self.bank.state(), self.notices.state(),
            bytes(self.threes), self.opening.snapshot(),
        )  # fmt: skip

    def next_deck(self) -> int:
        """With two decks they alternate (004 Type of card deck 3.c)."""
        return 3 - self.deck if self.deck and self.house.decks == 2 else 1

    def deck_to_check(self) -> int:
        return 2 if self.decks_checked == 1 and self.house.decks == 2 else 1

    def light(self, tiers: bytearray) -> None:
        seat_lights.light(self, tiers)

    # -- judging ----------------------------------------------------------------------------------

    def authority(self, event: int, arg: int, arg2: int, value: int, role: int, reason: int) -> int:
        return authority.refusal(self, event, arg, arg2, value, role, reason)

    def allowed(self, event: int) -> int:
        return judging.allowed(self, event)

    def judge(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int:
        """LAWFUL, or the refusal code of an event that may not happen now. Changes nothing."""
        return judging.judge(self, event, arg, arg2, value, reason, who)

    def route(self, card: int, before_call: bool) -> tuple[int, int]:
        return judging.route(self, card, before_call)

    # -- what follows by itself -------------------------------------------------------------------

    def due(self) -> "FollowUp | None":
        phase = self.phase
        if phase == events.CHECKING:
            if self.opening.has_lost_count():
                return events.CHECK_END, 0, 0, 0, 0
        elif phase in (events.IDLE, events.CLOSED):
            shoe = self.shoe
            wanted = (self.house.source, self._wanted_serial)
            if not self.held and (shoe.source, shoe.set_serial) != wanted:
                return events.NEW_CARDS, 1, wanted[0], wanted[1], 0
            if self.notices.filed != self.house.least:  # another table file than that of the last start
                return ride.MINIMUM, 1, 0, self.house.least, 0
        elif phase == ride.DEALING and not (self.held or self.pending):
            return self._due_in_deal()
        return None

    def _due_in_deal(self) -> "FollowUp | None":
        if self.carried and not self.deal.is_complete() and self.shoe.ready():
            card = self.carried - 1
            return events.DRAWN, card & FACE, self.place(), card >> NUMBER_SHIFT, 0
        if self.unequal and self.pack.outcome(faults.UNEQUAL, topics.IN_DEAL):
            for seat in range(1, self.seats.number + 1):
                if self.unequal & 1 << seat:  # at the call: flagged, never skipped (000 5.2, 12.10)
                    return ride.FAULT, faults.UNEQUAL, seat, 0, 0
        return None

    # -- folding ----------------------------------------------------------------------------------

    def apply(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int:
        """Fold in an event that was judged lawful; returns what changed (effects)."""
        if event in (events.BOOT, events.STATE):
            return 0
        self._drop_notice()
        self.changes += judging.is_change(event)
        if event == events.IRREGULARITY:
            self.irregularities += 1
            self.notice_kind = arg
            self.notice_place = arg2
            return CUE_NOTICE | SCREEN
        if event in (events.DRAWN, events.ENTERED):
            return self._deal_card(token(arg, value))
        if event == events.HOLD:
            self.irregularities += 1
            self.hold(token(arg, value), arg2, reason)
            return CUE_NOTICE | SCREEN
        if event in (events.NEXT, events.DISMISS):
            return self._decide_held(event, arg)
        if events.LAMP_TEST <= event <= events.TABLE_CLOSE or event in (ride.SEEN, ride.WASHED):
            return table_flow.apply(self, event, arg, arg2, value, who)
        if event >= ride.COUNTED:
            return table_flow.apply_own(self, event, arg, arg2, value)
        if event >= ride.FAULT:
            return irregular.apply(self, event, arg, arg2, value)
        if event >= ride.LOOK:
            return self._apply_play(event, arg, arg2)
        if event >= ride.BET:
            return betting.apply(self, event, arg, arg2, value, reason)
        return self._apply_round(event, arg)

    def _deal_card(self, card: int) -> int:
        if self.carried:
            self.carried = 0
        else:
            self.shoe.take(card)
        if not self.deal.total:
            self.deck = self.deck_now
            betting.note_unequal(self)  # what was withdrawn since the call
        self.deal.add(card)
        if self.deal.is_complete():
            self.enter(ride.DEALT)
        return CUE_CARD | SCREEN | LIGHTS

    def _decide_held(self, event: int, arg: int) -> int:
        foreign = self.held == events.FOREIGN
        card = self.take_held()
        if event == events.NEXT:
            self.carried = card + 1
            self.shoe.take(card)
            self.outcome = faults.USE_NEXT
        elif arg != ride.SAME_CARD and self.phase in (events.IDLE, events.BETTING):
            self.shoe.disorder()  # it goes back: a round starts with a fully shuffled deck
            if foreign and self.pack.outcome(faults.FOREIGN, topics.BEFORE_DEAL) == faults.CHECK_DECK:
                irregular.check_deck(self)
                self.outcome, self.outcome_what = faults.CHECK_DECK, faults.FOREIGN  # its moment is 0
        return SCREEN

    # -- betting ----------------------------------------------------------------------------------

    def leave(self, seat: int, state: int) -> None:
        """A hand is out of the round: no further card to it."""
        self.seats.states[seat] = state
        self.unequal &= ~(1 << seat)
        if self.phase == ride.DEALING and not self._is_stack_begun(seat):
            self.deal.drop(seat)
            if self.deal.total and self.deal.is_complete():
                self.enter(ride.DEALT)

    def _is_stack_begun(self, seat: int) -> bool:
        """A stack of three is delivered whole, whatever becomes of its hand (000 7.4.1)."""
        stacks = self.pack.deals[self.shoe.source][0] != topics.CARD_EACH
        return stacks and any(self.deal.places[at] == seat for at in range(self.deal.total))

    def _apply_round(self, event: int, arg: int) -> int:
        if event == events.OPEN:
            self.round_no += 1
            carried = self.carried
            self.clear_round()
            self.carried = carried
            self.deck_now = arg
            self.jackpot_now = self.jackpot  # L8: as shown at the start of the round
            self.enter(events.BETTING)
        elif event == events.NO_MORE_BETS:
            self._call()
        elif event == events.CANCEL:
            carried = self.carried
            self.clear_round()
            self.carried = carried
            self.bank.action = 0
            self.enter(events.IDLE)
        elif event == events.CLOSE:
            self._close()
        else:
            raise ValueError("not an event")
        return SCREEN | LIGHTS

    def _call(self) -> None:
        seats = self.seats
        for seat in range(1, seats.number + 1):
            seats.states[seat] = ride.IN if seats.has_main(seat) else ride.OUT
        betting.note_unequal(self)
        self.plan_deal()
        self.enter(ride.DEALING)

    def _close(self) -> None:
        void = self.phase == events.VOIDED
        self.shoe.disorder()  # every round starts with a shuffled deck (000 4.1)
        self.shoe.checked = self.shoe.checked and not self.check_due
        if not self.kept:  # a round that is reversed was counted when it was paid (003 5.4)
            self.seats.note_idle()
            self.played += 1
        self.carried = 0
        self.held = 0
        self.bank.end_round(void)
        if not void:
            self.since_count = 0 if self.counted else min(self.since_count + 1, 255)
        self.kept = not void and bool(self.pack.values[topics.SETTLING_REVERSIBLE])
        if not self.kept:
            self.clear_round()
        self.enter(events.IDLE)

    # -- the play ---------------------------------------------------------------------------------

    def _apply_play(self, event: int, arg: int, arg2: int) -> int:
        seats = self.seats
        if event == ride.LOOK:
            self.handled = True
            self.enter(ride.DECIDING_1)
        elif event == ride.DECIDE:
            seats.decide(arg, 1 if self.phase == ride.DECIDING_1 else 2, arg2)
        elif event == ride.TUCK:
            seats.ride_all(arg)
        elif event == ride.ORDER:
            seats.first = arg
        elif event == ride.TURN:
            self.turned = arg
            if arg == 2:
                self.weigh()
            self.enter(ride.DECIDING_2 if arg == 1 else ride.SHOWING)
        elif event == ride.SHOW:
            self.shown |= 1 << arg
        elif event == ride.DECLARE:
            self.declare(arg, arg2)
        else:
            self.settled |= arg2 << 2 * arg
            return SCREEN | LIGHTS | CUE_CARD  # what is paid stays what it was
        self.advance()
        return SCREEN | LIGHTS | (CUE_RESULT if event == ride.DECLARE else CUE_CARD)

    def advance(self) -> None:
        """The phase ends when nobody is left in it."""
        if self.phase in (ride.DECIDING_1, ride.DECIDING_2) and not self.next_to_decide():
            self.enter(ride.TURNING_1 if self.phase == ride.DECIDING_1 else ride.TURNING_2)
        if self.phase == ride.SHOWING and not (self.next_to_show() or self.next_to_declare()):
            self.enter(ride.SETTLING)
        if self.phase == ride.SETTLING:
            self.settle()

    # -- phases -----------------------------------------------------------------------------------

    def clear_round(self) -> None:
        super().clear_round()
        self.flagged = 0  # seats whose wagers were told not to be equal
        self.unequal = 0  # seats whose wagers were not equal at the call, and nobody was told

    def resolved(self) -> None:
        self.pending = 0
        self.pending_what = 0
        self.pending_seat = 0
        self.pending_moment = 0

    def enter(self, phase: int) -> None:
        self.phase = phase
        self._drop_notice()

    def _drop_notice(self) -> None:
        self.notice_kind = 0
        self.notice_place = 0
        self.outcome = 0
        self.outcome_what = 0
        self.outcome_moment = 0

    def restarted(self) -> None:
        """After a replay."""
        self.opening.restarted()

    # -- checkpoint -------------------------------------------------------------------------------

    def may_erase(self) -> bool:
        """Erasing is allowed before the call and after the round: no card can be on its way."""
        return self.phase in (events.IDLE, events.BETTING, events.CLOSED)

    def is_at_rest(self, leaving: bool = False) -> bool:
        """Nothing is open: the state is small enough for a checkpoint.

        `leaving`: the next round is called now, so that a paid one cannot be reversed any more (003 5.4).
        """
        aside = self.held or self.carried or self.pending
        told = self.kept or self.notice_kind or self.outcome
        return self.is_between_rounds() and not aside and (leaving or not told)

    def freeze(self) -> bytes:
        return kept_state.freeze(self)

    def thaw(self, round_no: int, data: bytes) -> None:
        self.reset(round_no)
        kept_state.thaw(self, data)
