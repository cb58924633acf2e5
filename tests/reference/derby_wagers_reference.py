"""Wagers on the layout of a Derby table, written from 001 5 and 9.2 and the readings, and from nothing else.

A wager is chips lying on an area; money is exact fractions; areas are the words of derby_reference. An answer of None
means that the rules leave it to the device.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from tests.reference import derby_reference

Answer = bool | None
Winning = dict[str, tuple[str, str]]  # of derby_reference: area -> how right, odds

LYING = "lying"
BACK = "back"  # with its player: withdrawn before the call, or returned from a void round
COLLECTED = "collected"
PAID = "paid"
TAKEN_UP = "taken up"  # by its player, after it was paid
EVERYWHERE = "all areas"
KIND_OF_SUITS = {1: "suit", 2: "quinella", 3: "trifecta"}


def kind_of(area: str) -> str:
    return "colour" if area in ("red", "black") else KIND_OF_SUITS[len(area.split())]


@dataclass
class Wager:
    seat: int
    placed_on: str
    lies_on: str
    stake: Fraction
    spoken: bool
    where: str = LYING


@dataclass
class Layout:
    """Every wager of one round, in the order in which they were made; numbers count from 1."""

    least: int
    most: dict[str, int]
    wagers: list[Wager] = field(default_factory=list[Wager])

    def clear(self) -> None:
        self.wagers = []

    def lying(self) -> list[Wager]:
        return [wager for wager in self.wagers if wager.where == LYING]

    def _wager(self, number: int, *where: str) -> Wager | None:
        if not 1 <= number <= len(self.wagers):
            return None
        wager = self.wagers[number - 1]
        return wager if wager.where in where else None

    def losers(self, winning: Winning) -> list[Wager]:
        return [wager for wager in self.lying() if wager.lies_on not in winning]

    def lie_on(self, area: str | None) -> list[Wager]:
        return [wager for wager in self.lying() if area in (wager.lies_on, EVERYWHERE)]

    # -- what may be done -----------------------------------------------------------------------

    def may_place(self, phase: str, area: str | None, stake: int) -> Answer:
        """5.2, 5.4(a): only before the call; within the notices of the table (2.0); whole chips (D3)."""
        if phase != "betting" or area is None:
            return False
        if stake <= 0 or stake % 2 or stake < self.least:
            return False
        return stake <= self.most[kind_of(area)]

    def may_take_up(self, phase: str, number: int) -> Answer:
        if phase in ("betting", "voided"):  # 5.4 binds after the call; 10.8 returns every wager
            return self._wager(number, LYING, COLLECTED, PAID, TAKEN_UP) is not None
        wager = self._wager(number, PAID)
        if phase != "paying" or wager is None:
            return False  # 5.4(b), 5.5
        return not self.lie_on(wager.lies_on)

    def may_move(self, phase: str, number: int, area: str | None) -> Answer:
        """A record of what happened on the layout; it counts until the result is determined (5.7)."""
        wager = self._wager(number, LYING)
        if wager is None or area is None or phase not in ("betting", "racing"):
            return False
        if phase == "betting" and self.may_place(phase, area, wager.stake.numerator) is False:
            return False
        return None if wager.lies_on == area else True

    def may_go_home(self, phase: str, number: int, reason: str) -> Answer:
        """5.7 proviso: moved by the dealer or by another patron; not a spoken wager that the dealer misplaced."""
        wager = self._wager(number, LYING, COLLECTED)
        if wager is None or wager.lies_on == wager.placed_on:
            return False
        if phase not in ("racing", "result", "paying"):
            return None
        if reason == "by_dealer":
            return not wager.spoken
        return True if reason == "by_patron" else None

    def may_collect(self, phase: str, winning: Winning) -> Answer:
        """9.2: once the result is confirmed, first the losing ones."""
        if phase != "paying":
            return False
        return True if self.losers(winning) else None

    def may_pay(self, phase: str, area: str | None, winning: Winning) -> Answer:
        """9.2: the winning ones of an area, after the losing ones of all are collected."""
        if phase != "paying" or self.losers(winning):
            return False
        if area not in winning and area != EVERYWHERE:
            return False
        return True if self.lie_on(area) else None

    # -- what happens -----------------------------------------------------------------------------

    def place(self, seat: int, area: str, stake: int, spoken: bool) -> None:
        self.wagers.append(Wager(seat, area, area, Fraction(stake), spoken))

    def take_up(self, phase: str, number: int) -> None:
        self.wagers[number - 1].where = TAKEN_UP if phase == "paying" else BACK

    def move(self, phase: str, number: int, area: str) -> None:
        """Before the call it is its player's choice, so that is its place from now on."""
        wager = self.wagers[number - 1]
        wager.lies_on = area
        if phase == "betting":
            wager.placed_on = area

    def go_home(self, number: int) -> None:
        wager = self.wagers[number - 1]
        wager.lies_on = wager.placed_on
        wager.where = LYING

    def collect(self, winning: Winning) -> None:
        for wager in self.losers(winning):
            wager.where = COLLECTED

    def pay(self, area: str) -> None:
        for wager in self.lie_on(area):
            wager.where = PAID

    def unsettle(self) -> None:
        """10.2: the result was corrected; all wagers are taken and paid anew, by the cards."""
        for wager in self.wagers:
            if wager.where != BACK:
                wager.where = LYING

    def settled(
        self, race: derby_reference.Race | None
    ) -> list[tuple[Fraction, Fraction, Fraction]]:
        """(profit, collected, returned) of each wager; a race of None is a void round."""
        return [
            derby_reference.settle(
                None if wager.where == BACK else race, wager.lies_on, wager.stake
            )
            for wager in self.wagers
        ]
