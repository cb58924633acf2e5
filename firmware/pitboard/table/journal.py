"""The journal: an append-only log of records in ready-made blank segments.

A segment is 4096 bytes: a 32-byte header (written when it is made) and 127 record slots. Making and deleting segments
erases flash and is slow (tens of milliseconds each, interrupts off), so it happens only in `prepare()`, which the
table calls between rounds. `append()` programs one page in place and erases nothing.

The medium (drivers/) gives:
    segments() -> list[int]                ids of the existing segments, ascending
    read(id, offset, buf)                  raw bytes of a segment
    program(id, offset, buf256)            program one page (bits only fall); durable on return
    create(id), delete(id)                 make a blank segment with its header, unlike any other's; remove one
"""

from micropython import const

from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pitboard.interfaces import Medium
    from pitboard.table.records import Record
    from pitboard.table.seal import Seal

PAGE_BYTES = const(256)
SLOTS = const(127)  # records in a segment: the first 32 bytes are its header
_WRITE_TRIES = const(3)
_BLANK = b"\xff" * PAGE_BYTES


class JournalError(Exception):
    """The medium did not keep what was written: nothing may be announced."""


class CursorGone(Exception):
    """The records asked for were rotated out."""


class Journal:
    """Append, replay and read back numbered records. Not re-entrant; one owner (table/table.py)."""

    def __init__(
        self, medium: "Medium", max_segments: int, overwrite: bool, seal: "Seal | None" = None
    ) -> None:
        self._medium = medium
        self._seal = seal
        self._max = max_segments
        self._overwrite = overwrite
        self._ids: list[int] = []  # segments, oldest first
        self._next_id = 1
        self._firsts: list[int] = []  # sequence number of each one's first record, 0 = still blank
        self._active = 0  # index into _ids of the segment that is being written
        self._slot = 1  # next free slot there (slot 0 is the header)
        self._page = bytearray(PAGE_BYTES)
        self._check = bytearray(records.SIZE)
        self.last_seq = 0
        self.boot_no = 0

    # -- reading ------------------------------------------------------------------------------

    def open(self) -> None:
        """Find the segments, the last record and the first free slot. Reads only."""
        self._ids = []
        self._firsts = []
        self._next_id = 1
        newest = -1
        for segment in self._medium.segments():
            self._next_id = segment + 1
            first = self._first_seq(segment)
            if first < 0:
                continue  # damaged, or of an older firmware: left as it is, for whoever can read it
            if first:
                newest = len(self._ids)
            self._ids.append(segment)
            self._firsts.append(first)
        self.last_seq = 0
        self.boot_no = 0
        self._active = newest if newest >= 0 else 0
        self._slot = 1
        if newest < 0:
            return
        self._seek_end()
        if self._slot > SLOTS and self._active + 1 < len(self._ids):
            self._active += 1
            self._seek_end()

    def _seek_end(self) -> None:
        """Move to the first blank slot of the active segment, past torn ones."""
        self._slot = 1
        for slot, record in self._scan(self._active, 1, True):
            self._slot = slot + 1
            if record is not None:
                self.last_seq = record[records.SEQ]
                self.boot_no = record[records.BOOT_NO]

    def _first_seq(self, segment: int) -> int:
        """Sequence number of the first sound record of a segment, 0 if it is blank, -1 if nothing in it is sound."""
        self._load_page(segment, 0)
        written = 0
        for at in range(records.SIZE, PAGE_BYTES, records.SIZE):
            record = records.unpack(self._page, at)
            if record is not None:
                return record[records.SEQ]
            written += not records.is_blank(self._page, at)
        # A page full of torn writes cannot come from a power cut: it tears one record.
        return -1 if written > _WRITE_TRIES else 0

    def _load_page(self, segment: int, page: int) -> None:
        self._medium.read(segment, page * PAGE_BYTES, self._page)

    def _scan(self, index: int, slot: int, torn: bool) -> "Iterator[tuple[int, Record | None]]":
        """Yield (slot, record) of the written slots from `slot` on; torn slots give None if `torn`.

        A slot that would not take a write may have stayed blank, so the end is a run of blank ones that is longer
        than `append` would ever leave.
        """
        segment = self._ids[index]
        loaded = -1
        blanks = 0
        while slot <= SLOTS and blanks < _WRITE_TRIES:
            page = slot >> 3
            if page != loaded:
                self._load_page(segment, page)
                loaded = page
            at = (slot & 7) * records.SIZE
            if records.is_blank(self._page, at):
                blanks += 1
            else:
                blanks = 0
                record = records.unpack(self._page, at)
                if record is not None or torn:
                    yield slot, record
            slot += 1

    def _turn(self, index: int, slot: int, arg: int, value: int) -> "tuple[int, int]":
        """Cover or uncover what is sealed in a slot. Uses `_check`."""
        self._medium.read(self._ids[index], 0, self._check)
        seal = self._seal
        return seal.turn(self._check, slot, arg, value) if seal is not None else (arg, value)

    def _uncovered(self, index: int, slot: int, record: "Record") -> "Record | None":
        """The record as it was offered; None if it was sealed with another key."""
        seal = self._seal
        event = record[records.TYPE]
        if seal is None or not seal.covers(event):
            return record
        arg, value = self._turn(index, slot, record[records.ARG], record[records.VALUE])
        if not seal.fits(event, value):
            return None
        _, _, arg2, seq, round_no, t_ms, boot_no, _, reason, who = record
        return event, arg, arg2, seq, round_no, t_ms, boot_no, value, reason, who

    def since(self, seq: int) -> "Iterator[Record]":
        """Yield the records after number `seq`, in order. Raises CursorGone if they were rotated out."""
        if seq >= self.last_seq:
            return
        start = -1
        for index, first in enumerate(self._firsts):
            if first and first <= seq + 1:
                start = index
        if start < 0:
            raise CursorGone(self.oldest_seq())
        for index in range(start, self._active + 1):
            first = self._firsts[index]
            # Torn slots only push records further on, so the arithmetic guess never overshoots.
            slot = 1 + max(0, seq + 1 - first) if first else 1
            for at, record in self._scan(index, slot, False):
                if record is not None and record[records.SEQ] > seq:
                    seq = record[records.SEQ]  # a second copy was written because reading the first one failed
                    known = self._uncovered(index, at, record)
                    if known is not None:
                        yield known

    def oldest_seq(self) -> int:
        """The oldest record that is still here, 0 if there is none."""
        for first in self._firsts:
            if first:
                return first
        return 0

    def last_of(self, wanted: "Callable[[Record], bool]") -> int:
        """Sequence number of the newest record that is `wanted`; 0 if there is none.

        Segments are searched from the newest back, so the cost is that of the open round.
        """
        for index in range(min(self._active, len(self._ids) - 1), -1, -1):
            found = 0
            for slot, record in self._scan(index, 1, False):
                known = self._uncovered(index, slot, record) if record is not None else None
                if known is not None and wanted(known):
                    found = known[records.SEQ]
            if found:
                return found
        return 0

    # -- writing ------------------------------------------------------------------------------

    def room(self) -> int:
        """Records that can be appended without making a segment."""
        if not self._ids:
            return 0
        spare = len(self._ids) - self._active - 1
        return max(0, SLOTS + 1 - self._slot) + spare * SLOTS

    def segments(self) -> int:
        """Number of segments on the medium."""
        return len(self._ids)

    def append(
        self,
        event: int,
        arg: int,
        arg2: int,
        round_no: int,
        t_ms: int,
        value: int = 0,
        reason: int = 0,
        who: int = 0,
    ) -> int:
        """Write one record and read it back; returns its number. No erase. Raises JournalError."""
        seq = self.last_seq + 1
        sealed = self._seal is not None and self._seal.covers(event)
        for _ in range(_WRITE_TRIES):
            if self._slot > SLOTS:
                if self._active + 1 >= len(self._ids):
                    raise JournalError("no room")
                self._active += 1
                self._slot = 1
            slot = self._slot
            self._slot += 1
            page = self._blank_page()
            at = (slot & 7) * records.SIZE
            kept, word = self._turn(self._active, slot, arg, value) if sealed else (arg, value)
            records.pack_into(
                page, at, event, kept, arg2, seq, round_no, t_ms, self.boot_no, word, reason, who
            )
            if self._program(slot, at):
                if not self._firsts[self._active]:
                    self._firsts[self._active] = seq
                self.last_seq = seq
                return seq
        raise JournalError("flash does not keep records")

    def _blank_page(self) -> bytearray:
        self._page[:] = _BLANK  # programming ones leaves the neighbours as they are
        return self._page

    def _program(self, slot: int, at: int) -> bool:
        """Program the page with the record at `at` in it; False if the flash does not hold it."""
        segment = self._ids[self._active]
        self._medium.program(segment, (slot >> 3) * PAGE_BYTES, self._page)
        self._medium.read(segment, slot * records.SIZE, self._check)
        return self._check == self._page[at : at + records.SIZE]

    def prepare(self, need: int, keep: int) -> bool:
        """Between rounds only: make blank segments until `need` records fit. False if the log is full.

        The oldest segments go first, only where the table's settings allow overwriting, and never with record `keep`
        or a later one: the state is rebuilt from there.
        """
        while self.room() < need:
            if len(self._ids) >= self._max:
                # A second segment that is still blank: all there is, is in the first.
                if not self._overwrite or self._active == 0 or not 0 < self._firsts[1] <= keep:
                    return False
                self._medium.delete(self._ids.pop(0))
                self._firsts.pop(0)
                self._active -= 1
            self._medium.create(self._next_id)
            self._ids.append(self._next_id)
            self._next_id += 1
            self._firsts.append(0)
        return True
