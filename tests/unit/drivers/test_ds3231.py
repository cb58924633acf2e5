"""The clock's driver over the model: every kind of date, and what a failing chip does to it."""

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.models.ds3231 import Ds3231
from tests.models.recorder import Recorder
from tests.unit.drivers.i2c_shim import I2cShim, driver

FIRST = int(datetime(2000, 1, 1, tzinfo=UTC).timestamp())
LAST = int(datetime(2099, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp())
NOON = int(datetime(2026, 6, 1, 12, tzinfo=UTC).timestamp())


def now(chip: Any) -> int:
    """Both reads."""
    chip.ask()
    found: int = chip.now()
    return found


class Rig:
    def __init__(self) -> None:
        self.wires = Recorder()
        self.chip = Ds3231(self.wires.clock, rng=random.Random(5))
        self.i2c = I2cShim(self.chip)
        self.driver: Any = driver("ds3231").Ds3231(self.i2c, 0x68)


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    rig.driver.set(NOON)
    return rig


@given(st.integers(FIRST, LAST - 1), st.booleans())
def test_any_time_of_the_century(seconds: int, twelve: bool) -> None:
    rig = Rig()
    rig.driver.set(seconds)
    chip, said = rig.chip, datetime.fromtimestamp(seconds, UTC)
    assert (chip.year, chip.month, chip.date) == (said.year - 2000, said.month, said.day)
    assert (chip.hour, chip.minute, chip.second) == (said.hour, said.minute, said.second)
    assert chip.day == said.isoweekday()
    if twelve:  # set by somebody else
        hour = 0x40 | (0x20 if said.hour >= 12 else 0) | int(f"{(said.hour - 1) % 12 + 1:02}", 16)
        rig.i2c.writeto_mem(0x68, 2, bytes((hour,)))
    assert now(rig.driver) == seconds and rig.driver.trusted
    rig.wires.run_ms(1000)
    assert now(rig.driver) == seconds + 1


def test_a_new_chip_is_not_trusted_until_it_is_set() -> None:
    rig = Rig()
    assert now(rig.driver) == FIRST and not rig.driver.trusted
    rig.driver.set(NOON)
    assert now(rig.driver) == NOON and rig.driver.trusted


def test_an_empty_battery_is_told(rig: Rig) -> None:
    rig.chip.battery = False
    rig.chip.power_off()
    now(rig.driver)
    assert not rig.driver.trusted


def test_it_runs_on_its_battery(rig: Rig) -> None:
    rig.i2c.writeto_mem(0x68, 0x0E, b"\x9c")  # somebody had stopped it there
    rig.driver.set(NOON)
    rig.chip.power_off()
    rig.wires.run_ms(3_600_000)
    assert now(rig.driver) == NOON + 3600 and rig.driver.trusted


@pytest.mark.parametrize("fault", ["nack", "stuck", "gone"])
def test_silence_is_an_error(rig: Rig, fault: str) -> None:
    rig.chip.gone_after = 0
    rig.chip.fault = fault
    with pytest.raises(OSError):
        now(rig.driver)
    rig.chip.fault = None
    assert now(rig.driver) == NOON


def test_what_was_read_before_is_not_taken_for_now(rig: Rig) -> None:
    now(rig.driver)
    rig.wires.run_ms(5000)
    real = rig.chip._take
    rig.chip._take = lambda byte: False
    with pytest.raises(OSError):
        now(rig.driver)
    rig.chip._take = real
    assert now(rig.driver) == NOON + 5


def test_gone_at_any_byte_is_no_time(rig: Rig) -> None:
    for after in range(1, 16):
        rig.chip.gone_after = after
        rig.chip.fault = "gone"
        with pytest.raises(OSError):
            now(rig.driver)
        rig.chip.fault = None


class Bytes:
    """A bus on which these bytes are read."""

    def __init__(self, text: str) -> None:
        self._found = bytes.fromhex(text) + bytes(8) + b"\x00"

    def readfrom_mem_into(self, _address: int, _register: int, into: bytearray) -> None:
        into[:] = self._found[: len(into)]


@pytest.mark.parametrize(
    "text",
    [
        "60 00 00 01 01 01 26", "0a 00 00 01 01 01 26", "00 60 00 01 01 01 26", "00 1f 00 01 01 01 26",
        "00 00 24 01 01 01 26", "00 00 1a 01 01 01 26", "00 00 53 01 01 01 26", "00 00 00 01 00 01 26",
        "00 00 00 01 32 01 26", "00 00 00 01 01 00 26", "00 00 00 01 01 13 26", "00 00 00 01 01 81 00",
        "00 00 00 01 01 01 a0",
    ],
)  # fmt: skip
def test_what_is_no_time_is_an_error(text: str) -> None:
    with pytest.raises(OSError):
        now(driver("ds3231").Ds3231(Bytes(text), 0x68))


def test_a_status_with_bits_that_are_not_there_is_an_error() -> None:
    bus = Bytes("00 00 00 01 01 01 26")
    module = driver("ds3231")
    assert now(module.Ds3231(bus, 0x68)) > FIRST
    bus._found = bus._found[:-1] + b"\x10"
    with pytest.raises(OSError):
        now(module.Ds3231(bus, 0x68))


def test_a_wrong_bit_is_seldom_a_time(rig: Rig) -> None:
    """One look in eleven has a wrong bit somewhere; two looks that agree in a wrong one are not to be found."""
    rig.chip.fault = "bit-errors"
    rig.chip.error_rate = 0.005
    told = 0
    for _ in range(2000):
        try:
            found = now(rig.driver)
        except OSError:
            continue
        told += 1
        assert 0 <= found - NOON <= 1
    assert told > 1000


def test_each_step_is_one_transfer_and_a_time_that_is_set_between_two_agrees(rig: Rig) -> None:
    """A bus that hangs takes 18 ms of each."""
    transfers: list[str] = []
    for name in ("readfrom_mem_into", "writeto_mem"):
        real = getattr(rig.i2c, name)
        setattr(rig.i2c, name, lambda *a, real=real, name=name: (transfers.append(name), real(*a))[1])
    rig.driver.ask()
    assert transfers == ["readfrom_mem_into"]
    rig.driver.set(NOON + 86400)
    assert transfers[1:] == ["writeto_mem"]
    assert rig.driver.now() == NOON + 86400
    assert transfers[2:] == ["readfrom_mem_into"]
