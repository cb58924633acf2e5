"""`[cards]` of a table file: which cards, from where; and Derby's `decks` and `reveal`."""

from collections.abc import Collection
from typing import Any

from pitctl.card_sets import load_set
from pitctl.checked_toml import TomlFile
from pitctl.firmware import derby_settings, settings

_KEYS = ("from", "format", "set")
_DEFAULTS: dict[str, Any] = {"from": "shoe", "format": "value"}


def compile_cards(file: TomlFile, decks: int, sources: Collection[str]) -> dict[str, Any]:
    cards = {**_DEFAULTS, **file.table("cards")}
    file.check_keys(cards, _KEYS, "cards")
    code_format = file.choice(cards, settings.CHOICES["code_format"], "cards", "format")
    return {
        "decks": decks,
        "cards_from": file.choice(cards, sources, "cards", "from"),
        "code_format": code_format,
        "set": _card_set(file, cards, code_format, decks),
    }


def file_decks(file: TomlFile) -> int:
    decks = file.number(file.data, 0, 99, "decks")
    if not 1 <= decks <= 8:
        file.fail(f"'decks' must be 1 to 8, not {decks} (001 3.4(a))", "decks")
    return decks


def _card_set(
    file: TomlFile, cards: dict[str, Any], code_format: str, decks: int
) -> dict[str, Any] | None:
    """The set's serial number, and the face of each card as two hexadecimal digits."""
    place = ("cards", "set")
    if code_format == "value":
        if "set" in cards:
            file.fail('\'set\' is only for format = "serial" or "tag"', *place)
        return None
    card_set = load_set(file.path.parent / file.text(cards, *place))
    if card_set.decks != decks:
        file.fail(
            f"'set' must have the table's number of decks, {decks};"
            f" set {card_set.serial:06d} has {card_set.decks}",
            *place,
        )
    if code_format == "serial":
        return {"serial": card_set.serial, "map": card_set.faces.hex()}
    if not card_set.tags:
        file.fail(f"set {card_set.serial:06d} has no tags; add them to its file (docs/card-codes.md)", *place)
    return {"serial": card_set.serial, "map": card_set.faces.hex(), "tags": card_set.tags.hex()}


def compile_reveal(file: TomlFile) -> dict[str, Any]:
    data = {"reveal": "at-once", **file.data}
    reveal = file.choice(data, derby_settings.REVEALS, "reveal")
    if reveal == "delay":
        delay_ms = file.number(data, *derby_settings.REVEAL_MS, "reveal_ms")
    else:
        delay_ms = 0
        if "reveal_ms" in data:
            file.fail('\'reveal_ms\' is only for reveal = "delay"', "reveal_ms")
    return {"reveal": reveal, "reveal_ms": delay_ms}
