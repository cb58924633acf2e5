"""Housekeeping in declared windows: room in the journal and garbage collection between rounds.

In a round memory is collected only if it is low, and only while no card is under the beam: right after outputs are
final, and where RFID readers make garbage of their own all the time. Cards that come meanwhile wait in the rings.
"""

import asyncio
import gc

from micropython import const

from pitboard.app.fixed_times import left_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.app.dealing import Dealing
    from pitboard.app.engine import Engine

_LOW_BYTES = const(60000)  # a card makes some 3 KB of garbage
_WORTH = const(12000)  # less garbage than this is not worth 40 ms, however little is left
_BREATHE_MS = const(250)
_AFTER_MS = const(60)
_GAP_MS = const(10)  # cards that follow one another closely leave 50 ms between them


class Housekeeping:
    """`heap_free` is what was free after the last collection between rounds: the figure that must not fall.

    Never one of an open round: a few bytes more or less may depend on cards that nobody may know.
    """

    def __init__(self, dealing: "Dealing", engine: "Engine") -> None:
        self._dealing = dealing
        self._engine = engine
        self.heap_free = 0
        self.at_rest: "Callable[[], None] | None" = None  # told whenever a round has ended
        self._most = 0  # bytes that were free, since the last collection
        self.collect()

    def collect(self) -> None:
        """Blocks for 20 to 40 ms on the chip."""
        gc.collect()
        self.heap_free = self._most = gc.mem_free()

    def breathe(self) -> bool:
        """Nothing is due now: collect if it will soon be needed anyway. False if a card under the beam forbids it."""
        free = gc.mem_free()
        if free > self._most:
            self._most = free
        elif free < min(_LOW_BYTES, self._most - _WORTH):
            if self._engine.passing:
                return False
            gc.collect()
            self._most = gc.mem_free()
        return True

    async def watch(self) -> None:
        """Readers of tags make garbage while nothing happens at the table."""
        while True:
            await asyncio.sleep_ms(left_ms(_BREATHE_MS, _AFTER_MS) if self.breathe() else _GAP_MS)

    async def run(self) -> None:
        """Each time a round, or other work between rounds, has ended."""
        dealing = self._dealing
        while True:
            await dealing.resting.wait()
            dealing.resting.clear()
            if self.at_rest is not None:
                self.at_rest()
            if dealing.table.may_erase():
                dealing.table.tidy()
                self.collect()
