"""Housekeeping in declared windows: room in the journal and garbage collection between rounds; in a long race also a
collection right after the outputs of a card are final, if memory is low. Cards that come meanwhile wait in the ring.
"""

import gc

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing

LOW_BYTES = const(60000)  # a card makes some 3 KB of garbage


class Housekeeping:
    """`heap_free` is what was free after the last collection between rounds: the figure that must not fall.

    Never one of an open round: a few bytes more or less may depend on cards that nobody may know.
    """

    def __init__(self, dealing: "Dealing") -> None:
        self._dealing = dealing
        self.heap_free = 0
        self.collect()

    def collect(self) -> None:
        """Blocks for some 20 ms on the chip."""
        gc.collect()
        self.heap_free = gc.mem_free()

    def breathe(self) -> None:
        """Nothing is due now: collect if it will soon be needed anyway."""
        if gc.mem_free() < LOW_BYTES:
            gc.collect()

    async def run(self) -> None:
        """Each time a round, or other work between rounds, has ended."""
        dealing = self._dealing
        while True:
            await dealing.resting.wait()
            dealing.resting.clear()
            if dealing.table.may_erase():
                dealing.table.tidy()
                self.collect()
