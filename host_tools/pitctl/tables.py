"""Table files: tables/<name>.toml -> table.json for one board, or a refusal that says what to mend.

Every key: docs/table-files.md. The board checks table.json again (firmware/pitboard/table/settings.py), and so does
`compile_table`, with the board's own code.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from pitctl.boards import REPOSITORY, BoardSpec, with_hash
from pitctl.checked_toml import TomlFile, read_toml
from pitctl.exceptions import ConfigError
from pitctl.firmware import checks, derby_settings, let_it_ride_settings, settings
from pitctl.packs import Pack, load_pack, pack_names
from pitctl.plain_text import is_path, toml_path
from pitctl.table_bets import compile_bets
from pitctl.table_cards import compile_cards, compile_reveal, file_decks
from pitctl.table_house import compile_house
from pitctl.table_lights import compile_lights
from pitctl.table_staff import compile_staff

TABLES_DIR = REPOSITORY / "tables"
MAX_CHIPS = 10_000_000  # of a limit: far beyond any table, within what a record can hold
SAMPLE = "docs/table-files.md and tables/derby-demo.toml"
RIDE_SAMPLE = "docs/table-files.md and tables/nsw-ride.toml"
UNITS_A_CHIP = 2  # the board counts money in half chips (001 D3)

_COMMON_KEYS = (
    "schema", "table", "game", "profile", "cards", "notices", "staff", "badges", "supervisor_key", "lights", "journal",
)  # fmt: skip
_DERBY_KEYS = (*_COMMON_KEYS, "decks", "reveal", "reveal_ms", "limits", "display")
_RIDE_KEYS = (*_COMMON_KEYS, "house", "bets")


def table_names(tables_dir: Path = TABLES_DIR) -> list[str]:
    return sorted(path.stem for path in tables_dir.glob("*.toml"))


def game_of(name: str, tables_dir: Path = TABLES_DIR) -> str:
    """What a table in tables/ plays. Raises ConfigError."""
    return str(read_toml(tables_dir / f"{name}.toml", SAMPLE).data.get("game", ""))


def load_table(
    name: str,
    board: BoardSpec,
    tables_dir: Path = TABLES_DIR,
    changes: Mapping[str, Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Read and check tables/<name>.toml (or a path to a .toml file) for `board`: table.json as a dict.

    `changes` has other values for some keys of its [tables]. Raises ConfigError.
    """
    path = tables_dir / f"{name}.toml"
    if name not in table_names(tables_dir) and is_path(name):
        path = toml_path(name, "table file")
    elif not path.is_file():
        known = ", ".join(table_names(tables_dir)) or "none"
        example = (table_names(tables_dir) or ["..."])[0]
        raise ConfigError(
            f"no table '{name}'; known tables: {known}",
            try_this=f"--table {example} (with make: TABLE={example}), or a .toml file of your own",
        )
    file = read_toml(path, SAMPLE)
    if file.data.get("game") in pack_names() or "house" in file.data:
        file = read_toml(path, RIDE_SAMPLE)
    for part, values in (changes or {}).items():
        file.data[part] = {**file.table(part), **values}
    return compile_table(file, board)


def compile_table(file: TomlFile, board: BoardSpec) -> dict[str, Any]:
    file.choice(file.data, (1,), "schema")
    game: str = file.choice(file.data, (settings.DERBY, *pack_names()), "game")
    pack = None if game == settings.DERBY else load_pack(game)
    file.check_keys(file.data, _DERBY_KEYS if pack is None else _RIDE_KEYS)
    journal = {"overwrite": True, **file.table("journal")}
    file.check_keys(journal, ("overwrite",), "journal")
    chain: int = board.parts["lights"]["count"]
    table: dict[str, Any] = {
        "table": _name(file),
        "game": game,
        "profile": file.choice(
            {"profile": "dev", **file.data}, settings.CHOICES["profile"], "profile"
        ),
        **(_derby(file) if pack is None else _let_it_ride(file, pack, board)),
        "notice": _notice(file),
        **compile_staff(file, board),
        **compile_lights(file, chain, *_areas(pack)),
        "journal_overwrite": file.flag(journal, "journal", "overwrite"),
    }
    if table["code_format"] == "tag" and "cards" not in board.parts:
        file.fail(f"board '{board.name}' has no reader for tagged cards: [parts.cards]", "cards", "format")
    if table["code_format"] != "tag" and "scanner" not in board.parts:
        file.fail(f"board '{board.name}' reads tagged cards only, it has no [parts.scanner]", "cards", "format")
    try:
        settings.check_table(table, chain)
    except checks.SettingsError as error:
        file.fail(f"a board would refuse it: {error}")
    return sealed(table)


