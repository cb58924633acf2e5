"""Dealer keys: a press counts when the level has been steady for `STEADY_MS`; a release re-arms the key.

Two keys at once mean nothing, and neither does the second tap of a double one.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.menu import Menu
    from pitboard.interfaces import Flag, Keys

STEADY_MS = const(20)
DOUBLE_MS = const(250)
_SAMPLE_MS = const(10)


class KeyReader:
    """Sleeps until an edge, then samples until all keys are steady."""

    def __init__(self, keys: "Keys", wake: "Flag", menu: "Menu") -> None:
        self._keys = keys
        self._wake = wake
        self._menu = menu
        self._down = 0  # keys that count as pressed
        self._last = -1
        self._last_ms = 0

    async def run(self) -> None:
        self._down = await self._steady()  # a key that is held at power-on is no press
        while True:
            await self._wake.wait()
            now = await self._steady()
            pressed = now & ~self._down
            self._down = now
            for key in range(3):
                if pressed == 1 << key and now == pressed:
                    self._press(key)

    def _press(self, key: int) -> None:
        """One key alone, and not the second tap of a double one: "confirm" twice would close what it confirms."""
        now = ticks_ms()
        again = key == self._last and ticks_diff(now, self._last_ms) < DOUBLE_MS
        self._last = key
        self._last_ms = now
        if not again:
            self._menu.key(key)

    async def _steady(self) -> int:
        """Levels once they have not changed for STEADY_MS."""
        last = self._keys.levels()
        steady = 0
        while steady < STEADY_MS:
            await asyncio.sleep_ms(_SAMPLE_MS)
            now = self._keys.levels()
            steady = steady + _SAMPLE_MS if now == last else 0
            last = now
        return last
