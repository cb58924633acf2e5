"""Readers for values that came over the wire: each returns the value or raises WireMismatch.

The generated `messages.py` is made of these. A reader is a function of one value; `Answer` reads an object with the
reader of each of its fields and adds the field's name to the error.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from types import NoneType
from typing import Any, Self, TypeVar, cast, get_args, get_type_hints

T = TypeVar("T")
L = TypeVar("L", bound=str)


class WireMismatch(Exception):
    """An answer that does not keep to the schema; the text names the place."""


def integer(least: int, most: int) -> Callable[[object], int]:
    """A whole number within a range."""

    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise WireMismatch(f"expected a whole number from {least} to {most}, got {value!r}")
        return value

    return read


def boolean(value: object) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise WireMismatch(f"expected true or false, got {value!r}")
    return value


def text(longest: int) -> Callable[[object], str]:
    """A string up to a length."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise WireMismatch(f"expected a text of up to {longest} characters, got {value!r}")
        return value

    return read


def one_of(values: Sequence[L]) -> Callable[[object], L]:
    """One word of a list."""

    def read(value: object) -> L:
        for known in values:
            if value == known:
                return known
        raise WireMismatch(f"expected one of {', '.join(values)}, got {value!r}")

    return read


def many(one: Callable[[object], T], least: int, most: int) -> Callable[[object], tuple[T, ...]]:
    """An array."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise WireMismatch(f"expected an array, got {value!r}")
        items = cast(list[object], value)
        if not least <= len(items) <= most:
            raise WireMismatch(f"expected {least} to {most} items, got {len(items)}")
        return tuple(one(item) for item in items)

    return read


class Answer:
    """Base of the generated dataclasses: each field is `Annotated[type, reader]`.

    A field with `| None` may be null; one with a default may be left out instead.
    """

    @classmethod
    def from_wire(cls, value: object) -> Self:
        """Read an object; names that a newer board adds are ignored. Raises WireMismatch."""
        if not isinstance(value, dict):
            raise WireMismatch(f"{cls.__name__}: expected an object, got {type(value).__name__}")
        data = cast(Mapping[str, object], value)
        hints = get_type_hints(cls, include_extras=True)
        found: dict[str, object] = {}
        for item in fields(cast(Any, cls)):
            if item.name not in data and item.default is not MISSING:
                continue
            kind, read = get_args(hints[item.name])
            may_be_null = item.default is MISSING and NoneType in get_args(kind)
            found[item.name] = _read(data, item.name, read, may_be_null)
        return cls(**found)


def _read(
    data: Mapping[str, object], name: str, read: Callable[[object], object], may_be_null: bool
) -> object:
    if name not in data:
        raise WireMismatch(f"{name} is missing")
    if data[name] is None and may_be_null:
        return None
    try:
        return read(data[name])
    except WireMismatch as error:
        raise WireMismatch(f"{name}: {error}") from None
