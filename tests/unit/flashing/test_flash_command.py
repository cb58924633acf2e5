"""`pitctl flash` and what it decides: when not to begin, and when not to believe the board afterwards."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from pitctl.boards import compile_board, load_board
from pitctl.cli import flash as command_module
from pitctl.cli.flash import flash
from pitctl.cli.group import PitctlGroup
from pitctl.cli.main import root
from pitctl.exceptions import FlashFailed, NoDevice, PitctlError, PortUnavailable
from pitctl.flashing import flash as flash_module
from pitctl.flashing.compile import BuiltFile, Manifest
from pitctl.flashing.errors import RoundOpen
from pitctl.flashing.flash import FlashReport, flash_board
from pitctl.messages import Describe
from pitctl.tables import load_table
from pitctl.transport import PortInfo
from tests.unit.pitctl.fakes import DESCRIBE, FakeBoard

BOARD = load_board("pico-table")
TABLE = load_table("derby-demo", BOARD)
BUILD = Manifest("0.1.0", {"main.py": BuiltFile(3, "ab" * 32)})


class Bench:
    """A port, the board behind it, and a note of what was installed."""

    def __init__(self, device: Path) -> None:
        self.port = PortInfo(str(device), None, None, "")
        self.board = FakeBoard()
        self.board.status["phase"] = "idle"
        self.board.describe["firmware_hash"] = BUILD.hash
        self.board.describe["board_hash"] = compile_board(BOARD)["hash"]
        self.installed: list[str] = []
        self.away = 0  # so many times the port cannot be opened after the restart

    def open(self, port: PortInfo) -> FakeBoard:
        if self.installed and self.away:
            self.away -= 1
            raise PortUnavailable(f"{port.device}: gone")
        return self.board

    def flash(self) -> FlashReport:
        return flash_board(self.port, BOARD, TABLE, lambda line: None)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    (tmp_path / "tty").touch()
    bench = Bench(tmp_path / "tty")

    def build(*_: object) -> Manifest:
        return BUILD

    def install(port: str, *_: object) -> Manifest:
        bench.installed.append(port)
        return BUILD

    monkeypatch.setattr(flash_module, "SerialTransport", bench.open)
    monkeypatch.setattr(flash_module, "compile_firmware", build)
    monkeypatch.setattr(flash_module, "install", install)
    monkeypatch.setattr(flash_module, "RETRY_S", 0.0)
    return bench


@pytest.mark.parametrize("phase", ["idle", "closed"])
def test_a_table_without_a_round_is_flashed_and_described(bench: Bench, phase: str) -> None:
    bench.board.status["phase"] = phase
    report = bench.flash()
    assert bench.installed == [bench.port.device]
    assert report.describe.firmware_hash == BUILD.hash


@pytest.mark.parametrize(
    "phase", ["betting", "racing", "result", "paying", "voided", "checking", "rebuilding"]
)
def test_an_open_round_is_left_alone(bench: Bench, phase: str) -> None:
    bench.board.status["phase"] = phase
    with pytest.raises(RoundOpen, match=f"phase: {phase}"):
        bench.flash()
    assert not bench.installed
    assert bench.board.closed


def test_a_board_without_pitboard_is_flashed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.board.mute = True

    def speak(device: str, *_: object) -> Manifest:
        bench.installed.append(device)
        bench.board.mute = False
        return BUILD

    monkeypatch.setattr(flash_module, "install", speak)
    assert bench.flash().describe.product == "pitboard"


def test_the_port_may_be_away_for_a_while_after_the_restart(bench: Bench) -> None:
    bench.away = 3
    assert bench.flash().describe.board == "pico-table"


def test_a_board_that_does_not_come_back(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.away = 1_000_000
    monkeypatch.setattr(flash_module, "RETURN_LIMIT_S", 0.05)
    with pytest.raises(FlashFailed, match="did not come back"):
        bench.flash()


@pytest.mark.parametrize(
    ("key", "what"), [("firmware_hash", "firmware"), ("board_hash", "board file")]
)
def test_a_board_that_runs_something_else(bench: Bench, key: str, what: str) -> None:
    bench.board.describe[key] = "00" * 32
    with pytest.raises(FlashFailed, match=f"runs another {what}: it says 0000"):
        bench.flash()


def test_a_port_that_is_not_there(bench: Bench) -> None:
    bench.port = PortInfo("/dev/ttyNowhere", None, None, "")
    with pytest.raises(NoDevice, match="no such port: /dev/ttyNowhere"):
        bench.flash()


# -- the command line -------------------------------------------------------------------------

PORTS = [
    PortInfo("/dev/ttyACM0", "e660aa", 0x2E8A, ""),
    PortInfo("/dev/ttyACM1", "e660bb", 0x2E8A, ""),
]
Run = Callable[..., Any]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command with `ports` attached and a library that always succeeds."""
    app = typer.Typer(cls=PitctlGroup)
    app.callback()(root)
    app.command()(flash)
    found = replace(Describe.from_wire(DESCRIBE), missing=("display",))

    def succeed(port: PortInfo, *rest: Any) -> FlashReport:
        rest[-1]("compiling for rp2040")
        return FlashReport(port.device, BUILD, found)

    def invoke(*arguments: str, ports: list[PortInfo]) -> Any:
        monkeypatch.setattr(flash_module, "flash_board", succeed)
        monkeypatch.setattr(command_module, "list_ports", lambda: ports)
        monkeypatch.delenv("PITCTL_TARGET", raising=False)
        return CliRunner().invoke(app, ["flash", *arguments])

    return invoke


