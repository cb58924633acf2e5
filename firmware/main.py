"""Has the table built, forgets what only building needs, and runs it; outputs are safe whatever happens."""

import asyncio
import gc
import sys

# Collect after so many new bytes while modules load: garbage between them would scatter them over the whole heap, and
# no large piece of it would be left (docs/memory.md).
_TIDY_BYTES = 32768
_NEVER = -1  # by itself: app/idle_task.py says when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.app.supervisor import Supervisor


def _forget(name: str) -> None:
    """A module that is not needed again: its code lies in RAM until nobody can reach it."""
    if name not in sys.modules:
        return  # of another game
    package, _, last = name.rpartition(".")
    del sys.modules[name]
    delattr(sys.modules[package], last)


def _build(stdin: "Any", stdout: "Any", safe: "list[Callable[[], None]]") -> "Supervisor":
    gc.threshold(_TIDY_BYTES)
    from pitboard import composition

    supervisor = composition.build(stdin, stdout, safe)
    gc.threshold(_NEVER)
    _forget("pitboard.composition")
    _forget("pitboard.rfid_parts")
    _forget("pitboard.version")
    _forget("pitboard.drivers.i2c_bus")
    _forget("pitboard.drivers.identity")
    _forget("pitboard.table.settings")
    _forget("pitboard.table.checks")
    _forget("pitboard.table.derby_settings")
    _forget("pitboard.table.let_it_ride_settings")
    _forget("pitboard.app.derby.kit")
    _forget("pitboard.app.let_it_ride.kit")
    return supervisor


async def _play(stdin: "Any", stdout: "Any", safe: "list[Callable[[], None]]") -> None:
    supervisor = _build(stdin, stdout, safe)
    gc.collect()  # only here nobody holds on to the builder any more
    await supervisor.run()


def start(stdin: "Any", stdout: "Any") -> None:
    """Run the table on these streams until Ctrl-C; outputs are safe when this returns."""
    safe: "list[Callable[[], None]]" = []
    try:
        asyncio.run(_play(stdin, stdout, safe))
    finally:
        for off in safe:
            off()


if __name__ == "__main__":
    start(sys.stdin.buffer, sys.stdout.buffer)
