"""The bench's buses and the parts of the full board on them, called as a target calls them."""

import pytest

from pitctl.boards import load_board
from simulator.bench import Bench
from simulator.buses import late
from simulator.fitting import ST7789_MAX_HZ
from simulator.models.mfrc522 import Mfrc522
from simulator.models.pn532 import Pn532
from simulator.models.ssd1306 import Ssd1306
from simulator.models.st7789 import St7789
from tests.models.recorder import MS, Recorder
from tests.models.register_parts import I2cRegisters, SpiRegisters

DISPLAY_CS, DC, DISPLAY_RESET = 17, 22, 26
CARDS_CS, CARDS_RESET = 27, 28
INT = 7
MODE_0 = 8_000_000


class Full:
    """The full board, every chip select high and the SPI at a rate that all can follow."""

    def __init__(self, name: str = "pico-table-full") -> None:
        self.wires = Recorder()
        self.bench = Bench(load_board(name), self.wires)
        self.bench.spi_clock(0, MODE_0, 0)
        for pin in (CARDS_CS, CARDS_RESET):
            self.out(pin, True)

    def out(self, pin: int, level: bool) -> None:
        self.bench.pin_out(pin, level, self.wires.time.now_ns())

    def version(self) -> int:
        """VersionReg of the MFRC522: address 37h, bit 7 for a read."""
        self.out(CARDS_CS, False)
        answer = self.bench.spi_exchange(0, b"\xee\x00")
        self.out(CARDS_CS, True)
        return answer[1]

    def register(self, address: int, register: int) -> int:
        bench = self.bench
        assert bench.i2c_start(0, address, False) and bench.i2c_write(0, register)
        assert bench.i2c_start(0, address, True)
        byte = bench.i2c_read(0, False)
        bench.i2c_stop(0)
        return byte


@pytest.fixture
def full() -> Full:
    return Full()


def test_every_part_is_there(full: Full) -> None:
    bench = full.bench
    assert isinstance(bench.display, St7789)
    assert isinstance(bench.badges, Pn532)
    assert isinstance(bench.cards, Mfrc522)
    assert [expander.address for expander in bench.bets] == [0x20, 0x21]
    assert bench.clock_chip is not None and bench.clock_chip.address == 0x68
    assert bench.badge_field is not None and bench.card_field is not None
    assert bench.badge_field is not bench.card_field
    assert bench.cards.field is bench.card_field
    assert isinstance(Full("pico-table-oled").bench.display, Ssd1306)


def test_a_board_without_them_has_none() -> None:
    bench = Bench(load_board("pico-table"), Recorder())
    assert (bench.badges, bench.cards, bench.clock_chip, bench.bets) == (None, None, None, [])
    assert (bench.badge_field, bench.card_field) == (None, None)
    assert bench.spi_exchange(0, b"ab") == b"\xff\xff"
    bench.spi_write(0, b"ab")


def test_chip_selects_say_who_is_meant(full: Full) -> None:
    assert full.version() == 0x92
    assert full.bench.spi_exchange(0, b"\xee\x00") == b"\xff\xff"
    assert not full.bench.contention


def test_display_bytes_go_one_by_one_or_many_at_once(full: Full) -> None:
    display = full.bench.display
    full.out(DISPLAY_CS, False)
    full.wires.run_ms(200)
    for byte in (0x11, 0x29):
        full.out(DC, False)
        assert full.bench.spi_byte(0, byte) == 0xFF
        full.wires.run_ms(200)
    full.bench.spi_write(0, b"\x36")
    full.out(DC, True)
    full.bench.spi_write(0, b"\x60")
    assert not display.asleep and display.on
    assert display.unknown_commands == [] and display.broken_rules == []


def test_both_selected_at_once_is_a_fight_on_miso(full: Full) -> None:
    full.out(DISPLAY_CS, False)
    full.version()
    assert full.bench.contention == {DISPLAY_CS: 2, CARDS_CS: 2}


def test_the_reader_cannot_follow_the_displays_clock(full: Full) -> None:
    full.bench.spi_clock(0, 12_000_000, 0)
    assert full.version() != 0x92
    assert full.bench.misread == {"cards": 2}
    full.bench.spi_clock(0, MODE_0, 3)
    assert full.version() != 0x92
    full.bench.spi_clock(0, MODE_0, 0)
    assert full.version() == 0x92
    assert full.bench.misread == {"cards": 4}
    assert 12_000_000 < ST7789_MAX_HZ < 16_000_000


def test_a_part_that_holds_miso_down_takes_the_others_too(full: Full) -> None:
    assert full.version() == 0x92
    assert full.bench.display is not None
    full.bench.display.fault = "stuck"
    assert full.version() == 0x00
    full.bench.display.fault = None
    assert full.version() == 0x92


def test_a_byte_that_is_sampled_late_is_shifted() -> None:
    assert late(0b0100_0001) == 0b1000_0011


