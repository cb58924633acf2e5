"""Milliseconds since boot over the wrap of MicroPython's ticks (a table runs for months)."""

import pytest

from pitboard.app import uptime

PERIOD = 1 << 30
HOUR_MS = 3_600_000
DAYS = 40


def test_uptime_goes_on_where_ticks_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ticks as MicroPython has them: 30 bits, and differences of half of that at most."""
    now = [PERIOD - HOUR_MS // 2]

    def ticks_diff(later: int, earlier: int) -> int:
        return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2

    monkeypatch.setattr(uptime, "ticks_ms", lambda: now[0] % PERIOD)
    monkeypatch.setattr(uptime, "ticks_diff", ticks_diff)
    clock = uptime.Uptime()
    for hour in range(1, 24 * DAYS):
        now[0] += HOUR_MS
        assert clock.ms() == hour * HOUR_MS
