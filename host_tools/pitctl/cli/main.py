"""`pitctl`: the commands, and the one place where an error becomes words and an exit code."""

from typing import Any

import typer
from typer.core import TyperGroup

from pitctl.cli.demo import demo
from pitctl.cli.devices import devices
from pitctl.cli.flash import flash
from pitctl.cli.play import play
from pitctl.cli.session import BoardOption, JsonOption, Session, TableOption, TargetOption
from pitctl.cli.show import describe, settings, status
from pitctl.cli.watch import watch
from pitctl.exceptions import PitctlError, exit_codes

_CODES = "\n\n".join(f"{code}: {meaning}" for code, meaning in exit_codes())


class PitctlGroup(TyperGroup):
    """Reports a PitctlError with its remedy and ends with its code. (Typer itself ends with 130 on Ctrl-C.)"""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except PitctlError as error:
            session = ctx.obj if isinstance(ctx.obj, Session) else Session()
            session.report(error)
            raise typer.Exit(error.exit_code) from None


app = typer.Typer(
    cls=PitctlGroup,
    name="pitctl",
    help="Pitboard's tool: find boards, ask them, flash them, play scenarios on them.",
    epilog=f"Exit codes:\n\n{_CODES}",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def root(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
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
app.command()(play)
app.command()(demo)
app.command()(flash)


def main() -> None:
    """Entry point of the `pitctl` program."""
    app()
