"""The DS3231 by hand: bytes on the bus as figure 1 of its data sheet gives them."""

import random

import pytest

from simulator.models.ds3231 import Ds3231
from tests.models.recorder import Recorder

ADDRESS = 0x68
S = 1000  # milliseconds
HOUR = 3600 * S


class Bus:
    """A hand on the I2C bus."""

    def __init__(self) -> None:
        self.wires = Recorder()
        self.chip = Ds3231(self.wires.clock, rng=random.Random(1))

    def send(self, *values: int) -> None:
        assert self.chip.start(ADDRESS, read=False)
        assert all(self.chip.write(value) for value in values)
        self.chip.stop()

    def get(self, register: int, count: int = 1) -> bytes:
        assert self.chip.start(ADDRESS, read=False)
        assert self.chip.write(register)
        assert self.chip.start(ADDRESS, read=True)
        found = bytes(self.chip.read() for _ in range(count))
        self.chip.stop()
        return found

    def set_time(self, text: str) -> None:
        """Seconds, minutes, hours, day, date, month, year, as in the registers."""
        self.send(0x00, *bytes.fromhex(text))

    def time(self) -> str:
        return self.get(0x00, 7).hex(" ")


@pytest.fixture
def bus() -> Bus:
    return Bus()


def test_first_power_on(bus: Bus) -> None:
    assert bus.time() == "00 00 00 01 01 01 00"
    assert bus.get(0x0E, 5).hex(" ") == "1c 88 00 19 40"  # OSF and EN32kHz are set; 25.25 degrees


def test_time_runs_in_bcd(bus: Bus) -> None:
    bus.set_time("58 59 09 07 09 05 26")
    bus.wires.run_ms(3 * S)
    assert bus.time() == "01 00 10 07 09 05 26"
    bus.wires.run_ms(14 * HOUR)
    assert bus.time() == "01 00 00 01 10 05 26"  # midnight: the day of the week begins anew after 7


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("59 59 23 03 31 12 26", "00 00 00 04 01 01 27"),
        ("59 59 23 06 28 02 26", "00 00 00 07 01 03 26"),
        ("59 59 23 07 28 02 28", "00 00 00 01 29 02 28"),
        ("59 59 23 02 30 04 26", "00 00 00 03 01 05 26"),
        ("59 59 23 04 31 12 99", "00 00 00 05 01 81 00"),  # the century bit
        ("59 59 23 04 31 92 99", "00 00 00 05 01 01 00"),
    ],
)
def test_the_calendar(bus: Bus, before: str, after: str) -> None:
    bus.set_time(before)
    bus.wires.run_ms(S)
    assert bus.time() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("59 59 51 01 01 01 26", "00 00 72 01 01 01 26"),  # 11 a.m. to 12 p.m.
        ("59 59 72 01 01 01 26", "00 00 61 01 01 01 26"),  # 12 p.m. to 1 p.m.
        ("59 59 71 01 01 01 26", "00 00 52 02 02 01 26"),  # 11 p.m. to 12 a.m.
        ("59 59 52 01 01 01 26", "00 00 41 01 01 01 26"),  # 12 a.m. to 1 a.m.
    ],
)
def test_twelve_hours(bus: Bus, before: str, after: str) -> None:
    bus.set_time(before)
    bus.wires.run_ms(S)
    assert bus.time() == after


def test_writing_the_seconds_begins_a_new_second(bus: Bus) -> None:
    bus.set_time("10 00 00 01 01 01 26")
    bus.wires.run_ms(900)
    bus.send(0x00, 0x20)
    bus.wires.run_ms(900)
    assert bus.get(0x00) == b"\x20"
    bus.wires.run_ms(100)
    assert bus.get(0x00) == b"\x21"
    bus.wires.run_ms(900)
    bus.send(0x01, 0x05)  # the minutes do not
    bus.wires.run_ms(100)
    assert bus.get(0x00, 2) == b"\x22\x05"


def test_the_time_is_copied_at_the_start(bus: Bus) -> None:
    bus.set_time("59 59 23 01 31 12 26")
    assert bus.chip.start(ADDRESS, read=False) and bus.chip.write(0x00)
    assert bus.chip.start(ADDRESS, read=True)
    found = [bus.chip.read()]
    bus.wires.run_ms(2 * S)  # a slow master
    found += [bus.chip.read() for _ in range(6)]
    assert bytes(found).hex(" ") == "59 59 23 01 31 12 26"
    bus.chip.stop()
    assert bus.time() == "01 00 00 02 01 01 27"


