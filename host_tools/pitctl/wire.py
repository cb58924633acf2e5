"""Readers for values that came over the wire: each returns the value or raises WireMismatch.

The generated `messages.py` is made of these. A reader is a function of one value; the helpers
`required`, `nullable` and `optional` fetch it from an object and add the name to the error.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

T = TypeVar("T")
L = TypeVar("L", bound=str)


class WireMismatch(Exception):
    """An answer that does not keep to the schema; the text names the place."""


def an_object(value: object, name: str) -> Mapping[str, object]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise WireMismatch(f"{name}: expected an object, got {type(value).__name__}")
    return cast(Mapping[str, object], value)


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


def required(data: Mapping[str, object], name: str, read: Callable[[object], T]) -> T:
    """The value under `name`, which must be there."""
    if name not in data:
        raise WireMismatch(f"{name} is missing")
    return _named(name, data[name], read)


def nullable(data: Mapping[str, object], name: str, read: Callable[[object], T]) -> T | None:
    """The value under `name`, which must be there and may be null."""
    if name not in data:
        raise WireMismatch(f"{name} is missing")
    return None if data[name] is None else _named(name, data[name], read)


def optional(data: Mapping[str, object], name: str, read: Callable[[object], T]) -> T | None:
    """The value under `name`, or None where it was left out."""
    return _named(name, data[name], read) if name in data else None


def _named(name: str, value: object, read: Callable[[object], T]) -> T:
    try:
        return read(value)
    except WireMismatch as error:
        raise WireMismatch(f"{name}: {error}") from None
