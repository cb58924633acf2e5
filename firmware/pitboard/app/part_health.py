"""Which parts do not answer now: for `describe`, and for the head of the dealer's display.

A part is anything with a name and `missing`, a bool or a bit for each of its chips. Nobody has to report: everybody is
looked at twice a second, so a part that comes back is off the display as soon as it says so itself.
"""

import asyncio

from micropython import const

from pitboard.app.fixed_times import left_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Part(Protocol):
        @property
        def missing(self) -> int: ...

        # Of some: `version`, as their chip has told it; 0 before.


_LOOK_MS = const(500)
_AFTER_MS = const(190)
_ROOM = const(6)  # characters, and a space, beside the longest rule
_SHORT = const(4)
_DISPLAY = "display"  # one that has just come back need not say that it was gone


class PartHealth:
    """`words` stands in the head of every screen, where the table's name is while all is well: "!clock", "!scan+"."""

    def __init__(self, on_change: "Callable[[], None]") -> None:
        self._on_change = on_change
        self._parts: "list[tuple[str, Part, int]]" = []
        self._seen = 0
        self.words = ""

    def watch(self, name: str, part: "Part", bit: int = 1) -> None:
        """`name`: 8 characters at most, its first four tell what it is. `bit` of `missing` is this chip's."""
        self._parts.append((name, part, bit))

    def missing(self) -> "list[str]":
        return [name for name, part, bit in self._parts if part.missing & bit]

    def versions(self) -> "list[str]":
        """Of the parts that can be asked: a clone is taken, and people can see that it is one."""
        told = []
        for name, part, _ in self._parts:
            asked: Any = part
            try:
                if asked.version:
                    told.append("%s-%X" % (name, asked.version))
            except AttributeError:
                continue
        return told

    async def run(self) -> None:
        while True:
            await asyncio.sleep_ms(left_ms(_LOOK_MS, _AFTER_MS))
            self.look()

    def look(self) -> None:
        """The first that is missing by its name; a plus if there are others."""
        seen = 0
        for _, part, bit in self._parts:  # allocates nothing
            seen = seen << 1 | (part.missing & bit != 0)
        if seen != self._seen:
            self._seen = seen
            names = [name for name in self.missing() if name != _DISPLAY]
            self.words = ""
            if names:
                whole = len(names) == 1 and len(names[0]) < _ROOM
                self.words = "!" + (names[0] if whole else names[0][:_SHORT])
            if len(names) > 1:
                self.words += "+"
            self._on_change()
