"""A host may send anything and stop reading at any time: typed answers, and the race does not notice."""

import json
import random
from typing import Any

import pytest

from tests.device.rig import TableRig

pytestmark = pytest.mark.device


def ask(rig: TableRig, line: bytes, wait_us: int = 300_000) -> list[dict[str, Any]]:
    """Send raw bytes and read the answers."""
    rig.target.console.read()
    rig.target.console.write(line)
    rig.wait_us(wait_us)
    return [json.loads(answer) for answer in rig.target.console.read().splitlines() if answer]


def code_of(answers: list[dict[str, Any]]) -> int:
    assert len(answers) == 1, answers
    return answers[0]["error"]["code"]


def test_describe_says_what_runs(rig: TableRig, target_name: str) -> None:
    answer = rig.client.describe()
    assert answer.product == "pitboard"
    assert answer.board == "pico-table"
    assert answer.game == "nz-derby"
    assert answer.rules == "001_569f9dd48792a3e4"
    reads = {"describe", "status", "events", "settings", "shoe", "check", "steps", "wagers"}
    assert set(answer.methods) == reads | {"act", "authorise", "release"}
    assert list(answer.missing) == []
    if target_name == "rp2040":
        assert answer.micropython == "1.28.0"
        assert len(answer.firmware_hash) == 64


def test_settings_are_those_of_the_table(rig: TableRig) -> None:
    settings = rig.client.settings()
    assert settings.table == rig.table["table"]
    assert settings.decks == rig.table["decks"]
    assert settings.hash == rig.table["hash"]
    assert settings.areas == 42


def test_events_are_a_cursor(rig: TableRig) -> None:
    start = rig.client.status().journal.last_seq
    rig.open_race()
    rig.deal(["TH", "4S", "9C"])
    first = rig.client.events(start, 2)
    assert [event.type for event in first.events] == ["open", "no_more_bets"]
    assert [event.seq for event in first.events] == [start + 1, start + 2]
    assert first.next == start + 2
    rest = rig.client.events(first.next, 4)
    assert [event.type for event in rest.events] == ["card", "card", "card"]
    assert rest.next == rest.last == start + 5
    assert not rig.client.events(start + 5, 4).events


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello\n", -32700),
        (b"{\n", -32700),
        (b"\xff\xfe\x00\n", -32700),
        (b"[]\n", -32600),
        (b"{}\n", -32600),
        (b'{"jsonrpc":"2.0","id":1}\n', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"fly"}\n', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"events"}\n', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"events","params":{"since":"x"}}\n', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"events","params":{"since":-1}}\n', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"events","params":{"since":0,"limit":99}}\n', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"status","params":{"x":1}}\n', -32602),
        (b"x" * 3000 + b"\n", -32000),
        (b"[" * 900 + b"\n", -32600),
    ],
)
def test_bad_lines_get_a_typed_answer(rig: TableRig, line: bytes, code: int) -> None:
    assert code_of(ask(rig, line)) == code
    assert rig.client.status().phase == "idle", "and the next request is answered"


SENSELESS: list[dict[str, Any]] = [
    {"step": "fly"},
    {"step": ""},
    {"step": "void\n"},
    {"step": "void", "reason": "because"},
    {"step": "entered", "reason": "not_read"},
    {"step": "entered", "reason": "not_read", "card": "1H"},
    {"step": "wager", "area": "HH", "stake": 2, "seat": 1},
    {"step": "void", "place": -1},
    {"step": "void", "who": 1},
]


def test_steps_that_make_no_sense_are_refused_and_nothing_is_written(rig: TableRig) -> None:
    rig.open_race()
    rig.sign_on()
    seq = rig.client.status().journal.last_seq
    for params in SENSELESS:
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "act", "params": params})
        assert code_of(ask(rig, line.encode() + b"\n")) == -32602, params
    assert rig.client.status().journal.last_seq == seq


@pytest.mark.target("unix", "rp2040")
def test_strange_ids_leave_nothing_behind(rig: TableRig) -> None:
    """MicroPython keeps every new one-character string for ever; ids may not feed it any."""
    rig.press("confirm")
    rig.choose("Cancel the betting")
    before = rig.client.status().heap_free
    for first in range(0x100, 0x180, 16):
        requests = "".join(
            f'{{"jsonrpc":"2.0","id":"{chr(char)}","method":"status"}}\n'
            for char in range(first, first + 16)
        )
        answers = ask(rig, requests.encode(), wait_us=1_000_000)
        assert len(answers) == 16 and all("error" in answer for answer in answers)
    rig.press("confirm")
    rig.choose("Cancel the betting")
    assert rig.client.status().heap_free >= before - 256


@pytest.mark.long
@pytest.mark.target("cpython", "unix")
def test_uptime_does_not_wrap(rig: TableRig) -> None:
    """Ticks wrap after 6.2 days; a table runs for months, and its display is looked at every second meanwhile."""
    week_us = 7 * 24 * 3600 * 1_000_000
    rig.wait_us(week_us)
    assert rig.client.status().uptime_ms >= week_us // 1000
    rig.open_race()
    rig.slide("TH")
    assert [event.t_ms for event in rig.client.all_events(0)][-1] >= week_us // 1000


def test_half_a_line_waits_for_its_end(rig: TableRig) -> None:
    assert ask(rig, b'{"jsonrpc":"2.0","id":7,') == []
    (answer,) = ask(rig, b'"method":"status"}\n')
    assert answer["id"] == 7 and answer["result"]["phase"] == "idle"


def test_garbage_during_a_race_does_not_touch_it(rig: TableRig) -> None:
    chance = random.Random(3)
    rig.open_race()
    codes = ["TH", "2S", "4H", "KH", "3H", "5S", "7C"]
    for code in codes:
        rig.target.console.write(bytes(chance.randrange(256) for _ in range(600)))
        rig.slide(code)
        rig.target.console.read()
    assert len(rig.lit()) == 9
    rig.target.console.write(b"\n")
    rig.wait_us(300_000)
    rig.target.console.read()
    assert rig.cards() == codes


def test_ctrl_c_does_not_stop_a_race(rig: TableRig) -> None:
    rig.open_race()
    rig.slide("TH")
    rig.target.console.write(b"\x03\x03\x03\x04\n")
    rig.slide("4S")
    rig.target.console.read()
    assert rig.cards() == ["TH", "4S"]


def test_a_host_that_stops_reading_does_not_hold_the_table(rig: TableRig) -> None:
    rig.open_race()
    rig.target.console.stalled = True
    for number in range(20):
        rig.target.console.write(b'{"jsonrpc":"2.0","id":%d,"method":"describe"}\n' % number)
    codes = ["TH", "2S", "4H", "KH", "3H", "5S", "7C"]
    rig.deal(codes)
    assert len(rig.lit()) == 9
    assert rig.screen()[2] == "♥ ♠ ♣"
    rig.target.console.stalled = False
    rig.wait_us(2_000_000)
    rig.target.console.write(b'{"jsonrpc":"2.0","id":99,"method":"status"}\n')
    rig.wait_us(300_000)
    last = rig.target.console.read().splitlines()[-1]
    assert json.loads(last)["id"] == 99, "an answer after half an answer begins on a new line"
    assert rig.cards() == codes
    assert rig.client.status().lost.console > 0, "what the host did not take is counted"
