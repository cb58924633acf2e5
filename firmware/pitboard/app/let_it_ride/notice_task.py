"""Counts the minutes that a notice was really on display (000 6.5, 14.8): a dark display counts nothing."""

import asyncio

from micropython import const

from pitboard.app.fixed_times import left_ms
from pitboard.app.let_it_ride.screens import shows_notice
from pitboard.games import events
from pitboard.games.let_it_ride import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.dealing import Dealing
    from pitboard.app.let_it_ride.guide import Guide
    from pitboard.app.output_task import Outputs
    from pitboard.games.let_it_ride.let_it_ride import LetItRide

_LOOK_MS = const(5000)
_AFTER_MS = const(330)
_LOOKS = const(12)  # of a minute


class NoticeClock:
    """Five seconds count when the looks at both their ends found the same notice on a display that works."""

    def __init__(
        self, game: "LetItRide", dealing: "Dealing", outputs: "Outputs", guide: "Guide | None" = None
    ) -> None:
        self._game = game
        self._dealing = dealing
        self._outputs = outputs
        self._guide = guide
        self._looks = 0
        self._notice = 0, 0  # the one that they are of: its kind, and how many were put up
        self._was_shown = False

    async def run(self) -> None:
        while True:
            await asyncio.sleep_ms(left_ms(_LOOK_MS, _AFTER_MS))
            self._look(self._game.notices.on_display())

    def _look(self, kind: int) -> None:
        notices = self._game.notices
        notice = kind, notices.put_ups
        if notice != self._notice:
            self._notice = notice
            self._looks = 0
            self._was_shown = False
        bets = self._guide.bets if self._guide is not None else None
        covered = bets is not None and bets.takes_line()
        shown = kind > 0 and self._outputs.shows_table() and shows_notice(self._game) and not covered
        if shown and self._was_shown and notices.left(kind):
            self._looks += 1
        self._was_shown = shown
        if self._looks == _LOOKS:
            self._looks = 0
            self._dealing.offer(ride.NOTICE_MINUTE, kind, 0, 0, 0, events.DEALER, 0)
