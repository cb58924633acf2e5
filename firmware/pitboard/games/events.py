"""The vocabulary of a table: events (also the journal's record types), irregularities, phases."""

from micropython import const

# Events.
BOOT = const(1)  # arg: CHECKPOINT if no round was open and nothing was on show
OPEN = const(2)  # betting opened: a new round; arg: its decks
NO_MORE_BETS = const(3)
CARD = const(4)  # arg: the card
IRREGULARITY = const(5)  # args: kind, place
CONFIRM = const(6)  # the dealer confirms the displayed result (001 9.1(c))
CLOSE = const(7)  # all paid, or all wagers returned
CANCEL = const(8)  # betting cancelled before the call
VOID_ASKED = const(9)
VOID_KEPT = const(10)  # "no": the round goes on
VOID = const(11)  # 001 10.8

CHECKPOINT = const(1)

NAMES = (
    "",
    "boot",
    "open",
    "no_more_bets",
    "card",
    "irregularity",
    "confirm",
    "close",
    "cancel",
    "void_asked",
    "void_kept",
    "void",
)

# Irregularities: what the scanner noticed and did not count as a card.
MISSCAN = const(1)  # passage without a read
STRAY_READ = const(2)  # read without a passage
TWO_CODES = const(3)  # two codes in one passage
UNKNOWN_CODE = const(4)
EARLY_CARD = const(5)  # before "No more bets"
LATE_CARD = const(6)  # after third place was fixed
OVERRUN = const(7)  # input lost: a card may have been missed
FOREIGN_CARD = const(8)  # more cards, or copies of a face, than the decks hold (L27)
REPEAT = const(9)  # the same code again at once: one card slid back and forth?

KIND_NAMES = (
    "",
    "misscan",
    "stray_read",
    "two_codes",
    "unknown_code",
    "early_card",
    "late_card",
    "overrun",
    "foreign_card",
    "repeat",
)

# Phases of a round.
IDLE = const(0)
BETTING = const(1)
RACING = const(2)
RESULT = const(3)  # third place fixed, lights on, the dealer has to confirm
PAYING = const(4)  # confirmed; the lights stay
VOIDED = const(5)  # nothing lit, wagers go back

PHASE_NAMES = ("idle", "betting", "racing", "result", "paying", "voided")
