"""MicroPython's tick arithmetic for plain logic that is tested on CPython."""

import time

setattr(time, "ticks_diff", lambda later, earlier: later - earlier)  # noqa: B010
setattr(time, "ticks_ms", lambda: int(time.monotonic() * 1000))  # noqa: B010
