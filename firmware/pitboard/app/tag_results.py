"""What a look of a tag reader can find. Every reader (app/pn532.py and its like) answers with these."""

from micropython import const

NOBODY = const(0)  # no tag answers
PRESENT = const(1)  # something answers, and who it is cannot be said for sure
COLLISION = const(2)  # two tags or more
IDENTITY = const(3)  # one tag, whose identity was read soundly

# All words with a tag together, from its activation: a badge needs 100 to 200, and one that asks for more and more time
# would keep the role of the badge whose serial number it has.
WORDS_MS = const(1500)
