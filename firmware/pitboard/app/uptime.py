"""Milliseconds since boot that do not wrap: MicroPython's ticks do after six days.

Must be looked at at least once in six days; the supervisor does it every hour.
"""

from time import ticks_diff, ticks_ms


class Uptime:
    def __init__(self) -> None:
        self._last = ticks_ms()
        self._total = 0

    def ms(self) -> int:
        now = ticks_ms()
        self._total += ticks_diff(now, self._last)
        self._last = now
        return self._total
