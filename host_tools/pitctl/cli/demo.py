"""`pitctl demo`: two races and a power cut on a virtual table, to look at."""

from typing import Annotated

import typer

from pitctl.cli.session import (
    DEFAULT_VIRTUAL,
    BoardOption,
    Session,
    TableOption,
    VirtualTargetOption,
    session_of,
)
from pitctl.demo import Pacer, Show, Stage
from pitctl.demo_view import LEAST, LiveStage, PlainStage
from pitctl.exceptions import TargetUnavailable, WrongUsage


def demo(
    context: typer.Context,
    speed: Annotated[
        str,
        typer.Option(
            envvar="SPEED", metavar="N|fast", help="Times real time, or fast: no waiting."
        ),
    ] = "4",
    target: VirtualTargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
) -> None:
    """Watch an ordinary and a protested race, with lights, display, payouts and a power cut."""
    session = session_of(context)
    session.use(target=target, board=board, table=table)
    session.target = session.target or DEFAULT_VIRTUAL
    if not session.is_virtual:
        raise TargetUnavailable(f"{session.target}: the demonstration needs a virtual table")
    if session.json:
        raise WrongUsage(
            "the demonstration is for people: it has no --json",
            try_this="{pitctl} play --json tests/scenarios/ordinary-race.txt",
        )
    pacer = Pacer(_speed(speed))
    width, height = session.out.size
    small = width < LEAST[0] or height < LEAST[1]
    if session.out.is_terminal and not small:
        with LiveStage(session.out) as stage:
            _play(session, stage, pacer)
        return
    if session.out.is_terminal:
        session.say(f"(plain lines: the picture needs {LEAST[0]} columns and {LEAST[1]} rows)")
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
