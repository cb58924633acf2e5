"""Cards as integers and as the text of their codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import cards

ALL = {rank + suit for rank in "A23456789TJQK" for suit in "SHDC"}


def test_fifty_two_codes_and_back() -> None:
    codes = [cards.code(card) for card in range(52)]
    assert set(codes) == ALL
    assert [cards.parse(code.encode()) for code in codes] == list(range(52))


@pytest.mark.parametrize(
    ("code", "card"),
    [("2S", 0), ("AS", 12), ("2H", 13), ("TH", 21), ("2D", 26), ("2C", 39), ("AC", 51)],
)
def test_card_is_suit_times_thirteen_plus_rank(code: str, card: int) -> None:
    assert cards.parse(code.encode()) == card


def test_two_of_spades_by_name() -> None:
    assert cards.parse(b"2S") == cards.TWO_OF_SPADES


@pytest.mark.parametrize(
    "code", [b"", b"2", b"2SS", b"S2", b"1S", b"10S", b"2s", b"2X", b"\x00\x00"]
)
def test_anything_else_is_not_a_card(code: bytes) -> None:
    assert cards.parse(code) == -1


@given(st.binary(max_size=4))
def test_parse_takes_any_bytes(code: bytes) -> None:
    expected = code.decode("latin-1") in ALL
    assert (cards.parse(code) >= 0) == expected
    assert cards.parse(bytearray(code)) == cards.parse(memoryview(code)) == cards.parse(code)  # type: ignore[arg-type]
