"""The wagers of one round, entered by the host (001 5, 9.2, 10.8): who staked what where, and what may be done with it.

Part of the game's fold: `judge` changes nothing, `apply` folds in what was judged lawful. Wagers are numbered from 1 in
the order of entry; a number is never used again in its round. Each has an area where it lies, which settles it, and
a home: where its player placed it (5.7).
"""

from micropython import const

from ..events import BETTING, BY_DEALER, BY_PATRON, VOIDED
from ..refusals import LAWFUL, NEEDS_REASON, NOT_AN_EVENT
from .areas import AREAS, suits_of, tier_of
from .derby_events import (
    ALL_AREAS,
    COLLECTED,
    PAID,
    PAYING,
    RACING,
    RESULT,
    SPOKEN,
    WAGER,
    WAGER_BACK,
    WAGER_MOVED,
)
from .derby_refusals import (
    AREA_NOT_WON,
    AREA_UNPAID,
    BAD_STAKE,
    BETS_CLOSED,
    COLLECT_FIRST,
    CONFIRM_FIRST,
    CONFIRMED,
    LOSER_STAYS,
    NO_RESULT,
    NO_SUCH_AREA,
    NO_SUCH_WAGER,
    NOT_MOVED,
    OUT_OF_LIMITS,
    PAY_FIRST,
    ROUND_VOID,
    SPOKEN_STAYS,
    WAGERS_FULL,
)
from .settlement import settle

MAX_WAGERS = const(40)
MAX_STAKE = const((1 << 30) - 1)

# A round's room in the journal is reserved before it starts, so what it may record is bounded.
SETTLE_RECORDS = const(
    10
)  # losers collected, nine areas paid; as many again each time it is unsettled
_ROOM = const(2 * MAX_WAGERS)  # all but the settlement: each may be placed and withdrawn
MAX_WAGER_RECORDS = const(_ROOM + SETTLE_RECORDS)

# What has become of a wager.
PLACED = const(0)
WITHDRAWN = const(1)  # before the call
TAKEN_IN = const(2)  # lost, and collected by the dealer
PAID_OUT = const(3)  # won, and its area is paid
TAKEN_UP = const(4)  # won, paid, and taken up by its player
RETURNED = const(5)  # of a void round

STATE_NAMES = ("placed", "withdrawn", "collected", "paid", "taken_up", "returned")


