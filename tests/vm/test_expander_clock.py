"""Bet sensors and clock on both virtual machines: the real drivers, bus traffic in its time, parts that fail."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from pitctl.boards import load_board
from pitctl.tables import load_table
from simulator.models.ds3231 import Ds3231
from simulator.models.mcp23017 import Mcp23017
from simulator.vm import FIRMWARE, VmTarget
from tests.vm.conftest import PRELUDE, lines

pytestmark = pytest.mark.target("cpython", "unix")

BOARD = "pico-table-oled"
HEAP_KB = 640  # for the sources as they are, a game's too; what a chip runs takes less
SECOND = 1_000_000
NOON = 1_780_315_200  # 1 June 2026, 12:00

Boot = Callable[[str], VmTarget]


@pytest.fixture
def boot(target_name: str, tmp_path: Path) -> Iterator[Boot]:
    """Boots a program on a board that has expanders, clock and display on one I2C bus; the same board every time."""
    opened: list[VmTarget] = []

    def start(program: str) -> VmTarget:
        for old in opened:
            old.close()
        firmware = tmp_path / f"firmware{len(opened)}"
        shutil.copytree(FIRMWARE / "pitboard", firmware / "pitboard")
        (firmware / "main.py").write_text(PRELUDE + dedent(program))
        opened.append(
            VmTarget(target_name, load_board(BOARD), {"table": "test"}, state_dir=tmp_path / "state", firmware=firmware)
        )
        opened[-1].start()
        return opened[-1]

    yield start
    for target in opened:
        target.close()


def expanders(target: VmTarget) -> list[Mcp23017]:
    assert len(target.bench.bets) == 2
    return target.bench.bets


def clock_chip(target: VmTarget) -> Ds3231:
    assert target.bench.clock_chip is not None
    return target.bench.clock_chip


SENSORS = """
    from pitboard.drivers.i2c_bus import open_bus
    from pitboard.app.let_it_ride.bet_inputs import SAMPLE_MS, BetInputs
    from pitboard.drivers.mcp23017 import Mcp23017

    async def main(stdin, stdout):
        i2c = open_bus(0, 8, 9, 400000)
        wake = asyncio.ThreadSafeFlag()
        chips = [Mcp23017(i2c, 0x20, 7, wake), Mcp23017(i2c, 0x21, None, wake)]
        inputs = BetInputs(2)
        begun = [False, False]
        shown = 0
        while True:
            for number in (0, 1):
                try:
                    if not begun[number]:
                        for _ in chips[number].begin():
                            pass
                        begun[number] = True
                    inputs.sample(number, chips[number].read(), chips[number].edges)
                except OSError:
                    begun[number] = False
                    inputs.sample(number, -1, 0)
            unsteady = inputs.settle(time.ticks_ms())
            if (inputs.sure, inputs.present) != shown:
                shown = (inputs.sure, inputs.present)
                say("%07x %07x at %d", shown[0], shown[1], time.ticks_ms())
            await asyncio.sleep_ms(SAMPLE_MS)
            if not unsteady and not chips[0].is_pending():
                if begun == [True, True]:
                    await wake.wait()
                else:
                    await asyncio.sleep_ms(200)
    """


def said(target: VmTarget) -> list[tuple[str, str, int]]:
    """Spots that are sure, spots that are present, and the time, of each line."""
    found = [line.split() for line in lines(target)]
    return [(sure, present, int(ms)) for sure, present, _, ms in found]


def test_an_edge_wakes_the_board_and_counts_39_ms_later(boot: Boot) -> None:
    target = boot(SENSORS)
    target.run_for(SECOND)
    assert [line[:2] for line in said(target)] == [("0000000", "0000000"), ("fffffff", "0000000")]
    for chip, pin, present in ((0, 0, "0000001"), (1, 14, "8000001")):
        expanders(target)[chip].set_input(pin, False)
        target.run_for(38_000)
        assert said(target) == []
        target.run_for(8_000)  # four samples of two chips take some milliseconds on the bus too
        assert [line[1] for line in said(target)] == [present]


def test_a_bounce_is_nothing_and_its_end_counts(boot: Boot) -> None:
    target = boot(SENSORS)
    target.run_for(SECOND)
    said(target)
    for _ in range(8):
        for level in (False, None):
            expanders(target)[0].set_input(3, level)
            target.run_for(4_000)
    target.run_for(200_000)
    assert said(target) == []
    expanders(target)[0].set_input(3, False)
    target.run_for(200_000)
    assert [line[1] for line in said(target)] == ["0000008"]


def test_both_expanders_at_once_on_one_line(boot: Boot) -> None:
    target = boot(SENSORS)
    target.run_for(SECOND)
    said(target)
    for level, present in ((False, "8000001"), (None, "0000000")):
        expanders(target)[0].set_input(0, level)
        expanders(target)[1].set_input(14, level)
        target.run_for(200_000)
        assert said(target)[-1][1] == present
    assert not target.bench.contention[7]


@pytest.mark.parametrize("fault", ["nack", "gone", "brown-out", "stuck", "slow"])
def test_an_expander_that_fails_takes_only_its_own_spots_and_comes_back(boot: Boot, fault: str) -> None:
    target = boot(SENSORS)
    expanders(target)[0].set_input(1, False)
    target.run_for(SECOND)
    said(target)
    expanders(target)[1].fault = fault
    expanders(target)[1].set_input(14, False)
    expanders(target)[0].set_input(2, False)
    target.run_for(3 * SECOND)
    sure = {"nack": "0003fff", "gone": "0003fff", "stuck": "0000000"}.get(fault, "fffffff")
    assert said(target)[-1][0] == sure
    expanders(target)[1].fault = None
    target.run_for(3 * SECOND)
    expanders(target)[0].set_input(2, None)
    target.run_for(SECOND)
    assert said(target)[-1][:2] == ("fffffff", "8000002")


CLOCK = """
    from pitboard.drivers.i2c_bus import open_bus
    from pitboard.drivers.ds3231 import Ds3231

    async def main(stdin, stdout):
        chip = Ds3231(open_bus(0, 8, 9, 400000), 0x68)
        while True:
            try:
                chip.ask()
                say("%d %d", chip.now(), chip.trusted)
                if not chip.trusted:
                    chip.set(NOON)
            except OSError:
                say("silent")
            await asyncio.sleep_ms(1000)
    """.replace("NOON", str(NOON))


def test_the_clock_is_set_and_counts_while_the_board_is_off(boot: Boot) -> None:
    target = boot(CLOCK)
    target.run_for(2 * SECOND + SECOND // 2)
    assert lines(target) == ["946684800 0", f"{NOON + 1} 1", f"{NOON + 2} 1"]
    target.power_cut()
    target.run_for(60 * SECOND)
    target.start()
    target.run_for(SECOND // 2)
    assert lines(target) == [f"{NOON + 62} 1"]
    clock_chip(target).battery = False
    target.power_cut()
    target.start()
    target.run_for(SECOND // 2)
    assert lines(target) == ["946684800 0"]


@pytest.mark.parametrize("fault", ["nack", "gone", "stuck"])
def test_a_clock_that_fails_is_silent_and_comes_back(boot: Boot, fault: str) -> None:
    target = boot(CLOCK)
    target.run_for(SECOND // 2)
    lines(target)
    clock_chip(target).gone_after = 0
    clock_chip(target).fault = fault
    target.run_for(2 * SECOND)
    clock_chip(target).fault = None
    target.run_for(SECOND)
    assert lines(target) == ["silent", "silent", f"{NOON + 3} 1"]


TABLE = """
    from pitboard.drivers.i2c_bus import open_bus
    from pitboard.app.dealing import Dealing
    from pitboard.app.let_it_ride.bet_task import BetSensors, spot_words
    from pitboard.app.let_it_ride.kit import make_game
    from pitboard.app.uptime import Uptime
    from pitboard.app.wall_clock import WallClock
    from pitboard.drivers.ds3231 import Ds3231
    from pitboard.drivers.mcp23017 import Mcp23017
    from pitboard.drivers.rp2_flash_segments import FlashSegments
    from pitboard.games import events
    from pitboard.games.let_it_ride import ride_events as ride
    from pitboard.games.let_it_ride import steps
    from pitboard.table import settings
    from pitboard.table.journal import Journal
    from pitboard.table.table import Table

    OPENING = ((3, 0), (4, 1), (9, 0), (14, 0), (10, 0), (11, 0))

    async def main(stdin, stdout):
        chosen = settings.check_table(settings.load("table.json"), 168)
        chosen["house"]["amounts"] = False
        game = make_game(chosen)
        uptime = Uptime()
        table = Table(game, Journal(FlashSegments(), 16, True), uptime.ms)
        table.recover()
        dealing = Dealing(table, steps)
        i2c = open_bus(0, 8, 9, 400000)
        clock = WallClock(table, uptime, Ds3231(i2c, 0x68), dealing.look)
        await clock.look()
        say("time %d %d", clock.seconds(), clock.is_trusted())
        if not clock.seconds():
            clock.set_from_host(NOON)
        wake = asyncio.ThreadSafeFlag()
        chips = [Mcp23017(i2c, 0x20, 7, wake), Mcp23017(i2c, 0x21, None, wake)]
        sensors = BetSensors(chips, wake, game, dealing)
        tasks = [asyncio.create_task(one) for one in (sensors.run(), sensors.poll(), clock.run())]
        if game.phase == events.CLOSED:
            for event, arg in OPENING:
                dealing.offer(event, arg, 0, 0, 0, events.SUPERVISOR, 1)
            dealing.offer(events.OPEN, game.next_deck(), game.shoe.source, 0, 0, events.DEALER, 1)
        shown = ""
        while True:
            await asyncio.sleep_ms(50)
            bets = [spot_words(s, p)[5:] for s in range(1, 8) for p in range(4) if game.seats.stake(s, p)]
            kind, seat, spot = sensors.note()
            now = "%s missing %d note %d" % (",".join(bets), sensors.reader.missing, kind)
            if now != shown:
                shown = now
                say("%s", now)
                say("time %d %d", clock.seconds(), clock.is_trusted())
    """.replace("NOON", str(NOON))


def test_chips_become_wagers_and_the_time_goes_on_over_a_power_cut(
    target_name: str, tmp_path: Path
) -> None:
    """The tasks themselves, with the journal on flash; chips lie where they lie when the power comes back."""
    firmware = tmp_path / "firmware"
    shutil.copytree(FIRMWARE / "pitboard", firmware / "pitboard")
    (firmware / "main.py").write_text(PRELUDE + dedent(TABLE))
    table = load_table("nsw-ride", load_board(BOARD))
    board, state = load_board(BOARD), tmp_path / "state"
    target = VmTarget(target_name, board, table, state_dir=state, firmware=firmware, heap_kb=HEAP_KB)
    try:
        target.start()
        target.run_for(3 * SECOND)
        for pin in (0, 1, 2):
            expanders(target)[0].set_input(pin, False)
        target.run_for(3 * SECOND)
        wagers = "1 spot 1,1 spot 2,1 spot $ missing 0 note 0"
        assert [line for line in lines(target) if "spot" in line][-1] == wagers
        target.power_cut()
        target.run_for(60 * SECOND)
        target.start()
        target.run_for(3 * SECOND)
        found = lines(target)
        assert found[0] in (f"time {NOON + 65} 1", f"time {NOON + 66} 1") and wagers in found
    finally:
        target.close()
