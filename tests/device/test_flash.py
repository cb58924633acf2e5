"""`make flash` on the emulated chip: the real mpremote, the real REPL, the real flash file system."""

from collections.abc import Generator

import pytest

from pitctl.boards import load_board
from pitctl.flashing.errors import RoundOpen
from pitctl.flashing.flash import flash_board
from pitctl.hands import Hands
from pitctl.tables import load_table
from pitctl.transport import PortInfo
from simulator.rp2040 import Rp2040Target

pytestmark = [pytest.mark.device, pytest.mark.rp2040]

BOARD = load_board("pico-table")
TABLE = load_table("derby-demo", BOARD)


@pytest.fixture
def factory_new() -> Generator[Rp2040Target]:
    target = Rp2040Target(BOARD)
    target.start()
    yield target
    target.close()


def test_a_factory_new_board_becomes_a_table_and_stays_one(factory_new: Rp2040Target) -> None:
    lines: list[str] = []
    with factory_new.pty() as device:
        port = PortInfo(device, None, None, "")
        first = flash_board(port, BOARD, TABLE, lines.append)
        assert first.describe.firmware_hash == first.manifest.hash
        assert first.describe.missing == ()
        assert "copied pitboard/derby_rules.mpy" in lines

        lines.clear()
        second = flash_board(port, BOARD, TABLE, lines.append)
        assert second.describe == first.describe
        assert not [line for line in lines if line.startswith("copied")]

    # Betting is open: nobody takes the table away from under the players.
    bench = factory_new.bench
    assert bench is not None
    hands = Hands(bench, factory_new.now_us, factory_new.run_for)
    hands.open_table()
    hands.press("confirm")
    with factory_new.pty() as device, pytest.raises(RoundOpen, match="phase: "):
        flash_board(PortInfo(device, None, None, ""), BOARD, TABLE, lines.append)
