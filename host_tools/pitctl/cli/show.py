"""`pitctl describe`, `status` and `settings`: one question, one answer."""

from dataclasses import asdict
from typing import Any

import typer

from pitctl.answer_words import value_text
from pitctl.cli.session import (
    BoardOption,
    JsonOption,
    Session,
    TableOption,
    TargetOption,
    session_of,
)
from pitctl.house_words import house_words
from pitctl.layouts import is_ride
from pitctl.scenario_ride_checks import MONEY, shown


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
        answer = asdict(client.describe())
    if not session.json:
        answer = {_label(name, session): value for name, value in answer.items()}
    show_answer(session, answer)


def _label(name: str, session: Session) -> str:
    """The firmware on CPython tells the version of what it runs on, too; that is no MicroPython."""
    return "CPython" if name == "micropython" and session.target == "cpython" else name


def status(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """How the table stands: round, cards, result, lights, notice; and the round of a Let It Ride table."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        answer = asdict(client.status())
        if is_ride(answer["game"]):
            answer["ride"] = asdict(client.ride())
    if not session.json and "ride" in answer:
        ride = answer.pop("ride")
        answer |= {name: shown(ride, name) if name in MONEY else value for name, value in ride.items()}
    show_answer(session, answer)


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
        found = client.settings()
    answer = asdict(found)
    if not session.json:
        del answer["house"]
        if found.house is not None:  # and nothing of Derby
            for name in ("limits", "reveal", "reveal_ms"):
                del answer[name]
            words = house_words(found.house, found.game)
            answer |= {f"house {name}": value for name, value in words.items()}
    show_answer(session, answer)


def show_answer(session: Session, answer: dict[str, Any]) -> None:
    if session.json:
        session.emit(answer)
        return
    session.say_columns(
        [(name.replace("_", " "), value_text(value)) for name, value in answer.items()]
    )
