"""The engine on the chip: random and long rounds of every deck count agree with the reference."""

import shutil
from pathlib import Path

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.reference import rounds
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040

RANDOM_ROUNDS, LONG_ROUNDS = 20, 1
LIMIT_US = 120_000_000


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.rule("001 8.1(b)")
@pytest.mark.rule("001 8.1(c)")
def test_engine_agrees_with_the_reference_on_the_chip(tmp_path: Path) -> None:
    # Compiled with the rest: what the rules no longer know by name, the program must not ask for.
    firmware = tmp_path / "firmware"
    shutil.copytree(FIRMWARE_DIR, firmware)
    shutil.copy(Path(rounds.__file__).parent / "check_rounds.py", firmware)
    build = tmp_path / "build"
    compile_firmware(firmware, build, "armv6m")
    files = {
        name: content
        for name, content in read_files(build).items()
        if name.startswith(("check_rounds", "pitboard/__init__", "pitboard/games/"))
    }
    lines = b""
    for decks in range(1, 9):
        path = tmp_path / f"rounds-{decks}.txt"
        rounds.write(path, decks, RANDOM_ROUNDS, LONG_ROUNDS)
        lines += path.read_bytes()
    files["rounds.txt"] = lines
    image = find_image()
    flash = installed_flash(files, image, cache=tmp_path)
    target = Rp2040Target(image=image, flash=flash)
    target.start()
    repl = Repl(target)
    repl.enter()
    said = repl.run("import check_rounds; check_rounds.check('rounds.txt')", LIMIT_US)
    target.close()
    assert said.split() == ["rounds", str(8 * (RANDOM_ROUNDS + LONG_ROUNDS)), "mismatches", "0"]
