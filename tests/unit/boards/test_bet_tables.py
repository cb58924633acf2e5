"""`[bets]` of a table file: taken where the board has sensors, else refused with its line; the board checks it too."""

from pathlib import Path
from typing import Any

import pytest

from pitboard.table import settings
from pitboard.table.checks import SettingsError
from pitctl.boards import load_board
from pitctl.exceptions import ConfigError
from pitctl.tables import load_table

REPO = Path(__file__).parents[3]
GOOD = (REPO / "tables/nsw-ride.toml").read_text(encoding="utf-8")
FITTED = load_board("pico-table-oled")
BARE = load_board("pico-table")
WIRED = [*range(7), *range(8, 15), *range(16, 23), *range(24, 31)]


def load(tmp_path: Path, bets: str, board: Any = FITTED) -> dict[str, Any]:
    (tmp_path / "t.toml").write_text(f"{GOOD}\n[bets]\n{bets}\n", encoding="utf-8")
    return load_table("t", board, tmp_path)


def test_left_out_they_are_wired_seat_by_seat_and_decide_nothing() -> None:
    table = load_table("nsw-ride", FITTED)
    assert (table["bet_spots"], table["takes_decisions"]) == (None, False)


def test_another_wiring(tmp_path: Path) -> None:
    spots = [*WIRED[14:], *WIRED[:13], 255]
    table = load(tmp_path, f"bet_spots = {spots}\ntakes_decisions = true")
    assert table["bet_spots"] == spots and table["takes_decisions"] is True
    assert table["hash"] != load_table("nsw-ride", FITTED)["hash"]


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ("bet_spots = [1, 2]", "'bet_spots' must be a list of 28 numbers: seat after seat, 1, 2, $ and side"),
        (f"bet_spots = {[*WIRED[:27], 32]}",
         "'bet_spots': 32 is no input: expander (0 to 1) times 16 plus the pin, or 255 for none"),
        (f"bet_spots = {[*WIRED[:27], 7]}", "'bet_spots': 7 is GPA7 or GPB7, which can be no input"),
        (f"bet_spots = {[*WIRED[:27], 0]}", "'bet_spots': 0 is there twice"),
        ("takes_decisions = 1", "'takes_decisions' must be true or false, not 1"),
        ("spots = 1", "unknown key 'spots' in [bets]; allowed: bet_spots, takes_decisions"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_its_line(tmp_path: Path, bets: str, reason: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, bets)
    line = GOOD.count("\n") + 3
    assert str(refused.value) == f"{tmp_path / 't.toml'}:{line}: {reason}"


def test_a_board_without_sensors_refuses_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pico-table has no \[parts.bets\]"):
        load(tmp_path, "takes_decisions = true", BARE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"bet_spots": [0] * 28},
        {"bet_spots": [*WIRED[:27], 15]},
        {"bet_spots": [*WIRED[:27], -1]},
        {"bet_spots": WIRED[:27]},
        {"bet_spots": "seat by seat"},
        {"takes_decisions": 1},
    ],
)
def test_the_board_checks_again(wrong: dict[str, Any]) -> None:
    table = {**load_table("nsw-ride", FITTED), **wrong}
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        settings.check_table(table, 168)
