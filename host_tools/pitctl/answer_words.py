"""Answers of a board in words."""

from typing import Any


def value_text(value: Any) -> str:
    """A value of an answer as scenarios write it."""
    if value is None or value in ((), [], ""):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return " ".join(value_text(item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {value_text(item)}" for key, item in value.items())
    return str(value)
