"""Housekeeping between rounds: room in the journal, garbage collection. Never while a card can be on its way."""

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing


async def run(dealing: "Dealing") -> None:
    """Each time a round has ended."""
    while True:
        await dealing.round_over.wait()
        dealing.round_over.clear()
        if dealing.table.may_erase():
            dealing.table.tidy()
            gc.collect()
