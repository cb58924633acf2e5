"""What the operator sets for a table of Let It Ride: limits, sizes, choices that the documents leave open."""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Scope of a maximum payout (L6).
NO_CAP = const(0)
A_WAGER = const(1)
A_HAND = const(2)
# How the player-dealer's wager is used up (L9).
COMMON = const(0)
SEPARATE = const(1)
BALANCE = const(2)
# Rounding of a share of the jackpot.
ROUND_DOWN = const(0)
ROUND_UP = const(1)


class House:
    """Money is in units of one hundredth; 0 is "not set" where that can be."""

    def __init__(self, data: "dict[str, Any]") -> None:
        self.source: int = data["source"]
        self.decks: int = data["decks"]
        self.amounts: bool = data["amounts"]  # the host tells stakes; else only whether chips lie there
        self.least: int = data["least"]
        self.most: int = data["most"]
        self.unit: int = data["unit"]
        self.payout_most: int = data["payout_most"]
        self.payout_scope: int = data["payout_scope"]
        self.pay_table: int = data["pay_table"]
        self.covers: int = data["covers"]
        self.action_clockwise: bool = data["action_clockwise"]
        self.jackpot_stake: int = data["jackpot_stake"]  # L15
        self.share_rounding: int = data["share_rounding"]
        self.share_stake_back: bool = data["share_stake_back"]  # L14
        self.tokens_back: bool = data["tokens_back"]  # L28
        self.fee_bet: int = data["fee_bet"]
        self.fee_bank: int = data["fee_bank"]
        self.bottom_first: bool = data["bottom_first"]  # how the reader sees a stack (L1)
