"""Bring a board to exactly one build: copy what differs, verify all of it, restart.

manifest.json goes away first and comes back last, after every file was verified by a hash that the board
itself computed: a board that was unplugged half way says that it does not know what it runs.
"""

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from pitctl.flashing.compile import MANIFEST_NAME, PACKAGE, Manifest, read_manifest
from pitctl.flashing.errors import VerifyMismatch, WrongImage
from pitctl.flashing.remote import Mpremote, Progress

BOARD_NAME = "board.json"
TABLE_NAME = "table.json"


def install(
    port: str,
    build_dir: Path,
    board_json: dict[str, Any],
    table_json: dict[str, Any],
    image: str,
    progress: Progress,
) -> Manifest:
    """Put a build and its two settings files onto the board at `port`, and restart it.

    `image` is the MicroPython that the build is for, as `RPI_PICO 1.28`. Raises NoDevice, PortUnavailable,
    ReplUnreachable, WrongImage, VerifyMismatch, FlashFailed.
    """
    manifest = read_manifest(build_dir)
    remote = Mpremote(port)
    with tempfile.TemporaryDirectory() as folder:
        wanted = {name: build_dir / name for name in manifest.files}
        for name, content in ((BOARD_NAME, board_json), (TABLE_NAME, table_json)):
            wanted[name] = Path(folder) / name
            wanted[name].write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
        _bring_up_to_date(remote, wanted, build_dir / MANIFEST_NAME, image, progress)
    progress("restarting")
    remote.restart()
    return manifest


def _bring_up_to_date(
    remote: Mpremote,
    wanted: dict[str, Path],
    manifest_file: Path,
    image: str,
    progress: Progress,
) -> None:
    digests = {name: _sha256(path) for name, path in wanted.items()}
    manifest_digest = _sha256(manifest_file)
    progress("comparing with the board")
    found = remote.hashes()
    if remote.image != image:
        raise WrongImage(
            f"{remote.port}: the board runs MicroPython {remote.image}, this firmware is for {image}"
        )
    differing = {name: path for name, path in wanted.items() if found.get(name) != digests[name]}
    stale = [name for name in found if name.startswith(f"{PACKAGE}/") and name not in wanted]
    if not differing and not stale and found.get(MANIFEST_NAME) == manifest_digest:
        progress(f"all {len(wanted)} files are up to date")
        return
    progress(f"{len(differing)} of {len(wanted)} files differ, {len(stale)} to remove")
    if MANIFEST_NAME in found:
        stale.append(MANIFEST_NAME)
    _verify(digests, remote.update(differing, stale, progress))
    _verify(
        {MANIFEST_NAME: manifest_digest},
        remote.update({MANIFEST_NAME: manifest_file}, [], progress),
    )
    progress(f"verified {len(wanted) + 1} files by their hash on the board")


def _verify(wanted: dict[str, str], found: dict[str, str]) -> None:
    for name, digest in wanted.items():
        if found.get(name) != digest:
            raise VerifyMismatch(name, digest, found.get(name, ""))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
