"""Settings are checked on the board too: every wrong value is named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboard.table import settings

GOOD: dict[str, Any] = {
    "table": "Derby 1",
    "game": "nz-derby",
    "decks": 8,
    "reveal": "at-once",
    "profile": "dev",
    "brightness_pct": 40,
    "limit_ma": 2000,
    "areas": [[4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3] for i in range(42)],
    "journal_overwrite": True,
    "hash": "0",
}


def test_good_settings_pass() -> None:
    assert settings.check_table(dict(GOOD), 168) == GOOD


def areas_with(index: int, pixels: list[Any]) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["areas"] = [list(area) for area in GOOD["areas"]]
        data["areas"][index] = pixels

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"decks": 0}, "decks must be 1 to 8"),
        ({"decks": 9}, "decks must be 1 to 8"),
        ({"decks": True}, "decks must be a whole number"),
        ({"decks": None}, "decks must be a whole number"),
        ({"brightness_pct": 101}, "brightness_pct must be 1 to 100"),
        ({"limit_ma": 5}, "limit_ma must be 100 to 20000"),
        ({"limit_ma": 417}, "limit_ma must be at least 418 for 168 pixels"),
        ({"game": "poker"}, "game must be one of nz-derby"),
        ({"reveal": "later"}, "reveal must be one of at-once"),
        ({"profile": "lab"}, "profile must be one of dev"),
        ({"table": ""}, "table must be a name of 1 to 21 characters"),
        ({"table": "x" * 22}, "table must be a name of 1 to 21 characters"),
        ({"journal_overwrite": 1}, "journal_overwrite must be true or false"),
        ({"areas": [[0, 1, 2]] * 41}, "areas must be a list of 42"),
        (areas_with(3, [1, 2]), "area 3 needs at least 3 pixels"),
        (areas_with(3, [12, 13, 168]), "area 3: no such pixel 168"),
        (areas_with(3, [12, 13, "x"]), "area 3: no such pixel"),
        (areas_with(3, [0, 13, 14]), "pixel 0 is in two areas"),
    ],
)
def test_wrong_settings_are_named(change: Any, words: str) -> None:
    data = dict(GOOD)
    if callable(change):
        change(data)
    else:
        data.update(change)
    with pytest.raises(settings.SettingsError, match=words):
        settings.check_table(data, 168)


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "missing"), ("{", "not JSON"), ("[]", "must be an object")],
)
def test_a_broken_file_is_named(tmp_path: Path, content: str | None, words: str) -> None:
    path = tmp_path / "table.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(settings.SettingsError, match=words):
        settings.load(str(path))


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(GOOD))
    assert settings.load(str(path)) == GOOD
