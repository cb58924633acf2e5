"""The bench: the parts of a board file, each at the end of its own wires."""

from typing import Any

import pytest

from simulator.bench import FILESYSTEM_BASE, Bench
from simulator.models.nor_flash import NorFlash
from tests.models.recorder import MS, Recorder

PARTS: dict[str, dict[str, Any]] = {
    "scanner": {"kind": "barcode-uart", "uart": 0, "tx": 0, "rx": 1, "baud": 115200},
    "beam": {"kind": "beam", "pin": 2, "pull": "up", "broken": 0},
    "keys": {
        "kind": "keys", "no_more_bets": 3, "confirm": 4, "cancel": 5, "pull": "up", "pressed": 0,
    },
    "supervisor": {"kind": "key-switch", "pin": 11, "pull": "up", "on": 0},
    "lights": {"kind": "ws2812-pio", "data": 6, "count": 2},
    "display": {
        "kind": "ssd1306-i2c", "i2c": 0, "sda": 8, "scl": 9, "address": 60, "freq": 400000,
    },
    "sounder": {"kind": "sounder-pwm", "pin": 10},
    "journal": {"kind": "flash-segments", "segments": 64},
}  # fmt: skip


class Board:
    def __init__(self, **parts: dict[str, Any]) -> None:
        self.parts = parts


class Table:
    """A bench with every part there, to be found without asking."""

    def __init__(self, seed: int = 1) -> None:
        self.wires = Recorder()
        self.bench = bench = Bench(Board(**PARTS), self.wires, seed=seed)
        assert bench.barcode is not None
        assert bench.beam is not None
        assert bench.lights is not None
        assert bench.display is not None
        assert bench.sounder is not None
        self.barcode, self.beam, self.lights = bench.barcode, bench.beam, bench.lights
        self.display, self.sounder = bench.display, bench.sounder

    def show_pixel(self) -> None:
        assert self.bench.i2c_start(0, 60, False)
        for byte in (0x80, 0xA1, 0x80, 0xC8, 0x80, 0x8D, 0x80, 0x14, 0x80, 0xAF, 0x40, 0x01):
            assert self.bench.i2c_write(0, byte)
        self.bench.i2c_stop(0)


@pytest.fixture
def table() -> Table:
    return Table()


def test_inputs_have_their_resting_levels_from_the_start(table: Table) -> None:
    pins = (1, 2, 3, 4, 5, 11)
    assert table.wires.levels == [(0, pin, True if pin == 1 else None) for pin in pins]
    table.beam.interrupt()
    table.wires.levels.clear()
    table.bench.reset_wires()
    expected = {1: True, 2: False, 3: None, 4: None, 5: None, 11: None}
    assert table.wires.levels == [(0, pin, level) for pin, level in expected.items()]


def test_the_dealers_hands_reach_scanner_and_keys(table: Table) -> None:
    table.bench.dealer.slide("KD")
    table.bench.dealer.press("cancel")
    table.wires.run_ms(60)
    assert table.wires.text() == b"KD\r"
    assert table.wires.level(2) is False
    assert table.wires.level(5) is False
    assert set(table.bench.keys) == {"no_more_bets", "confirm", "cancel"}


def test_edges_and_pio_bits_reach_the_lights(table: Table) -> None:
    table.bench.pio_bits(6, b"\x01\x02\x03\x04\x05\x06", 1250)
    table.wires.run_ms(1)
    assert table.lights.pixels == [(2, 1, 3), (5, 4, 6)]
    for n in range(24):
        t_ns = 1 * MS + n * 1250
        table.bench.pin_out(6, True, t_ns)
        table.bench.pin_out(6, False, t_ns + 800)
    table.wires.run_ms(1)
    assert table.lights.pixels == [(255, 255, 255), (5, 4, 6)]


def test_i2c_reaches_the_display_by_bus_and_address(table: Table) -> None:
    bench = table.bench
    table.show_pixel()
    assert table.display.image()[0][0]
    assert not bench.i2c_start(0, 61, False)
    assert not bench.i2c_write(0, 0x00)
    assert not bench.i2c_start(1, 60, False)
    assert bench.i2c_start(0, 60, True)
    assert bench.i2c_read(0, True) == 0x00
    assert bench.i2c_read(0, False) == 0x00
    assert bench.i2c_read(0, True) == 0xFF  # after the master's NACK nobody drives the bus
    bench.i2c_stop(0)
    assert bench.i2c_bit_ns(0) == 2500


