"""Small firmware programs on the virtual machines: each test writes its own main.py and watches the
bench.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from pitctl.boards import load_board
from simulator.vm import FIRMWARE, VmTarget

Boot = Callable[..., VmTarget]
BootDrivers = Callable[[str], VmTarget]

PRELUDE = """
import asyncio, time
out = None

def say(text, *values):
    out.write((text % values).encode() + b"\\n")

def start(stdin, stdout):
    global out
    out = stdout
    asyncio.run(main(stdin, stdout))
"""


@pytest.fixture
def boot(target_name: str, tmp_path: Path) -> Iterator[Boot]:
    """Boots a program with `async def main(stdin, stdout)`; the same state is the same board."""
    opened: list[VmTarget] = []

    def start(program: str, *, state: str = "state", **options: float) -> VmTarget:
        firmware = tmp_path / f"firmware{len(opened)}"
        firmware.mkdir()
        (firmware / "main.py").write_text(PRELUDE + dedent(program))
        target = VmTarget(
            target_name,
            load_board("pico-table"),
            {"table": "test"},
            state_dir=tmp_path / state,
            firmware=firmware,
            **options,  # pyright: ignore[reportArgumentType]
        )
        opened.append(target)
        target.start()
        return target

    yield start
    for target in opened:
        target.close()


@pytest.fixture
def boot_drivers(target_name: str, tmp_path: Path) -> Iterator[BootDrivers]:
    """Boots a program that finds `pitboard` beside it; the same board every time."""
    opened: list[VmTarget] = []

    def start(program: str) -> VmTarget:
        for old in opened:
            old.close()
        firmware = tmp_path / f"firmware{len(opened)}"
        shutil.copytree(FIRMWARE / "pitboard", firmware / "pitboard")
        (firmware / "main.py").write_text(PRELUDE + dedent(program))
        opened.append(
            VmTarget(
                target_name,
                load_board("pico-table"),
                {"table": "test"},
                state_dir=tmp_path / "state",
                firmware=firmware,
            )
        )
        opened[-1].start()
        return opened[-1]

    yield start
    for target in opened:
        target.close()


def lines(target: VmTarget) -> list[str]:
    """What the program has said since the last call."""
    return target.console.read().decode().splitlines()
