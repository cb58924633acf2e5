"""A table is a fold over its journal: judge the event, write it down, only then apply it.

`offer()` is the one way in. A refused event changes nothing and is not written. What the lights and the display show
is a function of the game's state, so a replay after a power cut shows the same.
"""

from pitboard.games import events, refusals
from pitboard.games.derby import MAX_BOOTS, worst_records
from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.games.derby import Derby
    from pitboard.table.journal import Journal, Record


def _is_checkpoint(record: "Record") -> bool:
    """After these nothing is open: the state is the round's number and no more."""
    event = record[records.TYPE]
    if event == events.BOOT:
        return record[records.ARG] == events.CHECKPOINT
    return event in (events.CLOSE, events.CANCEL)


class Table:
    """The game and its journal. Synchronous; `offer()` blocks for one page program (under 1 ms)."""

    def __init__(self, game: "Derby", journal: "Journal", uptime_ms: "Callable[[], int]") -> None:
        self.game = game
        self.journal = journal
        self._uptime_ms = uptime_ms
        self._decks = game.decks  # of the settings; an open round keeps those that it began with
        self._checkpoint = 0  # number of the record from which the state can be rebuilt
        self.effects = 0  # what the last offer changed (games/effects.py)

    def recover(self) -> int:
        """Rebuild the state from the journal and note the boot; returns the records replayed."""
        journal = self.journal
        game = self.game
        journal.open()
        self._checkpoint = journal.last_of(_is_checkpoint)
        game.reset(0)
        count = boots = 0
        # A journal without a checkpoint is new, or the rest of one that was damaged: replay what is there.
        start = self._checkpoint or journal.oldest_seq()
        for record in journal.since(max(0, start - 1)):
            if record[records.SEQ] == start:
                game.reset(record[records.ROUND] - (record[records.TYPE] == events.OPEN))
            if record[records.SEQ] != self._checkpoint:
                game.apply(record[records.TYPE], record[records.ARG], record[records.ARG2])
                count += 1
                boots += record[records.TYPE] == events.BOOT
        journal.boot_no += 1
        self.tidy()
        self._note_boot(boots)
        return count

    def _note_boot(self, boots: int) -> None:
        """A board that keeps restarting may not eat the room that an open round has reserved."""
        game = self.game
        clean = game.phase == events.IDLE and not game.notice_kind
        if self.journal.room() > 0 and (clean or boots < MAX_BOOTS):
            self._write(events.BOOT, events.CHECKPOINT if clean else 0, 0)

    def offer(self, event: int, arg: int = 0, arg2: int = 0) -> int:
        """Judge, write, apply. Returns 0 or the refusal code; `effects` then says what changed."""
        self.effects = 0
        refusal = self.game.judge(event, arg)
        if refusal:
            return refusal
        if not self._has_room_for(event):
            return refusals.LOG_FULL
        if event == events.OPEN:
            arg = self._decks
        self._write(event, arg, arg2)
        return 0

    def _has_room_for(self, event: int) -> bool:
        """A round may begin only if its longest course fits into what is blank now (DESIGN, one idea 1)."""
        if event in (events.OPEN, events.NO_MORE_BETS):
            self.tidy()
            return self.journal.room() >= self._worst_records()
        return self.journal.room() > 0

    def _write(self, event: int, arg: int, arg2: int) -> None:
        game = self.game
        round_no = game.round_no + 1 if event == events.OPEN else game.round_no
        seq = self.journal.append(event, arg, arg2, round_no, self._uptime_ms())
        self.effects = game.apply(event, arg, arg2)
        if event in (events.CLOSE, events.CANCEL) or (event == events.BOOT and arg):
            self._checkpoint = seq

    def may_erase(self) -> bool:
        """Erasing is allowed before "No more bets" and after the round: no card can be on its way."""
        return self.game.phase in (events.IDLE, events.BETTING)

    def tidy(self) -> bool:
        """Make room for the next round where erasing is allowed. Slow: up to some 100 ms."""
        if not self.may_erase():
            return True
        return self.journal.prepare(self._worst_records(), self._checkpoint)

    def _worst_records(self) -> int:
        """Of the round that is open, or of the next one if the settings have changed."""
        return max(self.game.worst_records, worst_records(self._decks))
