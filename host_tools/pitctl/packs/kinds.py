"""What a value of a pack may be, and the number the board gets for it.

A kind reads what stands behind `is =`, refuses it with what is allowed, and turns it into the board's code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from pitctl.packs.deal_programs import check_program

UNITS = 100  # the board counts money in hundredths of the currency
MAX_MONEY = 1_000_000  # whole currency: far beyond any table, and its hundredths are small integers on a board

Given = int | str | tuple[str, ...]  # a flag is an int, as in Python


class WrongValue(ValueError):
    """The value is not what its key may be; the text says what it may be."""


class Kind(Protocol):
    @property
    def allowed(self) -> str:
        """For people: what may stand there."""
        ...

    def read(self, given: object) -> Given:
        """The value as it is kept. Raises WrongValue."""
        ...

    def code(self, value: Given) -> int:
        """What the board gets."""
        ...


@dataclass(frozen=True)
class Number:
    low: int
    high: int

    @property
    def allowed(self) -> str:
        return f"a whole number, {self.low} to {self.high}"

    def read(self, given: object) -> Given:
        if isinstance(given, bool) or not isinstance(given, int) or not self.low <= given <= self.high:
            raise _wrong(self, given)
        return given

    def code(self, value: Given) -> int:
        return cast(int, value)


@dataclass(frozen=True)
class Flag:
    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, given: object) -> Given:
        if not isinstance(given, bool):
            raise _wrong(self, given)
        return given

    def code(self, value: Given) -> int:
        return int(cast(bool, value))


@dataclass(frozen=True)
class Always(Flag):
    """All four documents have it so, and the board's game knows nothing else."""

    @property
    def allowed(self) -> str:
        return "true: the table plays no other way"

    def read(self, given: object) -> Given:
        if given is not True:
            raise _wrong(self, given)
        return given


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    codes: Mapping[str, int]

    @property
    def allowed(self) -> str:
        return " or ".join(f'"{name}"' for name in self.codes)

    def read(self, given: object) -> Given:
        if not isinstance(given, str) or given not in self.codes:
            raise _wrong(self, given)
        return given

    def code(self, value: Given) -> int:
        return self.codes[cast(str, value)]


@dataclass(frozen=True)
class Several:
    """A list of some words, none of them twice; the board gets the sum of their bits."""

    bits: Mapping[str, int]
    at_least: int = 0

    @property
    def allowed(self) -> str:
        many = "a list of one or more of" if self.at_least else "a list of"
        return f"{many} {', '.join(map(_quoted, self.bits))}"

    def read(self, given: object) -> Given:
        words = texts(given)
        if words is None or len(words) < self.at_least or any(word not in self.bits for word in words):
            raise _wrong(self, given)
        if len(set(words)) < len(words):
            raise WrongValue("must have no word twice")
        return words

    def code(self, value: Given) -> int:
        return sum(self.bits[name] for name in cast(tuple[str, ...], value))


DEFAULT_SHIFT = 4


@dataclass(frozen=True)
class Ways:
    """What an operator may choose from, the default first; the board gets 1 << way for each, and the default << 4."""

    ways: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return f"a list of one or more of {', '.join(map(_quoted, self.ways))}, the default first"

    def read(self, given: object) -> Given:
        words = texts(given)
        if not words or any(word not in self.ways for word in words):
            raise _wrong(self, given)
        if len(set(words)) < len(words):
            raise WrongValue("must have no word twice")
        return words

    def code(self, value: Given) -> int:
        ways = [self.ways.index(name) for name in cast(tuple[str, ...], value)]
        return sum(1 << way for way in ways) | ways[0] << DEFAULT_SHIFT


@dataclass(frozen=True)
class Money:
    """A whole amount of the currency, or the word for "not here" where there is one."""

    word: str = ""

    @property
    def allowed(self) -> str:
        amount = f"a whole amount, 1 to {MAX_MONEY}"
        return f'"{self.word}" or {amount}' if self.word else amount

    def read(self, given: object) -> Given:
        if self.word and given == self.word:
            return self.word
        if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= MAX_MONEY:
            raise _wrong(self, given)
        return given

    def code(self, value: Given) -> int:
        return 0 if isinstance(value, str) else UNITS * cast(int, value)


@dataclass(frozen=True)
class Program:
    """The order of a deal; the board gets it apart from the other values, which only say that it is there."""

    @property
    def allowed(self) -> str:
        return "the steps of a deal, see docs/rule-packs.md"

    def read(self, given: object) -> Given:
        steps = texts(given)
        if steps is None:
            raise _wrong(self, given)
        if reason := check_program(steps):
            raise WrongValue(reason)
        return steps

    def code(self, value: Given) -> int:
        return 1


def texts(given: object) -> tuple[str, ...] | None:
    """A list of texts as a tuple; None if it is something else."""
    if not isinstance(given, list):
        return None
    items = cast(list[object], given)
    words = tuple(item for item in items if isinstance(item, str))
    return words if len(words) == len(items) else None


def shown(value: object) -> str:
    """A value in the words of the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(shown(item) for item in cast(list[object], value))}]"
    return str(value)


def _quoted(text: str) -> str:
    return f'"{text}"'


def _wrong(kind: Kind, given: object) -> WrongValue:
    return WrongValue(f"must be {kind.allowed}; not {shown(given)}")
