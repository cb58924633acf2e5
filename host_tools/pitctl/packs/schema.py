"""Every key of a rule pack: what it may be, what it means, and under which topic the board has it.

docs/rule-packs.md tells the same to people. A key of `[wagers]` named `equal` is the board's WAGERS_EQUAL; the few that
are called otherwise, or stay on the host, are listed at the end.
"""

from dataclasses import dataclass

from pitctl.firmware import events, hands, ride_events, seats
from pitctl.firmware import ride_pack as board
from pitctl.packs.choices import COVERS
from pitctl.packs.kinds import Always, Choice, Flag, Kind, Money, Number, Program, Several, Ways

SOURCES = {"shoe": events.SHOE, "shuffler": events.SHUFFLER, "hand": events.HAND}
DEALS = 1 + max(SOURCES.values())  # programs that the board keeps, by source

MOMENTS = ("before the deal", "during the deal", "before handling", "after handling", "after payment")
IN_ROUND = MOMENTS[board.IN_DEAL : board.HANDLED + 1]  # cards are out and the round is open

# Hands from the highest to the lowest that wins (000 11.1; 002 Side Bets for three cards) -> the board's category.
FIVE_CARDS = {
    "royal_flush": hands.ROYAL_FLUSH,
    "straight_flush": hands.STRAIGHT_FLUSH,
    "four": hands.FOUR,
    "full_house": hands.FULL_HOUSE,
    "flush": hands.FLUSH,
    "straight": hands.STRAIGHT,
    "three": hands.THREE,
    "two_pair": hands.TWO_PAIR,
    "high_pair": hands.HIGH_PAIR,
}
THREE_CARDS = {
    "royal": hands.THREE_ROYAL,
    "straight_flush": hands.THREE_STRAIGHT_FLUSH,
    "three": hands.THREE_ALIKE,
    "straight": hands.THREE_STRAIGHT,
    "flush": hands.THREE_FLUSH,
    "pair": hands.PAIR,
}


@dataclass(frozen=True)
class Key:
    kind: Kind
    says: str


def _only(word: str, code: int = 0) -> Choice:
    """All four documents have it so, and the board's game knows nothing else."""
    return Choice({word: code})


_SOURCE_BITS = {name: 1 << source for name, source in SOURCES.items()}

