"""`pitctl`: the commands and the options before them."""

import io
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from pitctl import messages
from pitctl.cli.card_sets import cards
from pitctl.cli.cards import check, shoe
from pitctl.cli.clock import time
from pitctl.cli.demo import demo
from pitctl.cli.devices import devices
from pitctl.cli.flash import flash
from pitctl.cli.group import PitctlGroup
from pitctl.cli.odds import odds
from pitctl.cli.pack import pack
from pitctl.cli.people import sign_off, sign_on
from pitctl.cli.play import play
from pitctl.cli.seats import bet, seats
from pitctl.cli.session import BoardOption, JsonOption, Session, TableOption, TargetOption
from pitctl.cli.show import describe, settings, status
from pitctl.cli.steps import do, steps
from pitctl.cli.wagers import wager, wagers
from pitctl.cli.watch import watch
from pitctl.cli.where import where
from pitctl.exceptions import exit_codes

_CODES = "\n\n".join(f"{code}: {meaning}" for code, meaning in exit_codes())

app = typer.Typer(
    cls=PitctlGroup,
    name="pitctl",
    help="Pitboard's tool: find boards, ask them, act at their tables, flash them, play scenarios on virtual ones.",
    epilog=f"Exit codes:\n\n{_CODES}",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pitctl {version('pitboard')}, protocol {messages.SCHEMA}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Say it and end."),
    ] = False,
) -> None:
    """Options before the command hold for it, unless it has its own."""
    session = Session()
    session.use(target=target, board=board, table=table, as_json=as_json)
    context.obj = session


app.command()(devices)
app.command()(describe)
app.command()(status)
app.command()(settings)
app.command()(watch)
app.command()(time)
app.command()(steps)
app.command()(do)
app.command()(shoe)
app.command()(check)
app.command()(wagers)
app.add_typer(wager)
app.command()(seats)
app.command()(bet)
app.command()(sign_on)
app.command()(sign_off)
app.add_typer(cards)
app.add_typer(pack)
app.command()(play)
app.command()(demo)
app.command()(odds)
app.command()(flash)
app.command()(where)


def main() -> None:
    """Entry point of the `pitctl` program."""
    for stream in (sys.stdout, sys.stderr):
        print_what_can_be_printed(stream)
    app()


def print_what_can_be_printed(stream: object) -> None:
    """A terminal without UTF-8 gets `?` for a suit or a frame; it would end the program otherwise."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
