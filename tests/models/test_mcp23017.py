"""The MCP23017 by hand: bytes on the bus and levels on its pins, as the data sheet DS20001952C gives them."""

import random

import pytest

from simulator.models.mcp23017 import Mcp23017
from tests.models.recorder import Recorder

ADDRESS = 0x21
INT = 14
# Addresses of table 3-5, IOCON.BANK = 0.
IODIRA, IPOLA, GPINTENA, DEFVALA, INTCONA, IOCON, GPPUA = 0x00, 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C
INTFA, INTCAPA, INTCAPB, GPIOA, GPIOB, OLATA, OLATB = 0x0E, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15


class Bus:
    """A hand on the I2C bus, and on the pins."""

    def __init__(self) -> None:
        self.wires = Recorder()
        self.chip = Mcp23017(self.wires, ADDRESS, INT, rng=random.Random(1))

    def send(self, *values: int) -> None:
        assert self.chip.start(ADDRESS, read=False)
        assert all(self.chip.write(value) for value in values)
        self.chip.stop()

    def more(self, count: int) -> list[int]:
        """Read on from where the address pointer is."""
        assert self.chip.start(ADDRESS, read=True)
        found = [self.chip.read() for _ in range(count)]
        self.chip.stop()
        return found

    def get(self, register: int, count: int = 1) -> list[int]:
        """Figure 3-2: the register's address, a restart, and the bytes."""
        assert self.chip.start(ADDRESS, read=False)
        assert self.chip.write(register)
        return self.more(count)

    def line(self) -> bool | None:
        return self.wires.level(INT)


@pytest.fixture
def bus() -> Bus:
    return Bus()


# ---- registers


def test_after_power_on_all_pins_are_inputs_and_the_rest_is_zero(bus: Bus) -> None:
    assert bus.get(0x00, 22) == [0xFF, 0xFF] + [0] * 20  # table 3-5, the last column


def test_sequential_mode_goes_through_all_registers_and_rolls_over(bus: Bus) -> None:
    bus.send(OLATA, 0x12, 0x34, 0x7E)  # the third byte is IODIRA's
    assert bus.get(OLATA, 3) == [0x12, 0x34, 0x7E]
    assert bus.more(1) == [0xFF]  # the pointer stayed: IODIRB


def test_byte_mode_goes_to_and_fro_in_a_pair(bus: Bus) -> None:
    bus.send(IOCON, 0x20)
    for pin, level in ((0, True), (9, True)):
        bus.chip.set_input(pin, level)
    assert bus.get(GPIOA, 4) == [0x01, 0x02, 0x01, 0x02]
    assert bus.get(GPIOB, 2) == [0x02, 0x01]


def test_in_bank_1_the_ports_have_their_registers_apart(bus: Bus) -> None:
    bus.send(IOCON, 0x80)
    bus.send(0x00, 0x0F, 0x01)  # IODIRA, IPOLA
    bus.send(0x10, 0xF0, 0x02)  # IODIRB, IPOLB
    assert bus.get(0x05) == bus.get(0x15) == [0x80]  # IOCON, the same one
    assert (bus.get(0x00, 2), bus.get(0x10, 2)) == ([0x0F, 0x01], [0xF0, 0x02])
    bus.send(0x05, 0x00)  # and back
    assert bus.get(0x00, 4) == [0x0F, 0xF0, 0x01, 0x02]


def test_in_bank_1_byte_mode_stays_where_it_is(bus: Bus) -> None:
    bus.send(IOCON, 0xA0)
    bus.chip.set_input(0, True)
    assert bus.get(0x09, 3) == [0x01, 0x01, 0x01]  # GPIOA


def test_iocon_is_one_register_at_two_addresses_and_its_bit_0_is_not_there(bus: Bus) -> None:
    bus.send(0x0B, 0x47)
    assert bus.get(0x0A, 2) == [0x46, 0x46]


def test_flags_and_captures_are_read_only(bus: Bus) -> None:
    bus.send(INTFA, 0xFF, 0xFF, 0xFF, 0xFF)
    assert bus.get(INTFA, 4) == [0, 0, 0, 0]


