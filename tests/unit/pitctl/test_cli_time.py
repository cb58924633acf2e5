"""`pitctl time`, and the times of records in `pitctl watch`."""

import json
import time

import pytest

from pitctl import exceptions
from pitctl.client import Client
from pitctl.event_times import EventTimes, time_text
from pitctl.messages import Event
from tests.unit.pitctl.cli_rig import Usb, assert_fails, run
from tests.unit.pitctl.fakes import FakeBoard

NOON = 1_780_315_200  # 1 June 2026, 12:00


@pytest.fixture(autouse=True)
def pin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITCTL_STAFF", raising=False)
    monkeypatch.setenv("PITCTL_PIN", "2468")


def test_the_time_in_words_and_for_programs(usb: Usb) -> None:
    assert "none" in run("time").stdout
    usb.board.time = {"time": NOON, "source": "chip", "trusted": True, "waits": False}
    lines = run("time").stdout.splitlines()
    assert lines[0].split() == ["time", "2026-06-01T12:00:00Z"] and lines[1].split() == ["source", "chip"]
    assert json.loads(run("time", "--json").stdout) == usb.board.time


def test_setting_it_is_a_supervisor_s_step(usb: Usb) -> None:
    assert_fails(run("time", "--set"), exceptions.DeviceRefused, "not authorised", "")
    data = json.loads(run("time", "--set", "--staff", "1", "--json").stdout)
    assert data["source"] == "host" and abs(data["time"] - time.time()) < 60
    assert usb.board.who == 0, "and nobody vouches any more"


def test_a_board_without_a_clock_says_so_before_a_pin_is_asked_for(usb: Usb, monkeypatch: pytest.MonkeyPatch) -> None:
    del usb.board._dispatcher._handlers["time"]  # pyright: ignore[reportPrivateUsage]
    monkeypatch.delenv("PITCTL_PIN")
    for arguments in (("time",), ("time", "--set", "--staff", "1")):
        assert_fails(run(*arguments), exceptions.DeviceRefused, "method_not_found", "docs/clock.md")


def clock(seq: int, t_ms: int, seconds: int, source: str) -> dict[str, object]:
    said = {"time": seconds, "jump": 0, "source": source, "ok": True}
    return {"seq": seq, "round": 0, "t_ms": t_ms, "type": "clock", **said}


def test_records_have_their_time(usb: Usb) -> None:
    usb.board.time = {"time": NOON, "source": "chip", "trusted": True, "waits": False}
    usb.board.events[3] = clock(4, 1000, NOON, "chip")
    for event in usb.board.events[4:]:
        event["t_ms"] = 1000 * event["seq"]
    told = [json.loads(line) for line in run("watch", "--since", "0", "--count", "20", "--json").stdout.splitlines()]
    assert "at" not in told[2] and told[3]["at"] == "2026-06-01T12:00:00Z"
    assert told[9]["at"] == "2026-06-01T12:00:09Z"
    # From the middle: what came before is asked for, so that the time is known.
    told = [json.loads(line) for line in run("watch", "--since", "15", "--count", "1", "--json").stdout.splitlines()]
    assert told[0]["seq"] == 16 and told[0]["at"] == "2026-06-01T12:00:15Z"


def test_a_board_that_never_knew_the_time_is_asked_nothing_more() -> None:
    board = FakeBoard()
    EventTimes.before(Client(board), 20)
    assert [json.loads(line)["method"] for line in board.requests if line] == ["time"]


def test_over_a_power_cut_time_stands_still() -> None:
    times = EventTimes()
    record = Event.from_wire(clock(1, 5000, NOON, "chip"))
    assert times.of(record, 1) == NOON
    later = Event.from_wire({"seq": 2, "round": 0, "t_ms": 65_000, "type": "boot"})
    assert times.of(later, 1) == NOON + 60
    boot = Event.from_wire({"seq": 3, "round": 0, "t_ms": 400, "type": "boot"})
    assert times.of(boot, 2) == NOON + 60
    assert time_text(None) == ""