def test_the_pointer_wraps_after_12h_and_copies_the_time_anew(bus: Bus) -> None:
    bus.set_time("10 20 12 01 01 01 26")
    assert bus.chip.start(ADDRESS, read=False) and bus.chip.write(0x12)
    assert bus.chip.start(ADDRESS, read=True)
    bus.wires.run_ms(5 * S)
    assert [bus.chip.read() for _ in range(3)] == [0x40, 0x15, 0x20]


def test_alarms_control_and_aging_are_kept(bus: Bus) -> None:
    bus.send(0x07, 0x80, 0x59, 0x23, 0x07, 0x30, 0x12, 0x81, 0x07)
    bus.send(0x10, 0xF6)
    assert bus.get(0x07, 8).hex(" ") == "80 59 23 07 30 12 81 07"
    assert bus.get(0x10, 3).hex(" ") == "f6 19 40"
    bus.send(0x11, 0xFF, 0xFF)  # the temperature is read-only
    assert bus.get(0x11, 2).hex(" ") == "19 40"


def test_osf_can_only_be_written_to_0(bus: Bus) -> None:
    bus.send(0x0F, 0x88)
    assert bus.get(0x0F) == b"\x88"
    bus.send(0x0F, 0x00)
    assert bus.get(0x0F) == b"\x00"
    bus.send(0x0F, 0x83)
    assert bus.get(0x0F) == b"\x00"


# ---- supply


def good_time(bus: Bus) -> None:
    bus.set_time("00 00 12 01 01 06 26")
    bus.send(0x0F, 0x00)


def test_the_battery_keeps_the_time_while_the_board_has_no_power(bus: Bus) -> None:
    good_time(bus)
    bus.chip.power_off()
    bus.wires.run_ms(2 * HOUR)
    assert bus.time() == "00 00 14 01 01 06 26"
    assert bus.get(0x0F) == b"\x00"


def test_without_a_battery_all_is_lost_and_osf_says_so(bus: Bus) -> None:
    good_time(bus)
    bus.chip.battery = False
    bus.chip.power_off()
    bus.wires.run_ms(2 * HOUR)
    assert bus.time() == "00 00 00 01 01 01 00"
    assert bus.get(0x0F) == b"\x88"


def test_a_stopped_oscillator_on_battery_keeps_the_registers(bus: Bus) -> None:
    good_time(bus)
    bus.send(0x0E, 0x9C)  # EOSC
    bus.wires.run_ms(S)
    assert bus.time() == "01 00 12 01 01 06 26"  # with VCC it always runs
    bus.chip.power_off()
    bus.wires.run_ms(2 * HOUR)
    assert bus.time() == "01 00 12 01 01 06 26"
    assert bus.get(0x0F) == b"\x80"
    bus.wires.run_ms(S)
    assert bus.time() == "02 00 12 01 01 06 26"


# ---- faults


def test_stopped(bus: Bus) -> None:
    good_time(bus)
    bus.chip.fault = "stopped"
    bus.wires.run_ms(HOUR)
    bus.send(0x0F, 0x00)  # as long as it stands still the flag stays
    assert (bus.time(), bus.get(0x0F)) == ("00 00 12 01 01 06 26", b"\x80")
    bus.chip.fault = None
    bus.wires.run_ms(S)
    assert (bus.time(), bus.get(0x0F)) == ("01 00 12 01 01 06 26", b"\x80")


def test_wrong_time(bus: Bus) -> None:
    good_time(bus)
    bus.chip.fault = "wrong-time"
    assert (bus.time(), bus.get(0x0F)) == ("00 00 11 01 01 06 26", b"\x00")
    bus.chip.jump(-12 * 3600)
    assert bus.time() == "00 00 23 07 31 05 26"
    bus.chip.jump(86400)
    assert bus.time() == "00 00 23 01 01 06 26"


def test_brown_out(bus: Bus) -> None:
    good_time(bus)
    bus.chip.fault = "brown-out"
    assert (bus.time(), bus.get(0x0F)) == ("00 00 00 01 01 01 00", b"\x88")


def test_silent_gone_and_spoilt(bus: Bus) -> None:
    good_time(bus)
    bus.chip.fault = "nack"
    assert not bus.chip.start(ADDRESS, read=True)
    bus.chip.fault = "gone"
    assert bus.chip.start(ADDRESS, read=True)
    assert [bus.chip.read() for _ in range(3)][2] == 0xFF
    assert not bus.chip.start(ADDRESS, read=True)
    bus.chip.fault = "bit-errors"
    bus.chip.error_rate = 0.5
    assert not all(bus.chip.start(ADDRESS, read=True) for _ in range(50))
    bus.chip.fault = None
    assert bus.time() == "00 00 12 01 01 06 26"
