"""Requests and answers: each kind of line gets the answer that docs/protocol.md promises."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboard.protocol import errors, jsonrpc, messages
from pitboard.protocol.jsonrpc import Dispatcher
from pitboard.protocol.lines import LineAssembler

KNOWN_CODES = {
    messages.PARSE_ERROR,
    messages.INVALID_REQUEST,
    messages.METHOD_NOT_FOUND,
    messages.INVALID_PARAMS,
    messages.INTERNAL_ERROR,
    messages.LINE_TOO_LONG,
    messages.EVENTS_GONE,
    messages.BUSY,
    messages.REFUSED,
    messages.NOT_AUTHORISED,
}


@pytest.fixture
def dispatcher() -> Dispatcher:
    return make_dispatcher()


def make_dispatcher() -> Dispatcher:
    def events(params: dict[str, Any]) -> dict[str, Any]:
        if params["since"] == 13:
            raise errors.events_gone(100)
        if params["since"] == 14:
            raise errors.busy("the race comes first")
        if params["since"] == 15:
            raise MemoryError
        if params["since"] == 17:
            raise errors.refused("10.5", "A card is held. Decide first.")
        if params["since"] == 18:
            raise errors.not_authorised("Wrong PIN. 2 tries left.")
        if params["since"] == 16:
            return {"filler": "x" * 2000}
        return params

    return Dispatcher({"describe": lambda _: {"product": "pitboard"}, "events": events})


def ask(dispatcher: Dispatcher, request: object) -> dict[str, Any]:
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    return checked(handled(dispatcher, line))


def handled(dispatcher: Dispatcher, line: bytes) -> bytes:
    *pauses, answer = dispatcher.answering(line)
    assert not any(pauses)
    return answer


def said(dispatcher: Dispatcher, assembler: LineAssembler, received: bytes) -> bytes:
    """All that is answered to some bytes."""
    return b"".join(piece for byte in received for piece in dispatcher.put(assembler, byte) or ())


def checked(answer: bytes) -> dict[str, Any]:
    """An answer line, checked for what every answer must be."""
    assert len(answer) <= messages.MAX_LINE
    assert answer.endswith(b"\n") and answer.count(b"\n") == 1
    data = json.loads(answer)
    assert data["jsonrpc"] == "2.0" and "id" in data
    assert ("result" in data) != ("error" in data)
    if "error" in data:
        assert data["error"]["code"] in KNOWN_CODES and data["error"]["message"]
    return data


def request(**changes: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 1, "method": "describe", **changes}


def test_a_request_is_answered_under_its_id(dispatcher: Dispatcher) -> None:
    for request_id in (0, -5, 2**53 - 1, "", "a" * 40, None):
        answer = ask(dispatcher, request(id=request_id))
        assert answer == {"jsonrpc": "2.0", "id": request_id, "result": {"product": "pitboard"}}


def test_defaults_are_filled_in(dispatcher: Dispatcher) -> None:
    answer = ask(dispatcher, request(method="events", params={"since": 7}))
    assert answer["result"] == {"since": 7, "limit": 5}


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (b"{", messages.PARSE_ERROR, None),
        (b"hello", messages.PARSE_ERROR, None),
        (b"\xff\xfe\x00", messages.PARSE_ERROR, None),
        (b"", messages.PARSE_ERROR, None),
        (b"[]", messages.INVALID_REQUEST, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"describe"}]', messages.INVALID_REQUEST, None),
        (b"17", messages.INVALID_REQUEST, None),
        (b"null", messages.INVALID_REQUEST, None),
        (b"[" * 1023, messages.INVALID_REQUEST, None),
        (b'{"a":' * 200, messages.INVALID_REQUEST, None),
        (b"x" * 1024, messages.LINE_TOO_LONG, None),
        (b'{"id":3,"method":"describe"}', messages.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"1.0","id":3,"method":"describe"}', messages.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"2.0","id":3}', messages.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":7}', messages.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"2.0"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"describe"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"describe"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":{},"method":"describe"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":9007199254740992,"method":"x"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"x"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":"\\"","method":"x"}', messages.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":3,"method":"reboot"}', messages.METHOD_NOT_FOUND, 3),
        # In the schema, but this board does not have it.
        (b'{"jsonrpc":"2.0","id":3,"method":"settings"}', messages.METHOD_NOT_FOUND, 3),
    ],
)
def test_a_wrong_line_gets_its_typed_error(
    dispatcher: Dispatcher, line: bytes, code: int, request_id: int | None
) -> None:
    answer = ask(dispatcher, line)
    assert (answer["error"]["code"], answer["id"]) == (code, request_id)


def test_an_id_that_is_too_long_is_refused(dispatcher: Dispatcher) -> None:
    answer = ask(dispatcher, request(id="a" * 41))
    assert answer["error"]["code"] == messages.INVALID_REQUEST and answer["id"] is None


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({}, "since: missing"),
        ({"since": None}, "since: missing"),
        ([0], "params: an object"),
        ("since", "params: an object"),
        (None, "params: an object"),
        ({"since": "0"}, "since: whole number, 0 to 4294967295"),
        ({"since": True}, "since: whole number"),
        ({"since": 0.0}, "since: whole number"),
        ({"since": -1}, "since: whole number"),
        ({"since": 2**32}, "since: whole number"),
        ({"since": 0, "limit": 0}, "limit: whole number, 1 to 5"),
        ({"since": 0, "limit": 7}, "limit: whole number, 1 to 5"),
        ({"since": 0, "limt": 1}, "unknown parameter; allowed: since, limit"),
    ],
)
def test_a_wrong_parameter_is_named(dispatcher: Dispatcher, params: object, words: str) -> None:
    error = ask(dispatcher, request(method="events", params=params))["error"]
    assert error["code"] == messages.INVALID_PARAMS
    assert error["message"].startswith(words)


def test_a_method_without_parameters_takes_none(dispatcher: Dispatcher) -> None:
    error = ask(dispatcher, request(params={"x": 1}))["error"]
    assert error["message"] == "unknown parameter; allowed: none"


def test_notifications_are_not_answered(dispatcher: Dispatcher) -> None:
    for line in (
        b'{"jsonrpc":"2.0","method":"describe"}',
        b'{"jsonrpc":"2.0","method":"reboot"}',
        b'{"jsonrpc":"2.0","method":"events","params":{}}',
    ):
        assert handled(dispatcher, line) == b""


def test_duplicate_names_do_no_harm(dispatcher: Dispatcher) -> None:
    line = b'{"jsonrpc":"2.0","id":1,"id":2,"method":"x","method":"describe"}'
    assert ask(dispatcher, line)["id"] == 2


def test_handlers_errors_reach_the_host(dispatcher: Dispatcher) -> None:
    def error_of(since: int) -> dict[str, Any]:
        return ask(dispatcher, request(method="events", params={"since": since}))["error"]

    assert error_of(13)["code"] == messages.EVENTS_GONE
    assert error_of(13)["data"] == {"oldest": 100}
    assert error_of(14) == {"code": messages.BUSY, "message": "the race comes first"}
    assert error_of(15)["code"] == messages.BUSY
    assert error_of(16)["code"] == messages.INTERNAL_ERROR
    assert "bytes" in error_of(16)["message"]
    assert error_of(17)["code"] == messages.REFUSED
    assert error_of(17)["data"] == {"rule": "10.5", "text": "A card is held. Decide first."}
    assert error_of(18)["code"] == messages.NOT_AUTHORISED
    assert error_of(18)["data"] == {"text": "Wrong PIN. 2 tries left."}


def test_a_fault_in_a_handler_is_told_to_the_host() -> None:
    def broken(_: dict[str, Any]) -> None:
        raise KeyError("fault")

    answer = json.loads(handled(Dispatcher({"status": broken}), STATUS))
    assert answer["error"] == {"code": messages.INTERNAL_ERROR, "message": "KeyError"}


STATUS = b'{"jsonrpc":"2.0","id":1,"method":"status"}'


def test_a_handler_that_takes_long_is_answered_in_pieces() -> None:
    def slow(_: dict[str, Any]) -> Iterator[dict[str, str] | None]:
        yield None
        yield None
        yield {"phase": "idle"}

    quick = [*Dispatcher({"status": lambda _: {"phase": "idle"}}).answering(STATUS)]
    pieces = [*Dispatcher({"status": slow}).answering(STATUS)]
    assert pieces[-1] == quick[-1] and checked(pieces[-1])["result"] == {"phase": "idle"}
    assert len(pieces) == len(quick) + 3 and not any(pieces[:-1])


@pytest.mark.parametrize("pieces", [0, 1])
def test_a_refusal_or_fault_between_the_pieces_is_answered(pieces: int) -> None:
    def fails(error: Exception) -> dict[str, Any]:
        def slow(_: dict[str, Any]) -> Iterator[None]:
            yield from [None] * pieces
            raise error

        return checked(handled(Dispatcher({"status": slow}), STATUS))["error"]

    assert fails(errors.not_authorised("No."))["code"] == messages.NOT_AUTHORISED
    assert fails(MemoryError())["code"] == messages.BUSY
    assert fails(KeyError("fault"))["message"] == "KeyError"


def test_memory_and_recursion_trouble_in_the_parser_is_answered(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_with(error: type[Exception]) -> int:
        def loads(_: str) -> None:
            raise error

        monkeypatch.setattr(jsonrpc, "json", SimpleNamespace(loads=loads, dumps=json.dumps))
        return ask(dispatcher, b"{}")["error"]["code"]

    assert fail_with(MemoryError) == messages.BUSY
    assert fail_with(RecursionError) == messages.PARSE_ERROR
    assert fail_with(TypeError) == messages.PARSE_ERROR


def test_a_handler_for_an_unknown_method_is_refused_when_made() -> None:
    with pytest.raises(ValueError, match="reboot"):
        Dispatcher({"reboot": lambda _: None})


def test_error_data_that_does_not_fit_is_left_out() -> None:
    answer = checked(jsonrpc.encode_error(1, messages.BUSY, "y" * 500, {"x": "z" * 2000}))
    assert "data" not in answer["error"] and len(answer["error"]["message"]) <= 120


def test_bytes_one_at_a_time(dispatcher: Dispatcher) -> None:
    assembler = LineAssembler()
    out = said(dispatcher, assembler, b"x" * 3000 + b"\n")
    assert checked(out)["error"]["code"] == messages.LINE_TOO_LONG
    line = json.dumps(request()).encode() + b"\r\n"
    out = said(dispatcher, assembler, line)
    assert checked(out)["result"] == {"product": "pitboard"}


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | JSON_VALUES,
        "id": st.integers() | JSON_VALUES,
        "method": st.sampled_from(["describe", "events", "nothing"]) | JSON_VALUES,
        "params": st.dictionaries(st.sampled_from(["since", "limit", "x"]), JSON_VALUES)
        | JSON_VALUES,
    },
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.binary(max_size=1200), REQUESTS.map(lambda data: json.dumps(data).encode())))
def test_whatever_arrives_gets_one_sound_answer_or_silence(line: bytes) -> None:
    answer = handled(make_dispatcher(), line)
    if answer:
        checked(answer)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=300), st.just(b"\n"), st.just(b"{" * 600))))
def test_after_any_garbage_an_empty_line_is_enough_to_be_heard(chunks: list[bytes]) -> None:
    dispatcher = make_dispatcher()
    assembler = LineAssembler()
    for byte in b"".join(chunks):
        answer = said(dispatcher, assembler, bytes([byte]))
        if answer:
            checked(answer)
    said(dispatcher, assembler, b"\n")
    line = json.dumps(request(id="after")).encode() + b"\n"
    out = said(dispatcher, assembler, line)
    assert checked(out)["id"] == "after"
