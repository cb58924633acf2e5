"""One soft cue per card; another tone when something is wrong, another when the race is over."""

import asyncio

from micropython import const

from pitboard.games import effects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing
    from pitboard.interfaces import Sounder

CARD_HZ = const(1760)
CARD_MS = const(30)
NOTICE_HZ = const(440)
NOTICE_MS = const(200)
RESULT_HZ = const(2093)
RESULT_MS = const(120)


async def run(sounder: "Sounder", dealing: "Dealing") -> None:
    """A new cue cuts the one that sounds, so a cue is never late. Nothing sounds when this task ends."""
    try:
        while True:
            await dealing.cue.wait()
            dealing.cue.clear()
            kind = dealing.cue_kind
            if kind & effects.CUE_RESULT:
                hz, ms = RESULT_HZ, RESULT_MS
            elif kind & effects.CUE_NOTICE:
                hz, ms = NOTICE_HZ, NOTICE_MS
            else:
                hz, ms = CARD_HZ, CARD_MS
            sounder.on(hz)
            try:
                await asyncio.wait_for_ms(dealing.cue.wait(), ms)
            except asyncio.TimeoutError:
                pass  # nothing new: the tone ends
            sounder.off()
    finally:
        sounder.off()
