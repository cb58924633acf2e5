"""The firmware as the unix port runs it: compiled from the same text as for a chip, for this machine's instructions.

The sources themselves would have to be compiled in the firmware's own heap, and a 64-bit machine needs more of that
than a chip as it is. Made once for every state of the sources and kept in Pitboard's cache folder. mpy-cross knows no
64-bit Arm: there the sources run.
"""

import hashlib
import platform
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware, data_files
from simulator.images import cache_dir

FOLDER = "unix"
ARCH = "x64"


def firmware_for_unix(firmware: Path = FIRMWARE_DIR) -> Path:
    """A folder with it."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return firmware
    digest = hashlib.sha256()
    for path in [*sorted(firmware.rglob("*.py")), *data_files(firmware)]:
        digest.update(f"{path.relative_to(firmware)}\n".encode())
        digest.update(path.read_bytes())
    return _compiled(firmware, digest.hexdigest())


@lru_cache(maxsize=4)
def _compiled(firmware: Path, digest: str) -> Path:
    folder = cache_dir() / FOLDER / digest
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pitboard-", dir=folder.parent) as made:
        part = Path(made) / "firmware"
        compile_firmware(firmware, part, ARCH)
        try:
            part.rename(folder)
        except OSError:  # another process was quicker
            shutil.rmtree(part, ignore_errors=True)
    return folder