SCHEMA: dict[str, dict[str, Key]] = {
    "seats": {
        "number": Key(Number(1, seats.MOST_SEATS), "betting areas"),
        "player_dealer": Key(Flag(), "a player pays and collects, not the house; needs [bank]"),
        "hands_a_player": Key(Number(0, seats.MOST_SEATS), "hands one player may have; 0: not limited"),
        "idle_rounds": Key(Number(0, 100), "rounds without a wager until the dealer is told; 0: never"),
    },
    "cards": {
        "decks": Key(
            Several(
                {
                    "one": board.DECK_ONE,
                    "two may alternate": board.DECK_TWO_MAY,
                    "two must alternate": board.DECK_TWO_MUST,
                },
                at_least=1,
            ),
            "decks at the table",
        ),
        "sources": Key(Several(_SOURCE_BITS, at_least=1), "what cards may be dealt from"),
        "checked_by": Key(Choice({"one": 1, "dealer and supervisor": 2}), "who checks the cards"),
        "prechecked": Key(Flag(), "cards that were checked, pre-shuffled and secured need no check at the table"),
        "opening": Key(
            Several({"first player saw": board.OPENING_SEEN, "washed": board.OPENING_WASHED}),
            "steps before the first round besides check and shuffle",
        ),
        "shuffled": Key(_only("every round"), "when the cards are shuffled"),
        "cut": Key(Several(_SOURCE_BITS), "sources whose cards are cut"),
        "cut_offered": Key(Several(_SOURCE_BITS), "sources whose cards are cut if it is required"),
        "cut_least": Key(Number(0, 26), "cards in a cut at least; 0: not said"),
        "stub_count": Key(Number(0, 100), "rounds in which the stub is counted once; 0: on request"),
    },
    "deal": {
        "starts": Key(
            Choice(
                {
                    "dealer's left": board.STARTS_LEFT,
                    "left of the player-dealer": board.STARTS_LEFT_OF_BANK,
                }
            ),
            "who gets the first cards; then clockwise",
        ),
        "to": Key(
            Choice(
                {
                    "areas with any wager": board.TO_ANY_WAGER,
                    "areas with three wagers": board.TO_THREE_WAGERS,
                }
            ),
            "which areas get cards",
        ),
        "shoe": Key(Program(), "the deal from a shoe"),
        "shuffler": Key(Program(), "the deal from a shuffler"),
        "hand": Key(Program(), "the deal from the dealer's hand"),
        "discard": Key(
            Choice(
                {
                    "none": board.DISCARD_NONE,
                    "at the deal": board.DISCARD_AT_DEAL,
                    "after the first decision": board.DISCARD_AFTER_FIRST,
                }
            ),
            "when the discarded card leaves the table",
        ),
    },
    "wagers": {
        "equal": Key(Always(), "three equal wagers on 1, 2 and $"),
        "placing_ends": Key(_only("call", board.AT_CALL), "until when wagers are placed"),
        "withdrawing_ends": Key(
            Choice({"call": board.AT_CALL, "first card": board.AT_FIRST_CARD}),
            "until when wagers are taken back, the two decisions aside",
        ),
        "most": Key(Money("table sign"), "the most for one wager"),
        "above_most": Key(
            Choice({"cap": board.ABOVE_CAP, "refuse": board.ABOVE_REFUSE}),
            "a wager above it; cap: paid or collected up to the maximum",
        ),
        "below_least": Key(
            Choice({"valid": 0, "supervisor decides": 1}), "a wager found below the minimum after the call"
        ),
        "most_payout": Key(Choice({"none": 0, "operator": 1}), "who may set a maximum payout"),
        "refusal": Key(Flag(), "a supervisor may refuse a wager before the first card"),
        "raise_notice_min": Key(
            Number(0, board.MOST_NOTICE_MIN), "minutes on display before a higher minimum; 0: not said"
        ),
        "tokens": Key(Flag(), "promotional tokens besides chips"),
    },
    "decisions": {
        "order": Key(_only("dealer's left, clockwise"), "who is asked first"),
        "first": Key(_only("1", ride_events.ONE), "the wager of the first decision"),
        "second": Key(_only("2", ride_events.TWO), "the wager of the second decision"),
        "free": Key(Always(), "the second is free whatever the first was"),
        "never": Key(_only("$", ride_events.DOLLAR), "the wager that cannot be withdrawn"),
        "stands": Key(Always(), "what was let ride stays to the end"),
        "tuck": Key(Flag(), "cards under $: all remaining wagers ride"),
        "change_order": Key(Flag(), "a supervisor may let one hand play first"),
        "lock_seat": Key(Flag(), "a supervisor may preclude a player"),
        "turn_first": Key(_only("all decided"), "when the first community card is turned"),
        "turn_second": Key(_only("all decided"), "when the second is turned"),
    },
    "settling": {
        "hands_turned": Key(_only("dealer's right, counterclockwise"), "whose cards are turned first"),
        "order": Key(
            Choice({"losers first": board.LOSERS_FIRST, "hands in turn": board.HANDS_IN_TURN}),
            "collect all, then pay; or hand by hand",
        ),
        "declared": Key(Always(), "the dealer says what each hand is before it is settled"),
        "least": Key(_only("pair of tens"), "the least hand that wins"),
        "odds": Key(
            Choice({"as listed": 0, "no less than listed": 1}), "may the house pay more than listed"
        ),
        "closing_notice_min": Key(
            Number(0, board.MOST_NOTICE_MIN), "minutes on display before a table with players closes; 0: not said"
        ),
        "reversible": Key(Flag(), "a paid round can be made void until the next one opens"),
    },
    "bonus": {
        "least": Key(Money(), "the least bonus wager"),
        "most": Key(Money(), "the most for one bonus wager"),
    },
    "progressive": {
        "with": Key(_only("1, 2 and $", 1), "the wagers without which it is refused"),
        "envy_to": Key(_only("other players", 1), "who is paid the envy bonus, of those with this wager"),
    },
    "bank": {
        "rotates": Key(Number(1, board.MOST_IN_ROW), "hands in a row until the position is offered clockwise"),
        "covers": Key(Ways(COVERS), "how the player-dealer's wager is used up"),
        "action": Key(Flag(), "a seat may be named where settling begins"),
        "fees": Key(Choice({"none": 0, "flat": 1}), "collection fees"),
    },
}  # fmt: skip
OPTIONAL = ("bonus", "progressive", "bank")  # tables that not every pack has

_OTHER_TOPICS: dict[str, str | None] = {
    "bonus.least": "BONUS",
    "progressive.with": "PROGRESSIVE",
    "progressive.envy_to": "ENVY",
    "settling.odds": None,  # the board gets the odds themselves
}


def topic_of(key: str) -> int | None:
    """The board's index of `wagers.equal`; None for what stays on the host."""
    name = _OTHER_TOPICS.get(key, key.replace(".", "_").upper())
    return None if name is None else getattr(board, name)
