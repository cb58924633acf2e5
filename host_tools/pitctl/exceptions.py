"""Everything that can go wrong for a user of pitctl: one class per remedy.

Each class has an exit code of its own (scripts branch on it) and a `try_this` line (people act on it).
Raise the class with a sentence that names the thing; give `try_this` only where it is more exact than
the class's own; `{pitctl}` in it becomes the program as it was called. Programming errors are not in
here: they are ordinary exceptions and give a traceback.
"""

from collections.abc import Sequence
from typing import ClassVar

from pitctl.program import runnable

EXIT_OK = 0
EXIT_INTERRUPTED = 130  # Ctrl-C, as shells report it (128 + SIGINT)
EXIT_PIPE_CLOSED = 141  # nobody reads the output any more (128 + SIGPIPE)


class PitctlError(Exception):
    """The root: catch this to catch everything that pitctl reports to people."""

    exit_code: ClassVar[int] = 1
    summary: ClassVar[str] = "something failed"
    default_try: ClassVar[str] = "{pitctl} --help"

    def __init__(self, message: str, *, try_this: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.try_this = runnable(try_this or self.default_try)


class ExpectationFailed(PitctlError):
    """A scenario ran, and the table did not do what the file expects."""

    exit_code = 1
    summary = "a scenario ran and an expectation failed"
    default_try = "compare the line with what was seen; then fix the scenario or the firmware"


class WrongUsage(PitctlError):
    """The command line itself is wrong: an option, an argument, or two that do not go together."""

    exit_code = 2
    summary = "wrong options or arguments"


class NoDevice(PitctlError):
    """No board answers to the name that was asked for, or none is attached at all."""

    exit_code = 3
    summary = "no such board is attached"
    default_try = "plug the board in, then: {pitctl} devices"


class AmbiguousDevice(PitctlError):
    """Several boards could be meant; pitctl never guesses between tables."""

    exit_code = 4
    summary = "several boards are attached and none was named"

    def __init__(self, message: str, *, targets: Sequence[str]) -> None:
        super().__init__(message, try_this=f"name the one you mean: --target {targets[0]}")
        self.targets = tuple(targets)


class PortUnavailable(PitctlError):
    """The serial port exists and cannot be opened, or was pulled out in between."""

    exit_code = 5
    summary = "the serial port cannot be opened or was lost"
    default_try = "close other programs on this port and check that you may read and write it"


class NoAnswer(PitctlError):
    """The board is there and says nothing within the time limit."""

    exit_code = 6
    summary = "the board does not answer in time"
    default_try = "press the board's reset button, then: {pitctl} devices"


class WrongDevice(PitctlError):
    """Something answers that is not the board that was asked for."""

    exit_code = 7
    summary = "another device answers than the one that was named"
    default_try = "unplug it, look at the label, then: {pitctl} devices"


class SchemaMismatch(PitctlError):
    """Board and pitctl speak different versions of the protocol."""

    exit_code = 8
    summary = "board and pitctl speak different protocol versions"
    default_try = "bring the board up to this version: make flash PORT=..."


class DeviceRefused(PitctlError):
    """The board answered with a typed error; `code` is the protocol's number for it."""

    exit_code = 9
    summary = "the board refuses the request"
    default_try = "see the error codes in docs/protocol.md"

    def __init__(
        self, message: str, *, code: int, data: object = None, try_this: str | None = None
    ) -> None:
        super().__init__(message, try_this=try_this)
        self.code = code
        self.data = data


class ScenarioError(PitctlError):
    """A scenario file that cannot be read: the message names file, line and what is allowed there."""

    exit_code = 10
    summary = "the scenario file has a mistake"
    default_try = "look the line up in docs/scenarios.md"


class TargetUnavailable(PitctlError):
    """A virtual target cannot be started here, or cannot do what was asked of it."""

    exit_code = 11
    summary = "the target cannot be started here"
    default_try = "run it on another target: --target unix"


class ConfigError(PitctlError):
    """A board or table file is missing or wrong: the message names file, key and what is allowed."""

    exit_code = 12
    summary = "a board or table file is missing or wrong"
    default_try = "compare the file with those in boards/ and tables/"


class FlashFailed(PitctlError):
    """The firmware did not get onto the board whole."""

    exit_code = 13
    summary = "writing the firmware failed"
    default_try = "unplug the board, plug it in again and repeat the command"


class TargetCrashed(PitctlError):
    """The firmware on a virtual target ended with an exception: a fault to be mended, not an answer."""

    exit_code = 14
    summary = "the firmware on a virtual target crashed"
    default_try = "mend what the last lines name, or report it with them"


def exit_codes() -> list[tuple[int, str]]:
    """Every exit code with its meaning, for --help and the documentation."""
    classes: list[type[PitctlError]] = [
        ExpectationFailed,
        WrongUsage,
        NoDevice,
        AmbiguousDevice,
        PortUnavailable,
        NoAnswer,
        WrongDevice,
        SchemaMismatch,
        DeviceRefused,
        ScenarioError,
        TargetUnavailable,
        ConfigError,
        FlashFailed,
        TargetCrashed,
    ]
    table = [(EXIT_OK, "done")]
    table += [(error.exit_code, error.summary) for error in classes]
    table.append((EXIT_INTERRUPTED, "stopped with Ctrl-C"))
    table.append((EXIT_PIPE_CLOSED, "the output was closed before the end, as by `head`"))
    return sorted(table)
