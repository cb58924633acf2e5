"""The wire to one board: requests and their answers, over any transport.

One request is open at a time. Lines that are not its answer (a boot banner, a traceback, the answer to a
request that was given up) are kept aside and never confuse it. A question without an answer is repeated
once, after the line has been brought in step again; what changes a table is never sent twice.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

from pitctl import messages
from pitctl.exceptions import DeviceRefused, NoAnswer, PitctlError, SchemaMismatch
from pitctl.transport.base import Transport
from pitctl.wire import WireMismatch

ANSWER_TIMEOUT_S = 2.0
RESYNC_S = 0.05  # quiet time after an empty line before the line counts as in step
TRIES = 2
MAX_LINE_KEPT = 4096  # a foreign line may be longer than ours; beyond this it is cut
FOREIGN_KEPT = 20
NEVER_TWICE = ("act", "authorise")  # a second one could do a step again, or cost a second try

A = TypeVar("A")


class Link:
    """Calls over a transport."""

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

    def call(self, method: str, params: Mapping[str, object] | None = None) -> object:
        """The raw result of any method. Raises NoAnswer or DeviceRefused."""
        for _ in range(1 if method in NEVER_TWICE else TRIES):
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

    def ask(
        self, method: str, params: Mapping[str, object] | None, read: Callable[[object], A]
    ) -> A:
        """The typed result of a method."""
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
        raise refusal(method, cast(dict[str, object], error) if isinstance(error, dict) else {})

    def _no_answer(self, method: str) -> PitctlError:
        message = f"{self.transport.name} does not answer {method} within {self.timeout_s:g} s"
        if method == "act":
            return NoAnswer(
                f"{message}; the step may have been done or not",
                try_this="see how the table stands: {pitctl} steps",
            )
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


def refusal(method: str, error: Mapping[str, object]) -> DeviceRefused:
    """A typed error of the board as one of ours, with what to do about it."""
    found, data = error.get("code"), error.get("data")
    code = found if isinstance(found, int) else 0
    detail = cast(dict[str, object], data) if isinstance(data, dict) else {}
    text = str(detail.get("text") or error.get("message", "refused"))
    if code == messages.REFUSED:
        return DeviceRefused(
            f"refused {detail.get('rule', '')}: {text}",
            code=code,
            data=data,
            try_this="see what may be done now: {pitctl} steps",
        )
    if code == messages.NOT_AUTHORISED:
        return DeviceRefused(
            f"not authorised: {text}",
            code=code,
            data=data,
            try_this="check number and PIN, or give those of someone who may: --staff N",
        )
    return DeviceRefused(
        f"{method}: {error.get('message', 'refused')}"
        f" ({messages.ERROR_NAMES.get(code, 'unknown error')} {code})",
        code=code,
        data=data,
        try_this=_remedy(method, code),
    )


def _remedy(method: str, code: int) -> str | None:
    if code == messages.BUSY:
        return "ask again in a second"
    if code == messages.METHOD_NOT_FOUND and method == "time":
        return "this board has no clock; which boards have one: docs/clock.md"
    return None
