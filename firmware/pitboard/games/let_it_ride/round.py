"""The state of a Let It Ride table: seats, deal, bank, notices, what is held or pending. let_it_ride.py folds it."""

from pitboard.games import events
from pitboard.games.hand_reading import weigh
from pitboard.games.opening import Opening
from pitboard.games.sequence import FACE
from pitboard.games.shoe import Shoe

from . import faults
from . import pack as topics
from . import ride_events as ride
from .bank import Bank
from .deal import HAND_CARDS, Deal
from .notices import Notices
from .seats import MOST_SEATS, Seats
from .settling import Settling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.interfaces import TableFile

    from .house import House
    from .pack import Pack


class Round:
    def __init__(
        self,
        pack: "Pack",
        house: "House",
        set_serial: int,
        open_tables: "Callable[[], TableFile]",
    ) -> None:
        self.pack = pack
        self._open_tables = open_tables
        self.house = house
        self.shoe = Shoe(1, house.source)
        self.shoe.set_serial = set_serial
        self.shoe.cut_from = pack.values[topics.CARDS_CUT]
        self.opening = Opening(self.shoe)
        self.opening.needed = pack.values[topics.CARDS_CHECKED_BY]
        self.seats = Seats(pack.values[topics.SEATS_NUMBER])
        self.deal = Deal()
        self.bank = Bank(pack)
        self.notices = Notices(house.least)
        self.threes = bytearray(MOST_SEATS + 1)  # category of each seat's own three cards (002 Side Bets)
        self.settling = Settling(pack, house, self.seats, self.threes)
        self._fives = bytearray(MOST_SEATS + 1)  # and of its five
        self._faces = bytearray(HAND_CARDS)
        self.phase = events.CLOSED
        self.round_no = 0
        self.played = 0  # rounds since the table was opened

    # -- what the rules have shown ------------------------------------------------------------------

    def community(self, which: int) -> int:
        """The face of a community card, -1 while it lies face down."""
        return self.deal.community(which) if self.turned >= which else -1

    def hand_shown(self, seat: int) -> bytes:
        """The faces of a hand that was turned face up; none before."""
        if not self.shown & 1 << seat:
            return b""
        count = self.deal.hand_into(seat, self._faces)
        return bytes(self._faces[:count])

    def weigh(self) -> None:
        """What every hand is, by the cards: once the second community card is turned."""
        seats = [seat for seat in range(1, self.seats.number + 1) if self.seats.states[seat] == ride.IN]
        shared = bytes((self.deal.community(1), self.deal.community(2)))
        faces = b""
        for seat in seats:
            self.deal.hand_into(seat, self._faces)
            faces += self._faces + shared
        with self._open_tables() as tables:
            fives, threes = weigh(tables, faces)
        for at, seat in enumerate(seats):
            self._fives[seat], self.threes[seat] = fives[at], threes[at]

    def proposed(self, seat: int) -> int:
        """What a hand is that was turned (000 8.8)."""
        return self._fives[seat]

    def hand_value(self, seat: int) -> int:
        """The three faces of a hand as a record keeps them."""
        value = 0
        faces = bytearray(HAND_CARDS)
        for at in range(self.deal.hand_into(seat, faces)):
            value |= faces[at] << 8 * at
        return value

    # -- whose turn ---------------------------------------------------------------------------------

    def next_to_decide(self) -> int:
        if self.phase == ride.DECIDING_1:
            return self.seats.next_undecided(1)
        return self.seats.next_undecided(2) if self.phase == ride.DECIDING_2 else 0

    def next_to_show(self) -> int:
        """From the dealer's right, counterclockwise (002 Completion 14, 003 3.17, 004 Round of Play 8)."""
        if self.phase != ride.SHOWING:
            return 0
        for seat in self.settling.seats_in_order(0):
            if self.seats.states[seat] == ride.IN and not self.shown & 1 << seat:
                return seat
        return 0

    def next_to_declare(self) -> int:
        """A hand that is shown and not declared yet (000 9.4)."""
        for seat in self.settling.seats_in_order(0):
            if self.shown & 1 << seat and self.seats.states[seat] == ride.IN and not self.seats.hands[seat]:
                return seat
        return 0

    def next_to_settle(self) -> tuple[int, int]:
        """(seat, part) of what is to be collected or paid next; (0, 0) when all is done."""
        if self.phase != ride.SETTLING:
            return 0, 0
        for seat, part in self.settling.order(self.bank.action):
            if part & ~(self.settled >> 2 * seat):
                return seat, part
        return 0, 0

    def settle(self) -> None:
        """The money of every wager. What was settled and is another amount now is settled again, and nothing else."""
        settling = self.settling
        before = [settling.due(seat) for seat in range(1, self.seats.number + 1)]
        settling.compute(self.jackpot_now, self.bank.wager, self.bank.action)
        for at, (taken, paid) in enumerate(before):
            now_taken, now_paid = settling.due(at + 1)
            again = self.settled >> 2 * at + 2 & (ride.COLLECT * (taken != now_taken) | ride.PAY * (paid != now_paid))
            self.settled &= ~(again << 2 * at + 2)
            self.found += (again + 1) // 2  # as often as people may find something: its records are counted

    def is_unsettled(self, seat: int) -> bool:
        """A hand of which something is still to be collected or paid."""
        left = self.settling.order(self.bank.action)
        found = any(at == seat and part & ~(self.settled >> 2 * at) for at, part in left)
        return found and self.seats.states[seat] == ride.IN

    def declare(self, seat: int, hand: int) -> None:
        """Once in its turn; again while it is not settled, as often as people may find something."""
        self.found += self.phase == ride.SETTLING
        self.seats.hands[seat] = (hand & 15) + 1
        if hand >> 4:
            self.threes[seat] = (hand >> 4) - 1

    def plan_deal(self) -> None:
        """Where the cards go. Those that are out lie in the order in which they came (000 12.8)."""
        dealt = self.deal.total
        program = self.pack.deals[self.shoe.source]
        self.deal.plan(program, self.dealing_order(), self.house.bottom_first)
        self.deal.total = dealt

    def dealing_order(self) -> bytes:
        """Seats with a hand in the order of dealing: clockwise from the left of the dealer, or of the player-dealer."""
        number = self.seats.number
        first = 1
        if self.pack.values[topics.DEAL_STARTS] == topics.STARTS_LEFT_OF_BANK:
            first = self.bank.position + 1 if self.bank.position < number else 1
        order = [(first - 1 + step) % number + 1 for step in range(number)]
        states = self.seats.states
        return bytes(
            [seat for seat in order if states[seat] in (ride.IN, ride.DISCARDED) or self.deal.has_place(seat)]
        )

    def is_way_out(self, event: int, arg: int) -> bool:
        """What is pending is answered, then the round is void, then it ends."""
        if event == ride.FAULT:
            return faults.is_void(self.outcome_of(self.what_now(arg)))
        return event in (ride.GO_ON, ride.VOID_NOW, ride.FOLDED, events.CLOSE)

    def what_now(self, what: int) -> int:
        """The second exposed card is another irregularity than the first (000 12.3, 002, 003 5.5)."""
        if what in (faults.PLAYER_EXPOSED, faults.COMMUNITY_EXPOSED) and self.exposed:
            return faults.MORE_EXPOSED if self.outcome_of(faults.MORE_EXPOSED) else what
        if what == faults.FACE_UP and self.face_up:
            return faults.MORE_FACE_UP
        return what

    # -- moments ------------------------------------------------------------------------------------

    def moment(self, what: int = 0) -> int:
        """When something that is found now is found, as the packs count it; -1 where there is nothing to find."""
        phase = self.phase
        if phase == events.IDLE:
            return topics.PAID if self.kept else topics.BEFORE_DEAL
        if phase == events.BETTING:
            return topics.BEFORE_DEAL
        if phase in (ride.DEALING, ride.DEALT) and not self.handled:
            if phase == ride.DEALT:
                return topics.DEALT
            # A shuffler is in the deal from the first card that it gives (000 13.1, 13.2).
            early = what in (faults.SHUFFLE_UNFINISHED, faults.SHUFFLER_FAILED) and not self.deal.total
            return topics.BEFORE_DEAL if early else topics.IN_DEAL
        return topics.HANDLED if phase >= ride.DEALING else -1

    def outcome_of(self, what: int) -> int:
        moment = self.moment(what)
        if moment < 0 or not 0 < what <= faults.WHATS:
            return 0
        return self.pack.outcome(what, moment)

    def can_deal(self) -> bool:
        """Somebody plays, and the shuffler has not jammed since the call (000 13.1)."""
        return self.seats.playing() > 0 and self.shoe.ready()

    def is_between_rounds(self) -> bool:
        return self.phase in (events.IDLE, events.CLOSED)

    def has_stub(self) -> bool:
        """What is left after the deal of an open round (002 Definitions 5)."""
        return self.deal.size > 0 and self.deal.is_complete() and not self.is_between_rounds()

    def expected_left(self) -> int:
        """Cards that must be in the stub, by what has left it (002 Dealer Procedures)."""
        return self.shoe.left()

    def players_present(self) -> bool:
        """Somebody played the last round (000 14.8)."""
        return self.played > 0 and any(
            not self.seats.idle[seat] for seat in range(1, self.seats.number + 1)
        )

    def idle_seat(self) -> int:
        """A seat without a wager for three rounds while all others are in use (000 14.9); 0 if there is none."""
        most = self.pack.values[topics.SEATS_IDLE_ROUNDS]
        found = 0
        for seat in range(1, self.seats.number + 1):
            if self.seats.idle[seat] and (found or not most or self.seats.idle[seat] < most):
                return 0
            found = seat if self.seats.idle[seat] else found
        return found if self.played else 0

    # -- a new round --------------------------------------------------------------------------------

    def clear_round(self) -> None:
        self.seats.clear()
        self.deal.clear()
        self.handled = False  # players have taken up their cards; a deal may go on after that (000 12.8)
        self.turned = 0  # community cards that are face up
        self.shown = 0  # a bit for each seat whose hand is face up
        self.settling.shares = 0
        self.settled = 0  # two bits a seat, from bit 2 on: COLLECT and PAY are done
        self.exposed = 0  # cards exposed in the deal
        self.face_up = 0  # cards found face up in the deck
        self.pending = 0  # outcome that waits for a decision (faults.py)
        self.pending_what = 0
        self.pending_seat = 0
        self.pending_moment = 0
        self.held = 0  # why a card is held
        self._held_card = 0
        self.held_place = 0
        self.carried = 0  # token + 1 of a card that is the first of the next deal
        self.irregularities = 0
        self.found = 0
        self.edits = 0
        self.changes = 0  # of wagers, seats, bank and notices
        self.counted = False  # the stub, in this round
        self.jackpot_now = 0  # what the meter showed when betting opened
        self.kept = False  # a paid round that can still be reversed (003 5.4)
        self.invalid = False
        for seat in range(MOST_SEATS + 1):
            self.threes[seat] = 0
            self._fives[seat] = 0

    def hold(self, card: int, place: int, why: int) -> None:
        self._held_card = card
        self.held_place = place
        self.held = why

    def held_was_dealt(self) -> bool:
        return self.held > 0 and self.deal.holds(self._held_card & FACE)

    def held_is_in_deck(self) -> bool:
        return self.shoe.holds(self._held_card)

    def take_held(self) -> int:
        self.held = 0
        self.held_place = 0
        return self._held_card
