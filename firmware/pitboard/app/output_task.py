"""Lights and display follow the state: lights first, then the display page by page, yielding between pages.

A display that does not answer is left out and tried again every second; the game goes on (001 10.1).
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app import menu_screen, screen_parts
from pitboard.app.canvas import COLUMNS, PAGES
from pitboard.app.light_map import FULL
from pitboard.games.opening import LAMPS_LIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.canvas import Canvas
    from pitboard.app.dealing import Dealing
    from pitboard.app.idle_task import Housekeeping
    from pitboard.app.kit import Kit
    from pitboard.app.light_map import LightMap
    from pitboard.app.menu import Menu
    from pitboard.interfaces import Chain, Panel

REFUSAL_MS = const(3000)  # a refusal stays this long, or until the next accepted event
_RETRY_MS = const(1000)
_LATCH_MS = const(1)  # the chain latches after 300 us of silence


class Outputs:
    """The one owner of lights and display. `lit` is what the lights were last told, area by area."""

    def __init__(
        self,
        chain: "Chain",
        light_map: "LightMap",
        panel: "Panel",
        canvas: "Canvas",
        dealing: "Dealing",
        menu: "Menu",
        housekeeping: "Housekeeping",
        kit: "Kit",
        table_name: str,
        notice: str,
    ) -> None:
        self._chain = chain
        self._map = light_map
        self._panel = panel
        self._canvas = canvas
        self._dealing = dealing
        self._menu = menu
        self._housekeeping = housekeeping
        self._kit = kit
        self._name = table_name
        self._notice = notice
        self._tiers = bytearray(light_map.count)
        self.lit = bytearray(light_map.count)
        self._refusal_ms = 0
        self._had_refusal = 0
        self._phase = -1
        self.display_ok = False

    def shows_table(self) -> bool:
        """The table itself is on a display that works, not the menu."""
        return self.display_ok and not self._menu.is_open()

    async def run(self) -> None:
        """Runs for ever."""
        dealing = self._dealing
        while True:
            dealing.changed.clear()
            await self._update_lights()
            if await self._update_display():
                self._housekeeping.breathe()
                await self._wait()

    async def _wait(self) -> None:
        """Until something changes, a refusal has been shown long enough, or the display is due a try."""
        dealing = self._dealing
        if dealing.refused != self._had_refusal:
            self._had_refusal = dealing.refused
            self._refusal_ms = ticks_ms()
        limit = -1
        if dealing.refusal:
            limit = max(0, REFUSAL_MS - ticks_diff(ticks_ms(), self._refusal_ms))
        if not self.display_ok:
            limit = _RETRY_MS if limit < 0 else min(limit, _RETRY_MS)
        if limit < 0:
            await dealing.changed.wait()
            return
        try:
            await asyncio.wait_for_ms(dealing.changed.wait(), limit)
        except asyncio.TimeoutError:
            if dealing.refusal and ticks_diff(ticks_ms(), self._refusal_ms) >= REFUSAL_MS:
                dealing.refusal = 0

    async def _update_lights(self) -> None:
        dealing = self._dealing
        game = dealing.table.game
        if game.opening.lamps == LAMPS_LIT:
            for area in range(len(self._tiers)):
                self._tiers[area] = FULL  # the lamp test, on a table that is not open
        else:
            game.light(self._tiers)
        if self._tiers != self.lit or dealing.resend_lights:
            dealing.resend_lights = False
            await self._send_lights()

    async def _send_lights(self) -> None:
        while self._chain.busy():
            await asyncio.sleep_ms(1)
        await asyncio.sleep_ms(_LATCH_MS)
        self.lit[:] = self._tiers
        self._map.draw(self.lit)
        self._chain.show()

    async def _update_display(self) -> bool:
        """Send the dirty pages; False if the state changed on the way."""
        canvas = self._canvas
        dealing = self._dealing
        game = dealing.table.game
        if self._menu.is_open():
            menu_screen.draw(canvas, game, self._menu, self._name, dealing.refusal, self._kit)
        else:
            self._kit.screens.draw(canvas, game, self._name, self._notice, dealing.refusal)
        if game.phase != self._phase or not self.display_ok:
            # At each new phase too: a display that lost its supply for a moment has forgotten everything, and answers.
            self._phase = game.phase
            self._begin_display()
        for page in range(PAGES):
            if self.display_ok and canvas.dirty(page):
                self._send_page(page)
                await asyncio.sleep_ms(0)
                if dealing.changed.is_set():
                    return False
        return True

    def _begin_display(self) -> None:
        """Set the display up and forget what it shows, so that every page is sent."""
        try:
            self._panel.init()
            self._canvas.forget()
            self.display_ok = True
        except OSError:
            self.display_ok = False

    def _send_page(self, page: int) -> None:
        try:
            self._panel.write_page(page, self._canvas.page(page))
            self._canvas.sent(page)
        except OSError:
            self.display_ok = False

    def safe(self, first: str, second: str) -> None:
        """The fault path: lights dark, the display says so. Blocking and short."""
        self._chain.blank()
        for area in range(len(self.lit)):
            self.lit[area] = 0
        try:
            rule = self._kit.fault_rule
            screen_parts.draw_fault(self._canvas, first, second[:COLUMNS], rule)
            self._begin_display()
            for page in range(PAGES):
                self._send_page(page)
        except MemoryError:
            return  # the lights are dark: that is what matters
