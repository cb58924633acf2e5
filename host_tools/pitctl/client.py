"""The client: typed questions to one board, over any transport.

One request is open at a time. Lines that are not its answer (a boot banner, a traceback, the answer to a
request that was given up) are kept aside and never confuse it. Every method only reads, so a request
without an answer is repeated once, after the line has been brought in step again.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

from pitctl import messages
from pitctl.exceptions import DeviceRefused, NoAnswer, PitctlError, SchemaMismatch, WrongDevice
from pitctl.messages import Describe, Event, Events, Settings, Status
from pitctl.transport.base import Transport
from pitctl.wire import WireMismatch

ANSWER_TIMEOUT_S = 2.0
READY_TIMEOUT_S = 10.0
RESYNC_S = 0.05  # quiet time after an empty line before the line counts as in step
TRIES = 2
MAX_LINE_KEPT = 4096  # a foreign line may be longer than ours; beyond this it is cut
FOREIGN_KEPT = 20
PRODUCT = "pitboard"

A = TypeVar("A")


class Client:
    """A board's protocol as methods."""

    def __init__(
        self,
        transport: Transport,
        *,
        timeout_s: float = ANSWER_TIMEOUT_S,
        on_foreign: Callable[[str], None] | None = None,
    ) -> None:
        self.transport = transport
        self.timeout_s = timeout_s
        self.foreign: deque[str] = deque(maxlen=FOREIGN_KEPT)
        self._on_foreign = on_foreign
        self._next_id = 1
        self._pending = bytearray()
        self._in_step = False

    # -- questions ----------------------------------------------------------------------------

    def describe(self) -> Describe:
        """What runs on the board."""
        return self._ask("describe", None, Describe.from_wire)

    def status(self) -> Status:
        """The table now."""
        return self._ask("status", None, Status.from_wire)

    def settings(self) -> Settings:
        """The table's settings."""
        return self._ask("settings", None, Settings.from_wire)

    def events(self, since: int, limit: int = 8) -> Events:
        """Journal records after number `since`."""
        return self._ask("events", {"since": since, "limit": limit}, Events.from_wire)

    def all_events(self, since: int) -> Iterator[Event]:
        """Every record after `since` up to the newest."""
        while True:
            page = self.events(since)
            yield from page.events
            if page.next <= since or page.next >= page.last:
                return
            since = page.next

    # -- acquaintance -------------------------------------------------------------------------

    def identify(self, serial: str | None = None) -> Describe:
        """Describe, and make sure that it is a Pitboard, the one meant, and of our schema."""
        try:
            found = self.describe()
        except SchemaMismatch:
            self._check_foreign_schema()
            raise
        if found.product != PRODUCT:
            raise WrongDevice(f"{self.transport.name} is a {found.product}, not a {PRODUCT}")
        if serial is not None and found.serial.lower() != serial.lower():
            raise WrongDevice(
                f"{self.transport.name} says that its serial number is {found.serial}"
            )
        if found.schema != messages.SCHEMA:
            raise self._other_schema(found.schema)
        return found

    def wait_ready(self, limit_s: float = READY_TIMEOUT_S) -> Describe:
        """Wait until a board that is starting answers."""
        deadline = self.transport.now_s() + limit_s
        patience = self.timeout_s
        self.timeout_s = min(patience, 0.5)
        try:
            while True:
                try:
                    return self.identify()
                except NoAnswer:
                    if self.transport.now_s() >= deadline:
                        raise
        finally:
            self.timeout_s = patience

    def _check_foreign_schema(self) -> None:
        """An answer that cannot be read is explained best by the schema it names."""
        data = self.call("describe")
        schema = cast(dict[str, object], data).get("schema") if isinstance(data, dict) else None
        if isinstance(schema, int) and schema != messages.SCHEMA:
            raise self._other_schema(schema)

    def _other_schema(self, schema: int) -> SchemaMismatch:
        newer = schema > messages.SCHEMA
        return SchemaMismatch(
            f"the board speaks schema {schema}, this pitctl speaks {messages.SCHEMA}",
            try_this="use the pitctl that belongs to this firmware" if newer else None,
        )

    # -- the wire -----------------------------------------------------------------------------

    def call(self, method: str, params: Mapping[str, object] | None = None) -> object:
        """The raw result of any method. Raises NoAnswer or DeviceRefused."""
        for _ in range(TRIES):
            if not self._in_step:
                self.resync()
            answer = self._exchange(method, params)
            if answer is not None:
                return self._result(method, answer)
            self._in_step = False
        raise self._no_answer(method)

    def resync(self) -> None:
        """End whatever half line the board has of us, and drop what it still had to say."""
        self.transport.write(b"\n")
        deadline = self.transport.now_s() + self.timeout_s  # a board may talk without end
        while self.transport.now_s() < deadline:
            data = self.transport.read(RESYNC_S)
            if not data:
                break
            self._take(data)
        for line in self._lines():
            self._set_aside(line)
        self._pending.clear()
        self._in_step = True

    def pause(self, seconds: float) -> None:
        """Wait by the board's clock; what it says meanwhile is kept."""
        deadline = self.transport.now_s() + seconds
        while (left := deadline - self.transport.now_s()) > 0:
            self._take(self.transport.read(left))

    def _ask(
        self, method: str, params: Mapping[str, object] | None, read: Callable[[object], A]
    ) -> A:
        result = self.call(method, params)
        try:
            return read(result)
        except WireMismatch as error:
            raise SchemaMismatch(f"{method}: {error}") from None

    def _exchange(
        self, method: str, params: Mapping[str, object] | None
    ) -> dict[str, object] | None:
        """One request and its answer, or None when the time is up."""
        request_id = self._next_id
        self._next_id += 1
        request: dict[str, object] = {"jsonrpc": "2.0", "id": request_id, "method": method}
        if params is not None:
            request["params"] = params
        self.transport.write(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        deadline = self.transport.now_s() + self.timeout_s
        while True:
            for line in self._lines():
                answer = _as_answer(line, request_id)
                if answer is not None:
                    return answer
                self._set_aside(line)
            left = deadline - self.transport.now_s()
            if left <= 0:
                return None
            self._take(self.transport.read(left))

    def _take(self, data: bytes) -> None:
        self._pending += data
        if len(self._pending) > MAX_LINE_KEPT and b"\n" not in self._pending:
            del self._pending[:-MAX_LINE_KEPT]

    def _lines(self) -> Iterator[bytes]:
        """Whole lines that have arrived, each taken out as it is given."""
        while True:
            end = self._pending.find(b"\n")
            if end < 0:
                return
            line = bytes(self._pending[:end])
            del self._pending[: end + 1]
            yield line

    def _set_aside(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").strip()
        if text:
            self.foreign.append(text)
            if self._on_foreign is not None:
                self._on_foreign(text)

    def _result(self, method: str, answer: dict[str, object]) -> object:
        if "result" in answer:
            return answer["result"]
        error = answer.get("error")
        detail = cast(dict[str, object], error) if isinstance(error, dict) else {}
        code = detail.get("code")
        code = code if isinstance(code, int) else 0
        raise DeviceRefused(
            f"{method}: {detail.get('message', 'refused')}"
            f" ({messages.ERROR_NAMES.get(code, 'unknown error')} {code})",
            code=code,
            data=detail.get("data"),
            try_this="ask again in a second" if code == messages.BUSY else None,
        )

    def _no_answer(self, method: str) -> PitctlError:
        message = f"{self.transport.name} does not answer {method} within {self.timeout_s:g} s"
        unfinished = self._pending.decode("utf-8", "replace").strip()
        heard = unfinished or (self.foreign[-1] if self.foreign else "")
        if ">>>" in heard:
            return NoAnswer(
                f"{message}; it stands at a MicroPython prompt",
                try_this="put the firmware on it: make flash PORT=...",
            )
        return NoAnswer(f"{message}; the last it said: {heard[:80]}" if heard else message)


def _as_answer(line: bytes, request_id: int) -> dict[str, object] | None:
    """The answer to our request, or None for every other line."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    answer = cast(dict[str, object], data)
    if answer.get("jsonrpc") != "2.0" or answer.get("id") != request_id:
        return None
    if isinstance(answer.get("id"), bool):
        return None  # true == 1 in Python
    return answer if "result" in answer or "error" in answer else None
