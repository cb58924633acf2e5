"""Puts firmware on the emulated board the way a technician does: mpremote over the serial port.

That takes seconds, so the flash is kept afterwards under the hash of everything that went into
it, and the next board with the same content starts from the copy.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitctl.boards import BoardSpec, compile_board
from pitctl.chips import CHIPS
from pitctl.flashing.compile import ENTRY, FIRMWARE_DIR, compile_firmware
from pitctl.flashing.install import BOARD_NAME, TABLE_NAME
from simulator.images import Image, cache_dir, find_image
from simulator.rp2040 import Rp2040Target

INSTALL_SECONDS = 120
TRIES = 3
# The board may run ahead while it writes its flash: nothing in MicroPython's REPL waits for a clock.
INSTALL_LEAD_SECONDS = 2.0
# The stock image formats its file system on the first start.
FIRST_START_US = 500_000
SNAPSHOTS = "rp2040"


class InstallFailed(Exception):
    """mpremote could not copy the firmware; the text is what it said."""


def open_rp2040(
    board: BoardSpec,
    table: Mapping[str, Any],
    *,
    state_dir: Path | None = None,
    firmware_dir: Path = FIRMWARE_DIR,
    image: Image | None = None,
) -> Rp2040Target:
    """A board with the firmware and its settings on it, still without power.

    `table` is what the board reads as table.json. Snapshots of the flash are kept in `state_dir`,
    or in Pitboard's cache folder.
    """
    image = image or find_image()
    sources = _digest(read_files(firmware_dir))
    package = dict(_compiled(firmware_dir, CHIPS[board.chip].mpy_arch, sources))
    last = {ENTRY: package.pop(ENTRY)}
    for name, content in ((BOARD_NAME, compile_board(board)), (TABLE_NAME, table)):
        last[name] = json.dumps(content, separators=(",", ":")).encode()
    # Two steps and two snapshots: another table on the same firmware copies three small files only,
    # and no firmware runs before it is complete.
    base = installed_flash(package, image, cache=state_dir)
    flash = installed_flash(last, image, base, cache=state_dir)
    return Rp2040Target(board, image=image, flash=flash)


def installed_flash(
    files: Mapping[str, bytes],
    image: Image,
    base: bytes | None = None,
    *,
    cache: Path | None = None,
) -> bytes:
    """The flash of a board with `files` (by their path on the board) on it.

    `base` is the flash they are added to; without it, a factory-new one with `image`.
    """
    folder = (cache_dir() if cache is None else cache) / SNAPSHOTS
    below = image.sha256 if base is None else hashlib.sha256(base).hexdigest()
    snapshot = folder / f"{_digest(files, below)}.flash.z"
    try:
        return zlib.decompress(snapshot.read_bytes())
    except FileNotFoundError:
        pass
    flash = _install(files, image, base)
    folder.mkdir(parents=True, exist_ok=True)
    # Test workers may race to the same snapshot: each writes its own file, the last one wins.
    part = folder / f"{snapshot.name}.{os.getpid()}"
    part.write_bytes(zlib.compress(flash, 1))
    part.replace(snapshot)
    return flash


def read_files(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`, by its path there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.parent.name != "__pycache__"
    }


@lru_cache(maxsize=4)
def _compiled(firmware_dir: Path, arch: str, _sources: str) -> dict[str, bytes]:
    """What `compile_firmware` makes of the sources; compiled anew when their digest changes."""
    with tempfile.TemporaryDirectory(prefix="pitboard-") as folder:
        build = Path(folder) / "build"
        compile_firmware(firmware_dir, build, arch)
        return read_files(build)


def _digest(files: Mapping[str, bytes], seed: str = "") -> str:
    digest = hashlib.sha256(seed.encode())
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _install(files: Mapping[str, bytes], image: Image, base: bytes | None) -> bytes:
    """mpremote gives up by the wall clock, and on a busy machine an emulated board is slow: then begin anew."""
    for _ in range(TRIES - 1):
        try:
            return _install_once(files, image, base)
        except InstallFailed:
            continue
    return _install_once(files, image, base)


def _install_once(files: Mapping[str, bytes], image: Image, base: bytes | None) -> bytes:
    target = Rp2040Target(image=image, flash=base)
    target.start()
    target.run_for(FIRST_START_US)
    with tempfile.TemporaryDirectory(prefix="pitboard-") as name:
        folder = Path(name)
        for path, content in files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        roots = sorted({path.split("/", 1)[0] for path in files})
        with target.pty(INSTALL_LEAD_SECONDS) as port:
            mpremote(port, "resume", "fs", "cp", "-r", *roots, ":", cwd=folder)
    target.power_cut()
    return target.flash()


def mpremote(port: str, *words: str, cwd: Path | None = None) -> str:
    """Runs the real mpremote against `port` and returns what it printed."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    try:
        result = subprocess.run(
            command, cwd=cwd, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise InstallFailed(
            f"mpremote {' '.join(words)}: no end after {error.timeout} s"
        ) from error
    if result.returncode != 0:
        said = (result.stderr or result.stdout).strip()
        raise InstallFailed(f"mpremote {' '.join(words)}: {said}")
    return result.stdout
