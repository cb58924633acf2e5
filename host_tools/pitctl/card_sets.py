"""Sets of serial-numbered cards: sets/<serial>.toml says which face each card number has (docs/card-codes.md).

The map is as secret as the cards are: whoever has it can read a card's face from its number.
"""

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitctl.boards import REPOSITORY
from pitctl.checked_toml import TomlFile, read_toml
from pitctl.exceptions import ConfigError
from pitctl.firmware import card_codes, cards, tag_codes

SETS_DIR = REPOSITORY / "sets"
MAX_SERIAL = 999_999

_KEYS = ("schema", "serial", "decks", "cards", "tags")
_PER_LINE = 13
_TAG = re.compile(r"[0-9A-F]{14}")


@dataclass(frozen=True)
class CardSet:
    serial: int
    decks: int
    faces: bytes  # faces[number - 1]: the face of a card, as games/cards.py counts
    tags: bytes = b""  # seven bytes for each card: the identity of its tag; none where the cards have no tags

    @property
    def codes(self) -> list[str]:
        """The text of each card's printed code, by number."""
        return [code_of(self.serial, number) for number in range(1, len(self.faces) + 1)]


def code_of(serial: int, number: int) -> str:
    """The text on card `number` of set `serial`: SSSSSSNNNCC."""
    return f"{serial:06d}{number:03d}{card_codes.check_digits(serial, number):02d}"


def load_set(path: Path | str) -> CardSet:
    """Read and check a set file. Raises ConfigError."""
    try:
        return _read(read_toml(Path(path)))
    except ConfigError as error:
        raise ConfigError(
            error.message, try_this="compare it with sets/204101.toml and docs/card-codes.md"
        ) from error


def make_set(serial: int, decks: int, *, in_order: bool = False) -> CardSet:
    """A new set: numbers in the order of new decks, or mixed so that a number says nothing of its face."""
    faces = list(range(cards.CARDS)) * decks
    if not in_order:
        secrets.SystemRandom().shuffle(faces)
    return CardSet(serial, decks, bytes(faces))


def set_text(card_set: CardSet) -> str:
    """The set as a file."""
    codes = [cards.code(face) for face in card_set.faces]
    rows = [" ".join(codes[at : at + _PER_LINE]) for at in range(0, len(codes), _PER_LINE)]
    lines = "\n".join(rows)
    return (
        f"# A set of serial-numbered cards; docs/card-codes.md. Keep it as safe as the cards.\n"
        f"schema = 1\n"
        f"serial = {card_set.serial}\n"
        f"decks = {card_set.decks}\n"
        f"# The face of card 1, 2, 3 ...\n"
        f'cards = """\n{lines}\n"""\n'
    )


def write_set(card_set: CardSet, path: Path) -> None:
    """Write a new file; one that is there is never overwritten, for its cards may be printed already."""
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(set_text(card_set))
    except FileExistsError:
        raise ConfigError(
            f"{path}: is there already, and its cards may be printed",
            try_this="choose another serial number and file",
        ) from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error}") from error


def _read(file: TomlFile) -> CardSet:
    file.check_keys(file.data, _KEYS)
    file.choice(file.data, (1,), "schema")
    serial = file.number(file.data, 1, MAX_SERIAL, "serial")
    decks = file.number(file.data, 1, 8, "decks")
    faces = _faces(file, file.data)
    _check_faces(file, faces, decks)
    return CardSet(serial, decks, faces, _tags(file, len(faces)) if "tags" in file.data else b"")


def _tags(file: TomlFile, count: int) -> bytes:
    words = file.text(file.data, "tags").split()
    if len(words) != count:
        file.fail(f"{count} cards have {count} tags, not {len(words)}", "tags")
    for number, word in enumerate(words, start=1):
        if not _TAG.fullmatch(word):
            file.fail(f"tag {number}: '{word}' is no identity; written as 14 hex digits: 04A1B2C3D4E5F6", "tags")
    tags = bytes.fromhex("".join(words))
    if not tag_codes.check_tags(tags, count):
        twice = next(word for word in words if words.count(word) > 1)
        file.fail(f"tag {twice} is there twice", "tags")
    return tags


def _faces(file: TomlFile, data: dict[str, Any]) -> bytes:
    words = file.text(data, "cards").split()
    faces: list[int] = []
    for number, word in enumerate(words, start=1):
        face = cards.parse(word.encode())
        if face < 0:
            file.fail(f"card {number}: '{word}' is no card; written like TH or 2S", "cards")
        faces.append(face)
    return bytes(faces)


def _check_faces(file: TomlFile, faces: bytes, decks: int) -> None:
    if card_codes.check_map(faces, decks):
        return
    if len(faces) != decks * cards.CARDS:
        file.fail(f"'decks = {decks}' is {decks * cards.CARDS} cards, not {len(faces)}", "cards")
    for face in range(cards.CARDS):
        found = faces.count(face)
        if found != decks:
            file.fail(f"{cards.code(face)} is there {found} times, not {decks}", "cards")
