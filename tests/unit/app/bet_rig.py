"""A Let It Ride table with bet sensors: two modelled expanders, their driver, a clerk, and hands that move chips."""

from collections import Counter
from typing import Any

from pitboard.app.dealing import Dealing
from pitboard.app.let_it_ride.bet_inputs import SAMPLE_MS, SEAT_BY_SEAT
from pitboard.app.let_it_ride.bet_task import NOTE_NAMES, BetSensors, spot_words
from pitboard.games import events
from pitboard.games.let_it_ride import ride_events as ride
from pitboard.games.let_it_ride import steps
from pitboard.table import records
from simulator.buses import SharedLine
from simulator.models.mcp23017 import Mcp23017
from tests.models.recorder import Recorder
from tests.unit.app.clock import run
from tests.unit.drivers.i2c_shim import Flag, I2cShim, Pin, driver
from tests.unit.games.let_it_ride.play import NSW, SPOTS, Refused
from tests.unit.table.test_ride_table import JournalledPlay

INT = 14
POLL_MS = 250
HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}


class Wires(Recorder):
    """They end at the driver's pin."""

    def drive(self, pin: int, level: bool | None) -> None:
        super().drive(pin, level)
        if pin in Pin.pins:
            Pin.pins[pin].drive(level)


class Told(JournalledPlay):
    """Every event goes through the clerk, as on a board."""

    dealing: Dealing | None = None

    def restart(self) -> None:
        super().restart()
        self.dealing = Dealing(self.table, steps)

    def do(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0,
        role: int = events.SUPERVISOR, who: int = 1,
    ) -> None:  # fmt: skip
        assert self.dealing is not None
        refusal = self.dealing.offer(event, arg, arg2, value, reason, role, who)
        if refusal:
            raise Refused(str(refusal))


class Layout:
    def __init__(self, pack: str = NSW, *, amounts: bool = False, takes: bool = False, **house: Any) -> None:
        Pin.pins.clear()
        self.wires = Wires()
        line = SharedLine(self.wires, INT, Counter())
        self.chips = [Mcp23017(line.tap(), address, INT) for address in (0x20, 0x21)]
        self.i2c = I2cShim(*self.chips)
        self.play = Told(pack, amounts=amounts, **house)
        self.takes = takes
        self.now_ms = 0
        self.looks = 0
        self.start()

    def start(self) -> None:
        """The board's own part of it: drivers, clerk and task."""
        self.wake = Flag()
        module = driver("mcp23017")
        expanders = [
            module.Mcp23017(self.i2c, 0x20, INT, self.wake),
            module.Mcp23017(self.i2c, 0x21, None, self.wake),
        ]
        dealing: Any = self.play.dealing
        self.dealing: Dealing = dealing
        self.sensors = BetSensors(expanders, self.wake, self.game, dealing, None, self.takes)
        self.sensors.reader._tried_ms = self.now_ms
        self._unsteady = True
        self._next_ms = self.now_ms

    def restart(self) -> None:
        """A power cut: the expanders lose theirs too."""
        for chip in self.chips:
            chip.power_off()
        self.play.restart()
        self.start()

    @property
    def game(self) -> Any:
        return self.play.game

    # -- time

    def run(self, ms: int) -> "Layout":
        """As the two tasks do it: a sample after a wake-up, every 13 ms while something is not steady, every 250."""
        until = self.now_ms + ms
        while True:
            if self.wake.is_set:
                self._next_ms = min(self._next_ms, self.now_ms)
            if self._next_ms > until:
                break
            self._step(max(self._next_ms, self.now_ms))
        self._step_to(until)
        return self

    def _step_to(self, ms: int) -> None:
        self.wires.run_ms(ms - self.now_ms)
        self.now_ms = ms

    def _step(self, ms: int) -> None:
        self._step_to(ms)
        self.wake.is_set = False
        self.looks += 1
        soon = run(self.sensors.look(self.now_ms)) or self.sensors.reader.is_pending()
        self._next_ms = self.now_ms + (SAMPLE_MS if soon else POLL_MS)

    # -- hands

    def put(self, seat: int, spot: str, there: bool = True) -> "Layout":
        """A sensor's wire, without any bounce."""
        number = SEAT_BY_SEAT[(seat - 1) * 4 + SPOTS[spot]]
        self.chips[number >> 4].set_input(number & 15, False if there else None)
        if self.wake.is_set:  # an interrupt: the task samples at once, but not sooner than 13 ms after the last
            self._next_ms = min(self._next_ms, max(self.now_ms, self._next_ms - POLL_MS + SAMPLE_MS))
        return self

    def take(self, seat: int, spot: str) -> "Layout":
        return self.put(seat, spot, False)

    def wager(self, *seats: int) -> "Layout":
        for seat in seats:
            for spot in ("1", "2", "$"):
                self.put(seat, spot)
        return self

    def clear(self) -> "Layout":
        for seat in range(1, 8):
            for spot in SPOTS:
                self.take(seat, spot)
        return self

    def bet(self, *seats: int) -> "Layout":
        """Betting is open, and these seats have placed their chips."""
        self.play.open_betting()
        return self.wager(*seats).run(1000)

    def called(self, *seats: int) -> "Layout":
        self.bet(*(seats or tuple(HANDS)))
        self.play.call()
        return self.run(500)

    def deciding(self) -> "Layout":
        self.called()
        self.play.deal(HANDS, "KD KC", discard="8S")
        self.play.look()
        return self.run(500)

    # -- eyes

    def placed(self) -> list[str]:
        """Wagers as the game has them."""
        return [
            f"{seat}{name}"
            for seat in range(1, 8)
            for name, spot in SPOTS.items()
            if self.game.seats.stake(seat, spot)
        ]

    def seen(self) -> list[str]:
        """Spots that count as present."""
        bits = self.sensors.inputs.present
        return [
            f"{seat}{name}" for seat in range(1, 8) for name, spot in SPOTS.items() if bits >> (seat * 4 - 4 + spot) & 1
        ]

    def note(self) -> str:
        kind, seat, spot = self.sensors.note()
        return f"{spot_words(seat, spot)} {NOTE_NAMES[kind]}" if kind else ""

    def bets(self) -> list[tuple[int, int, int, int]]:
        """BET records: seat, spot, stake, who."""
        found = self.play.table.journal.since(self.play.table.journal.oldest_seq() - 1)
        fields = (records.ARG, records.ARG2, records.VALUE, records.WHO)
        return [
            (r[fields[0]], r[fields[1]], r[fields[2]], r[fields[3]]) for r in found if r[records.TYPE] == ride.BET
        ]
