"""The vocabulary that the games share: events (also the journal's record types), what was wrong with a card, phases.

A record has the event, two small arguments, a value of 32 bits, who did it and why. What they mean is said here. A game
adds its own events and phases, with numbers that are free here, and names all of them (its own events.py).
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
CLOCK = const(63)  # what time it is, as table/journal_time.py says it; no game folds it in
# A badge lay on the reader; no game folds it in. arg: what came of it; who: whose it is. Of an unknown one:
# arg2: bytes of its identity, value: these, eight at most.
BADGE = const(62)

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
OPEN = const(16)  # betting opened: a new round; arg: its decks, arg2: the game's own
CANCEL = const(17)  # betting cancelled before the call
NO_MORE_BETS = const(18)
CARD = const(
    19
)  # a card that counts and shows at once; arg: face, arg2: place, value: its number in the set
DRAWN = const(20)  # a card that nobody may see yet; arguments as CARD
CONFIRM = const(22)  # the dealer confirms the displayed result (9.1(c))
CLOSE = const(23)  # all paid, or all wagers returned
VOID = const(24)  # 10.8

# -- irregularities (rule 10)
IRREGULARITY = const(25)  # arg: kind, arg2: place
HOLD = const(26)  # a card out of turn: kept, not shown; arguments as CARD, reason: why it is held
NEXT = const(28)  # the held card was not seen: it is the next card (10.5, D9)
BURN = const(29)  # the held card was seen: out of play (10.6)
DISMISS = const(30)  # the held card cannot be of this shoe: taken out (L27); arg: SLID_BEFORE if it counted before
ENTERED = const(32)  # a card that never reads, by hand; arguments as CARD

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

# Why a card is held (the `reason` of HOLD).
EARLY = const(1)  # before "No more bets" (8.1)
LATE = const(2)  # after the last card that counts (D9)
FOREIGN = const(3)  # cannot be in this shoe (any more), or is of another set (L27)

HOLD_NAMES = ("", "early", "late", "foreign")

SLID_BEFORE = const(1)

# Phases; a game's own have the numbers between.
IDLE = const(0)  # table open, no round
BETTING = const(1)
VOIDED = const(5)  # nothing lit, wagers go back
CLOSED = const(6)  # the table is not open
CHECKING = const(7)  # the whole set is slid and counted; no round

# Where cards come from (a table setting; 3.4(c), (g), 1.2).
SHOE = const(0)
SHUFFLER = const(1)  # an automatic shuffler: no cut
CONTINUOUS = const(2)  # a continuous shuffler: cards may come back in the next round
HAND = const(3)  # the dealer holds the deck (002)

SOURCE_NAMES = ("shoe", "shuffler", "continuous", "hand")

# Who may do what: the game says it (its authority.py).
DEALER = const(1)
SUPERVISOR = const(2)
# These two do no step of a game: the authoriser (app/authoriser.py) never hands them to one.
TECHNICIAN = const(3)
INSPECTOR = const(4)

ROLE_NAMES = ("", "dealer", "supervisor", "technician", "inspector")

# What came of a badge: two that are taken, then the refusals from BADGE_UNKNOWN on, in their order (refusals.py).
BADGE_PROVED = const(1)
BADGE_SERIAL = const(2)  # by its serial number alone, which anybody can copy
BADGE_REFUSED = const(3)

# Why a supervisor stepped in (the `reason` of their records).
REASON_NAMES = Names(
    " not_read misplaced missed slid_twice misread wrong_shown lights equipment shoe_empty "
    "dispute by_dealer by_patron other"
)
BY_DEALER = const(11)  # 5.7: moved by the dealer
BY_PATRON = const(12)  # 5.7: moved by another patron
