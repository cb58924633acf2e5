"""Looks that come at fixed times of the chip's clock, whatever was done before them.

Counted from the last thing that happened, a look would come a millisecond sooner or later by some microseconds that a
hidden card took, and with it everything that waits for its end (docs/secrecy.md). `after_ms` keeps looks apart.
"""

import asyncio
from time import ticks_ms

from micropython import const

SHORTLY_MS = const(5)


def left_ms(every_ms: int, after_ms: int = 0) -> int:
    """Until the next multiple of `every_ms`, and `after_ms`."""
    return every_ms - (ticks_ms() - after_ms) % every_ms


async def next_time(every_ms: int, after_ms: int) -> None:
    """Ends on the tick: a wait is a tick longer if one begins between the look at the clock and its own start. Just
    after it was woken by a tick, it is far from the next.
    """
    left = left_ms(every_ms, after_ms)
    if left > SHORTLY_MS:
        await asyncio.sleep_ms(left - SHORTLY_MS)
        left = left_ms(every_ms, after_ms)
        if left > SHORTLY_MS:
            return  # it is just over
    await asyncio.sleep_ms(left)
