"""The four Let It Ride documents as data, written by hand from the texts and from RULES.md; no pack is read.

Money is in hundredths. Hands have the words of hands_reference.py. An irregularity is (what, moment) -> what then; what
a document does not know at a moment is not there.
"""

from dataclasses import dataclass, field

SEATS = 7  # 000 2.2.1, 004 Type of table; L25
EIGHTH = 8  # the player-dealer's position without a betting area (L11)
SPOTS = ("1", "2", "$", "side")
MAIN = ("1", "2", "$")
MOMENTS = ("before", "in the deal", "dealt", "handled", "paid")
IN_ROUND = ("in the deal", "dealt", "handled")
UNTOUCHED = ("in the deal", "dealt")

THREES = (  # what a player's own three cards may be, from nothing to the best (002 Side Bets)
    *("nothing", "pair", "three flush", "three straight", "three alike", "three straight flush"),
    "three royal",
)
Odds = dict[str, int]
Faults = dict[tuple[str, str], str]

_WINNING = (
    *("royal flush", "straight flush", "four", "full house", "flush", "straight"),
    *("three", "two pair", "high pair"),
)


def _odds(*numbers: int) -> Odds:
    return dict(zip(_WINNING, numbers, strict=True))


def _faults(*rows: tuple[str, tuple[str, ...], str]) -> Faults:
    return {(what, moment): then for what, moments, then in rows for moment in moments}


@dataclass(frozen=True)
class Document:
    """What one document says; a field is named in the words of "Where the four documents differ"."""

    number: str
    sources: tuple[str, ...]
    deals: dict[str, tuple[str, ...]]
    pay: tuple[Odds, ...]
    faults: Faults
    decks: tuple[int, ...] = (1,)
    must_alternate: bool = False
    checks_by: int = 1  # persons
    prechecked: bool = True  # cards that were checked, pre-shuffled and secured (000 3.5) may come to the table
    opening: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()  # sources whose cards must be cut
    cut_on_demand: tuple[str, ...] = ()
    stub_every: int = 0
    left_of_bank: bool = False
    has_bank: bool = False
    bank_hands: int = 0
    deals_to_unequal: bool = True  # flagged, never skipped; else the call is refused
    most: int = 0  # of one wager, by the document itself
    above_most: str = "refuse"  # or "cap"
    tokens: bool = False
    tuck: bool = False
    order_may_change: bool = False
    seats_may_be_locked: bool = False
    wagers_may_be_refused: bool = False
    withdrawn_until: str = "call"  # or "first card"
    raise_notice: int = 0  # minutes
    close_notice: int = 0
    in_turn: bool = False  # hand by hand; else losers are collected first
    reversible: bool = False
    bonus: Odds = field(default_factory=dict[str, int])
    bonus_limits: tuple[int, int] = (0, 0)
    progressive: Odds = field(default_factory=dict[str, int])
    shares: dict[str, int] = field(default_factory=dict[str, int])  # hundredths of the jackpot
    envy: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def late_is_found(self) -> bool:
        """Whether more than was said before the call is taken for what lay there (000 6.3); else it is not honoured."""
        return ("wager after the call", "handled") not in self.faults

    @property
    def has_side(self) -> bool:
        return bool(self.bonus or self.progressive)


CARD_BY_CARD = ("card each",) * 3
# A stack is listed top card first (L1).
DEALER_STACK = ("stack each", "stack: community 1, community 2, discard")
MBS_DEAL = ("three each", "community 1", "community 2")  # 3.6, 3.7, L2

