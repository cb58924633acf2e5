"""A Let It Ride table in one's hands: events by name, cards by text, refusals as exceptions. For tests of the rules."""

from functools import cache
from typing import Any

from pitboard.app.hand_file import open_tables
from pitboard.games import cards, events, refusals
from pitboard.games.let_it_ride import faults, ride_refusals
from pitboard.games.let_it_ride import pack as topics
from pitboard.games.let_it_ride import ride_events as ride
from pitboard.games.let_it_ride.house import COMMON, NO_CAP, ROUND_DOWN, House
from pitboard.games.let_it_ride.let_it_ride import LetItRide
from pitboard.games.let_it_ride.pack import Pack
from pitctl.packs.compile import compile_pack
from pitctl.packs.load import load_pack

SHOE, SHUFFLER, HAND = 0, 1, 3
NSW, CHARITY, MBS, CALIFORNIA = (
    f"{name}-let-it-ride" for name in ("nsw", "charity", "mbs", "california")
)
SOURCE = {NSW: SHOE, CHARITY: HAND, MBS: SHOE, CALIFORNIA: SHUFFLER}
SUPERVISOR, DEALER = events.SUPERVISOR, events.DEALER
REASON = 10  # dispute
JACKPOT = 1_000_000  # what the meter shows when the table opens (003 4.2)
SPOTS = {"1": ride.ONE, "2": ride.TWO, "$": ride.DOLLAR, "side": ride.SIDE}

# Of a house that sets nothing.
DEFAULTS = {
    "source": 0,
    "decks": 1,
    "amounts": True,
    "least": 100,
    "most": 0,
    "unit": 0,
    "payout_most": 0,
    "payout_scope": NO_CAP,
    "pay_table": 0,
    "covers": COMMON,
    "action_clockwise": False,
    "jackpot_stake": 0,
    "share_rounding": ROUND_DOWN,
    "share_stake_back": True,
    "tokens_back": True,
    "fee_bet": 0,
    "fee_bank": 0,
    "bottom_first": False,
}

_CODES = {
    code: name.lower()
    for module in (refusals, ride_refusals)
    for name, code in vars(module).items()
    if name.isupper() and isinstance(code, int)
}


class Refused(Exception):
    """Carries the refusal's name, e.g. `bets_closed`."""


@cache
def compiled(pack: str) -> dict[str, Any]:
    return compile_pack(load_pack(pack))


def card(text: str) -> int:
    return cards.parse(text.encode())


