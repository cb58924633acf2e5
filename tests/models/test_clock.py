"""The virtual clock keeps its promises in order and never goes back."""

import pytest

from simulator.clock import VirtualClock


def test_calls_are_made_in_time_order_at_their_own_time() -> None:
    clock = VirtualClock()
    seen: list[tuple[str, int]] = []
    for name, when in (("c", 30), ("a", 10), ("b", 20), ("b2", 20)):
        clock.call_at(when, lambda name=name: seen.append((name, clock.now_ns())))
    clock.advance_to(25)
    assert seen == [("a", 10), ("b", 20), ("b2", 20)]
    assert clock.now_ns() == 25
    assert clock.next_due_ns() == 30


def test_a_call_may_ask_for_another_within_the_same_advance() -> None:
    clock = VirtualClock()
    seen: list[int] = []

    def tick() -> None:
        seen.append(clock.now_ns())
        clock.call_at(clock.now_ns() + 10, tick)

    clock.call_at(10, tick)
    clock.advance_to(35)
    assert seen == [10, 20, 30]


def test_a_cancelled_call_is_not_made_and_not_due() -> None:
    clock = VirtualClock()
    seen: list[int] = []
    handle = clock.call_at(10, lambda: seen.append(1))
    handle.cancel()
    assert clock.next_due_ns() is None
    clock.advance_to(20)
    handle.cancel()
    assert seen == []


def test_a_call_for_the_past_is_made_when_time_next_moves() -> None:
    clock = VirtualClock(start_ns=100)
    seen: list[int] = []
    clock.call_at(50, lambda: seen.append(clock.now_ns()))
    assert clock.next_due_ns() == 100
    clock.advance_to(100)
    assert seen == [100]


def test_time_does_not_go_back_nor_move_within_a_call() -> None:
    clock = VirtualClock(start_ns=100)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance_to(99)
    clock.call_at(110, lambda: clock.advance_to(120))
    with pytest.raises(RuntimeError):
        clock.advance_to(130)
    clock.advance_to(140)
    assert clock.now_ns() == 140
