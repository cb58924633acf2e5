"""The coach of a Let It Ride table: what the dealer is told now, and what the keys then do. A function of the state.

Prompts name seats and places, never a card that lies face down, and nothing here says how to play (000 14.6).
"""

from pitboard.app.kit import FOREIGN_CHECKED, NO_STEP
from pitboard.app.let_it_ride import words
from pitboard.games import events
from pitboard.games.let_it_ride import pack as topics
from pitboard.games.let_it_ride import ride_events as ride
from pitboard.games.let_it_ride.irregular import NEW_CARDS_DUE
from pitboard.games.let_it_ride.table_flow import COUNT_RIGHT
from pitboard.games.opening import COMPLETE, LAMPS_LIT, LAMPS_UNTESTED, SLIDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.let_it_ride.bet_words import BetWords
    from pitboard.app.let_it_ride.pack_words import PackWords
    from pitboard.games.deck_check import DeckCheck
    from pitboard.games.let_it_ride.let_it_ride import LetItRide

    Said = tuple[str, str, str]


class Guide:
    def __init__(self, said: "PackWords") -> None:
        self._said = said
        self.bets: BetWords | None = None  # where there are bet sensors

    def asks_about_held(self, game: "LetItRide") -> bool:
        """A held card, and what waits for a decision, come before all else."""
        return game.held > 0 or game.pending > 0

    def message(self, game: "LetItRide", refusal: int) -> "Said | None":
        said = self._said
        if refusal > 0:
            return said.refusal(refusal)
        if refusal == FOREIGN_CHECKED:
            return said.hold(events.FOREIGN, 0, events.CHECKING)
        if refusal:
            return said.notice(-refusal, 0, 0, events.CHECKING)
        if game.pending:
            return self._told(game, game.pending, game.pending_what, game.pending_moment)
        if game.held and game.notice_kind != events.NOT_NOW:
            return said.hold(game.held, game.held_place, game.phase)
        if game.notice_kind:
            return said.notice(game.notice_kind, game.notice_place, 0, game.phase)
        if game.outcome:
            return self._told(game, game.outcome, game.outcome_what, game.outcome_moment)
        return self.bets.proposal() if self.bets is not None else None

    def _told(self, game: "LetItRide", outcome: int, what: int, moment: int) -> "Said":
        """The rule is that of what was found, at the moment when it was found."""
        place = game.pending_seat if game.pending else game.place()
        _, first, second = self._said.outcome(outcome, place, 0, game.phase)
        rule = game.pack.outcome_rule(what, moment) if what else ""
        return rule, first, second

    def kind(self, game: "LetItRide", refusal: int) -> str:
        if refusal > 0:
            return "refused"
        if refusal == FOREIGN_CHECKED:
            return events.HOLD_NAMES[events.FOREIGN]
        if refusal:
            return events.KIND_NAMES[-refusal]
        if game.pending:
            return ride.OUTCOME_NAMES[game.pending]
        if game.held and game.notice_kind != events.NOT_NOW:
            return events.HOLD_NAMES[game.held]
        if game.notice_kind:
            return events.KIND_NAMES[game.notice_kind]
        return ride.OUTCOME_NAMES[game.outcome] if game.outcome else "bet_gone"

    def place(self, game: "LetItRide", refusal: int) -> int:
        if refusal:
            return 0
        return game.held_place if game.held else game.notice_place

    def stands(self, game: "LetItRide") -> "list[int]":
        return [game.phase, game.held, game.pending, game.place(), game.shown, game.settled, game.found]

    # -- the ordinary next step ---------------------------------------------------------------------

    def next_words(self, game: "LetItRide") -> "Said":
        prompt, _, n, m = _ordinary(game)
        return self._said.prompt(prompt, n, m)

    def next_step(self, game: "LetItRide") -> int:
        return _ordinary(game)[1]

    def call_step(self, game: "LetItRide") -> int:
        """The left key: "No more bets", and a wager that is withdrawn."""
        deciding = game.phase in (ride.DECIDING_1, ride.DECIDING_2)
        return words.S_WITHDRAW if deciding else words.S_NO_MORE_BETS


