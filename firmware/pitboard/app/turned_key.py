"""The supervisor's key switch as proof: while it is turned, whoever is at the table's keys is the supervisor.

A turn counts when the contact has not moved for `STEADY_MS`; an open contact takes the role away at once. A key that
is turned at power-on gives nothing before it was turned off: a pinched wire is no supervisor.
"""

import asyncio

from micropython import const

from pitboard.games import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.interfaces import Flag, Switch


STEADY_MS = const(20)


class TurnedKey:
    """Provider and task. `who` is the staff number that the key stands for; 0 opens nothing."""

    def __init__(
        self, switch: "Switch", wake: "Flag", who: int, on_change: "Callable[[], None]"
    ) -> None:
        self._switch = switch
        self._wake = wake
        self._who = who
        self._on_change = on_change
        self._on = False

    def grant(self) -> "tuple[int, int]":
        if self._on and self._who and self._switch.turned():
            return (events.SUPERVISOR, self._who)
        return (0, 0)

    def used(self) -> None:
        """A turned key lasts as long as it is turned."""

    def end(self) -> None:
        """Only a hand ends a turned key."""

    async def run(self) -> None:
        was = await self._steady()
        while True:
            await self._wake.wait()
            now = await self._steady()
            if now != was:
                was = self._on = now
                self._on_change()

    async def _steady(self) -> bool:
        """Where the key is once its contact has been quiet: samples alone would miss what is between them."""
        switch = self._switch
        edges = -1
        while edges != switch.edges:
            edges = switch.edges
            await asyncio.sleep_ms(STEADY_MS)
        return switch.turned()
