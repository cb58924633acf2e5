"""A layout with wagers, as the game shows it to games/wagers.py."""

from pitboard.games import events as ev
from pitboard.games.derby import areas
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import wagers as wg
from pitboard.games.derby.wagers import Wagers
from pitboard.games.refusals import LAWFUL

S, H, D, C = range(4)
Result = tuple[int, int, int, bool]
OPEN_RACE: Result = (-1, -1, -1, False)
RESULT: Result = (H, S, C, False)  # hearts, spades, clubs
RED, BLACK = areas.RED, areas.BLACK
HEARTS, SPADES = areas.area_of(H), areas.area_of(S)
HS, HSC = areas.area_of(H, S), areas.area_of(H, S, C)


class Layout:
    """Wagers, the phase and the race: what the game gives them."""

    def __init__(self, limits: tuple[int, int, int, int, int] | None = None) -> None:
        self.wagers = Wagers(limits)
        self.phase = ev.BETTING
        self.result = OPEN_RACE

    def judge(self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, why: int = 0) -> int:
        before = self.wagers.snapshot()
        args = (event, arg, arg2, value, why, self.phase, self.result)
        refusal = self.wagers.judge(*args)
        assert self.wagers.snapshot() == before
        if refusal == LAWFUL:
            self.wagers.apply(*args)
            assert self.wagers.snapshot() != before
        return refusal

    def place(self, *on: int, stake: int = 100, seat: int = 1, spoken: bool = False) -> None:
        for area in on:
            assert self.judge(derby.WAGER, area, seat, stake, derby.SPOKEN if spoken else 0) == LAWFUL

    def call(self) -> None:
        self.phase = derby.RACING

    def pay(self, result: Result = RESULT) -> None:
        """The race is over and confirmed."""
        self.phase, self.result = derby.PAYING, result

    def void(self) -> None:
        self.phase, self.result = ev.VOIDED, OPEN_RACE

    def state(self, number: int) -> str:
        return wg.STATE_NAMES[self.wagers.row(number)[5]]

    def settle(self, number: int) -> tuple[int, int, int]:
        return self.wagers.settle(number, self.result)
