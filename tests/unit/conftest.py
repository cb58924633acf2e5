"""MicroPython's tick arithmetic for plain logic that is tested on CPython."""

import time

from tests.unit.app import clock

setattr(time, "ticks_diff", lambda later, earlier: later - earlier)  # noqa: B010
setattr(time, "ticks_add", lambda ticks, delta: ticks + delta)  # noqa: B010
setattr(time, "ticks_ms", clock.ticks_ms)  # noqa: B010
setattr(time, "sleep_ms", clock.advance)  # noqa: B010
