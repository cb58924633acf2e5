"""Read-rate run: a worn deck (10 % of strokes unread, 2 % read twice, cards slid back and forth), 20,000 rounds.

On `unix`, through bytes and edges. No wrong result; the figures of every shard go to build/worn-deck/, and
`python -m tests.long.worn_figures` (or `make worn-deck ROUNDS=...`) puts them together.
"""

import json
import os
from pathlib import Path

import pytest

from tests.device.worn_table import KINDS, WornTable
from tests.long.worn_figures import FOLDER

pytestmark = [pytest.mark.device, pytest.mark.unix, pytest.mark.long]

ROUNDS = int(os.environ.get("ROUNDS", "20000"))
SHARDS = 4  # of each kind of table


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_result_is_that_of_the_cards(kind: str, shard: int, tmp_path: Path) -> None:
    index, shards = list(KINDS).index(kind) * SHARDS + shard, SHARDS * len(KINDS)
    rounds = ROUNDS * (index + 1) // shards - ROUNDS * index // shards
    with WornTable(KINDS[kind], "unix", tmp_path, seed=1000 + index) as table:
        figures = table.play(rounds)
    assert figures["rounds"] == rounds
    assert figures["rebuild"] + figures["hold"] <= figures["slow_returned"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    name = f"{kind.replace(', ', '-').replace(' ', '-')}-{shard}.json"
    (FOLDER / name).write_text(json.dumps({"kind": kind, **figures}, sort_keys=True))
