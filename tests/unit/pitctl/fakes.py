"""Small working stand-ins for a board on a wire."""

from collections.abc import Callable
from typing import Any

from pitboard.protocol import errors, messages
from pitboard.protocol.jsonrpc import Dispatcher
from pitboard.protocol.lines import LineAssembler

SERIAL = "e660123456789abc"
DESCRIBE: dict[str, Any] = {
    "product": "pitboard",
    "version": "0.1.0",
    "firmware_hash": "ab" * 32,
    "schema": messages.SCHEMA,
    "schema_hash": messages.SCHEMA_HASH,
    "board": "pico-table",
    "board_hash": "cd" * 32,
    "chip": "rp2040",
    "role": "table",
    "parts": ["beam", "display"],
    "missing": [],
    "game": "nz-derby",
    "rules": "001_569f9dd48792a3e4",
    "micropython": "1.28.0",
    "serial": SERIAL,
    "methods": ["describe", "events", "settings", "status"],
}
STATUS: dict[str, Any] = {
    "table": "Derby 1",
    "game": "nz-derby",
    "phase": "racing",
    "round": 3,
    "cards": 2,
    "places": [2, 0, 0],
    "result": None,
    "lit": [],
    "notice": {"rule": "8.1", "kind": "misscan", "place": 3, "text": "Card 3 not read"},
    "uptime_ms": 5000,
    "heap_free": 100000,
    "journal": {"last_seq": 20, "room": 100, "segments": 2},
    "lost": {"uart": 0, "queue": 0, "console": 0},
}
SETTINGS: dict[str, Any] = {
    "table": "Derby 1",
    "game": "nz-derby",
    "decks": 1,
    "reveal": "at-once",
    "profile": "dev",
    "brightness_pct": 40,
    "limit_ma": 2000,
    "journal_overwrite": True,
    "areas": 42,
    "hash": "ef" * 32,
}


class FakeBoard:
    """The firmware's own protocol code over a journal in a list, on a clock that moves when read."""

    name = "fake"

    def __init__(self, oldest: int = 1) -> None:
        self.describe = dict(DESCRIBE)
        self.status = dict(STATUS)
        self.settings = dict(SETTINGS)
        self.events = [_card(seq) for seq in range(oldest, 21)]
        self.oldest = oldest
        self.sent = bytearray()
        self.requests: list[bytes] = []
        self.deaf = 0  # so many lines are not answered
        self.mute = False
        self.before: list[bytes] = []  # said before the next answer
        self.on_read: Callable[[], None] = lambda: None
        self.closed = False
        self._now_s = 0.0
        self._lines = LineAssembler()
        handlers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "describe": lambda _: self.describe,
            "status": lambda _: self.status,
            "settings": lambda _: self.settings,
            "events": self._events,
        }
        self._dispatcher = Dispatcher(handlers)

    def _events(self, params: dict[str, Any]) -> dict[str, Any]:
        since = params["since"]
        if since + 1 < self.oldest:
            raise errors.events_gone(self.oldest)
        found = [event for event in self.events if event["seq"] > since][: params["limit"]]
        last = self.events[-1]["seq"] if self.events else 0
        return {"events": found, "next": found[-1]["seq"] if found else since, "last": last}

    # -- pitctl.transport.Transport -------------------------------------------------------------

    def write(self, data: bytes) -> None:
        if self.mute:
            return
        for byte in data:
            if byte == 10:
                self.requests.append(bytes(self._lines._buf[: self._lines._used]))
            answer = self._dispatcher.put(self._lines, byte)
            if not answer:
                continue
            if self.deaf:
                self.deaf -= 1
                continue
            for line in self.before:
                self.sent += line
            self.before.clear()
            self.sent += answer

    def read(self, timeout_s: float) -> bytes:
        self.on_read()
        data = bytes(self.sent[:100])  # in pieces, as a port gives them
        del self.sent[:100]
        self._now_s += 0.001 if data else timeout_s
        return data

    def now_s(self) -> float:
        return self._now_s

    def close(self) -> None:
        self.closed = True


def _card(seq: int) -> dict[str, Any]:
    return {"seq": seq, "round": 3, "t_ms": seq * 100, "type": "card", "card": "TH", "place": 1}
