"""What the operator of a Let It Ride table set, in the words of the table file (docs/table-files.md)."""

from pitctl.exceptions import ConfigError
from pitctl.messages import House
from pitctl.money import money_text
from pitctl.packs import load_pack
from pitctl.packs.choices import COVERS, ROUNDINGS, SCOPES
from pitctl.table_house import ACTION, BACK, STACK, WAGERS


def house_words(house: House, game: str) -> dict[str, str]:
    """Key -> value, as they would stand in `[house]`; what is not set is `none`, or `any` where that is allowed."""
    return {
        "decks": str(house.decks),
        "wagers": WAGERS[not house.amounts],
        "least": _money(house.least),
        "most": _money(house.most),
        "unit": _money(house.unit),
        "payout_most": _money(house.payout_most),
        "payout_scope": SCOPES[house.payout_scope],
        "pay_table": _pay_table(house.pay_table, game),
        "covers": COVERS[house.covers],
        "action": ACTION[house.action_clockwise],
        "jackpot_stake": _money(house.jackpot_stake, "any"),
        "share_rounding": ROUNDINGS[house.share_rounding],
        "share_stake": BACK[house.share_stake_back],
        "token_stake": BACK[house.tokens_back],
        "fee_bet": _money(house.fee_bet),
        "fee_bank": _money(house.fee_bank),
        "stack": STACK[house.bottom_first],
    }


def _money(units: int, unset: str = "none") -> str:
    return money_text(units) if units else unset


def _pay_table(number: int, game: str) -> str:
    """By its name, if the pack is known here; a board may have been flashed with another."""
    try:
        names = list(load_pack(game).pay_tables)
    except ConfigError:
        names = []
    return names[number] if number < len(names) else f"number {number + 1}"
