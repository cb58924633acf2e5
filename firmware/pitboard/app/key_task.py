"""Dealer keys: a press counts when the level has been steady for `STEADY_MS`; a release re-arms the key.

Two keys at once mean nothing, and neither does the second tap of a double one. Times are those of the edges, which
interrupts took: how long the loop was at something else makes a press neither too short nor the second of two.
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


class KeyReader:
    """Sleeps until an edge, then until all keys are steady."""

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
                    await self._press(key)

    async def _press(self, key: int) -> None:
        """One key alone, and not the second tap of a double one: "confirm" twice would close what it confirms."""
        at = self._keys.edge_ms
        again = key == self._last and 0 <= ticks_diff(at, self._last_ms) < DOUBLE_MS
        self._last = key
        self._last_ms = at
        if not again:
            await self._menu.key(key)

    async def _steady(self) -> int:
        """Levels once they have not changed for STEADY_MS."""
        keys = self._keys
        while True:
            quiet = ticks_diff(ticks_ms(), keys.edge_ms)
            if not 0 <= quiet < STEADY_MS:
                return keys.levels()
            await asyncio.sleep_ms(STEADY_MS - quiet)