def test_words_for_people(run: Run) -> None:
    result = run("--board", "pico-table", "--table", "derby-demo", ports=PORTS[:1])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "compiling for rp2040",
        f"pico-table (rp2040, serial {DESCRIBE['serial']}) runs pitboard 0.1.0",
        f"firmware {DESCRIBE['firmware_hash']}",
        f"board file {DESCRIBE['board_hash']}",
        "does not answer: display",
    ]


def test_one_json_object_for_programs(run: Run) -> None:
    result = run("--json", "--port", "/dev/ttyACM1", ports=PORTS)
    data = json.loads(result.stdout)
    assert (data["port"], data["manifest"]["hash"]) == ("/dev/ttyACM1", BUILD.hash)
    assert data["describe"]["board"] == "pico-table"


@pytest.mark.parametrize(
    ("arguments", "ports", "code", "words"),
    [
        ([], [], 3, "no board is attached"),
        ([], PORTS, 4, "e660aa (/dev/ttyACM0), e660bb (/dev/ttyACM1)"),
        (["--board", "nowhere"], PORTS[:1], 12, "no board 'nowhere'; known boards: "),
        (["--table", "nowhere"], PORTS[:1], 12, "no table 'nowhere'; known tables: "),
    ],
)
def test_refusals(
    run: Run, arguments: list[str], ports: list[PortInfo], code: int, words: str
) -> None:
    result = run(*arguments, ports=ports)
    assert result.exit_code == code
    assert words in result.stderr
    assert "Try: " in result.stderr


@pytest.mark.parametrize("target", ["unix", "rp2040"])
def test_a_virtual_board_cannot_be_flashed(run: Run, target: str) -> None:
    result = run("--target", target, ports=PORTS[:1])
    assert result.exit_code == 11
    assert "a virtual board cannot be flashed" in result.stderr
    assert f"Try: .venv/bin/pitctl describe --target {target}" in result.stderr


def test_every_flash_error_has_a_remedy_and_the_exit_code_of_flashing() -> None:
    kinds: list[type[PitctlError]] = list(FlashFailed.__subclasses__())
    assert len(kinds) == 5
    for kind in kinds:
        assert kind.exit_code == FlashFailed.exit_code
        assert kind.default_try != FlashFailed.default_try
