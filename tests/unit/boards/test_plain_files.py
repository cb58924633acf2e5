"""What is refused before a table file is read at all, and dates that stand in quotes."""

from pathlib import Path

import pytest

from pitctl.boards import load_board
from pitctl.exceptions import ConfigError
from pitctl.tables import load_table

GOOD = (Path(__file__).parents[3] / "tables/derby-demo.toml").read_text(encoding="utf-8")
BOARD = load_board("pico-table")


def refusal(given: Path) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load_table(str(given), BOARD)
    return caught.value


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xef\xbb\xbf" + GOOD.encode(), ":1: it begins with a byte-order mark of UTF-8"),
        (GOOD.encode("utf-16"), ":1: it begins with a byte-order mark of UTF-16"),
        (b"schema = 1\n\n# \xe4\n", ":3: not UTF-8: byte 0xe4, number 3 of this line"),
    ],
)
def test_what_is_no_plain_text_is_named_with_its_place(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    error = refusal(path)
    assert error.message == f"{path}{words}" and "UTF-8 without" in error.try_this


def test_line_ends_of_other_systems_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert load_table(str(path), BOARD)["hash"] == load_table("derby-demo", BOARD)["hash"]


def test_paths_that_lead_to_no_table_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml").message == f"{tmp_path / 'none.toml'}: no such file"
    assert refusal(tmp_path).message == f"{tmp_path}: a folder, not a table file"
    path = tmp_path / "mine.txt"
    path.write_text(GOOD, encoding="utf-8")
    assert refusal(path).message == f"{path}: the name of a table file ends with .toml"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('"2027-12-31"', "'badge_until' is a date, which stands without quotes: badge_until = 2027-12-31"),
        ('"20271231"', "'badge_until' is a date, which stands without quotes: badge_until = 2027-12-31"),
        ('"next year"', "'badge_until' is a date, which stands without quotes: badge_until = 2027-12-31"),
        ("2027", "'badge_until' must be a date, without quotes and time of day: 2027-12-31"),
        ("2027-12-31T10:00:00", "'badge_until' must be a date, without quotes and time of day: 2027-12-31"),
    ],
)
def test_a_last_day_is_a_date(tmp_path: Path, written: str, words: str) -> None:
    path = tmp_path / "mine.toml"
    pin = 'pin = "1357"'
    assert GOOD.count(pin) == 1
    badge = f'badge = "04010203"\nbadge_key = "{"0" * 32}"\nbadge_until = {written}'
    text = GOOD.replace(pin, f"{pin}\n{badge}")
    path.write_text(text, encoding="utf-8")
    line = text[: text.index("badge_until")].count("\n") + 1
    with pytest.raises(ConfigError) as caught:
        load_table(str(path), load_board("pico-table-oled"))
    assert caught.value.message == f"{path}:{line}: {words}"
