"""Odds in a pack: every hand that wins has its own, whole, and a weaker hand never pays more than a stronger one."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import cast

from pitctl.exceptions import ConfigError
from pitctl.packs.entries import read_entry
from pitctl.packs.kinds import MAX_MONEY, Kind, Number
from pitctl.packs.model import Entry, Pack
from pitctl.packs.schema import FIVE_CARDS
from pitctl.packs.source import PackFile

MAX_ODDS = 10_000
ODDS = Number(1, MAX_ODDS)
SHARE = Number(1, 100)  # of the jackpot, in hundredths
AMOUNT = Number(1, MAX_MONEY)
_NAME = 12  # characters of a table's name, for the dealer's display


def read_odds(
    file: PackFile, ranking: Mapping[str, int], kind: Kind, *table: str, from_the_top: bool = False
) -> dict[str, Entry]:
    """The hands of a table in the order of `ranking`: all of them, or with `from_the_top` those down to some hand."""
    given = file.table(*table)
    file.check_keys(given, tuple(ranking), *table)
    found: dict[str, Entry] = {}
    stronger, missing = "", ""
    for hand in ranking:
        if hand not in given:
            missing = missing or hand
            continue
        if missing:
            break
        found[hand] = read_entry(file, kind, *table, hand)
        if stronger and _number(found[hand]) > _number(found[stronger]):
            more, less = _number(found[hand]), _number(found[stronger])
            file.fail(_rises(hand, more, stronger, less), *table, hand)
        stronger = hand
    if missing and (len(found) < len(given) or not from_the_top):
        file.fail(f"missing '{missing}' in [{'.'.join(table)}]", *table)
    return found


def read_pay(file: PackFile) -> dict[str, dict[str, Entry]]:
    """`[pay.main]`, or the tables of which the operator chooses one."""
    names = tuple(file.table("pay"))
    if not names:
        file.fail("missing [pay.main]", "pay")
    for name in names:
        if name in FIVE_CARDS:
            file.fail(f"[pay] has no name: write [pay.main] above '{name}'", "pay")
        if not (name.isascii() and name.isprintable() and 1 <= len(name) <= _NAME):
            file.fail(f"[pay.{name}]: a name has 1 to {_NAME} plain characters", "pay", name)
    return {name: read_odds(file, FIVE_CARDS, ODDS, "pay", name) for name in names}


def numbers(entries: Mapping[str, Entry]) -> dict[str, int]:
    return {hand: _number(entry) for hand, entry in entries.items()}


def with_pay_table(pack: Pack, odds: Mapping[str, int]) -> Pack:
    """The pack with an operator's own pay table, where the document lets the house pay more than it lists.

    Raises ConfigError: the document does not, a hand is missing, or one would pay less than it must.
    """
    rule = pack.rule_of("settling.odds")
    if pack.value("settling.odds") != "no less than listed":
        raise ConfigError(f"{pack.name} pays as listed (rule {rule}): no pay table of your own")
    listed = next(iter(pack.pay_tables.values()))
    if set(odds) != set(listed):
        wrong = ", ".join(sorted(set(odds) ^ set(listed)))
        raise ConfigError(f"a pay table has the nine hands {', '.join(listed)}; wrong: {wrong}")
    for hand, least in listed.items():
        if odds[hand] < least:
            raise ConfigError(
                f"'{hand}' must pay {least} to 1 or more (rule {rule}), not {odds[hand]}"
            )
    ranked = {hand: odds[hand] for hand in FIVE_CARDS}
    for stronger, hand in pairwise(ranked):
        if ranked[hand] > ranked[stronger]:
            raise ConfigError(_rises(hand, ranked[hand], stronger, ranked[stronger]))
    entries = {key: entry for key, entry in pack.entries.items() if not key.startswith("pay.")}
    entries |= {f"pay.operator.{hand}": Entry(number, rule) for hand, number in ranked.items()}
    return replace(pack, entries=entries, pay_tables={"operator": ranked})


def _rises(hand: str, more: int, stronger: str, less: int) -> str:
    return f"'{hand}' pays more than '{stronger}', a stronger hand: {more}, not {less}"


def _number(entry: Entry) -> int:
    return cast(int, entry.value)
