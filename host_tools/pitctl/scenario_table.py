"""`table ...` lines of a scenario: which table it is played on, and what that must be set to."""

from dataclasses import dataclass, field

from pitctl.exceptions import ConfigError, ScenarioError
from pitctl.layouts import DERBY, RIDE, Layout, is_ride
from pitctl.messages import REVEALS, SOURCES
from pitctl.scenario_words import Words
from pitctl.table_house import HOUSE_KEYS
from pitctl.tables import game_of, table_names

Table = dict[str, int | bool | str]
KEYS = ("decks", "from", "format", "reveal", "brightness", "overwrite", "badges")
OF_DERBY = ("decks", "reveal")
FORMATS = ("value", "serial", "tag")
LONGEST_DELAY_MS = 60_000
ELSEWHERE = "name one of the same game here, and play with --table path/to/mine.toml"


class WrongTable(ScenarioError):
    """Which game the lines below it are about is not known, so that they cannot be judged."""


@dataclass
class TableLines:
    """`settings` in the words of table.json, `house` in those of a table file's [house]."""

    file: str | None = None
    ride: bool = False
    settings: Table = field(default_factory=dict[str, int | bool | str])
    house: dict[str, int | str] = field(default_factory=dict[str, int | str])

    @property
    def layout(self) -> Layout:
        return RIDE if self.ride else DERBY


def parse_table(words: Words, lines: TableLines) -> None:
    """Add one line's setting. Raises ScenarioError."""
    words.take("table")
    if words.took("file"):
        _parse_file(words, lines)
        return
    if words.next_is("house"):
        if not lines.ride:
            raise words.error("the house is set only for Let It Ride", "table file nsw-ride before")
        words.take("house")
        key = words.one_of([key.replace("_", "-") for key in HOUSE_KEYS], "a setting of the house")
        lines.house[key.replace("-", "_")] = _house_value(words)
        return
    key = words.one_of(("file", "house", *KEYS) if lines.ride else (*KEYS, "file"), "a setting")
    if lines.ride and key in OF_DERBY:
        raise words.error(f"{key} is a setting of Derby", "table house decks 2; see docs/scenarios.md")
    _parse_setting(words, key, lines.settings)


def _parse_file(words: Words, lines: TableLines) -> None:
    if lines.file or lines.settings:
        raise words.error("the table's file comes first, and once", None)
    try:
        lines.file = words.one_of(table_names(), "a table in tables/")
        words.end()
    except ScenarioError as error:
        raise WrongTable(f"{error.message}; a file elsewhere: {ELSEWHERE}") from None
    try:
        lines.ride = is_ride(game_of(lines.file))
    except ConfigError as error:
        raise WrongTable(words.error(error.message, None).message) from None


def _house_value(words: Words) -> int | str:
    value = " ".join(words.rest())
    if not value:
        raise words.error("what should it be?", "a value, as in a table file")
    return int(value) if value.isdecimal() else value


def _parse_setting(words: Words, key: str, table: Table) -> None:
    match key:
        case "decks":
            table["decks"] = words.number(1, 8)
        case "from":
            table["cards_from"] = words.one_of(SOURCES, "a source of cards")
        case "format":
            table["code_format"] = words.one_of(FORMATS, "a format of card codes")
        case "reveal":
            table["reveal"] = words.one_of(REVEALS, "a reveal point")
            delayed = table["reveal"] == "delay"
            table["reveal_ms"] = words.duration_ms(LONGEST_DELAY_MS) if delayed else 0
        case "brightness":
            table["brightness_pct"] = words.number(1, 100)
        case "badges":
            table["badges"] = words.one_of(("yes", "no"), "yes or no") == "yes"
        case _:
            table["journal_overwrite"] = words.one_of(("yes", "no"), "yes or no") == "yes"
