"""`pitctl describe`, `status` and `settings`: one question, one answer."""

from dataclasses import asdict
from typing import Any

import typer

from pitctl.cli.session import (
    BoardOption,
    JsonOption,
    Session,
    TableOption,
    TargetOption,
    session_of,
)
from pitctl.expectations import value_text


def describe(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """What runs on the board: versions, hashes, parts."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        show_answer(session, asdict(client.describe()))


def status(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """How the table stands: round, cards, result, lights, notice."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        show_answer(session, asdict(client.status()))


def settings(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """The table's settings as the board has them."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        show_answer(session, asdict(client.settings()))


def show_answer(session: Session, answer: dict[str, Any]) -> None:
    if session.json:
        session.emit(answer)
        return
    session.say_columns(
        [(name.replace("_", " "), value_text(value)) for name, value in answer.items()]
    )
