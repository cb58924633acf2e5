"""The words of what a rule pack and a table file choose from, in the order of the board's numbers.

The numbers themselves: firmware/pitboard/games/let_it_ride/faults.py and house.py. A board has no need of the words.
"""

WHATS = (
    "dealt wrongly", "wrong number, player", "wrong number, community", "player card exposed",
    "two or more exposed", "community card exposed", "hand without wager", "missing card", "foreign card",
    "unequal wagers", "absent, not viewed", "absent, viewed", "shuffle unfinished", "shuffler failed",
    "face-up card in the deck", "more face-up cards", "card drawn in error", "wager after the call",
    "wager taken away", "wager above the maximum", "wager void", "game invalidated", "operator voids",
)  # fmt: skip
THENS = (
    "void the round", "void the round, check the deck", "void the round, new cards", "void the hand",
    "discard the hand", "continue", "burn it", "use it as the next card", "move hands or void",
    "supervisor decides", "correct or fold", "correct", "remaining wagers ride", "shuffle again", "refuse it",
    "settle as if it were there", "refund or forfeit",
    "check the deck",
)  # fmt: skip

SCOPES = ("none", "wager", "hand")  # of a maximum payout (L6)
COVERS = ("common", "separate", "balance")  # how the player-dealer's wager is used up (L9)
ROUNDINGS = ("down", "up")  # of a share of the jackpot