class Wagers:
    """`limits`: None, or (minimum, colour, suit, quinella, trifecta maximum); money counts in half chips (D3)."""

    def __init__(self, limits: tuple[int, int, int, int, int] | None) -> None:
        self.limits = limits
        self.count = 0  # wagers entered, withdrawn ones too
        self._used = 0  # of _ROOM
        self._collected = False
        self._seat = bytearray(MAX_WAGERS)
        self._area = bytearray(MAX_WAGERS)
        self._home = bytearray(MAX_WAGERS)
        self._spoken = bytearray(MAX_WAGERS)
        self._state = bytearray(MAX_WAGERS)
        self._stake = [0] * MAX_WAGERS

    def clear(self) -> None:
        """A new round: no wagers."""
        self.count = 0
        self._used = 0
        self._collected = False

    def unsettle(self) -> None:
        """The result was corrected after the payment (10.2): every wager is to be settled again."""
        self._collected = False
        for index in range(self.count):
            if TAKEN_IN <= self._state[index] <= TAKEN_UP:
                self._state[index] = PLACED

    # -- lawful or not

    def judge(
        self,
        event: int,
        arg: int,
        arg2: int,
        value: int,
        reason: int,
        phase: int,
        race_result: tuple[int, int, int, bool],
    ) -> int:
        """LAWFUL, or the refusal, in a phase of a round. `race_result` is (winner, second, third, protested), suits -1
        where undecided."""
        if not WAGER <= event <= PAID:
            return NOT_AN_EVENT
        if event == WAGER:
            return self._judge_wager(arg, value, phase)
        if event >= COLLECTED:
            return self._judge_settling(event, arg, phase, race_result)
        if not 1 <= arg <= self.count:
            return NO_SUCH_WAGER
        index = arg - 1
        if self._state[index] == WITHDRAWN or self._state[index] == RETURNED:
            return NO_SUCH_WAGER
        if event == WAGER_BACK:
            return self._judge_back(index, phase, race_result)
        if event == WAGER_MOVED:
            return self._judge_moved(index, arg2, phase)
        return self._judge_home(index, reason, phase)

    def _judge_wager(self, area: int, stake: int, phase: int) -> int:
        if phase != BETTING:
            return BETS_CLOSED  # 5.2, 5.3, 5.4(a), D8
        if not 0 <= area < AREAS:
            return NO_SUCH_AREA
        if not 0 < stake <= MAX_STAKE or stake & 1:
            return BAD_STAKE
        if self._beyond_limits(area, stake):
            return OUT_OF_LIMITS
        # Its own record, and room to withdraw it; so there are never more than MAX_WAGERS.
        return WAGERS_FULL if self._lacks(2, phase) else LAWFUL

    def _judge_back(self, index: int, phase: int, result: tuple[int, int, int, bool]) -> int:
        if phase == BETTING:
            return LAWFUL  # its room is kept
        if phase == PAYING:
            area = self._area[index]
            if not tier_of(area, result[0], result[1], result[2]):
                return LOSER_STAYS  # 5.5
            if self._state[index] == TAKEN_UP:
                return NO_SUCH_WAGER
            if self._unpaid(area):
                return AREA_UNPAID  # 5.4(b)
        elif phase != VOIDED:  # 10.8: all go back
            return BETS_CLOSED
        return WAGERS_FULL if self._lacks(1, phase) else LAWFUL

    def _judge_moved(self, index: int, area: int, phase: int) -> int:
        if phase == VOIDED:
            return ROUND_VOID
        if phase != BETTING and phase != RACING:
            return BETS_CLOSED  # 5.7: it counts where it lay when the result was determined
        if not 0 <= area < AREAS:
            return NO_SUCH_AREA
        if area == self._area[index]:
            return NOT_MOVED
        need = 1
        if phase == BETTING:
            if self._beyond_limits(area, self._stake[index]):
                return OUT_OF_LIMITS
        elif self._area[index] == self._home[index]:
            need = 3  # itself, its way home, and what is to be collected or paid once more then
        elif area == self._home[index]:
            return LAWFUL  # by itself: the room for its way home is free
        return WAGERS_FULL if self._lacks(need, phase) else LAWFUL

    def _judge_home(self, index: int, reason: int, phase: int) -> int:
        if phase == VOIDED:
            return ROUND_VOID
        if self._area[index] == self._home[index]:
            return NOT_MOVED
        if reason != BY_DEALER and reason != BY_PATRON:
            return NEEDS_REASON
        if reason == BY_DEALER and self._spoken[index]:
            return SPOKEN_STAYS
        # Collected by where it lay: it comes back and is settled anew. Paid by where it lay: it is too late.
        return LAWFUL if self._state[index] in (PLACED, TAKEN_IN) else BETS_CLOSED

    def _judge_settling(
        self, event: int, area: int, phase: int, result: tuple[int, int, int, bool]
    ) -> int:
        if phase == VOIDED:
            return ROUND_VOID
        if phase != PAYING:
            return CONFIRM_FIRST if phase == RESULT else NO_RESULT  # 9.1(c)
        losers = self._losers(result)
        if event == COLLECTED:
            return CONFIRMED if self._collected and not losers else LAWFUL
        if not 0 <= area < AREAS and area != ALL_AREAS:
            return NO_SUCH_AREA
        if losers:
            return COLLECT_FIRST  # 9.2
        return LAWFUL if self._unpaid(area) else AREA_NOT_WON

    def may_close(self, phase: int) -> int:
        """LAWFUL once the losers are collected and every area with winners is paid (9.2); a void round may (10.8)."""
        if phase != VOIDED:
            for index in range(self.count):
                if self._state[index] == PLACED:
                    return PAY_FIRST
        return LAWFUL

    # -- what happens

    def apply(
        self,
        event: int,
        arg: int,
        arg2: int,
        value: int,
        reason: int,
        phase: int,
        race_result: tuple[int, int, int, bool],
    ) -> None:
        """Fold in an event that was judged lawful with the same arguments."""
        index = arg - 1
        if event == COLLECTED:
            self._collected = True
            for index in range(self.count):
                if self._state[index] == PLACED and not self._tier(index, race_result):
                    self._state[index] = TAKEN_IN
            return
        if event == PAID:
            for index in range(self.count):
                if self._state[index] == PLACED and arg in (self._area[index], ALL_AREAS):
                    self._state[index] = PAID_OUT
            return
        self._used += 1
        if event == WAGER:
            index = self.count
            self.count += 1
            self._seat[index] = arg2
            self._area[index] = arg
            self._home[index] = arg
            self._stake[index] = value
            self._spoken[index] = reason == SPOKEN
            self._state[index] = PLACED
        elif event == WAGER_BACK:
            if phase == BETTING:
                self._state[index] = WITHDRAWN
            else:
                self._state[index] = TAKEN_UP if phase == PAYING else RETURNED
        elif event == WAGER_MOVED:
            self._area[index] = arg2
            if phase == BETTING:
                self._home[index] = arg2
        else:
            self._area[index] = self._home[index]
            self._state[index] = PLACED
            self._used += 1  # what is to be collected or paid once more if settling has begun

    # -- what there is

    def row(self, number: int) -> tuple[int, int, int, int, bool, int]:
        """(seat, area, home, stake, spoken, state) of a wager."""
        index = self._index(number)
        return (
            self._seat[index],
            self._area[index],
            self._home[index],
            self._stake[index],
            bool(self._spoken[index]),
            self._state[index],
        )

    def snapshot(self) -> tuple[object, ...]:
        """All of the state, to compare a replay with what it replays."""
        rows = [self.row(number) for number in range(1, self.count + 1)]
        return (tuple(rows), self._used, self._collected)

    def settle(
        self, number: int, result: tuple[int, int, int, bool] | None
    ) -> tuple[int, int, int]:
        """(profit, collected, returned) of a wager; `result` is what Derby.result() gives."""
        index = self._index(number)
        if self._state[index] == WITHDRAWN or self._state[index] == RETURNED:
            return 0, 0, self._stake[index]
        return settle(self._area[index], self._stake[index], result)

    def _index(self, number: int) -> int:
        if not 1 <= number <= self.count:
            raise ValueError("no such wager")
        return number - 1

    def _tier(self, index: int, result: tuple[int, int, int, bool]) -> int:
        return tier_of(self._area[index], result[0], result[1], result[2])

    def _losers(self, result: tuple[int, int, int, bool]) -> bool:
        """Is there a losing wager that is not collected yet?"""
        return any(
            self._state[index] == PLACED and not self._tier(index, result)
            for index in range(self.count)
        )

    def _unpaid(self, area: int) -> bool:
        """Is there a wager on the area that is not settled yet? Losers are collected before, so it has won."""
        return any(
            self._state[index] == PLACED and area in (self._area[index], ALL_AREAS)
            for index in range(self.count)
        )

    def _beyond_limits(self, area: int, stake: int) -> bool:
        limits = self.limits
        return limits is not None and not limits[0] <= stake <= limits[1 + len(suits_of(area))]

    def _lacks(self, need: int, phase: int) -> bool:
        """Would so many records more be too many? Before the call room is kept to withdraw each wager, after it for
        each moved one to go home."""
        kept = 0
        for index in range(self.count):
            if phase == BETTING:
                kept += self._state[index] == PLACED
            elif self._area[index] != self._home[index]:
                kept += 2
        return self._used + kept + need > _ROOM
