"""What a look of a tag reader can find. Every reader (app/pn532.py and its like) answers with these."""

from micropython import const

NOBODY = const(0)  # no tag answers
PRESENT = const(1)  # something answers, and who it is cannot be said for sure
COLLISION = const(2)  # two tags or more
IDENTITY = const(3)  # one tag, whose identity was read soundly
