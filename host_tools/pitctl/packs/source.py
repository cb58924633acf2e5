"""The text of a pack: every mistake in it is told with its line, a key that stands there twice with both lines."""

import re
import tomllib
from pathlib import Path
from typing import NoReturn

from pitctl.checked_toml import TomlFile
from pitctl.exceptions import ConfigError
from pitctl.plain_text import read_plain

SAMPLE = "docs/rule-packs.md and packs/nsw-let-it-ride.toml"
_TRY = f"compare the file with {SAMPLE}"
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_TWICE = re.compile(r"Cannot (overwrite|declare)")


class PackFile(TomlFile):
    """As every file that people write, and it tells its lines."""

    def line_of(self, *keys: str) -> int | None:
        return self._lines.get(keys)


def read_pack(path: Path) -> PackFile:
    """Raises ConfigError."""
    text = read_plain(path, _TRY)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse(path, text, str(error))
    return PackFile(path, text, SAMPLE)


def _refuse(path: Path, text: str, problem: str) -> NoReturn:
    place = _AT_LINE.search(problem)
    line = int(place[1]) if place else len(text.splitlines())
    reason = f"not TOML: {_AT_LINE.sub('', problem)}"
    if _TWICE.match(problem) and (first := _first_line(text, line)):
        reason = f"{_head(text.splitlines()[line - 1])} is here a second time; the first is in line {first}"
    raise ConfigError(f"{path}:{line}: {reason}", try_this=_TRY)


def _first_line(text: str, line: int) -> int | None:
    """Where the key or the table of `line` stood before."""
    lines = text.splitlines()
    wanted = _head(lines[line - 1])
    for number in range(line - 1, 0, -1):
        head = _head(lines[number - 1])
        if head == wanted:
            return number
        if head.startswith("[") and not wanted.startswith("["):
            return None  # another table: what is there twice is something else
    return None


def _head(line: str) -> str:
    """The key of a line, or its `[table]`."""
    return line.partition("#")[0].partition("=")[0].strip()