def test_addresses_beyond_the_last_register_do_nothing(bus: Bus) -> None:
    bus.send(0x40, 0xAA)
    assert bus.get(0x40) == [0]
    assert bus.get(0x00, 22) == [0xFF, 0xFF] + [0] * 20


# ---- pins


def test_an_input_is_its_wire_or_its_pull_up(bus: Bus) -> None:
    assert bus.get(GPIOA, 2) == [0, 0]
    bus.send(GPPUA, 0x0F, 0x80)
    assert bus.get(GPIOA, 2) == [0x0F, 0x80]
    bus.chip.set_input(1, False)
    bus.chip.set_input(7, True)
    assert bus.get(GPIOA, 2) == [0x8D, 0x80]
    bus.chip.set_input(1, None)
    assert bus.get(GPIOA) == [0x8F]


def test_polarity_turns_what_is_read_and_not_the_pin(bus: Bus) -> None:
    bus.send(IPOLA, 0xFF)
    bus.chip.set_input(2, True)
    assert bus.get(GPIOA) == [0xFB]
    assert bus.chip.levels(0) == 0x04


def test_writing_the_port_writes_the_latches(bus: Bus) -> None:
    bus.send(IODIRA, 0x00)
    bus.send(GPIOA, 0x5A)
    assert (bus.get(OLATA), bus.get(GPIOA)) == ([0x5A], [0x5A])
    bus.chip.set_input(0, True)  # a short against an output is no input
    assert bus.get(GPIOA) == [0x5A]


# ---- interrupts


@pytest.mark.parametrize(
    ("iocon", "idle", "active"), [(0x00, True, False), (0x02, False, True), (0x04, None, False), (0x06, None, False)]
)  # fmt: skip
def test_the_line_is_high_low_or_open_as_iocon_says(
    bus: Bus, iocon: int, idle: bool | None, active: bool
) -> None:
    bus.send(IOCON, iocon)
    bus.send(GPINTENA, 0x01)
    assert bus.line() is idle
    bus.chip.set_input(0, True)
    assert bus.line() is active
    bus.get(GPIOA)
    assert bus.line() is idle


def test_the_first_change_is_captured_until_it_is_read(bus: Bus) -> None:
    bus.send(IOCON, 0x04)
    bus.send(GPINTENA, 0xFF)
    bus.chip.set_input(3, True)
    bus.chip.set_input(5, True)  # 3.6.4: no further interrupt, no further capture
    assert bus.get(INTFA) == [0x08]
    assert bus.line() is False
    assert bus.get(INTCAPA) == [0x08]
    assert bus.line() is None and bus.get(INTFA) == [0]
    assert bus.get(GPIOA) == [0x28]
    assert bus.get(INTCAPA) == [0x08]  # 3.5.9: it stays as it was


def test_a_pin_that_went_back_before_the_read_has_not_changed_after_it(bus: Bus) -> None:
    """AN1043, interrupt-on-pin-change: the reference is the level at the read."""
    bus.send(IOCON, 0x04)
    bus.send(GPINTENA, 0xFF)
    bus.chip.set_input(0, True)
    bus.chip.set_input(0, False)
    assert bus.line() is False
    assert (bus.get(INTCAPA), bus.line()) == ([0x01], None)
    bus.chip.set_input(0, True)
    assert bus.line() is False


def test_only_inputs_that_are_enabled_interrupt(bus: Bus) -> None:
    bus.send(IODIRA, 0xFE)
    bus.send(GPINTENA, 0x03)
    bus.send(OLATA, 0x01)  # an output
    bus.chip.set_input(2, True)  # not enabled
    assert not bus.chip.interrupt
    bus.chip.set_input(1, True)
    assert bus.chip.interrupt and bus.get(INTFA) == [0x02]


def test_a_difference_from_the_default_interrupts_as_long_as_it_is_there(bus: Bus) -> None:
    bus.send(IOCON, 0x04)
    bus.send(DEFVALA, 0x01)
    bus.send(INTCONA, 0x01)
    bus.chip.set_input(0, True)
    bus.send(GPINTENA, 0x01)
    assert bus.line() is None
    bus.chip.set_input(0, False)
    assert bus.line() is False
    bus.get(GPIOA)
    assert bus.line() is False  # figure 3-9: cleared only if the condition is gone
    bus.chip.set_input(0, True)
    bus.get(INTCAPA)
    assert bus.line() is None


