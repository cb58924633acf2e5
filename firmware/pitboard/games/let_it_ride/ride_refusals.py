"""Why Let It Ride refuses an event, besides the shared codes. Words in messages.toml; the rule beside them is
the pack's."""

from micropython import const

OPEN_FIRST = const(23)
BETTING_OPEN = const(24)
ROUND_RUNNING = const(25)
CALL_FIRST = const(26)
BETS_CLOSED = const(27)
NO_SUCH_SEAT = const(28)
SEAT_LOCKED = const(29)
BAD_STAKE = const(30)
OUT_OF_LIMITS = const(31)
SIDE_ALONE = const(32)
NO_SIDE = const(33)
UNEQUAL = const(34)
NO_WAGERS = const(35)
BANK_FIRST = const(36)
BANK_SEAT = const(37)  # the player-dealer does not wager against himself
BANK_AGAIN = const(38)  # a third hand in a row without the offer
NO_BANK = const(39)
SAME_DECK = const(40)
DEAL_FIRST = const(41)
DEALT_ALL = const(42)
NOT_NEXT = const(43)  # another seat's turn
DECIDED = const(44)
NOT_YET = const(45)  # not before all have decided
DOLLAR_STAYS = const(46)
STANDS = const(47)  # what was let ride stays
NO_TUCK = const(48)
NOT_THIS_ONE = const(49)  # another community card is due
SHOWN = const(50)
SHOW_FIRST = const(51)
DECLARE_FIRST = const(52)
NOT_LAWFUL = const(53)  # no rule of this pack has that at this moment
PENDING = const(54)  # an irregularity waits for its decision
NOTHING_PENDING = const(55)
ROUND_VOID = const(56)
SETTLE_FIRST = const(57)
NOTICE_FIRST = const(58)
NOT_IN_PACK = const(59)
HELD = const(60)
NOTHING_HELD = const(61)
NOT_A_CARD = const(62)
NOT_IN_DECK = const(63)
COUNT_FIRST = const(64)
SEAT_EMPTY = const(65)
WRONG_HAND = const(66)  # the cards say otherwise
