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
    "chips": [],
    "game": "nz-derby",
    "rules": "001_569f9dd48792a3e4",
    "micropython": "1.28.0",
    "serial": SERIAL,
    "methods": sorted(set(messages.METHODS) - {"seats", "ride"}),
}
STATUS: dict[str, Any] = {
    "table": "Derby 1",
    "game": "nz-derby",
    "phase": "racing",
    "round": 3,
    "cards": 2,
    "hidden": 0,
    "held": None,
    "left": 50,
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
    "cards_from": "shoe",
    "code_format": "value",
    "reveal": "at-once",
    "reveal_ms": 0,
    "limits": {"min": 2, "colour": 200, "suit": 100, "quinella": 50, "trifecta": 20},
    "notice": "",
    "profile": "dev",
    "brightness_pct": 40,
    "limit_ma": 2000,
    "journal_overwrite": True,
    "areas": 42,
    "hash": "ef" * 32,
}
SHOE: dict[str, Any] = {
    "source": "shoe",
    "decks": 1,
    "left": 50,
    "checked": True,
    "shuffled": True,
    "cut": True,
    "carried": 0,
    "lamps": "good",
    "set": None,
}
CHECK: dict[str, Any] = {
    "seen": 51,
    "expected": 52,
    "unreadable": 1,
    "foreign": 0,
    "missing": ["TH"],
    "extra": [],
    "more": 0,
}
PINS = {1: ("supervisor", "2468"), 2: ("dealer", "1357")}


class FakeBoard:
    """The firmware's own protocol code over a journal in a list, on a clock that moves when read."""

    name = "fake"

    def __init__(self, oldest: int = 1) -> None:
        self.describe = dict(DESCRIBE)
        self.status = dict(STATUS)
        self.settings = dict(SETTINGS)
        self.check = dict(CHECK)
        self.time: dict[str, Any] = {"time": None, "source": None, "trusted": False, "waits": False}
        self.steps = [
            _step("entered", "8.1", "supervisor", "Enter card by hand", "card", "reason"),
            _step("rebuild", "10.7", "supervisor", "Rebuild the race", "reason"),
            _step("void", "10.8", "supervisor", "Void the round", "reason"),
            _step("face_up", "10.3", "dealer", "Card found face up"),
        ]
        self.wagers: list[dict[str, Any]] = []
        self.acts: list[dict[str, Any]] = []  # steps that were done, each with its `who`
        self.refuse: errors.RpcError | None = None  # of the next step
        self.who = 0
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
            "shoe": lambda _: SHOE,
            "check": lambda _: self.check,
            "steps": lambda params: self._page("steps", self.steps, params, 5),
            "wagers": lambda params: self._page("wagers", self.wagers, params, 5),
            "authorise": self._authorise,
            "release": self._release,
            "act": self._act,
            "time": self._time,
        }
        self._dispatcher = Dispatcher(handlers)

    def _events(self, params: dict[str, Any]) -> dict[str, Any]:
        since = params["since"]
        if since + 1 < self.oldest:
            raise errors.events_gone(self.oldest)
        found = [event for event in self.events if event["seq"] > since][: params["limit"]]
        last = self.events[-1]["seq"] if self.events else 0
        following = found[-1]["seq"] if found else since
        return {"events": found, "boot": 1, "next": following, "last": last}

    def _time(self, params: dict[str, Any]) -> dict[str, Any]:
        if params["set"]:
            if self.who != 1:
                raise errors.not_authorised("Only a supervisor sets the time.")
            self.time = {"time": params["set"], "source": "host", "trusted": True, "waits": False}
        return self.time

    def _page(
        self, name: str, items: list[dict[str, Any]], params: dict[str, Any], most: int
    ) -> dict[str, Any]:
        since = params["since"]
        following = since + most if since + most < len(items) else 0
        page: dict[str, Any] = {name: items[since : since + most], "next": following}
        if name == "steps":
            page["role"] = PINS[self.who][0] if self.who else None
        return page

    def _authorise(self, params: dict[str, Any]) -> dict[str, Any]:
        self.who = 0
        role, pin = PINS.get(params["staff"], ("", ""))
        if not role or pin != params["pin"]:
            raise errors.not_authorised("Number or PIN is wrong.")
        self.who = params["staff"]
        return {"role": role, "seconds": 60}

    def _release(self, _: dict[str, Any]) -> dict[str, Any]:
        self.who = 0
        return {}

    def _act(self, params: dict[str, Any]) -> dict[str, Any]:
        if not self.who:
            raise errors.not_authorised("Nobody is signed on.")
        if self.refuse is not None:
            raise self.refuse
        self.acts.append({**{name: value for name, value in params.items() if value}, "who": self.who})
        return {"seq": 21, "rule": "8.1", "text": "Slide card 3 to 1st place"}

    # -- pitctl.transport.Transport -------------------------------------------------------------

    def write(self, data: bytes) -> None:
        if self.mute:
            return
        for byte in data:
            if byte == 10:
                self.requests.append(bytes(self._lines._buf[: self._lines._used]))
            *_, answer = self._dispatcher.put(self._lines, byte) or (b"",)
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


def _step(name: str, rule: str, role: str, words: str, *needs: str) -> dict[str, Any]:
    return {"step": name, "rule": rule, "role": role, "words": words, "needs": list(needs)}


def wager(number: int, area: str, stake: int, **changes: Any) -> dict[str, Any]:
    """A row of `wagers`."""
    row = {
        "wager": number,
        "seat": number,
        "area": area,
        "home": area,
        "stake": stake,
        "spoken": False,
        "state": "placed",
        "profit": 0,
        "collected": 0,
        "returned": 0,
    }
    return {**row, **changes}
