"""Plays steps on a real table: game, journal and a flash that can be cut off in the middle of a write.

Runs on CPython and under MicroPython, so that both can be asked for the same steps. A step is a tuple of plain values:

    ("slide", face, number, before_call)      a card passed the scanner; face 63 is a card of another set
    ("offer", event, arg, arg2, value, reason, role, who)
    ("reveal",)                               the reveal point of the oldest waiting card
    ("restart",)                              power off and on
    ("settings", setup)                       power off, other settings, power on
    ("cut", program, count, step)             the power goes in that write of the step, after so many of its bytes
    ("age", count)                            so many uneventful restarts between rounds: the journal grows
"""

from pitboard.games import events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.derby import Derby
from pitboard.games.sequence import token
from pitboard.table.journal import Journal
from pitboard.table.table import Table

SEGMENTS = 12
LIMITS = (4, 1000, 1000, 100, 40)  # least, then the most on a colour, suit, quinella, trifecta
SET_SERIAL = 204117


class PowerCut(Exception):
    """The supply went away in the middle of a write."""


class Flash:
    """A journal medium in memory that behaves like NOR flash: programming only clears bits."""

    def __init__(self) -> None:
        self.blocks: dict[int, bytearray] = {}
        self.changes = 0
        self.cut_in = 0  # the power goes in the n-th program from now; 0 = it stays
        self.cut_after = 0  # bytes of the record that still arrive

    def copy(self) -> "Flash":
        twin = Flash()
        twin.blocks = {segment: bytearray(block) for segment, block in self.blocks.items()}
        return twin

    def segments(self) -> list[int]:
        return sorted(self.blocks)

    def read(self, segment: int, offset: int, buf: bytearray) -> None:
        buf[:] = self.blocks[segment][offset : offset + len(buf)]

    def program(self, segment: int, offset: int, page: bytearray) -> None:
        block = self.blocks[segment]
        self.changes += 1
        at = 0
        while at < 256 and page[at] == 0xFF:
            at += 1
        end = min(256, at + 64)
        if self.cut_in == 1:
            end = min(end, at + self.cut_after)
        while at < end:
            block[offset + at] &= page[at]
            at += 1
        if self.cut_in:
            self.cut_in -= 1
            if not self.cut_in:
                raise PowerCut

    def create(self, segment: int) -> None:
        self.blocks[segment] = bytearray(b"\xff" * 4096)
        self.blocks[segment][:8] = b"segment!"

    def delete(self, segment: int) -> None:
        del self.blocks[segment]


class Player:
    """`setup` is (decks, source, reveal, numbered)."""

    def __init__(self, setup: "tuple[int, int, int, bool]") -> None:
        self.flash = Flash()
        self.setup = setup
        self.at_cut: object = None  # the state of the table when the power went
        self.boot()

    def boot(self) -> None:
        self.flash.cut_in = 0
        self.table = self.recovered(self.flash)
        assert isinstance(self.table.game, Derby)
        self.game = self.table.game

    def recovered(self, flash: Flash) -> Table:
        """A fresh table on what is in a flash."""
        decks, source, reveal, numbered = self.setup
        serial = SET_SERIAL if numbered else 0
        game = Derby(decks, source, reveal, serial, LIMITS)
        table = Table(game, Journal(flash, SEGMENTS, True), _no_time)
        table.recover()
        return table

    def do(self, step: "tuple") -> "tuple[int, int]":  # type: ignore[type-arg]
        """Play one step; returns the event that it became and its refusal (-1, 0 for no event)."""
        kind = step[0]
        if kind == "slide":
            return self._slide(step[1], step[2], step[3])
        if kind == "offer":
            return step[1], self.table.offer(*step[1:])
        if kind == "reveal":
            shown = self.game.next_shown()
            if shown is None:
                return derby.REVEAL, self.table.offer(derby.REVEAL)
            return shown[0], self.table.offer(*shown)
        if kind == "cut":
            return self._cut(step[1], step[2], step[3])
        if kind == "age":
            self._age(step[1])
            return -1, 0
        if kind == "settings":
            self.setup = step[1]
        self.boot()
        return -1, 0

    def _slide(self, face: int, number: int, before_call: bool) -> "tuple[int, int]":
        """As app/dealing.py does it."""
        game = self.game
        if game.phase == events.CHECKING:
            return -1, 0
        event, why = game.route(token(face, number), before_call)
        if event == events.IRREGULARITY:
            return event, self.table.offer(event, why, game.place())
        return event, self.table.offer(event, face, game.place(), number, why)

    def _age(self, count: int) -> None:
        journal = self.table.journal
        between = self.game.phase in (events.IDLE, events.CLOSED)
        while between and count and journal.room() > 1:
            journal.append(events.BOOT, 0, 0, self.game.round_no, 0)
            count -= 1

    def _cut(self, program: int, count: int, step: "tuple") -> "tuple[int, int]":  # type: ignore[type-arg]
        self.flash.cut_in = program
        self.flash.cut_after = count
        try:
            done = self.do(step)
        except PowerCut:
            done = (-1, 0)
            self.at_cut = self.game.snapshot()
        self.boot()
        return done


def _no_time() -> int:
    return 0
