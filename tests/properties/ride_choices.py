"""Random steps of the ordinary course of a Let It Ride table, as it is now; ride_oddities.py mixes in everything else.

Looks at the reference only, never at the firmware.
"""

import random
from typing import Any

from tests.properties.names import face_number
from tests.properties.ride_words import HANDS, NUMBERS, SOURCES, SPOTS, WHATS
from tests.reference.ride_rules import ANSWERS, MAIN, SEATS
from tests.reference.ride_state_reference import DECK
from tests.reference.ride_table_reference import RideTable

Step = tuple[Any, ...]

DEALER, SUPERVISOR = 1, 2
REASON = 10  # a dispute
RANKS = "23456789TJQKA"


def offer(
    name: str, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, role: int = DEALER
) -> Step:
    return ("offer", NUMBERS[name], arg, arg2, value, reason, role, role)


def boss(name: str, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = REASON) -> Step:
    return offer(name, arg, arg2, value, reason, SUPERVISOR)


class Ordinary:
    """What comes next, as the players and the dealer would have it."""

    def __init__(self, rng: random.Random, table: RideTable) -> None:
        self.rng, self.table = rng, table
        self.queue: list[Step] = []
        self._wishes: dict[int | str, list[str]] = {}  # cards that shall go to a place
        self._round = -1

    def next_step(self) -> Step:
        if self._round != self.table.round:
            self._round, self.queue = self.table.round, []
            self._plan_round()
        return self._next()

    def plan(self, wagers: list[Step]) -> None:
        """These wagers in this round, and any cards."""
        self._round, self.queue, self._wishes = self.table.round, wagers, {}

    # -- the ordinary course ----------------------------------------------------------------------

    def _next(self) -> Step:
        table, rng = self.table, self.rng
        if table.pending:
            return self._answer()
        if table.held:
            return self._about_held()
        phase = table.phase
        if phase in ("closed", "idle"):
            return self._prepare()
        if phase == "checking":
            return self._check()
        if phase == "betting":
            if not table.checked:
                return offer("cancel")
            return self.queue.pop(0) if self.queue else self._call()
        if phase == "dealing" and not table.is_ready():
            return offer("cut" if table.shuffled else "shuffled")
        if phase == "dealing":
            return self.slide(self._next_card())
        if phase == "dealt":
            playing = [number for number, seat in table.seats.items() if seat.state == "in"]
            if table.document.order_may_change and playing and rng.random() < 0.15:
                return boss("order", rng.choice(playing))
            return offer("look")
        if phase.startswith("deciding"):
            if table.document.tuck and rng.random() < 0.1:
                return offer(
                    "tuck", rng.choice([n for n in table.seats if table.waits(n, phase[-1])])
                )
            return offer("decide", table.to_decide(), rng.choice((1, 2, 2)))
        if phase.startswith("turning"):
            which = int(phase[-1])
            return offer("turn", which, 0, face_number(table.community(which)))
        if phase == "showing":
            return self._show()
        playing = [number for number, seat in table.seats.items() if seat.state == "in"]
        if table.invalid and playing and rng.random() < 0.5:
            return boss("forfeit", rng.choice(playing))
        seat, part = table.to_settle()
        if seat:
            return offer("settled", seat, ("", "collect", "pay", "both").index(part))
        if phase == "settling" and table.document.stub_every and rng.random() < 0.5:
            return offer("counted", table.left() if rng.random() < 0.8 else rng.randrange(53))
        return offer("close")

    def _prepare(self) -> Step:
        table, rng = self.table, self.rng
        if table.phase == "closed" and table.lamps != "seen":
            return offer("lamps_seen", 1) if table.lamps else offer("lamp_test")
        if table.new_cards_due:
            return boss("new_cards", 0)
        if not table.checked:
            may = table.document.prechecked and not table.check_due
            return boss("prechecked") if may and rng.random() < 0.8 else offer("check")
        for name in table.document.opening:
            if name not in table.opened:
                return offer(name)
        if table.phase == "closed":
            return boss("table_open")
        if not table.shuffled:
            return offer("shuffled")
        if not table.is_ready():
            return offer("cut")
        if table.locked and rng.random() < 0.3:
            return boss("unlock", rng.choice(sorted(table.locked)))
        decks = [deck for deck in range(1, table.house.decks + 1) if deck != table.deck]
        return offer("open", rng.choice(decks or [1]), SOURCES.index(table.house.source))

    def _check(self) -> Step:
        table = self.table
        if not table.check_state:
            return offer("checked", self.rng.random() < 0.9)
        if table.check_state != "complete":
            return offer("check_end")
        role = SUPERVISOR if "dealer" in table.confirmed else DEALER
        return offer("check_yes", role, role=role)

    def _call(self) -> Step:
        """The call, or what it still lacks."""
        table, rng = self.table, self.rng
        if table.document.has_bank and table.bank_hands >= table.document.bank_hands:
            return offer("offered")
        if table.document.has_bank and not table.bank_wager:
            return self.bank()
        if not table.shuffled:
            return offer("shuffled")
        if not table.is_ready():
            return offer("cut")
        for number, seat in table.seats.items():
            alone = seat.stakes["side"] and not seat.is_equal()
            refused = (
                seat.has_main() and not seat.is_equal() and not table.document.deals_to_unequal
            )
            if alone or refused:
                spots = [spot for spot in SPOTS if seat.stakes[spot]]
                return offer("bet", number, SPOTS.index(rng.choice(spots)), 0)
        if not any(seat.has_main() for seat in table.seats.values()):
            self.queue = self._wagers_of(rng.randrange(1, SEATS + 1))
            return self.queue.pop(0) if rng.random() < 0.9 else offer("cancel")
        return offer("no_more_bets")

    def _show(self) -> Step:
        table, rng = self.table, self.rng
        seat = table.to_declare()
        if seat:
            said = HANDS.index(table.hand_name(seat))
            if rng.random() < 0.06:
                return boss("declare", seat, rng.randrange(len(HANDS)))
            return offer("declare", seat, said)
        seat = table.to_show()
        value = sum(face_number(card) << 8 * at for at, card in enumerate(table.cards_of(seat)))
        return offer("show", seat, HANDS.index(table.hand_name(seat)), value)

    # -- a round is planned -----------------------------------------------------------------------

    def _plan_round(self) -> None:
        table, rng = self.table, self.rng
        seats = [
            seat for seat in range(1, SEATS + 1) if rng.random() < rng.choice((0.3, 0.6, 0.95))
        ]
        bank: list[Step] = []
        if table.document.has_bank:
            bank = [self.bank()]
            seats = [seat for seat in seats if seat != bank[0][2]]
            if rng.random() < 0.4:
                bank.append(offer("action", rng.randrange(SEATS + 1)))
        if table.document.progressive and rng.random() < 0.6:
            bank.append(offer("jackpot", 0, 0, rng.choice((0, 12_345, 1_000_000, 98_765_433))))
        self.queue = bank + [step for seat in seats for step in self._wagers_of(seat)]
        self._rig(seats)

    def bank(self) -> Step:
        at = self.rng.choice(
            [n for n in range(1, 9) if n > SEATS or not self.table.seats[n].has_any()]
        )
        if (
            self.table.bank_at
            and not self.table.seats.get(self.table.bank_at, self.table.seats[1]).has_any()
        ):
            at = self.rng.choice((at, self.table.bank_at))
        return offer("bank", at, 0, self.rng.choice((1, 350, 1_000, 5_000, 40_000, 5_000_000)))

    def _wagers_of(self, seat: int) -> list[Step]:
        table, rng = self.table, self.rng
        stake = rng.choice((100, 100, 500, 600, 700, 1000, 1200, 250)) if table.house.amounts else 1
        tokens = int(table.document.tokens and rng.random() < 0.25)
        steps = [offer("bet", seat, spot, stake, tokens) for spot in (2, 1, 0)]
        if rng.random() < 0.08:
            steps.pop(rng.randrange(3))
        elif rng.random() < 0.08:
            steps.append(offer("bet", seat, rng.randrange(3), stake + 100))
        if table.document.has_side and rng.random() < 0.6:
            side = table.house.jackpot_stake or rng.choice((100, 300, 1000, 1100))
            steps.append(offer("bet", seat, 3, side if table.house.amounts else 1))
        return steps

    def _rig(self, seats: list[int]) -> None:
        """Wishes for good hands; otherwise a straight flush would be rare."""
        rng = self.rng
        self._wishes = {}
        suits = rng.sample("SHDC", 4)
        low = rng.randrange(2, 8)
        run = [RANKS[rank] + suits[0] for rank in range(low - 2, low + 6)]
        kind = rng.choice(("", "", "runs", "royal", "alike", "three", "flush", "pairs"))
        hands: list[list[str]] = []
        if kind in ("runs", "royal"):
            run = [rank + suits[0] for rank in "789TJQKA"] if kind == "royal" else run
            self._wishes = {"community 1": [run[3]], "community 2": [run[4]]}
            hands = [run[5:8], run[0:3]]
        elif kind == "alike":
            rank = rng.choice(RANKS)
            self._wishes = {"community 1": [rank + suits[0]]}
            hands = [[rank + suit for suit in suits[1:]]]
        elif kind == "three":
            start = rng.randrange(-1, 11)
            hands = [
                [RANKS[start + at] + suits[at % rng.choice((1, 2))] for at in range(3)],
                ["AS", "KS", "QS"],
            ]
        elif kind == "flush":
            faces = [rank + suits[0] for rank in rng.sample(RANKS, 8)]
            self._wishes = {"community 1": [faces[0]], "community 2": [faces[1]]}
            hands = [faces[2:5], faces[5:8]]
        elif kind == "pairs":
            one, two = rng.sample("9TJQKA", 2)
            self._wishes = {"community 1": [one + "S"], "community 2": [two + "S"]}
            hands = [[one + "H", two + "H", two + "D"], [one + "D"], [two + "C"]]
        for seat, hand in zip(rng.sample(seats, len(seats)), hands, strict=False):
            self._wishes[seat] = list(hand)

    def _next_card(self) -> str:
        table, rng = self.table, self.rng
        left = sorted(DECK - table.taken)
        wished = [card for card in self._wishes.get(table.plan[0], ()) if card in left]
        reserved = {card for cards in self._wishes.values() for card in cards}
        free = [card for card in left if card not in reserved] or left
        return wished[0] if wished else rng.choice(free)

    def slide(self, card: str, before_call: bool = False) -> Step:
        face = face_number(card)
        return ("slide", face, face + 1 if self.table.house.numbered else 0, before_call)

    # -- what waits for a decision -------------------------------------------------------------------

    def _answer(self) -> Step:
        table, rng = self.table, self.rng
        name = rng.choice(ANSWERS[table.pending])
        seat = table.pending_seat
        if name == "corrected":
            stakes = [stake for spot in MAIN if (stake := table.seats[seat].stakes[spot])]
            return offer(name, seat, 0, rng.choice([*stakes, table.least, 500]))
        if name == "move_hand":
            return boss(name, rng.randrange(1, SEATS + 1), rng.randrange(1, SEATS + 1))
        return boss(name, seat)

    def _about_held(self) -> Step:
        table, rng = self.table, self.rng
        if table.held_why == "foreign" and rng.random() < 0.7:
            on_table = table.held in [card for card, _ in table.lying]
            if on_table and rng.random() < 0.6:
                return boss("dismiss", 1)
            return boss("fault", WHATS.index("foreign card") + 1)
        return offer("next") if rng.random() < 0.5 else boss("dismiss")
