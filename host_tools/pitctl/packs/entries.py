"""One line of a pack, `key = { is = ..., rule = "..." }`: the value by its kind, and the rule beside it."""

from collections.abc import Mapping
from typing import Any

from pitctl.packs.kinds import Kind, WrongValue
from pitctl.packs.model import Entry
from pitctl.packs.source import PackFile

MAX_RULE = 16  # characters: what the top line of the dealer's display keeps for it
SEPARATOR = "|"  # between the rules in pack.json


def read_entry(file: PackFile, kind: Kind, *keys: str) -> Entry:
    """The entry at `keys`, which is there. Raises ConfigError."""
    *table, key = keys
    given = file.table(*table)[key]
    if not isinstance(given, dict):
        file.fail(f"'{key}' must be {{ is = ..., rule = \"...\" }}", *keys)
    for part in ("is", "rule"):
        if part not in given:
            file.fail(f"'{key}' has no '{part}'", *keys)
    for part in given:
        if part not in ("is", "rule"):
            file.fail(f"'{key}' has an unknown part '{part}'; allowed: is, rule", *keys)
    try:
        value = kind.read(given["is"])
    except WrongValue as wrong:
        file.fail(f"'{key}' {wrong}", *keys)
    return Entry(value, read_rule(file, given, f"the rule of '{key}'", *keys))


def read_rule(file: PackFile, given: Mapping[str, Any], called: str, *keys: str) -> str:
    """The text that the board shows beside what the rule decides."""
    rule = given["rule"]
    if (
        not isinstance(rule, str)
        or not 1 <= len(rule.strip()) <= len(rule) <= MAX_RULE
        or not (rule.isascii() and rule.isprintable())
        or SEPARATOR in rule
    ):
        file.fail(f"{called} must be 1 to {MAX_RULE} plain characters without '{SEPARATOR}'", *keys)
    return rule