NSW = Document(
    number="000",
    sources=("shoe", "shuffler"),  # 2.3.1
    deals={
        "shoe": (*CARD_BY_CARD, "community 1", "community 2"),  # 7.3, L19
        "shuffler": DEALER_STACK,  # 7.4
    },
    decks=(1, 2),  # 3.2.1: two only with a shuffler
    cut=("shoe",),  # 4.2, 4.4
    pay=(_odds(1000, 200, 50, 11, 8, 5, 3, 2, 1),),  # 10.1
    above_most="cap",  # 6.3
    tokens=True,  # 5.1
    tuck=True,  # 8.11
    order_may_change=True,  # 12.12.1
    seats_may_be_locked=True,  # 12.12.4, 14.3.2
    wagers_may_be_refused=True,  # 14.11
    withdrawn_until="first card",  # 5.4, L18
    raise_notice=20,  # 6.5
    close_notice=20,  # 14.8
    faults=_faults(
        ("dealt wrongly", UNTOUCHED, "void the round"),  # 12.1
        ("wrong number, player", UNTOUCHED, "void the round"),  # 12.1, L13
        ("wrong number, player", ("handled",), "void the hand"),  # 12.7
        ("wrong number, community", IN_ROUND, "void the round"),  # 12.2, L13
        ("two or more exposed", UNTOUCHED, "void the round"),  # 12.3
        ("player card exposed", UNTOUCHED, "continue"),  # 12.5
        ("community card exposed", ("in the deal",), "void the round"),  # 12.6
        ("community card exposed", ("dealt",), "supervisor decides"),  # L13
        ("community card exposed", ("handled",), "continue"),  # 12.6
        ("hand without wager", UNTOUCHED, "void the round"),  # 12.1, L13
        ("hand without wager", ("handled",), "discard the hand"),  # 12.8
        ("missing card", ("before",), "check the deck"),  # 12.9.3: no round is open that could be void
        ("foreign card", ("before",), "check the deck"),
        ("missing card", IN_ROUND, "void and check"),  # 12.9
        ("foreign card", IN_ROUND, "void and check"),  # 12.9
        ("unequal wagers", UNTOUCHED, "correct or fold"),  # 12.10
        ("unequal wagers", ("handled",), "correct"),  # 12.11
        ("absent, not viewed", ("handled",), "void the hand"),  # 12.13
        ("absent, viewed", ("handled",), "ride"),  # 12.14, L26
        ("shuffle unfinished", ("before",), "shuffle again"),  # 13.1
        ("shuffler failed", ("before",), "shuffle again"),  # 13.1: 13.2 is for a round with cards
        ("shuffler failed", IN_ROUND, "void, new cards"),  # 13.2
        ("wager void", IN_ROUND, "void the hand"),  # 14.3.1
        ("game invalidated", IN_ROUND, "refund or forfeit"),  # 14.4, 14.5
    ),
)

CHARITY = Document(
    number="002",
    sources=("hand",),  # Dealer Procedures
    # The first of three community cards is the one that is burned (L3).
    deals={
        "hand": ("card each", "discard", "card each", "community 1", "card each", "community 2")
    },
    checks_by=2,  # Opening: the dealer inspects, the floor person verifies
    prechecked=False,  # Opening para 1: each deck is inspected, and that is verified
    opening=("seen", "washed"),  # Opening para 2, 3, in this order
    cut_on_demand=("hand",),  # Shuffle and Cut para 2
    stub_every=5,  # Dealer Procedures
    deals_to_unequal=False,  # Dealer Procedures 1: to each player who has placed three wagers
    most=1000,  # Wagers para 5
    pay=(_odds(200, 100, 50, 11, 8, 5, 3, 2, 1),),  # Payout Odds
    bonus={  # Side Bets
        "three royal": 40,
        "three straight flush": 30,
        "three alike": 25,
        "three straight": 5,
        "three flush": 3,
        "pair": 1,
    },
    bonus_limits=(100, 1000),
    faults=_faults(
        # Irregularities para 1; the last card of the deal may be the one, found when it is slid.
        ("face-up card in the deck", UNTOUCHED, "burn it"),
        ("more face-up cards", UNTOUCHED, "void the round"),
        ("card drawn in error", ("in the deal",), "use it as the next card"),  # para 2
        ("wrong number, player", IN_ROUND, "void the round"),  # para 3
        ("wrong number, community", IN_ROUND, "void the round"),
        ("missing card", IN_ROUND, "supervisor decides"),  # a stub count that is off is flagged
        ("foreign card", IN_ROUND, "supervisor decides"),  # L27
        ("wager above the maximum", ("before",), "refuse it"),  # Wagers para 5
        ("wager above the maximum", IN_ROUND, "supervisor decides"),  # L24
        ("wager after the call", IN_ROUND, "refuse it"),  # Wagers para 3
        ("operator voids", IN_ROUND, "void the round"),  # L12
    ),
)

