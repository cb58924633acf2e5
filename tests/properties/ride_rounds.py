"""Random rounds of Let It Ride, played by firmware and reference; from a failing run to the fewest steps, as code."""

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.properties import ride_words as words
from tests.properties.ride_choices import Step
from tests.properties.ride_duel import Disagreement, Duel
from tests.properties.ride_houses import random_house
from tests.properties.ride_oddities import Chooser
from tests.properties.shrink import shortest
from tests.reference.ride_rules import DOCUMENTS, House

ROUNDS = 6  # at one table
MOST_STEPS = 130  # for each of them
SHRINKING_S = 15


class NoWayOut(Disagreement):
    """The table has come to a point from which the ordinary course does not lead on."""


class Failed(AssertionError):
    """A run in which they fell out; the message has the fewest steps, as code."""


def play_seed(seed: int, rounds: int = ROUNDS) -> Duel:
    """A random house, and rounds at its table; a failure is shrunk to the fewest steps."""
    rng = random.Random(f"ride {seed}")
    duel = Duel(random_house(rng))
    chooser = Chooser(rng, duel.table, rng.choice((0.0, 0.04, 0.1, 0.3)))
    try:
        while duel.table.round < rounds and len(duel.played) < rounds * MOST_STEPS:
            duel.play(chooser.step())
            if duel.table.phase == "idle" and rng.random() < 0.3:
                duel.thaw()
        finish(duel, Chooser(rng, duel.table, 0.0))
        duel.replay()
    except Exception as error:
        raise Failed(f"seed {seed}: {report(duel, error)}") from error
    return duel


def finish(duel: Duel, chooser: Chooser) -> None:
    """Whatever has happened, the ordinary course leads back to a table that waits for its next round."""
    for _ in range(2 * MOST_STEPS):
        if duel.table.phase == "idle" and not (duel.table.pending or duel.table.held):
            return
        duel.play(chooser.step())
    raise NoWayOut(f"no way out of {duel.table.phase}: {duel.played[-1]}")


def play_seeds(seeds: Iterable[int], rounds: int = ROUNDS) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        duel = play_seed(seed, rounds)
        seen += duel.seen
        seen["rounds"] += duel.table.round
        seen["steps"] += len(duel.played)
    return seen


def play(house: House, steps: Sequence[Step]) -> Duel:
    """Concrete steps, as a failure prints them."""
    duel = Duel(house)
    for step in steps:
        duel.play(step)
    duel.thaw()
    duel.replay()
    return duel


def report(duel: Duel, error: Exception) -> str:
    """What went wrong, and the fewest steps after which it does, as far as they are found in time."""
    gist = _gist(error)
    finishing = isinstance(error, NoWayOut)
    until = time.monotonic() + SHRINKING_S

    def fails(some: list[Step]) -> bool:
        late = time.monotonic() > until
        return not late and _gist(_failure(duel.house, some, finishing)) == gist

    steps = shortest(list(duel.played), fails)
    last = _failure(duel.house, steps, finishing) or error
    lines = [f"    {words.step_as_code(step)}," for step in steps]
    return "\n".join([f"{type(last).__name__}: {last}", f"play({duel.house!r}, [", *lines, "])"])


def _failure(house: House, steps: Sequence[Step], finishing: bool) -> Exception | None:
    try:
        duel = play(house, steps)
        if finishing:
            finish(duel, Chooser(random.Random(1), duel.table, 0.0))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        return error
    return None


def _gist(error: Exception | None) -> str:
    """The complaint without its numbers."""
    return type(error).__name__ + str(error).partition(":")[0]



def unseen(seen: Counter[str]) -> set[str]:
    """Events never accepted, phases never reached, irregularities never met: a run without them proves little."""
    phases = {"phase " + name for name in words.PHASES.values()}
    counted_by_themselves = ("two or more exposed", "more face-up cards")
    faults = {
        f"{document.number} {what} {moment}"
        for document in DOCUMENTS.values()
        for what, moment in document.faults
        if what not in counted_by_themselves
    }
    money = {"paid", "envy", "0 shares", "1 shares", "2 shares", "checkpoint"}
    return (set(words.NUMBERS) | phases | faults | money) - set(seen)