def test_with_mirror_the_line_tells_of_both_ports(bus: Bus) -> None:
    bus.send(GPINTENA, 0xFF, 0xFF)
    bus.chip.set_input(8, True)
    assert not bus.chip.interrupt  # INTA is port A's
    bus.send(IOCON, 0x44)
    assert bus.chip.interrupt and bus.line() is False
    bus.get(GPIOA)
    assert bus.line() is False
    assert (bus.get(INTCAPB), bus.line()) == ([0x01], None)


# ---- faults


def test_another_address_is_not_answered(bus: Bus) -> None:
    assert not bus.chip.start(0x20, read=False)
    assert not bus.chip.write(0)


@pytest.mark.parametrize("fault", ["nack", "stuck"])
def test_silent(bus: Bus, fault: str) -> None:
    bus.chip.fault = fault
    assert not bus.chip.start(ADDRESS, read=True)
    assert bus.chip.read() == 0xFF
    bus.chip.fault = None
    assert bus.get(IODIRA) == [0xFF]


def test_gone_in_the_middle_of_a_transfer_and_for_good(bus: Bus) -> None:
    bus.chip.fault = "gone"
    assert bus.chip.start(ADDRESS, read=True)
    assert [bus.chip.read() for _ in range(4)] == [0xFF, 0xFF, 0xFF, 0xFF]
    bus.chip.stop()
    assert not bus.chip.start(ADDRESS, read=True)
    bus.chip.fault = None
    bus.send(OLATA, 1, 2)
    bus.chip.fault = "gone"
    assert bus.chip.start(ADDRESS, read=False)
    assert [bus.chip.write(value) for value in (OLATA, 7, 8, 9)] == [True, True, False, False]
    bus.chip.fault = None
    assert bus.get(OLATA, 2) == [7, 2]


def test_bit_errors_spoil_some_bytes(bus: Bus) -> None:
    bus.send(OLATA, 0x55, 0x55)
    bus.chip.fault = "bit-errors"
    bus.chip.error_rate = 0.3
    read: list[int] = []
    for _ in range(200):
        if bus.chip.start(ADDRESS, read=False) and bus.chip.write(OLATA) and bus.chip.start(ADDRESS, read=True):
            read.append(bus.chip.read())
        bus.chip.stop()
    wrong = [byte for byte in read if byte != 0x55]
    assert 20 < len(read) < 200 and 10 < len(wrong) < len(read)


def test_slow_holds_the_clock(bus: Bus) -> None:
    assert bus.chip.stretch_ns == 0
    bus.chip.fault = "slow"
    assert bus.chip.stretch_ns > 0 and bus.get(IODIRA) == [0xFF]


@pytest.mark.parametrize("way", ["fault", "power_off"])
def test_after_a_brown_out_it_answers_and_has_forgotten_its_set_up(bus: Bus, way: str) -> None:
    bus.send(IOCON, 0x44)
    bus.send(GPPUA, 0x7F, 0x7F)
    assert bus.line() is None
    if way == "fault":
        bus.chip.fault = "brown-out"
    else:
        bus.chip.power_off()
    assert bus.line() is True  # push-pull again, and idle
    assert bus.get(0x00, 22) == [0xFF, 0xFF] + [0] * 20


def test_stuck_inputs_stay_as_they_are(bus: Bus) -> None:
    bus.chip.set_input(0, True)
    bus.chip.fault = "stuck-input"
    bus.chip.set_input(0, False)
    bus.chip.set_input(1, True)
    assert bus.get(GPIOA) == [0x01]
    bus.chip.fault = None
    assert bus.get(GPIOA) == [0x02]
    bus.chip.stick(4, True)
    bus.chip.set_input(4, False)
    assert bus.get(GPIOA) == [0x12]
    bus.chip.unstick()
    assert bus.get(GPIOA) == [0x02]


def test_a_fault_that_is_not_on_the_menu_is_refused(bus: Bus) -> None:
    with pytest.raises(ValueError, match="no such fault: melted"):
        bus.chip.fault = "melted"
