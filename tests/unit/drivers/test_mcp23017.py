"""The expander's driver over the model: set-up, a look, and what a failing chip does to it."""

import random
from typing import Any

import pytest

from simulator.models.mcp23017 import A, B, Mcp23017
from tests.models.recorder import Recorder
from tests.unit.drivers.i2c_shim import Flag, I2cShim, Pin, driver

INT = 14
BYTE_BITS = 9
HZ = 400_000


class Board(Recorder):
    """Wires that end at the driver's pin."""

    def drive(self, pin: int, level: bool | None) -> None:
        super().drive(pin, level)
        if pin in Pin.pins:
            Pin.pins[pin].drive(level)


class Rig:
    def __init__(self) -> None:
        Pin.pins.clear()
        self.wires = Board()
        self.chip = Mcp23017(self.wires, 0x20, INT, rng=random.Random(3))
        self.i2c = I2cShim(self.chip)
        self.wake = Flag()
        self.driver: Any = driver("mcp23017").Mcp23017(self.i2c, 0x20, INT, self.wake)

    def put(self, pin: int, there: bool) -> None:
        """A sensor pulls its input low, or lets go."""
        self.chip.set_input(pin, False if there else None)


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    list(rig.driver.begin())
    assert not rig.wake.is_set  # not even by the pull-ups
    return rig


def test_set_up(rig: Rig) -> None:
    for port in (A, B):
        found = {
            name: rig.chip.register(name, port)
            for name in ("IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "GPPU", "OLAT")
        }
        assert found == {
            "IODIR": 0x7F, "IPOL": 0x7F, "GPINTEN": 0x7F, "DEFVAL": 0, "INTCON": 0, "GPPU": 0x7F, "OLAT": 0,
        }  # fmt: skip
    assert rig.chip.register("IOCON") == 0x44  # MIRROR, ODR
    assert rig.driver.read() == 0


@pytest.mark.parametrize("pin", [*range(7), *range(8, 15)])
def test_what_is_there_is_a_one(rig: Rig, pin: int) -> None:
    rig.put(pin, True)
    assert rig.driver.read() == 1 << pin
    rig.put(pin, False)
    assert rig.driver.read() == 0


@pytest.mark.parametrize("pin", [7, 15])
def test_the_two_outputs_have_no_say(rig: Rig, pin: int) -> None:
    rig.put(pin, True)
    assert rig.driver.read() == 0 and not rig.wake.is_set


def test_each_change_pulls_the_line_until_it_is_read(rig: Rig) -> None:
    for there in (True, False):
        rig.put(9, there)
        assert rig.wake.is_set and rig.driver.is_pending()
        rig.wake.is_set = False
        rig.driver.read()
        assert not rig.driver.is_pending() and not rig.wake.is_set


def test_an_input_that_moved_and_came_back_is_told(rig: Rig) -> None:
    rig.put(9, True)
    rig.put(9, False)
    assert (rig.driver.read(), rig.driver.edges) == (0, 1 << 9)
    assert (rig.driver.read(), rig.driver.edges) == (0, 0)


def test_a_look_takes_a_third_of_a_millisecond(rig: Rig) -> None:
    rig.i2c.log.clear()
    rig.driver.read()
    wire_bytes = sum(1 + len(data) for _, _, data in rig.i2c.log)  # each with its address
    assert wire_bytes * BYTE_BITS / HZ < 0.000_32


def test_a_set_up_that_was_forgotten_is_noticed(rig: Rig) -> None:
    rig.put(3, True)
    rig.chip.fault = "brown-out"
    with pytest.raises(OSError):
        rig.driver.read()
    list(rig.driver.begin())
    assert rig.driver.read() == 1 << 3


@pytest.mark.parametrize("iocon", [b"\x80", b"\x20", b"\xa0", b"\xfe"])
def test_in_whatever_mode_it_is_it_is_set_up_all_the_same(rig: Rig, iocon: bytes) -> None:
    rig.i2c.writeto_mem(0x20, 0x0A, iocon)
    with pytest.raises(OSError):
        rig.driver.read()
    list(rig.driver.begin())
    rig.put(0, True)
    assert rig.driver.read() == 1


@pytest.mark.parametrize("fault", ["nack", "stuck", "gone"])
def test_silence_is_an_error_and_the_chip_is_taken_up_again(rig: Rig, fault: str) -> None:
    rig.put(5, True)
    for after in range(10):
        rig.chip.gone_after = after
        rig.chip.fault = fault
        with pytest.raises(OSError):
            for _ in range(2):
                rig.driver.read()
        with pytest.raises(OSError):
            list(rig.driver.begin())
        rig.chip.fault = None
        list(rig.driver.begin())
        assert rig.driver.read() == 1 << 5


def test_what_was_read_before_is_not_taken_for_now(rig: Rig) -> None:
    """The chip takes its address and not the register's: the buffer stays as it was."""
    rig.put(5, True)
    rig.driver.read()
    rig.put(5, False)
    real = rig.chip._take
    rig.chip._take = lambda byte: False
    with pytest.raises(OSError):
        rig.driver.read()
    with pytest.raises(OSError):
        list(rig.driver.begin())
    rig.chip._take = real
    list(rig.driver.begin())
    assert rig.driver.read() == 0


def test_gone_at_any_byte_is_never_taken_for_sixteen_sensors(rig: Rig) -> None:
    for after in range(12):
        rig.chip.gone_after = after
        rig.chip.fault = "gone"
        try:
            word = rig.driver.read()
        except OSError:
            continue
        finally:
            rig.chip.fault = None
        assert word == 0


def test_a_set_up_that_did_not_arrive_is_an_error(rig: Rig) -> None:
    """`begin` returns only if every register has what was sent, unless the same bit is spoilt on both ways."""
    good = 0
    rig.chip.error_rate = 0.01
    for _ in range(300):
        rig.chip.fault = "bit-errors"
        try:
            list(rig.driver.begin())
        except OSError:
            continue
        finally:
            rig.chip.fault = None
        good += 1
        found = bytearray(14)
        rig.i2c.readfrom_mem_into(0x20, 0, found)
        assert found == b"\x7f\x7f\x7f\x7f\x7f\x7f\x00\x00\x00\x00\x44\x44\x7f\x7f"
    assert 100 < good < 280


def test_two_expanders_share_a_line() -> None:
    Pin.pins.clear()
    wires = Board()
    wake = Flag()
    chips = [Mcp23017(wires, address, None) for address in (0x20, 0x21)]
    i2c = I2cShim(*chips)
    module = driver("mcp23017")
    drivers = [module.Mcp23017(i2c, 0x20, INT, wake), module.Mcp23017(i2c, 0x21, None, wake)]
    for one in drivers:
        list(one.begin())
    chips[0].set_input(2, False)
    chips[1].set_input(4, False)
    assert [one.read() for one in drivers] == [1 << 2, 1 << 4]
    assert not drivers[1].is_pending()  # it has no pin of its own
