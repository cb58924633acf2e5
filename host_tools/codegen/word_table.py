"""A game's messages.toml, read and checked against the vocabulary: what the games share, and the game's own."""

import ast
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.spoken import APP_DIR, GAMES_DIR, SpokenGame

LINE = 21  # characters of a line of the dealer's display
RULE = 7  # characters that the display keeps for a rule
# The longest that can be filled in: card 215 of eight decks (26 * 8 + 7), 416 cards of a set.
LONGEST = {"{n}": "416", "{m}": "416", "{p}": "1st"}
OTHER = "other"  # the variant for every phase without one of its own


class MessageError(ValueError):
    """messages.toml says something that cannot be shown."""


@dataclass(frozen=True)
class Entry:
    """One message, with one line (a label) or two."""

    name: str
    rule: str
    lines: tuple[str, ...]
    when: str


@dataclass(frozen=True)
class Said:
    """What it says in some phases; in all others if it names none."""

    phases: tuple[int, ...]
    rule: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """A notice, a hold or an outcome."""

    name: str
    when: str
    said: tuple[Said, ...]


@dataclass(frozen=True)
class WordTable:
    refusals: tuple[Entry, ...]
    notices: tuple[Kind, ...]
    holds: tuple[Kind, ...]
    outcomes: tuple[Kind, ...]
    steps: tuple[Entry, ...]
    reasons: tuple[Entry, ...]
    prompts: tuple[Entry, ...]
    phases: tuple[str, ...]


def load_words(game: SpokenGame) -> WordTable:
    return parse_words(game.messages.read_text(encoding="utf-8"), game)


def parse_words(text: str, game: SpokenGame) -> WordTable:
    """The checked table; raises MessageError with the place of the mistake."""
    if not text.isascii():
        raise MessageError("only ASCII can be shown")
    try:
        source = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MessageError(str(error)) from error
    sections = {"refusals", "notices", "holds", "outcomes", "steps", "reasons", "prompts"}
    if set(source) != sections:
        raise MessageError(f"the sections are {', '.join(sorted(sections))}")
    shared = vocabulary(GAMES_DIR / "events.py")
    own = vocabulary(game.home / f"{game.prefix}_events.py")
    phases = tuple(own["PHASE_NAMES"])
    reader = _Reader(source, game.rules, phases)
    table = WordTable(
        refusals=_in_order(reader.entries("refusals", 2), refusal_names(game), "refusals"),
        notices=reader.kinds("notices", shared["KIND_NAMES"][1:]),
        holds=reader.kinds("holds", shared["HOLD_NAMES"][1:]),
        outcomes=reader.kinds("outcomes", own["OUTCOME_NAMES"][1:]),
        steps=tuple(reader.entries("steps", 1).values()),
        reasons=_in_order(reader.entries("reasons", 1), shared["REASON_NAMES"][1:], "reasons"),
        prompts=tuple(reader.entries("prompts", 2).values()),
        phases=phases,
    )
    _no_label_twice("steps", table.steps)
    _no_label_twice("reasons", table.reasons)
    _shared_first(table.prompts)
    return table


def vocabulary(path: Path) -> dict[str, Any]:
    """The constants of a vocabulary module, read and not imported: it must be readable while others are not."""
    found: dict[str, Any] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            called = node.value if isinstance(node.value, ast.Call) else None
            value = ast.literal_eval(called.args[0] if called else node.value)
            if called and isinstance(value, str):  # Names("one two")
                value = tuple(value.split(" "))
            found[node.targets[0].id] = value
    return found


def refusal_names(game: SpokenGame) -> list[str]:
    """The refusals in the order of their codes, which count from 1: first those that every game has."""
    named = vocabulary(GAMES_DIR / "refusals.py")
    named |= vocabulary(game.home / f"{game.prefix}_refusals.py")
    codes = {code: name.lower() for name, code in named.items()}
    if sorted(codes) != list(range(len(named))):
        raise MessageError("refusals: the codes do not count from 0 without a gap")
    return [codes[code] for code in range(1, len(codes))]


