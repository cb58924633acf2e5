"""Many rounds at two cards a second and at the reader's highest rate: no card lost or doubled, heap flat.

20,000 rounds of each on `unix`, in shards so that every core has work; 200 of each on `rp2040`.
"""

from pathlib import Path

import pytest

from tests.device.rig import TableRig, shuffled
from tests.device.test_race import lights_of
from tests.reference.derby_reference import run_race

pytestmark = [pytest.mark.device, pytest.mark.long]

UNIX_ROUNDS = 20_000
UNIX_SHARDS = 4
RP2040_ROUNDS = 200
HEAP_DRIFT_BYTES = 1024

PACES = {
    "two-a-second": {"pace_ms": 500, "passage_ms": 80, "read_at_ms": 40},
    "burst": {"pace_ms": 100, "passage_ms": 50, "read_at_ms": 25},
}


def play(rig: TableRig, rounds: int, seed: int, pace: dict[str, int]) -> list[int]:
    """Play rounds, comparing lights and journal with the reference; returns the free heap after each."""
    heap: list[int] = []
    cursor = rig.client.status().journal.last_seq
    for number in range(rounds):
        race = run_race(shuffled(1, seed * 1_000_000 + number))
        codes = race.first_area + race.second_area + race.third_area
        rig.open_race()
        rig.deal(codes, **pace)
        rig.wait_us(300_000)
        assert rig.lit() == lights_of(race), f"round {number}"
        rig.close_race()
        assert rig.bench.sounder is not None
        rig.bench.sounder.clear()
        events = list(rig.client.all_events(cursor))
        cursor = events[-1].seq
        assert [str(event.card) for event in events if event.type == "card"] == codes
        around = [event.type for event in events if event.type not in ("card", "state")]
        shuffle = ["shuffled", "cut"] if number else []  # the table was opened with shuffled cards
        assert around == [*shuffle, "open", "no_more_bets", "confirm", "close"]
        status = rig.client.status()
        assert (status.lost.uart, status.lost.queue, status.phase) == (0, 0, "idle")
        heap.append(status.heap_free)
    return heap


def assert_flat(heap: list[int]) -> None:
    """The least free heap of the last quarter is that of the first, but for noise."""
    quarter = len(heap) // 4
    first, last = min(heap[5 : 5 + quarter]), min(heap[-quarter:])
    assert last >= first - HEAP_DRIFT_BYTES, f"free heap fell from {first} to {last} bytes"


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("shard", range(UNIX_SHARDS))
def test_unix(tmp_path: Path, pace: str, shard: int) -> None:
    with TableRig("unix", tmp_path) as rig:
        assert_flat(play(rig, UNIX_ROUNDS // UNIX_SHARDS, shard, PACES[pace]))


@pytest.mark.rp2040
@pytest.mark.parametrize("pace", PACES)
def test_rp2040(tmp_path: Path, pace: str) -> None:
    with TableRig("rp2040", tmp_path) as rig:
        assert_flat(play(rig, RP2040_ROUNDS, 99, PACES[pace]))
