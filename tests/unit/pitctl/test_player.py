"""The player on a real target: what comes true, what does not, and what is said then."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitctl.boards import load_board
from pitctl.cli.main import app
from pitctl.exceptions import TargetUnavailable
from pitctl.firmware import card_codes, cards
from pitctl.player import Outcome, Player, failed
from pitctl.printed_cards import serial_code
from pitctl.scenario import parse_scenario
from pitctl.scenario_setup import table_for, table_of
from pitctl.tables import load_table
from simulator.targets import open_target

REPO = Path(__file__).resolve().parents[3]
RACE = """
open table
press confirm
press no-more-bets
slide 4S
slide 5S
slide 6S
slide 7S
slide 8H
slide 9C
expect lights BLACK ...
"""


def play(text: str, folder: Path) -> list[Outcome]:
    scenario = parse_scenario(text)
    board = load_board(scenario.board or "pico-table")
    table = table_of(scenario, board)
    target = open_target("cpython", board, table, state_dir=folder)
    try:
        target.start()
        return Player(target, table).play(scenario)
    finally:
        target.close()


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('expect display "HELLO"', r"the display shows: Derby 1 9.1\(c\) R1 \| 1st 2nd 3rd \| ♠ ♥ ♣"),
        ('expect display without "derby 1"', "the display shows: Derby 1"),
        ("expect lights none", "lit: BLACK/full SPADES/full S>H/full"),
        ("expect lights RED ...", "lit: BLACK/full"),
        ("expect lights BLACK SPADES", "lit: BLACK/full"),
        ("expect lights BLACK/one ...", "lit: BLACK/full"),
        ("expect event void", "events: boot, lamp-test staff-1, lamps-seen ok staff-1, .*, no-more-bets, card 4S 1"),
        ("expect event card 4H", "events: boot"),
        ("expect no event card 9C", "event card 9C"),
        ("expect cue notice", r"heard: \d+ Hz \(card\)"),
        ("expect status phase paying", "phase is result"),
        ("expect status result.third spades", "result.third is "),
        ("expect status notice.kind misscan", "notice.kind is none"),
        ("should fail expect lights BLACK ...", "it came true: lit: BLACK/full"),
        (
            'choose "Open betting"',
            '"Open betting" is not offered; offered: "Later card face up", "Result is right"',
        ),
        ("open table", r"the table is not closed; the display shows: Derby 1 .*R1 \| "),
    ],
)
def test_what_does_not_come_true_is_told(line: str, seen: str, tmp_path: Path) -> None:
    limit = " within 50 ms" if "expect" in line else ""
    outcomes = play(f"{RACE}\n{line}{limit}\nwait 1 s", tmp_path)
    bad = failed(outcomes)
    assert bad is not None and bad is outcomes[-1], "the steps after it are not played"
    assert bad.step.text.startswith(line)
    assert re.match(seen, bad.seen), bad.seen


def test_nothing_must_stay_nothing(tmp_path: Path) -> None:
    text = "pace 0 ms\nopen table\npress confirm\nexpect event open\nslide 4S\nexpect no event hold"
    bad = failed(play(text, tmp_path))
    assert bad is not None and bad.seen == "event hold early 1"


def test_a_host_that_does_not_read_cannot_ask(tmp_path: Path) -> None:
    bad = failed(play("host stops reading\nexpect status phase idle", tmp_path))
    assert bad is not None and bad.seen == "nothing: the host is not reading"


def test_the_table_is_as_the_scenario_says(tmp_path: Path) -> None:
    text = "table decks 2\nopen table\npress confirm\npress no-more-bets\nslide 4S\nslide 4S\nexpect status cards 2"
    assert failed(play(text, tmp_path)) is None
    board = load_board("pico-table")
    table = load_table("derby-demo", board)
    changed = table_for(parse_scenario(text), table)
    assert changed["decks"] == 2 and changed["hash"] != table["hash"]


def test_numbered_cards_are_those_of_a_sample_set() -> None:
    table = load_table("derby-demo", load_board("pico-table"))
    scenario = parse_scenario("table decks 2\ntable format serial\nexpect lights none")
    changed = table_for(scenario, table)
    assert changed["code_format"] == "serial"
    codes = card_codes.make("serial", changed["set"])
    number = 52 + 1 + cards.parse(b"TH")  # of the second deck
    token = codes.parse(serial_code(changed["set"]["serial"], number).encode())
    assert token & 63 == cards.parse(b"TH") and token >> 6 == number
    assert table_for(parse_scenario("table decks 1\nexpect lights none"), changed)["set"]["map"] == (
        bytes(range(52)).hex()
    )
    value = parse_scenario("table format value\nexpect lights none")
    assert table_for(value, changed)["set"] is None


def test_a_target_without_a_bench_cannot_play() -> None:
    class Bare:
        name = "usb:1"
        bench = None

    bare: Any = Bare()
    with pytest.raises(TargetUnavailable, match="usb:1 has no bench"):
        Player(bare, {})


def test_the_first_scenario_of_the_document_comes_true(tmp_path: Path) -> None:
    text = (REPO / "docs" / "scenarios.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```scenario\n(.*?)```", text, re.DOTALL)
    for number, block in enumerate(blocks):
        bad = failed(play(block, tmp_path / str(number)))
        assert bad is None, bad


def test_the_command_tells_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "race.txt"
    file.write_text("# A short race\nexpect status phase closed\nexpect status phase racing\n")
    result = CliRunner().invoke(app, ["play", str(file), "--target", "cpython"])
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == f"{file} on cpython: A short race"
    assert lines[1].split()[0] == "ok" and lines[2].split()[0] == "FAIL"
    assert lines[3].strip() == "phase is closed"
    assert f"{file}:3: expect status phase racing; phase is closed" in result.stderr
    result = CliRunner().invoke(app, ["--json", "play", str(file), "--target", "cpython"])
    report = json.loads(result.stdout)
    assert (report["ok"], report["target"]) == (False, "cpython")
    assert report["steps"][1]["seen"] == "phase is closed" and "seen" not in report["steps"][0]
