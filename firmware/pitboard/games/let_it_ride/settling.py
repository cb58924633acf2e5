"""What becomes of every wager: profit, collected, returned; exact integers in money units.

Of every stake, collected + returned is the whole. The order of settling matters only where a player-dealer covers
(004, L9): it is the order in which the cover is used up. A void hand's wagers go back, side wagers too (L12).
"""

from array import array

from micropython import const

from . import pack as topics
from .house import A_HAND, A_WAGER, BALANCE, ROUND_UP, SEPARATE
from .ride_events import BOTH, COLLECT, FORFEITED, IN, PAY, SIDE, SPOTS
from .seats import MOST_SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .house import House
    from .pack import Pack
    from .seats import Seats

_CELLS = const(28)  # MOST_SEATS * SPOTS
_HUNDRED = const(100)


class Settling:
    def __init__(self, pack: "Pack", house: "House", seats: "Seats", threes: bytearray) -> None:
        """`threes` has each seat's category of its own three cards (002 Side Bets)."""
        self._pack = pack
        self._house = house
        self._seats = seats
        self._threes = threes
        # Odds up to 1000 to 1 on stakes of 32 bits: 64 bits for the profit.
        self.profit = array("Q", [0] * _CELLS)
        self.collected = array("I", [0] * _CELLS)
        self.returned = array("I", [0] * _CELLS)
        self.envy = array("I", [0] * (MOST_SEATS + 1))
        self.shares = 0  # hands that take a share of the jackpot
        self._paid = 0  # of the player-dealer's cover
        self._taken = 0

    # -- the order ----------------------------------------------------------------------------------

    def seats_in_order(self, action: int) -> "Iterator[int]":
        """From the dealer's right counterclockwise, or from the Action seat (L10)."""
        number = self._seats.number
        step = 1 if action and self._house.action_clockwise else -1
        seat = action or number
        for _ in range(number):
            yield seat
            seat = (seat - 1 + step) % number + 1

    def order(self, action: int) -> "Iterator[tuple[int, int]]":
        """(seat, COLLECT, PAY or BOTH) in the pack's order; seats with nothing to do are left out."""
        if self._pack.values[topics.SETTLING_ORDER] == topics.HANDS_IN_TURN:
            for seat in self.seats_in_order(action):
                if self._seats.has_any(seat):
                    yield seat, BOTH
            return
        for part in (COLLECT, PAY):
            for seat in self.seats_in_order(action):
                if self._has(seat, part):
                    yield seat, part

    def _has(self, seat: int, part: int) -> bool:
        taken, paid = self.due(seat)
        return taken > 0 if part == COLLECT else paid + self.kept(seat) > 0

    def due(self, seat: int) -> tuple[int, int]:
        """What is collected from a seat that has lost it, and what is paid to it."""
        at = (seat - 1) * SPOTS
        taken = sum(self.collected[at : at + SPOTS]) - self.kept(seat)
        return taken, sum(self.profit[at : at + SPOTS]) + self.envy[seat]

    def kept(self, seat: int) -> int:
        """Of winning wagers: tokens, the stake beside a share of the jackpot (L14, L28). Taken as they are paid."""
        at = (seat - 1) * SPOTS
        return sum(self.collected[at + spot] for spot in range(SPOTS) if self._has_won(seat, spot))

    # -- the amounts --------------------------------------------------------------------------------

    def compute(self, jackpot: int, cover: int, action: int) -> None:
        """All wagers at once, by the declared hands."""
        seats = self._seats
        self._count_shares()
        self._nothing()
        for seat in range(1, seats.number + 1):
            if seats.has_any(seat):
                for spot in range(SPOTS):
                    self._settle(seat, spot, jackpot)
        self._cap_hands()
        self._pay_envy()
        if self._pack.values[topics.SEATS_PLAYER_DEALER]:
            self._cover(cover, action)
        if not self._house.tokens_back:
            for seat in range(1, seats.number + 1):
                for spot in range(SPOTS):
                    self._keep_tokens(seat, spot)

    def _nothing(self) -> None:
        for cell in range(_CELLS):
            self.profit[cell] = 0
            self.collected[cell] = 0
            self.returned[cell] = 0
        for seat in range(MOST_SEATS + 1):
            self.envy[seat] = 0

    def refund(self) -> None:
        """A void round: all back, but what was forfeited (L12, 000 14.5)."""
        seats = self._seats
        self.shares = 0
        for seat in range(1, MOST_SEATS + 1):
            self.envy[seat] = 0
            forfeited = seats.states[seat] == FORFEITED
            for spot in range(SPOTS):
                stake = seats.stake(seat, spot)
                lost = forfeited and not seats.is_withdrawn(seat, spot)
                self._set(seat, spot, 0, stake if lost else 0, 0 if lost else stake)

    def _set(self, seat: int, spot: int, profit: int, collected: int, returned: int) -> None:
        at = (seat - 1) * SPOTS + spot
        self.profit[at] = profit
        self.collected[at] = collected
        self.returned[at] = returned

    def _settle(self, seat: int, spot: int, jackpot: int) -> None:
        seats = self._seats
        stake = seats.stake(seat, spot)
        state = seats.states[seat]
        if state == FORFEITED and not seats.is_withdrawn(seat, spot):
            self._set(seat, spot, 0, stake, 0)
        elif state != IN or not stake or seats.is_withdrawn(seat, spot):
            self._set(seat, spot, 0, 0, stake)
        elif spot == SIDE:
            self._settle_side(seat, stake, jackpot)
        else:
            most = self._most()
            counted = min(stake, most) if most else stake  # 000 6.3, L5
            odds = self._pack.pay[self._house.pay_table][seats.hands[seat] - 1]
            if odds:
                profit = counted * odds
                if self._house.payout_scope == A_WAGER:
                    profit = min(profit, self._house.payout_most)  # 000 10.2, L6
                self._set(seat, spot, profit, 0, stake)
            else:
                self._set(seat, spot, 0, counted, stake - counted)

    def _most(self) -> int:
        """What a wager is paid or collected up to; 0 if all of it."""
        pack = self._pack
        if pack.values[topics.WAGERS_ABOVE_MOST] != topics.ABOVE_CAP:
            return 0
        return pack.values[topics.WAGERS_MOST] or self._house.most

    def _settle_side(self, seat: int, stake: int, jackpot: int) -> None:
        pack = self._pack
        if pack.bonus:  # on the own three cards (002 Side Bets)
            odds = pack.bonus[self._threes[seat]]
            self._set(seat, SIDE, stake * odds, 0 if odds else stake, stake if odds else 0)
            return
        category = self._seats.hands[seat] - 1
        share = pack.shares[category]
        if share:
            # Two shares in one round are held for the operator, never paid by the device (L8).
            profit = self._part_of(jackpot, share) if self.shares == 1 else 0
            back = self._house.share_stake_back  # L14
            self._set(seat, SIDE, profit, 0 if back else stake, stake if back else 0)
            return
        odds = pack.jackpot[category]
        self._set(seat, SIDE, stake * odds, 0 if odds else stake, stake if odds else 0)

    def _part_of(self, jackpot: int, share: int) -> int:
        part = jackpot * share
        if self._house.share_rounding == ROUND_UP:
            part += _HUNDRED - 1
        return part // _HUNDRED

    def _count_shares(self) -> None:
        """Hands with the progressive wager that take a share (003 4.2)."""
        seats = self._seats
        self.shares = 0
        if not self._pack.shares:
            return
        for seat in range(1, seats.number + 1):
            if seats.states[seat] == IN and seats.stake(seat, SIDE):
                self.shares += self._pack.shares[seats.hands[seat] - 1] > 0

    def _pay_envy(self) -> None:
        """To every other player with the progressive wager, once for each such hand (003 3.20, L7, L8)."""
        seats = self._seats
        envy = self._pack.envy
        if not envy:
            return
        for holder in range(1, seats.number + 1):
            amount = envy[seats.hands[holder] - 1] if seats.states[holder] == IN else 0
            if not amount:
                continue
            for seat in range(1, seats.number + 1):
                if seat != holder and seats.states[seat] == IN and seats.stake(seat, SIDE):
                    self.envy[seat] += amount

    def _cap_hands(self) -> None:
        """A maximum payout for a hand and round goes to its wagers in their order (L6)."""
        if self._house.payout_scope != A_HAND:
            return
        for seat in range(MOST_SEATS):
            left = self._house.payout_most
            for cell in range(seat * SPOTS, seat * SPOTS + SIDE):
                self.profit[cell] = min(self.profit[cell], left)
                left -= self.profit[cell]

    # -- the player-dealer --------------------------------------------------------------------------

    def _cover(self, cover: int, action: int) -> None:
        """Payments and collections only as far as the player-dealer's wager goes (004 Betting scheme 4, L9)."""
        self._paid = 0
        self._taken = 0
        for seat, part in self.order(action):
            for spot in range(SIDE):
                at = (seat - 1) * SPOTS + spot
                if self.profit[at]:
                    if not part & PAY:
                        continue
                    self.profit[at] = min(self.profit[at], self._may_pay(cover))
                    self._paid += self.profit[at]
                elif self.collected[at] and part & COLLECT:
                    taken = min(self.collected[at], self._may_take(cover))
                    self.returned[at] += self.collected[at] - taken
                    self.collected[at] = taken
                    self._taken += taken

    def _may_pay(self, cover: int) -> int:
        mode = self._house.covers
        if mode == SEPARATE:
            return cover - self._paid
        if mode == BALANCE:
            return cover + self._taken - self._paid
        return cover - self._paid - self._taken

    def _may_take(self, cover: int) -> int:
        mode = self._house.covers
        if mode == SEPARATE:
            return cover - self._taken
        if mode == BALANCE:  # never wins more than the wager (Round of Play 13)
            return cover + self._paid - self._taken
        return cover - self._paid - self._taken

    def _keep_tokens(self, seat: int, spot: int) -> None:
        """A winning promotional token goes back or is kept, as the house says (000 1.1, L28)."""
        at = (seat - 1) * SPOTS + spot
        seats = self._seats
        if not seats.is_tokens(seat, spot) or not self._has_won(seat, spot):
            return
        kept = min(self.returned[at], self._most() or self.returned[at]) if spot != SIDE else self.returned[at]
        self.collected[at] += kept
        self.returned[at] -= kept

    def _has_won(self, seat: int, spot: int) -> bool:
        """Whatever is left of its profit under a maximum or a cover, or of a share that is held (L8)."""
        seats, pack = self._seats, self._pack
        hand = seats.hands[seat] - 1
        if seats.states[seat] != IN or hand < 0 or not seats.stake(seat, spot) or seats.is_withdrawn(seat, spot):
            return False
        if spot != SIDE:
            return pack.pay[self._house.pay_table][hand] > 0
        if pack.bonus:
            return pack.bonus[self._threes[seat]] > 0
        return self.is_share(seat) or pack.jackpot[hand] > 0

    def is_share(self, seat: int) -> bool:
        """Whether its hand takes a part of the jackpot: money, whatever the stake is (003 4.2)."""
        hand = self._seats.hands[seat]
        return hand > 0 and bool(self._pack.shares) and self._pack.shares[hand - 1] > 0
