"""When things happened: the time of every record, computed from the journal alone.

A CLOCK record says what time it was; what comes after it counts on from there by its milliseconds since boot. Over a
power cut the time stands still until the next CLOCK record. It never falls, however a clock chip fails: only a person
takes it back (HOST), and then the record says by how much.

Such a record has the source in its first argument and in the second 1 if the time is to be trusted. Its value has the
milliseconds since 1970 in the lower 44 bits, and above them the jump in seconds against what the table had counted.
"""

from micropython import const

from pitboard.games.events import CLOCK
from pitboard.table import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.table.records import Record

CHIP = const(1)  # the clock chip says so
HOST = const(2)  # a person has set it
KEPT = const(3)  # no chip answers: counted on from the last time that is known
WRONG = const(4)  # the chip has stopped or jumped: as KEPT, and the chip is not believed until a person sets the time

SOURCE_NAMES = ("", "chip", "host", "kept", "wrong")

_MS_BITS = const(44)
_MOST_JUMP = const(0x7FFFF)  # six days; more is said as six days
_JUMP_MASK = const(0xFFFFF)
_WRAP = 1 << 32  # a record keeps 32 bits of the milliseconds since boot


def value_of(ms: int, jump: int) -> int:
    """The value of a CLOCK record."""
    jump = max(-_MOST_JUMP, min(jump, _MOST_JUMP))
    return (jump & _JUMP_MASK) << _MS_BITS | ms


def ms_of(value: int) -> int:
    return value & (1 << _MS_BITS) - 1


def jump_of(value: int) -> int:
    jump = value >> _MS_BITS
    return jump - _JUMP_MASK - 1 if jump > _MOST_JUMP else jump


class JournalTime:
    """The time of the newest record that was followed, and of now. `source` is 0 while no time is known."""

    def __init__(self) -> None:
        self.ms = 0
        self.source = 0
        self.trusted = False
        self._zero = 0  # what time it was when the milliseconds of this boot began
        self._boot = -1
        self._t_ms = 0

    def follow(self, record: "Record") -> None:
        """One record after the other, in a replay."""
        boot, t_ms = record[records.BOOT_NO], record[records.T_MS]
        if boot != self._boot:
            self.restarted()
            self._boot = boot
        elif t_ms < self._t_ms:
            self._zero += _WRAP
        self._t_ms = t_ms
        if record[records.TYPE] == CLOCK:
            ms = ms_of(record[records.VALUE])
            self.set(ms, record[records.ARG], bool(record[records.ARG2]), t_ms)
        elif self.source:
            self.ms = self.now(t_ms)

    def restarted(self) -> None:
        """A new boot begins: how long the table was off, its journal cannot know before the next CLOCK record."""
        self._boot = -1
        self._zero = self.ms
        self.trusted = False

    def now(self, t_ms: int) -> int:
        """Milliseconds since 1970, `t_ms` after boot."""
        return max(self.ms, self._zero + t_ms)

    def set(self, ms: int, source: int, trusted: bool, t_ms: int) -> None:
        """It is known what time it is."""
        before = self.now(t_ms)
        self._zero = ms - t_ms
        self.ms = ms if source == HOST else max(ms, before)
        self.source = source
        self.trusted = trusted
