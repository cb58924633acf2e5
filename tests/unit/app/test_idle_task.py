"""When memory is collected in a round: only if it is low and worth it, and never while a card is under the beam."""

import gc
from types import SimpleNamespace
from typing import Any

import pytest

from pitboard.app.idle_task import Housekeeping

PLENTY, LOW = 90_000, 45_000


@pytest.fixture
def heap(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """`free` falls by itself; a collection brings it back to `after`."""
    heap = SimpleNamespace(free=PLENTY, after=PLENTY, collections=0)

    def collect() -> None:
        heap.free = heap.after
        heap.collections += 1

    monkeypatch.setattr(gc, "mem_free", lambda: heap.free, raising=False)
    monkeypatch.setattr(gc, "collect", collect)
    return heap


def housekeeping(heap: SimpleNamespace) -> tuple[Housekeeping, SimpleNamespace]:
    engine: Any = SimpleNamespace(passing=False)
    dealing: Any = None
    found = Housekeeping(dealing, engine)
    heap.collections = 0
    return found, engine


def test_low_memory_is_collected_once_no_card_passes(heap: SimpleNamespace) -> None:
    table, engine = housekeeping(heap)
    table.breathe()
    assert heap.collections == 0, "there is plenty"
    heap.free = LOW
    engine.passing = True
    assert not table.breathe()
    assert heap.collections == 0, "a card is under the beam"
    engine.passing = False
    assert table.breathe()
    assert heap.collections == 1 and heap.free == PLENTY


def test_in_a_race_readers_of_tags_wait_until_little_is_left(heap: SimpleNamespace) -> None:
    """A tag that passes meanwhile may be gone; right after a card there is time."""
    table, _ = housekeeping(heap)
    heap.free = LOW
    assert table.breathe(24_000) and heap.collections == 0
    heap.free = 20_000
    assert table.breathe(24_000) and heap.collections == 1


def test_a_full_board_does_not_collect_again_and_again(heap: SimpleNamespace) -> None:
    """Where little is free even after a collection, the next one waits until it is worth its time."""
    heap.after = heap.free = 58_000
    table, _ = housekeeping(heap)
    heap.free = 50_000
    table.breathe()
    assert heap.collections == 0
    heap.free = LOW
    table.breathe()
    assert heap.collections == 1
    table.breathe()
    assert heap.collections == 1


def test_what_status_tells_is_of_between_rounds_only(heap: SimpleNamespace) -> None:
    """A few bytes more or less may depend on cards that nobody may know."""
    table, _ = housekeeping(heap)
    told = table.heap_free
    heap.free, heap.after = LOW, 80_000
    table.breathe()
    assert heap.collections == 1 and table.heap_free == told