class Play:
    """A table of a pack; opened, shuffled and idle unless `closed`. Every event goes the way of table/table.py."""

    def __init__(self, pack: str, *, closed: bool = False, **house: Any) -> None:
        wanted = {**DEFAULTS, "source": SOURCE[pack], "decks": 2 if pack == CALIFORNIA else 1, **house}
        data = compiled(pack)
        self.make = lambda: LetItRide(Pack(data), House(wanted), 0, open_tables)
        self.game = self.make()
        self.pack_name = pack
        self.log: list[tuple[int, ...]] = []
        if not closed:
            self.open_table()

    # -- events

    def do(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, role: int = SUPERVISOR,
        who: int = 0,
    ) -> None:  # fmt: skip
        """Judge and apply, as the table does; a refusal is an exception and changes nothing."""
        game = self.game
        before = game.snapshot()
        refusal = (
            game.allowed(event)
            or game.authority(event, arg, arg2, value, role, reason)
            or game.judge(event, arg, arg2, value, reason, who)
        )
        assert game.snapshot() == before, "judging changes nothing"
        if refusal:
            raise Refused(_CODES[refusal])
        self._apply(event, arg, arg2, value, reason, who)
        while (follow := game.due()) is not None:
            self._apply(*follow)

    def _apply(self, *event: int) -> None:
        self.game.apply(*event)
        self.log.append(event)

    def replayed(self) -> LetItRide:
        """Another table that has only the journal."""
        other = self.make()
        for event in self.log:
            other.apply(*event)
        return other

    # -- the table

    def open_table(self) -> None:
        self.do(events.LAMP_TEST)
        self.do(events.LAMPS_SEEN, 1)
        if self.game.pack.values[topics.CARDS_PRECHECKED]:
            self.do(events.PRECHECKED)
        else:
            self.check_deck()
        self.do(events.TABLE_OPEN)
        if self.pack_name == MBS:
            self.do(ride.JACKPOT, value=JACKPOT)
        if self.pack_name == CHARITY:
            self.do(ride.SEEN)
            self.do(ride.WASHED)

    def check_deck(self) -> None:
        """All cards are there, and both persons say so."""
        self.do(events.CHECK)
        self.game.opening.check.assume_complete()
        self.do(events.CHECKED, 1)
        self.do(events.CHECK_YES, DEALER, role=DEALER, who=2)
        if self.phase == "checking":
            self.do(events.CHECK_YES, SUPERVISOR, who=1)

    def shuffle(self) -> None:
        self.do(events.SHUFFLED)
        if self.game.shoe.needs_cut():
            self.do(events.CUT)

    def open_betting(self) -> None:
        if not self.game.shoe.ready():
            self.shuffle()
        self.do(events.OPEN, self.game.next_deck(), self.game.shoe.source)

    def bet(self, seat: int, stake: int = 500, side: int = 0, **how: int) -> None:
        """Three equal wagers, and the side wager if any."""
        for spot in ("1", "2", "$"):
            self.put(seat, spot, stake, **how)
        if side:
            self.put(seat, "side", side, **how)

    def put(self, seat: int, spot: str, stake: int, **how: int) -> None:
        self.do(ride.BET, seat, SPOTS[spot], stake, **how)

    def bank(self, position: int = 8, wager: int = 100_000) -> None:
        self.do(ride.BANK, position, 0, wager)

    def call(self) -> None:
        self.do(events.NO_MORE_BETS, role=DEALER)

    def start(self, *seats: int, stake: int = 500, side: int = 0) -> None:
        """Up to the call, with equal wagers at these seats."""
        self.open_betting()
        if self.pack_name == CALIFORNIA:
            self.bank()
        for seat in seats:
            self.bet(seat, stake, side)
        self.call()

    def draw(self, text: str) -> None:
        self.do(events.DRAWN, card(text), self.game.place(), role=DEALER)

    def deal(self, hands: dict[int, str], community: str, discard: str = "2C") -> None:
        """Deals so that the seats have these hands: `{2: "TH TD 5S"}`, "KD KC". Order is the table's own."""
        left = {seat: hand.split() for seat, hand in hands.items()}
        left |= {8: [community.split(maxsplit=1)[0]], 9: [community.split()[1]], 10: [discard]}
        while place := self.game.deal.next_place():
            self.draw(left[place].pop(0))

    def look(self) -> None:
        self.do(ride.LOOK, role=DEALER)

    def decide(self, *choices: tuple[int, str]) -> None:
        """(seat, "ride" or "withdraw") in turn."""
        for seat, choice in choices:
            self.do(ride.DECIDE, seat, ride.RIDE if choice == "ride" else ride.WITHDRAW, role=DEALER)

    def decide_all(self, choice: str = "ride") -> None:
        while seat := self.game.next_to_decide():
            self.decide((seat, choice))

    def turn(self) -> None:
        which = 1 if self.game.phase == ride.TURNING_1 else 2
        self.do(ride.TURN, which, 0, self.game.deal.community(which), role=DEALER)

    def show(self) -> int:
        seat = self.game.next_to_show()
        self.do(ride.SHOW, seat, self.game.proposed(seat), self.game.hand_value(seat), role=DEALER)
        return seat

    def declare(self) -> None:
        seat = self.game.next_to_declare()
        self.do(ride.DECLARE, seat, self.game.proposed(seat), role=DEALER)

    def show_all(self) -> list[int]:
        """Every hand is turned and declared; the seats in the order of showing."""
        order: list[int] = []
        while self.game.next_to_show():
            order.append(self.show())
            self.declare()
        return order

    def to_settling(self, choice: str = "ride") -> list[int]:
        """From the end of the deal to the settlement, all seats deciding alike; the order of showing."""
        self.look()
        self.decide_all(choice)
        self.turn()
        self.decide_all(choice)
        self.turn()
        return self.show_all()

    def settle_all(self) -> list[tuple[int, int]]:
        order: list[tuple[int, int]] = []
        while self.game.next_to_settle()[0]:
            order.append(self.game.next_to_settle())
            self.do(ride.SETTLED, *order[-1], role=DEALER)
        return order

    def close(self) -> None:
        self.do(events.CLOSE, role=DEALER)

    def fault(self, what: int, seat: int = 0, **how: int) -> None:
        self.do(ride.FAULT, what, seat, reason=REASON, **how)

    # -- money

    def money(self, seat: int, spot: str) -> tuple[int, int, int]:
        """(profit, collected, returned) of one wager."""
        at = (seat - 1) * ride.SPOTS + SPOTS[spot]
        settling = self.game.settling
        return settling.profit[at], settling.collected[at], settling.returned[at]

    @property
    def phase(self) -> str:
        return ride.PHASE_NAMES[self.game.phase]


__all__ = ["CALIFORNIA", "CHARITY", "MBS", "NSW", "Play", "Refused", "card", "faults", "ride"]
