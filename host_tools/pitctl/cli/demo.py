"""`pitctl demo`: two races on a virtual table, to look at."""

from typing import Annotated

import typer

from pitctl.cli.session import BoardOption, Session, TableOption, TargetOption, session_of
from pitctl.demo import Pacer, Show, Stage
from pitctl.demo_view import LiveStage, PlainStage
from pitctl.exceptions import TargetUnavailable

DEFAULT_TARGET = "unix"


def demo(
    context: typer.Context,
    speed: Annotated[
        str,
        typer.Option(
            envvar="SPEED", metavar="N|fast", help="Times real time, or fast: no waiting."
        ),
    ] = "4",
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
) -> None:
    """Watch an ordinary and a protested race, with lights, display and payouts."""
    session = session_of(context)
    session.use(target=target, board=board, table=table)
    session.target = session.target or DEFAULT_TARGET
    if not session.is_virtual:
        raise TargetUnavailable(f"{session.target}: the demonstration needs a virtual table")
    pacer = Pacer(_speed(speed))
    if session.out.is_terminal and not session.json:
        with LiveStage(session.out) as stage:
            _play(session, stage, pacer)
    else:
        _play(session, PlainStage(session.out), pacer)


def _play(session: Session, stage: Stage, pacer: Pacer) -> None:
    spec, table = session.board_and_table()
    with session.running_target(spec, table) as target:
        Show(target, table, stage, pacer).play()


def _speed(text: str) -> float | None:
    if text == "fast":
        return None
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 1000:
        raise typer.BadParameter("a number from 0.1 to 1000, or fast", param_hint="--speed")
    return speed