MBS = Document(
    number="003",
    sources=("shoe", "shuffler", "hand"),  # not stated
    deals={"shoe": MBS_DEAL, "shuffler": MBS_DEAL, "hand": MBS_DEAL},
    pay=(_odds(1000, 200, 50, 11, 8, 5, 3, 2, 1),),  # 4.1.1
    progressive={"four": 300, "full house": 50, "flush": 40, "straight": 30, "three": 9},  # 4.2
    shares={"royal flush": 100, "straight flush": 10},
    envy={"royal flush": 100_000, "straight flush": 30_000},  # 3.20
    reversible=True,  # 5.4
    faults=_faults(
        ("foreign card", IN_ROUND, "void the round"),  # 5.1
        ("missing card", IN_ROUND, "void the round"),  # 5.2
        ("dealt wrongly", UNTOUCHED, "move or void"),  # 5.3
        ("hand without wager", UNTOUCHED, "move or void"),
        ("wrong number, player", (*IN_ROUND, "paid"), "move or void"),  # 5.4
        ("wrong number, community", (*IN_ROUND, "paid"), "move or void"),
        ("two or more exposed", UNTOUCHED, "void the round"),  # 5.5
        ("player card exposed", UNTOUCHED, "continue"),  # L21
        ("community card exposed", IN_ROUND, "supervisor decides"),  # L21
        ("unequal wagers", IN_ROUND, "supervisor decides"),  # 3.4, 3.6: flagged, not skipped
        ("wager after the call", IN_ROUND, "refuse it"),  # 5.6
        ("wager taken away", IN_ROUND, "as if it were there"),  # 5.7
        ("operator voids", IN_ROUND, "void the round"),  # L12
    ),
)

CALIFORNIA = Document(
    number="004",
    sources=("shuffler",),  # Type of card deck 1
    deals={"shuffler": DEALER_STACK},  # Dealing procedures 3
    decks=(2,),  # Type of card deck 3
    must_alternate=True,  # 3.b, 3.c
    left_of_bank=True,  # Dealing procedures 3
    has_bank=True,
    bank_hands=2,  # Standards of play para 2, Round of Play 13
    deals_to_unequal=False,  # Dealing procedures 2
    in_turn=True,  # Round of Play 9, L10
    pay=(  # Paytable Summary
        _odds(1000, 200, 50, 11, 8, 5, 3, 2, 1),
        _odds(500, 100, 25, 15, 10, 5, 3, 2, 1),
        _odds(100, 50, 30, 15, 9, 6, 3, 2, 1),
    ),
    faults=_faults(
        ("foreign card", IN_ROUND, "supervisor decides"),  # L27
        ("wager after the call", IN_ROUND, "refuse it"),  # Betting scheme 2
        ("operator voids", IN_ROUND, "void the round"),  # the last row of 004
    ),
)

DOCUMENTS = {document.number: document for document in (NSW, CHARITY, MBS, CALIFORNIA)}

# Faults that are about one seat.
WITH_SEAT = (
    *("wrong number, player", "hand without wager", "unequal wagers", "absent, not viewed"),
    *("absent, viewed", "wager void"),
)
EXPOSED = ("player card exposed", "community card exposed", "two or more exposed")
VOIDS = ("void the round", "void and check", "void, new cards", "refund or forfeit")
ANSWERS = {  # what ends an irregularity that waits for a decision
    "supervisor decides": ("go_on", "void_now"),
    "move or void": ("move_hand", "go_on", "void_now"),
    "correct or fold": ("corrected", "folded"),  # 12.10
    "correct": (
        "corrected",
        "go_on",
        "lock",
    ),  # 12.11: the supervisor decides, the seat may be locked
}


@dataclass(frozen=True)
class House:
    """What an operator sets; money in hundredths, 0: not set."""

    document: str
    source: str
    decks: int = 1
    amounts: bool = True
    least: int = 100
    most: int = 0
    unit: int = 0
    payout_most: int = 0
    payout_scope: str = "none"  # "wager", "hand" (L6)
    pay_table: int = 0
    covers: str = "common"  # "separate", "balance" (L9)
    clockwise: bool = False  # from the Action seat (L10)
    jackpot_stake: int = 0  # L15
    rounding: str = "down"
    share_stake_back: bool = True  # L14
    tokens_back: bool = True  # L28
    bottom_first: bool = False  # L1
    numbered: bool = False  # cards known by a number in their set
