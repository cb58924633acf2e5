"""One card = one physical passage paired with one good read (DESIGN, one idea 4; docs/decisions/0006).

Plain logic: beam edges, reads and the time go in, verdicts come out. A read belongs to a passage if it comes while the
beam is broken, or at most `WINDOW_MS` before the beam breaks or after it clears, and before the next card breaks it.
The verdict falls `SETTLE_MS` after both are there, so that a second code of the same passage is still seen.

- The same code again in one passage is the reader repeating itself: one card. So is a stray one soon afterwards.
- The same code in the next passage within `WINDOW_MS` is one card slid back and forth, for all anybody can tell.
- A passage that begins while the one before still lacks its read cannot be told from a late read: neither counts, and
  nothing counts that is read before a pause.
- A beam that flickers for less than `GAP_MS` has not let two cards pass, one broken for less than `GLITCH_MS` none.
"""

from time import ticks_diff

from micropython import const

from pitboard.games import events

WINDOW_MS = const(150)
SETTLE_MS = const(20)
GLITCH_MS = const(4)  # a shorter break of the beam is no card
GAP_MS = const(15)  # a shorter gap does not end a passage
BLOCKED_MS = const(2000)  # a longer break is not one card
REPEAT_MS = const(1000)  # a stray read of the last card within this is the reader repeating itself

_LATE_MS = const(300)  # a read so soon after a passage without one may still be that passage's

CARD = const(0)  # the verdict of a good passage; the others are irregularity kinds
UNKNOWN = const(-1)  # a code that is no card
_NONE = const(-2)
_NEVER = const(1 << 29)
TWO = const(-3)  # more than one code in this passage; also what a reader says that sees several cards at once

# States of the passage in hand.
_IDLE = const(0)
_BROKEN = const(1)  # the beam is broken
_CLEARED = const(2)  # the beam is clear again, the verdict is not given yet
_DEAD = const(3)  # the beam is broken but this passage has had its verdict


