"""What the printed code of a card says: two formats, byte by byte (docs/card-codes.md).

A parser makes a token of a code (sequence.py): the card's face and its number in the set, 0 where the code does not
tell a card from its twin. Whatever is not exactly a code of the format is UNKNOWN: nothing that can be
printed on a card changes more than the verdict on that card.
"""

from micropython import const

from .cards import CARDS, parse
from .sequence import token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

UNKNOWN = const(-1)  # no code of this format; app/passages.py uses -2 and -3 itself
FOREIGN_SET = const(-4)  # a sound code, of another set

SERIAL_LENGTH = const(11)  # SSSSSSNNNCC: set, card, check digits
MAX_NUMBER = const(416)  # eight decks (001 3.4(a))
_ZERO = const(48)  # "0"


def check_digits(serial: int, number: int) -> int:
    """ISO 7064 MOD 97-10 over the nine digits: 2..98. Catches a wrong digit and any two swapped ones."""
    return 98 - (serial * 1000 + number) % 97 * 100 % 97


def check_map(faces: bytes, decks: int) -> bool:
    """Does the map give each of the 52 faces exactly `decks` times (001 6.1)?"""
    if len(faces) != CARDS * decks:
        return False
    left = bytearray(CARDS)
    for face in faces:
        if face >= CARDS or left[face] >= decks:
            return False
        left[face] += 1
    return True


class ValueCodes:
    """`TH`: the face and no more. The same card twice cannot be told from its twin of another deck."""

    def parse(self, code: bytes) -> int:
        return parse(code)


class SerialCodes:
    """`20411700786`: set 204117, card 7. `faces[number - 1]` is the face of a card."""

    def __init__(self, serial: int, faces: bytes) -> None:
        self.serial = serial
        self._faces = faces

    def parse(self, code: bytes) -> int:
        """The token of a code, or UNKNOWN or FOREIGN_SET. Any buffer will do; nothing is allocated."""
        if len(code) != SERIAL_LENGTH:
            return UNKNOWN
        for index in range(SERIAL_LENGTH):
            if not 0 <= code[index] - _ZERO <= 9:
                return UNKNOWN
        serial = _digits(code, 0, 6)
        number = _digits(code, 6, 9)
        # Compared, not summed up: 00, 01 and 99 would be second spellings of 97, 98 and 02.
        if _digits(code, 9, 11) != check_digits(serial, number):
            return UNKNOWN
        if not serial or not 1 <= number <= MAX_NUMBER:
            return UNKNOWN
        if serial != self.serial:
            return FOREIGN_SET
        if number > len(self._faces):
            return UNKNOWN
        return token(self._faces[number - 1], number)


def make(code_format: str, card_set: "dict[str, Any] | None") -> ValueCodes | SerialCodes:
    """The parser that table.json asks for: `code_format`, and `set` with its serial number and map in hex."""
    if code_format == "value":
        return ValueCodes()
    if card_set is None:
        raise ValueError("serial-numbered cards need their set")
    return SerialCodes(card_set["serial"], bytes.fromhex(card_set["map"]))


def _digits(code: bytes, start: int, end: int) -> int:
    value = 0
    for index in range(start, end):
        value = value * 10 + code[index] - _ZERO
    return value
