"""The wiring sheet: every wire of the board file, and a check that notices a stale sheet."""

from pathlib import Path

import pytest

from codegen import output, wiring
from pitctl.boards import load_board

BOARD = load_board("pico-table")


def rows() -> dict[str, list[str]]:
    """ "part.signal" -> cells of its row."""
    lines = [line for line in wiring.emit_wiring(BOARD).splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {f"{row[0]}.{row[1]}": row[2:] for row in cells}


def test_every_pin_of_the_board_has_one_row() -> None:
    assert {name: int(row[0]) for name, row in rows().items()} == {
        name: gpio for gpio, name in BOARD.pins().items()
    }


def test_a_row_says_where_to_solder_and_what_is_safe() -> None:
    assert rows()["keys.confirm"] == ["4", "6", "key to GND", "pressed = 0, pull up", "input"]
    note = "contact to GND, closed while the key is turned"
    assert rows()["supervisor.pin"] == ["11", "15", note, "turned = 0, pull up", "input"]
    gpio, pin, note, _polarity, safe = rows()["lights.data"]
    assert (gpio, pin, safe) == ("6", "9", "dark")
    assert "5 V" in note
    assert rows()["scanner.tx"][4] == "idle high"


def test_the_sheet_suggests_parts_and_a_supply() -> None:
    sheet = wiring.emit_wiring(BOARD)
    for part in ("scanner", "beam", "keys", "supervisor", "lights", "display", "sounder"):
        assert "Look for: " in next(line for line in sheet.splitlines() if f"**{part}**" in line)
    assert "2.5 A for the usual 2000 mA" in sheet
    assert "168 pixels would draw 10 A" in " ".join(sheet.split())


def test_the_committed_sheets_are_up_to_date() -> None:
    assert wiring.main(["--check"]) == 0


def test_check_names_a_stale_file_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "REPO", tmp_path)
    sheet = tmp_path / "docs" / "sheet.md"

    def generate(*arguments: str) -> int:
        return output.run("codegen.test", None, lambda: {sheet: "new\n"}, arguments)

    assert generate("--check") == 1
    assert "sheet.md is stale. Try: make gen" in capsys.readouterr().err
    assert not sheet.exists()
    assert generate() == 0
    assert sheet.read_text() == "new\n"
    assert generate("--check") == 0
