"""A record survives packing and shows every kind of damage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.table import records

BYTE = st.integers(0, 255)
WORD = st.integers(0, 2**32 - 1)
SMALL = st.integers(0, 2**24 - 1)
VALUE = st.integers(0, 2**64 - 1)
FIELDS = st.tuples(BYTE, BYTE, BYTE, WORD, SMALL, WORD, SMALL, VALUE, BYTE, BYTE)


@given(FIELDS)
def test_what_is_packed_is_unpacked(fields: tuple[int, ...]) -> None:
    page = bytearray(b"\xff" * 256)
    records.pack_into(page, 64, *fields)
    assert records.unpack(page, 64) == fields
    assert page[:64] == b"\xff" * 64 and page[96:] == b"\xff" * 160


def test_fields_have_their_places() -> None:
    page = bytearray(records.SIZE)
    records.pack_into(page, 0, 4, 17, 3, 1000, 12, 34567, 2, 99, 5, 250)
    record = records.unpack(page, 0)
    assert record is not None
    named = ("TYPE", "ARG", "ARG2", "SEQ", "ROUND", "T_MS", "BOOT_NO", "VALUE", "REASON", "WHO")
    found = {name: record[getattr(records, name)] for name in named}
    assert list(found.values()) == [4, 17, 3, 1000, 12, 34567, 2, 99, 5, 250]
    assert page[11] == 250 and page[19] == 5, "as the table at the top of records.py says"


def test_numbers_that_have_outgrown_their_bytes_wrap_and_touch_no_neighbour() -> None:
    page = bytearray(records.SIZE)
    records.pack_into(page, 0, 4, 0, 0, 1, 2**24 + 5, 2**32 + 6, 2**24 + 7, 0, 3, 200)
    assert records.unpack(page, 0) == (4, 0, 0, 1, 5, 6, 7, 0, 3, 200)


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
