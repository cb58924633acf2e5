"""Requests out of lines, answers into lines (JSON-RPC 2.0, docs/protocol.md).

Every line, whatever is in it, gives one of three things: a request that fits the table in messages.py, one typed
error answer, or silence (a notification). Memory is bounded: a line has at most 1024 bytes and few brackets, an
answer has at most 1024 bytes or becomes an error. Never recursive.
"""

import json

from micropython import const

from pitboard.protocol import lines, messages
from pitboard.protocol.errors import RpcError, busy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pitboard.protocol.errors import RequestId
    from pitboard.protocol.lines import LineAssembler

    Params = dict[str, Any]

# Each open bracket costs the parser a container (32 bytes and more on the chip): 1023 of them would be 32 KB. A lawful
# request has two; the rest is slack for brackets inside an id.
_MAX_BRACKETS = const(48)
_MAX_ERROR_TEXT = const(120)
_NO_MEMORY = "no memory for this now"


def _in_pieces() -> "Iterator[Any]":
    yield None


_PIECES = type(_in_pieces())


class Request:
    """A request that is sound: known method, parameters checked, defaults filled in."""

    def __init__(
        self, request_id: "RequestId", method: str, params: "Params", notification: bool
    ) -> None:
        self.id = request_id
        self.method = method
        self.params = params
        self.notification = notification


def decode(line: "bytes | bytearray | memoryview") -> Request:
    """The request in one line (without its newline). Raises RpcError, ready to be answered."""
    data = _parse(line)
    if not isinstance(data, dict):
        raise RpcError(messages.INVALID_REQUEST, "one request object a line, no batches")
    notification = "id" not in data
    request_id = data.get("id")
    if not _is_id(request_id):
        raise RpcError(
            messages.INVALID_REQUEST, "id: whole number, null or up to 40 plain ASCII characters"
        )
    method = data.get("method")
    if data.get("jsonrpc") != "2.0" or not isinstance(method, str):
        # Without these it is no request, so it cannot be a notification either: it is answered.
        raise RpcError(
            messages.INVALID_REQUEST, 'needs "jsonrpc":"2.0" and a method', None, request_id
        )
    specs = messages.METHODS.get(method)
    if specs is None:
        raise RpcError(
            messages.METHOD_NOT_FOUND,
            "no such method: describe lists them",
            None,
            request_id,
            notification,
        )
    problem, params = _check_params(specs, data.get("params", {}))
    if problem:
        raise RpcError(messages.INVALID_PARAMS, problem, None, request_id, notification)
    return Request(request_id, method, params, notification)


def _parse(line: "bytes | bytearray | memoryview") -> "Any":
    if len(line) >= messages.MAX_LINE:
        raise RpcError(messages.LINE_TOO_LONG, "at most 1024 bytes a line")
    try:
        text = str(line, "utf-8")
        if text.count("[") + text.count("{") > _MAX_BRACKETS:
            raise RpcError(messages.INVALID_REQUEST, "too many brackets for a request")
        return json.loads(text)
    except (ValueError, TypeError):
        # ValueError: not JSON or not UTF-8. TypeError: MicroPython's parser met a list used as a name.
        raise RpcError(messages.PARSE_ERROR, "not JSON") from None
    except MemoryError:
        raise busy(_NO_MEMORY) from None
    except RuntimeError:
        raise RpcError(messages.PARSE_ERROR, "nested too deeply") from None


def _is_id(value: "Any") -> bool:
    """Ids come back in the answer, so they are kept short and in plain ASCII."""
    if value is None:
        return True
    if type(value) is int:  # not isinstance: True is an int on CPython
        return -messages.MAX_ID_NUMBER <= value <= messages.MAX_ID_NUMBER
    if not isinstance(value, str) or len(value) > messages.MAX_ID_TEXT:
        return False
    try:
        # As bytes: MicroPython keeps every character for ever that a loop over a string has met.
        return all(32 <= byte <= 126 and byte not in b'"\\' for byte in value.encode())
    except ValueError:  # half of a surrogate pair
        return False


