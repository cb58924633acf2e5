"""`pitctl where`: a traceback from a board by the lines of the source files."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitctl.exceptions import WrongUsage
from pitctl.flashing.places import explain, has_places


def where(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="What the board printed; without it, standard input.")
    ] = None,
) -> None:
    """Tell a board's traceback by files and lines of this checkout: on a board modules are joined."""
    try:
        text = sys.stdin.read() if file is None else file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise WrongUsage(f"{file}: {error.strerror}", try_this="name a file with what the board printed") from error
    if not has_places(text):
        raise WrongUsage(
            f"{file or 'standard input'}: no traceback in it, no line as: File \"main.py\", line 3",
            try_this="give it all that the board printed, from the line before the first File on",
        )
    typer.echo(explain(text), nl=not text.endswith("\n"))
