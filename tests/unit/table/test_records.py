"""A record survives packing and shows every kind of damage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.table import records

BYTE = st.integers(0, 255)
WORD = st.integers(0, 2**32 - 1)


@given(BYTE, BYTE, BYTE, WORD, WORD, WORD, WORD)
def test_what_is_packed_is_unpacked(
    event: int, arg: int, arg2: int, seq: int, round_no: int, t_ms: int, boot: int
) -> None:
    page = bytearray(b"\xff" * 256)
    records.pack_into(page, 64, event, arg, arg2, seq, round_no, t_ms, boot)
    assert records.unpack(page, 64) == (event, arg, arg2, seq, round_no, t_ms, boot)
    assert page[:64] == b"\xff" * 64 and page[96:] == b"\xff" * 160


def test_a_record_is_not_blank_and_a_blank_slot_is() -> None:
    page = bytearray(b"\xff" * 64)
    records.pack_into(page, 32, 4, 0, 0, 1, 1, 0, 0)
    assert records.is_blank(page, 0)
    assert not records.is_blank(page, 32)


@pytest.mark.parametrize("byte", range(records.SIZE))
@pytest.mark.parametrize("bit", range(8))
def test_every_flipped_bit_is_noticed(byte: int, bit: int) -> None:
    page = bytearray(records.SIZE)
    records.pack_into(page, 0, 4, 17, 3, 1000, 12, 34567, 2)
    page[byte] ^= 1 << bit
    assert records.unpack(page, 0) is None


def test_a_blank_slot_is_no_record() -> None:
    assert records.unpack(bytearray(records.BLANK), 0) is None
