"""Compiling: the same sources give the same hash anywhere, and a mistake names its file."""

import json
import shutil
from pathlib import Path

import pytest

from pitctl.chips import CHIPS
from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware, read_manifest
from pitctl.flashing.errors import CompileFailed


def small_firmware(folder: Path) -> Path:
    (folder / "pitboard" / "games").mkdir(parents=True)
    (folder / "main.py").write_text("from pitboard.games import one\n")
    (folder / "pitboard" / "__init__.py").write_text("")
    (folder / "pitboard" / "interfaces.pyi").write_text("class X: ...\n")
    (folder / "pitboard" / "games" / "README.md").write_text("pure\n")
    (folder / "pitboard" / "games" / "one.py").write_text("def one() -> int:\n    return 1\n")
    return folder


def test_a_build_holds_main_and_compiled_modules_only(tmp_path: Path) -> None:
    manifest = compile_firmware(small_firmware(tmp_path / "fw"), tmp_path / "out", "armv6m")
    assert list(manifest.files) == ["main.py", "pitboard/__init__.mpy", "pitboard/games/one.mpy"]
    for path, entry in manifest.files.items():
        assert (tmp_path / "out" / path).stat().st_size == entry.size


def test_the_hash_does_not_depend_on_the_place(tmp_path: Path) -> None:
    first = small_firmware(tmp_path / "a")
    second = small_firmware(tmp_path / "somewhere" / "else")
    hashes = {compile_firmware(fw, tmp_path / "out", "armv6m").hash for fw in (first, second)}
    assert len(hashes) == 1


def test_the_hash_changes_with_one_byte_of_one_file(tmp_path: Path) -> None:
    firmware = small_firmware(tmp_path / "fw")
    before = compile_firmware(firmware, tmp_path / "out", "armv6m").hash
    source = firmware / "pitboard" / "games" / "one.py"
    source.write_text(source.read_text().replace("return 1", "return 2"))
    assert compile_firmware(firmware, tmp_path / "out", "armv6m").hash != before


def test_a_build_leaves_nothing_of_the_one_before(tmp_path: Path) -> None:
    firmware = small_firmware(tmp_path / "fw")
    compile_firmware(firmware, tmp_path / "out", "armv6m")
    (firmware / "pitboard" / "games" / "one.py").rename(firmware / "pitboard" / "games" / "two.py")
    manifest = compile_firmware(firmware, tmp_path / "out", "armv6m")
    assert "pitboard/games/one.mpy" not in manifest.files
    assert not (tmp_path / "out" / "pitboard" / "games" / "one.mpy").exists()


def test_the_manifest_is_written_beside_the_files(tmp_path: Path) -> None:
    manifest = compile_firmware(small_firmware(tmp_path / "fw"), tmp_path / "out", "armv6m")
    written = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert (written["version"], written["hash"]) == ("0.1.0", manifest.hash)
    assert read_manifest(tmp_path / "out") == manifest


def test_a_mistake_names_its_file_and_line(tmp_path: Path) -> None:
    firmware = small_firmware(tmp_path / "fw")
    (firmware / "pitboard" / "games" / "one.py").write_text("x = 1\ny = = 2\n")
    with pytest.raises(CompileFailed, match=r"^pitboard/games/one\.py:2: SyntaxError"):
        compile_firmware(firmware, tmp_path / "out", "armv6m")


@pytest.mark.parametrize("chip", sorted(CHIPS))
def test_the_real_firmware_compiles_for_every_chip(tmp_path: Path, chip: str) -> None:
    firmware = tmp_path / "fw"
    shutil.copytree(FIRMWARE_DIR, firmware)
    manifest = compile_firmware(firmware, tmp_path / "out", CHIPS[chip].mpy_arch)
    assert "pitboard/derby_rules.mpy" in manifest.files
