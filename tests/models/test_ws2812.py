"""The WS2812B chain: frames written edge by edge from the data sheet's timing table."""

import pytest

from simulator.models.ws2812 import RESET_V1_NS, Ws2812Chain
from tests.models.recorder import US, Recorder

ZERO, ONE = (400, 850), (800, 450)  # high, low: "Data transfer time"
RESET = 300 * US


class Wire:
    """A hand on the data wire of a chain."""

    def __init__(self, count: int, reset_ns: int | None = None) -> None:
        self.wires = Recorder()
        clock = self.wires.clock
        self.chain = (
            Ws2812Chain(clock, count) if reset_ns is None else Ws2812Chain(clock, count, reset_ns)
        )
        self.t_ns = 1 * US

    def pulse(self, high_ns: int, low_ns: int) -> None:
        self.chain.edge(True, self.t_ns)
        self.chain.edge(False, self.t_ns + high_ns)
        self.t_ns += high_ns + low_ns

    def bits(self, text: str) -> None:
        for char in text:
            self.pulse(*(ONE if char == "1" else ZERO))

    def pixel(self, green: int, red: int, blue: int) -> None:
        self.bits(f"{green:08b}{red:08b}{blue:08b}")

    def reset(self, low_ns: int = RESET) -> None:
        self.t_ns += low_ns
        self.wires.time.advance_to(self.t_ns)


def test_colours_come_green_first_and_high_bit_first() -> None:
    wire = Wire(3)
    assert wire.chain.pixels == [(0, 0, 0)] * 3
    wire.bits("100000000000000111110000")  # green 128, red 1, blue 240
    wire.pixel(green=2, red=3, blue=4)
    wire.pixel(green=0xFF, red=0, blue=0xAA)
    assert wire.chain.pixels == [(0, 0, 0)] * 3  # nothing shines before the reset
    wire.reset()
    assert wire.chain.pixels == [(1, 128, 240), (3, 2, 4), (0, 255, 170)]
    assert (wire.chain.frames, wire.chain.timing_errors) == (1, 0)


def test_the_frame_latches_at_the_reset_time_and_not_before() -> None:
    wire = Wire(1)
    wire.pixel(1, 2, 3)
    fell_ns = wire.t_ns - ONE[1]
    wire.wires.time.advance_to(fell_ns + 280 * US - 1)
    assert wire.chain.frames == 0
    wire.wires.time.advance_to(fell_ns + 280 * US)
    assert wire.chain.pixels == [(2, 1, 3)]
    assert wire.chain.changed_ns == fell_ns + 280 * US


def test_older_parts_latch_after_50_us() -> None:
    wire = Wire(1, RESET_V1_NS)
    wire.pixel(1, 2, 3)
    wire.reset(60 * US)
    assert wire.chain.pixels == [(2, 1, 3)]


def test_a_chain_left_high_does_not_latch() -> None:
    wire = Wire(1)
    wire.pixel(1, 2, 3)
    wire.chain.edge(True, wire.t_ns)
    wire.reset(2 * RESET)
    assert wire.chain.frames == 0


def test_a_short_frame_leaves_the_rest_and_a_long_one_falls_off_the_end() -> None:
    wire = Wire(2)
    for value in (10, 20, 30):
        wire.pixel(value, value, value)
    wire.reset()
    assert wire.chain.pixels == [(10, 10, 10), (20, 20, 20)]
    wire.pixel(1, 1, 1)
    wire.bits("111111111111")  # half a pixel is none
    wire.reset()
    assert wire.chain.pixels == [(1, 1, 1), (20, 20, 20)]
    assert (wire.chain.frames, wire.chain.timing_errors) == (2, 0)


def test_the_second_frame_starts_at_the_first_pixel_again() -> None:
    wire = Wire(2)
    wire.pixel(1, 1, 1)
    wire.reset()
    first = wire.chain.changed_ns
    wire.pixel(1, 1, 1)
    wire.reset()
    assert wire.chain.frames == 2
    assert wire.chain.changed_ns == first  # the same colours again are no change
    wire.pixel(2, 2, 2)
    wire.pixel(3, 3, 3)
    wire.reset()
    assert wire.chain.pixels == [(2, 2, 2), (3, 3, 3)]


@pytest.mark.parametrize(
    ("high", "low", "bit"),
    [(200, 1000, 0), (550, 700, 0), (551, 700, 1), (1000, 450, 1), (400, 250, 0), (800, 1050, 1)],
)
def test_pulses_at_the_edge_of_the_tolerance_are_taken(high: int, low: int, bit: int) -> None:
    wire = Wire(1)
    for _ in range(24):
        wire.pulse(high, low)
    wire.reset()
    assert wire.chain.timing_errors == 0
    assert wire.chain.pixels == [(255 * bit,) * 3]


@pytest.mark.parametrize(
    ("high", "low"),
    [(199, 1000), (1001, 450), (400, 249), (800, 1051), (400, 100_000)],
)
def test_a_pulse_outside_the_tolerance_spoils_the_frame(high: int, low: int) -> None:
    wire = Wire(1)
    wire.pixel(7, 7, 7)
    wire.reset()
    wire.bits("0" * 11)
    wire.pulse(high, low)
    wire.bits("0" * 12)
    wire.reset()
    assert wire.chain.timing_errors == 1
    assert (wire.chain.frames, wire.chain.bad_frames) == (1, 1)
    assert wire.chain.pixels == [(7, 7, 7)]
    wire.pixel(9, 9, 9)
    wire.reset()
    assert wire.chain.pixels == [(9, 9, 9)]  # the next frame is whole again


