"""What table.json has for Derby alone: when a card may be seen, the limits, the 42 areas (001 3.3)."""

from micropython import const

from pitboard.games.derby.derby_events import REVEAL_NAMES
from pitboard.games.derby.wagers import MAX_STAKE
from pitboard.games.events import SOURCE_NAMES
from pitboard.table.checks import is_int, need, need_choice, need_int

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AREAS = const(42)
AREAS_RULE = "001 3.3"
REVEALS = REVEAL_NAMES
SOURCES = SOURCE_NAMES[:3]  # 001 3.4(c), (g), 1.2: never from the hand
REVEAL_MS = (100, 60000)
LIMITS = ("min", "colour", "suit", "quinella", "trifecta")  # then the most for each kind of area
MAX_HISTORY = const(12)  # results: what fits on the display in colour, and into a checkpoint
DEFAULTS = {"reveal_ms": 0, "limits": None, "history": 0}
PUBLIC = ("reveal", "reveal_ms", "limits")


def check(data: "dict[str, Any]") -> None:
    """Raises SettingsError."""
    need_choice(data, "cards_from", SOURCES)
    need_int(data, "reveal_ms", 0, REVEAL_MS[1])
    need_choice(data, "reveal", REVEALS)
    if data["reveal"] == "delay":
        need(data["reveal_ms"] >= REVEAL_MS[0], "reveal_ms must be 100 to 60000 with a delay")
    else:
        need(data["reveal_ms"] == 0, "reveal_ms must be 0 without a delay")
    _check_limits(data["limits"])
    need_int(data, "history", 0, MAX_HISTORY)


def _check_limits(limits: "Any") -> None:
    if limits is None:
        return
    need(
        isinstance(limits, dict) and len(limits) == len(LIMITS), "limits must be null or 5 numbers"
    )
    for key in LIMITS:
        most = limits.get(key, 0)
        good = is_int(most) and 2 <= most <= MAX_STAKE and most % 2 == 0
        need(good, "limits: " + key + " must be even, 2 or more")
        need(most >= limits["min"], "limits: " + key + " is below min")
