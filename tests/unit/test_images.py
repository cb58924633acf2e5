"""Where the RP2040 image comes from, what is said when there is none, and an installation that fails."""

import hashlib
import io
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from simulator import rp2040_install
from simulator.images import ImageMissing, find_image
from simulator.rp2040_install import InstallFailed

UF2 = b"UF2\nrest of an image"


@pytest.fixture(autouse=True)
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PITBOARD_RP2040_IMAGE", "PITBOARD_DOWNLOAD", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def put(path: Path, content: bytes = UF2) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def answer_with(monkeypatch: pytest.MonkeyPatch, content: bytes) -> list[str]:
    asked: list[str] = []

    def urlopen(request: urllib.request.Request, timeout: float) -> Any:
        asked.append(request.full_url)
        return io.BytesIO(content)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    return asked


def test_nothing_there_says_in_one_line_how_to_get_it() -> None:
    with pytest.raises(ImageMissing) as missing:
        find_image()
    text = str(missing.value)
    assert "PITBOARD_DOWNLOAD=1" in text and "PITBOARD_RP2040_IMAGE" in text
    assert "\n" not in text


def test_the_setting_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / ".cache/pitboard/RPI_PICO-v1.28.0.uf2", UF2 + b"cached")
    mine = put(tmp_path / "mine.uf2")
    monkeypatch.setenv("PITBOARD_RP2040_IMAGE", str(mine))
    image = find_image()
    assert (image.path, image.sha256) == (mine, hashlib.sha256(UF2).hexdigest())


def test_a_setting_that_names_no_image_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / ".cache/pitboard/RPI_PICO-v1.28.0.uf2")
    monkeypatch.setenv("PITBOARD_RP2040_IMAGE", str(put(tmp_path / "notes.txt", b"text")))
    with pytest.raises(ImageMissing, match=r"notes\.txt"):
        find_image()


def test_a_setting_that_names_no_file_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOARD_RP2040_IMAGE", str(tmp_path / "gone.uf2"))
    with pytest.raises(ImageMissing, match=r"gone\.uf2, and that file does not exist") as missing:
        find_image()
    assert missing.value.remedy == "mend or unset PITBOARD_RP2040_IMAGE"


@pytest.mark.parametrize(
    "where",
    ["pitboard/RPI_PICO-v1.28.0.uf2", "rp2040py/RPI_PICO-20260406-v1.28.0.uf2"],
)
def test_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    in_home = put(tmp_path / ".cache" / where)
    assert find_image().path == in_home
    elsewhere = put(tmp_path / "xdg" / where)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    in_home.unlink()
    assert find_image().path == elsewhere


def test_another_version_is_not_taken(tmp_path: Path) -> None:
    put(tmp_path / ".cache/pitboard/RPI_PICO-v1.27.0.uf2")
    with pytest.raises(ImageMissing):
        find_image()


def test_download_only_where_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer_with(monkeypatch, UF2)
    with pytest.raises(ImageMissing):
        find_image()
    assert asked == []
    monkeypatch.setenv("PITBOARD_DOWNLOAD", "1")
    with pytest.raises(ImageMissing):
        find_image(download=False)
    image = find_image()
    assert len(asked) == 1 and image.path.read_bytes() == UF2
    assert image.path.parent == tmp_path / ".cache" / "pitboard"
    assert find_image() == image and len(asked) == 1


def test_what_is_no_image_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, b"<html>not found</html>")
    with pytest.raises(ImageMissing, match="not a UF2"):
        find_image(download=True)
    assert not list(tmp_path.rglob("*.uf2"))


def test_a_network_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def urlopen(request: urllib.request.Request, timeout: float) -> Any:
        assert timeout <= 30
        raise urllib.error.URLError("no route")

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    with pytest.raises(ImageMissing, match="no route") as missing:
        find_image(download=True)
    assert "fetch https://micropython.org/" in missing.value.remedy
    assert missing.value.remedy.endswith("point PITBOARD_RP2040_IMAGE at the file")


@pytest.mark.parametrize(("failures", "tries"), [(0, 1), (2, 3)])
def test_an_installation_that_a_busy_machine_broke_off_begins_anew(
    monkeypatch: pytest.MonkeyPatch, failures: int, tries: int
) -> None:
    """From the same flash as before: what was half copied is gone with it."""
    bases: list[bytes | None] = []

    def once(_files: Any, _image: Any, base: bytes | None) -> bytes:
        bases.append(base)
        if len(bases) <= failures:
            raise InstallFailed("could not complete raw paste")
        return b"installed"

    monkeypatch.setattr(rp2040_install, "_install_once", once)
    image: Any = None
    assert rp2040_install._install({}, image, b"base") == b"installed"
    assert bases == [b"base"] * tries


def test_an_installation_that_always_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> bytes:
        raise InstallFailed("no end after 120 s")

    monkeypatch.setattr(rp2040_install, "_install_once", never)
    image: Any = None
    with pytest.raises(InstallFailed, match="no end"):
        rp2040_install._install({}, image, None)
