"""What is where at a Let It Ride table, the slow way, in words: cards, wagers, whose turn. The fold is elsewhere.

No code and no rule data is shared with the firmware. A card is a text such as `TH`; a place is a seat number or one of
"community 1", "community 2", "discard".
"""

from dataclasses import dataclass

from tests.reference import hands_reference as hands
from tests.reference import ride_money_reference as money
from tests.reference.ride_money_reference import Seat, Settlement
from tests.reference.ride_rules import DOCUMENTS, SEATS, House

Place = int | str
DECK = frozenset(hands.DECK)
OTHER_SET = "??"  # a card that is of no set of ours
ROUND = (
    *("dealing", "dealt", "deciding 1", "turning 1", "deciding 2", "turning 2"),
    *("showing", "settling"),
)
HANDLED = ROUND[2:]


def parts_of(item: tuple[int, str]) -> list[tuple[int, str]]:
    """What one thing that the dealer does settles."""
    seat, part = item
    return [(seat, "collect"), (seat, "pay")] if part == "both" else [item]


@dataclass(frozen=True)
class Act:
    """Somebody says that this happens; what a field means depends on the name."""

    name: str
    seat: int = 0
    other: int = 0  # another seat; a deck; a count; a number that means nothing
    spot: str = ""
    amount: int = 0
    word: str = (
        ""  # a decision, an irregularity, a hand, a part of settling, why a card is held, a role
    )
    cards: tuple[str, ...] = ()
    flag: bool = False  # tokens; the card was slid; complete; the same card
    who: int = 0