def test_a_stuck_bus_can_be_told_from_a_silent_one(table: Table) -> None:
    table.display.fault = "nack"
    assert not table.bench.i2c_stuck(0)
    table.display.fault = "stuck"
    assert table.bench.i2c_stuck(0)
    assert not table.bench.i2c_stuck(1)
    assert not table.bench.i2c_start(0, 60, False)


def test_pwm_and_edges_reach_the_sounder(table: Table) -> None:
    table.bench.pwm(10, 2000, 32768)
    table.wires.run_ms(10)
    table.bench.pwm(10, 2000, 0)
    for n in range(10):
        table.bench.pin_out(10, True, 100 * MS + n * MS)
        table.bench.pin_out(10, False, 100 * MS + n * MS + MS // 2)
    table.wires.run_ms(200)
    assert [tone.hz for tone in table.sounder.tones] == [2000, 1000]


def test_bytes_on_the_uart_reach_the_engine(table: Table) -> None:
    table.bench.uart_sent(0, 0x7E)
    table.bench.uart_sent(1, 0x55)
    assert table.barcode.received == b"\x7e"


def test_pins_that_lead_nowhere_are_counted_and_shorts_apart(table: Table) -> None:
    bench = table.bench
    bench.pin_out(25, True, 0)
    bench.pin_out(25, False, 1)
    bench.pwm(26, 1000, 5)
    bench.pio_bits(27, b"\0", 1250)
    bench.pin_out(2, True, 2)
    assert bench.unwired == {25: 2, 26: 1, 27: 1}
    assert bench.contention == {2: 1}


def test_a_power_cut_darkens_what_hangs_on_the_chips_supply(table: Table) -> None:
    table.show_pixel()
    table.bench.pio_bits(6, b"\xff" * 6, 1250)
    table.bench.pwm(10, 2000, 32768)
    table.beam.interrupt()
    table.bench.flash.program(FILESYSTEM_BASE, b"\x00")
    table.wires.run_ms(1)
    assert table.bench.i2c_start(0, 60, False)
    table.bench.power_cut()
    assert not table.bench.i2c_write(0, 0x40)  # the transmission died with the chip
    assert table.lights.pixels == [(0, 0, 0)] * 2
    assert not any(any(row) for row in table.display.image())
    assert not table.sounder.sounding
    assert table.beam.broken
    assert table.bench.flash.read(FILESYSTEM_BASE, 1) == b"\x00"


def test_an_engine_goes_on_sending_through_a_power_cut(table: Table) -> None:
    table.bench.dealer.read("2S")
    table.bench.power_cut()
    table.wires.run_ms(1)
    assert table.wires.text() == b"2S\r"


def test_a_bare_board_has_no_parts() -> None:
    flash = NorFlash(8192)
    bench = Bench(Board(), Recorder(), flash=flash)
    parts = (bench.barcode, bench.beam, bench.lights, bench.display, bench.sounder)
    assert parts == (None,) * 5
    assert bench.keys == {}
    assert bench.flash is flash
    bench.reset_wires()
    bench.power_cut()
    assert not bench.i2c_start(0, 60, False)
    assert bench.i2c_bit_ns(0) == 2500
    bench.uart_sent(0, 1)
    bench.pin_out(6, True, 0)
    assert bench.unwired == {6: 1}


def test_chance_comes_from_the_seed() -> None:
    bounces: list[list[tuple[int, bool | None]]] = []
    for seed in (1, 1, 2):
        table = Table(seed)
        table.bench.dealer.press("confirm")
        table.wires.run_ms(100)
        bounces.append(table.wires.edges(4))
    assert bounces[0] == bounces[1] != bounces[2]


def test_the_file_system_lies_where_stock_images_put_it() -> None:
    table = Table()
    assert FILESYSTEM_BASE == 640 * 1024
    assert table.bench.flash.size - FILESYSTEM_BASE == 352 * 4096
