"""What is printed on the cards of a virtual table: faces, or the numbers of a set."""

from collections.abc import Mapping
from typing import Any

from pitctl.firmware import card_codes, cards


def printed(card: str, card_set: Mapping[str, Any] | None) -> str:
    """The code of a card by its face, `TH`, or by its number: `#9` of the table's set, `#9@204118` of another one."""
    if card_set is None:
        return card
    serial: int = card_set["serial"]
    if card.startswith("#"):
        number, _, other = card[1:].partition("@")
        return serial_code(int(other or serial), int(number))
    faces = bytes.fromhex(card_set["map"])
    return serial_code(serial, faces.index(cards.parse(card.encode())) + 1)


def serial_code(serial: int, number: int) -> str:
    """The code that is printed on a numbered card."""
    return f"{serial:06d}{number:03d}{card_codes.check_digits(serial, number):02d}"
