"""Lights and display follow the state: lights first, then the display piece by piece, yielding between pieces.

A display that does not answer is left out and tried again every second; the game goes on (001 10.1). One that lost its
supply for a moment is found by a look every second, or gets its settings again then.
"""

import asyncio
from time import sleep_ms, ticks_diff, ticks_ms

from micropython import const

from pitboard.app import menu_screen, screen_parts
from pitboard.app.canvas import COLUMNS
from pitboard.app.fixed_times import left_ms
from pitboard.app.light_map import FULL
from pitboard.games.opening import LAMPS_LIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing
    from pitboard.app.idle_task import Housekeeping
    from pitboard.app.kit import Kit
    from pitboard.app.light_map import LightMap
    from pitboard.app.menu import Menu
    from pitboard.app.part_health import PartHealth
    from pitboard.interfaces import Chain, Pieces, Screen

REFUSAL_MS = const(3000)  # a refusal stays this long, or until the next accepted event
_RETRY_MS = const(1000)
_SHORTLY_MS = const(5)


class Outputs:
    """The one owner of lights and display. `lit` is what the lights were last told, area by area."""

    def __init__(
        self,
        chain: "Chain",
        light_map: "LightMap",
        panel: "Screen",
        canvas: "Pieces",
        dealing: "Dealing",
        menu: "Menu",
        housekeeping: "Housekeeping",
        kit: "Kit",
        table_name: str,
        notice: str,
        health: "PartHealth",
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
        self._health = health
        self._tiers = bytearray(light_map.count)
        self.lit = bytearray(light_map.count)
        self._refusal_ms = 0
        self._had_refusal = 0
        self._phase = -1
        self._doubted = 0
        self.display_ok = False

    @property
    def missing(self) -> bool:
        return not self.display_ok

    def shows_table(self) -> bool:
        """The table itself is on a display that works, not the menu."""
        return self.display_ok and not self._menu.is_open()

    async def run(self) -> None:
        """Runs for ever."""
        dealing = self._dealing
        while True:
            dealing.changed.clear()
            await self._update_lights()
            await asyncio.sleep_ms(0)
            if await self._update_display():
                await asyncio.sleep_ms(0)
                self._housekeeping.breathe()
                await self._wait()

    async def _wait(self) -> None:
        """Until something changes, a refusal has been shown long enough, or the display is due a try."""
        dealing = self._dealing
        if dealing.refused != self._had_refusal:
            self._had_refusal = dealing.refused
            self._refusal_ms = ticks_ms()
        while True:
            # At whole seconds, on the tick: a wait is one longer if a tick falls between the look at the clock and its
            # own start. Right after a tick has ended a shorter one, the next is far away.
            limit = left_ms(_RETRY_MS)
            early = limit > _SHORTLY_MS
            if early:
                limit -= _SHORTLY_MS
            if dealing.refusal:
                limit = min(limit, max(0, REFUSAL_MS - ticks_diff(ticks_ms(), self._refusal_ms)))
            try:
                await asyncio.wait_for_ms(dealing.changed.wait(), limit)
                return
            except asyncio.TimeoutError:
                if dealing.refusal and ticks_diff(ticks_ms(), self._refusal_ms) >= REFUSAL_MS:
                    dealing.refusal = 0
                    return
            if not early and (not self.display_ok or not await self._watch()):
                return

    async def _watch(self) -> bool:
        """Look at the display and send an eighth of it again, for bytes that were disturbed; False if it has gone."""
        await self._look()
        eighth = self._canvas.pieces // 8
        self._doubted = (self._doubted + eighth) % self._canvas.pieces
        for piece in range(self._doubted, self._doubted + eighth):
            if self.display_ok and not self._dealing.changed.is_set():
                self._send(piece)
                await asyncio.sleep_ms(0)
        return self.display_ok

    async def _look(self) -> bool:
        self.display_ok = self._panel.look()
        if self._panel.settle_ms:
            await asyncio.sleep_ms(self._panel.settle_ms)
        return self.display_ok

    async def _update_lights(self) -> None:
        dealing = self._dealing
        game = dealing.table.game
        if game.opening.lamps == LAMPS_LIT:
            for area in range(len(self._tiers)):
                self._tiers[area] = FULL  # the lamp test, on a table that is not open
        else:
            game.light(self._tiers)
        # At each new phase too: lights behind a bad contact keep what they had, and tell nobody.
        new_phase = self._phase >= 0 and game.phase != self._phase
        if new_phase or self._tiers != self.lit or dealing.resend_lights:
            dealing.resend_lights = False
            await self._send_lights()

    async def _send_lights(self) -> None:
        while self._chain.busy():
            await asyncio.sleep_ms(1)
        self.lit[:] = self._tiers
        self._map.draw(self.lit)
        self._chain.show()

    async def _update_display(self) -> bool:
        """Send the dirty pieces; False if the state changed on the way."""
        canvas = self._canvas
        dealing = self._dealing
        game = dealing.table.game
        name = self._health.words or self._name  # in one place of every screen, where it hides nothing else
        if not await self._menu.catch_up():
            return False
        if self._menu.is_open():
            await menu_screen.draw(canvas, game, self._menu, name, dealing.refusal, self._kit)
        else:
            await self._kit.screens.draw(canvas, game, name, self._notice, dealing.refusal)
        await asyncio.sleep_ms(0)
        if dealing.changed.is_set():
            return False
        panel = self._panel
        new_phase = game.phase != self._phase
        self._phase = game.phase
        if not (self.display_ok and await self._look()) and not await self._begin_display():
            return False
        if new_phase and not panel.answers:
            canvas.forget()  # so may it, and nobody can tell
        for piece in range(canvas.pieces):
            if self.display_ok and canvas.dirty(piece):
                self._send(piece)
                await asyncio.sleep_ms(0)
                if dealing.changed.is_set():
                    return False
        return True

    async def _begin_display(self) -> bool:
        """Set the display up and forget what it shows, so that everything is sent. False if the state changed on the
        way: lights come first, and the display begins anew after them.
        """
        self.display_ok = False
        dealing = self._dealing
        step = 0
        try:
            wait = self._panel.init(step)
            while wait:
                try:
                    await asyncio.wait_for_ms(dealing.changed.wait(), wait)
                    return False
                except asyncio.TimeoutError:
                    step += 1
                wait = self._panel.init(step)
        except OSError:
            return True
        self._canvas.forget()
        self.display_ok = True
        return True

    def _send(self, piece: int) -> None:
        try:
            self._canvas.send(self._panel, piece)
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
            self.display_ok = show_now(self._panel, self._canvas)
        except MemoryError:
            return  # the lights are dark: that is what matters


def show_now(panel: "Screen", canvas: "Pieces") -> bool:
    """Set the display up and send all of it without yielding, for a table that is out; False if there is none."""
    try:
        if not (panel.answers and panel.look()):
            step = 0
            wait = panel.init(step)
            while wait:
                sleep_ms(wait)
                step += 1
                wait = panel.init(step)
        for piece in range(canvas.pieces):
            canvas.send(panel, piece)
    except OSError:
        return False
    return True