class RideState:
    def __init__(self, house: House) -> None:
        self.house = house
        self.document = DOCUMENTS[house.document]
        self.phase = "closed"
        self.round = 0
        # -- cards
        self.lamps = ""
        self.good_decks: set[int] = set()
        self.checked = False
        self.check_due = False  # 000 12.9.3
        self.new_since_due = False  # all cards were replaced meanwhile
        self.new_cards_due = False  # 000 13.2.3
        self.check_state = ""  # of the check that runs: "complete", "differs"
        self.confirmed: dict[str, int] = {}
        self.check_from = ""
        self.check_deck = 1
        self.opened: list[str] = []  # 002 Opening
        self.shuffled = self.is_cut = False
        self.taken: set[str] = set()  # faces that have left the deck
        self.numbers: dict[str, int] = {}  # by face, of cards that have left it; 0: entered by hand
        self.unread = 0  # cards that have left it unseen
        self.deck = self.deck_now = 0  # the one that was dealt last
        self.carried = ""  # 002 Irregularities para 2
        # -- the table
        self.locked: set[int] = set()
        self.idle = dict.fromkeys(range(1, SEATS + 1), 0)
        self.played_last: set[int] = set()  # who wagered in the last round (000 14.8)
        self.least = house.least
        self.raise_to = 0
        self.closing = False
        self.minutes = {"raise": 0, "close": 0}
        self.announced = {"raise": 0, "close": 0}
        self.jackpot = 0
        self.since_count = 0  # rounds that ended without a count of the stub
        self.count_off = 0
        self.bank_at = self.bank_wager = self.bank_hands = self.action = self.bank_before = 0
        self.new_round()

    def new_round(self) -> None:
        self.seats = {number: Seat() for number in range(1, SEATS + 1)}
        self.plan: list[Place] = []  # where the cards that are still due go
        self.lying: list[tuple[str, Place]] = []  # cards dealt
        self.handled = False  # the players have taken up their cards
        self.turned = 0
        self.shown: list[int] = []
        self.first = 0  # 000 12.12.1
        self.exposed = self.face_up = 0
        self.pending = self.pending_what = ""
        self.pending_seat = 0
        self.to_flag: set[int] = set()  # seats whose wagers were not equal at the call, or at the first card
        self.flagged: set[int] = set()
        self.held = self.held_why = ""
        self.held_number = 0
        self.round_jackpot = self.jackpot  # 003 1.1.7, L8
        self.settled: set[tuple[int, str]] = set()  # (seat, "collect" or "pay")
        self.invalid = False  # 000 14.4
        self.kept = False  # paid, and still to be reversed (003 5.4)
        self.counted_now = False
        self.settlement: Settlement | None = None

    # -- what is where ------------------------------------------------------------------------------

    def cards_of(self, place: Place) -> list[str]:
        return [card for card, where in self.lying if where == place]

    def community(self, which: int) -> str:
        return (self.cards_of(f"community {which}") or [""])[0]

    def community_shown(self, which: int) -> str:
        return self.community(which) if self.turned >= which else ""

    def hand_name(self, seat: int) -> str:
        """The best value of the five cards (000 8.8)."""
        five = [*self.cards_of(seat), self.community(1), self.community(2)]
        return hands.of_cards(five)[0] if len(five) == 5 and all(five) else ""

    def left(self) -> int:
        return 52 - len(self.taken) - self.unread

    def is_ready(self) -> bool:
        return self.shuffled and (self.is_cut or self.house.source not in self.document.cut)

    def moment(self) -> str:
        if self.phase == "idle":
            return "paid" if self.kept else "before"
        if self.phase in ROUND and (self.handled or self.phase in HANDLED):
            return "handled"
        return {"betting": "before", "dealing": "in the deal", "dealt": "dealt"}.get(self.phase, "")

    def moment_of(self, what: str) -> str:
        """000 13.2: a shuffler is in the deal once one or more cards have been dealt."""
        early = what.startswith("shuffle") and self.phase == "dealing" and not self.lying
        return "before" if early else self.moment()

    def found(self, what: str) -> tuple[str, str]:
        """What it is, now that others were found before it, and what the document says then."""
        faults, moment = self.document.faults, self.moment_of(what)
        more = ("two or more exposed", moment)
        if (
            what in ("player card exposed", "community card exposed")
            and self.exposed
            and more in faults
        ):
            what = more[0]  # 000 12.3, 003 5.5
        if what == "face-up card in the deck" and self.face_up:
            what = "more face-up cards"  # 002 Irregularities para 1
        return what, faults.get((what, moment), "")

    def players_are_present(self) -> bool:
        return bool(self.played_last)

    # -- whose turn ---------------------------------------------------------------------------------

    def to_decide(self) -> int:
        """Clockwise from the dealer's left; one hand may be told to play first (000 12.12.1)."""
        if not self.phase.startswith("deciding"):
            return 0
        order = [self.first, *range(1, SEATS + 1)] if self.first else range(1, SEATS + 1)
        waiting = [seat for seat in order if self.waits(seat, self.phase[-1])]
        return waiting[0] if waiting else 0

    def waits(self, seat: int, spot: str) -> bool:
        return self.seats[seat].state == "in" and spot not in self.seats[seat].decided

    def to_show(self) -> int:
        """From the dealer's right, counterclockwise (002 Completion 14, 003 3.17, 004 Round of Play 8)."""
        order = range(SEATS, 0, -1) if self.phase == "showing" else ()
        waiting = [s for s in order if self.seats[s].state == "in" and s not in self.shown]
        return waiting[0] if waiting else 0

    def to_declare(self) -> int:
        waiting = [
            s for s in self.shown if self.seats[s].state == "in" and not self.seats[s].declared
        ]
        return waiting[0] if waiting and self.phase == "showing" else 0

    def to_settle(self) -> tuple[int, str]:
        left = self.left_to_settle()
        return left[0] if left else (0, "")

    def left_to_settle(self) -> list[tuple[int, str]]:
        if self.phase != "settling" or self.settlement is None:
            return []
        all_items = money.items(self.document, self.house, self.seats, self.settlement, self.action)
        return [item for item in all_items if not self.settled >= set(parts_of(item))]

    # -- the deal -----------------------------------------------------------------------------------

    def hands_in_order(self) -> list[int]:
        """Clockwise from the dealer's left, or from the player-dealer's left (L11)."""
        first = (
            self.bank_at % SEATS + 1 if self.document.left_of_bank and self.bank_at <= SEATS else 1
        )
        order = [(first - 1 + at) % SEATS + 1 for at in range(SEATS)]
        return [seat for seat in order if self.seats[seat].has_main()]

    def hands_of_deal(self) -> set[Place]:
        """Betting areas to which cards went."""
        return {place for _, place in self.lying if isinstance(place, int)}

    def places(self, extra: int = 0) -> list[Place]:
        """`extra`: a hand that was dealt besides those of the deal (000 12.8)."""
        hands_out = self.hands_of_deal() | {extra}
        order = self.hands_in_order()
        if extra:
            order = [seat for seat in range(1, SEATS + 1) if seat in hands_out]
        due: list[Place] = []
        for step in self.document.deals[self.house.source]:
            if step.startswith("stack: "):
                stack = step.removeprefix("stack: ").split(", ")
                due += reversed(stack) if self.house.bottom_first else stack
            elif step.endswith(" each"):
                each = 1 if step == "card each" else 3
                due += [seat for seat in order for _ in range(each)]
            else:
                due.append(step)
        return due

    def leaves_the_deal(self, seat: int) -> None:
        """Cards go to areas with a wager (000 7.3.1, 7.4.1); a stack that was begun is dealt to its end."""
        self.to_flag.discard(seat)
        stacks = "card each" not in self.document.deals[self.house.source]
        if not (stacks and self.cards_of(seat)):
            self.plan = [place for place in self.plan if place != seat]
