"""`[house]` of a Let It Ride table file: limits, sizes and the choices that the documents leave to the operator."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

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
WAGERS = ("amounts", "presence")  # what is known of a wager: how much it is, or only that it is there
ACTION = ("counterclockwise", "clockwise")  # L10
STACK = ("top first", "bottom first")  # L1: as the reader sees a stack of three
BACK = ("kept", "returned")


def compile_house(file: TomlFile, pack: Pack, cards: Mapping[str, Any]) -> dict[str, Any]:
    """`pack` and `house` of table.json; `cards` is what `[cards]` has given."""
    cards_from: str = cards["cards_from"]
    given = file.table("house")
    file.check_keys(given, HOUSE_KEYS, "house")
    useless = _useless(pack, cards_from)
    for key in given:
        if key in useless:
            file.fail(f"'{key}' decides nothing here: {useless[key]}; leave it out", "house", key)
    house = _House(file, given, pack).compile(cards_from)
    if house["decks"] == 2 and cards["code_format"] != "value":
        file.fail(
            "two decks that alternate need format = \"value\": a set of numbered cards is one deck, and the other one"
            " would be foreign", "cards", "format",
        )  # fmt: skip
    return {"pack": compile_pack(pack), "house": house}


def _useless(pack: Pack, cards_from: str) -> dict[str, str]:
    """Keys that the pack has no use for, each with the reason."""
    found: dict[str, str] = {}

    def tell(reason: str, *keys: str) -> None:
        found.update(dict.fromkeys(keys, reason))

    def none_of(what: str, key: str) -> str:
        return f"{pack.name} has no {what} (rule {pack.rule_of(key)})"

    if pack.value("wagers.most_payout") == "none":
        tell(none_of("maximum payout", "wagers.most_payout"), "payout_most", "payout_scope")
    if not pack.value("wagers.tokens"):
        tell(none_of("promotional tokens", "wagers.tokens"), "token_stake")
    if pack.progressive is None:
        tell(f"{pack.name} has no progressive wager", "jackpot_stake", "share_rounding", "share_stake")
    if not pack.value("seats.player_dealer"):
        tell(none_of("player-dealer", "seats.player_dealer"), "covers", "action", "fee_bet", "fee_bank")
    else:
        if not pack.value("bank.action"):
            tell(none_of("Action seat", "bank.action"), "action")
        if pack.value("bank.fees") == "none":
            tell(none_of("collection fees", "bank.fees"), "fee_bet", "fee_bank")
    if not any(step.startswith("stack") for step in cast(Sequence[str], pack.value(f"deal.{cards_from}"))):
        tell(f"with from = \"{cards_from}\" {pack.name} deals no stacks", "stack")
    return found


class _House:
    def __init__(self, file: TomlFile, given: Mapping[str, Any], pack: Pack) -> None:
        self._file = file
        self._given = given
        self._pack = pack

    def compile(self, cards_from: str) -> dict[str, Any]:
        pay_names = list(self._pack.pay_tables)
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
        amounts = not self._choice("wagers", WAGERS, "amounts")
        if not amounts:
            self._needs_no_amounts()
        least, most = self._limits()
        return {
            "source": events.SOURCE_NAMES.index(cards_from),
            "decks": self._decks(cards_from),
            "amounts": amounts,
            "least": least,
            "most": most,
            "unit": self._money("unit", 0),
            "payout_most": self._money("payout_most", 0),
            "payout_scope": scope,
            "pay_table": self._choice("pay_table", pay_names, pay_names[0]),
            "covers": self._covers(),
            "action_clockwise": bool(self._choice("action", ACTION, ACTION[0])),
            "jackpot_stake": self._money("jackpot_stake", 0),
            "share_rounding": self._choice("share_rounding", ROUNDINGS, "down"),
            "share_stake_back": bool(self._choice("share_stake", BACK, "returned")),
            "tokens_back": bool(self._choice("token_stake", BACK, "returned")),
            "fee_bet": self._money("fee_bet", 0),
            "fee_bank": self._money("fee_bank", 0),
            "bottom_first": bool(self._choice("stack", STACK, STACK[0])),
        }

    def _needs_no_amounts(self) -> None:
        """A sum of money is no limit for wagers of which nobody knows how much they are."""
        why = ""
        if "payout_most" in self._given:
            why = "a maximum payout is money: leave 'payout_most' and 'payout_scope' out"
        if self._pack.value("seats.player_dealer"):
            rule = self._pack.rule_of("seats.player_dealer")
            why = f"the player-dealer covers as far as the wager goes (rule {rule})"
        if why:
            text = f"'wagers' must be \"amounts\": {why}; with it a host tells the stakes"
            self._file.fail(text, "house", "wagers")

    def _decks(self, cards_from: str) -> int:
        """As many as the pack says; a second one only where it can wait its turn."""
        key = "cards.decks"
        ways, rule = cast(Sequence[str], self._pack.value(key)), self._pack.rule_of(key)
        place = ("house", "decks")
        must = "two must alternate" in ways
        if must and "decks" not in self._given:
            self._file.fail(f"'decks' is missing: decks = 2, which alternate (rule {rule})", "house")
        decks = self._number("decks", 1, 2, 1)
        if decks == 1 and "one" not in ways:
            self._file.fail(f"'decks' must be 2, which alternate (rule {rule}), not 1", *place)
        if decks == 2 and tuple(ways) == ("one",):
            self._file.fail(f"'decks' must be 1 (rule {rule}), not 2", *place)
        if decks == 2 and not must and cards_from != "shuffler":
            self._file.fail(
                f"'decks' must be 1 with from = \"{cards_from}\": a second deck waits in a shuffler (rule {rule})",
                *place,
            )
        return decks

    def _limits(self) -> tuple[int, int]:
        """The sign at the table; 0 for no maximum."""
        least, most = self._money("least", 1), self._money("most", 0)
        if most and most < least:
            self._file.fail(
                f"'most' must be at least 'least', {self._given.get('least', 1)}, not {self._given['most']}",
                "house", "most",
            )  # fmt: skip
        highest = self._pack.value("wagers.most")
        if isinstance(highest, int):
            for key, units in (("least", least), ("most", most)):
                if units > UNITS * highest:
                    rule = self._pack.rule_of("wagers.most")
                    self._file.fail(f"'{key}' must be {highest} at most (rule {rule})", "house", key)
        return least, most

    def _covers(self) -> int:
        if not self._pack.value("seats.player_dealer"):
            return 0
        ways = cast(tuple[str, ...], self._pack.value("bank.covers"))
        return COVERS.index(ways[self._choice("covers", ways, ways[0])])

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
