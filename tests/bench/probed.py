"""A table on the emulated RP2040 whose tasks are timed (loop_probe.py)."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitctl.boards import REPOSITORY
from pitctl.flashing.compile import FIRMWARE_DIR
from simulator import rp2040_install
from simulator.rp2040 import Rp2040Target
from tests.device.rig import TableRig
from tests.rp2040.raw_repl import Repl

PROBE = REPOSITORY / "tests" / "bench" / "loop_probe.py"


@contextmanager
def timed_tasks(folder: Path, patch: pytest.MonkeyPatch) -> Generator[None]:
    """Boards that are opened meanwhile have the probe for their main.py."""
    firmware = folder / "firmware"
    shutil.copytree(FIRMWARE_DIR, firmware)
    (firmware / "main.py").rename(firmware / "table_main.py")
    shutil.copyfile(PROBE, firmware / "main.py")
    plain = rp2040_install.open_rp2040
    with patch.context() as context:
        context.setattr(
            rp2040_install,
            "open_rp2040",
            lambda board, table: plain(board, table, firmware_dir=firmware, state_dir=folder / "snapshots"),
        )
        yield


def held_us(rig: TableRig) -> dict[str, list[int]]:
    """The longest step of each task at the three moments of loop_probe.py; the table is stopped by this."""
    assert isinstance(rig.target, Rp2040Target)
    repl = Repl(rig.target)
    repl.enter()
    told = repl.run("for name in HELD: print(name, *HELD[name])")
    return {name: [int(us) for us in figures] for name, *figures in (line.split() for line in told.splitlines())}
