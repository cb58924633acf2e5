"""The clock of tests without hardware: it runs as ours does, and may be put forward."""

import time

_ahead_ms = 0


def ticks_ms() -> int:
    return int(time.monotonic() * 1000) + _ahead_ms


def advance(ms: int) -> None:
    global _ahead_ms
    _ahead_ms += ms
