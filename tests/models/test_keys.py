"""A key's contacts: bounce within its time, a clean end, and the two ways to be stuck."""

import random

import pytest

from simulator.models.keys import BOUNCE_NS, Fault, Key
from tests.models.recorder import MS, Recorder

PIN = 3


@pytest.mark.parametrize("seed", range(20))
def test_contacts_bounce_a_few_times_and_settle(seed: int) -> None:
    wires = Recorder()
    key = Key(wires, PIN, False, rng=random.Random(seed))
    assert wires.level(PIN) is None
    wires.run_ms(10)
    key.press()
    wires.run_ms(50)
    key.release()
    wires.run_ms(50)
    edges = wires.edges(PIN)[1:]
    down = [edge for edge in edges if edge[0] < 60 * MS]
    up = [edge for edge in edges if edge[0] >= 60 * MS]
    assert down[0] == (10 * MS, False)
    assert up[0] == (60 * MS, None)
    for burst, start in ((down, 10 * MS), (up, 60 * MS)):
        assert 3 <= len(burst) <= 7
        assert len(burst) % 2 == 1  # it ends as it began
        assert all(start <= t < start + BOUNCE_NS for t, _ in burst)


def test_the_same_seed_bounces_the_same_way() -> None:
    runs: list[list[tuple[int, bool | None]]] = []
    for seed in (7, 7, 8):
        wires = Recorder()
        Key(wires, PIN, True, rng=random.Random(seed)).press()
        wires.run_ms(5)
        runs.append(wires.edges(PIN))
    assert runs[0] == runs[1] != runs[2]
    assert runs[0][-1][1] is True


@pytest.mark.parametrize("seed", range(20))
def test_a_release_within_the_bounce_ends_it(seed: int) -> None:
    wires = Recorder()
    key = Key(wires, PIN, False, rng=random.Random(seed))
    key.press()
    wires.run_ms(0.001)
    key.release()
    wires.run_ms(10)
    assert wires.level(PIN) is None
    assert not key.closed


def test_without_bounce_there_is_one_edge() -> None:
    wires = Recorder()
    key = Key(wires, PIN, False, bounce_ns=0)
    key.press()
    wires.run_ms(5)
    assert wires.edges(PIN) == [(0, None), (0, False)]


@pytest.mark.parametrize(("fault", "level"), [("stuck-pressed", False), ("stuck-open", None)])
def test_a_stuck_key_never_moves(fault: Fault, level: bool | None) -> None:
    wires = Recorder()
    key = Key(wires, PIN, False)
    key.fault = fault
    assert key.fault == fault
    wires.levels.clear()
    key.press()
    wires.run_ms(5)
    key.release()
    wires.run_ms(5)
    key.redrive()
    assert {seen for _, _, seen in wires.levels} == {level}
