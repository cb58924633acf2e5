"""`pitctl wagers` and `pitctl wager ...`: the wagers of a round, entered and settled (001 5, 9.2)."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated

import typer

from pitctl.cli.people import PinFileOption, StaffOption, do_step
from pitctl.cli.session import (
    BoardOption,
    JsonOption,
    Session,
    TableOption,
    TargetOption,
    session_of,
)
from pitctl.cli.steps import reason_of
from pitctl.client import Client
from pitctl.exceptions import DeviceRefused, WrongUsage
from pitctl.layouts import area_text, is_ride
from pitctl.messages import INVALID_PARAMS, METHOD_NOT_FOUND
from pitctl.wager_words import UNITS_A_CHIP, area_named, chips, outcome

_COLUMNS = ("wager", "seat", "chips", "on", "outcome")
MOVED_BY = ("by_dealer", "by_patron")
MOST_CHIPS = 536_870_911  # the board counts half chips in 30 bits

AreaArgument = Annotated[
    str, typer.Argument(metavar="AREA", help="red, black, a suit, or suits in order: HS, H-S-C.")
]
WagerArgument = Annotated[
    int, typer.Argument(metavar="WAGER", min=1, max=250, help="Its number, from `pitctl wagers`.")
]

wager = typer.Typer(
    name="wager",
    help="Enter and settle wagers of this round.",
    rich_markup_mode=None,
)


def wagers(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """The wagers of this round, and what becomes of each."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client, only_derby(METHOD_NOT_FOUND):
        found = client.wagers()
    if session.json:
        for item in found:
            session.emit(asdict(item))
        return
    if not found:
        session.say("No wager was entered in this round.")
        return
    rows = [
        (str(item.wager), str(item.seat), chips(item.stake), area_text(item.area), outcome(item))
        for item in found
    ]
    session.say_columns([_COLUMNS, *rows])


@wager.command()
def place(
    context: typer.Context,
    area: AreaArgument,
    amount: Annotated[
        int, typer.Argument(metavar="CHIPS", min=1, max=MOST_CHIPS, help="In smallest chips.")
    ],
    seat: Annotated[int, typer.Option(min=1, max=99, metavar="N", help="Whose wager it is.")],
    spoken: Annotated[bool, typer.Option("--spoken", help="Declared orally (001 5.3).")] = False,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """A new wager, before the call (001 5.2)."""
    session = _session(context, target, board, table, as_json)
    code = _area(area)
    with derby_client(session) as client:
        do_step(
            session, client, staff, pin_file, "wager",
            area=code, seat=seat, stake=amount * UNITS_A_CHIP, spoken=spoken or None,
        )  # fmt: skip


@wager.command()
def move(
    context: typer.Context,
    number: WagerArgument,
    area: AreaArgument,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """A wager lies on another area now (001 5.7)."""
    session = _session(context, target, board, table, as_json)
    code = _area(area)
    with derby_client(session) as client:
        do_step(session, client, staff, pin_file, "wager_moved", wager=number, area=code)


@wager.command()
def home(
    context: typer.Context,
    number: WagerArgument,
    reason: Annotated[str, typer.Option(metavar="REASON", help="by-dealer or by-patron.")],
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """A wager that was moved by mistake is settled where it was placed (001 5.7)."""
    session = _session(context, target, board, table, as_json)
    why = reason_of(reason, MOVED_BY)
    with derby_client(session) as client:
        do_step(session, client, staff, pin_file, "wager_home", wager=number, reason=why)


@wager.command()
def back(
    context: typer.Context,
    number: WagerArgument,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """A wager is taken back: before the call, or when its area is paid (001 5.4(b))."""
    session = _session(context, target, board, table, as_json)
    with derby_client(session) as client:
        do_step(session, client, staff, pin_file, "wager_back", wager=number)


@wager.command()
def collected(
    context: typer.Context,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """All losing wagers are collected (001 9.2)."""
    session = _session(context, target, board, table, as_json)
    with derby_client(session) as client:
        do_step(session, client, staff, pin_file, "collected")


@wager.command()
def paid(
    context: typer.Context,
    area: AreaArgument,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """All winners of one area are paid (001 5.4(b))."""
    session = _session(context, target, board, table, as_json)
    code = _area(area)
    with derby_client(session) as client:
        do_step(session, client, staff, pin_file, "paid", area=code)


@contextmanager
def only_derby(code: int) -> Generator[None]:
    """A board of another game does not know what is asked for, and answers with this code."""
    try:
        yield
    except DeviceRefused as error:
        if error.code != code:
            raise
        raise _other_game(error.code, error.data) from error


@contextmanager
def derby_client(session: Session) -> Generator[Client]:
    """Steps about wagers need a PIN: whether the table has such wagers is asked before anybody types one."""
    with session.client() as client:
        if is_ride(client.status().game):
            raise _other_game(INVALID_PARAMS)
        yield client


def _other_game(code: int, data: object = None) -> DeviceRefused:
    return DeviceRefused(
        "this table does not play Derby", code=code, data=data,
        try_this="see which game it is: {pitctl} describe; at Let It Ride: {pitctl} seats and {pitctl} bet",
    )  # fmt: skip


def _session(
    context: typer.Context,
    target: str | None,
    board: str | None,
    table: str | None,
    as_json: bool,
) -> Session:
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    return session


def _area(text: str) -> str:
    code = area_named(text)
    if code is None:
        raise WrongUsage(
            f"no such area: {text}",
            try_this="red, black, a suit, or different suits in order, as HS or H-S-C",
        )
    return code
