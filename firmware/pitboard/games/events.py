"""The vocabulary of a table: events (also the journal's record types), what was wrong with a card, phases.

A record has the event, two small arguments, a value of 32 bits, who did it and why. What they mean is said here.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Names:
    """Words by number, kept as one text: a tuple of them takes three times the memory."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __len__(self) -> int:
        return self._text.count(" ") + 1

    def __iter__(self) -> "Iterator[str]":
        return iter(self._text.split(" "))

    def __getitem__(self, number: int) -> str:
        at = 0
        for _ in range(number):
            at = self._text.index(" ", at) + 1
        end = self._text.find(" ", at)
        return self._text[at:] if end < 0 else self._text[at:end]

    def index(self, name: str) -> int:
        return self._text.split(" ").index(name)


# -- the board
BOOT = const(1)
STATE = const(2)  # a part of a checkpoint (table/checkpoint.py)

# -- the table: opening, cards, closing (001 6, 7)
LAMP_TEST = const(3)
LAMPS_SEEN = const(4)  # arg: 1 all were lit, 0 some stayed dark (10.1)
CHECK = const(5)  # the check of the whole set begins (6.1, 7.3)
CHECKED = const(6)  # its last card was slid; arg: 1 complete; value: what was wrong (deck_check.py)
CHECK_YES = const(7)  # confirmed; arg: the role that did (6.1: dealer and supervisor, each)
CHECK_END = const(8)  # given up, or ended with differences
PRECHECKED = const(9)  # 6.5
SHUFFLED = const(10)  # 7.1
CUT = const(11)  # 7.2
EXPOSED = const(12)  # a card was seen before it entered the shoe: shuffle again (7.1(e))
NEW_CARDS = const(13)  # 7.4; value: number of the new set, 0 if it has none
TABLE_OPEN = const(14)
TABLE_CLOSE = const(15)

# -- the round
OPEN = const(16)  # betting opened: a new round; arg: its decks, arg2: its reveal point
CANCEL = const(17)  # betting cancelled before the call
NO_MORE_BETS = const(18)
CARD = const(
    19
)  # a card that counts and shows at once; arg: face, arg2: place, value: its number in the set
DRAWN = const(20)  # a card that waits for the reveal point; arguments as CARD
REVEAL = const(21)  # the oldest waiting card counts now; arguments as CARD
CONFIRM = const(22)  # the dealer confirms the displayed result (9.1(c))
CLOSE = const(23)  # all paid, or all wagers returned
VOID = const(24)  # 10.8

# -- irregularities (rule 10)
IRREGULARITY = const(25)  # arg: kind, arg2: place
HOLD = const(26)  # a card out of turn: kept, not shown; arguments as CARD, reason: why it is held
ASIDE = const(27)  # a waiting card that turns out not to count: held; arguments as HOLD
NEXT = const(28)  # the held card was not seen: it is the next card (10.5, D9)
BURN = const(29)  # the held card was seen: out of play (10.6)
DISMISS = const(30)  # the held card cannot be of this shoe: taken out (L27); arg: SLID_BEFORE if it counted before
FACE_UP = const(31)  # found face up; arg: 1 the first card, burned (10.3), 0 a later one, used (10.4)
ENTERED = const(32)  # a card that never reads, by hand; arguments as CARD
SHOE_EMPTY = const(33)  # D7
LIGHTS_AGAIN = const(34)  # 10.1: lights missing or wrong, sent again
LIGHTS_OFF = const(35)  # 10.1: still wrong, dark for this round

# -- the sequence put right (10.7, D10); places count from 1
REBUILD = const(36)
MOVE = const(37)  # arg: from place, arg2: to place
INSERT = const(38)  # arg: face, arg2: place
TAKE_OUT = const(39)  # arg: place, arg2: TAKEN_BURNED or TAKEN_TWICE
REPLACE = const(40)  # arg: face, arg2: place
REBUILT = const(41)

# -- wagers entered by the host (5)
WAGER = const(
    42
)  # arg: area, arg2: seat, value: stake; reason: SPOKEN if it was declared orally (5.3)
WAGER_BACK = const(43)  # arg: wager: withdrawn before the call, taken up when paid
WAGER_MOVED = const(44)  # arg: wager, arg2: the area where it lies now
WAGER_HOME = const(45)  # arg: wager: settled by its original place (5.7)
COLLECTED = const(46)  # all losing wagers are collected (9.2)
PAID = const(47)  # arg: area: all its winners are paid (5.4(b)); ALL_AREAS at once


