"""The least of `micropython` that lets CPython import pure firmware modules in unit tests."""

from typing import Any, TypeVar

T = TypeVar("T")


def const(value: T) -> T:
    return value


def native(function: T) -> T:
    return function


def viper(function: T) -> T:
    return function


def schedule(function: Any, arg: Any) -> None:
    function(arg)


def kbd_intr(char: int) -> None:
    """Nothing to interrupt in a unit test."""
