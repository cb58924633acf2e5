"""What commands say about a virtual board that was made for them, and `pitctl where`."""

import json
import platform
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitctl import exceptions
from pitctl.cli.main import app
from tests.unit.pitctl.cli_rig import assert_fails, run


@pytest.fixture(autouse=True)
def no_target(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITCTL_TARGET", raising=False)


def described(*options: str) -> dict[str, str]:
    lines = run("describe", *options).stdout.splitlines()
    return {line.split("  ")[0]: line.partition("  ")[2].strip() for line in lines}


def test_a_display_in_colour_is_not_missing_because_it_is_still_being_set_up() -> None:
    found = described("--target", "cpython", "--board", "pico-table-full")
    assert found["missing"] == "none" and "display" in found["parts"]


def test_cpython_is_not_called_micropython() -> None:
    found = described("--target", "cpython")
    assert found["CPython"] == platform.python_version() and "micropython" not in found
    assert "micropython" in described("--target", "unix")
    told = json.loads(run("describe", "--target", "cpython", "--json").stdout)
    assert told["micropython"] == platform.python_version(), "the protocol has one name for it"


@pytest.mark.parametrize("text", ["", "MicroPython v1.28.0\n>>> \n"])
def test_where_finds_no_traceback(tmp_path: Path, text: str) -> None:
    path = tmp_path / "said.txt"
    path.write_text(text, encoding="utf-8")
    assert_fails(run("where", str(path)), exceptions.WrongUsage, f"{path}: no traceback in it", "all that the board")
    result = CliRunner().invoke(app, ["where"], input=text)
    assert_fails(result, exceptions.WrongUsage, "standard input: no traceback in it", "all that the board")


def test_where_tells_one_by_the_source(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_text('Traceback (most recent call last):\n  File "main.py", line 3, in <module>\n', encoding="utf-8")
    result = run("where", str(path))
    assert result.exit_code == 0 and "main.py" in result.stdout
