"""What becomes of every wager of Let It Ride, the slow way: profit, collected, returned; whole hundredths.

No code is shared with the firmware. The table and its seats are plain values; nothing here changes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from tests.reference.ride_rules import MAIN, SEATS, SPOTS, Document, House

Cell = tuple[int, str]  # seat, spot


@dataclass
class Seat:
    """One playing area in a round."""

    stakes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SPOTS, 0))
    tokens: set[str] = field(default_factory=set[str])  # spots with promotional tokens
    decided: dict[str, str] = field(
        default_factory=dict[str, str]
    )  # "1" and "2": "withdraw", "ride"
    state: str = "out"  # in, void, folded, discarded, forfeited
    declared: str = ""
    three: str = ""  # what the own three cards are, once shown

    def is_withdrawn(self, spot: str) -> bool:
        return self.decided.get(spot) == "withdraw"

    def is_equal(self) -> bool:
        """000 5.2, 002 Wagers para 4, 003 3.4, 004 Betting scheme 3; what is withdrawn is back already (L26)."""
        lying = {self.stakes[spot] for spot in MAIN if not self.is_withdrawn(spot)}
        return len(lying) == 1 and 0 not in lying

    def has_any(self) -> bool:
        return any(self.stakes.values())

    def has_main(self) -> bool:
        return any(self.stakes[spot] for spot in MAIN)


Seats = dict[int, Seat]


@dataclass
class Fate:
    """Of a stake, collected and returned make up the whole."""

    profit: int = 0
    collected: int = 0
    returned: int = 0
    won: bool = False
    counted: int = 0  # of the stake, what is at play (000 6.3, L5)


@dataclass
class Settlement:
    fates: dict[Cell, Fate]
    envy: dict[int, int]
    shares: int = 0


def seat_order(house: House, action: int) -> list[int]:
    """From the dealer's right, counterclockwise, or from the Action seat in the house's direction (L10)."""
    if not action:
        return list(range(SEATS, 0, -1))
    step = 1 if house.clockwise else -1
    return [(action - 1 + step * at) % SEATS + 1 for at in range(SEATS)]


def returned_all(seats: Seats) -> Settlement:
    """A void round: all goes back but what was forfeited and not withdrawn before (L12, 000 14.5)."""
    fates: dict[Cell, Fate] = {}
    for number, seat in seats.items():
        for spot, stake in seat.stakes.items():
            lost = seat.state == "forfeited" and not seat.is_withdrawn(spot)
            fates[number, spot] = Fate(collected=stake) if lost else Fate(returned=stake)
    return Settlement(fates, dict.fromkeys(seats, 0))


def settle(
    document: Document, house: House, seats: Seats, jackpot: int, cover: int, action: int
) -> Settlement:
    holders = share_holders(document, seats)
    fates: dict[Cell, Fate] = {}
    for number, seat in seats.items():
        for spot in SPOTS:
            fates[number, spot] = _fate(document, house, seat, spot, jackpot, len(holders))
    _cap_payouts(house, fates)
    if document.has_bank:
        _use_up(house, fates, cover, action)
    _keep_tokens(house, seats, fates)
    return Settlement(fates, _envy(document, seats), len(holders))


def share_holders(document: Document, seats: Seats) -> list[int]:
    """003 4.2: hands with the progressive wager that take a part of the jackpot."""
    return [
        number
        for number, seat in seats.items()
        if seat.state == "in" and seat.stakes["side"] and seat.declared in document.shares
    ]


def _fate(
    document: Document, house: House, seat: Seat, spot: str, jackpot: int, holders: int
) -> Fate:
    stake = seat.stakes[spot]
    if seat.state != "in" or not stake or seat.is_withdrawn(spot):
        return Fate(returned=stake)  # void, folded, withdrawn: back (L12, L26)
    if spot == "side":
        return _side(document, house, seat, jackpot, holders)
    odds = document.pay[house.pay_table].get(seat.declared, 0)
    most = house.most if document.above_most == "cap" else 0
    counted = min(stake, most) if most else stake  # 000 6.3, L5
    if odds:
        return Fate(profit=odds * counted, returned=stake, won=True, counted=counted)
    return Fate(collected=counted, returned=stake - counted, counted=counted)


def _side(document: Document, house: House, seat: Seat, jackpot: int, holders: int) -> Fate:
    """Whatever was decided on "1" and "2" (002 Side Bets, 003 4.2)."""
    stake = seat.stakes["side"]
    if document.bonus:
        odds = document.bonus.get(seat.three, 0)
    elif seat.declared in document.shares:
        part = Fraction(jackpot * document.shares[seat.declared], 100)
        whole = floor(part) if house.rounding == "down" else ceil(part)
        # Two shares in one round are held for the operator (L8); the stake is as the house says (L14).
        profit = whole if holders == 1 else 0
        if house.share_stake_back:
            return Fate(profit=profit, returned=stake, won=True)
        return Fate(profit=profit, collected=stake, won=True)
    else:
        odds = document.progressive.get(seat.declared, 0)
    if odds:
        return Fate(profit=odds * stake, returned=stake, won=True, counted=stake)
    return Fate(collected=stake, counted=stake)


def _envy(document: Document, seats: Seats) -> dict[int, int]:
    """To every other player with the progressive wager, once for each such hand (003 3.20, L7, L8)."""
    paid = dict.fromkeys(seats, 0)
    for holder, seat in seats.items():
        amount = document.envy.get(seat.declared, 0) if seat.state == "in" else 0
        for number, other in seats.items():
            if number != holder and other.state == "in" and other.stakes["side"]:
                paid[number] += amount
    return paid


def _cap_payouts(house: House, fates: dict[Cell, Fate]) -> None:
    """000 10.2, L6; a hand's maximum goes to its wagers in the order "1", "2", "$" (not stated)."""
    for number in range(1, SEATS + 1):
        left = house.payout_most
        for spot in MAIN:
            fate = fates[number, spot]
            if house.payout_scope == "wager":
                fate.profit = min(fate.profit, house.payout_most)
            elif house.payout_scope == "hand":
                fate.profit = min(fate.profit, left)
                left -= fate.profit


