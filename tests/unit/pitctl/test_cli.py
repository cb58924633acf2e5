"""Every command's words and exit codes, through the real command line."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitctl import exceptions
from pitctl.cli import play as play_module
from pitctl.cli import session as session_module
from pitctl.exceptions import PitctlError, exit_codes
from pitctl.transport import PortInfo
from simulator.images import ImageMissing
from simulator.vm import VmCrashed
from tests.unit.pitctl.cli_rig import GPS, OTHER, PICO, Usb, assert_fails, run
from tests.unit.pitctl.fakes import DESCRIBE, SERIAL, FakeBoard

REPO = Path(__file__).resolve().parents[3]
# -- what works ---------------------------------------------------------------------------------


def test_describe(usb: Usb) -> None:
    result = run("describe")
    assert result.exit_code == 0
    assert "pico-table" in result.stdout and "beam display" in result.stdout
    assert usb.board.closed


def test_json_is_one_object_and_nothing_else(usb: Usb) -> None:
    for arguments in (("--json", "describe"), ("describe", "--json")):
        data = json.loads(run(*arguments).stdout)
        assert data["serial"] == SERIAL and data["parts"] == ["beam", "display"]
    assert json.loads(run("--json", "status").stdout)["notice"]["kind"] == "misscan"
    assert json.loads(run("--json", "settings").stdout)["areas"] == 42


def test_status_is_readable(usb: Usb) -> None:
    lines = run("status").stdout.splitlines()
    assert any(line.split() == ["phase", "racing"] for line in lines)
    assert any(line.split() == ["result", "none"] for line in lines)
    assert any("text Card 3 not read" in line for line in lines)


def test_output_has_no_colours_when_it_is_not_a_terminal(usb: Usb) -> None:
    assert "\x1b" not in run("status").output + run("devices").output


def test_a_target_before_or_after_the_command_or_in_the_environment(
    usb: Usb, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb.ports = [PICO, OTHER]
    assert run("--target", f"usb:{SERIAL}", "describe").exit_code == 0
    assert run("describe", "-t", f"usb:{SERIAL}").exit_code == 0
    assert run("describe", "-t", "port:/dev/ttyACM0").exit_code == 0
    monkeypatch.setenv("PITCTL_TARGET", f"usb:{SERIAL}")
    assert run("describe").exit_code == 0


def test_devices(usb: Usb) -> None:
    usb.ports = [PICO, GPS]
    out = run("devices").stdout
    assert f"usb:{SERIAL}" in out and "nz-derby" in out and "receiver" not in out
    assert "receiver" in run("devices", "--all").stdout
    rows = [json.loads(line) for line in run("devices", "--json").stdout.splitlines()]
    assert [row["target"] for row in rows] == [f"usb:{SERIAL}"]


def test_devices_that_do_not_answer_are_listed_all_the_same(usb: Usb) -> None:
    usb.board.mute = True
    result = run("devices")
    assert result.exit_code == 0 and "(the board does not answer in time)" in result.stdout
    assert "Board in FS mode" in run("devices", "--no-probe").stdout


def test_no_devices(usb: Usb) -> None:
    usb.ports = [GPS]
    result = run("devices")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "No board is attached."
    assert result.stdout.splitlines()[-1].startswith("Try: ")
    assert run("devices", "--json").stdout == ""


def test_watch_tells_each_record(usb: Usb) -> None:
    result = run("watch", "--since", "17", "--count", "2")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and len(lines) == 2
    assert lines[0].split() == ["18", "round", "3", "1.800", "s", "card", "TH", "1"]
    rows = [
        json.loads(line)
        for line in run("watch", "--since", "0", "--count", "12", "--json").stdout.splitlines()
    ]
    assert [row["seq"] for row in rows] == list(range(1, 13)) and "kind" not in rows[0]


def test_watch_leaves_checkpoints_to_programs(usb: Usb) -> None:
    usb.board.events[18] = {"seq": 19, "round": 3, "t_ms": 1, "type": "state"}
    lines = run("watch", "--since", "17", "--count", "3").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["18", "20"]
    assert len(run("watch", "--since", "17", "--count", "3", "--json").stdout.splitlines()) == 3


def test_watch_starts_with_what_is_new(usb: Usb) -> None:
    def deal() -> None:
        if usb.board.now_s() > 2 and len(usb.board.events) == 20:
            usb.board.events.append({"seq": 21, "round": 3, "t_ms": 1, "type": "close"})

    usb.board.on_read = deal
    assert run("watch", "--count", "1").stdout.split()[0] == "21"


def test_watch_says_which_records_are_gone(usb: Usb) -> None:
    usb.board = FakeBoard(oldest=10)
    result = run("watch", "--since", "3", "--count", "1")
    assert result.exit_code == 0
    assert "records 4 to 9 are gone" in result.stderr
    assert result.stdout.split()[0] == "10"


# -- what fails: one case for every exit code ----------------------------------------------------


def test_no_device(usb: Usb) -> None:
    usb.ports = []
    assert_fails(run("describe"), exceptions.NoDevice, "no board is attached", "pitctl devices")
    result = run("describe", "-t", "usb:beef")
    assert_fails(result, exceptions.NoDevice, "no board with serial number beef", "plug")


def test_ambiguous_device(usb: Usb) -> None:
    usb.ports = [PICO, OTHER]
    words = f"several boards are attached: {SERIAL} (/dev/ttyACM0), e660ffff (/dev/ttyACM1)"
    assert_fails(run("status"), exceptions.AmbiguousDevice, words, f"--target usb:{SERIAL}")


def test_port_unavailable(usb: Usb) -> None:
    usb.refuse = exceptions.PortUnavailable("/dev/ttyACM0: Permission denied")
    assert_fails(run("status"), exceptions.PortUnavailable, "Permission denied", "close other")


def test_no_answer(usb: Usb) -> None:
    usb.board.mute = True
    assert_fails(run("status"), exceptions.NoAnswer, "does not answer describe", "reset button")
    assert usb.board.closed


def test_wrong_device(usb: Usb) -> None:
    usb.ports = [OTHER]
    assert_fails(run("status"), exceptions.WrongDevice, SERIAL, "label")
    usb.ports = [PICO]
    usb.board.describe = {**DESCRIBE, "product": "toaster"}
    assert_fails(run("status"), exceptions.WrongDevice, "toaster", "pitctl devices")


def test_a_bridge_has_a_serial_number_of_its_own(usb: Usb) -> None:
    usb.ports = [PortInfo("/dev/ttyUSB0", "0001", 0x10C4, "CP2102")]
    assert run("status").exit_code == 0


def test_schema_mismatch(usb: Usb) -> None:
    newer = DESCRIBE["schema"] + 1
    usb.board.describe = {**DESCRIBE, "schema": newer}
    words = f"speaks schema {newer}"
    assert_fails(run("status"), exceptions.SchemaMismatch, words, "use the pitctl")


def test_device_refused(usb: Usb) -> None:
    def refuse(_: dict[str, Any]) -> None:
        from pitboard.protocol.errors import busy

        raise busy("the race comes first")

    usb.board._dispatcher._handlers["status"] = refuse
    result = run("status")
    assert_fails(result, exceptions.DeviceRefused, "the race comes first (busy -32002)", "a second")


def test_scenario_error(usb: Usb, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("# Bad\nslide 1H\n")
    result = run("play", str(file))
    assert_fails(result, exceptions.ScenarioError, f"{file}:2: not a card: 1H", "docs/scenarios.md")
    result = run("play", str(tmp_path / "none.txt"))
    assert_fails(result, exceptions.ScenarioError, "no such file", "ls tests/scenarios")


def test_target_unavailable(usb: Usb, tmp_path: Path) -> None:
    unavailable = exceptions.TargetUnavailable
    assert_fails(run("watch", "-t", "unix"), unavailable, "no dealer to watch", "pitctl demo")
    result = run("play", str(tmp_path / "x.txt"), "-t", f"usb:{SERIAL}")
    assert_fails(result, unavailable, "nobody can slide cards there", "--target unix")


def failing_target(failure: Exception) -> Any:
    def open_target(*_: Any, **__: Any) -> None:
        raise failure

    return open_target


def test_simulator_failures_are_translated(usb: Usb, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ImageMissing("no RP2040 image", "set PITBOARD_DOWNLOAD=1")
    monkeypatch.setattr(session_module, "open_target", failing_target(missing))
    result = run("describe", "-t", "rp2040")
    assert_fails(result, exceptions.TargetUnavailable, "no RP2040 image", "set PITBOARD_DOWN")
    monkeypatch.setattr(session_module, "open_target", failing_target(VmCrashed("it ended")))
    assert_fails(run("describe", "-t", "unix"), exceptions.TargetCrashed, "it ended", "report")


def test_config_error(usb: Usb) -> None:
    result = run("describe", "-t", "cpython", "--board", "lost-board")
    assert_fails(result, exceptions.ConfigError, "no board 'lost-board'", "--board pico-table")
    result = run("describe", "-t", "cpython", "--table", "lost-table")
    assert_fails(result, exceptions.ConfigError, "no table 'lost-table'", "--table california-ride")


def test_errors_as_json(usb: Usb) -> None:
    usb.ports = []
    result = run("--json", "status")
    assert result.stdout == ""
    assert json.loads(result.stderr)["error"] == {
        "exit_code": 3,
        "kind": "NoDevice",
        "message": "no board is attached",
        "try": "plug the board in, then: .venv/bin/pitctl devices",
    }


def test_ctrl_c_closes_a_virtual_board(usb: Usb, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    @contextmanager
    def running(*_: Any) -> Generator[Any]:
        try:
            yield object()
        finally:
            closed.append(True)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session_module.Session, "running_target", running)
    monkeypatch.setattr(play_module, "Player", interrupt)
    scenario = REPO / "tests" / "scenarios" / "ordinary-race.txt"
    assert run("play", str(scenario)).exit_code == 130
    assert closed == [True]


# -- the promises about exit codes ---------------------------------------------------------------


def all_errors() -> list[type[PitctlError]]:
    found: list[type[PitctlError]] = []
    for item in vars(exceptions).values():
        if isinstance(item, type) and issubclass(item, PitctlError) and item is not PitctlError:
            found.append(item)
    return found


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [error.exit_code for error in all_errors()]
    assert len(set(codes)) == len(codes)
    assert not {0, 130, 141} & set(codes)
    assert sorted(code for code, _ in exit_codes()) == sorted([0, 130, 141, *codes])


def test_every_code_is_in_help_and_document() -> None:
    shown = run("--help").stdout
    document = (REPO / "docs" / "pitctl.md").read_text(encoding="utf-8")
    for code, meaning in exit_codes():
        assert f"{code}: {meaning}" in shown
        assert f"| {code} | {meaning} |" in document
