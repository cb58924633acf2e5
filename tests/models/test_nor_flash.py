"""The W25Q16JV by its data sheet: ones to zeros by page, zeros to ones by sector."""

import random

import pytest

from simulator.models.nor_flash import FlashOp, NorFlash, PowerCut

SIZE = 4 * 4096


def test_it_comes_erased_and_programming_only_clears_bits() -> None:
    flash = NorFlash(SIZE)
    assert flash.read(0, SIZE) == b"\xff" * SIZE
    flash.program(0x100, b"\xf0\x0f")
    assert flash.read(0xFF, 4) == b"\xff\xf0\x0f\xff"
    flash.program(0x100, b"\x3c\xff")
    assert flash.read(0x100, 2) == b"\x30\x0f"


def test_a_program_past_the_end_of_a_page_goes_on_at_its_beginning() -> None:
    flash = NorFlash(SIZE)
    flash.program(0x2FE, b"\x01\x02\x03\x04")
    assert flash.read(0x2FE, 2) == b"\x01\x02"
    assert flash.read(0x200, 3) == b"\x03\x04\xff"
    assert flash.read(0x300, 2) == b"\xff\xff"


def test_of_more_than_a_page_the_last_256_bytes_count() -> None:
    flash = NorFlash(SIZE)
    flash.program(0x100, b"\x00\x00" + bytes(range(254)) + b"\xaa\xbb")
    assert flash.read(0x100, 256) == b"\xaa\xbb" + bytes(range(254))


def test_a_range_is_split_at_page_ends() -> None:
    flash = NorFlash(SIZE)
    data = bytes(n % 251 for n in range(600))
    assert flash.program_range(0x1F0, data) == 4 * 700_000
    assert flash.read(0x1F0, 600) == data
    assert flash.programs == {0: 4}


def test_erase_sets_one_whole_sector() -> None:
    flash = NorFlash(SIZE)
    for address in (0x0FFF, 0x1000, 0x1FFF, 0x2000):
        flash.program(address, b"\x00")
    flash.erase_sector(0x1234)
    assert [flash.memory[a] for a in (0x0FFF, 0x1000, 0x1FFF, 0x2000)] == [0, 0xFF, 0xFF, 0]
    assert flash.erases == {1: 1}
    assert flash.programs == {0: 1, 1: 2, 2: 1}


def test_busy_times_are_the_data_sheets() -> None:
    flash = NorFlash(SIZE)
    assert flash.program(0, b"\x00") == 700_000
    assert flash.erase_sector(0) == 45_000_000
    flash.slow = True
    assert flash.program(0, b"\x00") == 3_000_000
    assert flash.erase_sector(0) == 400_000_000
    assert flash.program(0, b"") == 0


@pytest.mark.parametrize(("address", "count"), [(-1, 1), (SIZE, 1), (SIZE - 1, 2)])
def test_addresses_outside_are_refused(address: int, count: int) -> None:
    flash = NorFlash(SIZE)
    with pytest.raises(ValueError, match="outside"):
        flash.read(address, count)
    with pytest.raises(ValueError, match="outside"):
        flash.program_range(address, b"\x00" * count)


def test_a_size_that_is_no_number_of_sectors_is_refused() -> None:
    with pytest.raises(ValueError, match="sectors"):
        NorFlash(5000)


def test_a_locked_part_takes_nothing() -> None:
    flash = NorFlash(SIZE)
    flash.program(0, b"\x00")
    flash.fault = "locked"
    flash.program(1, b"\x00")
    flash.erase_sector(0)
    assert flash.read(0, 2) == b"\x00\xff"
    assert (flash.programs, flash.erases) == ({0: 1}, {})


def test_a_worn_sector_does_not_erase_clean() -> None:
    flash = NorFlash(SIZE)
    flash.worn.add(1)
    flash.program(0x1000, b"\x55\x55")
    flash.program(0x2000, b"\x55\x55")
    flash.erase_sector(0x1000)
    flash.erase_sector(0x2000)
    assert flash.read(0x1000, 2) == b"\x54\xff"
    assert flash.read(0x2000, 2) == b"\xff\xff"


def cut_at(flash: NorFlash, number: int, done: int, rng: random.Random | None = None) -> None:
    def cut(op: FlashOp) -> None:
        if op.number == number:
            flash.tear(op, done, rng)
            raise PowerCut

    flash.before = cut


def test_a_power_cut_before_and_within_a_program() -> None:
    for done, expected in ((0, b"\xff" * 4), (2, b"\x01\x02\xff\xff"), (4, b"\x01\x02\x03\x04")):
        flash = NorFlash(SIZE)
        cut_at(flash, 1, done)
        flash.program(0, b"\x00")
        with pytest.raises(PowerCut):
            flash.program(0x1FE, b"\x01\x02\x03\x04")
        assert flash.read(0x1FE, 2) + flash.read(0x100, 2) == expected
        assert flash.programs == {0: 1}


def test_a_torn_program_clears_some_of_its_bits_and_no_other() -> None:
    flash = NorFlash(SIZE)
    cut_at(flash, 0, 128, random.Random(3))
    with pytest.raises(PowerCut):
        flash.program(0, b"\x0f" * 256)
    torn = flash.read(0, 256)
    assert all(byte & 0x0F == 0x0F for byte in torn)
    cleared = sum((~byte & 0xF0).bit_count() for byte in torn)
    assert 400 < cleared < 624  # about half of 1,024
    assert flash.read(256, 256) == b"\xff" * 256


def test_a_torn_erase_leaves_a_mixture() -> None:
    flash = NorFlash(SIZE)
    flash.program_range(0, b"\x00" * 8192)
    cut_at(flash, flash.operations, 1024, random.Random(3))
    with pytest.raises(PowerCut):
        flash.erase_sector(0)
    ones = sum(byte.bit_count() for byte in flash.read(0, 4096))
    assert 7_000 < ones < 9_400  # about a quarter of 32,768
    assert flash.read(4096, 4096) == b"\x00" * 4096
    assert flash.erases == {}


def test_the_hook_sees_every_operation_in_order() -> None:
    flash = NorFlash(SIZE)
    seen: list[FlashOp] = []
    flash.before = seen.append
    flash.program(0x10, b"\x01")
    flash.erase_sector(0x1234)
    assert seen == [FlashOp("program", 0x10, b"\x01", 0), FlashOp("erase", 0x1000, b"", 1)]
