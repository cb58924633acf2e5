"""Answers to the host: what runs here, how the table stands, what was wagered. Reads only.

No card is named here before the rules expose it: `game.race` and `game.count` know only cards that are revealed, and
records are shown by app/record_view.py.
"""

import sys
from binascii import hexlify

from micropython import const

from pitboard import version
from pitboard.app import guide
from pitboard.app.record_view import view
from pitboard.games import areas, cards, events, words
from pitboard.games.wagers import STATE_NAMES
from pitboard.protocol import messages
from pitboard.protocol.errors import events_gone
from pitboard.table import records
from pitboard.table.journal import CursorGone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.app.dealing import Dealing
    from pitboard.app.engine import Engine
    from pitboard.app.idle_task import Housekeeping
    from pitboard.app.output_task import Outputs
    from pitboard.app.supervisor import Supervisor
    from pitboard.app.uptime import Uptime
    from pitboard.interfaces import ByteSource, PassageSensor

    Answer = dict[str, Any]


_LAMPS = ("untested", "lit", "good", "dark")
_NAMED = const(12)  # cards that one answer names
_WAGERS_A_PAGE = const(5)


def _suit(suit: int) -> str:
    return cards.SUIT_NAMES[suit].lower()


class Reports:
    """The handlers of the protocol's methods (schema.toml)."""

    def __init__(
        self,
        board: "Answer",
        table_settings: "Answer",
        firmware_hash: str,
        serial: bytes,
        dealing: "Dealing",
        outputs: "Outputs",
        supervisor: "Supervisor",
        housekeeping: "Housekeeping",
        uptime: "Uptime",
        reader: "ByteSource",
        beam: "PassageSensor",
        engine: "Engine",
    ) -> None:
        self._board = board
        self._settings = table_settings
        self._firmware_hash = firmware_hash
        self._serial = hexlify(serial).decode()
        self._dealing = dealing
        self._outputs = outputs
        self._supervisor = supervisor
        self._housekeeping = housekeeping
        self._uptime = uptime
        self._reader = reader
        self._beam = beam
        self._engine = engine
        self.console_lost = 0

    def handlers(self) -> "dict[str, Callable[[Answer], Any]]":
        return {
            "describe": self.describe,
            "status": self.status,
            "events": self.events,
            "settings": self.settings,
            "shoe": self.shoe,
            "check": self.check,
            "wagers": self.wagers,
        }

    def describe(self, _params: "Answer") -> "Answer":
        board = self._board
        missing = [] if self._outputs.display_ok else ["display"]
        if not self._engine.ok:
            missing.append("scanner")
        return {
            "product": version.PRODUCT,
            "version": version.VERSION,
            "firmware_hash": self._firmware_hash,
            "schema": messages.SCHEMA,
            "schema_hash": messages.SCHEMA_HASH,
            "board": board["board"],
            "board_hash": board["hash"],
            "chip": board["chip"],
            "role": board["role"],
            "parts": [part for part in board["parts"] if part not in missing],
            "missing": missing,
            "game": self._settings["game"],
            "rules": version.RULES[self._settings["game"]],
            "micropython": ".".join(str(part) for part in sys.implementation.version[:3]),
            "serial": self._serial,
            "methods": sorted(messages.METHODS),
        }

    def status(self, _params: "Answer") -> "Answer":
        table = self._dealing.table
        game = table.game
        journal = table.journal
        race = game.race
        result = None
        if race.third >= 0 and game.phase != events.REBUILDING:
            result = {
                "first": _suit(race.winner),
                "second": _suit(race.second),
                "third": _suit(race.third),
                "protested": race.protested,
            }
        return {
            "table": self._settings["table"],
            "game": self._settings["game"],
            "phase": events.PHASE_NAMES[game.phase],
            "round": game.round_no,
            "cards": game.count,
            "hidden": game.hidden,
            "held": events.HOLD_NAMES[game.held] if game.held else None,
            "left": self._left(),
            "places": [race.first_count, race.second_count, race.third_count],
            "result": result,
            "lit": self._lit(),
            "notice": self._notice(),
            "uptime_ms": self._uptime.ms(),
            "heap_free": self._housekeeping.heap_free,
            "journal": {
                "last_seq": journal.last_seq,
                "room": journal.room(),
                "segments": journal.segments(),
            },
            "lost": {
                "uart": self._reader.lost,
                "queue": self._beam.lost,
                "console": self.console_lost,
            },
        }

    def _left(self) -> "int | None":
        game = self._dealing.table.game
        return None if game.shoe.source == events.CONTINUOUS else game.left()

    def _lit(self) -> "list[str]":
        """Winning areas that are lit; in the lamp test none wins."""
        if not self._dealing.table.game.is_lit():
            return []
        return [areas.code(i) for i in range(areas.AREAS) if self._outputs.lit[i]]

    def _notice(self) -> "Answer | None":
        """What the last two lines of the display say, if they are not the ordinary next step."""
        dealing = self._dealing
        game = dealing.table.game
        if self._supervisor.fault_task:
            text = self._supervisor.fault_task + ": " + self._supervisor.fault_reason
            return {"rule": "10.1", "kind": "fault", "place": 0, "text": text[:64]}
        said = guide.message(game, dealing.refusal)
        if said is None:
            return None
        return {
            "rule": said[0],
            "kind": guide.kind(game, dealing.refusal),
            "place": guide.place(game, dealing.refusal),
            "text": words.sentence(said[1], said[2]),
        }

    def shoe(self, _params: "Answer") -> "Answer":
        game = self._dealing.table.game
        shoe = game.shoe
        return {
            "source": events.SOURCE_NAMES[shoe.source],
            "decks": shoe.decks,
            "left": self._left(),
            "checked": shoe.checked,
            "shuffled": shoe.shuffled,
            "cut": shoe.cut,
            "carried": game.carried,
            "lamps": _LAMPS[game.opening.lamps],
            "set": shoe.set_serial or None,
        }

    def check(self, _params: "Answer") -> "Answer":
        check = self._dealing.table.game.opening.check
        missing, extra = check.missing(), check.extra()
        return {
            "seen": check.seen,
            "expected": check.expected,
            "unreadable": check.unreadable_count,
            "foreign": check.foreign_count,
            "missing": [cards.code(check.missing_at(i)) for i in range(min(missing, _NAMED))],
            "extra": [cards.code(check.extra_at(i)) for i in range(min(extra, _NAMED))],
            "more": max(0, missing - _NAMED) + max(0, extra - _NAMED),
        }

    def wagers(self, params: "Answer") -> "Answer":
        game = self._dealing.table.game
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

    def events(self, params: "Answer") -> "Answer":
        journal = self._dealing.table.journal
        found = []
        following = min(params["since"], journal.last_seq)
        try:
            for record in journal.since(params["since"]):
                found.append(view(record))
                following = record[records.SEQ]
                if len(found) >= params["limit"]:
                    break
        except CursorGone:
            raise events_gone(journal.oldest_seq()) from None
        return {"events": found, "next": following, "last": journal.last_seq}

    def settings(self, _params: "Answer") -> "Answer":
        return self._settings