NAMES = Names(
    " boot state lamp_test lamps_seen check checked check_yes check_end prechecked shuffled cut "
    "exposed new_cards table_open table_close open cancel no_more_bets card drawn reveal confirm "
    "close void irregularity hold aside use_next burn dismiss face_up entered shoe_empty "
    "lights_again lights_off rebuild move insert take_out replace rebuilt wager wager_back "
    "wager_moved wager_home collected paid"
)

# Irregularities: what was noticed and did not count as a card.
MISSCAN = const(1)  # passage without a read
STRAY_READ = const(2)  # read without a passage
TWO_CODES = const(3)  # two codes in one passage
UNKNOWN_CODE = const(4)
NOT_NOW = const(5)  # a card while none can be taken: table closed, another card held, a rebuild
READER_LOST = const(6)  # the barcode engine does not answer
OVERRUN = const(7)  # input lost: a card may have been missed
REPEAT = const(8)  # the same card again: slid back and forth, or known by its number
READER_BACK = const(9)  # the barcode engine answers again
RECORD_LOST = const(10)  # the journal has a hole: what was in it is not known

KIND_NAMES = Names(
    " misscan stray_read two_codes unknown_code not_now reader_lost overrun repeat reader_back "
    "record_lost"
)

# Why a card is held (the `reason` of HOLD and ASIDE).
EARLY = const(1)  # before "No more bets" (8.1)
LATE = const(2)  # after third place was fixed (D9)
FOREIGN = const(3)  # cannot be in this shoe (any more), or is of another set (L27)

HOLD_NAMES = ("", "early", "late", "foreign")

ALL_AREAS = const(255)

SLID_BEFORE = const(1)

TAKEN_TWICE = const(0)  # it was no card of its own: slid twice, read wrongly
TAKEN_BURNED = const(1)  # exposed and not due: burned (10.6)

# Phases.
IDLE = const(0)  # table open, no round
BETTING = const(1)
RACING = const(2)
RESULT = const(3)  # third place fixed, lights on, the dealer has to confirm
PAYING = const(4)  # confirmed; the lights stay
VOIDED = const(5)  # nothing lit, wagers go back
CLOSED = const(6)  # the table is not open
CHECKING = const(7)  # the whole set is slid and counted; no round
REBUILDING = const(8)  # the supervisor puts the sequence right; nothing lit

PHASE_NAMES = Names("idle betting racing result paying voided closed checking rebuilding")

# When a scanned card may be shown (a table setting; DESIGN 5).
AT_ONCE = const(0)
WITH_NEXT = const(1)  # when the next card is there, or by the dealer's key
AFTER_DELAY = const(2)
BY_KEY = const(3)

REVEAL_NAMES = ("at-once", "next-card", "delay", "key")

# Where cards come from (a table setting; 3.4(c), (g), 1.2).
SHOE = const(0)
SHUFFLER = const(1)  # an automatic shuffler: no cut
CONTINUOUS = const(2)  # a continuous shuffler: cards may come back in the next round

SOURCE_NAMES = ("shoe", "shuffler", "continuous")

# Who may do what: authority.py.
DEALER = const(1)
SUPERVISOR = const(2)

ROLE_NAMES = ("", "dealer", "supervisor")

# Why a supervisor stepped in (the `reason` of their records).
REASON_NAMES = Names(
    " not_read misplaced missed slid_twice misread wrong_shown lights equipment shoe_empty "
    "dispute by_dealer by_patron other"
)
BY_DEALER = const(11)  # 5.7: moved by the dealer
BY_PATRON = const(12)  # 5.7: moved by another patron
SPOKEN = const(1)  # the `reason` of a WAGER that was declared orally (5.3)

# What the table says after a step, with its rule, until the next event (words in messages.toml).
FIRST_BURNED = const(1)  # 10.3
FACE_UP_USED = const(2)  # 10.4
BURNED = const(3)  # 10.6
USED_NEXT = const(4)  # 10.5
SHUFFLED_IN = const(5)  # D9
TAKEN_OUT = const(6)  # L27
REBUILT_NOW = const(7)  # 10.7: a result that was put right, to be checked again
LEFT_OVER = const(8)  # 10.6: the rebuilt race ends earlier, its last cards are burned
LIGHTS_SENT = const(9)  # 10.1
WAGER_RESTORED = const(10)  # 5.7
NOT_DECIDED = const(11)  # D7
SAME_CARD = const(12)  # 8.1: the held card lies on the table already

OUTCOME_NAMES = Names(
    " first_burned face_up_used burned used_next shuffled_in taken_out rebuilt left_over "
    "lights_sent restored not_decided same_card"
)
