"""The bet sensors at a Let It Ride table: what they record, and what they only tell. Why: docs/bet-sensors.md.

A sensor knows that something lies on a spot, neither how much nor whose hand put it there. While betting is open, and
only where the table does not track amounts, a chip is a wager and its going is a withdrawal (000 5.2, 5.3). After the
call a sensor decides nothing: a wager that is taken away in its seat's turn proposes a withdrawal (8.3.1), and all else
is named for the dealer, who has the steps for it. What a person has entered stands, whatever a sensor says.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app.fixed_times import left_ms
from pitboard.app.let_it_ride.bet_inputs import SAMPLE_MS, SPOTS, BetInputs
from pitboard.app.let_it_ride.bet_reader import BetReader
from pitboard.games import events
from pitboard.games.let_it_ride import faults
from pitboard.games.let_it_ride import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboard.app.dealing import Dealing
    from pitboard.app.let_it_ride.bet_reader import Expander
    from pitboard.games.let_it_ride.let_it_ride import LetItRide
    from pitboard.interfaces import Flag


# What is told, the most urgent first.
TAKEN = const(1)  # a wager in play was taken away, out of its turn (000 5.4, 003 5.7)
LATE = const(2)  # chips came after the call (000 5.3, 003 5.6)
NOT_RETURNED = const(3)  # a withdrawn wager still lies there (000 8.3.1)
DIFFERS = const(4)  # a person or a refusal says otherwise than the sensor
FLICKERS = const(5)  # the sensor; it is left out until it is quiet
STUCK = const(6)  # the sensor; it is left out until it moves
NOTE_NAMES = ("", "taken", "late", "not_returned", "differs", "flickers", "stuck")

_POLL_MS = const(250)  # a lost interrupt costs no more than this
_AFTER_MS = const(30)
_PATIENCE_MS = const(1000)  # until it is told: hands are still at it
_ENTRY_MS = const(5000)  # the same for what a person may be entering just now
_TAKEN_MS = const(1000)  # a wager is gone for good, where that alone is a decision
_MOST_CHANGES = const(150)  # wagers of a round that sensors may write; the rest of judging.MAX_CHANGES is people's


def spot_words(seat: int, spot: int) -> str:
    return "Seat " + str(seat) + " spot " + ("1", "2", "$", "side")[spot]


class BetSensors:
    """Two tasks, `run` and `poll`."""

    def __init__(
        self,
        expanders: "list[Expander]",
        wake: "Flag",
        game: "LetItRide",
        dealing: "Dealing",
        spots: "Sequence[int] | None" = None,
        takes_decisions: bool = False,
    ) -> None:
        """`spots`: as of BetInputs. `takes_decisions`: a wager taken away in its turn is withdrawn without a key."""
        self._wake = wake
        self._game = game
        self._dealing = dealing
        self._takes_decisions = takes_decisions
        self.inputs = BetInputs(len(expanders), spots)
        self.reader = BetReader(expanders, self.inputs, dealing.look)
        self._seen = 0  # spots that were sure at the last look
        self._happened = -1
        self._round = game.round_no
        self._phase = game.phase
        self._told = self._placed()  # wagers as the sensors know them from the game
        self._person = 0  # spots of which a person has said in this round what lies there
        self._unsure = 0  # they differed when the sensor was taken up: left to people, until it moves
        # Not looked at since a start in open betting: what differs may be what people have said before it.
        self._unseen = (1 << SPOTS) - 1 if game.phase == events.BETTING else 0
        self._refused = 0
        self._named = 0  # spots that were told as different in this round
        self._settled_with = 0  # differences that people know of
        self._found = game.found
        self._whose = 0  # phase and seat of the decision that is due
        self._taken_ms = -1  # since when its wager is gone
        self.proposed = 0  # the seat whose wager was taken away in its turn
        self._note = 0  # kind and spot of what is found, and since when
        self._note_ms = 0
        self._shown = 0

    # -- what others ask ----------------------------------------------------------------------------

    def note(self) -> "tuple[int, int, int]":
        """(kind, seat, spot) of what the dealer is told now; kind 0 if nothing."""
        at = self._shown & 31
        return self._shown >> 5, at // ride.SPOTS + 1, at % ride.SPOTS

    def troubles(self) -> "list[tuple[int, int, int]]":
        """(kind, seat, spot) of every sensor that is left out."""
        found = []
        for kind, bits in ((FLICKERS, self.inputs.flickering), (STUCK, self.inputs.stuck)):
            for at in range(SPOTS):
                if bits >> at & 1:
                    found.append((kind, at // ride.SPOTS + 1, at % ride.SPOTS))
        return found

    # -- tasks --------------------------------------------------------------------------------------

    async def run(self) -> None:
        while True:
            unsteady = await self.look(ticks_ms())
            await asyncio.sleep_ms(SAMPLE_MS)
            if not unsteady and not self.reader.is_pending():
                await self._wake.wait()

    async def poll(self) -> None:
        """The safety net: an interrupt that was lost, a phase that has changed, an expander that comes back."""
        while True:
            await asyncio.sleep_ms(left_ms(_POLL_MS, _AFTER_MS))
            self._wake.set()

    async def look(self, now_ms: int) -> bool:
        """One sample of everything, and what follows from it. True if the next one is due soon."""
        if not await self.reader.sample(now_ms):
            return True
        phase = self._game.phase
        self.inputs.shut(phase == events.CLOSED, now_ms)
        self.inputs.play(phase == events.BETTING or ride.DEALING <= phase <= ride.SHOWING)
        unsteady = self.inputs.settle(now_ms)
        return self._weigh(now_ms) or unsteady

    # -- what follows -------------------------------------------------------------------------------

    def _placed(self) -> int:
        """A bit for each spot with a stake."""
        seats = self._game.seats
        bits = 0
        for at in range(seats.number * ride.SPOTS):
            bits |= (seats.stake(at // ride.SPOTS + 1, at % ride.SPOTS) > 0) << at
        return bits

    def _weigh(self, now_ms: int) -> bool:
        """Compare the layout with the game. True if there is more to do at once."""
        game = self._game
        inputs = self.inputs
        sure = inputs.sure
        if (
            self._happened == self._dealing.happened
            and sure == self._seen
            and not inputs.changed
            and self._note == self._shown
            and self._taken_ms < 0
        ):
            return False
        self._happened = self._dealing.happened
        moved = inputs.changed & self._seen
        inputs.changed = 0
        fresh = sure & ~self._seen
        self._seen = sure
        self._refused &= ~moved
        self._unsure &= ~moved
        before, self._phase = self._phase, game.phase
        if self._phase == events.BETTING:
            if game.round_no != self._round:
                self._begin_round()
            elif fresh:
                differs = (inputs.present ^ self._told) & fresh
                self._person |= differs & self._unseen
                self._unsure |= differs & ~self._unseen
                self._unseen &= ~fresh
            more = self._bet(sure)
            self._find(now_ms, DIFFERS, (inputs.present ^ self._told) & sure)
            return more
        if before == events.BETTING:  # dealers know of these: they were named, or people have entered them
            self._settled_with = (inputs.present ^ self._placed()) & sure & (self._named | self._person)
        elif game.is_between_rounds() and before != self._phase:
            inputs.round_over()
        if ride.DEALING <= self._phase <= ride.SHOWING:
            return self._watch(now_ms, sure, moved)
        self._propose(0)
        self._find(now_ms, 0, 0)
        return False

    def _begin_round(self) -> None:
        self._round = self._game.round_no
        self._told = self._person = self._unsure = self._unseen = self._refused = self._settled_with = 0
        self._found = self._named = 0
        self._propose(0)

    # -- betting ------------------------------------------------------------------------------------

    def _bet(self, sure: int) -> bool:
        """One wager at a time comes or goes: each is a page of flash. True if there may be another."""
        game = self._game
        placed = self._placed()
        self._person |= placed ^ self._told  # not by us
        self._told = placed
        if game.house.amounts or game.held or game.pending:
            return False
        wanted = (self.inputs.present ^ placed) & sure & ~(self._person | self._unsure)
        return any(wanted >> at & 1 and self._bet_at(at) for at in range(game.seats.number * ride.SPOTS))

    def _bet_at(self, at: int) -> bool:
        game = self._game
        seat, spot, stake = at // ride.SPOTS + 1, at % ride.SPOTS, self.inputs.present >> at & 1
        refusal = game.judge(ride.BET, seat, spot, stake)
        if not refusal:
            if game.changes >= _MOST_CHANGES:
                return False
            refusal = self._dealing.offer(ride.BET, seat, spot, stake, 0, events.DEALER, 0)
        if refusal:
            if not self._refused >> at & 1:  # said once, and tried again when something else has changed
                self._refused |= 1 << at
                self._dealing.refuse(refusal)
            return False
        self._told ^= 1 << at
        return True

    # -- the round ----------------------------------------------------------------------------------

    def _watch(self, now_ms: int, sure: int, moved: int) -> bool:
        """After the call: what should lie there, and what does."""
        game = self._game
        seats = game.seats
        present = self.inputs.present
        correcting = game.pending_seat if game.pending in (faults.CORRECT, faults.CORRECT_OR_FOLD) else 0
        lies = back = others = 0
        for at in range(seats.number * ride.SPOTS):
            seat, spot = at // ride.SPOTS + 1, at % ride.SPOTS
            state = seats.states[seat]
            if seat == correcting:
                continue  # its chips come and go as 000 12.10 has it
            if state == ride.OUT:
                others |= 1 << at
            elif state == ride.IN:
                if seats.is_withdrawn(seat, spot):
                    back |= 1 << at
                elif seats.stake(seat, spot):
                    lies |= 1 << at
                else:
                    others |= 1 << at
        due = self._decide(now_ms, sure & lies, moved)
        gone, come, kept = ~present & lies & sure, present & others & sure, present & back & sure
        differs = gone | come | kept
        self._settled_with &= differs
        if game.found != self._found:  # somebody has entered what was found
            self._found = game.found
            self._settled_with |= differs
        new = ~self._settled_with
        if gone & new & ~due:
            self._find(now_ms, TAKEN, gone & new & ~due)
        elif come & new:
            self._find(now_ms, LATE, come & new)
        elif kept & new:
            self._find(now_ms, NOT_RETURNED, kept & new)
        else:
            self._find(now_ms, DIFFERS, differs & ~due)
        return False

    def _decide(self, now_ms: int, lies: int, moved: int) -> int:
        """The wager that is to be decided on now (000 8.3, 8.4), as a bit; 0 if none is."""
        game = self._game
        seat = game.next_to_decide()
        whose = seat << 5 | game.phase
        if whose != self._whose:
            self._whose = whose
            self._taken_ms = -1
        if not seat or game.held or game.pending:
            self._propose(0)
            return 0
        spot = ride.ONE if game.phase == ride.DECIDING_1 else ride.TWO
        bit = 1 << (seat - 1) * ride.SPOTS + spot
        gone = lies & bit and not self.inputs.present & bit
        if not gone:
            self._taken_ms = -1
        elif moved & bit:
            self._taken_ms = now_ms
        self._propose(seat if gone else 0)
        taken = self._taken_ms >= 0 and ticks_diff(now_ms, self._taken_ms) >= _TAKEN_MS
        if taken and self._takes_decisions and self._has_rest(seat):
            self._taken_ms = -1
            self._dealing.offer(ride.DECIDE, seat, ride.WITHDRAW, 0, 0, events.DEALER, 0)
        return bit

    def _has_rest(self, seat: int) -> bool:
        """The wager on "$" still lies there: a seat that is empty altogether has not decided anything."""
        bit = 1 << (seat - 1) * ride.SPOTS + ride.DOLLAR
        return self.inputs.present & self.inputs.sure & bit != 0

    # -- what is told -------------------------------------------------------------------------------

    def _propose(self, seat: int) -> None:
        if seat != self.proposed:
            self.proposed = seat
            self._dealing.look()

    def _find(self, now_ms: int, kind: int, bits: int) -> None:
        """The most urgent thing; told once it has lasted. Sensors that are left out come last."""
        if not bits and self.inputs.flickering:
            kind, bits = FLICKERS, self.inputs.flickering
        elif not bits:
            kind, bits = STUCK, self.inputs.stuck
        found = 0
        if bits:
            at = 0
            while not bits >> at & 1:
                at += 1
            found = kind << 5 | at
        if found != self._note:
            self._note = found
            self._note_ms = now_ms
        patience = _ENTRY_MS if kind == DIFFERS else _PATIENCE_MS
        lasts = not found or ticks_diff(now_ms, self._note_ms) >= patience
        if lasts and found != self._shown:
            self._shown = found
            if kind == DIFFERS:
                self._named |= bits & -bits  # the lowest
            self._dealing.look()
