"""`pitctl flash`: put this checkout's firmware, a board file and a table file onto a board."""

from dataclasses import asdict
from typing import Annotated

import typer

from pitctl.cli.session import JsonOption, UsbTargetOption, session_of
from pitctl.exceptions import TargetUnavailable
from pitctl.transport import choose_port, list_ports


def flash(
    context: typer.Context,
    board: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A folder in boards/; without it, pico-table."),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="A name in tables/ or a .toml file; without it, derby-demo.",
        ),
    ] = None,
    port: Annotated[
        str | None,
        typer.Option(metavar="DEVICE", help="Serial port; without it, the only board on USB."),
    ] = None,
    target: UsbTargetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compile, copy, verify by hash, restart, describe."""
    from pitctl.flashing.flash import flash_board

    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    if session.is_virtual and not port:
        raise TargetUnavailable(
            f"{session.target}: a virtual board cannot be flashed; it always runs this checkout",
            try_this=f"{{pitctl}} describe --target {session.target}",
        )
    spec, table_json = session.board_and_table()
    chosen = choose_port(f"port:{port}" if port else session.target, list_ports())

    def progress(line: str) -> None:
        if not session.json:
            session.say(line)

    report = flash_board(chosen, spec, table_json, progress)
    if session.json:
        session.emit(
            {
                "port": report.port,
                "manifest": report.manifest.as_json(),
                "describe": asdict(report.describe),
            }
        )
        return
    found = report.describe
    session.say(
        f"{found.board} ({found.chip}, serial {found.serial}) runs {found.product} {found.version}"
    )
    session.say(f"firmware {found.firmware_hash}")
    session.say(f"board file {found.board_hash}")
    if found.missing:
        session.say(f"does not answer: {', '.join(found.missing)}")
