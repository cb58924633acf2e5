"""A rule pack that passed every check."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitctl.packs.kinds import Given


@dataclass(frozen=True)
class Entry:
    """One line of the file: a value and the rule it comes from."""

    value: Given
    rule: str


@dataclass(frozen=True)
class Irregularity:
    what: str
    when: tuple[str, ...]
    then: str
    rule: str


@dataclass(frozen=True)
class Progressive:
    odds: Mapping[str, int]  # to 1
    shares: Mapping[str, Fraction]  # of the jackpot
    envy: Mapping[str, int]  # whole currency


@dataclass(frozen=True)
class Pack:
    """`entries` has every value in the order of the schema, those of pay tables too: "pay.main.flush"."""

    name: str
    title: str
    document: str
    entries: Mapping[str, Entry]
    pay_tables: Mapping[str, Mapping[str, int]]
    bonus: Mapping[str, int] | None
    progressive: Progressive | None
    irregularities: tuple[Irregularity, ...]

    def value(self, key: str) -> Given:
        """The value of "wagers.equal" as the file has it. KeyError if the pack has no such key."""
        return self.entries[key].value

    def rule_of(self, key: str) -> str:
        return self.entries[key].rule

    def rules_under(self, prefix: str) -> str:
        """The rules of all values whose key begins so, each once."""
        found = {entry.rule: None for key, entry in self.entries.items() if key.startswith(prefix)}
        return ", ".join(found)
