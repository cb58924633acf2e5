"""Any sequence of legal and illegal events, faults and restarts: never a wrong result, never a wrong light, and every
replay gives the same state. What is compared after each step is said in duel.py; `make test-long` plays 100,000.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from tests.properties.sequences import Run, play_run, play_seeds, runs, unseen

EXAMPLES = 450  # of each shard
SHARDS = 2
SEEDED_RUNS = 600


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.rule("001 10.7")
@pytest.mark.parametrize("_shard", range(SHARDS))
def test_any_sequence(_shard: int) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(runs())
    def any_run(run: Run) -> None:
        play_run(run)

    any_run()


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.rule("001 10.7")
def test_seeded_sequences_meet_every_event_and_phase() -> None:
    seen = play_seeds(range(SEEDED_RUNS))
    assert not unseen(seen)
