"""Looks that come at fixed times of the chip's clock, whatever was done before them.

Counted from the last thing that happened, a look would come a millisecond sooner or later by some microseconds that a
hidden card took, and with it everything that waits for its end (docs/secrecy.md).
"""

from time import ticks_ms


def left_ms(every_ms: int, after_ms: int = 0) -> int:
    """Until the next multiple of `every_ms`, and `after_ms`, which keeps one kind of looks apart from another."""
    return every_ms - (ticks_ms() - after_ms) % every_ms
