"""The break beam: its levels for each kind of output, glitches and stuck receivers."""

import pytest

from simulator.models.beam import Beam, Fault
from tests.models.recorder import US, Recorder

PIN = 2


@pytest.mark.parametrize(
    ("broken_level", "pull", "clear", "broken"),
    [
        (False, "up", None, False),  # open collector that conducts in the dark
        (True, "up", False, None),  # open collector that conducts in the light
        (True, "down", None, True),  # open emitter
        (False, None, True, False),  # drives both levels
        (True, None, False, True),
    ],
)
def test_levels(
    broken_level: bool, pull: str | None, clear: bool | None, broken: bool | None
) -> None:
    wires = Recorder()
    beam = Beam(wires, PIN, broken_level, pull)
    assert wires.level(PIN) is clear
    beam.interrupt()
    assert beam.broken
    assert wires.level(PIN) is broken
    beam.restore()
    assert not beam.broken
    assert wires.level(PIN) is clear


def test_passages_are_counted_once_each() -> None:
    beam = Beam(Recorder(), PIN, False)
    beam.interrupt()
    beam.interrupt()
    beam.restore()
    beam.interrupt()
    assert beam.passages == 2


@pytest.mark.parametrize(("fault", "level"), [("stuck-broken", False), ("stuck-clear", True)])
def test_a_stuck_receiver_says_the_same_whatever_passes(fault: Fault, level: bool) -> None:
    wires = Recorder()
    beam = Beam(wires, PIN, False)
    beam.fault = fault
    for act in (beam.interrupt, beam.restore, lambda: beam.glitch(10)):
        act()
        assert wires.level(PIN) is level
    wires.run_ms(1)
    beam.interrupt()
    beam.fault = None
    assert beam.fault is None
    assert wires.level(PIN) is False  # once repaired it sees what is there


def test_a_glitch_lasts_its_time() -> None:
    wires = Recorder()
    beam = Beam(wires, PIN, False)
    beam.glitch(30)
    wires.run_ms(1)
    assert wires.edges(PIN) == [(0, True), (0, False), (30 * US, True)]
    assert beam.passages == 0


def test_a_new_glitch_prolongs_the_last_one() -> None:
    wires = Recorder()
    beam = Beam(wires, PIN, False)
    beam.glitch(30)
    wires.run_ms(0.02)
    beam.glitch(30)
    wires.run_ms(1)
    assert wires.edges(PIN)[-1] == (50 * US, True)


def test_a_glitch_in_a_passage_shows_light() -> None:
    wires = Recorder()
    beam = Beam(wires, PIN, False)
    beam.interrupt()
    beam.glitch(10)
    assert wires.level(PIN) is True
    wires.run_ms(1)
    assert wires.level(PIN) is False


def test_redrive_repeats_the_present_level() -> None:
    wires = Recorder()
    beam = Beam(wires, PIN, False)
    beam.interrupt()
    wires.levels.clear()
    beam.redrive()
    assert wires.levels == [(0, PIN, False)]
