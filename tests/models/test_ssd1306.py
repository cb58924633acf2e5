"""The SSD1306 by hand: bytes on the bus as its data sheet gives them, pixels as the eye sees."""

from pathlib import Path

import pytest

from simulator.models import png
from simulator.models.ssd1306 import Ssd1306
from tests.models.recorder import MS, Recorder

ADDRESS = 0x3C
# Application note, "Software configuration", for a 128x64 module with its charge pump.
INIT = bytes.fromhex("a83f d300 40 a1 c8 da12 817f a4 a6 d580 8d14 af")


class Bus:
    """A hand on the I2C bus."""

    def __init__(self) -> None:
        self.wires = Recorder()
        self.oled = Ssd1306(self.wires.clock, ADDRESS)

    def send(self, *values: int) -> None:
        assert self.oled.start(ADDRESS, read=False)
        assert all(self.oled.write(value) for value in values)
        self.oled.stop()

    def commands(self, values: bytes) -> None:
        self.send(0x00, *values)  # control byte: Co = 0, D/C# = 0

    def data(self, values: bytes) -> None:
        self.send(0x40, *values)  # control byte: Co = 0, D/C# = 1

    def lit(self) -> set[tuple[int, int]]:
        rows = self.oled.image()
        assert len(rows) == 64
        assert all(len(row) == 128 for row in rows)
        return {(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel}


@pytest.fixture
def bus() -> Bus:
    """A bus whose display has had its start-up sequence."""
    bus = Bus()
    bus.commands(INIT)
    return bus


def column(x: int, y: int, byte: int) -> set[tuple[int, int]]:
    """The pixels of one byte of GDDRAM: D0 on top (8.7)."""
    return {(x, y + bit) for bit in range(8) if byte >> bit & 1}


def test_a_byte_is_eight_pixels_with_d0_on_top(bus: Bus) -> None:
    bus.commands(b"\xb2\x05\x11")  # page 2, column 0x15
    bus.data(b"\x83")
    assert bus.lit() == {(0x15, 16), (0x15, 17), (0x15, 23)}


def test_page_addressing_wraps_within_its_page(bus: Bus) -> None:
    bus.commands(b"\xb0\x0e\x17")  # column 126
    bus.data(b"\x01\x02\x04")
    assert bus.lit() == {(126, 0), (127, 1), (0, 2)}


def test_horizontal_addressing_fills_the_window_row_by_row(bus: Bus) -> None:
    bus.commands(b"\x20\x00\x21\x0a\x0b\x22\x01\x02")
    bus.data(b"\x01\x02\x03\x04\x05")
    expected = (
        column(10, 8, 5) | column(11, 8, 2) | column(10, 16, 3) | column(11, 16, 4)
    )  # the fifth byte is back at the start
    assert bus.lit() == expected


def test_vertical_addressing_fills_the_window_column_by_column(bus: Bus) -> None:
    bus.commands(b"\x20\x01\x21\x0a\x0b\x22\x01\x02")
    bus.data(b"\x01\x02\x03\x04\x05")
    expected = column(10, 8, 5) | column(10, 16, 2) | column(11, 8, 3) | column(11, 16, 4)
    assert bus.lit() == expected


def test_a_window_keeps_the_place_between_transmissions(bus: Bus) -> None:
    bus.commands(b"\x20\x00\x21\x00\x7f\x22\x00\x07")
    picture = bytes((n * 7 + n // 128) & 0xFF for n in range(1024))
    for begin in range(0, 1024, 100):
        bus.data(picture[begin : begin + 100])
    expected = {
        (x, y) for y in range(64) for x in range(128) if picture[y // 8 * 128 + x] >> y % 8 & 1
    }
    assert bus.lit() == expected


def test_page_commands_do_nothing_outside_page_addressing(bus: Bus) -> None:
    bus.commands(b"\x20\x00\x21\x00\x7f\x22\x00\x07\xb3\x05\x12")
    bus.data(b"\x01")
    assert bus.lit() == {(0, 0)}


def test_co_set_takes_one_byte_and_then_another_control_byte(bus: Bus) -> None:
    # 8.1.5: Co D/C# pairs may alternate, and the last one, with Co clear, opens a stream.
    bus.send(0x80, 0xB1, 0x80, 0x03, 0x80, 0x10, 0xC0, 0x01, 0x40, 0x02, 0x04)
    assert bus.lit() == {(3, 8), (4, 9), (5, 10)}


def test_arguments_may_come_in_transmissions_of_their_own(bus: Bus) -> None:
    bus.send(0x80, 0x81)
    bus.send(0x80, 0x33)
    assert bus.oled.contrast == 0x33
    assert bus.oled.unknown_commands == []


def test_a_new_start_expects_a_control_byte(bus: Bus) -> None:
    assert bus.oled.start(ADDRESS, read=False)
    bus.oled.write(0x40)
    assert bus.oled.start(ADDRESS, read=False)  # repeated START in the middle of a stream
    bus.oled.write(0x40)
    bus.oled.write(0x01)
    assert bus.lit() == {(0, 0)}
    assert bus.oled.protocol_errors == 0
    bus.send(0x41)
    assert bus.oled.protocol_errors == 1


def test_it_is_dark_until_pump_and_display_are_on_in_this_order() -> None:
    bus = Bus()
    bus.commands(b"\xa1\xc8")
    bus.data(b"\xff")
    assert bus.lit() == set()
    bus.commands(b"\xaf")
    assert bus.lit() == set()  # on, but without a supply
    bus.commands(b"\x8d\x14")
    assert bus.lit() == set()  # the pump is not started by a display that is on already
    bus.commands(b"\xaf")
    assert len(bus.lit()) == 8
    bus.commands(b"\xae")
    assert bus.lit() == set()
    bus.commands(b"\xaf")
    assert len(bus.lit()) == 8  # GDDRAM is kept while off
    bus.commands(b"\x8d\x10")
    assert bus.lit() == set()


def test_the_status_byte_tells_whether_it_is_on() -> None:
    bus = Bus()
    for expected, command in ((0x40, b"\xaf"), (0x00, b"\xae"), (0x40, b"\xaf")):
        assert bus.oled.start(ADDRESS, read=True)
        assert bus.oled.read() == expected
        assert not bus.oled.write(0x00)
        bus.oled.stop()
        assert bus.oled.read() == 0xFF
        bus.commands(command)


def test_inverse_and_entire_display_on(bus: Bus) -> None:
    bus.data(b"\x01")
    bus.commands(b"\xa7")
    assert len(bus.lit()) == 128 * 64 - 1
    assert (0, 0) not in bus.lit()
    bus.commands(b"\xa5")
    assert len(bus.lit()) == 128 * 64
    bus.commands(b"\xa4\xa6")
    assert bus.lit() == {(0, 0)}


def test_segment_remap_acts_on_new_data_only(bus: Bus) -> None:
    bus.data(b"\x01")
    bus.commands(b"\xa0")
    assert bus.lit() == {(0, 0)}
    bus.commands(b"\xb0\x00\x10")
    bus.data(b"\x02")
    assert bus.lit() == {(0, 0), (127, 1)}


def test_com_remap_turns_the_picture_over_at_once(bus: Bus) -> None:
    bus.data(b"\x01")
    bus.commands(b"\xc0")
    assert bus.lit() == {(0, 63)}


def test_start_line_and_offset_shift_the_picture_up(bus: Bus) -> None:
    bus.data(b"\x01")
    bus.commands(b"\x48")  # line 8 on top: line 0 is shown at row 56 (table 10-1)
    assert bus.lit() == {(0, 56)}
    bus.commands(b"\x40\xd3\x08")
    assert bus.lit() == {(0, 56)}
    bus.commands(b"\x48")
    assert bus.lit() == {(0, 48)}


def test_rows_past_the_multiplex_ratio_are_not_driven(bus: Bus) -> None:
    bus.commands(b"\xa5\xa8\x1f\xc0")
    assert {y for _, y in bus.lit()} == set(range(32, 64))  # COM0..31, upside down
    bus.commands(b"\xd3\x08")  # the first rows move to the other end
    assert {y for _, y in bus.lit()} == set(range(40, 64)) | set(range(8))
    bus.commands(b"\xa8\x0e")
    assert bus.oled.unknown_commands == [0xA8]  # 10.1.11: 0 to 14 are invalid


def test_the_wrong_com_pin_order_scrambles_the_rows(bus: Bus) -> None:
    bus.commands(b"\x20\x00\x21\x00\x00\x22\x00\x07")
    bus.data(b"\x07" + bytes(7))
    assert bus.lit() == {(0, 0), (0, 1), (0, 2)}
    bus.commands(b"\xda\x02")  # sequential: what many 128x32 drivers send
    assert bus.lit() == {(0, 0), (0, 2), (0, 4)}
    bus.commands(b"\xda\x32")  # left and right swapped: neighbours change places
    assert bus.lit() == {(0, 1), (0, 0), (0, 3)}


def test_other_settings_are_kept_and_nop_is_known(bus: Bus) -> None:
    bus.commands(b"\xd5\xf0\xd9\xf1\xdb\x30\xe3\x26\0\0\0\0\0\xff\x29\0\0\0\0\0\xa3\0\x40\x2f")
    oled = bus.oled
    assert (oled.clock_setting, oled.precharge, oled.vcomh) == (0xF0, 0xF1, 0x30)
    assert oled.scrolling
    assert oled.unknown_commands == []
    bus.commands(b"\x2e\xff\x20\x03")
    assert not oled.scrolling
    assert oled.unknown_commands == [0xFF, 0x20]


def test_changed_is_the_time_of_the_last_visible_change(bus: Bus) -> None:
    bus.wires.run_ms(1)
    bus.data(b"\x01")
    assert bus.oled.changed_ns == 1 * MS
    bus.wires.run_ms(1)
    bus.commands(b"\xb0\x00\x10\xa6")
    bus.data(b"\x01")
    assert bus.oled.changed_ns == 1 * MS  # the same byte at the same place
    bus.commands(b"\xa7")
    assert bus.oled.changed_ns == 2 * MS


def test_a_picture_already_asked_for_is_drawn_anew_after_a_change(bus: Bus) -> None:
    assert bus.lit() == set()
    bus.oled.image()[5][5] = True  # a copy: the panel is not for scribbling
    assert bus.lit() == set()
    bus.data(b"\x01")
    assert bus.lit() == {(0, 0)}


def test_losing_power_takes_it_all(bus: Bus) -> None:
    bus.data(b"\xff")
    bus.send(0x80, 0x81)  # and a command half sent
    bus.oled.power_off()
    assert bus.lit() == set()
    bus.commands(INIT)
    assert bus.lit() == set()
    assert bus.oled.contrast == 0x7F


def test_it_answers_to_its_own_address_only(bus: Bus) -> None:
    assert not bus.oled.start(0x3D, read=False)
    assert not bus.oled.write(0x40)
    assert bus.oled.start(ADDRESS, read=False)


@pytest.mark.parametrize("fault", ["nack", "stuck"])
def test_faults_end_acknowledgement_even_in_the_middle(bus: Bus, fault: str) -> None:
    assert bus.oled.start(ADDRESS, read=False)
    assert bus.oled.write(0x40)
    bus.oled.fault = fault
    assert not bus.oled.write(0x01)
    bus.oled.stop()
    assert not bus.oled.start(ADDRESS, read=False)
    assert bus.lit() == set()
    bus.oled.fault = None
    bus.data(b"\x01")
    assert bus.lit() == {(0, 0)}


def test_the_picture_can_be_written_to_a_file(bus: Bus, tmp_path: Path) -> None:
    bus.data(b"\x81")
    bus.oled.png(tmp_path / "oled.png")
    assert png.read(tmp_path / "oled.png") == bus.oled.image()
    bus.oled.png(tmp_path / "big.png", scale=2)
    assert len(png.read(tmp_path / "big.png")) == 128
