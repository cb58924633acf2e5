"""TOML that people write: read it, and refuse it with file, line and what is allowed.

`tomllib` gives values without places, so the places are found by a look at the text: every `[table]`
header and every `key =` line. Board and table files need no more than that. The second `[[staff]]` is the table
("staff", "2").
"""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from pitctl.exceptions import ConfigError
from pitctl.plain_text import read_plain

_HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
_LIST_HEADER = re.compile(r"\s*\[\[([^\[\]]+)\]\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-\"']+)\s*=")


class TomlFile:
    """One file that was read: its values, and where each of them stands."""

    def __init__(self, path: Path, text: str, sample: str | None = None) -> None:
        self.path = path
        self._try_this = None if sample is None else f"compare the file with {sample}"
        self._lines = _index_lines(text)
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            message = f"{path}: not TOML: {error}"
            raise ConfigError(message, try_this=self._try_this) from error

    def fail(self, message: str, *keys: str) -> NoReturn:
        """Refuse the file at the most exact place that is known for `keys`."""
        where = str(self.path)
        for depth in range(len(keys), 0, -1):
            line = self._lines.get(keys[:depth])
            if line is not None:
                where = f"{where}:{line}"
                break
        raise ConfigError(f"{where}: {message}", try_this=self._try_this)

    def table(self, *keys: str) -> dict[str, Any]:
        """The table at `keys`; an absent one is empty."""
        value: Any = self.data
        for depth, key in enumerate(keys):
            value = value.get(key, {})
            if not isinstance(value, dict):
                self.fail(f"'{'.'.join(keys[: depth + 1])}' must be a table", *keys[: depth + 1])
        return value

    def tables(self, key: str) -> list[dict[str, Any]]:
        """Every `[[key]]`; none is an empty list."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fail(f"'{key}' must be tables, each with a line [[{key}]]", key)
        return value

    def check_keys(self, given: Mapping[str, Any], allowed: Collection[str], *keys: str) -> None:
        """Refuse the first key that is not in `allowed`."""
        for key in given:
            if key not in allowed:
                place = f" in [{'.'.join(keys)}]" if keys else ""
                self.fail(
                    f"unknown key '{key}'{place}; allowed: {', '.join(allowed)}", *keys, key
                )

    def text(self, given: Mapping[str, Any], *keys: str) -> str:
        value = self._required(given, keys)
        if not isinstance(value, str) or not value:
            self.fail(f"'{keys[-1]}' must be text, not {_show(value)}", *keys)
        return value

    def choice(
        self, given: Mapping[str, Any], allowed: Collection[str] | Collection[int], *keys: str
    ) -> Any:
        """One of `allowed`; all of them texts or all of them numbers."""
        value = self._required(given, keys)
        if isinstance(value, bool) or value not in allowed:
            listed = ", ".join(str(item) for item in allowed)
            self.fail(f"'{keys[-1]}' must be one of {listed}; not {_show(value)}", *keys)
        return value

    def number(self, given: Mapping[str, Any], low: int, high: int, *keys: str) -> int:
        value = self._required(given, keys)
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(f"'{keys[-1]}' must be a whole number, not {_show(value)}", *keys)
        if not low <= value <= high:
            self.fail(f"'{keys[-1]}' must be {low} to {high}, not {value}", *keys)
        return value

    def flag(self, given: Mapping[str, Any], *keys: str) -> bool:
        value = self._required(given, keys)
        if not isinstance(value, bool):
            self.fail(f"'{keys[-1]}' must be true or false, not {_show(value)}", *keys)
        return value

    def _required(self, given: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
        *table, key = keys
        if key not in given:
            place = f" in [{'.'.join(table)}]" if table else ""
            self.fail(f"missing '{key}'{place}", *table)
        return given[key]


def read_toml(path: Path, sample: str | None = None) -> TomlFile:
    """`sample` says what a file that is wrong may be compared with."""
    return TomlFile(path, read_plain(path), sample)


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, str | int | float) else f"a {type(value).__name__}"


def _index_lines(text: str) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    entries: Counter[tuple[str, ...]] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _LIST_HEADER.match(line):
            of_list = _names(header[1])
            entries[of_list] += 1
            places.setdefault(of_list, number)
            table = (*of_list, str(entries[of_list]))
            places[table] = number
        elif header := _HEADER.match(line):
            table = _names(header[1])
            places.setdefault(table, number)
        elif key := _KEY.match(line):
            places.setdefault((*table, key[1].strip("\"'")), number)
    return places


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
