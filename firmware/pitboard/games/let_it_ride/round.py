"""The state of a Let It Ride table: seats, deal, bank, notices, what is held or pending. let_it_ride.py folds it."""

from pitboard.games import events
from pitboard.games.hand_reading import weigh
from pitboard.games.opening import Opening
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
        self.settling = Settling(pack, house, self.seats)
        self.threes = bytearray(MOST_SEATS + 1)  # category of each seat's own three cards (002 Side Bets)
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
        done = self.settled
        for item in self.settling.order(self.bank.action):
            if not done:
                return item
            done -= 1
        return 0, 0

    def dealing_order(self) -> bytes:
        """Seats with a hand in the order of dealing: clockwise from the left of the dealer, or of the player-dealer."""
        number = self.seats.number
        first = 1
        if self.pack.values[topics.DEAL_STARTS] == topics.STARTS_LEFT_OF_BANK:
            first = self.bank.position + 1 if self.bank.position < number else 1
        order = [(first - 1 + step) % number + 1 for step in range(number)]
        return bytes([seat for seat in order if self.seats.states[seat] == ride.IN])

    # -- moments ------------------------------------------------------------------------------------

    def moment(self) -> int:
        """When something that is found now is found, as the packs count it; -1 where there is nothing to find."""
        phase = self.phase
        if phase == events.IDLE:
            return topics.PAID if self.kept else topics.BEFORE_DEAL
        if phase == events.BETTING:
            return topics.BEFORE_DEAL
        if phase == ride.DEALING:
            return topics.IN_DEAL
        if phase == ride.DEALT:
            return topics.DEALT
        return topics.HANDLED if phase >= ride.DECIDING_1 else -1

    def outcome_of(self, what: int) -> int:
        moment = self.moment()
        if moment < 0 or not 0 < what <= faults.WHATS:
            return 0
        return self.pack.outcome(what, moment)

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
        self.turned = 0  # community cards that are face up
        self.shown = 0  # a bit for each seat whose hand is face up
        self.settled = 0  # items of the order of settling that are done
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

    def take_held(self) -> int:
        self.held = 0
        self.held_place = 0
        return self._held_card
