"""What a step of dealer or supervisor still asks for, as bits. The steps themselves are a game's own (its steps.py)."""

from micropython import const

PLACE = const(1)  # a card of the sequence
TO = const(2)  # another place
CARD = const(4)  # a face
REASON = const(8)
AREA = const(16)  # from here on what only a host can say
STAKE = const(32)  # and whose it is
WAGER = const(64)
HOST_ONLY = const(112)
