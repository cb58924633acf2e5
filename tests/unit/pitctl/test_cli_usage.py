"""What the command line says about itself, about wrong options, and when it is stopped."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitctl import exceptions
from tests.unit.pitctl.cli_rig import Usb, assert_fails, run
from tests.unit.pitctl.fakes import DESCRIBE

REPO = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "arguments", [("fly",), ("status", "--fast"), ("play",), ("watch", "--count", "0")]
)
def test_usage(usb: Usb, arguments: tuple[str, ...]) -> None:
    assert_fails(run(*arguments), exceptions.WrongUsage, "", ".venv/bin/pitctl ")
    result = run("--json", *arguments)
    error = json.loads(result.stderr)["error"]
    assert result.exit_code == error["exit_code"] == 2 and result.stdout == ""
    assert error["kind"] == "WrongUsage" and error["try"].endswith("--help")


def test_a_wrong_target_is_wrong_usage(usb: Usb) -> None:
    wrong = exceptions.WrongUsage
    for arguments in (("status", "-t", "mainframe"), ("-t", "mainframe", "status")):
        assert_fails(run(*arguments), wrong, "no target 'mainframe'", "cpython, unix, rp2040")
    assert_fails(run("status", "-t", "usb:"), wrong, "no target 'usb:'", "usb:SERIAL")
    assert json.loads(run("--json", "-t", "x", "demo").stderr)["error"]["exit_code"] == 2


def test_pitctl_alone_shows_its_help(usb: Usb) -> None:
    result = run()
    assert result.exit_code == 2 and "Commands:" in result.stderr


def test_the_help_of_a_command_offers_what_it_can_use(usb: Usb) -> None:
    def words(command: str) -> str:
        return " ".join(run(command, "--help").stdout.split())

    for command in ("watch", "flash"):
        assert "usb:SERIAL or port:DEVICE; without it, the only board on USB" in words(command)
    for command in ("play", "demo"):
        assert "cpython, unix or rp2040; without it, unix" in words(command)
    for command in ("describe", "status", "settings", "play", "demo", "flash"):
        assert "--table NAME|FILE" in words(command)


def test_version(usb: Usb) -> None:
    assert run("--version").stdout.split()[:2] == ["pitctl", "0.1.0,"]


def test_an_empty_hash_is_none(usb: Usb) -> None:
    usb.board.describe = {**DESCRIBE, "firmware_hash": ""}
    lines = run("describe").stdout.splitlines()
    assert any(line.split() == ["firmware", "hash", "none"] for line in lines)


def test_several_scenarios_end_with_a_summary(usb: Usb, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("expect status phase closed\n")
    bad.write_text("expect status phase racing within 100 ms\n")
    result = run("play", str(good), str(bad), "-t", "cpython")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "2 scenarios: 1 passed, 1 failed"
    assert "scenarios:" not in run("play", str(good), "-t", "cpython").stdout


def test_mistakes_of_all_files_are_told(usb: Usb, tmp_path: Path) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text("wait 5\nexpect lights none\n")
    result = run("play", *map(str, files))
    assert result.exit_code == 10
    assert [f"{file}:1:" in result.stderr for file in files] == [True, True]


def test_a_port_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("status", "-t", "port:/dev/ttyNowhere")
    assert_fails(result, exceptions.NoDevice, "no such port: /dev/ttyNowhere", "devices --all")


def test_a_closed_pipe_ends_quietly(usb: Usb) -> None:
    """As `pitctl ... | head -1`: no traceback, and not the code of a failed scenario."""
    program = Path(sys.executable).with_name("pitctl")
    scenario = REPO / "tests" / "scenarios" / "ordinary-race.txt"
    command = [str(program), "play", str(scenario), "--target", "cpython"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPO)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), said) == (exceptions.EXIT_PIPE_CLOSED, b"")


def test_ctrl_c_ends_clean(usb: Usb) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    usb.board.on_read = interrupt
    result = run("status")
    assert result.exit_code == 130
    assert result.output.strip() == "Stopped." and usb.board.closed
    assert run("--json", "status").output == ""
