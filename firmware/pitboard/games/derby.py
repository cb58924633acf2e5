"""Racing Game Derby (001): a race as a fold over its events.

`judge` says whether an event is lawful now and changes nothing; the journal makes a lawful event
durable; `apply` folds it in. Replaying the journal through `apply` gives the same race again.
"""

from micropython import const

from .cards import CARDS, RANKS, TWO_OF_SPADES
from .effects import CUE_CARD, CUE_NOTICE, CUE_RESULT, LIGHTS, SCREEN
from .events import (
    BETTING,
    BOOT,
    CANCEL,
    CARD,
    CLOSE,
    CONFIRM,
    IDLE,
    IRREGULARITY,
    NO_MORE_BETS,
    OPEN,
    PAYING,
    RACING,
    RESULT,
    VOID,
    VOID_ASKED,
    VOID_KEPT,
    VOIDED,
)
from .refusals import (
    ASKED_ENOUGH,
    BETS_CLOSED,
    BETTING_OPEN,
    CALL_FIRST,
    CONFIRM_FIRST,
    CONFIRMED,
    FOREIGN,
    LAWFUL,
    NO_CANCEL,
    NO_RESULT,
    NO_VOID,
    NOT_A_CARD,
    NOT_AN_EVENT,
    NOT_ASKED,
    OPEN_FIRST,
    PAY_FIRST,
    PLACES_FIXED,
    RACE_RUNNING,
    ROUND_VOID,
    SHOE_LIMIT,
    TOO_MANY,
    UNCONFIRMED,
    VOID_PENDING,
)

_TO_WIN = const(4)  # cards of one suit in the first area (8.1(a))

# A round's room in the journal is reserved before it starts, so what it may record is bounded:
MAX_IRREGULARITIES = const(64)
MAX_VOID_QUESTIONS = const(8)  # asked and answered "no"
MAX_BOOTS = const(6)  # restarts in a round that are written down
_KEYS = const(6)  # of a round that ends

_PHASES = const(6)
# The lawful order: a refusal for each event in each phase.
_ORDER = bytes(
    # IDLE        BETTING       RACING        RESULT         PAYING        VOIDED
    (LAWFUL,) * _PHASES  # BOOT
    + (LAWFUL, BETTING_OPEN, RACE_RUNNING, CONFIRM_FIRST, PAY_FIRST, ROUND_VOID)  # OPEN
    + (OPEN_FIRST, LAWFUL, BETS_CLOSED, BETS_CLOSED, BETS_CLOSED, ROUND_VOID)  # NO_MORE_BETS
    + (OPEN_FIRST, CALL_FIRST, LAWFUL, PLACES_FIXED, PLACES_FIXED, ROUND_VOID)  # CARD
    + (LAWFUL,) * _PHASES  # IRREGULARITY
    + (NO_RESULT, NO_RESULT, NO_RESULT, LAWFUL, CONFIRMED, ROUND_VOID)  # CONFIRM
    + (OPEN_FIRST, UNCONFIRMED, UNCONFIRMED, UNCONFIRMED, LAWFUL, LAWFUL)  # CLOSE
    + (OPEN_FIRST, LAWFUL, NO_CANCEL, NO_CANCEL, NO_CANCEL, ROUND_VOID)  # CANCEL
    + (OPEN_FIRST, NO_VOID, LAWFUL, LAWFUL, LAWFUL, ROUND_VOID)  # VOID_ASKED
    + (NOT_ASKED,) * _PHASES  # VOID_KEPT
    + (NOT_ASKED,) * _PHASES  # VOID
)


def worst_records(decks: int) -> int:
    """How many journal records a round with so many decks can take at most."""
    return 26 * decks + 7 + MAX_IRREGULARITIES + 2 * MAX_VOID_QUESTIONS + MAX_BOOTS + _KEYS


