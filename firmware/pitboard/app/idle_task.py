"""Housekeeping in declared windows: room in the journal and garbage collection between rounds.

In a round memory is collected only if it is low, and only while no card is under the beam: right after outputs are
final, when the next card is some time away. Where RFID readers make garbage all the time it cannot always wait for
that, but until little is left: a code that comes meanwhile waits in the ring, a tag may be gone.
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
_SCARCE_BYTES = const(24000)
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

    def breathe(self, low: int = _LOW_BYTES) -> bool:
        """Nothing is due now: collect if it will soon be needed anyway. False if a card under the beam forbids it."""
        if self._engine.passing:
            return False
        free = gc.mem_free()
        if free > self._most:
            self._most = free
        elif free < min(low, self._most - _WORTH):
            gc.collect()
            self._most = gc.mem_free()
        return True

    async def watch(self) -> None:
        """Readers of tags make garbage while nothing happens at the table."""
        table = self._dealing.table
        while True:
            low = _LOW_BYTES if table.may_erase() else _SCARCE_BYTES
            await asyncio.sleep_ms(left_ms(_BREATHE_MS, _AFTER_MS) if self.breathe(low) else _GAP_MS)

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
