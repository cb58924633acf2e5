"""Housekeeping between rounds: room in the journal, garbage collection. Never while a card can be on its way."""

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing


class Housekeeping:
    """`heap_free` is what was free after the last collection: the figure that must not fall."""

    def __init__(self, dealing: "Dealing") -> None:
        self._dealing = dealing
        self.heap_free = 0
        self.collect()

    def collect(self) -> None:
        """Blocks for some 20 ms on the chip."""
        gc.collect()
        mem_free = getattr(gc, "mem_free", None)  # CPython has none
        self.heap_free = mem_free() if mem_free else 0

    async def run(self) -> None:
        """Each time a round has ended."""
        dealing = self._dealing
        while True:
            await dealing.round_over.wait()
            dealing.round_over.clear()
            if dealing.table.may_erase():
                dealing.table.tidy()
                self.collect()
