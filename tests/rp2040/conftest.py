"""A board without firmware: its REPL runs the small scripts that prove each wire."""

from collections.abc import Iterator

import pytest

from pitctl.boards import load_board
from simulator.rp2040 import Rp2040Target
from tests.rp2040.raw_repl import Repl


@pytest.fixture
def repl() -> Iterator[Repl]:
    """A factory-new pico-table board at its REPL."""
    target = Rp2040Target(load_board("pico-table"))
    target.start()
    repl = Repl(target)
    repl.enter()
    yield repl
    target.close()
