"""How settings are checked: the error, and the questions that every check asks."""

from binascii import unhexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class SettingsError(Exception):
    """A settings file that cannot be used: the text names the key and what is allowed."""


def need(good: "Any", what: str) -> None:
    if not good:
        raise SettingsError("table.json: " + what)


def need_int(data: "dict[str, Any]", key: str, least: int, most: int) -> None:
    need(is_int(data.get(key)), key + " must be a whole number")
    need(least <= data[key] <= most, "%s must be %d to %d" % (key, least, most))


def need_choice(data: "dict[str, Any]", key: str, choices: "tuple[str, ...]") -> None:
    need(data.get(key) in choices, key + " must be one of " + ", ".join(choices))


def is_int(value: "Any") -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_plain(text: "Any", most: int) -> bool:
    return isinstance(text, str) and len(text) <= most and all(" " <= char <= "~" for char in text)


def to_bytes(text: "Any") -> bytes:
    """Bytes written as hexadecimal digits; none of them if it is anything else."""
    try:
        return unhexlify(text) if isinstance(text, str) else b""
    except ValueError:
        return b""
