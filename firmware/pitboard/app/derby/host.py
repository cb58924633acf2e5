"""What a host reads of a Derby table besides what every table tells, and the wagers that only a host can enter.

What is sealed stays out (DESIGN, one idea 5): `game.race` and `game.count` know only cards that are revealed, and a
card is named only by a record that shows it. One that was drawn and waits, is held, or was set aside has none here, now
and later: if it comes to count, its own `reveal` record names it; if it is burned, nothing ever does.
"""

from micropython import const

from pitboard.app.record_view import begin, view_shared
from pitboard.games import cards, events
from pitboard.games.derby import areas, steps
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.wagers import STATE_NAMES
from pitboard.protocol.errors import invalid_params
from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.games.derby.derby import Derby
    from pitboard.interfaces import FollowUp
    from pitboard.table.records import Record

    Answer = dict[str, Any]

_WAGERS_A_PAGE = const(5)
_SHOWN = (events.CARD, derby.REVEAL, events.ENTERED, derby.INSERT, derby.REPLACE)
_PLACED = _SHOWN + (events.DRAWN, derby.ASIDE)


def _suit(suit: int) -> str:
    return cards.SUIT_NAMES[suit].lower()


def carried(game: "Derby") -> int:
    return game.carried


def status(game: "Derby", lit: bytearray) -> "Answer":
    race = game.race
    result = None
    if race.third >= 0 and game.phase != derby.REBUILDING:
        result = {
            "first": _suit(race.winner),
            "second": _suit(race.second),
            "third": _suit(race.third),
            "protested": race.protested,
        }
    return {
        "phase": derby.PHASE_NAMES[game.phase],
        "cards": game.count,
        "places": [race.first_count, race.second_count, race.third_count],
        "result": result,
        "lit": _lit(game, lit),
    }


def _lit(game: "Derby", lit: bytearray) -> "list[str]":
    """Winning areas that are lit; in the lamp test none wins."""
    if not game.is_lit():
        return []
    return [areas.code(i) for i in range(areas.AREAS) if lit[i]]


def view(record: "Record") -> "Answer":
    """A journal record as the host may see it."""
    event = record[records.TYPE]
    arg, arg2 = record[records.ARG], record[records.ARG2]
    shown = begin(record, derby.NAMES)
    if event in _SHOWN:
        shown["card"] = cards.code(arg)
    if event in _PLACED:
        shown["place"] = arg2
    if event == derby.ASIDE:
        shown["held"] = events.HOLD_NAMES[record[records.REASON]]
    elif event == derby.MOVE:
        shown["place"] = arg
        shown["to"] = arg2
    elif event == derby.TAKE_OUT:
        shown["place"] = arg
        shown["burned"] = arg2 == derby.TAKEN_BURNED
    elif derby.WAGER <= event <= derby.PAID:
        _view_wager(record, shown)
    else:
        view_shared(record, shown)
    return shown


def _view_wager(record: "Record", shown: "Answer") -> None:
    event = record[records.TYPE]
    arg, arg2 = record[records.ARG], record[records.ARG2]
    if event == derby.WAGER:
        shown["area"] = areas.code(arg)
        shown["seat"] = arg2
        shown["stake"] = record[records.VALUE]
        shown["spoken"] = record[records.REASON] == derby.SPOKEN
    elif event == derby.PAID:
        if arg != derby.ALL_AREAS:
            shown["area"] = areas.code(arg)
    elif event != derby.COLLECTED:
        shown["wager"] = arg
        if event == derby.WAGER_MOVED:
            shown["area"] = areas.code(arg2)
        elif event == derby.WAGER_HOME:
            shown["reason"] = events.REASON_NAMES[record[records.REASON]]


def fill_step(step: int, params: "Answer", reason: int) -> "FollowUp":
    """The event of a step about wagers, from the parameters of `act`."""
    event = steps.event_of(step)
    arg = params["wager"]
    arg2 = value = 0
    if event in (derby.WAGER, derby.WAGER_MOVED, derby.PAID):
        arg2 = areas.area_of_code(params["area"])
        if arg2 < 0:
            raise invalid_params("area: RED, BLACK, H, HS or HSC")
    if event == derby.PAID:
        arg, arg2 = arg2, 0
    elif event == derby.WAGER:
        arg, arg2 = arg2, params["seat"]
        value = params["stake"]
        reason = derby.SPOKEN if params["spoken"] else 0
    return event, arg, arg2, value, reason


class WagerList:
    """The handler of `wagers`."""

    def __init__(self, game: "Derby") -> None:
        self._game = game

    def page(self, params: "Answer") -> "Answer":
        game = self._game
        wagers = game.wagers
        result = game.result()
        found = []
        number = params["since"]
        while number < wagers.count and len(found) < _WAGERS_A_PAGE:
            number += 1
            seat, area, home, stake, spoken, state = wagers.row(number)
            profit = collected = returned = 0
            if result is not None:
                profit, collected, returned = wagers.settle(number, result)
            found.append(
                {
                    "wager": number,
                    "seat": seat,
                    "area": areas.code(area),
                    "home": areas.code(home),
                    "stake": stake,
                    "spoken": spoken,
                    "state": STATE_NAMES[state],
                    "profit": profit,
                    "collected": collected,
                    "returned": returned,
                }
            )
        return {"wagers": found, "next": number if number < wagers.count else 0}
