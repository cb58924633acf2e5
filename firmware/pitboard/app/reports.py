"""Answers to the host: what runs here, how the table stands, what the journal says. Reads only.

Records of cards are public once the reveal point has passed; with reveal "at once" that is when they are durable.
"""

import sys
from binascii import hexlify

from pitboard import version
from pitboard.games import areas, cards, events, notices
from pitboard.protocol import messages
from pitboard.protocol.errors import events_gone
from pitboard.table import records, settings
from pitboard.table.journal import CursorGone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pitboard.app.dealing import Dealing
    from pitboard.app.idle_task import Housekeeping
    from pitboard.app.output_task import Outputs
    from pitboard.app.supervisor import Supervisor
    from pitboard.app.uptime import Uptime

    Answer = dict[str, Any]


def _suit(suit: int) -> str:
    return cards.SUIT_NAMES[suit].lower()


class Reports:
    """The handlers of the protocol's methods (schema.toml)."""

    def __init__(
        self,
        board: "Answer",
        table_settings: "Answer",
        manifest: "Answer",
        serial: bytes,
        dealing: "Dealing",
        outputs: "Outputs",
        supervisor: "Supervisor",
        housekeeping: "Housekeeping",
        uptime: "Uptime",
        lost: "Callable[[], tuple[int, int]]",
    ) -> None:
        self._board = board
        self._settings = table_settings
        self._manifest = manifest
        self._serial = hexlify(serial).decode()
        self._dealing = dealing
        self._outputs = outputs
        self._supervisor = supervisor
        self._housekeeping = housekeeping
        self._uptime = uptime
        self._lost = lost
        self.console_lost = 0

    def handlers(self) -> "dict[str, Callable[[Answer], Any]]":
        return {
            "describe": self.describe,
            "status": self.status,
            "events": self.events,
            "settings": self.settings,
        }

    def describe(self, _params: "Answer") -> "Answer":
        board = self._board
        missing = [] if self._outputs.display_ok else ["display"]
        return {
            "product": version.PRODUCT,
            "version": version.VERSION,
            "firmware_hash": self._manifest.get("hash", ""),
            "schema": messages.SCHEMA,
            "schema_hash": messages.SCHEMA_HASH,
            "board": board["board"],
            "board_hash": board["hash"],
            "chip": board["chip"],
            "role": board["role"],
            "parts": sorted(part for part in board["parts"] if part not in missing),
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
        result = None
        if game.third >= 0:
            result = {
                "first": _suit(game.winner),
                "second": _suit(game.second),
                "third": _suit(game.third),
                "protested": game.protested,
            }
        reader_lost, edges_lost = self._lost()
        return {
            "table": self._settings["table"],
            "game": self._settings["game"],
            "phase": events.PHASE_NAMES[game.phase],
            "round": game.round_no,
            "cards": game.count,
            "places": [game.first_count, game.second_count, game.third_count],
            "result": result,
            "lit": [areas.code(i) for i in range(areas.AREAS) if self._outputs.lit[i]],
            "notice": self._notice(),
            "uptime_ms": self._uptime.ms(),
            "heap_free": self._housekeeping.heap_free,
            "journal": {
                "last_seq": journal.last_seq,
                "room": journal.room(),
                "segments": journal.segments(),
            },
            "lost": {"uart": reader_lost, "queue": edges_lost, "console": self.console_lost},
        }

    def _notice(self) -> "Answer | None":
        """What the last two lines of the display say, if they are not the ordinary next step."""
        game = self._dealing.table.game
        if self._supervisor.fault_task:
            text = self._supervisor.fault_task + ": " + self._supervisor.fault_reason
            return {"rule": "10.1", "kind": "fault", "place": 0, "text": text[:64]}
        words = self._dealing.refusal_words()
        kind, place = "refused", 0
        if words is None:
            if not game.notice_kind:
                return None
            kind, place = events.KIND_NAMES[game.notice_kind], game.notice_place
            words = notices.words(game.notice_kind, game.notice_place, game.phase)
        return {"rule": words[0], "kind": kind, "place": place, "text": words[1] + ". " + words[2]}

    def events(self, params: "Answer") -> "Answer":
        journal = self._dealing.table.journal
        found = []
        following = min(params["since"], journal.last_seq)
        try:
            for record in journal.since(params["since"]):
                found.append(_event(record))
                following = record[records.SEQ]
                if len(found) >= params["limit"]:
                    break
        except CursorGone:
            raise events_gone(journal.oldest_seq()) from None
        return {"events": found, "next": following, "last": journal.last_seq}

    def settings(self, _params: "Answer") -> "Answer":
        answer = {key: self._settings[key] for key in settings.PUBLIC}
        answer["areas"] = len(self._settings["areas"])
        return answer


def _event(record: "tuple[int, int, int, int, int, int, int]") -> "Answer":
    event = {
        "seq": record[records.SEQ],
        "round": record[records.ROUND],
        "t_ms": record[records.T_MS],
        "type": events.NAMES[record[records.TYPE]],
    }
    if record[records.TYPE] == events.CARD:
        event["card"] = cards.code(record[records.ARG])
        event["place"] = record[records.ARG2]
    elif record[records.TYPE] == events.IRREGULARITY:
        event["kind"] = events.KIND_NAMES[record[records.ARG]]
        event["place"] = record[records.ARG2]
    return event
