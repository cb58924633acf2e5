"""One card = one physical passage paired with one good read (DESIGN, one idea 4).

Plain logic: beam edges, reads and the time go in, verdicts come out. A read belongs to a passage if it comes while the
beam is broken, or at most `WINDOW_MS` before the beam breaks or after it clears, and before the next card breaks it.
The verdict falls `SETTLE_MS` after both are there, so that a second code of the same passage is still seen.

- The same code again in one passage is the reader repeating itself: one card.
- A passage that begins while the one before still lacks its read cannot be told from a late read: neither counts.
- A code that comes after its passage was judged, with no new passage, is a stray; a repeat within the window is noise.
"""

from time import ticks_diff

from micropython import const

from pitboard.games import events

WINDOW_MS = const(150)
SETTLE_MS = const(20)
GLITCH_MS = const(4)  # a shorter break of the beam is no card
BLOCKED_MS = const(2000)  # a longer one is not one card either

CARD = const(0)  # the verdict of a good passage; the others are irregularity kinds
UNKNOWN = const(-1)  # a code that is no card
_NONE = const(-2)
_TWO = const(-3)  # more than one code in this passage

# States of the passage in hand.
_IDLE = const(0)
_BROKEN = const(1)  # the beam is broken
_CLEARED = const(2)  # the beam is clear again, the verdict is not given yet
_DEAD = const(3)  # the beam is broken but this passage has had its verdict


class Passages:
    """Call `beam`, `read` and `tick`; then take verdicts with `next_verdict` until it is False."""

    def __init__(self) -> None:
        self._state = _IDLE
        self._since = 0  # time of the last edge that mattered
        self._code = _NONE
        self._code_ms = 0
        self._tainted = False
        self._early = _NONE
        self._early_ms = 0
        self._last = _NONE
        self._last_ms = 0
        self._out = [0] * 8  # verdict, card, verdict, card ... never more than three at once
        self._out_len = 0
        self.verdict = 0
        self.card = 0

    # -- inputs -------------------------------------------------------------------------------

    def beam(self, broken: bool, now: int) -> None:
        """An edge of the beam."""
        self.tick(now)
        if broken:
            self._on_break(now)
        elif self._state == _DEAD:
            self._state = _IDLE
        elif self._state == _BROKEN:
            if ticks_diff(now, self._since) < GLITCH_MS and self._code == _NONE:
                self._state = _IDLE
                return
            self._state = _CLEARED
            self._since = now

    def _on_break(self, now: int) -> None:
        tainted = False
        if self._state == _CLEARED:
            tainted = self._code == _NONE or self._tainted
            self._judge(now)
        if self._state == _IDLE:
            self._state = _BROKEN
            self._since = now
            self._tainted = tainted
            self._code = self._early
            self._code_ms = self._early_ms
            self._early = _NONE

    def read(self, code: int, now: int) -> None:
        """A line from the reader: a card, or UNKNOWN."""
        self.tick(now)
        if self._state in (_BROKEN, _CLEARED):
            if self._code == _NONE:
                self._code = code
                self._code_ms = now
            elif self._code != code:
                self._code = _TWO
        elif code == self._last and ticks_diff(now, self._last_ms) < WINDOW_MS:
            self._last_ms = now  # the reader repeats the card that has just passed
        else:
            if self._early != _NONE and self._early != code:
                self._emit(events.STRAY_READ, 0)
            self._early = code
            self._early_ms = now

    # -- time ---------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Let time pass: verdicts that are due are given."""
        if self._state == _CLEARED and self._due(now) <= 0:
            self._judge(now)
        elif self._state == _BROKEN and ticks_diff(now, self._since) >= BLOCKED_MS:
            self._emit(events.MISSCAN, 0)
            self._state = _DEAD
        if self._early != _NONE and ticks_diff(now, self._early_ms) >= WINDOW_MS:
            self._emit(events.STRAY_READ, 0)
            self._early = _NONE

    def _due(self, now: int) -> int:
        if self._code == _NONE:
            return WINDOW_MS - ticks_diff(now, self._since)
        settled = ticks_diff(now, self._since)
        read_ago = ticks_diff(now, self._code_ms)
        return SETTLE_MS - (settled if settled < read_ago else read_ago)

    def wait_ms(self, now: int) -> int:
        """Milliseconds until `tick` has something to do, -1 if nothing is open."""
        wait = -1
        if self._state == _CLEARED:
            wait = max(0, self._due(now))
        elif self._state == _BROKEN:
            wait = max(0, BLOCKED_MS - ticks_diff(now, self._since))
        if self._early != _NONE:
            early = max(0, WINDOW_MS - ticks_diff(now, self._early_ms))
            wait = early if wait < 0 else min(wait, early)
        return wait

    # -- verdicts -----------------------------------------------------------------------------

    def _judge(self, now: int) -> None:
        code = self._code
        if code == _NONE or self._tainted:
            self._emit(events.MISSCAN, 0)
        elif code == _TWO:
            self._emit(events.TWO_CODES, 0)
        elif code == UNKNOWN:
            self._emit(events.UNKNOWN_CODE, 0)
        else:
            self._emit(CARD, code)
        self._last = code
        self._last_ms = now
        self._code = _NONE
        self._tainted = False
        self._state = _IDLE

    def spoil(self) -> None:
        """Edges or bytes were lost: whatever is open does not count."""
        if self._state == _BROKEN:
            self._state = _DEAD
        elif self._state == _CLEARED:
            self._state = _IDLE
        self._code = _NONE
        self._early = _NONE
        self._emit(events.OVERRUN, 0)

    def _emit(self, verdict: int, card: int) -> None:
        at = self._out_len
        if at < len(self._out):
            self._out[at] = verdict
            self._out[at + 1] = card
            self._out_len = at + 2

    def next_verdict(self) -> bool:
        """Move to the next verdict (`verdict`, `card`); False if there is none."""
        if self._out_len == 0:
            return False
        self.verdict = self._out[0]
        self.card = self._out[1]
        self._out_len -= 2
        for i in range(self._out_len):
            self._out[i] = self._out[i + 2]
        return True
