"""What can be seen of a table of document 000: display, lights, what a host is told, records, the steps on offer."""

import json
import re
from typing import Any

from pitboard.app.canvas import Canvas
from pitboard.app.let_it_ride import host, record_view
from pitboard.app.let_it_ride.guide import Guide
from pitboard.app.let_it_ride.pack_words import PackWords
from pitboard.app.let_it_ride.screens import Screens
from pitboard.games import events
from pitboard.games.let_it_ride import steps
from simulator.models.ocr import read_text
from tests.unit.app import clock
from tests.unit.app.pixels import image_of
from tests.unit.games.let_it_ride.nsw import lit
from tests.unit.games.let_it_ride.play import Play

CARD = re.compile(r"\b[2-9TJQKA][SHDC]\b")
MEMBERS = 6  # of an event of the journal: event, arg, arg2, value, reason, who


def screen(table: Play) -> list[str]:
    """The eight lines of the dealer's display."""
    canvas = Canvas()
    clock.run(Screens(Guide(PackWords(table.game.pack))).draw(canvas, table.game, "T1", "", 0))
    return read_text(image_of(canvas))


def told_host(table: Play) -> dict[str, Any]:
    """All that a host can ask for."""
    seats = host.Seats(table.game)
    pages = [seats.page({"since": since}) for since in (0, 2, 4, 6)]
    return {"seats": pages, "ride": seats.ride({}), "status": host.status(table.game, bytearray(28))}


def records(table: Play) -> list[dict[str, Any]]:
    """The journal as a host may see it."""
    shown: list[dict[str, Any]] = []
    for seq, event in enumerate(table.log, 1):
        kind, arg, arg2, value, reason, who = (*event, 0, 0, 0, 0)[:MEMBERS]
        shown.append(record_view.view((kind, arg, arg2, seq, 1, 0, 0, value, reason, who)))
    return shown


def offered(table: Play, role: int = events.SUPERVISOR) -> list[str]:
    """Names of the steps in the menu."""
    words = PackWords(table.game.pack)
    return [words.step_name(step) for step in range(steps.STEPS) if steps.is_offered(table.game, step, role)]


def all_seen(table: Play) -> dict[str, Any]:
    return {
        "screen": screen(table),
        "lights": sorted(lit(table).items()),
        "host": told_host(table),
        "records": records(table),
        "steps": offered(table),
    }


def cards_seen(table: Play) -> set[str]:
    """Every card that is named anywhere."""
    return set(CARD.findall(json.dumps(all_seen(table))))
