"""Random rounds of Let It Ride over all documents and houses, with irregularities and nonsense: firmware and reference
agree after every step, to the unit of money. What is compared is said in ride_duel.py; tests/long plays 20,000.
"""

import random

import pytest

from tests.properties.ride_choices import offer
from tests.properties.ride_duel import Duel
from tests.properties.ride_oddities import Chooser
from tests.properties.ride_rounds import MOST_STEPS, ROUNDS, play_seeds, unseen
from tests.reference.ride_rules import House

SHARDS = 2
TABLES = 260  # six rounds each
MANY = 260  # rounds at one table: more than a byte counts
# Met by chance only, in so few rounds; tests/long asks for all of them.
RARE = {
    *("minimum", "table_close", "next", "move_hand", "exposed", "entered", "offered", "check_end"),
    *("forfeit", "unlock", "2 shares", "bet_refused"),
}


@pytest.mark.parametrize("shard", range(SHARDS))
def test_rounds_agree(shard: int) -> None:
    seen = play_seeds(range(shard, TABLES, SHARDS))
    print(f"{seen['rounds']} rounds, {seen['steps']} steps")
    assert seen["rounds"] > 0.9 * TABLES * ROUNDS / SHARDS
    assert {name for name in unseen(seen) if not name[:3].isdigit()} <= RARE


def test_many_rounds_at_one_table() -> None:
    """Whatever is counted, a checkpoint of it can be written and read."""
    duel = Duel(House("000", "shoe"))
    chooser = Chooser(random.Random(7), duel.table, 0.0)
    while duel.table.round < MANY and len(duel.played) < MANY * MOST_STEPS:
        duel.play(chooser.step())
        if duel.table.phase == "idle":
            duel.thaw()
    assert duel.table.round == MANY
    duel.replay()


def test_a_count_that_is_far_off_fits_into_a_checkpoint() -> None:
    duel = Duel(House("000", "shoe"))
    chooser = Chooser(random.Random(7), duel.table, 0.0)
    while duel.table.round < 2:
        duel.play(chooser.step())
        if duel.table.phase == "idle":
            duel.play(offer("counted", 255))
            duel.thaw()
