"""`pitctl devices`: which boards are attached, and what they say they are."""

from typing import Annotated

import typer

from pitctl.cli.session import JsonOption, session_of
from pitctl.client import Client
from pitctl.exceptions import PitctlError
from pitctl.program import runnable
from pitctl.transport import PortInfo, SerialTransport, list_ports

PROBE_TIMEOUT_S = 1.0
_COLUMNS = ["target", "port", "board", "version", "game"]


def devices(
    context: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Other serial ports too.")] = False,
    probe: Annotated[bool, typer.Option(help="Ask each board what it is.")] = True,
    as_json: JsonOption = False,
) -> None:
    """List the boards on USB."""
    session = session_of(context)
    session.use(as_json=as_json)
    ports = [port for port in list_ports() if every or port.may_be_board]
    rows = [_row(port, probe and port.may_be_board) for port in ports]
    if session.json:
        for row in rows:
            session.emit(row)
        return
    if not rows:
        session.say("No board is attached.")
        session.say(
            runnable("Try: plug one in, or use a virtual one: {pitctl} describe --target unix")
        )
        return
    session.say_columns([_COLUMNS, *([row[key] for key in _COLUMNS] for row in rows)])


def _row(port: PortInfo, probe: bool) -> dict[str, str]:
    row = {
        "target": port.target,
        "port": port.device,
        "serial": port.serial or "",
        "board": port.description,
        "version": "",
        "game": "",
    }
    if probe:
        try:
            row.update(_describe(port))
        except PitctlError as error:
            row["board"] = f"({error.summary})"
    return row


def _describe(port: PortInfo) -> dict[str, str]:
    transport = SerialTransport(port)
    try:
        found = Client(transport, timeout_s=PROBE_TIMEOUT_S).identify()
    finally:
        transport.close()
    return {"board": found.board, "version": found.version, "game": found.game}
