"""What the bet sensors find, in words: beside the next step on the dealer's display, and as a notice to the host.

A proposal ("this seat takes its wager back?") has the last two lines, for it is the next step. All else has one line
that is free on each screen, so that a sensor never hides what the dealer is to do, a hand or a result.
"""

from micropython import const

from pitboard.app.let_it_ride import words
from pitboard.app.let_it_ride.bet_task import DIFFERS, NOTE_NAMES
from pitboard.app.wording import sentence
from pitboard.games.let_it_ride import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.app.let_it_ride.bet_task import BetSensors
    from pitboard.app.let_it_ride.pack_words import PackWords
    from pitboard.games.let_it_ride.let_it_ride import LetItRide
    from pitboard.interfaces import Surface as Canvas

    Said = tuple[str, str, str]

NOTICE_LINE = const(4)  # of the house's notices (screens.py)
SPOT_LABELS = ("1", "2", "$", "side")


class BetWords:
    def __init__(self, sensors: "BetSensors", game: "LetItRide", said: "PackWords") -> None:
        self._sensors = sensors
        self._game = game
        self._said = said

    def proposal(self) -> "Said | None":
        """Of the decision that is due; a key makes it (000 8.3.1)."""
        game = self._game
        seat = self._sensors.proposed
        if not seat or seat != game.next_to_decide():
            return None
        return self._said.prompt(words.P_WITHDRAWS, seat, 1 if game.phase == ride.DECIDING_1 else 2)

    def takes_line(self) -> bool:
        """About wagers: before a notice of the house, whose time then stands still. A bad sensor waits its turn."""
        return 0 < self._sensors.note()[0] <= DIFFERS

    def has_note(self) -> bool:
        """There is something for the line that the screen leaves free."""
        return self._sensors.note()[0] > 0

    def draw(self, canvas: "Canvas", line: int, due: str) -> str:
        """In the line that the screen leaves free, 0 if none; returns what is left of the notice `due` there."""
        if line == NOTICE_LINE and self.takes_line():
            due = ""
        found = self._finding()
        if line and found is not None and not (line == NOTICE_LINE and due):
            canvas.text(0, line, found[1])
        return due

    def notice(self) -> "dict[str, Any] | None":
        """The same for `status`."""
        found = self._finding()
        if found is None:
            return None
        kind = "bet_" + NOTE_NAMES[self._sensors.note()[0]]
        return {"rule": found[0], "kind": kind, "place": 0, "text": sentence(found[1], found[2])}

    def _finding(self) -> "Said | None":
        kind, seat, spot = self._sensors.note()
        return self._said.prompt(words.P_BET_TAKEN + kind - 1, seat, SPOT_LABELS[spot]) if kind else None
