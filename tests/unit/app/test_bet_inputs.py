"""Sensors of bets by themselves: what is steady, what flickers, what is stuck; none of them spoils another."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.app.let_it_ride.bet_inputs import NO_INPUT, SAMPLE_MS, SEAT_BY_SEAT, SPOTS, BetInputs
from simulator.models.mcp23017 import Mcp23017
from tests.models.recorder import Recorder
from tests.unit.drivers.i2c_shim import Flag, I2cShim, driver

STEADY_MS = 3 * SAMPLE_MS


class Bench:
    """Two expanders, sampled every 13 ms; what is put on a spot is written down with its time."""

    def __init__(self, spots: bytes | None = None) -> None:
        wires = Recorder()
        self.chips = [Mcp23017(wires, address, None) for address in (0x20, 0x21)]
        i2c = I2cShim(*self.chips)
        module = driver("mcp23017")
        self.drivers = [module.Mcp23017(i2c, address, None, Flag()) for address in (0x20, 0x21)]
        for one in self.drivers:
            list(one.begin())
        self.inputs = BetInputs(2, spots)
        self.now_ms = 0
        self.accepted: list[tuple[int, int, bool]] = []  # time, spot, present
        self.sample(5)

    def put(self, at: int, there: bool, map_: bytes = SEAT_BY_SEAT) -> None:
        self.chips[map_[at] >> 4].set_input(map_[at] & 15, False if there else None)

    def sample(self, count: int = 1) -> bool:
        unsteady = False
        for _ in range(count):
            for number, one in enumerate(self.drivers):
                word = one.read()
                self.inputs.sample(number, word, one.edges)
            unsteady = self.inputs.settle(self.now_ms)
            for at in range(SPOTS):
                if self.inputs.changed >> at & 1:
                    self.accepted.append((self.now_ms, at, bool(self.inputs.present >> at & 1)))
            self.inputs.changed = 0
            self.now_ms += SAMPLE_MS
        return unsteady

    def lose(self, number: int) -> None:
        """An expander that does not answer, for one look."""
        self.inputs.sample(number, -1, 0)
        self.inputs.settle(self.now_ms)
        self.now_ms += SAMPLE_MS


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_the_default_map_has_28_inputs_and_none_that_may_not_be_one() -> None:
    assert len(SEAT_BY_SEAT) == SPOTS == len(set(SEAT_BY_SEAT))
    assert all(number % 8 != 7 for number in SEAT_BY_SEAT) and max(SEAT_BY_SEAT) < 32


@pytest.mark.parametrize("at", range(SPOTS))
def test_every_spot_has_its_input(bench: Bench, at: int) -> None:
    bench.put(at, True)
    bench.sample(4)
    assert bench.inputs.present == 1 << at
    bench.put(at, False)
    bench.sample(4)
    assert bench.inputs.present == 0


def test_other_inputs_and_spots_without_one() -> None:
    spots = bytes([30, NO_INPUT, *[NO_INPUT] * 26])
    bench = Bench(spots)
    bench.put(0, True, spots)
    bench.sample(4)
    assert (bench.inputs.present, bench.inputs.sure) == (1, 1)


def test_four_samples_make_it_count(bench: Bench) -> None:
    bench.put(3, True)
    assert bench.sample(3) and not bench.inputs.present
    assert not bench.sample(1) and bench.inputs.present == 1 << 3
    assert bench.accepted == [(bench.now_ms - SAMPLE_MS, 3, True)]


@pytest.mark.parametrize("samples", [1, 2, 3])
def test_what_is_shorter_does_not(bench: Bench, samples: int) -> None:
    bench.put(3, True)
    bench.sample(samples)
    bench.put(3, False)
    bench.sample(10)
    assert bench.accepted == []


def test_an_edge_between_two_samples_begins_anew(bench: Bench) -> None:
    bench.put(3, True)
    bench.sample(3)
    bench.put(3, False)
    bench.put(3, True)
    bench.sample(3)
    assert bench.accepted == []
    bench.sample(1)
    assert len(bench.accepted) == 1


@pytest.mark.parametrize("hz", [50, 60, 100, 120])
def test_lamps_are_never_steady(bench: Bench, hz: int) -> None:
    """Half of each period, seen by samples alone: the edges between them are kept away here."""
    for start in range(20):
        inputs = BetInputs(1)
        for sample in range(60):
            phase = (start + sample * SAMPLE_MS) * hz / 1000 % 1
            inputs.sample(0, int(phase < 0.5), 0)
            inputs.settle(sample * SAMPLE_MS)
            if inputs.flickering:
                break
            assert not inputs.present & 1


def test_more_than_twenty_changes_in_ten_seconds_flicker_and_ten_quiet_ones_end_it(bench: Bench) -> None:
    for turn in range(21):
        assert not bench.inputs.flickering
        bench.put(9, turn % 2 == 0)
        bench.sample(1)
    assert bench.inputs.flickering == 1 << 9 and not bench.inputs.sure >> 9 & 1
    assert bench.inputs.sure == (1 << SPOTS) - 1 & ~(1 << 9)
    bench.sample(8)
    assert not bench.inputs.present  # left out: its last level is one, but it does not count
    bench.sample(20_000 // SAMPLE_MS + 4)
    assert not bench.inputs.flickering and bench.inputs.present == 1 << 9


def test_what_goes_on_flickering_stays_left_out(bench: Bench) -> None:
    for turn in range(30_000 // SAMPLE_MS):
        if turn % 20 == 0 or turn < 25:
            bench.put(9, turn % 40 < 20 if turn >= 25 else turn % 2 == 0)
        bench.sample(1)
        assert turn < 25 or bench.inputs.flickering == 1 << 9
    assert bench.accepted == []


def test_twenty_changes_are_a_hand(bench: Bench) -> None:
    for turn in range(20):
        bench.put(9, turn % 2 == 0)
        bench.sample(5)
    assert not bench.inputs.flickering


def test_an_expander_that_goes_away_takes_its_spots_with_it(bench: Bench) -> None:
    bench.put(0, True)
    bench.put(20, True)
    bench.sample(4)
    bench.lose(1)
    assert bench.inputs.sure == (1 << 14) - 1
    bench.put(20, False)
    bench.sample(3)
    assert bench.inputs.sure == (1 << 14) - 1
    bench.sample(1)
    assert bench.inputs.sure == (1 << SPOTS) - 1 and bench.inputs.present == 1


def rounds(bench: Bench, count: int, *spots: int) -> None:
    """In each the chips of these spots come and go."""
    for _ in range(count):
        for there in (True, False):
            for at in spots:
                bench.put(at, there)
            bench.sample(4)
        bench.now_ms += 20_000
        bench.inputs.round_over()


def test_a_sensor_that_sleeps_while_the_seats_others_move_is_stuck(bench: Bench) -> None:
    rounds(bench, 7, 4, 6)
    assert not bench.inputs.stuck
    rounds(bench, 1, 4, 6)
    assert bench.inputs.stuck == 1 << 5 and not bench.inputs.sure >> 5 & 1
    bench.put(5, True)
    bench.sample(4)
    assert not bench.inputs.stuck and bench.inputs.present == 1 << 5


def test_a_seat_that_is_empty_and_a_side_spot_that_nobody_uses_are_not_stuck(bench: Bench) -> None:
    rounds(bench, 20, 4, 5, 6)
    assert not bench.inputs.stuck


def test_what_lies_on_a_closed_table_for_a_minute_is_no_chip(bench: Bench) -> None:
    bench.put(8, True)
    bench.put(12, True)
    bench.sample(4)
    bench.inputs.shut(True, bench.now_ms)
    bench.sample(1)
    bench.put(12, False)
    bench.sample(4)
    bench.now_ms += 59_000
    bench.sample(1)
    assert not bench.inputs.stuck
    bench.now_ms += 1000
    bench.sample(1)
    assert bench.inputs.stuck == 1 << 8
    bench.inputs.shut(False, bench.now_ms)
    bench.put(8, False)
    bench.sample(4)
    assert not bench.inputs.stuck


# -- any bouncing


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(1, 12))
def test_a_spot_never_counts_that_was_not_steady_and_none_spoils_another(seed: int, wild: int) -> None:
    """Wild spots, at most one an 8-bit port, move at random; the calm ones move slowly, and only they may count."""
    chance = random.Random(seed)
    bench = Bench()
    ports = [[at for at in range(SPOTS) if SEAT_BY_SEAT[at] >> 3 == port] for port in range(4)]
    restless = {chance.choice(port) for port in chance.sample(ports, min(wild, 4))}
    calm = [at for at in range(SPOTS) if at not in restless]
    level = [False] * SPOTS
    since = [-1000] * SPOTS  # when each last had an edge
    expected: list[tuple[int, bool]] = []
    for step in range(80):
        for at in restless:
            for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
                level[at] = not level[at]
                since[at] = bench.now_ms - 1
                bench.put(at, level[at])
        if step % 6 == 0:
            at = chance.choice(calm)
            level[at] = not level[at]
            bench.put(at, level[at])
            expected.append((at, level[at]))
        bench.sample(1)
        for t_ms, at, there in bench.accepted:
            if at in restless:
                assert t_ms - since[at] >= STEADY_MS and there == level[at], (at, t_ms)
        bench.accepted = [entry for entry in bench.accepted if entry[1] in calm]
    assert [(at, there) for _, at, there in bench.accepted] == expected[: len(bench.accepted)]
    assert len(bench.accepted) >= len(expected) - 1
