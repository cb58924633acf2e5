"""Pack -> pack.json, as firmware/pitboard/games/let_it_ride/pack.py reads it: numbers by topic, no words but rules."""

from collections.abc import Mapping
from typing import Any, cast

from pitctl.boards import with_hash
from pitctl.exceptions import ConfigError
from pitctl.firmware import faults, hands
from pitctl.firmware import ride_pack as board
from pitctl.packs.choices import THENS, WHATS
from pitctl.packs.deal_programs import program_bytes
from pitctl.packs.entries import MAX_RULE, SEPARATOR
from pitctl.packs.kinds import UNITS
from pitctl.packs.model import Pack
from pitctl.packs.schema import DEALS, FIVE_CARDS, MOMENTS, SCHEMA, SOURCES, THREE_CARDS, topic_of


def compile_pack(pack: Pack, pay_table: str | None = None) -> dict[str, Any]:
    """pack.json with a hash over everything else in it; all pay tables, or only the one that the operator chose.

    Raises ConfigError for a pay table that the pack does not have.
    """
    tables = _chosen(pack, pay_table)
    values, rules = _topics(pack, tables)
    side = pack.progressive
    return with_hash(
        {
            "pack": pack.name,
            "document": pack.document.removesuffix(".txt"),
            "values": values,
            "rules": SEPARATOR.join([*rules, *(item.rule for item in pack.irregularities)]),
            "deals": _deals(pack),
            "faults": _faults(pack).hex(),
            "pay": [_by_category(odds, FIVE_CARDS, hands.CATEGORIES) for odds in tables.values()],
            "pay_names": list(tables),
            "bonus": _by_category(pack.bonus, THREE_CARDS, hands.THREE_CATEGORIES),
            "jackpot": _five(side and side.odds),
            "shares": _five(side and {hand: int(100 * part) for hand, part in side.shares.items()}),
            "envy": _five(side and {hand: UNITS * amount for hand, amount in side.envy.items()}),
        }
    )


def _chosen(pack: Pack, pay_table: str | None) -> Mapping[str, Mapping[str, int]]:
    if pay_table is None:
        return pack.pay_tables
    if pay_table not in pack.pay_tables:
        known = ", ".join(pack.pay_tables)
        raise ConfigError(
            f"{pack.name} has no pay table '{pay_table}'; it has: {known}",
            try_this=f"{next(iter(pack.pay_tables))}",
        )
    return {pay_table: pack.pay_tables[pay_table]}


def _topics(pack: Pack, tables: Mapping[str, object]) -> tuple[list[int], list[str]]:
    values, rules = [0] * board.TOPICS, [""] * board.TOPICS
    for table, keys in SCHEMA.items():
        for key, what in keys.items():
            entry = pack.entries.get(f"{table}.{key}")
            topic = topic_of(f"{table}.{key}")
            if entry is not None and topic is not None:
                values[topic] = what.kind.code(entry.value)
                rules[topic] = entry.rule
    values[board.PAY] = len(tables)
    rules[board.PAY] = _pay_rule(pack, f"pay.{next(iter(tables))}.")
    return values, rules


def _pay_rule(pack: Pack, prefix: str) -> str:
    """All rules of a pay table if the display has room for them, else that of its first line."""
    rules = pack.rules_under(prefix)
    if len(rules) <= MAX_RULE:
        return rules
    return next(entry.rule for key, entry in pack.entries.items() if key.startswith(prefix))


def _deals(pack: Pack) -> list[str]:
    """By source; the empty text for one that the pack does not have."""
    deals = [""] * DEALS
    for name, source in SOURCES.items():
        if (entry := pack.entries.get(f"deal.{name}")) is not None:
            deals[source] = program_bytes(cast(tuple[str, ...], entry.value)).hex()
    return deals


def _faults(pack: Pack) -> bytes:
    """For each thing at each moment: the outcome, 0 if nothing is said; and the line of its rule."""
    table = bytearray(2 * faults.WHATS * board.MOMENTS)
    for line, item in enumerate(pack.irregularities, start=board.TOPICS):
        for moment in item.when:
            at = 2 * (WHATS.index(item.what) * board.MOMENTS + MOMENTS.index(moment))
            table[at] = THENS.index(item.then) + 1
            table[at + 1] = line
    return bytes(table)


def _five(by_hand: Mapping[str, int] | None) -> list[int]:
    return _by_category(by_hand, FIVE_CARDS, hands.CATEGORIES)


def _by_category(
    by_hand: Mapping[str, int] | None, categories: Mapping[str, int], count: int
) -> list[int]:
    """0 for a hand that is not named; the empty list where there is no such wager."""
    if by_hand is None:
        return []
    numbers = [0] * count
    for hand, number in by_hand.items():
        numbers[categories[hand]] = number
    return numbers
