"""The barcode engine's line: 8N1 at real spacing, and its ways to fail."""

import pytest

from simulator.models.barcode import SLOW_NS, BarcodeEngine, Fault
from tests.models.recorder import MS, Recorder

UART, RX = 0, 1


def engine_at(baud: int = 115200) -> tuple[Recorder, BarcodeEngine]:
    wires = Recorder()
    return wires, BarcodeEngine(wires, UART, RX, baud)


@pytest.mark.parametrize(
    ("baud", "boundaries"),
    [
        # Ten bits a byte, by hand: 10 / 9600 s = 1,041,666.67 ns; 10 / 115200 s = 86,805.56 ns.
        (9600, [0, 1_041_666, 2_083_333, 3_125_000]),
        (115200, [0, 86_805, 173_611, 260_416]),
    ],
)
def test_bytes_are_ten_bits_apart(baud: int, boundaries: list[int]) -> None:
    wires, engine = engine_at(baud)
    engine.show(b"TH")
    wires.run_ms(10)
    assert wires.start_bits == [(t, UART) for t in boundaries[:-1]]
    expected = [(t, UART, byte) for t, byte in zip(boundaries[1:], b"TH\r", strict=True)]
    assert wires.received == expected


def test_the_line_idles_high() -> None:
    wires, engine = engine_at()
    assert wires.level(RX) is True
    wires.levels.clear()
    engine.redrive()
    assert wires.levels == [(0, RX, True)]


@pytest.mark.parametrize("terminator", [b"\r", b"\n", b"\r\n"])
def test_each_line_ends_with_the_terminator(terminator: bytes) -> None:
    wires, engine = engine_at()
    engine.terminator = terminator
    engine.show(b"2S")
    wires.run_ms(5)
    assert wires.text() == b"2S" + terminator


def test_a_second_code_waits_for_the_line_and_the_shortest_pause() -> None:
    wires, engine = engine_at()
    engine.min_gap_ns = 3 * MS
    engine.show(b"2S")
    engine.show(b"AH")
    assert engine.busy
    wires.run_ms(10)
    assert wires.text() == b"2S\rAH\r"
    assert wires.start_bits[3][0] == 260_416 + 3 * MS
    assert not engine.busy
    assert engine.lines_sent == 2


def test_a_code_after_the_pause_is_sent_at_once() -> None:
    wires, engine = engine_at()
    engine.show(b"2S")
    wires.run_ms(50)
    engine.show(b"AH")
    assert wires.start_bits[-1][0] == 50 * MS


def test_a_code_within_the_pause_waits_for_its_end() -> None:
    wires, engine = engine_at()
    engine.show(b"2S")
    wires.run_ms(1)
    engine.show(b"AH")
    wires.run_ms(20)
    assert wires.start_bits[3][0] == 260_416 + engine.min_gap_ns


@pytest.mark.parametrize(
    ("fault", "line"),
    [("dead", b""), ("lost", b""), ("no-terminator", b"9D"), ("repeat", b"9D\r9D\r"), (None, b"9D\r")],
)
def test_faults(fault: Fault | None, line: bytes) -> None:
    wires, engine = engine_at()
    engine.fault = fault
    engine.show(b"9D")
    wires.run_ms(30)
    assert wires.text() == line


def test_a_garbled_line_has_its_length_and_end_but_no_readable_byte() -> None:
    wires, engine = engine_at()
    engine.fault = "garble"
    for _ in range(20):
        engine.show(b"9D")
    wires.run_ms(400)
    lines = wires.text().split(b"\r")
    assert len(lines) == 21
    assert all(len(line) == 2 and min(line) >= 0x80 for line in lines[:-1])


def test_a_stuck_line_is_a_break_and_then_low_until_it_ends() -> None:
    wires, engine = engine_at()
    engine.fault = "stuck"
    engine.show(b"9D")
    wires.run_ms(30)
    assert wires.text() == b"\0" and wires.level(RX) is False
    engine.fault = None
    assert wires.level(RX) is True
    engine.show(b"9D")
    wires.run_ms(30)
    assert wires.text() == b"\09D\r"


def test_a_slow_engine_sends_a_code_late() -> None:
    wires, engine = engine_at()
    engine.fault = "slow"
    engine.show(b"9D")
    wires.run_ms(400)
    assert wires.start_bits[0][0] == SLOW_NS and wires.text() == b"9D\r"


def test_one_that_goes_in_mid_line_starts_anew_when_it_is_back() -> None:
    wires, engine = engine_at()
    engine.fault = "gone"
    engine.show(b"9DKH")
    engine.show(b"AH")
    wires.run_ms(30)
    assert wires.text() == b"9D" and not engine.awake
    engine.fault = None
    engine.show(b"AH")
    wires.run_ms(301)
    engine.show(b"2S")
    wires.run_ms(30)
    assert wires.text() == b"9D2S\r"


def test_a_brown_out_takes_the_time_of_a_start() -> None:
    wires, engine = engine_at()
    wires.run_ms(1)
    engine.fault = "brown-out"
    engine.show(b"AH")
    wires.run_ms(301)
    engine.show(b"2S")
    engine.fault = None
    wires.run_ms(30)
    assert wires.text() == b"2S\r"


def test_raw_bytes_go_out_back_to_back_unless_the_engine_is_dead() -> None:
    wires, engine = engine_at()
    engine.send(b"\x00\xff")
    engine.send(b"T")
    engine.send(b"")
    wires.run_ms(5)
    assert wires.text() == b"\x00\xffT"
    assert wires.start_bits[2][0] == wires.received[1][0]
    engine.fault = "dead"
    engine.send(b"T")
    wires.run_ms(5)
    assert len(wires.received) == 3


def test_bytes_from_the_chip_are_kept() -> None:
    _, engine = engine_at()
    engine.receive(0x7E)
    engine.receive(0x00)
    assert engine.received == b"\x7e\x00"