def test_a_level_said_twice_is_one_edge() -> None:
    wire = Wire(1)
    for _ in range(24):
        for after in (0, 100):
            wire.chain.edge(True, wire.t_ns + after)
        for after in (800, 900):
            wire.chain.edge(False, wire.t_ns + after)
        wire.t_ns += 1250
    wire.reset()
    assert wire.chain.pixels == [(255, 255, 255)]


def test_pixels_behind_a_break_keep_what_they_had() -> None:
    wire = Wire(3)
    for _ in range(3):
        wire.pixel(5, 5, 5)
    wire.reset()
    wire.chain.broken_at = 1
    for _ in range(3):
        wire.pixel(9, 9, 9)
    wire.reset()
    assert wire.chain.pixels == [(9, 9, 9), (5, 5, 5), (5, 5, 5)]
    wire.chain.receive_bits(bytes(9), 1250)
    wire.reset(RESET + 72 * 1250)
    assert wire.chain.pixels == [(0, 0, 0), (5, 5, 5), (5, 5, 5)]


def test_without_supply_all_is_dark_and_half_a_frame_forgotten() -> None:
    wire = Wire(2)
    wire.pixel(5, 5, 5)
    wire.reset()
    wire.pixel(6, 6, 6)
    wire.chain.power_off()
    assert wire.chain.pixels == [(0, 0, 0)] * 2
    wire.reset()
    assert wire.chain.pixels == [(0, 0, 0)] * 2
    wire.pixel(8, 8, 8)
    wire.reset()
    assert wire.chain.pixels == [(8, 8, 8), (0, 0, 0)]
    assert wire.chain.timing_errors == 0


# ---- bits without edges: the same frame, latch and errors


def test_bits_and_edges_give_the_same_frame_at_the_same_time() -> None:
    data = bytes(range(1, 19))
    by_edges, by_bits = Wire(6), Wire(6)
    by_edges.bits("".join(f"{byte:08b}" for byte in data))
    end_ns = by_edges.t_ns
    by_bits.wires.time.advance_to(1 * US)
    by_bits.chain.receive_bits(data, 1250)
    for wire in (by_edges, by_bits):
        wire.wires.time.advance_to(end_ns + RESET)
    assert by_bits.chain.pixels == by_edges.chain.pixels
    assert by_bits.chain.pixels[0] == (2, 1, 3)
    # The hand ends its last bit with the low of a one; bits are counted to the end of that low.
    assert abs(by_bits.chain.changed_ns - by_edges.chain.changed_ns) <= 850


def test_bits_take_their_time_on_the_wire_before_the_reset() -> None:
    wire = Wire(2)
    wire.chain.receive_bits(bytes([1, 2, 3, 4, 5, 6]), 1250)
    latch_ns = 48 * 1250 + 280 * US
    wire.wires.time.advance_to(latch_ns - 1)
    assert wire.chain.frames == 0
    wire.wires.time.advance_to(latch_ns)
    assert wire.chain.pixels == [(2, 1, 3), (5, 4, 6)]


def test_bits_given_in_pieces_are_one_frame() -> None:
    wire = Wire(2)
    for piece in (b"\x01\x02\x03", b"", b"\x04", b"\x05\x06"):
        wire.chain.receive_bits(piece, 1250)
    wire.wires.time.advance_to(48 * 1250 + 280 * US - 1)
    assert wire.chain.frames == 0  # the pieces came one after the other
    wire.reset(RESET + 48 * 1250)
    assert wire.chain.pixels == [(2, 1, 3), (5, 4, 6)]
    assert (wire.chain.frames, wire.chain.timing_errors) == (1, 0)


def test_bits_may_follow_a_few_edges() -> None:
    wire = Wire(1)
    wire.bits("1010")
    wire.wires.time.advance_to(wire.t_ns)
    wire.chain.receive_bits(b"\x12\x34", 1250)
    wire.t_ns += 16 * 1250
    wire.bits("0101")
    wire.reset()
    assert wire.chain.pixels == [(0x23, 0xA1, 0x45)]


def test_a_second_frame_without_a_reset_is_an_error() -> None:
    wire = Wire(1)
    wire.chain.receive_bits(b"\x01\x01\x01", 1250)
    wire.reset(24 * 1250 + 100 * US)
    wire.chain.receive_bits(b"\x02\x02\x02", 1250)
    wire.reset()
    wire.reset()
    assert wire.chain.timing_errors == 1
    assert (wire.chain.frames, wire.chain.bad_frames) == (0, 1)


@pytest.mark.parametrize(("bit_ns", "good"), [(649, 0), (650, 1), (1850, 1), (1851, 0)])
def test_the_bit_time_has_its_tolerance(bit_ns: int, good: int) -> None:
    wire = Wire(1)
    wire.chain.receive_bits(b"\x01\x01\x01", bit_ns)
    wire.reset(RESET + 24 * bit_ns)
    assert wire.chain.frames == good
    assert wire.chain.timing_errors == (0 if good else 24)


def test_bits_past_the_end_fall_off() -> None:
    wire = Wire(1)
    wire.chain.receive_bits(bytes(range(1, 10)), 1250)
    wire.chain.receive_bits(bytes(range(1, 10)), 1250)
    wire.reset(RESET + 200 * US)
    assert wire.chain.pixels == [(2, 1, 3)]
