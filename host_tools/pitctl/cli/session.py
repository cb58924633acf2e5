"""What every command shares: the options, the way to a board, and how to say something."""

import json
import re
import shutil
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from rich.console import Console

from pitctl.boards import BoardSpec, load_board
from pitctl.client import Client
from pitctl.exceptions import PitctlError, TargetCrashed, TargetUnavailable, WrongUsage
from pitctl.tables import load_table
from pitctl.transport import SerialTransport, TargetTransport, choose_port, list_ports
from simulator.images import ImageMissing
from simulator.targets import VIRTUAL, Target, open_target
from simulator.vm import VmCrashed

DEFAULT_BOARD = "pico-table"
DEFAULT_TABLE = "derby-demo"
DEFAULT_VIRTUAL = "unix"
NEW_BOARD_US = 500_000  # a display in colour is set up in 130 ms and drawn then; before that it is missing
RASPBERRY_PI = 0x2E8A  # its USB serial number is the chip's own, so `describe` must repeat it

_ENVIRONMENT = "PITCTL_TARGET"

# Which targets a command can use, and which it takes if none is named, differs.
TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        envvar=_ENVIRONMENT,
        metavar="TARGET",
        help="usb:SERIAL, port:DEVICE, cpython, unix or rp2040; without it, the only board on USB.",
    ),
]
UsbTargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        envvar=_ENVIRONMENT,
        metavar="TARGET",
        help="usb:SERIAL or port:DEVICE; without it, the only board on USB.",
    ),
]
VirtualTargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        envvar=_ENVIRONMENT,
        metavar="TARGET",
        help=f"cpython, unix or rp2040; without it, {DEFAULT_VIRTUAL}.",
    ),
]
BoardOption = Annotated[
    str | None,
    typer.Option("--board", metavar="NAME", help="Board of a virtual target: a folder in boards/."),
]
TableOption = Annotated[
    str | None,
    typer.Option(
        "--table",
        metavar="NAME|FILE",
        help="Table of a virtual target: a name in tables/ or a .toml file.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]


class QuietConsole(Console):
    """A console that leaves a closed pipe to the program (Rich would end it with code 1)."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


@dataclass
class Session:
    """The options of one run; a command's own options win over those before it."""

    target: str | None = None
    board: str | None = None
    """As it was named; None: the ordinary one, or what a scenario asks for."""
    table: str | None = None
    json: bool = False
    out: Console = field(
        default_factory=lambda: QuietConsole(highlight=False, emoji=False, soft_wrap=True)
    )
    err: Console = field(
        default_factory=lambda: QuietConsole(
            stderr=True, highlight=False, emoji=False, soft_wrap=True
        )
    )

    def use(
        self,
        *,
        target: str | None = None,
        board: str | None = None,
        table: str | None = None,
        as_json: bool = False,
    ) -> None:
        """Take a command's options into account. Raises WrongUsage."""
        if target and target not in VIRTUAL and not re.match("(usb|port):.", target):
            raise WrongUsage(
                f"no target '{target}'",
                try_this=f"--target usb:SERIAL, port:DEVICE, {', '.join(VIRTUAL)}",
            )
        self.target = target or self.target
        self.board = board or self.board
        self.table = table or self.table
        self.json = as_json or self.json

    def say(self, text: str) -> None:
        """Words for people; markup is not interpreted."""
        self.out.print(text, markup=False)

    def say_columns(self, rows: Sequence[Sequence[str]]) -> None:
        """Rows in columns that line up; a long value runs on, so that a pipe sees it whole."""
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            self.say("  ".join(cells).rstrip())

    def emit(self, data: Mapping[str, Any]) -> None:
        """One JSON object a line, for programs."""
        typer.echo(json.dumps(data, separators=(",", ":")))

    def report(self, error: PitctlError) -> None:
        """What failed, and one line about what to do."""
        if self.json:
            detail = {
                "exit_code": error.exit_code,
                "kind": type(error).__name__,
                "message": error.message,
                "try": error.try_this,
            }
            typer.echo(json.dumps({"error": detail}, separators=(",", ":")), err=True)
            return
        self.err.print(f"pitctl: {error.message}", markup=False)
        self.err.print(f"Try: {error.try_this}", markup=False)

    @property
    def is_virtual(self) -> bool:
        return self.target in VIRTUAL

    def board_and_table(self) -> tuple[BoardSpec, dict[str, Any]]:
        board = load_board(self.board or DEFAULT_BOARD)
        return board, load_table(self.table or DEFAULT_TABLE, board)

    @contextmanager
    def client(self) -> Generator[Client]:
        """A client to the board that is meant; its identity is checked."""
        if self.is_virtual:
            board, table = self.board_and_table()
            with self.running_target(board, table) as target:
                client = Client(TargetTransport(target))
                client.wait_ready()
                target.run_for(NEW_BOARD_US)
                yield client
            return
        port = choose_port(self.target, list_ports())
        transport = SerialTransport(port)
        try:
            client = Client(transport)
            client.identify(port.serial if port.vendor == RASPBERRY_PI else None)
            yield client
        finally:
            transport.close()

    @contextmanager
    def running_target(self, board: BoardSpec, table: dict[str, Any]) -> Generator[Target]:
        """A virtual board that is switched on; it is gone, flash and all, when the block ends."""
        folder = Path(tempfile.mkdtemp(prefix="pitctl-"))
        try:
            with translated_failures():
                target = open_target(self.target or DEFAULT_VIRTUAL, board, table, state_dir=folder)
                try:
                    target.start()
                    yield target
                finally:
                    target.close()
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def translated_failures() -> Generator[None]:
    """The simulator's own failures as errors with a remedy."""
    try:
        yield
    except ImageMissing as error:
        raise TargetUnavailable(error.problem, try_this=error.remedy) from None
    except VmCrashed as error:
        raise TargetCrashed(str(error)) from None


def session_of(context: typer.Context) -> Session:
    """The session that the root command made."""
    return cast(Session, context.obj)
