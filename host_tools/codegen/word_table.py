"""messages.toml, read and checked against the vocabulary of events.py and refusals.py."""

import ast
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.output import REPO

GAMES = REPO / "firmware" / "pitboard" / "games"
LINE = 21  # characters of a line of the dealer's display
RULE = 7  # characters that the display keeps for a rule
# The longest that can be filled in: card 215 of eight decks (26 * 8 + 7), 416 cards of a set.
LONGEST = {"{n}": "416", "{m}": "416", "{p}": "1st"}
OTHER = "other"  # the variant for every phase without one of its own

# Rules of document 001 and readings that a message may cite.
_RULES = """
    1.2 2.0 3.3 3.4(a) 3.4(b) 3.4(c) 3.4(d) 3.4(e) 3.4(f) 3.4(g) 3.5 3.6 4.1 4.2 4.3
    5.1 5.1(a) 5.1(b) 5.1(c) 5.1(d) 5.1(e) 5.2 5.3 5.4 5.4(a) 5.4(b) 5.5 5.6 5.7
    5.8 5.8(a) 5.8(b) 5.8(c) 5.8(d) 6.1 6.2 6.3 6.4 6.5
    7.1 7.1(a) 7.1(b) 7.1(c) 7.1(d) 7.1(e) 7.2 7.3 7.4 8.1 8.1(a) 8.1(b) 8.1(c) 8.2
    9.1 9.1(a) 9.1(b) 9.1(c) 9.2 10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8
    D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 L27
"""
RULES = frozenset(_RULES.split())


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


def load_words(path: Path = GAMES / "messages.toml") -> WordTable:
    return parse_words(path.read_text(encoding="utf-8"))


def parse_words(text: str) -> WordTable:
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
    events = vocabulary(GAMES / "events.py")
    phases = tuple(events["PHASE_NAMES"])
    table = WordTable(
        refusals=_in_order(_entries(source, "refusals", 2), refusal_names(), "refusals"),
        notices=_kinds(source, "notices", events["KIND_NAMES"][1:], phases),
        holds=_kinds(source, "holds", events["HOLD_NAMES"][1:], phases),
        outcomes=_kinds(source, "outcomes", events["OUTCOME_NAMES"][1:], phases),
        steps=tuple(_entries(source, "steps", 1).values()),
        reasons=_in_order(
            _entries(source, "reasons", 1), events["REASON_NAMES"][1:], "reasons"
        ),
        prompts=tuple(_entries(source, "prompts", 2).values()),
        phases=phases,
    )
    _no_label_twice("steps", table.steps)
    _no_label_twice("reasons", table.reasons)
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


def refusal_names() -> list[str]:
    """The refusals in the order of their codes, which count from 1."""
    codes = {code: name.lower() for name, code in vocabulary(GAMES / "refusals.py").items()}
    if sorted(codes) != list(range(len(codes))):
        raise MessageError("refusals.py: the codes do not count from 0 without a gap")
    return [codes[code] for code in range(1, len(codes))]


def _entries(source: dict[str, Any], section: str, lines: int) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for name, row in source[section].items():
        where = f"{section}.{name}"
        if not _is_row(row, lines + 2):
            raise MessageError(f"{where}: needs a rule, {lines} lines and when, all of them texts")
        rule, *said, when = row
        found[name] = Entry(name, _rule(where, rule), _lines(where, said), _when(where, when))
    return found


def _kinds(
    source: dict[str, Any], section: str, names: Sequence[str], phases: tuple[str, ...]
) -> tuple[Kind, ...]:
    _same_names(section, list(source[section]), list(names))
    kinds: list[Kind] = []
    for name in names:
        variants = dict(source[section][name])
        where = f"{section}.{name}"
        when = _when(where, variants.pop("when", ""))
        if list(variants)[-1:] != [OTHER]:
            raise MessageError(f"{where}: its last variant must be `{OTHER}`")
        said: list[Said] = []
        for key, row in variants.items():
            here = f"{where}.{key}"
            if not _is_row(row, 3):
                raise MessageError(f"{here}: needs a rule and two lines, all of them texts")
            unknown = [phase for phase in key.split() if phase not in phases and phase != OTHER]
            if unknown:
                raise MessageError(f"{here}: no phase {unknown[0]!r}")
            numbers = tuple(phases.index(phase) for phase in key.split() if phase != OTHER)
            said.append(Said(numbers, _rule(here, row[0]), _lines(here, row[1:])))
        kinds.append(Kind(name, when, tuple(said)))
    return tuple(kinds)


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


def _is_row(row: Any, length: int) -> bool:
    return isinstance(row, list) and len(row) == length and all(type(x) is str for x in row)


def _rule(where: str, rule: str) -> str:
    if rule not in RULES or len(rule) > RULE:
        raise MessageError(f"{where}: {rule!r} is no rule of 001 and no reading")
    return rule


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
