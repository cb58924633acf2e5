"""The table's time: from the clock chip, from a host, or counted on from the last time that the journal knows.

What counts is table/journal_time.py, which every reader of the journal can compute again; here it is decided when a
CLOCK record is due: at boot, when the time is set, and when the chip and the board's own uptime have come apart. Within
a boot the uptime is the witness: a chip that stops, jumps, runs away or is behind the journal is wrong, and nothing but
a person makes it right again. In an open round only a boot is written down; the rest waits for its end. The chip is set
after the record of it, so that no power cut leaves a time that nobody has answered for.
"""

import asyncio

from micropython import const

from pitboard.table.journal_time import CHIP, HOST, KEPT, SOURCE_NAMES, WRONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from pitboard.app.uptime import Uptime
    from pitboard.table.table import Table

    class TimeChip(Protocol):
        """A clock with a battery (drivers/ds3231.py); `ask` before `now`. All raise OSError."""

        trusted: bool

        def ask(self) -> None: ...
        def now(self) -> int: ...
        def set(self, seconds: int) -> None: ...


_LOOK_MS = const(10000)
_APART_S = const(2)  # more is no matter of whole seconds
_BEHIND_S = const(60)  # at boot: what a board's crystal may have gained in an open round, some days at 100 ppm
_STEADY_MS = const(3600000)  # two seconds in less than this is no drift: a crystal of 100 ppm needs five hours
_EARLIEST = 1704067200  # 1 January 2024: a time before that is none
_LATEST = 4102444799  # the end of 2099
_TRIES = const(3)  # to set a chip
_LONGEST_S = const(34560000)  # 400 days: a table that was off for longer is asked what time it is