def _use_up(house: House, fates: dict[Cell, Fate], cover: int, action: int) -> None:
    """The player-dealer pays and collects only as far as the wager goes (004 Betting scheme 4, L9).

    `common`: one amount for both. `separate`: one limit for payments, one for collections. `balance`: what was
    collected can be paid out again and the other way round, but never is more won or lost than the wager (Round of
    Play 13).
    """
    paid = taken = 0
    for number in seat_order(house, action):
        for spot in MAIN:
            fate = fates[number, spot]
            if fate.won:
                room = {
                    "common": cover - paid - taken,
                    "separate": cover - paid,
                    "balance": cover + taken - paid,
                }[house.covers]
                fate.profit = min(fate.profit, room)
                paid += fate.profit
            elif fate.collected:
                room = {
                    "common": cover - paid - taken,
                    "separate": cover - taken,
                    "balance": cover + paid - taken,
                }[house.covers]
                covered = min(fate.collected, room)
                fate.returned += fate.collected - covered
                fate.collected = covered
                taken += covered


def _keep_tokens(house: House, seats: Seats, fates: dict[Cell, Fate]) -> None:
    """A winning token is given back or not (000 1.1, L28); what was over the maximum goes back anyway (L5)."""
    if house.tokens_back:
        return
    for (number, spot), fate in fates.items():
        if fate.won and spot in seats[number].tokens:
            fate.collected, fate.returned = fate.counted, fate.returned - fate.counted


def items(
    document: Document, house: House, seats: Seats, settled: Settlement, action: int
) -> Sequence[tuple[int, str]]:
    """What the dealer does, in its order: (seat, "collect", "pay" or "both")."""
    order = seat_order(house, action)
    if document.in_turn:  # 004 Round of Play 9
        return [(number, "both") for number in order if seats[number].has_any()]
    done: list[tuple[int, str]] = []
    for number in order:  # 000 9.2.1, 002 Completion 17, L23
        if taken_and_paid(settled, number)[0]:
            done.append((number, "collect"))
    for number in order:
        # What is kept of a winning wager is taken when it is paid: it has not lost (L14, L28).
        kept = any(fate.won and fate.collected for fate in _of(settled, number))
        if kept or taken_and_paid(settled, number)[1]:
            done.append((number, "pay"))
    return done


def taken_and_paid(settled: Settlement, number: int) -> tuple[int, int]:
    """The money that goes from a seat's lost wagers to the house, and from the house to the seat."""
    fates = _of(settled, number)
    taken = sum(fate.collected for fate in fates if not fate.won)
    return taken, sum(fate.profit for fate in fates) + settled.envy[number]


def _of(settled: Settlement, number: int) -> list[Fate]:
    return [settled.fates[number, spot] for spot in SPOTS]
