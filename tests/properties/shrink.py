"""From a failing run to the shortest list of steps that still fails, as code that can be pasted into a test."""

from collections.abc import Callable, Sequence
from typing import Any

from pitboard.games.derby import derby_events as derby
from tests.properties.choices import Setup, Step
from tests.properties.duel import Duel


def report(setup: Setup, played: Sequence[Step], error: Exception) -> str:
    """What went wrong, and the fewest steps after which it does."""
    steps = shortest(list(played), lambda some: _gist(failure(setup, some)) == _gist(error))
    last = failure(setup, steps) or error
    return f"{type(last).__name__}: {last}\n{as_code(setup, steps)}"


def failure(setup: Setup, steps: Sequence[Step]) -> Exception | None:
    """What goes wrong when these steps are played, if anything."""
    duel = Duel(setup)
    try:
        for step in steps:
            duel.play(step)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        return error
    return None


def _gist(error: Exception | None) -> str:
    """The complaint without the numbers in it."""
    return type(error).__name__ + str(error).partition(":")[0]


def shortest(steps: list[Any], fails: Callable[[list[Any]], bool]) -> list[Any]:
    """Leave out as much as still fails, in ever smaller pieces."""
    size = len(steps)
    while size:
        at = 0
        while at < len(steps):
            fewer = steps[:at] + steps[at + size :]
            if fails(fewer):
                steps = fewer
            else:
                at += size
        size //= 2
    return steps


def as_code(setup: Setup, steps: Sequence[Step]) -> str:
    lines = [f"    {_step_as_code(step)}," for step in steps]
    return "\n".join([f"play({setup!r}, [", *lines, "])"])


def _step_as_code(step: Step) -> str:
    if step[0] == "offer" and 0 < step[1] < len(derby.NAMES):
        name = derby.NAMES[step[1]].upper()
        name = {"USE_NEXT": "NEXT"}.get(name, name)
        return f'("offer", ev.{name}, ' + ", ".join(map(repr, step[2:])) + ")"
    if step[0] == "cut":
        return f'("cut", {step[1]}, {step[2]}, {_step_as_code(step[3])})'
    return repr(step)
