"""Badges as proof: while a badge that was proved rests on the reader, whoever is at the table's keys is its person.

A badge with a key proves itself when it comes and again every REPROVE_MS, so that a copied serial number that takes
its place is found; the last day of any is looked at as often. A serial number alone counts only where the table file
says so, and its record says so too. What is refused is written down first, then told. The role rests while a new proof
is overdue, and ends when the badge goes (about a second later: tag_watch.py), with two tags on the reader, when the
table closes, and IDLE_S after the last step; then the badge is lifted and laid down anew. docs/authority.md says what
that is worth.

Where cards have tags, one that is held to this reader must not be told by its record: what is hidden stays hidden.
"""

import asyncio
from binascii import hexlify

from micropython import const

from pitboard.app import badge_proof
from pitboard.app.tag_watch import TagWatch
from pitboard.games import events, refusals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.app.dealing import Dealing
    from pitboard.app.tag_watch import TagReader
    from pitboard.app.uptime import Uptime
    from pitboard.table.badges import Badge, BadgeLog, Badges

IDLE_S = const(120)  # without a step of its person
REPROVE_MS = const(5000)
_LATE_MS = const(1000)  # a new proof may take, with the look before it: more than it does, less than noise may need
_LOOK_MS = const(250)
_ASKED = const(3)  # times, as tag_watch.py does; a badge that never answers to the end is none
_DAY_MS = const(86400000)
_CARD_BYTES = const(7)  # the identity of every tagged card (games/tag_codes.py)
_NONE = (0, 0)


class BadgeReader:
    """Provider and task. `missing`: the reader does not answer; it is set up anew until it does."""

    def __init__(
        self,
        reader: "TagReader",
        badges: "Badges",
        log: "BadgeLog",
        plain: bool,
        dealing: "Dealing",
        uptime: "Uptime",
        urandom: "Callable[[int], bytes]",
        parse: "Callable[[bytes], int] | None" = None,
    ) -> None:
        """`plain`: serial numbers count. `parse`: which card a tag is, where cards have tags."""
        self._watch = TagWatch(reader, _LOOK_MS, self._arrived, self._departed, self._noted)
        self._reader = reader
        self._badges = badges
        self._log = log
        self._plain = plain
        self._dealing = dealing
        self._uptime = uptime
        self._urandom = urandom
        self._parse = parse
        self._granted = _NONE
        self._decided = False  # about the one that rests here
        self._asked = 0  # without an answer
        self._ends_at = 0
        self._prove_at = 0  # 0: there is nothing to prove
        self._told = _NONE  # what the display was drawn for

    @property
    def missing(self) -> bool:
        return self._watch.missing

    @property
    def version(self) -> int:
        return self._reader.version

    # -- provider -----------------------------------------------------------------------------

    def grant(self) -> "tuple[int, int]":
        now = self._uptime.ms()
        if self._granted[0] and now >= self._ends_at:
            self.end()
        return self._granted if now < self._prove_at + _LATE_MS else _NONE

    def used(self) -> None:
        self._ends_at = self._uptime.ms() + IDLE_S * 1000

    def end(self) -> None:
        self._granted = _NONE
        self._prove_at = 0

    # -- task ---------------------------------------------------------------------------------

    async def run(self) -> None:
        watch = self._watch
        while True:
            await watch.turn()
            self._follow()
            await asyncio.sleep_ms(watch.pause_ms())

    def _follow(self) -> None:
        """What is due after a look."""
        granted = self.grant()
        if granted != self._told:
            self._told = granted
            self._dealing.look()
        if self._prove_at and self._uptime.ms() >= self._prove_at:
            self._watch.ask_again()

    def _noted(self) -> None:
        if self._watch.collision:
            self.end()  # whose steps would they be?
        self._dealing.look()

    def _departed(self, _identity: bytes) -> None:
        self._asked = 0
        self._decided = False
        self.end()

    async def _arrived(self, identity: bytes) -> bool:
        """True once it is decided what this badge is; asked again while it rests, if it has a role to lose."""
        if self._decided and not self._granted[0]:
            return True
        badge = self._badges.find(identity)
        if badge is None:
            self._refuse(refusals.BADGE_UNKNOWN, 0, b"" if self._is_hidden(identity) else identity)
            return True
        refusal = self._standing(badge)
        if not refusal and badge.key:
            refusal = await self._proof(badge.key)
            if refusal < 0:
                return False
        if refusal:
            self._refuse(refusal, badge.number, b"")
        elif not self._decided:
            self._take(badge)
        elif self._granted[0]:  # no news, and no use of it
            self._prove_at = self._uptime.ms() + REPROVE_MS
        return True

    def _is_hidden(self, identity: bytes) -> bool:
        """It may be a card: in a round any tag of that length, whichever it is; else one of the set."""
        if self._parse is None or len(identity) != _CARD_BYTES:
            return False
        return not self._dealing.table.game.is_between_rounds() or self._parse(hexlify(identity).upper()) >= 0

    def _standing(self, badge: "Badge") -> int:
        """What is known of it without a word of its own."""
        if badge.revoked:
            return refusals.BADGE_REVOKED
        if badge.last_day and not self._is_before(badge.last_day):
            return refusals.BADGE_EXPIRED
        return 0 if badge.key or self._plain else refusals.BADGE_PLAIN

    def _is_before(self, last_day: int) -> bool:
        """Or on it. While nobody knows what day it is, a badge that ends one day has ended."""
        time = self._dealing.table.time
        return time.trusted and time.now(self._uptime.ms()) // _DAY_MS <= last_day

    async def _proof(self, key: bytes) -> int:
        """0 if it is proved, -1 if it is to be asked again."""
        result = await badge_proof.prove(self._reader.exchange, key, self._urandom)
        if result == badge_proof.NO_ANSWER:
            self._asked += 1
            if self._asked < _ASKED:
                return -1
        self._asked = 0
        return 0 if result == badge_proof.PROVED else refusals.BADGE_NOT_PROVED

    def _take(self, badge: "Badge") -> None:
        self._decided = True
        what = events.BADGE_PROVED if badge.key else events.BADGE_SERIAL
        if not self._log.note(what, badge.number, b"", self._uptime.ms()):
            self._dealing.refuse(refusals.LOG_FULL)  # nobody acts of whom the log knows nothing
            return
        self._granted = (badge.role, badge.number)
        self._prove_at = self._uptime.ms() + REPROVE_MS
        self.used()

    def _refuse(self, refusal: int, who: int, identity: bytes) -> None:
        self.end()
        self._decided = True
        what = events.BADGE_REFUSED + refusal - refusals.BADGE_UNKNOWN
        self._log.note(what, who, identity, self._uptime.ms())
        self._dealing.refuse(refusal)
