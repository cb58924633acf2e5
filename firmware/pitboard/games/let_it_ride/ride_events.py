"""Let It Ride's own words: events besides the shared ones (games/events.py), phases, spots, decisions."""

from micropython import const

from pitboard.games.events import Names

# -- before the deal
BET = const(64)  # arg: seat, arg2: spot, value: stake (0: taken away); reason: TOKENS if in promotional tokens
BET_REFUSED = const(65)  # arg: seat: the supervisor refuses its wagers (000 14.11)
BANK = const(66)  # arg: position of the player-dealer, value: the wager that covers (004)
OFFERED = const(67)  # the player-dealer's position was offered around the table (004 Round of Play 13)
ACTION = const(68)  # arg: seat where settling begins (004 Glossary)
JACKPOT = const(69)  # value: what the progressive meter shows (003 4.2)
LOCK = const(70)  # arg: seat (000 12.12.4, 14.3.2)
UNLOCK = const(71)

# -- the round
LOOK = const(72)  # the players take up their cards
DECIDE = const(73)  # arg: seat, arg2: WITHDRAW or RIDE
TUCK = const(74)  # arg: seat: cards under "$", all that is left rides (000 8.11)
ORDER = const(75)  # arg: seat that plays first (000 12.12.1)
TURN = const(76)  # arg: 1 or 2, value: the face of the community card
SHOW = const(77)  # arg: seat, arg2: what its hand is, value: its three faces
DECLARE = const(78)  # arg: seat, arg2: what the dealer says it is (000 9.4); from bit 4 on: its own three cards + 1
SETTLED = const(79)  # arg: seat, arg2: COLLECT, PAY or BOTH

# -- irregularities
FAULT = const(80)  # arg: what (faults.py), arg2: seat, or 1 if a found card was slid
GO_ON = const(81)  # the supervisor decides: play continues, or the hands lie right now
VOID_NOW = const(82)  # the supervisor decides: the round is void
CORRECTED = const(83)  # arg: seat: its wagers are equal now (000 12.10.1); value: the stake of each
FOLDED = const(84)  # arg: seat (000 12.10.2)
MOVE_HAND = const(85)  # arg: from seat, arg2: to seat: two complete hands change places (003 5.3)
FORFEIT = const(86)  # arg: seat, in a round that was invalidated (000 14.5)

# -- the table
SEEN = const(87)  # the first player saw the cards spread (002 Opening)
WASHED = const(88)
COUNTED = const(89)  # arg: cards that were counted: the stub, or what is left (000 3.8, 002)
NOTICE = const(90)  # arg: NOTICE_*, value: the amount, arg2: minutes until then
NOTICE_MINUTE = const(91)  # arg: NOTICE_*: it was on display for one more minute
MINIMUM = const(92)  # value: the table minimum from now on

# By number; what Let It Ride does not have is a dash.
NAMES = Names(
    " boot state lamp_test lamps_seen check checked check_yes check_end prechecked shuffled cut exposed "
    "new_cards table_open table_close open cancel no_more_bets - drawn - - close - irregularity hold - "
    "use_next - dismiss - entered - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - bet "
    "bet_refused bank offered action jackpot lock unlock look decide tuck order turn show declare settled"
    " fault go_on void_now corrected folded move_hand forfeit seen washed counted notice notice_minute "
    "minimum"
)

# Phases besides the shared ones.
DEALING = const(9)
DEALT = const(10)  # nobody has touched a card
DECIDING_1 = const(11)
TURNING_1 = const(12)
DECIDING_2 = const(13)
TURNING_2 = const(14)
SHOWING = const(15)
SETTLING = const(16)
PHASES = const(17)

PHASE_NAMES = Names(
    "idle betting - - - voided closed checking - dealing dealt deciding_1 turning_1 deciding_2 turning_2 "
    "showing settling"
)

# Spots of a seat, in the order in which they are settled.
ONE = const(0)
TWO = const(1)
DOLLAR = const(2)
SIDE = const(3)
SPOTS = const(4)
SPOT_NAMES = ("one", "two", "dollar", "side")

# Decisions.
UNDECIDED = const(0)
WITHDRAW = const(1)
RIDE = const(2)

# How a seat stands.
OUT = const(0)  # no wager, no cards
IN = const(1)
VOID_HAND = const(2)
FOLD = const(3)
DISCARDED = const(4)  # cards without a wager (000 12.8)
FORFEITED = const(5)
STATE_NAMES = ("out", "in", "void", "folded", "discarded", "forfeited")

# Parts of settling.
COLLECT = const(1)
PAY = const(2)
BOTH = const(3)

NOTICE_RAISE = const(1)  # a higher minimum (000 6.5)
NOTICE_CLOSE = const(2)  # the table closes (000 14.8)

SAME_CARD = const(1)  # the `arg` of a DISMISS: the held card lies on the table already
TOKENS = const(1)  # the `reason` of a BET
EIGHTH = const(8)  # the position without a betting area (004, L11)

# What the table says after a step (faults.py THEN_NAMES, as the protocol calls them), and after those of a held card.
OUTCOME_NAMES = Names(
    " void_round void_check void_new_cards void_hand discard_hand continue burned used_next move_or_void "
    "supervisor correct_or_fold correct ride shuffle_again refused as_placed refund check_deck"
)
WHAT_NAMES = Names(
    " dealt_wrongly player_count community_count player_exposed more_exposed community_exposed no_wager missing "
    "foreign unequal absent_unseen absent_seen shuffle_unfinished shuffler_failed face_up more_face_up "
    "drawn_in_error late_wager taken_wager above_most wager_void invalidated operator_void"
)
