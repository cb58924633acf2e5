"""Table files: defaults, and the exact refusal of each wrong one."""

from pathlib import Path
from typing import Any

import pytest

from pitboard.table import settings
from pitctl import tables
from pitctl.boards import load_board
from pitctl.exceptions import ConfigError
from pitctl.tables import load_table, table_names

GOOD = (Path(__file__).parents[3] / "tables/derby-demo.toml").read_text(encoding="utf-8")
BOARD = load_board("pico-table")


def load_text(tmp_path: Path, text: str) -> dict[str, Any]:
    (tmp_path / "t.toml").write_text(text, encoding="utf-8")
    return load_table("t", BOARD, tmp_path)


def areas_text(change: dict[int, list[int]]) -> str:
    """A table file with a written area map in which some areas are changed."""
    areas = [change.get(a, [4 * a, 4 * a + 1, 4 * a + 2, 4 * a + 3]) for a in range(42)]
    return GOOD.replace("pixels_per_area = 4", f"areas = {areas}")


def test_the_sample_is_what_the_firmware_accepts() -> None:
    table = load_table("derby-demo", BOARD)
    assert table["areas"][0] == [0, 1, 2, 3]
    assert table["areas"][41] == [164, 165, 166, 167]
    assert settings.check_table(table, BOARD.parts["lights"]["count"]) == table


def test_host_and_board_allow_the_same_choices() -> None:
    allowed = {"game": tables.GAMES, "reveal": tables.REVEALS, "profile": tables.PROFILES}
    assert allowed == settings.CHOICES


def test_every_table_in_the_repository_is_sound() -> None:
    for name in table_names():
        assert load_table(name, BOARD)["table"]


def test_a_table_needs_only_name_game_and_decks(tmp_path: Path) -> None:
    table = load_text(tmp_path, 'schema = 1\ntable = "A"\ngame = "nz-derby"\ndecks = 8\n')
    assert settings.check_table(table, 168)["decks"] == 8
    assert (table["profile"], table["brightness_pct"], table["journal_overwrite"]) == (
        "dev",
        40,
        True,
    )


def test_a_written_area_map_is_taken_as_it_is(tmp_path: Path) -> None:
    table = load_text(tmp_path, areas_text({0: [3, 2, 1], 7: [31, 30, 29, 28]}))
    assert table["areas"][0] == [3, 2, 1]
    assert table["areas"][7] == [31, 30, 29, 28]


def test_a_path_may_be_given_instead_of_a_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8")
    assert load_table(str(tmp_path / "mine.toml"), BOARD) == load_table("derby-demo", BOARD)


WRONG = [
    ("unknown key", "decks = 1", "deks = 1",
     "unknown key 'deks'; allowed: schema, table, game, decks, reveal, profile, lights, journal"),
    ("no decks", "decks = 1 ", "# ", "missing 'decks'"),
    ("no decks at all", "decks = 1", "decks = 0", "'decks' must be 1 to 8, not 0 (001 3.4(a))"),
    ("nine decks", "decks = 1", "decks = 9", "'decks' must be 1 to 8, not 9 (001 3.4(a))"),
    ("decks as text", "decks = 1", 'decks = "one"', "'decks' must be a whole number, not 'one'"),
    ("another game", '"nz-derby"', '"chess"', "'game' must be one of nz-derby; not 'chess'"),
    ("a reveal to come", '"at-once"', '"by-key"', "'reveal' must be one of at-once; not 'by-key'"),
    ("unknown profile", 'profile = "dev"', 'profile = "prod"', "'profile' must be one of dev; not 'prod'"),
    ("dark", "brightness_pct = 40", "brightness_pct = 0", "'brightness_pct' must be 1 to 100, not 0"),
    ("too bright", "brightness_pct = 40", "brightness_pct = 101",
     "'brightness_pct' must be 1 to 100, not 101"),
    ("no current", "limit_ma = 2000", "limit_ma = 99", "'limit_ma' must be 418 to 20000, not 99"),
    ("current is no number", "limit_ma = 2000", "limit_ma = 2.5",
     "'limit_ma' must be a whole number, not 2.5"),
    ("areas too small", "pixels_per_area = 4", "pixels_per_area = 2",
     "'pixels_per_area' must be 3 to 168, not 2"),
    ("chain too short", "pixels_per_area = 4", "pixels_per_area = 5",
     "area 33: no pixel 168; the board's chain has 0 to 167"),
    ("both maps", "pixels_per_area = 4", "areas = []\npixels_per_area = 4",
     "give 'areas' or 'pixels_per_area', not both"),
    ("41 areas", "pixels_per_area = 4", "areas = [[1,2,3]]",
     "'areas' must be 42 lists of pixel numbers, not 1 entries (001 3.3)"),
    ("unknown light key", "limit_ma", "limit_a",
     "unknown key 'limit_a' in [lights]; allowed: brightness_pct, limit_ma, pixels_per_area, areas"),
    ("overwrite maybe", "overwrite = true", 'overwrite = "maybe"',
     "'overwrite' must be true or false, not 'maybe'"),
    ("long name", '"Derby 1"', '"A name that no display can show"',
     "'table' must be 1 to 21 plain ASCII characters"),
    ("empty name", '"Derby 1"', '""', "'table' must be text, not ''"),
    ("name beyond ASCII", '"Derby 1"', '"Dérby"', "'table' must be 1 to 21 plain ASCII characters"),
]  # fmt: skip


@pytest.mark.rule("001 3.4(a)")
@pytest.mark.parametrize(
    ("find", "put", "refusal"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_file_is_refused(tmp_path: Path, find: str, put: str, refusal: str) -> None:
    assert GOOD.count(find) == 1, "the case does not fit the good file any more"
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, GOOD.replace(find, put))
    where, message = caught.value.message.split(": ", 1)
    assert message == refusal
    assert where.startswith(str(tmp_path / "t.toml"))


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({5: [0, 20, 21]}, "pixel 0 is used twice: by area 0 and by area 5"),
        ({5: [20, 20, 21]}, "pixel 20 is used twice: by area 5 and by area 5"),
        ({5: [20, 21]}, "area 5: needs at least 3 pixels, has 2"),
        ({5: [20, 21, 168]}, "area 5: no pixel 168; the board's chain has 0 to 167"),
        ({5: [20, 21, -1]}, "area 5: no pixel -1; the board's chain has 0 to 167"),
        ({5: [20, 21, True]}, "area 5: must be a list of pixel numbers"),
    ],
)
def test_wrong_area_map_is_refused(
    tmp_path: Path, change: dict[int, list[int]], refusal: str
) -> None:
    text = areas_text(change).replace("True", "true")
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, text)
    line = text[: text.index("areas = ")].count("\n") + 1
    assert caught.value.message == f"{tmp_path / 't.toml'}:{line}: {refusal}"


def test_an_unknown_table_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"no table 'nowhere'; known tables: .*derby-demo"):
        load_table("nowhere", BOARD)
