"""The board proves its evaluator itself: every hand of five and of three cards, in assembler, with the heap locked."""

import shutil
from pathlib import Path

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.reference.deck_digest import what_a_vm_prints
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

SCRIPT = Path(__file__).parents[1] / "unit" / "games" / "hands_on_micropython.py"
LIMIT_US = 60_000_000
MODULES = (
    *("__init__", "games/__init__", "games/hands", "games/hand_lookup", "games/hand_tables"),
    *("games/deck_proof", "games/thumb_lookup"),
)


def board_with(tmp_path: Path, *scripts: Path) -> Repl:
    """A board at its REPL with the evaluator and these scripts on it."""
    firmware, build = tmp_path / "firmware", tmp_path / "build"
    shutil.copytree(FIRMWARE_DIR, firmware)
    for script in scripts:
        shutil.copy(script, firmware)
    compile_firmware(firmware, build, "armv6m")
    wanted = [f"pitboard/{name}.mpy" for name in MODULES] + [script.name for script in scripts]
    files = {name: content for name, content in read_files(build).items() if name in wanted}
    image = find_image()
    target = Rp2040Target(image=image, flash=installed_flash(files, image, cache=tmp_path))
    target.start()
    repl = Repl(target)
    repl.enter()
    return repl


def test_every_hand_on_the_chip(tmp_path: Path) -> None:
    repl = board_with(tmp_path, SCRIPT)
    said = repl.run(
        "import hands_on_micropython as h, pitboard.games.deck_proof as p; h.run(); print(p.thumb is not None)",
        LIMIT_US,
    )
    repl.target.close()
    assert said.splitlines() == [what_a_vm_prints(), "True"], "and by the assembler"
