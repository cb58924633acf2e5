"""Plays steps on a Let It Ride table without a journal, as table/table.py does: allowed, authority, judge, apply, due.

Runs on CPython and under MicroPython. A step is a tuple of plain values:

    ("slide", face, number, before_call)      a card passed the scanner; face 63 is a card of another set
    ("offer", event, arg, arg2, value, reason, role, who)
"""

from pitboard.app.hand_file import open_tables
from pitboard.games import events, refusals
from pitboard.games.let_it_ride.house import House
from pitboard.games.let_it_ride.let_it_ride import LetItRide
from pitboard.games.let_it_ride.pack import Pack
from pitboard.games.sequence import token

SET_SERIAL = 204117
MOST_FOLLOWING = 40  # one for each card and seat; more is a table that never comes to rest


class Endless(Exception):
    """What follows by itself never ends."""


class Player:
    def __init__(self, pack: "dict", house: "dict", numbered: bool) -> None:  # type: ignore[type-arg]
        self._made_of = pack, house, numbered
        self.game = self.fresh()
        self.log: list[tuple[int, int, int, int, int, int]] = []  # what happened
        self.followed: list[
            tuple[int, int, int, int, int, int]
        ] = []  # by itself after the last step

    def fresh(self) -> LetItRide:
        pack, house, numbered = self._made_of
        return LetItRide(Pack(pack), House(house), SET_SERIAL if numbered else 0, open_tables)

    def do(self, step: "tuple") -> "tuple[int, int]":  # type: ignore[type-arg]
        """Play one step; the event that it became and its refusal."""
        self.followed = []
        if step[0] == "slide":
            return self._slide(step[1], step[2], step[3])
        return step[1], self._offer(*step[1:])

    def as_offer(self, step: "tuple") -> "tuple":  # type: ignore[type-arg]
        """A slide as the offer that it becomes now."""
        if step[0] == "offer":
            return step[1:]
        face, number, before_call = step[1], step[2], step[3]
        event, why = self.game.route(token(face, number), before_call)
        if event == events.IRREGULARITY:
            return event, why, self.game.place(), 0, 0, events.DEALER, 0
        return event, face, self.game.place(), number, why, events.DEALER, 0

    def _slide(self, face: int, number: int, before_call: bool) -> "tuple[int, int]":
        offer = self.as_offer(("slide", face, number, before_call))
        return offer[0], self._offer(*offer)

    def _offer(
        self, event: int, arg: int, arg2: int, value: int, reason: int, role: int, who: int
    ) -> int:
        game = self.game
        if event <= events.STATE:
            return refusals.NOT_AN_EVENT  # only the table itself writes these
        refusal = (
            game.allowed(event)
            or game.authority(event, arg, arg2, value, role, reason)
            or game.judge(event, arg, arg2, value, reason, who)
        )
        if not refusal:
            self._happen((event, arg, arg2, value, reason, who))
            follow = game.due()
            while follow is not None:
                if len(self.followed) > MOST_FOLLOWING:
                    raise Endless(follow)
                self.followed.append(follow + (0,))
                self._happen(follow + (0,))
                follow = game.due()
        return refusal

    def _happen(self, what: "tuple[int, int, int, int, int, int]") -> None:
        self.game.apply(*what)
        self.log.append(what)

    def replayed(self) -> LetItRide:
        """A fresh table to which all of it has happened."""
        game = self.fresh()
        for what in self.log:
            game.apply(*what)
        return game