@dataclass(frozen=True)
class _Reader:
    """The sections of one game's file, checked."""

    source: dict[str, Any]
    rules: Mapping[str, str]
    phases: tuple[str, ...]

    def entries(self, section: str, lines: int) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for name, row in self.source[section].items():
            where = f"{section}.{name}"
            if not _is_row(row, lines + 2):
                raise MessageError(f"{where}: needs a rule, {lines} lines and when, all of them texts")
            rule, *said, when = row
            found[name] = Entry(name, self._rule(where, rule), _lines(where, said), _when(where, when))
        return found

    def kinds(self, section: str, names: Sequence[str]) -> tuple[Kind, ...]:
        _same_names(section, list(self.source[section]), list(names))
        kinds: list[Kind] = []
        for name in names:
            variants = dict(self.source[section][name])
            where = f"{section}.{name}"
            when = _when(where, variants.pop("when", ""))
            if list(variants)[-1:] != [OTHER]:
                raise MessageError(f"{where}: its last variant must be `{OTHER}`")
            said = tuple(self._said(f"{where}.{key}", key, row) for key, row in variants.items())
            kinds.append(Kind(name, when, said))
        return tuple(kinds)

    def _said(self, where: str, key: str, row: Any) -> Said:
        if not _is_row(row, 3):
            raise MessageError(f"{where}: needs a rule and two lines, all of them texts")
        unknown = [phase for phase in key.split() if phase not in self.phases and phase != OTHER]
        if unknown:
            raise MessageError(f"{where}: no phase {unknown[0]!r}")
        numbers = tuple(self.phases.index(phase) for phase in key.split() if phase != OTHER)
        return Said(numbers, self._rule(where, row[0]), _lines(where, row[1:]))

    def _rule(self, where: str, rule: str) -> str:
        if rule not in self.rules or len(self.rules[rule]) > RULE:
            raise MessageError(f"{where}: {rule!r} is no rule of this game and no reading")
        return rule


def _in_order(entries: dict[str, Entry], names: Sequence[str], section: str) -> tuple[Entry, ...]:
    _same_names(section, list(entries), list(names))
    return tuple(entries[name] for name in names)


def _same_names(section: str, given: list[str], wanted: list[str]) -> None:
    for name in wanted:
        if name not in given:
            raise MessageError(f"{section}: no words for {name!r}")
    for name in given:
        if name not in wanted:
            raise MessageError(f"{section}: the firmware knows no {name!r}")


def _no_label_twice(section: str, entries: tuple[Entry, ...]) -> None:
    seen: dict[str, str] = {}
    for entry in entries:
        other = seen.setdefault(entry.lines[0], entry.name)
        if other != entry.name:
            raise MessageError(f"{section}: {other} and {entry.name} have the same label")


def _shared_first(prompts: tuple[Entry, ...]) -> None:
    """The shared parts of the app know some prompts by number, whatever is played."""
    shared = vocabulary(APP_DIR / "prompts.py")
    for name, number in shared.items():
        wanted = name.removeprefix("P_").lower()
        if number >= len(prompts) or prompts[number].name != wanted:
            raise MessageError(f"prompts: {wanted!r} must be number {number} (prompts.py)")


def _is_row(row: Any, length: int) -> bool:
    return isinstance(row, list) and len(row) == length and all(type(x) is str for x in row)


def _when(where: str, when: str) -> str:
    if not when.endswith("."):
        raise MessageError(f"{where}: says not when, in a sentence")
    return when


def _lines(where: str, lines: list[str]) -> tuple[str, ...]:
    for line in lines:
        shown = longest(line)
        if len(shown) > LINE:
            raise MessageError(f"{where}: {shown!r} has {len(shown)} characters, not {LINE}")
        if not line or line != line.strip() or not line.isprintable() or set(shown) & set("{}|"):
            raise MessageError(f"{where}: {line!r} cannot be shown")
    return tuple(lines)


def longest(line: str) -> str:
    """The line with the longest of everything filled in."""
    for mark, text in LONGEST.items():
        line = line.replace(mark, text)
    return line
