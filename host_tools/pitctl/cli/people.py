"""Steps in a person's name: the staff number, the PIN that never stands on a command line, `sign-on` and `sign-off`."""

import os
import stat
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pitctl.cli.session import JsonOption, Session, UsbTargetOption, session_of
from pitctl.client import Client
from pitctl.exceptions import TargetUnavailable, WrongUsage
from pitctl.messages import Act, Reason

PIN_VARIABLE = "PITCTL_PIN"
MAX_PIN = 16

StaffOption = Annotated[
    int | None,
    typer.Option(
        "--staff",
        envvar="PITCTL_STAFF",
        min=1,
        max=250,
        metavar="N",
        help=f"Your staff number. The PIN is asked for, or taken from --pin-file or {PIN_VARIABLE}.",
    ),
]
PinFileOption = Annotated[
    Path | None,
    typer.Option("--pin-file", metavar="FILE", help="A file with your PIN that only you may read."),
]


def read_pin(staff: int, pin_file: Path | None) -> str:
    """The PIN: of the file, else of the environment, else asked for without an echo. Raises WrongUsage."""
    if pin_file is not None:
        return _checked(_from_file(pin_file), str(pin_file))
    given = os.environ.get(PIN_VARIABLE)
    if given:
        return _checked(given, PIN_VARIABLE)
    if not sys.stdin.isatty():
        raise WrongUsage(
            "no PIN: there is no terminal to ask at",
            try_this=f"--pin-file FILE, or the variable {PIN_VARIABLE}",
        )
    asked = typer.prompt(f"PIN of staff {staff}", hide_input=True, err=True)
    return _checked(str(asked), "the PIN")


def _from_file(path: Path) -> str:
    try:
        mode = path.stat().st_mode
        if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
            raise WrongUsage(f"{path}: others may read this PIN", try_this=f"chmod 600 {path}")
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(
            f"{path}: no PIN can be read there", try_this="a text file whose first line is the PIN"
        ) from error
    return lines[0].strip() if lines else ""


def _checked(pin: str, where: str) -> str:
    if not 1 <= len(pin) <= MAX_PIN or not (pin.isascii() and pin.isprintable()):
        raise WrongUsage(
            f"{where}: no PIN of 1 to {MAX_PIN} plain characters", try_this="{pitctl} do --help"
        )
    return pin


@contextmanager
def acting(client: Client, staff: int | None, pin_file: Path | None) -> Generator[None]:
    """In the name of `staff`; without a number, in the name of whoever signed on before."""
    if staff is None:
        yield
        return
    with client.acting_as(staff, read_pin(staff, pin_file)):
        yield


def do_step(
    session: Session,
    client: Client,
    staff: int | None,
    pin_file: Path | None,
    step: str,
    *,
    place: int | None = None,
    to: int | None = None,
    card: str | None = None,
    reason: Reason | None = None,
    area: str | None = None,
    wager: int | None = None,
    stake: int | None = None,
    seat: int | None = None,
    spoken: bool | None = None,
) -> None:
    """Do a step in a person's name and tell what came of it."""
    with acting(client, staff, pin_file):
        done = client.act(
            step,
            place=place,
            to=to,
            card=card,
            reason=reason,
            area=area,
            wager=wager,
            stake=stake,
            seat=seat,
            spoken=spoken,
        )
    show_done(session, done)


def show_done(session: Session, done: Act) -> None:
    if session.json:
        session.emit(asdict(done))
    else:
        session.say(f"Done, record {done.seq}. Next ({done.rule}): {done.text}")


def sign_on(
    context: typer.Context,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: UsbTargetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Vouch for the steps that follow from this computer."""
    session = session_of(context)
    session.use(target=target, as_json=as_json)
    if session.is_virtual:
        raise TargetUnavailable(
            f"{session.target}: a virtual board is gone after each command, and whoever signed on with it",
            try_this=f"give --staff with each step: {{pitctl}} do STEP --staff N --target {session.target}",
        )
    if staff is None:
        raise WrongUsage("who signs on?", try_this="{pitctl} sign-on --staff N")
    with session.client() as client:
        granted = client.authorise(staff, read_pin(staff, pin_file))
    if session.json:
        session.emit(asdict(granted))
    else:
        session.say(f"Signed on as {granted.role}, for {granted.seconds} s after each step.")


def sign_off(
    context: typer.Context, target: UsbTargetOption = None, as_json: JsonOption = False
) -> None:
    """Nobody vouches for steps from this computer any more."""
    session = session_of(context)
    session.use(target=target, as_json=as_json)
    if session.is_virtual:
        raise TargetUnavailable(
            f"{session.target}: a virtual board is new for each command, so nobody is signed on there",
            try_this="nothing is to be done; of a real board: {pitctl} sign-off --target usb:SERIAL",
        )
    with session.client() as client:
        client.release()
    if session.json:
        session.emit({})
    else:
        session.say("Signed off.")


def listed(names: Sequence[str]) -> str:
    """`--card and --reason`: options as people read them."""
    options = [f"--{name}" for name in names]
    return " and ".join(filter(None, (", ".join(options[:-1]), options[-1])))
