"""What can go wrong at a Let It Ride table, and what a rule pack may say then. The host takes the numbers from here
(their words: host_tools/pitctl/packs/choices.py)."""

from micropython import const

# -- what was found ([[irregularity]] what)
DEALT_WRONGLY = const(1)
PLAYER_COUNT = const(2)
COMMUNITY_COUNT = const(3)
PLAYER_EXPOSED = const(4)
MORE_EXPOSED = const(5)
COMMUNITY_EXPOSED = const(6)
NO_WAGER = const(7)
MISSING = const(8)
FOREIGN = const(9)
UNEQUAL = const(10)
ABSENT_UNSEEN = const(11)
ABSENT_SEEN = const(12)
SHUFFLE_UNFINISHED = const(13)
SHUFFLER_FAILED = const(14)
FACE_UP = const(15)
MORE_FACE_UP = const(16)
DRAWN_IN_ERROR = const(17)
LATE_WAGER = const(18)
TAKEN_WAGER = const(19)
ABOVE_MOST = const(20)
WAGER_VOID = const(21)
INVALIDATED = const(22)
OPERATOR_VOID = const(23)
WHATS = const(23)

# -- what then ([[irregularity]] then)
VOID_ROUND = const(1)
VOID_AND_CHECK = const(2)  # and no next round before the deck was checked (000 12.9.3)
VOID_NEW_CARDS = const(3)  # and go on with other equipment and new cards (000 13.2.3)
VOID_HAND = const(4)
DISCARD_HAND = const(5)
CONTINUE = const(6)
BURN_IT = const(7)
USE_NEXT = const(8)
MOVE_OR_VOID = const(9)  # complete hands go to their right places, or the round is void (003 5.3)
SUPERVISOR = const(10)
CORRECT_OR_FOLD = const(11)
CORRECT = const(12)
RIDE = const(13)
SHUFFLE_AGAIN = const(14)
REFUSE = const(15)
AS_PLACED = const(16)  # settled as if it were there (003 5.7)
REFUND = const(17)  # or forfeited, seat by seat (000 14.5)
CHECK_DECK = const(18)  # no round is open yet; none before the deck was checked (000 12.9.3)

_VOIDS = (VOID_ROUND, VOID_AND_CHECK, VOID_NEW_CARDS, REFUND)
_WITH_SEAT = (PLAYER_COUNT, NO_WAGER, UNEQUAL, ABSENT_UNSEEN, ABSENT_SEEN, WAGER_VOID)


def is_void(then: int) -> bool:
    return then in _VOIDS


def needs_seat(what: int) -> bool:
    return what in _WITH_SEAT