class Passages:
    """Call `beam`, `read` or `tick`, then take the verdicts with `next_verdict` until it is False."""

    def __init__(self) -> None:
        self._state = _IDLE
        self._start = 0  # when the beam broke
        self._since = 0  # when it cleared
        self._code = _NONE
        self._code_ms = 0
        self._in_doubt = False  # whose read comes now cannot be told
        self._early = _NONE  # a read that waits for its passage
        self._early_ms = 0
        # The passage before, for REPEAT_MS; _NONE if it got no verdict that fits a read.
        self._recent = False
        self._last = _NONE
        self._last_end = 0
        self._out = [0] * 12  # verdict, card, start; one input gives at most three verdicts
        self._out_len = 0
        self.verdict = 0
        self.card = 0
        self.start_ms = 0

    # -- inputs -------------------------------------------------------------------------------

    def beam(self, broken: bool, now: int) -> None:
        """An edge of the beam."""
        self.tick(now)
        if broken:
            self._on_break(now)
        elif self._state == _DEAD:
            self._state = _IDLE
        elif self._state == _BROKEN:
            if ticks_diff(now, self._start) < GLITCH_MS:
                self._state = _IDLE
                if self._code != _NONE:  # it was read, but nothing has passed
                    self._early = self._code
                    self._early_ms = self._code_ms
                    self._code = _NONE
                return
            self._state = _CLEARED
            self._since = now

    def _on_break(self, now: int) -> None:
        if self._state == _CLEARED and ticks_diff(now, self._since) < GAP_MS:
            self._state = _BROKEN  # the same card: the beam flickered
            return
        in_doubt = False
        if self._state == _CLEARED:
            in_doubt = self._in_doubt or self._code == _NONE
            self._judge()
        if self._state == _IDLE:
            self._state = _BROKEN
            self._start = now
            self._in_doubt = in_doubt
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
                self._code = TWO
        elif self._recent and code == self._last:
            pass  # the reader repeats the card that has just passed
        elif self._recent and self._last == _NONE and ticks_diff(now, self._last_end) < _LATE_MS:
            self._emit(events.STRAY_READ)  # too late for its own passage, so not for the next one
        else:
            if self._early != _NONE and self._early != code:
                self._emit(events.STRAY_READ)
            self._early = code
            self._early_ms = now

    # -- time ---------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Let time pass: verdicts that are due are given."""
        if self._state == _CLEARED and self._due(now) <= 0:
            self._judge()
        elif self._state == _BROKEN and ticks_diff(now, self._start) >= BLOCKED_MS:
            self._emit(events.MISSCAN)
            self._remember(_NONE, now)
            self._state = _DEAD
        if self._early != _NONE and ticks_diff(now, self._early_ms) >= WINDOW_MS:
            self._emit(events.STRAY_READ)
            self._early = _NONE
        if self._recent and ticks_diff(now, self._last_end) >= REPEAT_MS:
            self._recent = False

    def _due(self, now: int) -> int:
        """Milliseconds until the verdict on the passage that has cleared."""
        cleared = ticks_diff(now, self._since)
        if self._in_doubt or self._code == _NONE:
            return WINDOW_MS - cleared
        read_ago = ticks_diff(now, self._code_ms)
        return SETTLE_MS - (cleared if cleared < read_ago else read_ago)

    def wait_ms(self, now: int) -> int:
        """Milliseconds until `tick` has something to do, -1 if nothing is open."""
        wait = _NEVER
        if self._state == _CLEARED:
            wait = self._due(now)
        elif self._state == _BROKEN:
            wait = BLOCKED_MS - ticks_diff(now, self._start)
        if self._recent:
            wait = min(wait, REPEAT_MS - ticks_diff(now, self._last_end))
        if self._early != _NONE:
            wait = min(wait, WINDOW_MS - ticks_diff(now, self._early_ms))
        return -1 if wait == _NEVER else max(0, wait)

    # -- verdicts -----------------------------------------------------------------------------

    def _judge(self) -> None:
        """The passage is over: say what it was, and remember it."""
        code = self._code
        if code == _NONE or self._in_doubt:
            code = _NONE
            self._emit(events.MISSCAN)
        elif code == TWO:
            self._emit(events.TWO_CODES)
        elif code == UNKNOWN:
            self._emit(events.UNKNOWN_CODE)
        elif self._recent and code == self._last and self._follows_closely():
            self._emit(events.REPEAT)
        else:
            self._emit(CARD)
        # A card that was read after the beam cleared is fresh until then: the reader's side may be before the beam.
        late = self._code != _NONE and ticks_diff(self._code_ms, self._since) > 0
        self._remember(code, self._code_ms if late else self._since)
        self._code = _NONE
        self._in_doubt = False
        self._state = _IDLE

    def _follows_closely(self) -> bool:
        return ticks_diff(self._start, self._last_end) < WINDOW_MS

    def _remember(self, code: int, end: int) -> None:
        self._recent = True
        self._last = code
        self._last_end = end

    def spoil(self) -> None:
        """Edges or bytes were lost: whatever is open does not count."""
        if self._state == _BROKEN:
            self._state = _DEAD
        elif self._state == _CLEARED:
            self._state = _IDLE
        self._code = _NONE
        self._early = _NONE
        self._emit(events.OVERRUN)

    def _emit(self, verdict: int) -> None:
        at = self._out_len
        self._out[at] = verdict
        self._out[at + 1] = self._code if verdict == CARD else 0
        self._out[at + 2] = self._start
        self._out_len = at + 3

    def next_verdict(self) -> bool:
        """Move to the next verdict (`verdict`, `card`, `start_ms`: when its passage began); False if none is left."""
        if self._out_len == 0:
            return False
        out = self._out
        self.verdict, self.card, self.start_ms = out[0], out[1], out[2]
        self._out_len -= 3
        for i in range(self._out_len):
            out[i] = out[i + 3]
        return True
