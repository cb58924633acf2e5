"""Answers to the host: what runs here, how the table stands, what has happened. Reads only.

What only one game has to tell, its kit adds (app/kit.py). No card is named here before the rules expose it: the kit
shows records and the state of a round, and the check of the cards is outside any round.
"""

import json

from micropython import const

from pitboard.app.wording import sentence
from pitboard.games import cards, events
from pitboard.protocol.errors import events_gone
from pitboard.table import records
from pitboard.table.journal import CursorGone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pitboard.app.dealing import Dealing
    from pitboard.app.idle_task import Housekeeping
    from pitboard.app.kit import Kit
    from pitboard.app.output_task import Outputs
    from pitboard.app.part_health import PartHealth
    from pitboard.app.supervisor import Supervisor
    from pitboard.app.uptime import Uptime
    from pitboard.interfaces import ByteSource, PassageSensor

    Answer = dict[str, Any]


_LAMPS = ("untested", "lit", "good", "dark")
_NAMED = const(12)  # cards that one answer names


class Reports:
    """The handlers of the protocol's methods (schema.toml)."""

    def __init__(
        self,
        about: str,
        table_settings: str,
        table: str,
        game: str,
        dealing: "Dealing",
        outputs: "Outputs",
        supervisor: "Supervisor",
        housekeeping: "Housekeeping",
        uptime: "Uptime",
        reader: "ByteSource",
        beam: "PassageSensor",
        health: "PartHealth",
        kit: "Kit",
    ) -> None:
        """`about` and `table_settings`: what `describe` and `settings` always say. JSON, for dicts are four times as
        large."""
        self._about = about
        self._settings = table_settings
        self._table = table
        self._game = game
        self._dealing = dealing
        self._outputs = outputs
        self._supervisor = supervisor
        self._housekeeping = housekeeping
        self._uptime = uptime
        self._reader = reader
        self._beam = beam
        self._health = health
        self._kit = kit
        self.console_lost = 0
        self.methods: list[str] = []  # of this board; composition.py knows them all

    def handlers(self) -> "dict[str, Callable[[Answer], Any]]":
        return {
            "describe": self.describe,
            "status": self.status,
            "events": self.events,
            "settings": self.settings,
            "shoe": self.shoe,
            "check": self.check,
        }

    def describe(self, _params: "Answer") -> "Answer":
        missing = self._health.missing()
        answer = json.loads(self._about)
        lame = [name.split("-")[0] for name in missing]  # bets-2: the second chip of that part
        answer["parts"] = [part for part in answer["parts"] if part not in lame]
        answer["missing"] = missing
        answer["chips"] = self._health.versions()
        answer["rules"] = self._kit.document
        answer["methods"] = sorted(self.methods)
        return answer

    def status(self, _params: "Answer") -> "Answer":
        table = self._dealing.table
        game = table.game
        journal = table.journal
        answer = {
            "table": self._table,
            "game": self._game,
            "round": game.round_no,
            "hidden": game.hidden,
            "held": events.HOLD_NAMES[game.held] if game.held else None,
            "left": self._left(),
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
        answer.update(self._kit.host.status(game, self._outputs.lit))
        return answer

    def _left(self) -> "int | None":
        game = self._dealing.table.game
        return None if game.shoe.source == events.CONTINUOUS else game.left()

    def _notice(self) -> "Answer | None":
        """What the last two lines of the display say, if they are not the ordinary next step."""
        dealing = self._dealing
        game = dealing.table.game
        if self._supervisor.fault_task:
            text = self._supervisor.fault_task + ": " + self._supervisor.fault_reason
            rule = self._kit.fault_rule
            return {"rule": rule, "kind": "fault", "place": 0, "text": text[:64]}
        guide = self._kit.guide
        said = guide.message(game, dealing.refusal)
        if said is None:
            return self._kit.aside() if self._kit.aside else None
        return {
            "rule": said[0],
            "kind": guide.kind(game, dealing.refusal),
            "place": guide.place(game, dealing.refusal),
            "text": sentence(said[1], said[2]),
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
            "carried": self._kit.host.carried(game),
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

    def events(self, params: "Answer") -> "Iterator[Answer | None]":
        """A record at a time (protocol/jsonrpc.py: Dispatcher)."""
        journal = self._dealing.table.journal
        found = []
        boot = journal.boot_no
        following = min(params["since"], journal.last_seq)
        try:
            for record in journal.since(params["since"]):
                if found and record[records.BOOT_NO] != boot:
                    break  # so that every record of an answer is of one boot
                boot = record[records.BOOT_NO]
                found.append(self._kit.view(record))
                following = record[records.SEQ]
                if len(found) >= params["limit"]:
                    break
                yield None
        except CursorGone:
            raise events_gone(journal.oldest_seq()) from None
        yield {"events": found, "boot": boot, "next": following, "last": journal.last_seq}

    def settings(self, _params: "Answer") -> "Answer":
        return json.loads(self._settings)
