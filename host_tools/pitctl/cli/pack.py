"""`pitctl pack`: which rule packs there are, what one says rule by rule, whether a file can be used."""

from typing import Annotated, Any

import typer

from pitctl.cli.session import JsonOption, Session, session_of
from pitctl.exceptions import ConfigError
from pitctl.packs import Entry, Pack, compile_pack, load_pack, pack_names
from pitctl.packs.schema import SCHEMA

pack = typer.Typer(
    name="pack",
    help="List, show and check rule packs.",
    rich_markup_mode=None,
)

PackArgument = Annotated[
    str, typer.Argument(metavar="PACK", help="A name in packs/ or a .toml file.")
]


@pack.command("list")
def list_packs(context: typer.Context, as_json: JsonOption = False) -> None:
    """The rule packs in packs/, each with its document."""
    session = session_of(context)
    session.use(as_json=as_json)
    packs: list[Pack] = []
    wrong: list[ConfigError] = []
    for name in pack_names():
        try:
            packs.append(load_pack(name))
        except ConfigError as error:
            wrong.append(error)
    if session.json:
        for item in packs:
            session.emit(_summary(item))
    else:
        rows = [(item.name, item.title, item.document) for item in packs]
        session.say_columns([("pack", "title", "document"), *rows])
    if wrong:  # said after the others: one file in the works hides none of them
        raise ConfigError("\n".join(error.message for error in wrong), try_this=wrong[0].try_this)


@pack.command()
def show(context: typer.Context, name: PackArgument, as_json: JsonOption = False) -> None:
    """Every value of a pack with its rule, and what happens when something goes wrong."""
    session = session_of(context)
    session.use(as_json=as_json)
    loaded = load_pack(name)
    if session.json:
        session.emit(
            {
                **_summary(loaded),
                "values": {
                    key: {"is": entry.value, "rule": entry.rule}
                    for key, entry in loaded.entries.items()
                },
                "irregularities": [
                    {"what": item.what, "when": item.when, "then": item.then, "rule": item.rule}
                    for item in loaded.irregularities
                ],
            }
        )
        return
    session.say(f"{loaded.title} ({loaded.name}), document {loaded.document}")
    _say_values(session, loaded)
    session.say("\nirregularities")
    rows = [(i.what, ", ".join(i.when), i.then, i.rule) for i in loaded.irregularities]
    _say_table(session, [("what", "when", "then", "rule"), *rows])


@pack.command("check")
def check_pack(context: typer.Context, name: PackArgument, as_json: JsonOption = False) -> None:
    """Read a pack and say what it holds, or what is wrong with it and in which line."""
    session = session_of(context)
    session.use(as_json=as_json)
    loaded = load_pack(name)
    digest: str = compile_pack(loaded)["hash"]
    if session.json:
        session.emit({**_summary(loaded), "hash": digest})
        return
    tables = ", ".join(loaded.pay_tables)
    session.say(f"{loaded.name}: {loaded.title}, document {loaded.document}.")
    session.say(
        f"{len(loaded.entries)} values with their rules, {len(loaded.irregularities)} irregularities;"
        f" pay tables: {tables}."
    )
    session.say(f"Compiled: {digest[:16]}")


def _summary(loaded: Pack) -> dict[str, Any]:
    return {
        "pack": loaded.name,
        "title": loaded.title,
        "document": loaded.document,
        "pay_tables": list(loaded.pay_tables),
    }


def _say_values(session: Session, loaded: Pack) -> None:
    """Table by table, in the order of the file: the key, its value, its rule, what it means."""
    by_table: dict[str, list[tuple[str, str, str, str]]] = {}
    for full, entry in loaded.entries.items():
        table, _, key = full.rpartition(".")
        what = SCHEMA.get(table, {}).get(key)
        row = (key.replace("_", " "), _words(table, entry), entry.rule, what.says if what else "")
        by_table.setdefault(table, []).append(row)
    for table, rows in by_table.items():
        session.say(f"\n{table}")
        _say_table(session, rows)


def _words(table: str, entry: Entry) -> str:
    value = entry.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(value) or "none"
    if table.startswith("pay.") or table.endswith(".odds"):
        return f"{value} to 1"  # never "for" (002 Payout Odds)
    if table.endswith(".shares"):
        return f"{value}% of the jackpot"
    return str(value)


def _say_table(session: Session, rows: list[tuple[str, str, str, str]]) -> None:
    session.say_columns([("", *row) for row in rows])
