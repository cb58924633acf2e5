"""Shows waiting cards a set time after they were slid, where the table's reveal point is a delay (001 8.1)."""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from pitboard.games import events
from pitboard.games.derby import derby_events as derby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing
    from pitboard.games.derby.derby import Derby

_POLL_MS = const(50)


class RevealTimer:
    """After a restart a card waits its whole time again: rather late than too early."""

    def __init__(self, game: "Derby", dealing: "Dealing", delay_ms: int) -> None:
        self._game = game
        self._dealing = dealing
        self._delay_ms = delay_ms
        self._due: list[int] = []  # when each waiting card shows; as many as dealt.MAX_WAITING

    async def run(self) -> None:
        dealing = self._dealing
        game = self._game
        while True:
            await dealing.waiting.wait()
            dealing.waiting.clear()
            while game.hidden and game.reveal == derby.AFTER_DELAY:
                self._note(game.hidden)
                if ticks_diff(self._due[0], ticks_ms()) <= 0 and self._show():
                    self._due.pop(0)
                await asyncio.sleep_ms(_POLL_MS)
            self._due.clear()

    def _show(self) -> bool:
        """The oldest waiting card shows now, if it may."""
        shown = self._game.next_shown()
        return shown is not None and not self._dealing.offer(*(shown + (events.DEALER, 0)))

    def _note(self, hidden: int) -> None:
        """A time for each card that has come since the last look; cards that left otherwise leave the list."""
        while len(self._due) > hidden:
            self._due.pop(0)
        while len(self._due) < hidden:
            self._due.append(ticks_add(ticks_ms(), self._delay_ms))
