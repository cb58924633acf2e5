"""`pitctl seats` and `pitctl bet`: the seats of a Let It Ride table, and their wagers."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pitctl.cli.people import PinFileOption, StaffOption, acting, show_done
from pitctl.cli.session import (
    BoardOption,
    JsonOption,
    Session,
    TableOption,
    TargetOption,
    session_of,
)
from pitctl.cli.steps import money_of
from pitctl.client import Client
from pitctl.exceptions import DeviceRefused, WrongUsage
from pitctl.layouts import SPOTS, is_ride, spot_named
from pitctl.messages import INVALID_PARAMS, METHOD_NOT_FOUND, Act
from pitctl.program import runnable
from pitctl.seat_words import COLUMNS, row

MAIN, SIDE = SPOTS[:3], SPOTS[3]


def seats(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """The seats of a Let It Ride table: wagers, decisions, turned cards, what is won and lost."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client, only_let_it_ride(METHOD_NOT_FOUND):
        found = client.seats()
    tell_of_virtual(session)
    if session.json:
        for seat in found:
            session.emit(asdict(seat))
        return
    session.say_columns([COLUMNS, *(row(seat) for seat in found)])


def bet(
    context: typer.Context,
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=1, max=7, help="Whose wager it is.")],
    stake: Annotated[
        str, typer.Argument(metavar="STAKE", help="On each of 1, 2 and $, as 5 or 2.50; 0 takes it away.")
    ],
    side: Annotated[
        str | None, typer.Option(metavar="STAKE", help="And so much on the side: bonus or jackpot.")
    ] = None,
    spot: Annotated[
        str | None, typer.Option(metavar="SPOT", help="Only on one, two, $ or side.")
    ] = None,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="In promotional tokens (000 5.1).")
    ] = False,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """A wager at a Let It Ride table, before the call; a later one for the same spot replaces it."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    stakes = _stakes(stake, side, spot)
    tell_of_virtual(session)
    with session.client() as client:
        if not is_ride(client.status().game):  # before anybody types a PIN
            raise _other_game(INVALID_PARAMS)
        show_done(session, place_bets(client, seat, stakes, tokens, staff, pin_file))


def tell_of_virtual(session: Session) -> None:
    """Beside the answer, so that programs see the answer alone."""
    if session.is_virtual and not session.json:
        session.err.print(
            runnable(
                f"({session.target}: a virtual board is new, closed and gone after each command;"
                " a round is played by a scenario: {pitctl} play tests/scenarios/ride-nsw-shoe.txt)"
            ),
            markup=False,
        )


def place_bets(
    client: Client,
    seat: int,
    stakes: dict[str, int],
    tokens: bool,
    staff: int | None,
    pin_file: Path | None,
) -> Act:
    """All spots with one PIN. Those before a refused one are placed: the refusal says which that was."""
    done = None
    with acting(client, staff, pin_file):
        for area, units in stakes.items():
            try:
                done = client.act("bet", seat=seat, area=area, stake=units, tokens=tokens or None)
            except DeviceRefused as error:
                if done is None:
                    raise
                message = f"on {area}: {error.message}; what came before it is placed"
                raise DeviceRefused(
                    message, code=error.code, data=error.data, try_this="{pitctl} seats"
                ) from error
    assert done is not None, "there is always a spot"
    return done


def _stakes(stake: str, side: str | None, spot: str | None) -> dict[str, int]:
    units = money_of(stake)
    if spot is None:
        stakes = dict.fromkeys(MAIN, units)
        return stakes if side is None else {**stakes, SIDE: money_of(side)}
    name = spot_named(spot)
    if name is None:
        raise WrongUsage(f"no spot '{spot}'", try_this="one of one, two, dollar, side")
    if side is not None:
        raise WrongUsage("--spot and --side do not go together", try_this="{pitctl} bet --help")
    return {name: units}


@contextmanager
def only_let_it_ride(code: int) -> Generator[None]:
    """A board of another game does not know what is asked for, and answers with this code."""
    try:
        yield
    except DeviceRefused as error:
        if error.code != code:
            raise
        raise _other_game(error.code, error.data) from error


def _other_game(code: int, data: object = None) -> DeviceRefused:
    return DeviceRefused(
        "this table does not play Let It Ride", code=code, data=data,
        try_this="see which game it is: {pitctl} describe; Derby's wagers: {pitctl} wagers",
    )  # fmt: skip
