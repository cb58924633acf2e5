"""The two formats of a card's code: what is read, what is refused, what its check digits catch (docs/card-codes.md)."""

from itertools import combinations
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import card_codes, cards
from pitboard.games.card_codes import FOREIGN_SET, UNKNOWN, SerialCodes, ValueCodes
from pitboard.games.sequence import FACE, NUMBER_SHIFT

SERIAL = 204117
ONE_DECK = bytes(range(51, -1, -1))
EIGHT_DECKS = ONE_DECK * 8
VALUE = ValueCodes()
NUMBERED = SerialCodes(SERIAL, ONE_DECK)
CODE = b"20411700786"  # card 7 of the set


def text(serial: int, number: int) -> bytes:
    """A sound code, its check digits by the definition: all eleven digits leave 1 when divided by 97."""
    body = f"{serial:06d}{number:03d}"
    (check,) = (check for check in range(2, 99) if int(f"{body}{check:02d}") % 97 == 1)
    return f"{body}{check:02d}".encode()


@pytest.mark.rule("001 1.2 Scanner")
def test_the_two_formats_read_every_card() -> None:
    for face in range(cards.CARDS):
        assert VALUE.parse(cards.code(face).encode()) == face
    eight = SerialCodes(SERIAL, EIGHT_DECKS)
    tokens = [eight.parse(text(SERIAL, number)) for number in range(1, 417)]
    assert [token & FACE for token in tokens] == list(EIGHT_DECKS)
    assert [token >> NUMBER_SHIFT for token in tokens] == list(range(1, 417))
    assert NUMBERED.parse(CODE) == ONE_DECK[6] | 7 << 6


def test_any_buffer_will_do() -> None:
    for code in (bytearray(CODE), memoryview(CODE), memoryview(b"xx" + CODE)[2:]):
        assert NUMBERED.parse(cast(bytes, code)) == NUMBERED.parse(CODE)
    assert VALUE.parse(cast(bytes, memoryview(b"TH"))) == cards.parse(b"TH")


def test_only_a_numbered_format_tells_a_card_from_its_twin() -> None:
    twins = SerialCodes(SERIAL, EIGHT_DECKS)
    first, second = (twins.parse(text(SERIAL, number)) for number in (1, 53))
    assert first != second
    assert first & FACE == second & FACE
    assert VALUE.parse(b"TH") >> NUMBER_SHIFT == 0


@pytest.mark.rule("001 1.2 Scanner")
@pytest.mark.parametrize("serial", [1, 99, 204117, 999999])
def test_every_wrong_digit_and_every_two_swapped_ones_are_caught(serial: int) -> None:
    # All that can go wrong with one digit, or by exchanging any two, for every card of an eight-deck set.
    reader = SerialCodes(serial, EIGHT_DECKS)
    for number in range(1, 417):
        good = bytearray(text(serial, number))
        assert reader.parse(bytes(good)) >= 0
        for at in range(11):
            was = good[at]
            for digit in b"0123456789":
                if digit != was:
                    good[at] = digit
                    assert reader.parse(bytes(good)) == UNKNOWN
            good[at] = was
        for one, two in combinations(range(11), 2):
            if good[one] != good[two]:
                good[one], good[two] = good[two], good[one]
                assert reader.parse(bytes(good)) == UNKNOWN
                good[one], good[two] = good[two], good[one]


def test_why_they_are_caught_in_every_set() -> None:
    # A wrong digit changes the number by d * 10^i, a swap by d * (10^j - 10^i); 97 divides neither.
    for i in range(11):
        assert all(d * 10**i % 97 for d in range(1, 10))
        assert all(d * (10**j - 10**i) % 97 for j in range(i + 1, 11) for d in range(1, 10))


@given(st.integers(1, 999_999), st.integers(1, 416))
def test_check_digits_are_those_of_the_standard(serial: int, number: int) -> None:
    check = card_codes.check_digits(serial, number)
    assert 2 <= check <= 98
    assert text(serial, number)[9:] == f"{check:02d}".encode()


def test_there_is_one_spelling_of_each_card() -> None:
    """Check digits 97 apart leave the same remainder; only those of the standard count."""
    sound = 0
    for number in range(1, 53):
        body = b"%06d%03d" % (SERIAL, number)
        sound += sum(NUMBERED.parse(body + b"%02d" % check) >= 0 for check in range(100))
    assert sound == 52
    alias = next(n for n in range(1, 417) if card_codes.check_digits(SERIAL, n) == 2)
    assert SerialCodes(SERIAL, EIGHT_DECKS).parse(b"%06d%03d99" % (SERIAL, alias)) == UNKNOWN


