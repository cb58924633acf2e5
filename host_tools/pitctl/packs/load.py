"""packs/<name>.toml -> Pack, or a refusal with the line and the reason. Every key: docs/rule-packs.md."""

import re
from fractions import Fraction
from pathlib import Path
from typing import cast

from pitctl.boards import REPOSITORY
from pitctl.exceptions import ConfigError
from pitctl.packs.checks import Together
from pitctl.packs.entries import read_entry
from pitctl.packs.irregularities import read_irregularities
from pitctl.packs.model import Entry, Pack, Progressive
from pitctl.packs.pay_tables import AMOUNT, ODDS, SHARE, numbers, read_odds, read_pay
from pitctl.packs.schema import FIVE_CARDS, OPTIONAL, SCHEMA, SOURCES, THREE_CARDS
from pitctl.packs.source import PackFile, read_pack
from pitctl.plain_text import is_path, toml_path

PACKS_DIR = REPOSITORY / "packs"
GAME = "let-it-ride"

_TOP_KEYS = ("schema", "pack", "game", "title", "document", *SCHEMA, "pay", "irregularity")
_NAME = re.compile(r"[a-z0-9-]{1,32}")
_INNER = {"bonus": ("odds",), "progressive": ("odds", "shares", "envy")}  # tables inside a table
_BY_FEATURE = {f"deal.{source}" for source in SOURCES} | {"progressive.envy_to"}


def pack_names(packs_dir: Path = PACKS_DIR) -> list[str]:
    return sorted(path.stem for path in packs_dir.glob("*.toml"))


def full_name(name: str, packs_dir: Path = PACKS_DIR) -> str:
    """`nsw` as a pack is called: nsw-let-it-ride. A name that is no pack's stays as it is."""
    known = pack_names(packs_dir)
    return f"{name}-{GAME}" if name not in known and f"{name}-{GAME}" in known else name


def load_pack(name: str | Path, packs_dir: Path = PACKS_DIR) -> Pack:
    """Read and check packs/<name>.toml (`nsw` is nsw-let-it-ride), or a path to a .toml file. Raises ConfigError."""
    known = pack_names(packs_dir)
    full = full_name(str(name), packs_dir)
    if full in known:
        return parse_pack(read_pack(packs_dir / f"{full}.toml"))
    if not is_path(str(name)):
        raise ConfigError(
            f"no rule pack '{name}'; known packs: {', '.join(known) or 'none'}",
            try_this=f"{(known or ['...'])[0]}, or a .toml file of your own: docs/rule-packs.md",
        )
    return parse_pack(read_pack(toml_path(str(name), "rule pack")))


def parse_pack(file: PackFile) -> Pack:
    """Every check there is; the first that fails refuses the file."""
    name, title, document = _head(file)
    entries = _entries(file)
    Together(file, entries).check()
    bonus, progressive = _bonus(file, entries), _progressive(file, entries)
    pay = read_pay(file)
    for table, hands in pay.items():
        entries |= {f"pay.{table}.{hand}": entry for hand, entry in hands.items()}
    return Pack(
        name=name,
        title=title,
        document=document,
        entries=entries,
        bonus=bonus,
        progressive=progressive,
        pay_tables={table: numbers(hands) for table, hands in pay.items()},
        irregularities=read_irregularities(
            file, reversible=bool(entries["settling.reversible"].value)
        ),
    )


def _head(file: PackFile) -> tuple[str, str, str]:
    data = file.data
    file.check_keys(data, _TOP_KEYS)
    file.choice(data, (1,), "schema")
    file.choice(data, (GAME,), "game")
    name = file.text(data, "pack")
    if not _NAME.fullmatch(name):
        file.fail("'pack' must be 1 to 32 small letters, digits and hyphens", "pack")
    if name != file.path.stem:
        file.fail(f"'pack' must be the file's name, '{file.path.stem}', not '{name}'", "pack")
    title, document = file.text(data, "title"), file.text(data, "document")
    for key, text in (("title", title), ("document", document)):
        if not (text.isascii() and text.isprintable()):
            file.fail(f"'{key}' must be plain characters", key)
    return name, title, document


def _entries(file: PackFile) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for table, keys in SCHEMA.items():
        if table not in file.data:
            if table in OPTIONAL:
                continue
            file.fail(f"missing [{table}]")
        given = file.table(table)
        file.check_keys(given, (*keys, *_INNER.get(table, ())), table)
        for key, what in keys.items():
            if key in given:
                entries[f"{table}.{key}"] = read_entry(file, what.kind, table, key)
            elif f"{table}.{key}" not in _BY_FEATURE:
                file.fail(f"missing '{key}' in [{table}]: {what.says}", table)
    return entries


def _bonus(file: PackFile, entries: dict[str, Entry]) -> dict[str, int] | None:
    if "bonus" not in file.data:
        return None
    odds = read_odds(file, THREE_CARDS, ODDS, "bonus", "odds")
    entries |= {f"bonus.odds.{hand}": entry for hand, entry in odds.items()}
    return numbers(odds)


def _progressive(file: PackFile, entries: dict[str, Entry]) -> Progressive | None:
    if "progressive" not in file.data:
        return None
    place = "progressive"
    shares = read_odds(file, FIVE_CARDS, SHARE, place, "shares", from_the_top=True)
    if not shares:
        file.fail("missing [progressive.shares]: who wins the jackpot", place)
    # The hands below those that share the jackpot, down to the least that is paid.
    for hand in shares:
        if hand in file.table(place, "odds"):
            file.fail(f"'{hand}' has a share of the jackpot already", place, "odds", hand)
    below = {hand: category for hand, category in FIVE_CARDS.items() if hand not in shares}
    odds = read_odds(file, below, ODDS, place, "odds", from_the_top=True)
    envy = read_odds(file, FIVE_CARDS, AMOUNT, place, "envy", from_the_top=True)
    if bool(envy) != ("progressive.envy_to" in entries):
        file.fail("[progressive.envy] and 'envy_to' belong together", place)
    for name, table in (("odds", odds), ("shares", shares), ("envy", envy)):
        entries |= {f"{place}.{name}.{hand}": entry for hand, entry in table.items()}
    return Progressive(
        odds=numbers(odds),
        shares={hand: Fraction(cast(int, entry.value), 100) for hand, entry in shares.items()},
        envy=numbers(envy),
    )
