"""On which bet spots chips lie: sensors debounced, and those left out that cannot be believed. Plain logic.

A level counts when four samples in a row agree, 13 ms apart, and the expander saw no edge between them: 39 ms. A chip
that is put down rocks and slides for some 20 ms, a hand needs 100 ms to take it up and put it back; and 13 ms is no
part of a period of mains light, so that a sensor which sees lamps (100 or 120 Hz) is never steady by accident. Whatever
one sensor does, the others count alike.

Spots are bits of a number: seat 1 has the lowest four, "1", "2", "$" and side (000 2.2.1.1). Allocates in the
constructor only.
"""

from time import ticks_diff

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SPOTS = const(28)  # seven seats of four
NO_INPUT = const(255)  # of a spot without a sensor
SAMPLE_MS = const(13)
_SAMPLES = const(4)

# Sixteen inputs an expander, of which 7 and 15 are none (drivers/mcp23017.py): two have as many as a table needs.
SEAT_BY_SEAT = (
    b"\x00\x01\x02\x03\x04\x05\x06\x08\x09\x0a\x0b\x0c\x0d\x0e"
    b"\x10\x11\x12\x13\x14\x15\x16\x18\x19\x1a\x1b\x1c\x1d\x1e"
)

_WINDOW_MS = const(10000)
_MOST_MOVES = const(20)  # in a window; more is no hand. A window without any is quiet
_MOST_TURNS = const(8)  # of a spot in a round, betting to showing; more is a loose contact, slow as it may be
_STILL_ROUNDS = const(8)  # rounds in which the seat's other wagers came and went, and this one did neither
_SHUT_MS = const(60000)  # chips on a closed table
_MAIN = const(7)  # the bits of a seat's three equal wagers (000 5.2)


class BetInputs:
    def __init__(self, expanders: int, spots: "Sequence[int] | None" = None) -> None:
        """`spots`: for each spot its input, 16 an expander, or NO_INPUT."""
        self._spots = bytes(spots) if spots else SEAT_BY_SEAT
        self._words = [-1] * expanders
        self._edges = [0] * expanders
        self._is_new = True  # a word is another one than before
        self._raw = 0
        self._shaken = 0  # there was an edge since the last sample
        self._live = 0  # their expander answers
        self._known = 0  # they were steady since it does
        self.present = 0  # what counts
        self.changed = 0  # what has come to count since somebody cleared this
        self.flickering = 0
        self.stuck = 0
        self._steady = bytearray(SPOTS)  # samples that agreed
        self._moves = bytearray(SPOTS)  # changes in this window
        self._window_ms = 0
        self._turns = bytearray(SPOTS)  # what has come to count in this round
        self._in_play = False
        self._moved = 0  # since the round was opened
        self._still = bytearray(SPOTS)
        self._shut = False
        self._shut_ms = 0
        self._left_lying = 0

    @property
    def sure(self) -> int:
        """Spots of which `present` says the truth."""
        return self._known & ~(self.flickering | self.stuck)

    # -- samples ------------------------------------------------------------------------------------

    def sample(self, expander: int, word: int, edges: int) -> None:
        """What an expander reads now, 1 for a chip, and where it saw an edge; -1 if it does not answer."""
        if word != self._words[expander] or edges != self._edges[expander]:
            self._words[expander] = word
            self._edges[expander] = edges
            self._is_new = True

    def settle(self, now_ms: int) -> bool:
        """After a sample of every expander: let count what is steady. True while something is not."""
        before = self._raw
        was_live = self._live
        if self._is_new:
            self._is_new = False
            self._map()
        live = self._live
        self._known &= live
        self.flickering &= live
        moved = (self._raw ^ before | self._shaken) & live & was_live
        unsettled = moved | (self._raw ^ self.present | ~self._known) & live
        if unsettled:
            for at in range(SPOTS):
                if not was_live >> at & 1:
                    self._steady[at] = 0
                if unsettled >> at & 1:
                    self._count(at, moved >> at & 1)
        if ticks_diff(now_ms, self._window_ms) >= _WINDOW_MS:
            self._window_ms = now_ms
            self._end_window()
        if self._shut:
            lying = self.present & self._known
            if lying & ~self._left_lying:  # a minute from the last one that came, also for one that lay there at boot
                self._shut_ms = now_ms
            self._left_lying = lying
            if ticks_diff(now_ms, self._shut_ms) >= _SHUT_MS:
                self.stuck |= lying
        return (self._raw ^ self.present | ~self._known) & live & ~self.flickering != 0

    def _map(self) -> None:
        raw = live = shaken = 0
        words, edges = self._words, self._edges
        spots = self._spots
        for at in range(SPOTS):
            number = spots[at]
            word = words[number >> 4] if number >> 4 < len(words) else -1
            if word >= 0:
                live |= 1 << at
                raw |= (word >> (number & 15) & 1) << at
                shaken |= (edges[number >> 4] >> (number & 15) & 1) << at
        self._raw = raw
        self._shaken = shaken
        self._live = live

    def _count(self, at: int, moved: int) -> None:
        bit = 1 << at
        if moved:
            self._steady[at] = 0
            self._moves[at] = min(self._moves[at] + 1, 255)
            if self._moves[at] > _MOST_MOVES:
                self.flickering |= bit
        self._steady[at] = min(self._steady[at] + 1, _SAMPLES)
        if self._steady[at] < _SAMPLES or self.flickering & bit:
            return
        if self._known & bit or (self._raw ^ self.present) & bit:
            if self._in_play:
                self._turns[at] += 1
                if self._turns[at] > _MOST_TURNS:
                    self.flickering |= bit
                    return
            self.changed |= bit
            self._moved |= bit
            self._still[at] = 0
            self.stuck &= ~bit
        self._known |= bit
        self.present = self.present & ~bit | self._raw & bit

    def _end_window(self) -> None:
        for at in range(SPOTS):
            bit = 1 << at
            if self.flickering & bit and not self._moves[at] and self._turns[at] <= _MOST_TURNS:  # quiet
                # What it said before is not what it says now: it begins anew, as after a loss of its expander.
                self.flickering &= ~bit
                self._known &= ~bit
                self._steady[at] = 0
            self._moves[at] = 0

    def play(self, in_play: bool) -> None:
        """A round goes on in which sensors count, or not any more: their changes are counted from here."""
        if in_play != self._in_play:
            self._in_play = in_play
            for at in range(SPOTS):
                self._turns[at] = 0

    # -- sensors that do not move -------------------------------------------------------------------

    def round_over(self) -> None:
        """Count the rounds in which a main wager's sensor slept while the seat's two others moved."""
        for first in range(0, SPOTS, 4):
            moved = self._moved >> first & _MAIN
            for spot in range(3):
                at = first + spot
                if moved == _MAIN & ~(1 << spot) and self._known >> at & 1:
                    self._still[at] = min(self._still[at] + 1, _STILL_ROUNDS)
                    if self._still[at] == _STILL_ROUNDS:
                        self.stuck |= 1 << at
        self._moved = 0

    def shut(self, is_shut: bool, now_ms: int) -> None:
        """The table is closed: what lies there all the time is no chip."""
        if is_shut != self._shut:
            self._shut = is_shut
            self._shut_ms = now_ms
            self._left_lying = self.present