def _check_params(specs: "tuple[Any, ...]", given: "Any") -> "tuple[str, Params]":
    """What is wrong in plain words ("" if nothing), and the parameters with defaults filled in."""
    params: Params = {}
    if not isinstance(given, dict):
        return "params: an object with names", params
    for at in range(0, len(specs), 5):  # one tuple of all takes less room than one for each
        name, kind, low, high, default = specs[at : at + 5]
        value = given.get(name, default)
        if value is None:
            return name + ": missing", params
        if kind == messages.INT:
            if type(value) is not int or not low <= value <= high:
                return "%s: whole number, %d to %d" % (name, low, high), params
        elif kind == messages.BOOL:
            if type(value) is not bool:
                return name + ": true or false", params
        elif not isinstance(value, str) or not low <= len(value) <= high:
            return "%s: text of %d to %d characters" % (name, low, high), params
        params[name] = value
    for name in given:
        if name not in params:
            return "unknown parameter; allowed: " + (", ".join(params) or "none"), params
    return "", params


def encode_result(request_id: "RequestId", result: "Any") -> bytes:
    """The answer line, newline included; an error answer if it would not fit."""
    line = _line({"jsonrpc": "2.0", "id": request_id, "result": result})
    if len(line) > messages.MAX_LINE:
        return encode_error(
            request_id, messages.INTERNAL_ERROR, "the answer has %d bytes" % len(line)
        )
    return line


def encode_error(
    request_id: "RequestId", code: int, message: str, data: "dict[str, Any] | None" = None
) -> bytes:
    """The error line, newline included. `data` is small: it is left out if the line would not fit."""
    error: dict[str, Any] = {"code": code, "message": message[:_MAX_ERROR_TEXT]}
    if data is not None:
        error["data"] = data
    line = _line({"jsonrpc": "2.0", "id": request_id, "error": error})
    if len(line) > messages.MAX_LINE:
        return encode_error(request_id, code, message)
    return line


def _line(answer: "dict[str, Any]") -> bytes:
    return (json.dumps(answer, separators=(",", ":")) + "\n").encode()


class Dispatcher:
    """From a line to its answer: `handlers` maps a method to a function of its checked parameters.

    A handler returns the result or raises RpcError. One that takes long is a generator: its result comes last, and
    before it None as often as others may have a turn. Any other exception is a fault of the firmware: the host is
    told so, and the table goes on.
    """

    def __init__(self, handlers: "dict[str, Callable[[Params], Any]]") -> None:
        for method in handlers:
            if method not in messages.METHODS:
                raise ValueError("no such method in schema.toml: " + method)
        self._handlers = handlers

    def put(self, assembler: "LineAssembler", byte: int) -> "Iterator[bytes] | None":
        """Feed one byte of the host's line; what is to be answered if it completed something."""
        event = assembler.put(byte)
        if event == lines.LINE:
            return self.answering(assembler.line())
        if event == lines.TOO_LONG:
            return iter((encode_error(None, messages.LINE_TOO_LONG, "at most 1024 bytes a line"),))
        return None

    def answering(self, line: "bytes | bytearray | memoryview") -> "Iterator[bytes]":
        """The answer to one line, newline included, comes last, or b"" where none is due; before it b"" as often as
        others may have a turn: to take a request apart and to put an answer together takes ten milliseconds each.
        """
        try:
            request = decode(line)
        except RpcError as error:
            yield b"" if error.notification else encode_error(error.request_id, error.code, error.message, error.data)
            return
        except MemoryError:
            yield encode_error(None, messages.BUSY, _NO_MEMORY)
            return
        yield b""
        if request.notification:
            return
        handler = self._handlers.get(request.method)
        if handler is None:
            yield encode_error(request.id, messages.METHOD_NOT_FOUND, "this board has it not")
            return
        try:
            result = handler(request.params)
            if isinstance(result, _PIECES):
                pieces = result
                for result in pieces:
                    yield b""
            yield b""
            answer = encode_result(request.id, result)
        except RpcError as error:
            answer = encode_error(request.id, error.code, error.message, error.data)
        except MemoryError:
            answer = encode_error(request.id, messages.BUSY, _NO_MEMORY)
        except Exception as error:  # noqa: BLE001 - a question may never cost the table its host line
            answer = encode_error(request.id, messages.INTERNAL_ERROR, type(error).__name__)
        yield answer
