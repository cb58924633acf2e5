"""The MB85RS by hand: op-codes, addresses and answers as its data sheet gives them."""

import pytest

from simulator.models import mb85rs
from simulator.models.mb85rs import Mb85rs, PowerCut
from tests.models.recorder import US, Recorder


class Hand:
    """A hand on chip select and clock."""

    def __init__(self, size: int = 262_144) -> None:
        self.wires = Recorder()
        self.chip = Mb85rs(self.wires.clock, size)

    def send(self, *values: int) -> bytes:
        """One transfer; what came back for each byte."""
        self.chip.select(True)
        answer = bytes(self.chip.exchange(value) for value in values)
        self.chip.select(False)
        return answer

    def enable(self) -> None:
        self.send(0x06)

    def read(self, address: int, count: int) -> bytes:
        return self.send(0x03, address >> 16, address >> 8 & 255, address & 255, *[0] * count)[4:]


def test_identity_of_both_sizes() -> None:
    assert Hand().send(0x9F, 0, 0, 0, 0)[1:] == b"\x04\x7f\x48\x03"
    assert Hand(131_072).send(0x9F, 0, 0, 0, 0)[1:] == b"\x04\x7f\x27\x03"


def test_a_write_wants_the_latch_and_takes_it_down() -> None:
    hand = Hand()
    hand.send(0x02, 0, 0, 5, 0xAA)
    assert hand.read(5, 1) == b"\x00", "WEL is 0 at power-on"
    hand.enable()
    assert hand.send(0x05, 0)[1] & 0x02
    hand.send(0x02, 0, 0, 5, 0xAA, 0xBB)
    assert hand.read(5, 2) == b"\xaa\xbb"
    assert not hand.send(0x05, 0)[1] & 0x02, "it fell with the chip select"
    hand.send(0x02, 0, 0, 5, 0x11)
    assert hand.read(5, 1) == b"\xaa"


def test_wren_counts_when_the_chip_select_rises_and_wrdi_takes_it_back() -> None:
    hand = Hand()
    hand.chip.select(True)
    hand.chip.exchange(0x06)
    assert not hand.chip.status & 0x02
    hand.chip.select(False)
    assert hand.chip.status & 0x02
    hand.send(0x04)
    assert not hand.chip.status & 0x02


def test_addresses_go_on_from_the_last_to_the_first() -> None:
    hand = Hand(131_072)
    hand.enable()
    hand.send(0x02, 0x01, 0xFF, 0xFF, 0x12, 0x34)
    assert hand.chip.memory[131_071] == 0x12 and hand.chip.memory[0] == 0x34
    assert hand.read(0x1FFFF, 2) == b"\x12\x34"
    assert hand.read(0xFE0000, 1) == b"\x34", "upper bits of the address are ignored"


def test_fast_read_has_a_dummy_byte() -> None:
    hand = Hand()
    hand.chip.memory[:2] = b"\x77\x88"
    assert hand.send(0x0B, 0, 0, 0, 0, 0, 0)[5:] == b"\x77\x88"


def test_blocks_are_protected_from_the_top() -> None:
    hand = Hand()
    for bits, first in ((0x04, 0x30000), (0x08, 0x20000), (0x0C, 0)):
        hand.enable()
        hand.send(0x01, bits)
        hand.enable()
        hand.send(0x02, first >> 16, 0, 0, 0x55)
        assert hand.read(first, 1) == b"\x00"
        if first:
            hand.enable()
            hand.send(0x02, (first - 1) >> 16, 0xFF, 0xFF, bits)
            assert hand.read(first - 1, 1)[0] == bits
    hand.chip.power_off()
    assert hand.send(0x05, 0)[1] == 0x0C, "protection stays without supply, WEL does not"


def test_sleep_takes_400_us_to_end() -> None:
    hand = Hand()
    hand.send(0xB9)
    assert hand.send(0x9F, 0)[1] == 0xFF
    hand.wires.run_ms(0.399)
    assert hand.send(0x9F, 0)[1] == 0xFF
    hand.wires.run_ms(0.002)
    assert hand.send(0x9F, 0)[1] == 0x04


def test_a_cut_leaves_the_bytes_before() -> None:
    hand = Hand()

    def cut(address: int) -> None:
        if address == 2:
            raise PowerCut

    hand.chip.before = cut
    hand.enable()
    with pytest.raises(PowerCut):
        hand.send(0x02, 0, 0, 0, 1, 2, 3, 4)
    hand.chip.power_off()
    assert hand.chip.memory[:4] == b"\x01\x02\x00\x00"
    assert hand.send(0x05, 0)[1] == 0


@pytest.mark.parametrize("fault", mb85rs.FAULTS)
def test_faults_are_faults(fault: mb85rs.Fault) -> None:
    """Each is seen by somebody who asks who it is, or writes and reads back."""
    hand = Hand()
    hand.chip.fault = fault
    if fault == "bit-errors":
        hand.chip.bit_error_rate = 1.0
    first = hand.send(0x9F, 0, 0, 0, 0)[1:]
    hand.enable()
    hand.send(0x02, 0, 0, 0, *range(1, 17))
    seen = first == b"\x04\x7f\x48\x03" and hand.read(0, 16) == bytes(range(1, 17))
    assert seen == (fault == "brown-out"), "a brown-out costs only what was in hand"
    if fault != "locked":  # protection is kept in the chip
        hand.chip.fault = None
        hand.enable()
        hand.send(0x02, 0, 0, 0, *range(1, 17))
        assert hand.read(0, 16) == bytes(range(1, 17))


def test_a_brown_out_between_latch_and_write() -> None:
    hand = Hand()
    hand.enable()
    hand.chip.fault = "brown-out"
    hand.send(0x02, 0, 0, 0, 1)
    assert hand.read(0, 1) == b"\x00"
    assert hand.wires.clock.now_ns() < US
