"""A rule pack as the board has it: numbers by topic, the rule beside each (packs/*.toml, compiled by the host).

The engine asks the pack, never for the pack's name. A topic is a key of the TOML file: `[wagers] equal` is
WAGERS_EQUAL; the host takes the numbers from here.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# -- topics: what the value means stands in docs/rule-packs.md
SEATS_NUMBER = const(0)
SEATS_PLAYER_DEALER = const(1)
SEATS_HANDS_A_PLAYER = const(2)
SEATS_IDLE_ROUNDS = const(3)
CARDS_DECKS = const(4)  # DECK_* bits
CARDS_SOURCES = const(5)  # 1 << source
CARDS_CHECKED_BY = const(6)  # how many persons
CARDS_OPENING = const(7)  # OPENING_* bits
CARDS_SHUFFLED = const(8)
CARDS_CUT = const(9)  # 1 << source: demanded
CARDS_CUT_OFFERED = const(10)  # 1 << source: may be done
CARDS_CUT_LEAST = const(11)
CARDS_STUB_COUNT = const(12)
DEAL_STARTS = const(13)
DEAL_TO = const(14)
DEAL_SHOE = const(15)  # the programs; their values are in `deals`
DEAL_SHUFFLER = const(16)
DEAL_HAND = const(17)
DEAL_DISCARD = const(18)
WAGERS_EQUAL = const(19)
WAGERS_PLACING_ENDS = const(20)
WAGERS_WITHDRAWING_ENDS = const(21)
WAGERS_MOST = const(22)  # in money units; 0: the table sign says it
WAGERS_ABOVE_MOST = const(23)
WAGERS_BELOW_LEAST = const(24)
WAGERS_MOST_PAYOUT = const(25)
WAGERS_REFUSAL = const(26)
WAGERS_RAISE_NOTICE_MIN = const(27)
WAGERS_TOKENS = const(28)
DECISIONS_ORDER = const(29)
DECISIONS_FIRST = const(30)
DECISIONS_SECOND = const(31)
DECISIONS_FREE = const(32)
DECISIONS_NEVER = const(33)
DECISIONS_STANDS = const(34)
DECISIONS_TUCK = const(35)
DECISIONS_CHANGE_ORDER = const(36)
DECISIONS_LOCK_SEAT = const(37)
DECISIONS_TURN_FIRST = const(38)
DECISIONS_TURN_SECOND = const(39)
SETTLING_HANDS_TURNED = const(40)
SETTLING_ORDER = const(41)
SETTLING_DECLARED = const(42)
SETTLING_LEAST = const(43)
SETTLING_CLOSING_NOTICE_MIN = const(44)
SETTLING_REVERSIBLE = const(45)
PAY = const(46)
BONUS = const(47)  # [bonus], 0 without one; the value is the least stake
BONUS_MOST = const(48)
PROGRESSIVE = const(49)  # [progressive], 0 without one
ENVY = const(50)
BANK_ROTATES = const(51)  # [bank]: hands in a row, then the position is offered
BANK_COVERS = const(52)
BANK_ACTION = const(53)
BANK_FEES = const(54)
CARDS_PRECHECKED = const(55)
TOPICS = const(56)  # what follows are the rules of the irregularities

# -- values
DECK_ONE = const(1)
DECK_TWO_MAY = const(2)
DECK_TWO_MUST = const(4)
OPENING_SEEN = const(1)  # the first player saw the cards spread (002)
OPENING_WASHED = const(2)
AT_CALL = const(0)
AT_FIRST_CARD = const(1)
TO_ANY_WAGER = const(0)
TO_THREE_WAGERS = const(1)
STARTS_LEFT = const(0)
STARTS_LEFT_OF_BANK = const(1)
DISCARD_NONE = const(0)
DISCARD_AT_DEAL = const(1)
DISCARD_AFTER_FIRST = const(2)
ABOVE_CAP = const(0)
ABOVE_REFUSE = const(1)
LOSERS_FIRST = const(0)
HANDS_IN_TURN = const(1)

MOST_NOTICE_MIN = const(60)  # minutes; a checkpoint keeps them in a byte
MOST_IN_ROW = const(14)  # hands of a player-dealer; a checkpoint has four bits

# -- a deal program, byte by byte
CARD_EACH = const(1)
THREE_EACH = const(2)
STACK_EACH = const(3)
STACK = const(4)  # the three targets follow, top card first
COMMUNITY_1 = const(8)
COMMUNITY_2 = const(9)
DISCARD = const(10)

# -- moments of a round at which something is found
BEFORE_DEAL = const(0)
IN_DEAL = const(1)
DEALT = const(2)  # all cards are out, no player has touched any
HANDLED = const(3)
PAID = const(4)
MOMENTS = const(5)


class Pack:
    """Made from pack.json; keeps two buffers and one text, no dictionaries."""

    def __init__(self, data: "dict[str, Any]") -> None:
        self.name: str = data["pack"]
        self.document: str = data["document"]
        self.values: list[int] = data["values"]  # by topic
        self._rules: str = data["rules"]  # one line a topic, then one for each irregularity
        self.deals: list[bytes] = [bytes.fromhex(text) for text in data["deals"]]  # by source
        self._faults = bytes.fromhex(data["faults"])  # [what - 1][moment]: outcome, line of its rule
        self.pay: list[list[int]] = data["pay"]  # one table, or those the operator chooses from; odds by category
        self.bonus: list[int] = data["bonus"]  # odds by category of three cards
        self.jackpot: list[int] = data["jackpot"]  # odds by category of five
        self.shares: list[int] = data["shares"]  # of the jackpot, in hundredths, by category
        self.envy: list[int] = data["envy"]  # money by category

    def rule(self, line: int) -> str:
        at = 0
        text = self._rules
        for _ in range(line):
            at = text.index("|", at) + 1
        end = text.find("|", at)
        return text[at:] if end < 0 else text[at:end]

    def outcome(self, what: int, moment: int) -> int:
        """What then (faults.py), 0 if this cannot be said at this moment."""
        at = 2 * ((what - 1) * MOMENTS + moment)
        return self._faults[at] if 0 <= at < len(self._faults) else 0

    def outcome_rule(self, what: int, moment: int) -> str:
        return self.rule(self._faults[2 * ((what - 1) * MOMENTS + moment) + 1])
