"""SPI, shared I2C and two UARTs of the emulated RP2040: the scripts of tests/vm/test_buses.py, with the same parts."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitctl.boards import load_board
from simulator.models.barcode import BarcodeEngine
from simulator.rp2040 import Rp2040Target
from simulator.vm import FIRMWARE
from tests.models.register_parts import I2cRegisters, SpiRegisters, SpiSink
from tests.rp2040.raw_repl import Repl
from tests.vm import bus_scripts as scripts

pytestmark = pytest.mark.rp2040

SPI_PINS = (18, 19, 16)
SAY = "say = print\n"


class Board:
    """pico-table, and something on its second UART."""

    def __init__(self) -> None:
        second: dict[str, Any] = {"kind": "of this test", "uart": 1, "tx": 20, "rx": 21}
        self.parts = {**load_board("pico-table").parts, "second": second}


@pytest.fixture
def repl() -> Iterator[Repl]:
    """A board whose parts may still be plugged; `Repl.enter` starts it."""
    target = Rp2040Target(Board())
    yield Repl(target)
    target.close()


def run(repl: Repl, script: str) -> list[str]:
    if not repl.target.powered:
        repl.target.start()
        repl.enter()
    return repl.run(SAY + script).splitlines()


def test_spi_reads_what_it_wrote(repl: Repl) -> None:
    part = SpiRegisters()
    repl.bench.plug_spi(0, part, "part", 17, pins=SPI_PINS)
    assert run(repl, scripts.SPI_REGISTERS) == scripts.SPI_REGISTERS_SAID
    assert part.log == [b"\x02\x11\x22\x33", b"\x82\0\0\0", b"\x83\x83\x83"]
    assert not repl.bench.contention


def test_two_selected_parts_fight(repl: Repl) -> None:
    one, two = SpiRegisters(0x3C), SpiRegisters(0x66)
    repl.bench.plug_spi(0, one, "one", 17, pins=SPI_PINS)
    repl.bench.plug_spi(0, two, "two", 27, pins=SPI_PINS)
    assert run(repl, scripts.SPI_CONTENTION) == ["002424", "003c3c"]
    assert (one.log, two.log) == ([b"\x80\0\0", b"\x80\0\0"], [b"\x80\0\0"])
    assert repl.bench.contention == {17: 3, 27: 3}


def test_a_long_write_by_dma_is_whole(repl: Repl) -> None:
    sink = SpiSink()
    repl.bench.plug_spi(0, sink, "sink", 17, take_many=sink.write)
    assert run(repl, scripts.SPI_LONG) == ["sent"]
    assert sink.heard == bytes(n * 7 & 255 for n in range(10000)) + b"end"


def test_spi_takes_its_time_on_the_wire(repl: Repl) -> None:
    """The emulator's own time: eight bits a byte, and what MicroPython needs for the call."""
    for line, wanted in zip(run(repl, scripts.SPI_TIME), scripts.SPI_TIMES_US, strict=True):
        assert wanted <= int(line.split()[1]) <= wanted + 120


def test_spi_at_the_wrong_speed_mode_or_pins_is_not_understood(repl: Repl) -> None:
    part = SpiRegisters()
    repl.bench.plug_spi(0, part, "part", 17, pins=SPI_PINS, max_hz=10_000_000)
    assert run(repl, scripts.SPI_WRONG) == ["ffff"]
    assert part.log == [b"\x03\x03", b"\x03\x03", b"\x01\x55", b""]
    assert repl.bench.misread == {"part": 4}


def test_a_released_chip_select_is_high(repl: Repl) -> None:
    one, two = SpiRegisters(), SpiRegisters()
    repl.bench.plug_spi(0, one, "one", 17, pins=SPI_PINS)
    repl.bench.plug_spi(0, two, "two", 27, pins=SPI_PINS)
    assert run(repl, scripts.RELEASED) == ["ffff"]
    assert one.log == [b"\x01\x07"]
    assert two.selected
    repl.target.power_cut()
    assert not two.selected


def test_a_reset_lets_go_of_a_chip_select(repl: Repl) -> None:
    part = SpiRegisters()
    repl.bench.plug_spi(0, part, "part", 28)
    run(repl, "from machine import Pin\nPin(28, Pin.OUT, value=0)")
    assert part.selected
    repl.send("import machine\nmachine.reset()")
    assert repl.target.run_until(lambda: repl.target.resets == 1, 1_000_000)
    repl.target.run_for(10_000)
    assert not part.selected and part.log == [b""]


