"""Samples the expanders of the bet sensors, and knows which of them do not answer.

One transfer a step: on a bus that hangs, or whose parts stretch it, each of them takes up to its 18 ms.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    from pitboard.app.let_it_ride.bet_inputs import BetInputs

    class Expander(Protocol):
        """Sixteen inputs (drivers/mcp23017.py); `begin` and `read` raise OSError."""

        edges: int
        def begin(self) -> Iterator[None]: ...
        def read(self) -> int: ...
        def is_pending(self) -> bool: ...


_RETRY_MS = const(1000)  # an expander that does not answer
_FAILS = const(3)  # in a row, until it is missing


class BetReader:
    """`missing` has a bit for each expander that does not answer; `on_change` is called when it changes."""

    def __init__(self, expanders: "list[Expander]", inputs: "BetInputs", on_change: "Callable[[], None]") -> None:
        self._expanders = expanders
        self._inputs = inputs
        self._on_change = on_change
        self.missing = 0
        self._fails = bytearray([1] * len(expanders))  # in a row; after one, it is set up anew
        self._turn = 0  # which missing expander is tried next
        self._tried_ms = ticks_ms()

    def is_pending(self) -> bool:
        """There is more to read; one line is that of all expanders."""
        return self._expanders[0].is_pending()

    async def sample(self, now_ms: int) -> bool:
        """Of all expanders; False if one has failed that is not missing yet: then nothing counts."""
        due = ticks_diff(now_ms, self._tried_ms) >= _RETRY_MS
        for number in range(len(self._expanders)):
            was_missing = self.missing >> number & 1
            if was_missing and not (due and number == self._turn):
                continue
            word = await self._ask(number)
            if word >= 0 or self._fails[number] >= _FAILS:
                self._inputs.sample(number, word, self._expanders[number].edges)
            if word < 0 and not was_missing:
                return False
        if due:  # one at a time
            self._tried_ms = now_ms
            self._turn = (self._turn + 1) % len(self._expanders)
        return True

    async def _ask(self, number: int) -> int:
        """What an expander reads; -1 if it does not answer."""
        expander = self._expanders[number]
        bit = 1 << number
        was_missing = self.missing
        word = -1
        try:
            await asyncio.sleep_ms(0)
            if self._fails[number]:
                for _ in expander.begin():
                    await asyncio.sleep_ms(0)
                await asyncio.sleep_ms(0)
            word = expander.read()
            self._fails[number] = 0
            self.missing &= ~bit
        except OSError:
            self._fails[number] = min(self._fails[number] + 1, _FAILS)
            if self._fails[number] == _FAILS:
                self.missing |= bit
        if self.missing != was_missing:
            self._on_change()
        return word