class WallClock:
    """`missing`: there is a chip and it does not answer. A task, and what `time` of the protocol asks."""

    def __init__(
        self,
        table: "Table",
        uptime: "Uptime",
        chip: "TimeChip | None",
        on_change: "Callable[[], None]",
    ) -> None:
        self._table = table
        self._uptime = uptime
        self._chip = chip
        self._on_change = on_change
        self.due = asyncio.Event()  # a round has ended: look now
        self.missing = False
        self._begun = False  # what time it was at boot is written down
        self._suspect = False  # the chip is wrong, and the record of it waits for the end of the round
        self._apart: int | None = None  # the chip's seconds less those of the uptime, at the last look
        self._noted_ms = 0
        self._noted_apart: int | None = None  # as `_apart` was then
        self._host_ms: int | None = None  # what a host says, less the uptime; waits for the end of the round
        self._who = 0  # who said it
        self._owes = False  # the chip is still to be set
        self._tries = 0

    def seconds(self) -> int:
        """Seconds since 1970; 0 while no time is known. Never falls, unless a person sets it back."""
        time = self._table.time
        return time.now(self._uptime.ms()) // 1000 if time.source else 0

    def source_name(self) -> "str | None":
        return SOURCE_NAMES[self._table.time.source] or None

    def is_trusted(self) -> bool:
        return self._table.time.trusted and not self._suspect

    def _begin(self, now: int) -> None:
        """At boot, once the journal was replayed."""
        source = self._table.time.source
        if source and (now < 0 or source == WRONG):
            self._begun = self._note(self._own_ms(), WRONG if source == WRONG else KEPT, False, 0)
        elif now < 0:
            self._begun = True  # nobody knows
        else:
            self._begun = self._believe(now)

    def agrees(self, seconds: int) -> bool:
        """Whether that is what the table knows anyway: hosts may say it every minute."""
        return self.is_trusted() and not self.waits() and abs(seconds - self.seconds()) <= _APART_S

    def waits(self) -> bool:
        """What a person said counts from the end of the round."""
        return self._host_ms is not None

    def set_from_host(self, seconds: int, who: int = 0) -> bool:
        """A person says what time it is; False if that is no time. In a round it counts from the end of the round."""
        if not _EARLIEST <= seconds <= _LATEST:
            return False
        if self.agrees(seconds):
            return True
        self._who = who
        self._host_ms = seconds * 1000 - self._uptime.ms()
        self._take_host()
        return True

    async def run(self) -> None:
        while True:
            await self.look()
            try:
                await asyncio.wait_for_ms(self.due.wait(), _LOOK_MS)
            except asyncio.TimeoutError:
                pass
            self.due.clear()

    async def look(self) -> None:
        """Compare the chip with the uptime; write down what has waited."""
        self._take_host()
        now = await self._ask()
        if not self._begun:
            self._begin(now)
        elif now >= 0 and self._host_ms is None:  # else the chip is about to be set
            self._hear(now)

    def _hear(self, now: int) -> None:
        if self._owes:
            self._pay()
            return
        source = self._table.time.source
        if source in (CHIP, HOST):
            self._compare(now)
        elif source != WRONG and self._table.game.is_between_rounds():
            self._believe(now)  # it was not there at boot

    # -- the chip -----------------------------------------------------------------------------------

    async def _ask(self) -> int:
        """What the chip says, -1 if it says nothing. On a bus that hangs each of the two steps takes its 18 ms."""
        now = -1
        if self._chip is not None:
            try:
                self._chip.ask()
                await asyncio.sleep_ms(0)
                now = self._chip.now()
            except OSError:
                now = -1
            if self.missing != (now < 0):
                self.missing = now < 0
                self._on_change()
        return now

    def _has_stopped(self) -> bool:
        return self._chip is not None and not self._chip.trusted

    def _believe(self, now: int) -> bool:
        """The chip speaks for the first time since boot; its own crystal has counted while the table was off."""
        own_ms = self._own_ms()
        known = self._table.time.source > 0
        ahead = now - own_ms // 1000 if known else 0
        good = _EARLIEST <= now <= _LATEST and -_BEHIND_S <= ahead <= _LONGEST_S
        if good and not self._has_stopped():
            self._apart = now - self._uptime.ms() // 1000
            return self._note(now * 1000, CHIP, True, 0)
        return not known or self._note(own_ms, WRONG, False, ahead)

    def _compare(self, now: int) -> None:
        up_ms = self._uptime.ms()
        apart = now - up_ms // 1000
        own_ms = self._own_ms()
        ahead = now - own_ms // 1000
        if self._apart is None:  # a host has set the time, and the chip with it
            self._owes = abs(ahead) > _APART_S and self._tries < _TRIES
            if self._owes:
                self._pay()
                return
            self._apart = apart
        if self._noted_apart is None:
            self._noted_apart = apart
        jumped = abs(apart - self._apart) > _APART_S
        # Where the chip was behind, the table's time stands still: by that it is behind until it has caught up.
        drift = apart - self._noted_apart if self._table.time.source == CHIP else ahead
        runs_away = abs(drift) > _APART_S and up_ms - self._noted_ms < _STEADY_MS
        self._suspect = jumped or runs_away or self._has_stopped()
        if not self._suspect:
            self._apart = apart
        if self._table.game.is_between_rounds():
            if self._suspect:
                self._note(own_ms, WRONG, False, ahead)
            elif abs(drift) > _APART_S:
                self._note(now * 1000, CHIP, True, ahead)

    def _pay(self) -> None:
        """Set the chip to what a host has said."""
        if self._chip is None:
            return
        self._tries += 1
        try:
            self._chip.set((self._own_ms() + 500) // 1000)
        except OSError:
            return  # at the next look
        self._owes = False
        self._apart = None

    # -- the record ---------------------------------------------------------------------------------

    def _own_ms(self) -> int:
        return self._table.time.now(self._uptime.ms())

    def _take_host(self) -> None:
        if self._host_ms is None or not self._table.game.is_between_rounds():
            return
        ms = self._host_ms + self._uptime.ms()
        jump = (ms - self._own_ms()) // 1000 if self._table.time.source else 0
        if self._note(ms, HOST, True, jump, self._who):
            self._host_ms = None
            self._begun = True
            self._owes = self._chip is not None
            self._tries = 0
            self._pay()

    def _note(self, ms: int, source: int, trusted: bool, jump: int, who: int = 0) -> bool:
        if not self._table.note_time(ms, source, trusted, jump, who):
            return False
        self._noted_ms = self._uptime.ms()
        self._noted_apart = self._apart
        self._suspect = False
        self._on_change()
        return True
