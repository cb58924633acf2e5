"""`[house]` of a Let It Ride table file: limits, sizes and the choices that the documents leave to the operator."""

import re
from collections.abc import Mapping
from typing import Any

from pitctl.checked_toml import TomlFile
from pitctl.firmware import events
from pitctl.packs import Pack, compile_pack
from pitctl.packs.choices import COVERS, ROUNDINGS, SCOPES

UNITS = 100  # the board counts money in hundredths
MOST = 1_000_000  # whole units of money
_AMOUNT = re.compile(r"(\d{1,7})(?:\.(\d\d))?")

HOUSE_KEYS = (
    "decks", "wagers", "least", "most", "unit", "payout_most", "payout_scope", "pay_table", "covers", "action",
    "jackpot_stake", "share_rounding", "share_stake", "token_stake", "fee_bet", "fee_bank", "stack",
)  # fmt: skip
_WAGERS = ("amounts", "presence")  # what is known of a wager: how much it is, or only that it is there
_ACTION = ("counterclockwise", "clockwise")  # L10
_STACK = ("top first", "bottom first")  # L1: as the reader sees a stack of three
_BACK = ("kept", "returned")


def compile_house(file: TomlFile, pack: Pack, cards_from: str) -> dict[str, Any]:
    """`pack` and `house` of table.json."""
    given = file.table("house")
    file.check_keys(given, HOUSE_KEYS, "house")
    compiled = compile_pack(pack)
    return {"pack": compiled, "house": _House(file, given).compile(compiled["pay_names"], cards_from)}


class _House:
    def __init__(self, file: TomlFile, given: Mapping[str, Any]) -> None:
        self._file = file
        self._given = given

    def compile(self, pay_names: list[str], cards_from: str) -> dict[str, Any]:
        if len(pay_names) > 1 and "pay_table" not in self._given:
            self._file.fail(
                f"'pay_table' is missing: choose one of {', '.join(pay_names)} (L16)", "house"
            )
        scope = self._choice("payout_scope", SCOPES, "none")
        if "payout_most" in self._given and not scope:
            self._file.fail(
                "'payout_most' needs 'payout_scope': wager or hand, as the notice at the table says (L6)",
                "house", "payout_most",
            )  # fmt: skip
        return {
            "source": events.SOURCE_NAMES.index(cards_from),
            "decks": self._number("decks", 1, 2, 1),
            "amounts": not self._choice("wagers", _WAGERS, "amounts"),
            "least": self._money("least", 1),
            "most": self._money("most", 0),
            "unit": self._money("unit", 0),
            "payout_most": self._money("payout_most", 0),
            "payout_scope": scope,
            "pay_table": self._choice("pay_table", pay_names, pay_names[0]),
            "covers": self._choice("covers", COVERS, COVERS[0]),
            "action_clockwise": bool(self._choice("action", _ACTION, _ACTION[0])),
            "jackpot_stake": self._money("jackpot_stake", 0),
            "share_rounding": self._choice("share_rounding", ROUNDINGS, "down"),
            "share_stake_back": bool(self._choice("share_stake", _BACK, "returned")),
            "tokens_back": bool(self._choice("token_stake", _BACK, "returned")),
            "fee_bet": self._money("fee_bet", 0),
            "fee_bank": self._money("fee_bank", 0),
            "bottom_first": bool(self._choice("stack", _STACK, _STACK[0])),
        }

    def _choice(self, key: str, allowed: "list[str] | tuple[str, ...]", otherwise: str) -> int:
        chosen = self._file.choice({key: otherwise, **self._given}, allowed, "house", key)
        return list(allowed).index(chosen)

    def _number(self, key: str, low: int, high: int, otherwise: int) -> int:
        return self._file.number({key: otherwise, **self._given}, low, high, "house", key)

    def _money(self, key: str, otherwise: int) -> int:
        """A whole number of money units, or a text with two decimals: 5 or "2.50". In hundredths."""
        value = self._given.get(key, otherwise)
        if isinstance(value, str) and (match := _AMOUNT.fullmatch(value)):
            units = UNITS * int(match[1]) + int(match[2] or 0)
        elif isinstance(value, int) and not isinstance(value, bool):
            units = UNITS * value
        else:
            self._file.fail(f"'{key}' must be an amount as 5 or \"2.50\"", "house", key)
        if not 0 <= units <= UNITS * MOST:
            self._file.fail(f"'{key}' must be 0 to {MOST}", "house", key)
        return units
