"""A board at its REPL with the evaluator on it, and scripts that use it."""

import shutil
from pathlib import Path

from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.rp2040.raw_repl import Repl

MODULES = (
    *("__init__", "games/__init__", "games/hands", "games/hand_lookup"),
    *("games/deck_proof", "games/thumb_lookup", "games/events", "app/__init__", "app/hand_file"),
)


def board_with(folder: Path, *scripts: Path) -> Repl:
    """Compiled with the rest: what the firmware no longer knows by name, a script must not ask for."""
    firmware, build = folder / "firmware", folder / "build"
    shutil.copytree(FIRMWARE_DIR, firmware)
    for script in scripts:
        shutil.copy(script, firmware)
    compile_firmware(firmware, build, "armv6m")
    wanted = [f"pitboard/{name}.mpy" for name in MODULES] + [script.name for script in scripts]
    wanted.append("pitboard/games/hand_tables.bin")
    files = {name: content for name, content in read_files(build).items() if name in wanted}
    image = find_image()
    target = Rp2040Target(image=image, flash=installed_flash(files, image, cache=folder))
    target.start()
    repl = Repl(target)
    repl.enter()
    return repl
