"""Runs of random choices: the same kind of choices for hypothesis, for the long run and for MicroPython."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from tests.properties.choices import OPS, Choice, Setup, Step, setup_of
from tests.properties.duel import Duel
from tests.properties.shrink import as_code, report

Run = tuple[Setup, list[Choice]]

ORDINARY: Choice = (0, 0, 0)
OPENING: list[Choice] = [ORDINARY] * 6  # lamps, cards, table open
MOST_CHOICES = 60


class Failed(AssertionError):
    """A run in which table and reference fell out; the message has its steps as code."""


def random_run(seed: int) -> Run:
    """A run from a seed, without hypothesis: fast, and the same for ever."""
    rng = random.Random(f"derby {seed}")
    setup = setup_of(rng.randrange(256), rng.randrange(256))
    choices: list[Choice] = list(OPENING) if rng.random() < 0.9 else []
    for _ in range(rng.randrange(5, MOST_CHOICES)):
        choices.append((rng.randrange(OPS), rng.randrange(256), rng.randrange(256)))
    return setup, choices


def runs() -> st.SearchStrategy[Run]:
    """The same for hypothesis, which shrinks a failing run to few and plain choices.

    Lists of lists, because a plain list has five entries on average, however many it may have.
    """
    byte = st.integers(0, 255)
    choice = st.tuples(st.integers(0, OPS - 1), byte, byte)
    choices = st.lists(st.lists(choice, max_size=12), max_size=12)
    opened = st.sampled_from([list(OPENING), []])
    return st.builds(_run, byte, byte, opened, choices)


def _run(a: int, b: int, opening: list[Choice], choices: list[list[Choice]]) -> Run:
    return setup_of(a, b), [*opening, *(choice for some in choices for choice in some)]


def play_run(run: Run) -> Duel:
    """Play a run against the reference; a failure says what was played, as code."""
    setup, choices = run
    duel = Duel(setup)
    try:
        for choice in choices:
            duel.choose(choice)
    except Exception as error:
        raise Failed(f"{type(error).__name__}: {error}\n{as_code(setup, duel.played)}") from error
    return duel


def play(setup: Setup, steps: Sequence[Step]) -> Duel:
    """Play concrete steps, as a failure prints them."""
    duel = Duel(setup)
    for step in steps:
        duel.play(step)
    return duel


def play_seeds(seeds: Iterable[int], replay_every: int = 1) -> Counter[str]:
    """Many random runs; returns how often each event was accepted and each phase seen. The first failure is shrunk."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        setup, choices = random_run(seed)
        duel = Duel(setup, replay_every=replay_every)
        try:
            for choice in choices:
                duel.choose(choice)
            duel.replay()
        except Exception as error:
            raise Failed(f"seed {seed}: {report(setup, duel.played, error)}") from error
        seen += duel.seen
    return seen


def unseen(seen: Counter[str]) -> set[str]:
    """Events that were never accepted and phases that were never reached: a run that leaves any out proves little."""
    events = {name for name in derby.NAMES if name and name not in ("boot", "state")}
    phases = {"phase " + name for name in derby.PHASE_NAMES}
    holds = {"held " + name for name in ev.HOLD_NAMES if name}
    return (events | phases | holds) - set(seen)
