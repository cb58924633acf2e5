"""Racing Game Derby (001): a table as a fold over its events.

`judge` says whether an event is lawful now and changes nothing; the journal makes a lawful event durable; `apply` folds
it in; `due` names what follows by itself. Replaying the journal through `apply` gives the same table again.
"""

from micropython import const

from .. import events
from ..effects import CUE_CARD, CUE_NOTICE, CUE_RESULT, LIGHTS, LIGHTS_RESENT, SCREEN
from ..opening import Opening
from ..sequence import FACE, NUMBER_SHIFT, token
from ..shoe import Shoe
from . import authority, judging, rebuild
from . import derby_events as derby
from .areas import tiers_into
from .dealt import MAX_CARRIED, MAX_HOLDS, MAX_WAITING, Dealt, longest_race
from .wagers import MAX_WAGER_RECORDS, SETTLE_RECORDS, Wagers

TYPE_CHECKING = False
if TYPE_CHECKING:
    FollowUp = tuple[int, int, int, int, int]  # event, arg, arg2, value, reason

# A round's room in the journal is reserved before it starts, so what it may record is bounded:
MAX_BOOTS = const(6)  # restarts in a round that are written down
_KEYS = const(16)  # of a round that ends


def worst_records(decks: int) -> int:
    """How many journal records a round with so many decks can take at most."""
    return (
        2 * longest_race(decks)  # drawn and revealed
        + judging.MAX_IRREGULARITIES
        + judging.MAX_FOUND
        + 3 * (MAX_HOLDS + MAX_WAITING)  # drawn, aside, decided
        + 3 * rebuild.MAX_EDITS  # a card that is taken out makes room for another: drawn and revealed
        + rebuild.MAX_REBUILDS * (SETTLE_RECORDS + 4)  # settled again, begun, done, confirmed
        + MAX_WAGER_RECORDS
        + MAX_BOOTS
        + _KEYS
    )