@pytest.mark.rule("001 L27")
@given(st.integers(1, 999_999), st.integers(0, 999))
def test_a_sound_code_of_another_set_is_foreign(serial: int, number: int) -> None:
    found = NUMBERED.parse(text(serial, number))
    if not 1 <= number <= 416:
        assert found == UNKNOWN
    elif serial != SERIAL:
        assert found == FOREIGN_SET
    elif number > 52:
        assert found == UNKNOWN
    else:
        assert found == ONE_DECK[number - 1] | number << 6


@pytest.mark.parametrize("number", [53, 54, 416])
def test_a_number_beyond_the_set_is_unknown(number: int) -> None:
    assert NUMBERED.parse(text(SERIAL, number)) == UNKNOWN
    assert SerialCodes(SERIAL, EIGHT_DECKS).parse(text(SERIAL, number)) >= 0


def test_only_digits_are_digits() -> None:
    """Characters beside the digits that would add up to the same number."""
    reader = SerialCodes(SERIAL, EIGHT_DECKS)
    for number in range(1, 417):
        good = text(SERIAL, number)
        for at in range(10):
            for carry in (1, -1):
                bad = bytearray(good)
                bad[at] -= carry
                bad[at + 1] += 10 * carry
                assert reader.parse(bytes(bad)) == UNKNOWN


def test_set_number_nought_is_no_set() -> None:
    assert NUMBERED.parse(text(0, 7)) == UNKNOWN


CRAFTED = [
    b"", b"\x00", b"\r", b"\n", b"\x1b[2J", b"\x7e\x00\x08\x01\x00\x00\x02\xab\xcd", b"$RESET", b"#SET1", b"^3",
    b"2", b"S2", b"10S", b"1S", b"th", b"tH", b"TH ", b" TH", b"TH\r", b"TH\x00", b"\xd4H", "\uff22S".encode(),
    CODE[:-1], CODE + b"0", CODE + b"\r", b" " + CODE[1:], CODE.replace(b"0", b"O"), b"-" + CODE[1:], b"+" + CODE[1:],
    b"2041170078\xb6", "2041170078\u0666".encode()[:11], bytes(11), b"/" * 11, b":" * 11, b"0" * 11,
    b"9" * 11, b"TH" * 5 + b"T", CODE * 2, CODE * 1000, b"A" * 10_240, bytes(range(256)) * 40,
]  # fmt: skip


@pytest.mark.rule("001 1.2 Scanner")
@pytest.mark.parametrize("code", CRAFTED, ids=range(len(CRAFTED)))
def test_crafted_codes_are_unknown(code: bytes) -> None:
    assert VALUE.parse(code) == UNKNOWN
    assert NUMBERED.parse(code) == UNKNOWN


def test_one_format_does_not_read_the_other() -> None:
    assert VALUE.parse(CODE) == UNKNOWN
    assert NUMBERED.parse(b"TH") == UNKNOWN


@given(st.binary(max_size=14) | st.text("0123456789", min_size=11, max_size=11).map(str.encode))
def test_any_bytes_are_a_card_only_if_they_are_its_code(code: bytes) -> None:
    found = NUMBERED.parse(code)
    if found >= 0:
        assert code == text(SERIAL, found >> 6) and found & 63 == ONE_DECK[(found >> 6) - 1]
    else:
        assert found in (UNKNOWN, FOREIGN_SET)
        assert found == UNKNOWN or code == text(int(code[:6]), int(code[6:9]))


def test_the_parser_that_the_settings_ask_for() -> None:
    assert isinstance(card_codes.make("value", None), ValueCodes)
    made = card_codes.make("serial", {"serial": SERIAL, "map": ONE_DECK.hex()})
    assert isinstance(made, SerialCodes) and made.serial == SERIAL
    assert made.parse(CODE) == NUMBERED.parse(CODE)
    with pytest.raises(ValueError, match="set"):
        card_codes.make("serial", None)


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.parametrize("decks", [1, 2, 8])
def test_a_map_has_every_face_as_often_as_there_are_decks(decks: int) -> None:
    faces = bytes(range(52)) * decks
    assert card_codes.check_map(faces, decks)
    assert card_codes.check_map(faces[::-1], decks)
    assert not card_codes.check_map(faces, decks + 1)
    assert not card_codes.check_map(faces[:-1], decks)
    assert not card_codes.check_map(faces + b"\x00", decks)
    assert not card_codes.check_map(b"\x01" + faces[1:], decks)
    assert not card_codes.check_map(b"\x34" + faces[1:], decks)
    assert not card_codes.check_map(b"", decks)
