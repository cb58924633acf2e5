"""The ST7789's driver against the chip's model, on the pins of the full board."""

from typing import Any

import pytest

from pitboard.drivers.st7789_spi import St7789
from pitctl.boards import load_board
from simulator.bench import Bench
from simulator.models import st7789 as model
from tests.models.recorder import Recorder

CS, DC, RESET = 17, 22, 26
HZ = 12_000_000
READ_HZ = 6_666_666
"""ST7789V data sheet, "Serial Interface Characteristics": a read cycle takes at least 150 ns."""
RED, GREEN = b"\xf8\x00", b"\x07\xe0"
GONE: tuple[model.Fault, ...] = ("silent", "stuck", "gone")


class Bus:
    """The shared SPI as the driver sees it, and how fast it is."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.hz = 0

    def at(self, hz: int) -> "Bus":
        self.hz = hz
        self.bench.spi_clock(0, hz, 0)
        return self

    def write(self, data: bytes) -> None:
        self.bench.spi_write(0, bytes(data))

    def readinto(self, into: bytearray) -> None:
        assert self.hz <= READ_HZ
        into[:] = self.bench.spi_exchange(0, bytes(len(into)))


class Line:
    def __init__(self, bench: Bench, wires: Recorder, pin: int) -> None:
        self._bench, self._wires, self._pin = bench, wires, pin

    def value(self, level: int) -> None:
        self._bench.pin_out(self._pin, bool(level), self._wires.time.now_ns())


class Rig:
    def __init__(self, answers: bool = True) -> None:
        self.wires = Recorder()
        self.bench = Bench(load_board("pico-table-full"), self.wires)
        assert isinstance(self.bench.display, model.St7789)
        self.lcd = self.bench.display
        self.bench.pin_out(27, True, 0)  # the card reader on the same bus is not selected
        bus: Any = Bus(self.bench)
        cs, dc, reset = self._line(CS), self._line(DC), self._line(RESET)
        cs.value(1)
        self.driver = St7789(bus, HZ, cs, dc, reset, answers)

    def _line(self, pin: int) -> Any:
        return Line(self.bench, self.wires, pin)

    def begin(self) -> int:
        """Set it up as the outputs' task does; returns how long that took, in ms."""
        step = took = 0
        while wait := self.driver.init(step):
            self.wires.run_ms(wait)
            took += wait
            step += 1
        return took

    def lit(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        rows = self.lcd.image()
        return {(x, y): p for y, row in enumerate(rows) for x, p in enumerate(row) if p != (0, 0, 0)}


@pytest.fixture
def rig() -> Rig:
    """Set up and black."""
    rig = Rig()
    assert rig.begin() < 150
    for y in range(0, 240, 30):
        rig.driver.write(0, y, 320, 30, bytearray(2 * 320 * 30))
    assert rig.lit() == {}
    return rig


def clean(rig: Rig) -> bool:
    """Nothing that the data sheet forbids, nobody disturbed, nothing too fast."""
    lcd, bench = rig.lcd, rig.bench
    return not (lcd.broken_rules or lcd.unknown_commands or bench.contention or bench.misread)


def test_a_rectangle_is_where_it_should_be_and_upright(rig: Rig) -> None:
    rig.driver.write(300, 200, 2, 2, bytearray(RED + GREEN + GREEN + GREEN))
    red, green = (255, 0, 0), (0, 255, 0)
    assert rig.lit() == {(300, 200): red, (301, 200): green, (300, 201): green, (301, 201): green}
    assert clean(rig)
    assert rig.driver.look()


@pytest.mark.parametrize("fault", GONE)
def test_one_that_is_not_there_is_missed(fault: model.Fault) -> None:
    rig = Rig()
    rig.lcd.fault = fault
    for _ in range(3):
        with pytest.raises(OSError):
            rig.begin()
    rig.lcd.fault = None
    rig.wires.run_ms(1000)
    rig.begin()
    assert rig.driver.look()


@pytest.mark.parametrize("fault", GONE)
def test_one_that_goes_away_is_found_by_a_look(rig: Rig, fault: model.Fault) -> None:
    rig.lcd.fault = fault
    assert not rig.driver.look()
    rig.lcd.fault = None
    rig.wires.run_ms(10)
    assert rig.driver.look() is (fault != "gone")  # that one has forgotten everything


def test_one_that_lost_its_supply_for_a_moment_is_found_by_a_look(rig: Rig) -> None:
    rig.lcd.power_off()
    rig.wires.run_ms(10)
    assert not rig.driver.look()
    rig.begin()
    assert rig.driver.look()
    assert clean(rig)


def test_single_wrong_bits_are_no_loss(rig: Rig) -> None:
    rig.lcd.fault = "bit-errors"
    looks = [rig.driver.look() for _ in range(400)]
    assert looks.count(False) <= 4


def test_a_slow_one_is_given_more_time(rig: Rig) -> None:
    rig.lcd.fault = "slow"
    rig.lcd.power_off()
    for _ in range(5):
        try:
            rig.begin()
            break
        except OSError:
            rig.wires.run_ms(1000)
    assert rig.driver.look()


def test_a_module_that_only_listens_gets_its_settings_again_at_each_look() -> None:
    rig = Rig(answers=False)
    rig.begin()
    assert rig.lcd.power_mode() == 0x9C
    rig.driver._send(0x36, b"\x00")  # a disturbed byte
    assert rig.driver.look()
    assert rig.lcd.memory.access == 0x60
    assert clean(rig)


WHITE = bytearray(b"\xff" * (2 * 320 * 30))


def test_one_that_cannot_answer_is_woken_up_again_after_a_brown_out() -> None:
    rig = Rig(answers=False)
    rig.begin()
    rig.lcd.fault = "brown-out"
    rig.wires.run_ms(1000)
    assert rig.driver.look()
    rig.wires.run_ms(5)
    rig.driver.write(0, 0, 320, 30, WHITE)
    assert rig.lit()
    assert rig.driver.look()
    assert clean(rig)
