"""Who may act now, and as whom: at the table's keys and at the host. The callers never learn how it was proved.

A provider is anything with `grant() -> (role, who)`, `used()` and `end()` (interfaces.pyi): the key switch
(app/turned_key.py), badges (app/badge_task.py) and the PINs below. The highest role of all that apply
counts. Time comes from `Uptime`; nothing here is written down, so a restart ends every grant and every lock.
"""

from micropython import const

from pitboard.games import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pitboard.app.uptime import Uptime
    from pitboard.interfaces import Provider
    from pitboard.table.staff import Staff

GRANT_S = const(60)  # after its last use
_FREE_TRIES = const(3)
_LOCK_S = const(30)
_LONGEST_LOCK_S = const(3600)
_MOST_WRONG = const(10)  # 30 s doubled seven times is beyond the hour
_NUMBERS = const(256)
_NONE = (0, 0)
_POWER = b"\x00\x02\x03\x01\x01"  # by role


class NotAuthorised(Exception):
    """Refused. `text` is for the person at the host; `wait_s`: no other try is looked at before."""

    def __init__(self, text: str, wait_s: int) -> None:
        super().__init__(text)
        self.text = text
        self.wait_s = wait_s


class Pins:
    """The host's provider: a staff number and its PIN give that person's role for a minute after each use.

    Wrong tries count by number, whether anybody has that number or not, and only that number's own PIN forgives them:
    one who knows his own cannot buy tries at another's. A lock holds for every number.
    """

    def __init__(self, staff: "Staff", uptime: "Uptime") -> None:
        self._staff = staff
        self._uptime = uptime
        self._wrong = bytearray(_NUMBERS)
        self._locked_until = 0
        self._role = 0
        self._who = 0
        self._ends_at = 0

    def grant(self) -> "tuple[int, int]":
        if self._role and self._uptime.ms() >= self._ends_at:
            self.end()
        return (self._role, self._who)

    def used(self) -> None:
        self._ends_at = self._uptime.ms() + GRANT_S * 1000

    def end(self) -> None:
        self._role = self._who = 0

    def authorising(self, number: int, pin: str) -> "Iterator[int]":
        """The role of `number` comes last, before it 0 as often as others may have a turn; raises NotAuthorised.

        Whoever tries gives up what was granted before, also if the PIN is wrong.
        """
        self.end()
        locked_ms = self._locked_until - self._uptime.ms()
        if locked_ms > 0:
            wait_s = (locked_ms + 999) // 1000
            raise NotAuthorised("Locked. Try again in %d s." % wait_s, wait_s)
        role = 0
        for role in self._staff.checking(number, pin):
            yield 0
        if not role:
            raise self._refused(number)
        self._wrong[number] = 0
        self._role = role
        self._who = number
        self.used()
        yield role

    def _refused(self, number: int) -> NotAuthorised:
        wrong = min(self._wrong[number] + 1, _MOST_WRONG)
        self._wrong[number] = wrong
        if wrong < _FREE_TRIES:
            return NotAuthorised("Number or PIN is wrong.", 0)
        wait_s = min(_LOCK_S << (wrong - _FREE_TRIES), _LONGEST_LOCK_S)
        self._locked_until = self._uptime.ms() + wait_s * 1000
        return NotAuthorised("Number or PIN is wrong. Locked for %d s." % wait_s, wait_s)


class Authoriser:
    """The one question: which role, and which person, acts here now?"""

    def __init__(
        self, pins: Pins, at_table: "Sequence[Provider]" = (), at_host: "Sequence[Provider]" = ()
    ) -> None:
        self._pins = pins
        self._table = at_table
        self._host: Sequence[Provider] = (pins,) + tuple(at_host)

    def at_table(self) -> "tuple[int, int]":
        """Role and staff number at the table's keys: the supervisor, or anybody else as the dealer.

        Technicians and inspectors do no step of a game: whoever presses a key beside their badge is not named.
        """
        role, who = _highest(self._table)
        return (role, who) if 0 < role <= events.SUPERVISOR else (events.DEALER, 0)

    def at_host(self) -> "tuple[int, int]":
        """Role and staff number at the host; (0, 0) without a grant. To look is no use of it.

        Technicians and inspectors do no step of a game: here they have none.
        """
        role, who = _highest(self._host)
        return (role, who) if role <= events.SUPERVISOR else _NONE

    def used(self, at_table: bool = False) -> None:
        """A grant of the host, or at the keys, was just used: it lasts longer."""
        for provider in self._table if at_table else self._host:
            if provider.grant()[0]:
                provider.used()

    def authorising(self, staff: int, pin: str) -> "Iterator[int]":
        """The role of a staff number and its PIN comes last; raises NotAuthorised."""
        return self._pins.authorising(staff, pin)

    def release(self) -> None:
        """The person at the host is done."""
        for provider in self._host:
            provider.end()

    def end(self) -> None:
        """The table is closed: every grant ends, a turned key alone stays what it is."""
        self.release()
        for provider in self._table:
            provider.end()


def _highest(providers: "Sequence[Provider]") -> "tuple[int, int]":
    """A supervisor before a dealer, a dealer before anybody else."""
    best = _NONE
    for provider in providers:
        granted = provider.grant()
        if granted[0] and _POWER[granted[0]] > _POWER[best[0]]:
            best = granted
    return best