def test_i2c_is_shared_and_starts_again_without_a_stop(repl: Repl) -> None:
    one, two = I2cRegisters(0x42), I2cRegisters(0x43)
    for part in (one, two):
        repl.bench.i2c_bus(0).plug(part)
    assert run(repl, scripts.I2C_REGISTERS) == scripts.I2C_REGISTERS_SAID
    assert " ".join(one.log) == " ".join(scripts.I2C_LOG.split())
    assert " ".join(two.log) == "W 00 99 P W 00 R 99 00 P"


def test_i2c_reads_take_as_long_as_writes(repl: Repl) -> None:
    repl.bench.i2c_bus(0).plug(I2cRegisters(0x42))
    # 378 kHz is what the SDK makes of 400.
    whole = (101 * 9 + 2) / 0.378
    wanted = (whole, whole, whole + (2 * 9 + 1) / 0.378)
    for line, us in zip(run(repl, scripts.I2C_TIME), wanted, strict=True):
        assert 0.99 * us <= int(line.split()[1]) <= 1.05 * us + 100


def test_i2c_waits_for_a_slow_part_and_gives_it_up(repl: Repl) -> None:
    part = I2cRegisters(0x42)
    part.stretch_ns = 500_000
    repl.bench.i2c_bus(0).plug(part)
    read, read_us, write, write_us = run(repl, scripts.I2C_SLOW)
    assert (read, write) == ("ok", "errno 110")
    assert 5000 <= int(read_us.split()[1]) <= 7000
    assert 50_000 <= int(write_us.split()[1]) <= 52_000
    part.stretch_ns = 0
    repl.target.run_for(5_000)
    assert repl.run('i2c.writeto_mem(0x42, 0, b"!")\nprint(i2c.readfrom_mem(0x42, 0, 1))') == "b'!'"


def test_i2c_on_other_pins_than_the_boards_finds_nobody(repl: Repl) -> None:
    body = scripts.OPEN_I2C + 'attempt(i2c.writeto, 0x3C, b"\\x00")\n'
    assert run(repl, body) == ["ok"]
    other = body.replace("Pin(8)", "Pin(12)").replace("Pin(9)", "Pin(13)")
    free = "from machine import Pin\nfor pin in (8, 9):\n    Pin(pin, Pin.IN)\n"
    assert run(repl, free + other) == ["errno 5"]


def test_two_uarts_by_dma_lose_nothing_through_an_erase(repl: Repl) -> None:
    target = repl.target
    driver = (FIRMWARE / "pitboard/drivers/rp2_uart_dma.py").read_text(encoding="utf-8")
    run(repl, driver)
    repl.run(scripts.TWO_UARTS)
    assert repl.run("print(uarts[0]._dma.channel != uarts[1]._dma.channel)") == "True"
    first = repl.bench.barcode
    assert first is not None
    second = BarcodeEngine(target.wires, 1, 21, 115200)
    repl.bench.plug_uart(1, second, 21)
    texts = [bytes(33 + n * k % 90 for n in range(size)) for k, size in ((31, 399), (37, 299))]
    first.show(texts[0])
    second.show(texts[1])
    repl.send(scripts.ERASE_MEANWHILE)
    assert target.run_until(repl.heard(b"wait"), 1_000_000)
    second.show(b"x")
    took, one, two, _, woken = repl.finish().splitlines()
    assert 45_000 <= int(took.split()[1]) <= 45_500
    for line, text in zip((one, two), texts, strict=True):
        assert line == f"{len(text) + 1} lost 0 {text.decode().strip()}"
    assert woken == "woken 0 1"
    assert (first.received, second.received) == (b"abc", b"hello")


def test_every_part_of_the_full_board_answers() -> None:
    repl = Repl(Rp2040Target(load_board("pico-table-full")))
    assert run(repl, scripts.FULL_BOARD) == scripts.FULL_BOARD_SAID
    display = repl.bench.display
    assert display.bytes_taken == 6002 and display.broken_rules == []
    assert not repl.bench.contention and not repl.bench.misread
    repl.target.close()