def test_a_bus_on_other_pins_reaches_nobody(full: Full) -> None:
    bench = full.bench
    assert bench.spi_wired(0) == (18, 19, 16)
    assert bench.i2c_wired(0) == (8, 9)
    assert (bench.spi_wired(1), bench.i2c_wired(1)) == ((), ())
    bench.spi_pins(0, (2, 3, 4))
    assert full.version() == 0xFF
    bench.spi_pins(0, (18, 19, 16))
    assert full.version() == 0x92
    bench.i2c_pins(0, (12, 13))
    assert not bench.i2c_start(0, 0x68, False)
    bench.i2c_pins(0, (8, 9))
    assert bench.i2c_start(0, 0x68, False)


def test_expanders_and_clock_share_the_bus(full: Full) -> None:
    assert full.register(0x20, 0x00) == 0xFF  # IODIRA
    assert full.register(0x21, 0x00) == 0xFF
    assert full.register(0x68, 0x0E) == 0x1C  # control register of the DS3231
    assert not full.bench.i2c_start(0, 0x3C, False)
    assert full.bench.clock_chip is not None
    full.bench.clock_chip.fault = "stuck"
    assert full.bench.i2c_stuck(0)


def test_a_slow_part_is_slow_only_while_it_is_addressed(full: Full) -> None:
    bench = full.bench
    slow = I2cRegisters(0x42)
    slow.stretch_ns = 7
    bench.i2c_bus(0).plug(slow)
    assert bench.i2c_stretch_ns(0) == 0
    assert bench.i2c_start(0, 0x42, False)
    assert bench.i2c_stretch_ns(0) == 7
    bench.i2c_stop(0)
    assert bench.i2c_stretch_ns(0) == 0


def test_interrupts_of_both_expanders_meet_on_one_pin(full: Full) -> None:
    one, two = full.bench.bets
    for register, value in ((0x0A, 0x44), (0x04, 0xFF), (0x0C, 0xFF)):  # IOCON, GPINTENA, GPPUA
        for address in (0x20, 0x21):
            assert full.bench.i2c_start(0, address, False)
            assert full.bench.i2c_write(0, register) and full.bench.i2c_write(0, value)
            full.bench.i2c_stop(0)
    full.register(0x20, 0x12)
    full.register(0x21, 0x12)
    assert full.wires.level(INT) is None
    one.set_input(0, False)
    two.set_input(0, False)
    assert full.wires.level(INT) is False
    full.register(0x20, 0x12)
    assert full.wires.level(INT) is False  # the other still pulls
    full.register(0x21, 0x12)
    assert full.wires.level(INT) is None
    assert INT not in full.bench.contention


def test_push_pull_interrupts_on_one_pin_are_a_short(full: Full) -> None:
    one = full.bench.bets[0]
    assert full.bench.i2c_start(0, 0x20, False)
    for byte in (0x04, 0xFF):
        assert full.bench.i2c_write(0, byte)
    full.bench.i2c_stop(0)
    one.set_input(0, True)  # INTA goes low, while that of the other, not set up either, drives high
    assert full.wires.level(INT) is False
    assert full.bench.contention[INT] > 0


def test_two_uarts_have_each_its_own_part(full: Full) -> None:
    bench = full.bench
    assert isinstance(bench.badges, Pn532) and bench.barcode is not None
    # PN532 user manual 6.2.1.5 and 7.2.11: a wake-up preamble, then SAMConfiguration.
    for byte in b"\x55\x55" + bytes(14) + bytes.fromhex("0000ff03fdd414011700"):
        bench.uart_sent(1, byte, 115200)
        full.wires.run_ms(0.1)
    full.wires.run_ms(50)
    assert bench.barcode.received == b""
    assert bench.badges.commands == [b"\x14\x01"]
    assert {uart for _, uart, _ in full.wires.received} == {1}
    bench.uart_sent(0, 0x7E, 115200)
    assert bench.barcode.received == b"\x7e"


def test_released_lines_rest_high_and_a_reset_of_the_chip_releases_them(full: Full) -> None:
    part = SpiRegisters()
    full.bench.plug_spi(0, part, "part", 12)
    full.out(12, False)
    assert part.selected
    full.bench.pin_released(12)
    assert not part.selected
    full.out(12, False)
    full.bench.reset_wires()
    assert not part.selected
    full.out(12, False)
    full.bench.power_cut()
    assert not part.selected
    full.bench.pin_released(13)  # leads nowhere


def test_a_reset_line_reaches_the_reader(full: Full) -> None:
    full.out(CARDS_RESET, False)
    assert full.version() == 0xFF
    full.bench.pin_released(CARDS_RESET)
    full.wires.run_ms(10)
    assert full.version() == 0x92


def test_a_power_cut_takes_the_parts_on_the_chips_supply(full: Full) -> None:
    assert full.bench.i2c_start(0, 0x20, False)
    for byte in (0x00, 0x55):
        assert full.bench.i2c_write(0, byte)
    full.bench.power_cut()
    assert full.register(0x20, 0x00) == 0xFF
    assert full.wires.time.now_ns() < MS


def test_followed_pins_are_the_lines_that_parts_look_at(full: Full) -> None:
    assert set(full.bench.followed_pins) == {6, 10, DISPLAY_CS, DC, DISPLAY_RESET, CARDS_CS, CARDS_RESET}
