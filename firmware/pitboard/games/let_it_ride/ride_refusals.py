"""Why Let It Ride refuses an event, besides the shared codes. Words in messages.toml; the rule beside them is
the pack's."""

from micropython import const

OPEN_FIRST = const(24)
BETTING_OPEN = const(25)
ROUND_RUNNING = const(26)
CALL_FIRST = const(27)
BETS_CLOSED = const(28)
NO_SUCH_SEAT = const(29)
SEAT_LOCKED = const(30)
BAD_STAKE = const(31)
OUT_OF_LIMITS = const(32)
SIDE_ALONE = const(33)
NO_SIDE = const(34)
UNEQUAL = const(35)
NO_WAGERS = const(36)
BANK_FIRST = const(37)
BANK_SEAT = const(38)  # the player-dealer does not wager against himself
BANK_AGAIN = const(39)  # a third hand in a row without the offer
NO_BANK = const(40)
SAME_DECK = const(41)
DEAL_FIRST = const(42)
DEALT_ALL = const(43)
NOT_NEXT = const(44)  # another seat's turn
DECIDED = const(45)
NOT_YET = const(46)  # not before all have decided
DOLLAR_STAYS = const(47)
STANDS = const(48)  # what was let ride stays
NO_TUCK = const(49)
NOT_THIS_ONE = const(50)  # another community card is due
SHOWN = const(51)
SHOW_FIRST = const(52)
DECLARE_FIRST = const(53)
NOT_LAWFUL = const(54)  # no rule of this pack has that at this moment
PENDING = const(55)  # an irregularity waits for its decision
NOTHING_PENDING = const(56)
ROUND_VOID = const(57)
SETTLE_FIRST = const(58)
NOTICE_FIRST = const(59)
NOT_IN_PACK = const(60)
HELD = const(61)
NOTHING_HELD = const(62)
NOT_A_CARD = const(63)
NOT_IN_DECK = const(64)
COUNT_FIRST = const(65)
SEAT_EMPTY = const(66)
WRONG_HAND = const(67)  # the cards say otherwise
JACKPOT_FIRST = const(68)  # a share of nothing is no prize
