"""mpremote as a program: each way in which a port can fail has an error of its own."""

import os
import pty
from collections.abc import Generator
from pathlib import Path

import pytest
import serial

from pitctl.exceptions import NoDevice, PortUnavailable
from pitctl.flashing.errors import ReplUnreachable
from pitctl.flashing.remote import Mpremote


@pytest.fixture
def silent_port() -> Generator[str]:
    """A serial port at whose other end nobody speaks."""
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_no_such_port(tmp_path: Path) -> None:
    with pytest.raises(NoDevice, match=r"no such port: .*ttyNone"):
        Mpremote(str(tmp_path / "ttyNone")).hashes()


def test_a_port_in_use_by_another_program(silent_port: str) -> None:
    with (
        serial.Serial(silent_port, exclusive=True),
        pytest.raises(PortUnavailable, match="in use by another program"),
    ):
        Mpremote(silent_port).hashes()


def test_a_board_that_never_answers_is_given_up(silent_port: str) -> None:
    with pytest.raises(ReplUnreachable, match="did not answer mpremote for 2 s") as caught:
        Mpremote(silent_port, silence_s=2.0).hashes()
    assert "close the round" in caught.value.try_this