def _derby(file: TomlFile) -> dict[str, Any]:
    cards = compile_cards(file, file_decks(file), derby_settings.SOURCES)
    return {**cards, **compile_reveal(file), "limits": _limits(file), "history": _history(file)}


def _history(file: TomlFile) -> int:
    """How many results the display in colour remembers."""
    display = {"history": derby_settings.MAX_HISTORY, **file.table("display")}
    file.check_keys(display, ("history",), "display")
    return file.number(display, 0, derby_settings.MAX_HISTORY, "display", "history")


def _let_it_ride(file: TomlFile, pack: Pack, board: BoardSpec) -> dict[str, Any]:
    """One deck is dealt at a time, from where the pack allows it."""
    cards = compile_cards(file, 1, cast(Sequence[str], pack.value("cards.sources")))
    return {**cards, **compile_house(file, pack, cards), **compile_bets(file, board)}


def _areas(pack: Pack | None) -> tuple[int, str]:
    """How many areas the layout has, and by which rule."""
    if pack is None:
        return derby_settings.AREAS, derby_settings.AREAS_RULE
    return let_it_ride_settings.AREAS, f"{pack.name} {pack.rule_of('seats.number')}"


def sealed(table: dict[str, Any]) -> dict[str, Any]:
    """The same table with `hash`: over everything but what is kept of the PINs, and the badges' keys.

    Anybody at the host may read the hash, so it must not be something to try PINs against. And salts are new each time:
    with them in it no two flashes of the same file would have the same hash.
    """
    content = {key: value for key, value in table.items() if key != "hash"}
    people = [entry[:2] for entry in content.get("staff", [])]
    badges = [[*entry[:2], *entry[3:]] for entry in content.get("badges", [])]
    return {**content, "hash": with_hash({**content, "staff": people, "badges": badges})["hash"]}


def _name(file: TomlFile) -> str:
    name = file.text(file.data, "table")
    if not _plain(name, settings.MAX_NAME):
        file.fail(f"'table' must be 1 to {settings.MAX_NAME} plain ASCII characters", "table")
    return name


def _limits(file: TomlFile) -> dict[str, int] | None:
    """Written in chips of the smallest value, sent in half chips; all five or none."""
    if "limits" not in file.data:
        return None
    chips = file.table("limits")
    file.check_keys(chips, derby_settings.LIMITS, "limits")
    limits: dict[str, int] = {}
    for key in derby_settings.LIMITS:
        limits[key] = UNITS_A_CHIP * file.number(chips, 1, MAX_CHIPS, "limits", key)
        if limits[key] < limits["min"]:
            file.fail(f"'{key}' must be at least 'min', {chips['min']}", "limits", key)
    return limits


def _notice(file: TomlFile) -> str:
    notices = {"text": "", **file.table("notices")}
    file.check_keys(notices, ("text",), "notices")
    text = notices["text"]
    if not isinstance(text, str) or not _plain(text, settings.MAX_NOTICE):
        most = settings.MAX_NOTICE
        file.fail(f"'text' must be 0 to {most} plain ASCII characters", "notices", "text")
    return text


def _plain(text: str, most: int) -> bool:
    return len(text) <= most and text.isascii() and text.isprintable()
