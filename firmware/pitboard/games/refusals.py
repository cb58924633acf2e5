"""Why an event is refused: the codes that every game has. A game's own go on from here, in its own refusals.py.

Words and rules of all of them are in the game's app/<game>/messages.toml. Codes are never stored.
"""

from micropython import const

LAWFUL = const(0)
NOT_AN_EVENT = const(1)
TOO_MANY = const(2)
LOG_FULL = const(3)  # said by the table: the round's records would not fit
TABLE_CLOSED = const(4)
TABLE_OPENED = const(5)
ROUND_OPEN = const(6)
NEEDS_SUPERVISOR = const(7)  # said by the game's authority, asked by the table
NEEDS_REASON = const(8)  # the same
LAMPS_FIRST = const(9)
CHECK_FIRST = const(10)
SHUFFLE_FIRST = const(11)
CUT_FIRST = const(12)
SHUFFLED_ALREADY = const(13)
NOT_CHECKING = const(14)
CHECK_RUNNING = const(15)
CHECK_DIFFERS = const(16)
SAME_PERSON = const(17)
# Said by the badge reader (app/badge_task.py).
BADGE_UNKNOWN = const(18)
BADGE_REVOKED = const(19)
BADGE_EXPIRED = const(20)
BADGE_NOT_PROVED = const(21)  # a wrong key: a copy, or another house's
BADGE_PLAIN = const(22)  # a serial number alone, which this table does not take
NOT_NAMED = const(23)  # where a rule asks for two persons, each says who they are
