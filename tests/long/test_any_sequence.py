"""100,000 sequences of any events, faults and restarts against the reference; duel.py says what is compared.

Plain seeded random numbers make the same choices as hypothesis does in `make test`; a failure is shrunk to the fewest
steps and printed as code. In shards, so that every core has work. SEQUENCES=... plays fewer or more, FIRST_SEED=...
other ones.
"""

import os

import pytest

from tests.properties.sequences import play_seeds, unseen

pytestmark = pytest.mark.long

SEQUENCES = int(os.environ.get("SEQUENCES", "100000"))
FIRST_SEED = int(os.environ.get("FIRST_SEED", "0"))
SHARDS = 40
REPLAY_EVERY = 4  # records; a state that replays wrongly stays wrong, and every sequence ends with a replay


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.rule("001 10.7")
@pytest.mark.parametrize("shard", range(SHARDS))
def test_any_sequence(shard: int) -> None:
    seeds = range(FIRST_SEED + shard, FIRST_SEED + SEQUENCES, SHARDS)
    seen = play_seeds(seeds, REPLAY_EVERY)
    steps = sum(count for name, count in seen.items() if name.startswith("phase "))
    print(f"seeds {seeds}: {len(seeds)} sequences, {steps} steps")
    if len(seeds) >= 1000:
        assert not unseen(seen)
