"""`pitctl demo`: races or rounds with a power cut on a virtual table, to look at."""

from typing import Annotated

import typer

from pitctl.cli.session import (
    DEFAULT_TABLE,
    DEFAULT_VIRTUAL,
    BoardOption,
    Session,
    TableOption,
    VirtualTargetOption,
    session_of,
)
from pitctl.demo import Show
from pitctl.demo_stage import Pacer
from pitctl.demo_view import LEAST, LiveStage, PlainStage
from pitctl.exceptions import TargetUnavailable, WrongUsage
from pitctl.layouts import RIDE, is_ride
from pitctl.program import runnable
from pitctl.ride_demo import RideShow
from pitctl.ride_demo_rounds import PROGRAMMES
from pitctl.ride_demo_view import RideStage

GAMES = ("derby", "let-it-ride")
ORDINARY_PACKS = ("nsw", "mbs")


def demo(
    context: typer.Context,
    speed: Annotated[
        str,
        typer.Option(
            envvar="SPEED", metavar="N|fast", help="Times real time, or fast: no waiting."
        ),
    ] = "4",
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="derby or let-it-ride; without it, derby.")
    ] = None,
    pack: Annotated[
        str | None,
        typer.Option(metavar="PACK", help=f"Of Let It Ride: {', '.join(PROGRAMMES)} or all."),
    ] = None,
    target: VirtualTargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
) -> None:
    """Watch a virtual table: two races of Derby, or rounds of Let It Ride, with lights, display and a power cut."""
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
    tables = _tables(session, game, pack)
    width, height = session.out.size
    small = width < LEAST[0] or height < LEAST[1]
    if session.out.is_terminal and small:
        session.say(f"(plain lines: the picture needs {LEAST[0]} columns and {LEAST[1]} rows)")
    rides = False
    for session.table in tables:
        rides = _play(session, pacer, moving=session.out.is_terminal and not small)
    if rides:
        session.say(runnable("Next: {pitctl} play tests/scenarios/ride-nsw-shoe.txt, or: make help"))


def _tables(session: Session, game: str | None, pack: str | None) -> list[str]:
    """Which tables are shown, one after the other."""
    if game is not None and game not in GAMES:
        raise WrongUsage(f"no game '{game}'", try_this=f"--game {' or '.join(GAMES)}")
    pack = None if pack is None else pack.removesuffix(f"-{GAMES[1]}")
    if pack is not None and pack not in (*PROGRAMMES, "all"):
        raise WrongUsage(f"no pack '{pack}'", try_this=f"--pack {', '.join(PROGRAMMES)} or all")
    if pack is not None and game == GAMES[0]:
        raise WrongUsage("--pack is for Let It Ride", try_this="--game let-it-ride")
    if session.table is not None:
        if game is not None or pack is not None:
            raise WrongUsage("--table says which game it is", try_this="leave --game and --pack out")
        return [session.table]
    if game != GAMES[1] and pack is None:
        return [DEFAULT_TABLE]
    packs = PROGRAMMES if pack == "all" else ORDINARY_PACKS if pack is None else (pack,)
    return [PROGRAMMES[name].table for name in packs]


def _play(session: Session, pacer: Pacer, *, moving: bool) -> bool:
    """One table; whether it was one of Let It Ride."""
    spec, table = session.board_and_table()
    rides = is_ride(table["game"])
    with session.running_target(spec, table) as target:
        if rides and moving:
            with RideStage(session.out) as stage:
                RideShow(target, table, stage, pacer).play()
        elif rides:
            RideShow(target, table, PlainStage(session.out, RIDE), pacer).play()
        elif moving:
            with LiveStage(session.out) as stage:
                Show(target, table, stage, pacer).play()
        else:
            Show(target, table, PlainStage(session.out), pacer).play()
    return rides


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
