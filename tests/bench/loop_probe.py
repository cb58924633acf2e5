"""Runs on a board in main.py's stead: the table as it is, with a watch on how long each task holds the loop.

HELD has for each task the longest step in microseconds: while cards pass (from Derby's call to its third place, in Let
It Ride's deal), in the rest of a round, and between rounds. What is done in a declared window (app/idle_task.py) is
counted apart: no card is under the beam then, and others wait in the ring.
"""

import asyncio
import sys
from time import ticks_diff, ticks_us  # pyright: ignore[reportAttributeAccessIssue]

import table_main  # pyright: ignore[reportMissingImports]

from pitboard.app.dealing import Dealing
from pitboard.app.idle_task import Housekeeping
from pitboard.app.supervisor import Supervisor
from pitboard.games.derby import derby_events as derby
from pitboard.games.let_it_ride import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

HELD: "dict[str, list[int]]" = {}
DEALING: "list[Dealing]" = []
WINDOW_US = [0]  # in this step
PLAIN_RESUME = Dealing.resume
PLAIN_BREATHE = Housekeeping.breathe


def moment() -> int:
    """Where in `longest` it counts. Neither game has the other one's phase."""
    game = DEALING[0].table.game
    if game.phase in (derby.RACING, ride.DEALING):
        return 0
    return 2 if game.is_between_rounds() else 1


def note(longest: "list[int]", when: int, took: int) -> None:
    longest[when] = max(longest[when], took)


class Timed:
    """A task's coroutine; each step of it is timed."""

    def __init__(self, name: str, coroutine: "Any") -> None:
        self.coroutine = coroutine
        self.longest = [0, 0, 0]
        HELD[name] = self.longest

    def send(self, value: "Any") -> "Any":
        return self.step(self.coroutine.send, value)

    def throw(self, error: BaseException) -> "Any":
        return self.step(self.coroutine.throw, error)

    def step(self, go: "Callable[[Any], Any]", value: "Any") -> "Any":
        when = moment()
        WINDOW_US[0] = 0
        begun = ticks_us()
        try:
            return go(value)
        finally:
            note(self.longest, when, ticks_diff(ticks_us(), begun) - WINDOW_US[0])


def add(self: "Any", name: str, coroutine: "Any") -> None:
    self._tasks[name] = asyncio.create_task(Timed(name, self._guard(name, coroutine)))  # type: ignore[arg-type]


def breathe(self: "Any", low: int = 60000) -> bool:
    begun = ticks_us()
    done = PLAIN_BREATHE(self, low)
    WINDOW_US[0] = ticks_diff(ticks_us(), begun)
    note(HELD["(window)"], moment(), WINDOW_US[0])
    return done


def resume(self: Dealing) -> None:
    DEALING.append(self)
    PLAIN_RESUME(self)


Supervisor.add = add
Dealing.resume = resume
HELD["(window)"] = [0, 0, 0]
Housekeeping.breathe = breathe
table_main.start(sys.stdin.buffer, sys.stdout.buffer)