class Derby(Dealt):
    max_boots = MAX_BOOTS
    sealed = (events.STATE, events.DRAWN, events.HOLD, derby.ASIDE)

    def __init__(
        self,
        decks: int = 1,
        source: int = events.SHOE,
        reveal: int = derby.AT_ONCE,
        set_serial: int = 0,
        limits: "tuple[int, int, int, int, int] | None" = None,
        history: int = 0,
    ) -> None:
        # What the settings ask for; the shoe and an open round keep what they began with.
        self._wanted = (decks, source, set_serial)
        self.wanted_reveal = reveal
        shoe = Shoe(decks, source)
        shoe.set_serial = set_serial
        self.opening = Opening(shoe)
        self.wagers = Wagers(limits)
        super().__init__(shoe, history)
        self.reset(0)

    def reset(self, round_no: int) -> None:
        """A table that was never opened; `round_no` was the last round."""
        self.round_no = round_no
        self.history.told = 0
        self.reveal = self.wanted_reveal
        self.forget_carried()
        self.opening.forget_check()
        self._check_from = events.CLOSED
        self._new_round()
        self.enter(events.CLOSED)

    # -- what others may see ----------------------------------------------------------------------

    @property
    def worst_records(self) -> int:
        """Of the round that is open, or of the next one if the settings have changed."""
        return worst_records(max(self.shoe.decks, self._wanted[0]))

    def place(self) -> int:
        """The number of the next card of the race, from 1."""
        return self.count + self.waiting.total + 1

    def area_of_next(self) -> int:
        """Which racing area the next card goes to (8.1(a) to (c)); 0 when none is due or nobody can know."""
        if self.phase != derby.RACING or self.waiting.total:
            return 0
        return self.race.area_of_next()

    def is_between_rounds(self) -> bool:
        return self.phase in (events.IDLE, events.CLOSED)

    def is_lit(self) -> bool:
        """The winning areas are lit from third place until all is paid (3.5, D2)."""
        return self.phase in (derby.RESULT, derby.PAYING) and not self.lights_off

    def light(self, tiers: bytearray) -> None:
        """Fill in the tier of each area, 0 for dark."""
        race = self.race
        tiers_into(tiers, race.winner, race.second, race.third if self.is_lit() else -1)

    def is_out_of_cards(self) -> bool:
        """A race that cannot go on: the shoe is empty (D7). A card that waits may still decide it."""
        if self.waiting.total:
            return False
        return self.phase == derby.RACING and (self.shoe_empty or not self.left())

    def result(self) -> "tuple[int, int, int, bool] | None":
        """What wagers are settled by; None until the dealer has confirmed it (9.1(c), 9.2).

        A void round has no winner (-1): its wagers are returned (10.8).
        """
        if self.phase in (derby.PAYING, events.VOIDED):
            return self.race.result()
        return None

    def snapshot(self) -> tuple[object, ...]:
        """All of the state, to compare a replay with the table it replays."""
        return (
            self.phase,
            self.round_no,
            self.reveal,
            self.state(),
            self.notice_kind,
            self.notice_place,
            self.outcome,
            self.shoe_empty,
            self.lights_off,
            self.irregularities,
            self.found,
            self.edits,
            self.rebuilds,
            self.opening.snapshot(),
            self.wagers.snapshot(),
        )

    # -- judging ----------------------------------------------------------------------------------

    def allowed(self, event: int) -> int:
        """LAWFUL if the phase and a held card let such an event happen, whatever its arguments."""
        return judging.allowed(self, event)

    def authority(self, event: int, arg: int, _arg2: int, _value: int, role: int, reason: int) -> int:
        """LAWFUL, or the refusal if this role may not do it, or not without a reason."""
        return authority.refusal(event, arg, self.shoe.decks, self.phase, role, reason)

    def judge(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int:
        """LAWFUL, or the refusal code of an event that may not happen now. Changes nothing."""
        return judging.judge(self, event, arg, arg2, value, reason, who)

    def route(self, card: int, before_call: bool) -> tuple[int, int]:
        """What a card that was slid now becomes: (CARD or DRAWN, 0), (HOLD, why) or (IRREGULARITY, kind)."""
        return judging.route(self, card, before_call)

    # -- what follows by itself -------------------------------------------------------------------

    def due(self) -> "FollowUp | None":
        """The event that the table must write next without being asked, if any."""
        phase = self.phase
        if phase == events.CHECKING:
            if self.opening.has_lost_count():
                return events.CHECK_END, 0, 0, 0, 0
        elif self.is_between_rounds():
            shoe = self.shoe
            if not self.held and (shoe.decks, shoe.source, shoe.set_serial) != self._wanted:
                return events.NEW_CARDS, self._wanted[0], self._wanted[1], self._wanted[2], 0
        elif phase == derby.RESULT or self.waiting.total > self._may_wait():
            return self.next_shown()
        return None

    def _may_wait(self) -> int:
        """How many cards may stay hidden until somebody shows them."""
        if self.reveal == derby.AT_ONCE:
            return 0
        return 1 if self.reveal == derby.WITH_NEXT else MAX_WAITING + MAX_CARRIED

    def next_shown(self) -> "FollowUp | None":
        """What the oldest waiting card becomes when it shows, if one waits and may show."""
        if not self.waiting.total or self.held:
            return None
        card = self.waiting.at(1)
        why = 0
        if self.phase == derby.RESULT:
            why = events.LATE
        elif self.phase != derby.RACING:
            return None
        elif not self.can_come(card):
            why = events.FOREIGN
        event = derby.ASIDE if why else derby.REVEAL
        return event, card & FACE, self.count + 1, card >> NUMBER_SHIFT, why

    # -- folding ----------------------------------------------------------------------------------

    def apply(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int:
        """Fold in an event that was judged lawful; returns what changed (effects)."""
        if event in (events.BOOT, events.STATE):
            return 0
        self._drop_notice()
        if event == events.IRREGULARITY:
            self.irregularities += 1
            self.notice_kind = arg
            self.notice_place = arg2
            return CUE_NOTICE | SCREEN
        if events.CARD <= event <= derby.REVEAL or event == events.ENTERED:
            return self._apply_card(event, token(arg, value))
        if event in (events.HOLD, derby.ASIDE):
            if event == derby.ASIDE:
                self.waiting.remove(1)
                self.drawn -= 1  # until it is decided what it was
            self.hold(token(arg, value), arg2, reason)
            return CUE_NOTICE | SCREEN
        if events.NEXT <= event <= events.DISMISS:
            return self._decide(event, arg)
        if event >= derby.WAGER:
            self.wagers.apply(event, arg, arg2, value, reason, self.phase, self.race.result())
            self.outcome = derby.WAGER_RESTORED if event == derby.WAGER_HOME else 0
            return SCREEN
        if event >= derby.REBUILD:
            return rebuild.apply(self, event, arg, arg2)
        if events.LAMP_TEST <= event <= events.TABLE_CLOSE:
            return self._apply_opening(event, arg, arg2, value, who)
        if event in (derby.FACE_UP, derby.SHOE_EMPTY, derby.LIGHTS_AGAIN, derby.LIGHTS_OFF):
            return self._apply_found(event, arg)
        return self._apply_round(event, arg2)

    def _apply_card(self, event: int, card: int) -> int:
        if event != derby.REVEAL:
            self.drawn += 1
            self.shoe_empty = False
        if event == events.DRAWN:
            self.waiting.append(card)
            return CUE_CARD | SCREEN
        if event == events.ENTERED:
            self.deal_by_hand(card)
        else:
            self.shoe.take(card)
        if event == derby.REVEAL:
            self.waiting.remove(1)
        self.run(card)
        if self.race.third < 0:
            return CUE_CARD | SCREEN
        self.enter(derby.RESULT)
        return CUE_CARD | CUE_RESULT | LIGHTS | SCREEN

    def _decide(self, event: int, arg: int) -> int:
        card = self.take_held()
        phase = self.phase
        if event == events.DISMISS:
            self.outcome = derby.SAME_CARD if arg == events.SLID_BEFORE else derby.TAKEN_OUT
            return SCREEN
        self.drawn += phase == derby.RACING
        if event == events.BURN:
            self.burn(card)
            self.outcome = derby.BURNED
        elif phase == derby.RACING:
            self.waiting.append(card)
            self.outcome = derby.USED_NEXT
        elif self._is_shuffled_before_next():
            self.to_shuffle.append(card)
            self.outcome = derby.SHUFFLED_IN  # D9
        else:
            self.over.append(card)
            self.outcome = derby.USED_NEXT
        return SCREEN

    def _is_shuffled_before_next(self) -> bool:
        """Whether the cards are shuffled before the next card is due."""
        if self.phase == events.IDLE:
            return not self.shoe.ready()
        return self.phase != events.BETTING and self.shoe.is_shuffled_each_round()

    def _apply_opening(self, event: int, arg: int, arg2: int, value: int, who: int) -> int:
        opening = self.opening
        before = self.phase
        opening.apply(event, arg, arg2, value, who)
        if event == events.CHECK:
            self._check_from = before
            self.forget_carried()
            self.enter(events.CHECKING)
        elif event == events.CHECK_END or (event == events.CHECK_YES and opening.is_confirmed()):
            self.enter(self._check_from)
        elif event in (events.SHUFFLED, events.NEW_CARDS):
            self.forget_carried()  # D9: shuffled in
            self.fit()
        elif event in (events.TABLE_OPEN, events.TABLE_CLOSE):
            self.forget_carried()
            self._new_round()
            self.enter(events.IDLE if event == events.TABLE_OPEN else events.CLOSED)
        if event in (events.LAMP_TEST, events.LAMPS_SEEN):
            return SCREEN | LIGHTS
        return SCREEN

    def _apply_found(self, event: int, arg: int) -> int:
        self.found += 1
        if event == derby.FACE_UP:
            self.outcome = derby.FACE_UP_USED
            if arg:
                self.burn_first()
                self.outcome = derby.FIRST_BURNED
        elif event == derby.SHOE_EMPTY:
            self.shoe_empty = True
            return CUE_NOTICE | SCREEN
        elif event == derby.LIGHTS_AGAIN:
            self.outcome = derby.LIGHTS_SENT
            return SCREEN | LIGHTS | LIGHTS_RESENT
        else:
            self.lights_off = True
            return SCREEN | LIGHTS
        return SCREEN

    def _apply_round(self, event: int, arg2: int) -> int:
        if event == events.OPEN:
            self.round_no += 1
            self._new_round()
            self.reveal = arg2
            self.enter(events.BETTING)
        elif event == events.NO_MORE_BETS:
            self.drawn = self.burned
            self.use_carried()
            self.enter(derby.RACING)
        elif event == events.CONFIRM:
            self.enter(derby.PAYING)
        elif event == events.VOID:
            self.seal()
            self.count = min(self.count, self.cards.total)  # edits of a rebuild that came to nothing
            self.race.clear()
            self.wagers.unsettle()
            self.enter(events.VOIDED)
            return SCREEN | LIGHTS
        elif event in (events.CLOSE, events.CANCEL):
            if self.phase == derby.PAYING:
                self.history.remember(self.race)
            if event == events.CLOSE and self.shoe.is_shuffled_each_round():
                self.shoe.disorder()  # 7.1(b), D5
            self.to_shuffle.clear()  # nobody can rebuild the round any more
            if self.shoe.source == events.CONTINUOUS:
                self.shoe.refill()  # it takes the round's cards back (1.2)
            self._new_round()
            self.enter(events.IDLE)
            return SCREEN | LIGHTS
        else:
            raise ValueError("not an event")
        return SCREEN

    # -- phases -----------------------------------------------------------------------------------

    def enter(self, phase: int) -> None:
        self.phase = phase
        self._drop_notice()

    def _drop_notice(self) -> None:
        self.notice_kind = 0
        self.notice_place = 0
        self.outcome = 0

    def _new_round(self) -> None:
        self.clear()
        self.irregularities = 0
        self.found = 0
        self.edits = 0
        self.rebuilds = 0
        self.shoe_empty = False
        self.lights_off = False
        self.wagers.clear()

    def restarted(self) -> None:
        """After a replay."""
        self.opening.restarted()

    # -- checkpoint -------------------------------------------------------------------------------

    def is_at_rest(self, _leaving: bool = False) -> bool:
        """Nothing is open: the state is small enough for a checkpoint."""
        aside = self.held or self.to_shuffle.total
        return self.is_between_rounds() and not (aside or self.notice_kind or self.outcome)

    def freeze(self) -> bytes:
        head = bytes((self.phase, self.opening.lamps, self.reveal, self.over.total | self.history.told << 4))
        return head + self.over.tokens() + self.history.freeze() + self.shoe.freeze()

    def thaw(self, round_no: int, data: bytes) -> None:
        self.reset(round_no)
        self.opening.lamps = data[1]
        self.reveal = data[2]
        end = 4 + 2 * (data[3] & 15)
        self.carry(data[4:end])
        told = end + (data[3] >> 4)
        self.history.thaw(data[end:told])
        self.shoe.thaw(data[told:])
        self.fit()
        self.enter(data[0])
