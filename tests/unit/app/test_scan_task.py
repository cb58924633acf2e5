"""The scanner's task: input that was lost is never taken for a card."""

from typing import Any

import pytest

from pitboard.app.engine import Engine
from pitboard.app.scan_task import Scanner
from pitboard.games import events

CODES = (b"TH", b"4S")


def parse(code: memoryview) -> int:
    return CODES.index(bytes(code)) if bytes(code) in CODES else -1


class Reader:
    """Bytes that wait, and how many were lost."""

    def __init__(self) -> None:
        self.waiting = bytearray()
        self.sent = bytearray()
        self.lost = 0

    def write(self, data: bytes) -> None:
        self.sent += data

    def set_baud(self, baud: int) -> None:
        raise AssertionError(f"nobody asked for {baud}")

    def any(self) -> int:
        return len(self.waiting)

    def get(self) -> int:
        return self.waiting.pop(0)

    def listen(self) -> None:
        pass


class Beam:
    """Edges that wait: (broken, time)."""

    def __init__(self) -> None:
        self.edges: list[tuple[bool, int]] = []
        self.lost = 0
        self.edge_broken = False
        self.edge_ms = 0

    def next_edge(self) -> bool:
        if not self.edges:
            return False
        self.edge_broken, self.edge_ms = self.edges.pop(0)
        return True


class Clerk:
    """What the scanner told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def card(self, card: int, _start_ms: int) -> None:
        self.told.append(("card", card))

    def irregular(self, kind: int) -> None:
        self.told.append(("irregular", kind))


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> tuple[Scanner, Reader, Beam, Clerk, list[int]]:
    now = [0]
    monkeypatch.setattr("pitboard.app.scan_task.ticks_ms", lambda: now[0])
    reader, beam, clerk = Reader(), Beam(), Clerk()
    nobody: Any = None
    dealing: Any = clerk
    engine = Engine("plain", reader, clerk.irregular)
    return Scanner(reader, beam, nobody, dealing, parse, engine), reader, beam, clerk, now


@pytest.mark.parametrize("what", ["reader", "beam"])
def test_lost_input_spoils_the_passage_and_is_named(parts: Any, what: str) -> None:
    scanner, reader, beam, clerk, now = parts
    beam.edges = [(True, 0)]
    reader.waiting += b"TH\r"
    now[0] = 40
    scanner._step()
    (reader if what == "reader" else beam).lost += 1
    beam.edges = [(False, 80)]
    now[0] = 90
    scanner._step()
    now[0] = 400
    scanner._step()
    assert clerk.told == [("irregular", events.OVERRUN)]


def test_many_edges_at_once_lose_no_verdict(parts: Any) -> None:
    scanner, _reader, beam, clerk, now = parts
    beam.edges = [
        (level, 200 * i + (0 if level else 50)) for i in range(8) for level in (True, False)
    ]
    now[0] = 3000
    scanner._step()
    assert clerk.told.count(("irregular", events.MISSCAN)) == 8


def slide(parts: Any, data: bytes) -> None:
    """A card of 50 ms with these bytes in its middle, and time to judge it."""
    scanner, reader, beam, _clerk, now = parts
    beam.edges = [(True, now[0])]
    reader.waiting += data
    now[0] += 25
    scanner._step()
    beam.edges = [(False, now[0] + 25)]
    for _ in range(8):
        now[0] += 50
        scanner._step()


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b""])
def test_a_line_ends_with_its_end_or_with_a_pause(parts: Any, end: bytes) -> None:
    slide(parts, b"4S" + end)
    assert parts[3].told == [("card", 1)]


def test_a_code_longer_than_any_of_ours_is_one_unknown_code(parts: Any) -> None:
    slide(parts, b"TH" * 5000 + b"\r")
    slide(parts, b"TH\r")
    assert parts[3].told == [("irregular", events.UNKNOWN_CODE), ("card", 0)]


def test_bytes_lost_from_a_code_that_is_too_long_are_no_loss(parts: Any) -> None:
    scanner, reader, _beam, clerk, now = parts
    reader.waiting += b"TH" * 50
    scanner._step()
    reader.lost += 100
    reader.waiting += b"TH" * 50 + b"\r"
    now[0] += 10
    scanner._step()
    reader.waiting += b"4S"
    scanner._step()
    reader.lost += 1
    scanner._step()
    assert [kind for _, kind in clerk.told] == [events.OVERRUN]


def test_a_line_held_low_is_no_code(parts: Any) -> None:
    """What a UART makes of an engine whose power comes or goes."""
    scanner, reader, _beam, clerk, now = parts
    reader.waiting += bytes(3)
    for _ in range(8):
        now[0] += 50
        scanner._step()
    assert clerk.told == []


def test_two_passages_without_a_byte_are_a_lost_reader_until_the_next_good_line(parts: Any) -> None:
    for data in (b"TH\r", b"", b"XX\r", b"", b"", b"", b"XX\r", b"4S\r"):
        slide(parts, data)
    kinds = [kind for what, kind in parts[3].told if what == "irregular"]
    assert kinds == [
        events.MISSCAN, events.UNKNOWN_CODE, events.MISSCAN, events.MISSCAN, events.READER_LOST,
        events.MISSCAN, events.UNKNOWN_CODE, events.READER_BACK,
    ]  # fmt: skip
    assert parts[3].told[-1] == ("card", 1)
