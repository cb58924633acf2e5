"""`pitctl time`: what time it is at the table, and setting it by this computer's clock."""

import time as host_time
from dataclasses import asdict
from typing import Annotated

import typer

from pitctl.cli.people import PinFileOption, StaffOption, acting
from pitctl.cli.session import BoardOption, JsonOption, TableOption, TargetOption, session_of
from pitctl.cli.show import show_answer
from pitctl.event_times import time_text


def time(
    context: typer.Context,
    set_it: Annotated[
        bool, typer.Option("--set", help="Set it to this computer's time; a supervisor's step.")
    ] = False,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """What time it is at the table, who says so, and whether that can be trusted."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        found = client.time()  # a board without a clock says so before anybody types a PIN
        if set_it:
            with acting(client, staff, pin_file):
                found = client.time(set_to=int(host_time.time()))
    answer = asdict(found)
    if not session.json:
        answer["time"] = time_text(found.time)
    show_answer(session, answer)
