"""Table files: tables/<name>.toml -> table.json for one board, or a refusal that says what to mend.

The board checks table.json again (firmware/pitboard/table/settings.py): limits must agree.
"""

from pathlib import Path
from typing import Any

from pitctl.boards import REPOSITORY, BoardSpec, with_hash
from pitctl.checked_toml import TomlFile, read_toml
from pitctl.exceptions import ConfigError

TABLES_DIR = REPOSITORY / "tables"

AREAS = 42  # 001 3.3: 2 colours, 4 suits, 12 quinellas, 24 trifectas; order of games/areas.py
MIN_PIXELS_PER_AREA = 3  # the pattern of a tier needs three places
LEAST_LIGHT_MA = 250  # besides 1 mA for each pixel's chip: nine areas, dim but visible
MAX_NAME = 21  # one line of the dealer's display
GAMES = ("nz-derby",)
REVEALS = ("at-once",)
PROFILES = ("dev",)

_TOP_KEYS = ("schema", "table", "game", "decks", "reveal", "profile", "lights", "journal")
_LIGHT_KEYS = ("brightness_pct", "limit_ma", "pixels_per_area", "areas")
_DEFAULTS: dict[str, Any] = {"reveal": "at-once", "profile": "dev"}
DEFAULT_LIMIT_MA = 2000
_LIGHT_DEFAULTS: dict[str, Any] = {
    "brightness_pct": 40,
    "limit_ma": DEFAULT_LIMIT_MA,
    "pixels_per_area": 4,
}
_JOURNAL_DEFAULTS: dict[str, Any] = {"overwrite": True}


def table_names(tables_dir: Path = TABLES_DIR) -> list[str]:
    return sorted(path.stem for path in tables_dir.glob("*.toml"))


def load_table(name: str, board: BoardSpec, tables_dir: Path = TABLES_DIR) -> dict[str, Any]:
    """Read and check tables/<name>.toml (or a path to a .toml file) for `board`: table.json as a dict.

    Raises ConfigError.
    """
    path = Path(name) if name.endswith(".toml") else tables_dir / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(table_names(tables_dir)) or "none"
        raise ConfigError(
            f"no table '{name}'; known tables: {known}",
            try_this=f"--table {known} (with make: TABLE={known}), or a .toml file of your own",
        )
    return compile_table(read_toml(path), board)


def compile_table(file: TomlFile, board: BoardSpec) -> dict[str, Any]:
    file.check_keys(file.data, _TOP_KEYS)
    data = {**_DEFAULTS, **file.data}
    lights = {**_LIGHT_DEFAULTS, **file.table("lights")}
    journal = {**_JOURNAL_DEFAULTS, **file.table("journal")}
    file.check_keys(lights, _LIGHT_KEYS, "lights")
    file.check_keys(journal, tuple(_JOURNAL_DEFAULTS), "journal")
    file.choice(data, (1,), "schema")
    least_ma = board.parts["lights"]["count"] + LEAST_LIGHT_MA
    return with_hash(
        {
            "table": _name(file, data),
            "game": file.choice(data, GAMES, "game"),
            "decks": _decks(file, data),
            "reveal": file.choice(data, REVEALS, "reveal"),
            "profile": file.choice(data, PROFILES, "profile"),
            "brightness_pct": file.number(lights, 1, 100, "lights", "brightness_pct"),
            "limit_ma": file.number(lights, least_ma, 20_000, "lights", "limit_ma"),
            "areas": _areas(file, lights, board.parts["lights"]["count"]),
            "journal_overwrite": file.flag(journal, "journal", "overwrite"),
        }
    )


def _name(file: TomlFile, data: dict[str, Any]) -> str:
    name = file.text(data, "table")
    if len(name) > MAX_NAME or not (name.isascii() and name.isprintable()):
        file.fail(f"'table' must be 1 to {MAX_NAME} plain ASCII characters", "table")
    return name


def _decks(file: TomlFile, data: dict[str, Any]) -> int:
    decks = file.number(data, 0, 99, "decks")
    if not 1 <= decks <= 8:
        file.fail(f"'decks' must be 1 to 8, not {decks} (001 3.4(a))", "decks")
    return decks


def _areas(file: TomlFile, lights: dict[str, Any], chain: int) -> list[list[int]]:
    """The area map: as written, or `pixels_per_area` pixels for each area in area order."""
    written = "areas" in lights
    if written and "pixels_per_area" in file.table("lights"):
        file.fail("give 'areas' or 'pixels_per_area', not both", "lights", "areas")
    if written:
        areas = _written_areas(file, lights["areas"])
    else:
        size = file.number(
            lights, MIN_PIXELS_PER_AREA, chain, "lights", "pixels_per_area"
        )
        areas = [list(range(area * size, (area + 1) * size)) for area in range(AREAS)]
    _check_pixels(file, areas, chain, "areas" if written else "pixels_per_area")
    return areas


def _written_areas(file: TomlFile, areas: Any) -> list[list[int]]:
    place = ("lights", "areas")
    if not isinstance(areas, list) or len(areas) != AREAS:
        found = f"{len(areas)} entries" if isinstance(areas, list) else "no list"
        file.fail(f"'areas' must be {AREAS} lists of pixel numbers, not {found} (001 3.3)", *place)
    for index, area in enumerate(areas):
        if not isinstance(area, list) or any(type(pixel) is not int for pixel in area):
            file.fail(f"area {index}: must be a list of pixel numbers", *place)
        if len(area) < MIN_PIXELS_PER_AREA:
            file.fail(
                f"area {index}: needs at least {MIN_PIXELS_PER_AREA} pixels, has {len(area)}", *place
            )
    return areas


def _check_pixels(file: TomlFile, areas: list[list[int]], chain: int, key: str) -> None:
    owner: dict[int, int] = {}
    for index, area in enumerate(areas):
        for pixel in area:
            if not 0 <= pixel < chain:
                file.fail(
                    f"area {index}: no pixel {pixel}; the board's chain has 0 to {chain - 1}",
                    "lights", key,
                )  # fmt: skip
            if pixel in owner:
                file.fail(
                    f"pixel {pixel} is used twice: by area {owner[pixel]} and by area {index}",
                    "lights", key,
                )  # fmt: skip
            owner[pixel] = index
