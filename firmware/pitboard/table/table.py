"""A table is a fold over its journal: judge the event, write it down, only then apply it.

`offer()` is the one way in. A refused event changes nothing and is not written. What the lights and the display show
is a function of the game's state, so a replay after a power cut shows the same.
"""

from micropython import const

from pitboard.games import events, refusals
from pitboard.table import checkpoint, records
from pitboard.table.journal_time import JournalTime, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.interfaces import Game
    from pitboard.table.journal import Journal
    from pitboard.table.records import Record

WAY_OUT = const(3)  # records that have room whatever else is full: an answer, the void, the close
_TO_OPEN = const(4)  # records of these are for what the next round asks for first
CHECKPOINT_EVERY = const(96)  # records: what a restart has to replay besides the open round


class Table:
    """The game and its journal. Synchronous; `offer()` blocks for a page program (under 1 ms) a record."""

    def __init__(self, game: "Game", journal: "Journal", uptime_ms: "Callable[[], int]") -> None:
        self.game = game
        self.journal = journal
        self._uptime_ms = uptime_ms
        self._checkpoint = 0  # number of the record from which the state can be rebuilt
        self.time = JournalTime()
        self._clocks = 0  # CLOCK records since the round was opened
        self.max_badges = 0  # BADGE records for which a round keeps room (badges.py)
        self.effects = 0  # what the last offer changed (games/effects.py)

    # -- restart ----------------------------------------------------------------------------------

    def recover(self) -> int:
        """Rebuild the state from the journal and note the boot; returns the records replayed."""
        journal = self.journal
        game = self.game
        journal.open()
        last = journal.last_of(checkpoint.is_last_part)
        count = boots = 0
        if not (last and self._thaw(last)):
            last = 0
            game.reset(0)
        # Without a checkpoint it is a new journal, or the rest of a damaged one. From a hole on: take what makes sense.
        damaged = not last and journal.oldest_seq() > 1
        hole = damaged  # and nobody was told of it
        before = last or max(0, journal.oldest_seq() - 1)
        for record in journal.since(before):
            event = record[records.TYPE]
            if record[records.SEQ] != before + 1:
                hole = damaged = True
            elif event == events.IRREGULARITY and record[records.ARG] == events.RECORD_LOST:
                hole = False
            before = record[records.SEQ]
            boots = 0 if event == events.OPEN else boots + (event == events.BOOT)
            self._clocks = 0 if event == events.OPEN else self._clocks + (event == events.CLOCK)
            self.time.follow(record)
            if not events.BADGE <= event <= events.CLOCK and (not damaged or self._makes_sense(record)):
                self._apply(record)
                count += 1
        journal.boot_no += 1
        self.time.restarted()
        game.restarted()
        self.tidy()
        # A board that keeps restarting may not eat the room of an open round, or of a table that cannot be kept now.
        if self.journal.room() > 0 and (game.is_at_rest() or boots < game.max_boots):
            self._write(events.BOOT)
        self._follow_up()
        if hole:
            self.offer(events.IRREGULARITY, events.RECORD_LOST, game.place())
        return count

    def _thaw(self, last: int) -> bool:
        """Find the first of the checkpoint's parts, put the state back; False if a part is lost."""
        journal = self.journal
        record = next(journal.since(last - 1))
        parts = record[records.ARG2]
        first = last - parts + 1
        state = checkpoint.read(journal, first, parts)
        if state is None:
            return False
        self._checkpoint = first
        if first > journal.oldest_seq():  # the time that was kept stands just before it
            clock = next(journal.since(first - 2))
            if clock[records.TYPE] == events.CLOCK:
                self._checkpoint = clock[records.SEQ]
                self.time.follow(clock)
        self.game.thaw(record[records.ROUND], state)
        return True

    def _makes_sense(self, record: "Record") -> bool:
        """Whether a record of a damaged journal can have happened; rounds keep their numbers either way."""
        game = self.game
        game.round_no = record[records.ROUND] - (record[records.TYPE] == events.OPEN)
        refusal = game.judge(
            record[records.TYPE],
            record[records.ARG],
            record[records.ARG2],
            record[records.VALUE],
            record[records.REASON],
            record[records.WHO],
        )
        if refusal:
            game.round_no = record[records.ROUND]
        return not refusal

    def _apply(self, record: "Record") -> None:
        self.game.apply(
            record[records.TYPE],
            record[records.ARG],
            record[records.ARG2],
            record[records.VALUE],
            record[records.REASON],
            record[records.WHO],
        )

    # -- events -----------------------------------------------------------------------------------

    def offer(
        self,
        event: int,
        arg: int = 0,
        arg2: int = 0,
        value: int = 0,
        reason: int = 0,
        role: int = events.DEALER,
        who: int = 0,
    ) -> int:
        """Judge, write, apply. Returns 0 or the refusal code; `effects` then says what changed."""
        self.effects = 0
        game = self.game
        if event <= events.STATE:
            return refusals.NOT_AN_EVENT  # only the table itself writes these
        refusal = (
            game.allowed(event)
            or game.authority(event, arg, arg2, value, role, reason)
            or game.judge(event, arg, arg2, value, reason, who)
        )
        if refusal:
            return refusal
        if not self._has_room_for(event, arg):
            return refusals.LOG_FULL
        self._write(event, arg, arg2, value, reason, who)
        self._follow_up()
        return 0

    def _follow_up(self) -> None:
        """What the game itself says must come next: a card that shows, one that turns out not to count."""
        follow = self.game.due()
        while follow is not None and self.journal.room() > 0:
            self._write(*follow)
            follow = self.game.due()

    def _has_room_for(self, event: int, arg: int = 0) -> bool:
        """A round may begin only if its longest course fits into what is blank now (DESIGN, one idea 1)."""
        if event in (events.OPEN, events.NO_MORE_BETS, events.CHECK):
            self.tidy(event == events.OPEN)
            return self.journal.room() >= self._reserve()
        needed = 1 if self.game.is_way_out(event, arg) else 1 + WAY_OUT
        needed += self.kept_for_leaving(event)
        if self.journal.room() < needed:
            self.tidy(event == events.TABLE_CLOSE)  # that, too, leaves the last round behind
        return self.journal.room() >= needed

    def kept_for_leaving(self, event: int) -> int:
        """Between rounds: room for the checkpoint that leaves behind a round that could still be reversed, and for what
        may or must come before the next one.
        """
        if not self.game.is_between_rounds() or event == events.TABLE_CLOSE:
            return 0
        first = event in (events.SHUFFLED, events.CUT)
        return checkpoint.MOST_PARTS + 1 + (0 if first else self.game.max_boots + _TO_OPEN)

    def _write(
        self,
        event: int,
        arg: int = 0,
        arg2: int = 0,
        value: int = 0,
        reason: int = 0,
        who: int = 0,
    ) -> None:
        game = self.game
        round_no = game.round_no
        if event == events.OPEN:
            round_no += 1
            self._clocks = 0
        self.journal.append(event, arg, arg2, round_no, self._uptime_ms(), value, reason, who)
        self.effects |= game.apply(event, arg, arg2, value, reason, who)

    def note_time(self, ms: int, source: int, trusted: bool, jump: int, who: int = 0) -> bool:
        """Write down what time it is (journal_time.py); False if it cannot be now: in a round there is room for few."""
        if not self.game.is_between_rounds() and self._clocks >= self.game.max_boots:
            return False
        if not self._has_room_for(events.CLOCK):
            return False
        self._write_time(ms, source, trusted, jump, who)
        return True

    def _write_time(self, ms: int, source: int, trusted: bool, jump: int, who: int = 0) -> None:
        now = self._uptime_ms()
        value = value_of(ms, jump)
        self.journal.append(events.CLOCK, source, int(trusted), self.game.round_no, now, value, 0, who)
        self._clocks += 1
        self.time.set(ms, source, trusted, now)

    # -- room -------------------------------------------------------------------------------------

    def may_erase(self) -> bool:
        """Erasing is allowed before "No more bets" and after the round: no card can be on its way."""
        return self.game.is_between_rounds() or self.game.phase == events.BETTING

    def _reserve(self) -> int:
        game = self.game
        clocks = game.max_boots + 1  # one a boot, one kept
        return game.worst_records + clocks + self.max_badges + checkpoint.MOST_PARTS

    def tidy(self, leaving: bool = False) -> bool:
        """Make room for the next round where erasing is allowed. Slow: up to some 100 ms.

        `leaving`: that round begins now, and nothing of the one before needs to be kept any more.
        """
        if not self.may_erase():
            return True
        if self.journal.last_seq - self._checkpoint >= CHECKPOINT_EVERY:
            self._write_checkpoint(leaving)
        done = self.journal.prepare(self._reserve(), self._checkpoint)
        if not done and self._write_checkpoint(leaving):  # what is in the way may be the last one itself
            done = self.journal.prepare(self._reserve(), self._checkpoint)
        if not self._checkpoint:
            self._write_checkpoint()  # a new table: what settings it began with
        return done

    def _write_checkpoint(self, leaving: bool = False) -> bool:
        """Keep the state of a table at rest, so that older records are no longer needed.

        What is not kept ends here for the running table too, so that a restart finds the same one.
        """
        game = self.game
        journal = self.journal
        if not game.is_at_rest(leaving):
            return False
        state = game.freeze()
        values = checkpoint.values(state)
        if journal.room() < len(values) + 1:
            return False
        first = journal.last_seq + 1
        time = self.time
        if time.source:  # a restart begins here: no time may come after it that is before now
            self._write_time(time.now(self._uptime_ms()), time.source, time.trusted, 0)
        for part, value in enumerate(values):
            now = self._uptime_ms()
            journal.append(events.STATE, part, len(values), game.round_no, now, value)
        self._checkpoint = first
        game.thaw(game.round_no, state)
        return True
