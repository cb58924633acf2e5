"""The scanner's task: input that was lost is never taken for a card."""

from typing import Any

import pytest

from pitboard.app.scan_task import Scanner
from pitboard.games import events


class Reader:
    """Bytes that wait, and how many were lost."""

    def __init__(self) -> None:
        self.waiting = bytearray()
        self.lost = 0

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
    return Scanner(reader, beam, nobody, dealing), reader, beam, clerk, now


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
    assert clerk.told == [("irregular", events.MISSCAN)] * 8