def _ordinary(game: "LetItRide") -> "tuple[int, int, int, int]":
    """(prompt, step that CONFIRM stands for, n, m)"""
    phase = game.phase
    if phase == events.BETTING:
        return _betting(game)
    if phase == ride.DEALING:
        return _dealing(game)
    if phase == ride.DEALT:
        at_deal = game.pack.values[topics.DEAL_DISCARD] == topics.DISCARD_AT_DEAL
        discards = at_deal and game.deal.has_place(topics.DISCARD)
        return (words.P_DEALT_DISCARD if discards else words.P_DEALT), words.S_LOOK, 0, 0
    if phase in (ride.DECIDING_1, ride.DECIDING_2):
        first = phase == ride.DECIDING_1
        prompt = words.P_DECIDING_1 if first else words.P_DECIDING_2
        return prompt, words.S_RIDE, game.next_to_decide(), 0
    if phase == ride.TURNING_1:
        burns = game.pack.values[topics.DEAL_DISCARD] == topics.DISCARD_AFTER_FIRST
        return (words.P_TURNING_1_BURN if burns else words.P_TURNING_1), words.S_TURN, 0, 0
    if phase == ride.TURNING_2:
        return words.P_TURNING_2, words.S_TURN, 0, 0
    if phase == ride.SHOWING:
        seat = game.next_to_declare()
        if seat:
            return words.P_DECLARING, words.S_DECLARE, seat, 0
        return words.P_SHOWING, words.S_SHOW, game.next_to_show(), 0
    if phase == ride.SETTLING:
        return _settling(game)
    if phase == events.VOIDED:
        return words.P_VOIDED, words.S_CLOSE, 0, 0
    if phase == events.CHECKING:
        return _checking(game)
    return _between(game)


def _mixing(game: "LetItRide", deck: int) -> "tuple[int, int, int, int]":
    if not game.shoe.shuffled:
        return words.P_SHUFFLE, words.S_SHUFFLED, deck, 0
    return words.P_CUT, words.S_CUT, 0, 0


def _betting(game: "LetItRide") -> "tuple[int, int, int, int]":
    """Unequal wagers are prompted before the call (000 5.2)."""
    if not game.shoe.checked:
        return words.P_BETTING_CHECK, words.S_CANCEL, 0, 0
    if not game.shoe.ready():
        return _mixing(game, game.deck_now)
    if game.pack.values[topics.SEATS_PLAYER_DEALER] and not game.bank.wager:
        return words.P_BETTING_BANK, NO_STEP, 0, 0
    unequal = game.seats.first_unequal()
    if unequal:
        return words.P_BETTING_UNEQUAL, NO_STEP, unequal, 0
    seats = sum(game.seats.has_main(seat) for seat in range(1, game.seats.number + 1))
    return words.P_BETTING, NO_STEP, seats, 0


def _dealing(game: "LetItRide") -> "tuple[int, int, int, int]":
    if not (game.deal.total or game.seats.playing()):
        return words.P_NOBODY, words.S_CANCEL, 0, 0
    if not game.shoe.ready():
        return _mixing(game, game.deck_now)
    place = game.deal.next_place()
    if place == topics.DISCARD:
        return words.P_DEALING_DISCARD, NO_STEP, 0, 0
    if place > game.seats.number:
        return words.P_DEALING_COMMUNITY, NO_STEP, place - topics.COMMUNITY_1 + 1, 0
    return words.P_DEALING_SEAT, NO_STEP, place, game.deal.number_at(place)


