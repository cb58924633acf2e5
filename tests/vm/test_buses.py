"""SPI, shared I2C and two UARTs of the machine stubs, with small register parts at the other end."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent

import pytest

from pitctl.boards import load_board
from simulator.models.barcode import BarcodeEngine
from simulator.vm import VmTarget
from tests.models.register_parts import I2cRegisters, SpiRegisters, SpiSink
from tests.vm import bus_scripts as scripts
from tests.vm.conftest import PRELUDE, BootDrivers, lines

pytestmark = pytest.mark.target("cpython", "unix")

MAIN = """
async def main(stdin, stdout):
    script(lambda text: say("%s", text))
    await asyncio.sleep(3600)
"""
SPI_PINS = (18, 19, 16)

Table = Callable[..., VmTarget]


@pytest.fixture
def table(target_name: str, tmp_path: Path) -> Iterator[Table]:
    """A board that runs a script when it is started."""
    opened: list[VmTarget] = []

    def make(body: str, name: str = "pico-table") -> VmTarget:
        firmware = tmp_path / f"firmware{len(opened)}"
        firmware.mkdir()
        program = "def script(say):\n" + indent(body, "    ") + MAIN
        (firmware / "main.py").write_text(PRELUDE + program)
        board = load_board(name)
        state = tmp_path / f"state{len(opened)}"
        opened.append(VmTarget(target_name, board, {}, state_dir=state, firmware=firmware))
        return opened[-1]

    yield make
    for target in opened:
        target.close()


def run(target: VmTarget, ms: int = 500) -> list[str]:
    target.start()
    target.run_for(ms * 1000)
    return lines(target)


def test_spi_reads_what_it_wrote(table: Table) -> None:
    target, part = table(scripts.SPI_REGISTERS), SpiRegisters()
    target.bench.plug_spi(0, part, "part", 17, pins=SPI_PINS)
    assert run(target) == scripts.SPI_REGISTERS_SAID
    assert part.log == [b"\x02\x11\x22\x33", b"\x82\0\0\0", b"\x83\x83\x83"]
    assert not target.bench.contention


def test_two_selected_parts_fight(table: Table) -> None:
    target = table(scripts.SPI_CONTENTION)
    one, two = SpiRegisters(0x3C), SpiRegisters(0x66)
    target.bench.plug_spi(0, one, "one", 17, pins=SPI_PINS)
    target.bench.plug_spi(0, two, "two", 27, pins=SPI_PINS)
    assert run(target) == ["002424", "003c3c"]
    assert one.log == [b"\x80\0\0", b"\x80\0\0"]
    assert two.log == [b"\x80\0\0"]
    assert target.bench.contention == {17: 3, 27: 3}


def test_a_long_write_is_whole_and_costs_few_round_trips(table: Table) -> None:
    target, sink = table(scripts.SPI_LONG), SpiSink()
    target.bench.plug_spi(0, sink, "sink", 17, take_many=sink.write)
    target.start()
    before = target.round_trips
    target.run_for(100_000)
    assert lines(target) == ["sent"]
    assert sink.heard == bytes(n * 7 & 255 for n in range(10000)) + b"end"
    assert max(sink.pieces) == 3000
    assert target.round_trips - before < 20


def test_spi_takes_its_time_on_the_wire(table: Table) -> None:
    said = run(table(scripts.SPI_TIME))
    # The first look at the clock takes a microsecond, a part of one may be left from the transfer before.
    for line, wanted in zip(said, scripts.SPI_TIMES_US, strict=True):
        assert wanted <= int(line.split()[1]) <= wanted + 2


def test_spi_at_the_wrong_speed_mode_or_pins_is_not_understood(table: Table) -> None:
    target, part = table(scripts.SPI_WRONG), SpiRegisters()
    target.bench.plug_spi(0, part, "part", 17, pins=SPI_PINS, max_hz=10_000_000)
    assert run(target) == ["ffff"]
    assert part.log == [b"\x03\x03", b"\x03\x03", b"\x01\x55", b""]
    assert target.bench.misread == {"part": 4}


def test_a_released_chip_select_is_high(table: Table) -> None:
    target = table(scripts.RELEASED)
    one, two = SpiRegisters(), SpiRegisters()
    target.bench.plug_spi(0, one, "one", 17, pins=SPI_PINS)
    target.bench.plug_spi(0, two, "two", 27, pins=SPI_PINS)
    assert run(target) == ["ffff"]
    assert one.log == [b"\x01\x07"]
    assert two.selected
    target.power_cut()
    assert not two.selected


def test_a_reset_lets_go_of_a_chip_select(table: Table) -> None:
    target = table(
        scripts.OPEN_SPI
        + "import machine\n"
        + "if machine.reset_cause() == machine.PWRON_RESET:\n"
        + "    Pin(28, Pin.OUT, value=0)\n    machine.reset()\n"
    )
    part = SpiRegisters()
    target.bench.plug_spi(0, part, "part", 28)
    run(target)
    assert target.resets == 1
    assert not part.selected and part.log == [b""]


def test_i2c_is_shared_and_starts_again_without_a_stop(table: Table) -> None:
    target = table(scripts.I2C_REGISTERS)
    one, two = I2cRegisters(0x42), I2cRegisters(0x43)
    for part in (one, two):
        target.bench.i2c_bus(0).plug(part)
    assert run(target) == scripts.I2C_REGISTERS_SAID
    assert " ".join(one.log) == " ".join(scripts.I2C_LOG.split())
    assert " ".join(two.log) == "W 00 99 P W 00 R 99 00 P"


def test_i2c_reads_take_as_long_as_writes(table: Table) -> None:
    target = table(scripts.I2C_TIME)
    target.bench.i2c_bus(0).plug(I2cRegisters(0x42))
    # 101 bytes of nine bits, START and STOP at 2.5 us; with a register first, two bytes and a START more.
    whole = (101 * 9 + 2) * 5 // 2
    wanted = (whole, whole, whole + (2 * 9 + 1) * 5 // 2)
    for line, us in zip(run(target), wanted, strict=True):
        assert us <= int(line.split()[1]) <= us + 2


def test_i2c_waits_for_a_slow_part_and_gives_it_up(table: Table) -> None:
    target, part = table(scripts.I2C_SLOW), I2cRegisters(0x42)
    part.stretch_ns = 500_000
    target.bench.i2c_bus(0).plug(part)
    read, read_us, write, write_us = run(target)
    assert (read, write) == ("ok", "errno 110")
    assert 5000 <= int(read_us.split()[1]) <= 6000
    assert 50_000 <= int(write_us.split()[1]) <= 50_100


def test_two_parts_at_one_address_meet_as_a_wired_and(table: Table) -> None:
    target = table(scripts.OPEN_I2C + "say(i2c.readfrom_mem(0x42, 0, 2).hex())\n")
    for fill in (0x3C, 0x66):
        target.bench.i2c_bus(0).plug(I2cRegisters(0x42, fill))
    assert run(target) == ["2424"]


@pytest.mark.target("unix")  # on cpython only files are erased
def test_two_uarts_by_dma_lose_nothing_through_an_erase(boot_drivers: BootDrivers) -> None:
    body = "time.sleep_ms(20)\n" + scripts.ERASE_MEANWHILE
    target = boot_drivers(
        "from pitboard.drivers.rp2_uart_dma import UartDma\n"
        "def script(say):\n" + indent(scripts.TWO_UARTS + body, "    ") + MAIN
    )
    first = target.bench.barcode
    assert first is not None
    second = BarcodeEngine(target.wires, 1, 21, 115200)
    target.bench.plug_uart(1, second, 21)
    texts = [bytes(33 + n * k % 90 for n in range(size)) for k, size in ((31, 399), (37, 299))]
    target.run_for(15_000)
    first.show(texts[0])
    second.show(texts[1])
    target.run_for(120_000)
    second.show(b"x")
    target.run_for(100_000)
    took, one, two, wait, woken = lines(target)
    assert 45_000 <= int(took.split()[1]) <= 45_100
    for line, text in zip((one, two), texts, strict=True):
        assert line == f"{len(text) + 1} lost 0 {text.decode().strip()}"
    assert wait == "wait"
    assert woken == "woken 0 1"
    assert (first.received, second.received) == (b"abc", b"hello")


def test_i2c_on_other_pins_than_the_boards_finds_nobody(table: Table) -> None:
    body = scripts.OPEN_I2C + 'attempt(i2c.writeto, 0x3C, b"\\x00")\n'
    assert run(table(body)) == ["ok"]
    other = body.replace("Pin(8)", "Pin(12)").replace("Pin(9)", "Pin(13)")
    assert run(table(other)) == ["errno 5"]


def test_the_stub_makes_the_rates_of_a_stock_image(table: Table) -> None:
    """As measured on the emulated chip: 48 MHz by even numbers, never faster than asked."""
    body = (
        scripts.OPEN_SPI
        + "for hz in (62500000, 20000000, 15000000, 10000000, 5000000, 1000000, 100000):\n"
        + "    spi.init(baudrate=hz)\n    say(repr(spi))\n"
    )
    said = [int(re.findall(r"baudrate=(\d+)", line)[0]) for line in run(table(body))]
    assert said == [24_000_000, 12_000_000, 12_000_000, 8_000_000, 4_800_000, 1_000_000, 100_000]


def test_every_part_of_the_full_board_answers(table: Table) -> None:
    target = table(scripts.FULL_BOARD, "pico-table-full")
    assert run(target) == scripts.FULL_BOARD_SAID
    display = target.bench.display
    assert display.bytes_taken == 6002 and display.broken_rules == []
    assert not target.bench.contention and not target.bench.misread
