"""Tags in cards: number and face come from the set's map alone."""

import random
from pathlib import Path

import pytest

from pitboard.games import sequence, tag_codes
from pitboard.games.card_codes import FOREIGN_SET, UNKNOWN
from pitctl.card_sets import load_set
from pitctl.exceptions import ConfigError

DICE = random.Random(7)
FACES = bytes(DICE.sample(list(range(52)) * 8, 416))
TAGS = b"".join(b"\x04" + DICE.randbytes(6) for _ in FACES)


def parser() -> tag_codes.TagCodes:
    return tag_codes.TagCodes(tag_codes.rows_of(TAGS, FACES))


def line(number: int) -> bytes:
    return TAGS[7 * number - 7 : 7 * number].hex().upper().encode()


def test_every_tag_of_a_set_is_its_card() -> None:
    codes = parser()
    for number in range(1, len(FACES) + 1):
        found = codes.parse(line(number))
        assert found == sequence.token(FACES[number - 1], number)


def test_a_tag_of_another_set_is_foreign() -> None:
    codes = parser()
    for _ in range(500):
        tag = DICE.randbytes(7)
        assert codes.parse(tag.hex().upper().encode()) == FOREIGN_SET
    assert codes.parse(b"00" * 7) == codes.parse(b"FF" * 7) == FOREIGN_SET


@pytest.mark.parametrize(
    "text",
    [b"", b"TH", line(1)[:-1], line(1) + b"0", line(1)[:-1] + b"G", b":" * 14, b"@" * 14, bytes(14)],
)
def test_what_is_no_identity_is_unknown(text: bytes) -> None:
    assert parser().parse(text) == UNKNOWN
    assert parser().parse(memoryview(text)) == UNKNOWN


def test_small_letters_are_no_identity() -> None:
    assert parser().parse(b"04abcdef012345") == UNKNOWN


def test_tags_are_checked() -> None:
    assert tag_codes.check_tags(TAGS, 416)
    assert not tag_codes.check_tags(TAGS[:-1], 416)
    assert not tag_codes.check_tags(TAGS[:-7] + TAGS[:7], 416), "one is there twice"
    assert not tag_codes.check_tags(TAGS, 415)


def set_file(tmp_path: Path, tags: list[str]) -> Path:
    faces = " ".join(rank + suit for suit in "SHDC" for rank in "23456789TJQKA")
    path = tmp_path / "set.toml"
    path.write_text(f'schema = 1\nserial = 7\ndecks = 1\ncards = "{faces}"\ntags = """\n{" ".join(tags)}\n"""\n')
    return path


WORDS = [f"04{number:012X}" for number in range(52)]


def test_a_set_file_names_the_tags(tmp_path: Path) -> None:
    assert load_set(set_file(tmp_path, WORDS)).tags == bytes.fromhex("".join(WORDS))


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        (WORDS[:-1], "52 cards have 52 tags, not 51"),
        ([*WORDS[:-1], "04A1"], "tag 52: '04A1' is no identity"),
        ([*WORDS[:-1], WORDS[0]], "tag 04000000000000 is there twice"),
    ],
)
def test_wrong_tags_are_refused(tmp_path: Path, tags: list[str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_set(set_file(tmp_path, tags))
