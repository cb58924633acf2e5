"""The key switch: it stays where it is put, bounces on the way, and can be stuck."""

import random

import pytest

from simulator.models.key_switch import BOUNCE_NS, KeySwitch
from tests.models.recorder import MS, Recorder

PIN = 11


@pytest.mark.parametrize("seed", range(20))
def test_it_bounces_and_stays(seed: int) -> None:
    wires = Recorder()
    switch = KeySwitch(wires, PIN, False, rng=random.Random(seed))
    wires.run_ms(10)
    switch.on()
    assert switch.turned
    wires.run_ms(60_000)
    assert wires.level(PIN) is False
    switch.off()
    assert not switch.turned
    wires.run_ms(60_000)
    assert wires.level(PIN) is None
    edges = wires.edges(PIN)[1:]
    for start in (10 * MS, 60_010 * MS):
        burst = [t for t, _ in edges if start <= t < start + 60_000 * MS]
        assert 3 <= len(burst) <= 7
        assert burst[0] == start
        assert burst[-1] < start + BOUNCE_NS


def test_a_stuck_contact_does_not_follow_the_key() -> None:
    wires = Recorder()
    switch = KeySwitch(wires, PIN, False)
    switch.fault = "stuck-open"
    switch.on()
    wires.run_ms(50)
    assert switch.turned and not switch.closed
    assert wires.level(PIN) is None
    switch.fault = "stuck-pressed"
    switch.off()
    wires.run_ms(50)
    assert wires.level(PIN) is False


def test_a_chip_that_starts_again_finds_it_as_it_was() -> None:
    wires = Recorder()
    switch = KeySwitch(wires, PIN, True, bounce_ns=0)
    switch.on()
    wires.levels.clear()
    switch.redrive()
    assert wires.levels == [(0, PIN, True)]
