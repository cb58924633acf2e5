"""Finds the stock MicroPython image that the emulated RP2040 boots, and says which one it is.

The image is not part of the repository. It is looked for, in this order: the file named by the
environment variable PITBOARD_RP2040_IMAGE, Pitboard's own cache, the cache of the emulator, and,
only where the caller or PITBOARD_DOWNLOAD=1 allows it, MicroPython's download page.
"""

import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

VERSION = "v1.28.0"
IMAGE_URL = "https://micropython.org/resources/firmware/RPI_PICO-20260406-v1.28.0.uf2"
DOWNLOAD_PAGE = "https://micropython.org/download/RPI_PICO/"
IMAGE_SETTING = "PITBOARD_RP2040_IMAGE"
DOWNLOAD_SETTING = "PITBOARD_DOWNLOAD"
# The image is about 0.7 MB; a network that is there answers within seconds.
DOWNLOAD_SECONDS = 30
MAX_IMAGE_BYTES = 8 * 1024 * 1024
UF2_MAGIC = b"UF2\n"
GET_IT = (
    f"set {DOWNLOAD_SETTING}=1 to download MicroPython {VERSION} for RPI_PICO, "
    f"or point {IMAGE_SETTING} at its .uf2 file"
)
GET_IT_BY_HAND = f"fetch {IMAGE_URL} by hand and point {IMAGE_SETTING} at the file"


class ImageMissing(Exception):
    """No usable image was found: the problem, and how to mend it; as text, both in one line."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}: {remedy}")
        self.problem = problem
        self.remedy = remedy


@dataclass(frozen=True)
class Image:
    """A UF2 file and the hash of its content, which every report about the target names."""

    path: Path
    sha256: str


def cache_dir() -> Path:
    """Pitboard's own cache folder (XDG base directories)."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "pitboard"


def find_image(*, download: bool | None = None) -> Image:
    """The image to boot; `download` allows or forbids fetching it (None: ask the setting)."""
    setting = os.environ.get(IMAGE_SETTING)
    if setting:
        path = Path(setting)
        if not path.is_file():
            problem = f"{IMAGE_SETTING} names {path}, and that file does not exist"
            raise ImageMissing(problem, f"mend or unset {IMAGE_SETTING}")
        if not _is_uf2(path):
            problem = f"{IMAGE_SETTING} names {path}, which is not a UF2 image"
            raise ImageMissing(problem, f"point it at the .uf2 of {VERSION} from {DOWNLOAD_PAGE}")
        return _image(path)
    for path in _cached():
        if _is_uf2(path):
            return _image(path)
    allowed = os.environ.get(DOWNLOAD_SETTING) == "1" if download is None else download
    if not allowed:
        raise ImageMissing("no RP2040 image", GET_IT)
    return _image(_download(cache_dir() / f"RPI_PICO-{VERSION}.uf2"))


def _cached() -> Iterator[Path]:
    own = {cache_dir(), Path.home() / ".cache" / "pitboard"}
    for folder in sorted(own):
        yield from sorted(folder.glob(f"RPI_PICO-*{VERSION}.uf2"), reverse=True)
    yield from sorted(cache_dir().parent.joinpath("rp2040py").glob(f"**/RPI_PICO-*{VERSION}.uf2"))


def _is_uf2(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) == UF2_MAGIC
    except OSError:
        return False


def _image(path: Path) -> Image:
    return Image(path, hashlib.sha256(path.read_bytes()).hexdigest())


def _download(target: Path) -> Path:
    request = urllib.request.Request(IMAGE_URL, headers={"User-Agent": "pitboard"})
    try:
        with urllib.request.urlopen(request, timeout=DOWNLOAD_SECONDS) as answer:
            content = answer.read(MAX_IMAGE_BYTES)
    except (urllib.error.URLError, TimeoutError, OSError) as error:
        raise ImageMissing(f"the download failed ({error})", GET_IT_BY_HAND) from error
    if content[:4] != UF2_MAGIC:
        raise ImageMissing("what the server sent is not a UF2 image", GET_IT_BY_HAND)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    part.write_bytes(content)
    part.replace(target)
    return target
