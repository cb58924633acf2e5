"""The seats of a round: stakes on "1", "2", "$" and the side spot, decisions, how each seat stands.

Seats count from 1, clockwise from the dealer's left. Allocates in the constructor only.
"""

from array import array

from micropython import const

from .ride_events import (
    DOLLAR,
    IN,
    ONE,
    OUT,
    RIDE,
    SIDE,
    SPOTS,
    TWO,
    UNDECIDED,
    WITHDRAW,
)

MOST_SEATS = const(7)


class Seats:
    def __init__(self, number: int) -> None:
        self.number = number
        self._stakes = array("I", [0] * (MOST_SEATS * SPOTS))
        self._tokens = bytearray(MOST_SEATS + 1)  # a bit for each spot: promotional tokens (000 5.1)
        self._decisions = bytearray(2 * (MOST_SEATS + 1))  # on "1", on "2"
        self.states = bytearray(MOST_SEATS + 1)
        self.hands = bytearray(MOST_SEATS + 1)  # declared category + 1, 0 before
        self.locked = 0  # a bit for each seat
        self.idle = bytearray(MOST_SEATS + 1)  # rounds without a wager (000 14.9)
        self.clear()

    def clear(self) -> None:
        """Everything of a round; locks and idle rounds stay."""
        for at in range(MOST_SEATS * SPOTS):
            self._stakes[at] = 0
        for seat in range(MOST_SEATS + 1):
            self._tokens[seat] = 0
            self._decisions[2 * seat] = UNDECIDED
            self._decisions[2 * seat + 1] = UNDECIDED
            self.states[seat] = OUT
            self.hands[seat] = 0
        self.first = 0  # the seat that plays before the others (000 12.12.1)

    # -- stakes

    def stake(self, seat: int, spot: int) -> int:
        return self._stakes[(seat - 1) * SPOTS + spot]

    def set_stake(self, seat: int, spot: int, stake: int, tokens: bool) -> None:
        self._stakes[(seat - 1) * SPOTS + spot] = stake
        bit = 1 << spot
        self._tokens[seat] = (self._tokens[seat] | bit) if tokens and stake else self._tokens[seat] & ~bit

    def is_tokens(self, seat: int, spot: int) -> bool:
        return bool(self._tokens[seat] & 1 << spot)

    def take_away(self, seat: int) -> None:
        for spot in range(SPOTS):
            self.set_stake(seat, spot, 0, False)

    def has_any(self, seat: int) -> bool:
        return any(self.stake(seat, spot) for spot in range(SPOTS))

    def has_main(self, seat: int) -> bool:
        return any(self.stake(seat, spot) for spot in range(SIDE))

    def is_equal(self, seat: int) -> bool:
        """Three equal wagers (000 5.2, 002 Wagers para 4, 003 3.4, 004 Betting scheme 3); what is withdrawn is none."""
        stake = self.stake(seat, DOLLAR)
        return stake > 0 and all(
            self.stake(seat, spot) == stake or self.is_withdrawn(seat, spot) for spot in (ONE, TWO)
        )

    def first_unequal(self) -> int:
        """The first seat whose wagers are not three equal ones; 0 if there is none."""
        for seat in range(1, self.number + 1):
            if self.has_any(seat) and not self.is_equal(seat):
                return seat
        return 0

    # -- decisions

    def decision(self, seat: int, which: int) -> int:
        return self._decisions[2 * seat + which - 1]

    def decide(self, seat: int, which: int, decision: int) -> None:
        self._decisions[2 * seat + which - 1] = decision

    def is_withdrawn(self, seat: int, spot: int) -> bool:
        return spot < DOLLAR and self._decisions[2 * seat + spot] == WITHDRAW

    def ride_all(self, seat: int) -> None:
        """What is not decided rides (000 8.11, 12.14, L26)."""
        for which in (1, 2):
            if self.decision(seat, which) == UNDECIDED:
                self.decide(seat, which, RIDE)

    def next_undecided(self, which: int) -> int:
        """Whose turn it is: clockwise from the dealer's left, the seat that was put first before all; 0 if none."""
        if self._waits(self.first, which):
            return self.first
        for seat in range(1, self.number + 1):
            if self._waits(seat, which):
                return seat
        return 0

    def _waits(self, seat: int, which: int) -> bool:
        return self.states[seat] == IN and self.decision(seat, which) == UNDECIDED

    # -- hands

    def playing(self) -> int:
        """How many hands are in the round."""
        return sum(self.states[seat] == IN for seat in range(1, self.number + 1))

    def note_idle(self) -> None:
        """At the end of a round (000 14.9)."""
        for seat in range(1, self.number + 1):
            played = self.has_any(seat)
            self.idle[seat] = 0 if played else min(self.idle[seat] + 1, 255)

    def snapshot(self) -> tuple[object, ...]:
        return (
            bytes(self._stakes),
            bytes(self._tokens),
            bytes(self._decisions),
            bytes(self.states),
            bytes(self.hands),
            self.locked,
            bytes(self.idle),
            self.first,
        )
