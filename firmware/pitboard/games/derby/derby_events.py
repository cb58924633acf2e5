"""Derby's own vocabulary, beside what the games share (games/events.py): events, phases, reveal points, outcomes.

The second argument of OPEN is the round's reveal point.
"""

from micropython import const

from ..events import Names

# -- the round
REVEAL = const(21)  # the oldest waiting card counts now; arguments as CARD

# -- irregularities (rule 10)
ASIDE = const(27)  # a waiting card that turns out not to count: held; arguments as HOLD
FACE_UP = const(31)  # found face up; arg: 1 the first card, burned (10.3), 0 a later one, used (10.4)
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

ALL_AREAS = const(255)

SPOKEN = const(1)  # the `reason` of a WAGER that was declared orally (5.3)

TAKEN_TWICE = const(0)  # it was no card of its own: slid twice, read wrongly
TAKEN_BURNED = const(1)  # exposed and not due: burned (10.6)

# Phases.
RACING = const(2)
RESULT = const(3)  # third place fixed, lights on, the dealer has to confirm
PAYING = const(4)  # confirmed; the lights stay
REBUILDING = const(8)  # the supervisor puts the sequence right; nothing lit

PHASE_NAMES = Names("idle betting racing result paying voided closed checking rebuilding")

# When a scanned card may be shown (a table setting; DESIGN 5).
AT_ONCE = const(0)
WITH_NEXT = const(1)  # when the next card is there, or by the dealer's key
AFTER_DELAY = const(2)
BY_KEY = const(3)

REVEAL_NAMES = ("at-once", "next-card", "delay", "key")

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
