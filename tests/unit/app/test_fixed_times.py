"""The next fixed time, from any time before it."""

import pytest

from pitboard.app import fixed_times


@pytest.mark.parametrize(
    ("now", "left"), [(5000, 200), (5199, 1), (5200, 1000), (5201, 999), (5999, 201), (100, 100)]
)
def test_what_is_left(monkeypatch: pytest.MonkeyPatch, now: int, left: int) -> None:
    monkeypatch.setattr(fixed_times, "ticks_ms", lambda: now)
    assert fixed_times.left_ms(1000, 200) == left
