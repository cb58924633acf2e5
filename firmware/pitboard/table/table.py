"""A table is a fold over its journal: judge the event, write it down, only then apply it.

`offer()` is the one way in. A refused event changes nothing and is not written. What the lights and the display show
is a function of the game's state, so a replay after a power cut shows the same.
"""

from pitboard.games import events, refusals
from pitboard.games.derby import MAX_BOOTS
from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.games.derby import Derby
    from pitboard.table.journal import Journal


def _ends_a_round(event: int) -> bool:
    return event in (events.CLOSE, events.CANCEL)


class Table:
    """The game and its journal. Synchronous; `offer()` blocks for one page program (under 1 ms)."""

    def __init__(self, game: "Derby", journal: "Journal", ticks_ms: "Callable[[], int]") -> None:
        self.game = game
        self.journal = journal
        self._ticks_ms = ticks_ms
        self.effects = 0  # what the last offer changed (games/effects.py)
        self.seq = 0  # number of the last record that is folded in

    def recover(self) -> int:
        """Rebuild the state from the journal and note the boot; returns the records replayed."""
        journal = self.journal
        game = self.game
        journal.open()
        boundary = journal.last_of(_ends_a_round)
        game.reset(0)
        count = boots = 0
        for record in journal.since(max(0, boundary - 1)):
            if record[records.SEQ] == boundary:  # the round that it closes is over
                game.reset(record[records.ROUND])
            else:
                game.apply(record[records.TYPE], record[records.ARG], record[records.ARG2])
                count += 1
                boots += record[records.TYPE] == events.BOOT
        self.seq = journal.last_seq
        journal.boot_no += 1
        self.tidy()
        # A board that keeps restarting may not eat the room that an open round has reserved.
        if self.may_erase() or boots < MAX_BOOTS:
            self._write(events.BOOT, 0, 0)
        return count

    def offer(self, event: int, arg: int = 0, arg2: int = 0) -> int:
        """Judge, write, apply. Returns 0 or the refusal code; `effects` then says what changed."""
        self.effects = 0
        refusal = self.game.judge(event, arg)
        if refusal:
            return refusal
        if not self._has_room_for(event):
            return refusals.LOG_FULL
        self._write(event, arg, arg2)
        return 0

    def _has_room_for(self, event: int) -> bool:
        """A round may begin only if its longest course fits into what is blank now (DESIGN, one idea 1)."""
        if event in (events.OPEN, events.NO_MORE_BETS):
            self.tidy()
            return self.journal.room() >= self.game.worst_records
        return self.journal.room() > 0

    def _write(self, event: int, arg: int, arg2: int) -> None:
        game = self.game
        round_no = game.round_no + 1 if event == events.OPEN else game.round_no
        self.seq = self.journal.append(event, arg, arg2, round_no, self._ticks_ms())
        self.effects = game.apply(event, arg, arg2)

    def may_erase(self) -> bool:
        """Erasing is allowed before "No more bets" and after the round: no card can be on its way."""
        return self.game.phase in (events.IDLE, events.BETTING)

    def tidy(self) -> bool:
        """Make room for the next round where erasing is allowed. Slow: up to some 100 ms."""
        if not self.may_erase():
            return True
        return self.journal.prepare(self.game.worst_records)
