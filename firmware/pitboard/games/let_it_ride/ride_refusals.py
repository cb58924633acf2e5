"""Why Let It Ride refuses an event, besides the shared codes. Words in messages.toml; the rule beside them is
the pack's."""

from micropython import const

OPEN_FIRST = const(18)
BETTING_OPEN = const(19)
ROUND_RUNNING = const(20)
CALL_FIRST = const(21)
BETS_CLOSED = const(22)
NO_SUCH_SEAT = const(23)
SEAT_LOCKED = const(24)
BAD_STAKE = const(25)
OUT_OF_LIMITS = const(26)
SIDE_ALONE = const(27)
NO_SIDE = const(28)
UNEQUAL = const(29)
NO_WAGERS = const(30)
BANK_FIRST = const(31)
BANK_SEAT = const(32)  # the player-dealer does not wager against himself
BANK_AGAIN = const(33)  # a third hand in a row without the offer
NO_BANK = const(34)
SAME_DECK = const(35)
DEAL_FIRST = const(36)
DEALT_ALL = const(37)
NOT_NEXT = const(38)  # another seat's turn
DECIDED = const(39)
NOT_YET = const(40)  # not before all have decided
DOLLAR_STAYS = const(41)
STANDS = const(42)  # what was let ride stays
NO_TUCK = const(43)
NOT_THIS_ONE = const(44)  # another community card is due
SHOWN = const(45)
SHOW_FIRST = const(46)
DECLARE_FIRST = const(47)
NOT_LAWFUL = const(48)  # no rule of this pack has that at this moment
PENDING = const(49)  # an irregularity waits for its decision
NOTHING_PENDING = const(50)
ROUND_VOID = const(51)
SETTLE_FIRST = const(52)
NOTICE_FIRST = const(53)
NOT_IN_PACK = const(54)
HELD = const(55)
NOTHING_HELD = const(56)
NOT_A_CARD = const(57)
NOT_IN_DECK = const(58)
COUNT_FIRST = const(59)
SEAT_EMPTY = const(60)
WRONG_HAND = const(61)  # the cards say otherwise