class Derby:
    def __init__(self, decks: int = 1) -> None:
        self.decks = 0
        self._copies = bytearray(CARDS)  # of each face in this round
        self._tally = bytearray(4)  # of each suit in the first area
        self.use_decks(decks)
        self.reset()

    def use_decks(self, decks: int) -> None:
        """Between rounds: play with so many decks. Allocates only where the number changes."""
        if not 1 <= decks <= 8:
            raise ValueError("3.4(a): one to eight decks")
        if decks != self.decks:
            self.decks = decks
            # The longest lawful race: every card of two suits, three each of the others, third place.
            self.max_cards = 26 * decks + 7
            self.cards = bytearray(self.max_cards)

    @property
    def worst_records(self) -> int:
        """How many journal records one round can take at most."""
        return worst_records(self.decks)

    def reset(self, round_no: int = 0) -> None:
        """No round open; `round_no` was the last one."""
        self.round_no = round_no
        self._clear()
        self._enter(IDLE)

    def snapshot(self) -> tuple[object, ...]:
        """All of the state, to compare a replay with the table it replays."""
        return (
            self.phase,
            self.round_no,
            bytes(self.cards[: self.count]),
            self.winner,
            self.second,
            self.third,
            self.first_count,
            self.second_count,
            self.third_count,
            self.protested,
            self.notice_kind,
            self.notice_place,
            self.void_asked,
            self.irregularities,
            self.void_questions,
        )

    def place(self) -> int:
        """The number of the next card of the race, from 1."""
        return self.count + 1

    def area_of_next(self) -> int:
        """Which racing area the next card goes to (8.1(a) to (c)); 0 when no card is due."""
        if self.phase != RACING:
            return 0
        if self.winner < 0:
            return 1
        return 2 if self.second < 0 else 3

    def result(self) -> tuple[int, int, int, bool] | None:
        """What wagers are settled by; None until the dealer has confirmed it (9.1(c), 9.2).

        A void round has no winner (-1): its wagers are returned (10.8).
        """
        if self.phase < PAYING:
            return None
        return self.winner, self.second, self.third, self.protested

    def judge(self, event: int, arg: int = 0) -> int:
        """LAWFUL, or the refusal code of an event that may not happen now."""
        if not BOOT <= event <= VOID:
            return NOT_AN_EVENT
        if event == IRREGULARITY:
            return TOO_MANY if self.irregularities >= MAX_IRREGULARITIES else LAWFUL
        if self.void_asked and event != BOOT:
            # The question holds the race until it is answered (10.8).
            return LAWFUL if VOID_KEPT <= event <= VOID else VOID_PENDING
        refusal = _ORDER[(event - BOOT) * _PHASES + self.phase]
        if refusal == LAWFUL:
            if event == CARD:
                return self._judge_card(arg)
            if event == OPEN and not 0 <= arg <= 8:
                return NOT_AN_EVENT  # 3.4(a); 0 keeps the decks as they are
            if event == VOID_ASKED and self.void_questions >= MAX_VOID_QUESTIONS:
                return ASKED_ENOUGH
        return refusal

    def apply(self, event: int, arg: int = 0, arg2: int = 0) -> int:
        """Fold in an event that was judged lawful; returns what changed (effects)."""
        if event == CARD:
            return self._apply_card(arg)
        if event == IRREGULARITY:
            self.irregularities += 1
            self.notice_kind = arg
            self.notice_place = arg2
            return CUE_NOTICE | SCREEN
        if event == BOOT:
            return 0
        if event == VOID_ASKED:
            self.void_asked = True
            return SCREEN
        if event == VOID_KEPT:
            self.void_asked = False
            self.void_questions += 1
            return SCREEN
        if event == OPEN:
            self.round_no += 1
            self._clear()
            if arg:  # the record says with how many decks the round is played
                self.use_decks(arg)
            self._enter(BETTING)
            return SCREEN
        if event == NO_MORE_BETS:
            self._enter(RACING)
            return SCREEN
        if event == CONFIRM:
            self._enter(PAYING)
            return SCREEN
        if event == CANCEL:
            self.reset(self.round_no)
            return SCREEN
        if event == CLOSE:
            self.reset(self.round_no)
            return SCREEN | LIGHTS
        if event == VOID:
            self._forget_result()
            self._enter(VOIDED)
            return SCREEN | LIGHTS
        raise ValueError("not an event")

    def _enter(self, phase: int) -> None:
        self.phase = phase
        self.void_asked = False
        self._drop_notice()

    def _drop_notice(self) -> None:
        self.notice_kind = 0
        self.notice_place = 0

    def _clear(self) -> None:
        """Before and after a round: no cards, no result, nothing counted."""
        self.irregularities = 0
        self.void_questions = 0
        self.count = 0
        self.first_count = 0
        self.second_count = 0
        self.third_count = 0
        for suit in range(4):
            self._tally[suit] = 0
        for card in range(CARDS):
            self._copies[card] = 0
        self._forget_result()

    def _forget_result(self) -> None:
        """Without a third place no area is lit and none wins (3.5, 10.8)."""
        self.winner = -1
        self.second = -1
        self.third = -1
        self.protested = False

    def _judge_card(self, card: int) -> int:
        if not 0 <= card < CARDS:
            return NOT_A_CARD
        if self.count >= self.max_cards:
            return SHOE_LIMIT
        # n decks hold n cards of a face; one more in a round is foreign (L27).
        return FOREIGN if self._copies[card] >= self.decks else LAWFUL

    def _apply_card(self, card: int) -> int:
        self.cards[self.count] = card
        self.count += 1
        self._copies[card] += 1
        self._drop_notice()
        self._run(card)
        if self.third < 0:
            return CUE_CARD | SCREEN
        self._enter(RESULT)
        return CUE_CARD | CUE_RESULT | LIGHTS | SCREEN

    def _run(self, card: int) -> None:
        """One card of the race, where the sequence puts it (8.1)."""
        suit = card // RANKS
        if self.winner < 0:
            self.first_count += 1
            if card == TWO_OF_SPADES:
                self.protested = True  # 1.2, 4.2; several in more decks reduce once (D6)
            self._tally[suit] += 1
            if self._tally[suit] == _TO_WIN:
                self.winner = suit
        elif self.second < 0:
            self.second_count += 1
            if suit != self.winner:
                self.second = suit
        else:
            self.third_count += 1
            if suit != self.winner and suit != self.second:
                self.third = suit
