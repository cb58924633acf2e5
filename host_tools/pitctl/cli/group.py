"""The one place where an error becomes words and an exit code."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from pitctl.cli.session import Session
from pitctl.exceptions import EXIT_INTERRUPTED, EXIT_OK, EXIT_PIPE_CLOSED, PitctlError, WrongUsage
from pitctl.program import NAME


class PitctlGroup(TyperGroup):
    """Reports every error of pitctl, and of the command line itself, with a remedy and its code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        given = sys.argv[1:] if args is None else list(args)
        code = self._run(given, prog_name or NAME, complete_var, windows_expand_args, extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(
        self,
        given: list[str],
        prog_name: str,
        complete_var: str | None,
        windows_expand_args: bool,
        extra: dict[str, Any],
    ) -> int:
        # Looked for in the words themselves: what cannot be parsed must be reported as asked for, too.
        session = Session(json="--json" in given)
        try:
            code = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
        except PitctlError as error:
            session.report(error)
            return error.exit_code
        except typer.Abort:  # Ctrl-C or the end of the input where something was asked for
            code = EXIT_INTERRUPTED
        except TyperException as error:
            if not given:  # `pitctl` alone: its help
                typer.echo(error.format_message(), err=True)
                return WrongUsage.exit_code
            session.report(_wrong_usage(error))
            return WrongUsage.exit_code
        if code == EXIT_INTERRUPTED and not session.json:
            session.err.print("Stopped.")
        return code if isinstance(code, int) else EXIT_OK

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _forget_output()
            raise typer.Exit(EXIT_PIPE_CLOSED) from None


def _wrong_usage(error: TyperException) -> WrongUsage:
    context: Any = getattr(error, "ctx", None)
    command = ""
    while (
        context is not None and context.parent is not None
    ):  # `wager place ` of `pitctl wager place`
        command = f"{context.info_name} {command}"
        context = context.parent
    message = " ".join(error.format_message().split())
    return WrongUsage(message, try_this=f"{{pitctl}} {command}--help")


def _forget_output() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, so that the end is quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # not a file, as in a test
    finally:
        os.close(nowhere)
