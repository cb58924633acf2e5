"""Table files: defaults, and the exact refusal of each wrong one."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboard.games import events
from pitboard.table import settings
from pitboard.table.staff import Staff
from pitctl.boards import load_board
from pitctl.card_sets import load_set
from pitctl.exceptions import ConfigError
from pitctl.packs import pack_names
from pitctl.tables import load_table, table_names

REPO = Path(__file__).parents[3]
GOOD = (REPO / "tables/derby-demo.toml").read_text(encoding="utf-8")
SET = str(REPO / "sets/204117.toml")
EIGHT = (
    (REPO / "tables/derby-eight.toml")
    .read_text(encoding="utf-8")
    .replace("../sets/204117.toml", SET)
)
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


def test_every_table_in_the_repository_is_sound() -> None:
    assert {"derby-demo", "derby-eight"} <= set(table_names())
    for name in table_names():
        table = load_table(name, BOARD)
        assert settings.check_table(json.loads(json.dumps(table)), 168) == table


def test_the_larger_sample_has_its_cards_limits_and_notice() -> None:
    table = load_table("derby-eight", BOARD)
    card_set = load_set(SET)
    assert table["set"] == {"serial": 204117, "map": card_set.faces.hex()}
    assert (table["cards_from"], table["code_format"]) == ("shoe", "serial")
    assert (table["reveal"], table["reveal_ms"]) == ("next-card", 0)
    # Five chips are ten halves.
    assert table["limits"] == {
        "min": 10,
        "colour": 2000,
        "suit": 1000,
        "quinella": 200,
        "trifecta": 50,
    }
    assert table["notice"] == "Minimum bet: 5 chips."
    assert table["key_staff"] == 3


def test_pins_do_not_reach_the_board_but_open_it() -> None:
    table = load_table("derby-eight", BOARD)
    text = json.dumps(table["staff"])
    assert not any(f'"{pin}"' in text for pin in ("2468", "1357", "97531"))
    people = Staff(table["staff"])
    tries = ((1, "2468"), (3, "97531"), (2, "1357"), (1, "97531"))
    roles = [[*people.checking(*one)][-1] for one in tries]
    assert roles == [events.SUPERVISOR, events.SUPERVISOR, events.DEALER, 0]


def test_salts_are_new_each_time_and_the_hash_does_not_know_them(tmp_path: Path) -> None:
    first, second = (load_table("derby-demo", BOARD) for _ in range(2))
    assert first["staff"] != second["staff"]
    assert first["hash"] == second["hash"]
    other_pin = load_text(tmp_path, GOOD.replace('"2468"', '"8642"'))
    assert other_pin["hash"] == first["hash"]  # nothing that PINs could be tried against
    for change in (('role = "dealer"', 'role = "supervisor"'), ("number = 2", "number = 3")):
        assert load_text(tmp_path, GOOD.replace(*change))["hash"] != first["hash"]


def test_a_delay_has_its_length(tmp_path: Path) -> None:
    text = GOOD.replace('reveal = "at-once"', 'reveal = "delay"\nreveal_ms = 100')
    assert load_text(tmp_path, text)["reveal_ms"] == 100


def test_a_key_needs_a_switch_on_the_board(tmp_path: Path) -> None:
    parts = {name: part for name, part in BOARD.parts.items() if name != "supervisor"}
    bare = replace(BOARD, parts=parts)
    (tmp_path / "t.toml").write_text(GOOD, encoding="utf-8")
    line = GOOD[: GOOD.index("[supervisor_key]")].count("\n") + 1
    with pytest.raises(ConfigError) as caught:
        load_table("t", bare, tmp_path)
    where = f"{tmp_path / 't.toml'}:{line}"
    words = "board 'pico-table' has no key switch: [parts.supervisor]"
    assert caught.value.message == f"{where}: {words}"
    without = GOOD[: GOOD.index("[supervisor_key]")] + GOOD[GOOD.index("[lights]") :]
    (tmp_path / "t.toml").write_text(without, encoding="utf-8")
    assert load_table("t", bare, tmp_path)["key_staff"] == 0


def test_what_only_the_board_would_refuse_is_refused_here_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitctl.table_staff.SALT_BYTES", 7)
    with pytest.raises(ConfigError, match=r"a board would refuse it: .*salt or digest is wrong"):
        load_text(tmp_path, GOOD)


LEAST = 'schema = 1\ntable = "A"\ngame = "nz-derby"\ndecks = 8\n'
SUPERVISOR = '[[staff]]\nnumber = 9\nrole = "supervisor"\npin = "2468"\n'


def test_a_table_without_a_supervisor_could_never_open(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nobody could open this table; add \[\[staff\]\]"):
        load_text(tmp_path, LEAST)


def test_a_table_needs_only_name_game_decks_and_a_supervisor(tmp_path: Path) -> None:
    table = load_text(tmp_path, LEAST + SUPERVISOR)
    assert settings.check_table(table, 168)["decks"] == 8
    defaults = {key: value for key, value in settings.DEFAULTS.items() if key != "staff"}
    assert {key: table[key] for key in defaults} == defaults
    assert table["reveal"] == "at-once"
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
    table = load_table(str(tmp_path / "mine.toml"), BOARD)
    assert table["hash"] == load_table("derby-demo", BOARD)["hash"]


WRONG = [
    ("unknown key", "decks = 1", "deks = 1",
     "unknown key 'deks'; allowed: schema, table, game, profile, cards, notices, staff,"
     " badges, supervisor_key, lights, journal, decks, reveal, reveal_ms, limits, display"),
    ("too long a history", "[journal]", "[display]\nhistory = 13\n[journal]", "'history' must be 0 to 12, not 13"),
    ("unknown display key", "[journal]", "[display]\nstrip = 3\n[journal]",
     "unknown key 'strip' in [display]; allowed: history"),
    ("no decks", "decks = 1 ", "# ", "missing 'decks'"),
    ("no decks at all", "decks = 1", "decks = 0", "'decks' must be 1 to 8, not 0 (001 3.4(a))"),
    ("nine decks", "decks = 1", "decks = 9", "'decks' must be 1 to 8, not 9 (001 3.4(a))"),
    ("decks as text", "decks = 1", 'decks = "one"', "'decks' must be a whole number, not 'one'"),
    ("another game", '"nz-derby"', '"chess"',
     f"'game' must be one of nz-derby, {', '.join(pack_names())}; not 'chess'"),
    ("no such reveal", '"at-once"', '"by-key"',
     "'reveal' must be one of at-once, next-card, delay, key; not 'by-key'"),
    ("a delay without its length", '"at-once"', '"delay"', "missing 'reveal_ms'"),
    ("a delay too short", '"at-once"', '"delay"\nreveal_ms = 99', "'reveal_ms' must be 100 to 60000, not 99"),
    ("a delay of nothing", '"at-once"', '"key"\nreveal_ms = 100', "'reveal_ms' is only for reveal = \"delay\""),
    ("cards from the hand", 'from = "shoe"', 'from = "hand"',
     "'from' must be one of shoe, shuffler, continuous; not 'hand'"),
    ("no such format", '"value"', '"qr"', "'format' must be one of value, serial, tag; not 'qr'"),
    ("serial without set", '"value"', '"serial"', "missing 'set' in [cards]"),
    ("a set without numbers", '"value"', '"value"\nset = "x.toml"', "'set' is only for format = \"serial\" or \"tag\""),
    ("unknown card key", 'from = "shoe"', 'form = "shoe"',
     "unknown key 'form' in [cards]; allowed: from, format, set"),
    ("cards is no table", "[cards]", "[journal.cards]", "unknown key 'cards' in [journal]; allowed: overwrite"),
    ("unknown staff key", 'pin = "2468"', 'pine = "2468"',
     "unknown key 'pine' in [staff.1]; allowed: number, role, pin, badge, badge_key, badge_until,"
     " badge_revoked"),
    ("staff number zero", "number = 1 ", "number = 0 ", "'number' must be 1 to 250, not 0"),
    ("staff number too high", "number = 2", "number = 251", "'number' must be 1 to 250, not 251"),
    ("staff number twice", "number = 2", "number = 1", "staff number 1 is there twice"),
    ("no staff number", "number = 2", "", "missing 'number' in [staff.2]"),
    ("no such role", 'role = "dealer"', 'role = "boss"',
     "'role' must be one of dealer, supervisor, technician, inspector; not 'boss'"),
    ("PIN as a number", 'pin = "2468"', "pin = 2468", "'pin' must be 4 to 12 digits in quotes"),
    ("PIN too short", 'pin = "1357"', 'pin = "135"', "'pin' must be 4 to 12 digits in quotes"),
    ("PIN too long", 'pin = "1357"', 'pin = "1234567890123"', "'pin' must be 4 to 12 digits in quotes"),
    ("PIN with letters", 'pin = "1357"', 'pin = "13a7"', "'pin' must be 4 to 12 digits in quotes"),
    ("PIN with other digits", 'pin = "1357"', 'pin = "\u0661357"', "'pin' must be 4 to 12 digits in quotes"),
    ("no PIN", 'pin = "1357"', "", "'pin' must be 4 to 12 digits in quotes"),
    ("key of a dealer", "staff = 1", "staff = 2", "'staff' must be a supervisor of this table: 1"),
    ("key of nobody", "staff = 1", "staff = 9", "'staff' must be a supervisor of this table: 1"),
    ("no supervisor for the key", 'role = "supervisor"', 'role = "dealer"',
     "'staff' must be a supervisor of this table: none"),
    ("unknown key of the key", "staff = 1", "person = 1",
     "unknown key 'person' in [supervisor_key]; allowed: staff"),
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


WRONG_EIGHT = [
    ("min missing", "min = 5", "", "missing 'min' in [limits]"),
    ("limit missing", "suit = 500", "", "missing 'suit' in [limits]"),
    ("limit of nothing", "suit = 500", "suit = 0", "'suit' must be 1 to 10000000, not 0"),
    ("half a chip", "suit = 500", "suit = 2.5", "'suit' must be a whole number, not 2.5"),
    ("limit below the minimum", "trifecta = 25", "trifecta = 4", "'trifecta' must be at least 'min', 5"),
    ("unknown limit", "suit = 500", "suits = 500",
     "unknown key 'suits' in [limits]; allowed: min, colour, suit, quinella, trifecta"),
    ("notice too long", '"Minimum bet: 5 chips."', f'"{"x" * 43}"',
     "'text' must be 0 to 42 plain ASCII characters"),
    ("notice of two lines", '"Minimum bet: 5 chips."', '"a\\nb"',
     "'text' must be 0 to 42 plain ASCII characters"),
    ("notice is a number", '"Minimum bet: 5 chips."', "5",
     "'text' must be 0 to 42 plain ASCII characters"),
    ("unknown notice", "text =", "test =", "unknown key 'test' in [notices]; allowed: text"),
    ("decks of another set", "decks = 8", "decks = 7",
     "'set' must have the table's number of decks, 7; set 204117 has 8"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("find", "put", "refusal"),
    [case[1:] for case in WRONG_EIGHT],
    ids=[case[0] for case in WRONG_EIGHT],
)
def test_wrong_limits_notices_and_sets_are_refused(
    tmp_path: Path, find: str, put: str, refusal: str
) -> None:
    assert EIGHT.count(find) == 1, "the case does not fit the good file any more"
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, EIGHT.replace(find, put))
    assert caught.value.message.split(": ", 1)[1] == refusal


def test_a_wrong_set_file_is_refused_by_its_own_name(tmp_path: Path) -> None:
    text = Path(SET).read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("8S 9C", "8S 8S", 1), encoding="utf-8")
    table = EIGHT.replace(SET, "mine.toml")  # beside the table file
    with pytest.raises(ConfigError, match=r"mine\.toml:\d+: 8S is there 9 times, not 8"):
        load_text(tmp_path, table)
    with pytest.raises(ConfigError, match=r"none\.toml: no such file"):
        load_text(tmp_path, table.replace("mine.toml", "none.toml"))


def test_seventeen_people_are_too_many(tmp_path: Path) -> None:
    people = "".join(
        f'[[staff]]\nnumber = {number}\nrole = "dealer"\npin = "{number}"\n'
        for number in range(1001, 1016)
    )
    line = GOOD[: GOOD.index("[[staff]]")].count("\n") + 1
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, GOOD.replace("[lights]", people + "[lights]"))
    assert caught.value.message == f"{tmp_path / 't.toml'}:{line}: at most 16 [[staff]], not 17"


@pytest.mark.parametrize(
    ("find", "put"),
    [("number = 2", "number = 1"), ('role = "dealer"', "role = 3"), ('pin = "1357"', 'pin = "x"')],
)
def test_a_refusal_names_the_line_of_that_person(tmp_path: Path, find: str, put: str) -> None:
    line = GOOD[: GOOD.index(find)].count("\n") + 1
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, GOOD.replace(find, put))
    assert caught.value.message.startswith(f"{tmp_path / 't.toml'}:{line}: ")
    assert "1357" not in caught.value.message


def test_staff_must_be_tables(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'staff' must be tables, each with a line \[\[staff\]\]"):
        load_text(tmp_path, 'staff = 3\nschema = 1\ntable = "A"\ngame = "nz-derby"\ndecks = 1\n')


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