def _settling(game: "LetItRide") -> "tuple[int, int, int, int]":
    seat, part = game.next_to_settle()
    if not seat:
        every = game.pack.values[topics.CARDS_STUB_COUNT]
        if every and not game.counted and game.since_count + 1 >= every:
            return words.P_COUNTING, NO_STEP, game.shoe.left(), 0
        if game.settling.shares > 1:
            return words.P_SHARES, words.S_CLOSE, 0, 0  # L8
        return _wrong_count(game, words.S_CLOSE) or (words.P_CLOSING, words.S_CLOSE, 0, 0)
    if game.bank.wager and _is_uncovered(game, seat):
        return words.P_UNCOVERED, words.S_SETTLED, seat, 0
    if part == ride.COLLECT:
        bonus = game.settling.profit[(seat - 1) * ride.SPOTS + ride.SIDE] > 0
        return (words.P_COLLECTING_BONUS if bonus else words.P_COLLECTING), words.S_SETTLED, seat, 0
    return (words.P_PAYING if part == ride.PAY else words.P_SETTLING), words.S_SETTLED, seat, 0


def _is_uncovered(game: "LetItRide", seat: int) -> bool:
    """004 Betting scheme 4, L9: nothing of it is paid or collected any more."""
    settling = game.settling
    for cell in range((seat - 1) * ride.SPOTS, seat * ride.SPOTS):
        if settling.profit[cell] or settling.collected[cell]:
            return False
    return game.seats.states[seat] == ride.IN


def _wrong_count(game: "LetItRide", step: int) -> "tuple[int, int, int, int] | None":
    """A wrong count (000 3.8, 002 Dealer Procedures) stays on the display; what it leads to is for people to say."""
    off = game.count_off - COUNT_RIGHT
    if not game.count_off:
        return None
    return (words.P_COUNT_EXTRA if off > 0 else words.P_COUNT_MISSING), step, abs(off), 0


def _checking(game: "LetItRide") -> "tuple[int, int, int, int]":
    opening = game.opening
    check = opening.check
    if opening.check_state == SLIDING:
        return words.P_CHECKING, words.S_CHECKED, check.seen, check.expected
    if opening.check_state != COMPLETE:  # what is missing may still come
        off = _differences(check)
        if not off:
            return words.P_CHECK_MENDED, words.S_CHECKED, 0, 0
        return (words.P_CHECK_DIFFERS if off > 1 else words.P_CHECK_ONE_OFF), NO_STEP, off, 0
    if not opening.confirmed_by & events.DEALER:
        return words.P_CHECK_DEALER, words.S_CHECK_DEALER, 0, 0
    return words.P_CHECK_SUPER, words.S_CHECK_SUPER, 0, 0


def _differences(check: "DeckCheck") -> int:
    return check.missing() + check.extra() + check.foreign_count


def _between(game: "LetItRide") -> "tuple[int, int, int, int]":
    """Before a table opens, and before a round."""
    closed = game.phase == events.CLOSED
    shoe = game.shoe
    if closed and game.opening.lamps == LAMPS_UNTESTED:
        return words.P_LAMPS, words.S_LAMP_TEST, 0, 0
    if closed and game.opening.lamps == LAMPS_LIT:
        return words.P_LAMPS_LIT, words.S_LAMPS_GOOD, 0, 0
    if game.check_due == NEW_CARDS_DUE and not closed:
        return words.P_NEW_CARDS, NO_STEP, 0, 0  # 000 13.2.3
    if not shoe.checked:
        return words.P_CHECK, words.S_CHECK, game.deck_to_check(), 0
    if closed:
        return words.P_TABLE_OPEN, words.S_TABLE_OPEN, 0, 0
    missing = game.pack.values[topics.CARDS_OPENING] & ~game.opened
    if missing & topics.OPENING_SEEN:
        return words.P_SEEN, words.S_SEEN, 0, 0
    if missing:
        return words.P_WASHED, words.S_WASHED, 0, 0
    if not shoe.ready():
        return _mixing(game, game.next_deck())
    wrong = _wrong_count(game, NO_STEP)
    if wrong:
        return wrong
    idle = game.idle_seat()
    if idle:
        return words.P_OPEN_IDLE, words.S_OPEN, idle, game.pack.values[topics.SEATS_IDLE_ROUNDS]
    return words.P_OPEN, words.S_OPEN, 0, 0
