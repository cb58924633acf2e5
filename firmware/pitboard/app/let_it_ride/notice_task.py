"""Counts the minutes that a notice was really on display (000 6.5, 14.8): a dark display counts nothing."""

import asyncio

from micropython import const

from pitboard.app.let_it_ride.screens import shows_notice
from pitboard.games import events
from pitboard.games.let_it_ride import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing
    from pitboard.app.output_task import Outputs
    from pitboard.games.let_it_ride.let_it_ride import LetItRide

_LOOK_S = const(5)
_LOOKS = const(12)  # of a minute
_ENOUGH = const(60)  # minutes; nobody asks for more


class NoticeClock:
    """A minute counts when twelve looks, five seconds apart, have found the notice on a display that works."""

    def __init__(self, game: "LetItRide", dealing: "Dealing", outputs: "Outputs") -> None:
        self._game = game
        self._dealing = dealing
        self._outputs = outputs
        self._looks = bytearray(3)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            kind = self._game.notices.on_display()
            if kind:
                self._look(kind)

    def _look(self, kind: int) -> None:
        if self._game.notices.minutes(kind) >= _ENOUGH:
            self._looks[kind] = 0
        elif self._outputs.shows_table() and shows_notice(self._game):
            self._looks[kind] += 1
            if self._looks[kind] == _LOOKS:
                self._looks[kind] = 0
                self._dealing.offer(ride.NOTICE_MINUTE, kind, 0, 0, 0, events.DEALER, 0)
