"""The real command line over USB ports that are made up."""

from typer.testing import CliRunner, Result

from pitctl.cli.main import app
from pitctl.exceptions import PitctlError
from pitctl.transport import PortInfo
from tests.unit.pitctl.fakes import SERIAL, FakeBoard

PICO = PortInfo("/dev/ttyACM0", SERIAL, 0x2E8A, "Board in FS mode")
OTHER = PortInfo("/dev/ttyACM1", "e660ffff", 0x2E8A, "Board in FS mode")
GPS = PortInfo("/dev/ttyS0", None, None, "a receiver")


class Usb:
    """The USB ports of this computer, and the boards behind them."""

    def __init__(self) -> None:
        self.board = FakeBoard()
        self.ports = [PICO]
        self.refuse: PitctlError | None = None

    def open(self, port: PortInfo) -> FakeBoard:
        if self.refuse is not None:
            raise self.refuse
        self.board.name = port.target
        return self.board


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def assert_fails(result: Result, error: type[PitctlError], words: str, remedy: str) -> None:
    """One sentence, one Try line, the exit code of the class, no traceback."""
    assert result.exit_code == error.exit_code, result.output
    lines = result.stderr.strip().splitlines()
    assert words in lines[0] and lines[0].startswith("pitctl: ")
    assert lines[-1].startswith("Try: ") and remedy in lines[-1]
    assert "Traceback" not in result.output
