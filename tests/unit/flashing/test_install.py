"""Installing, against a board that is a dictionary: what is copied, in which order, and what is refused."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from pitctl.flashing import install as install_module
from pitctl.flashing.compile import Manifest, compile_firmware
from pitctl.flashing.errors import VerifyMismatch, WrongImage
from pitctl.flashing.install import install

IMAGE = "RPI_PICO 1.28"


class Board:
    """Stands for Mpremote and the board behind it."""

    def __init__(self, port: str = "") -> None:
        self.port = "port"
        self.image = IMAGE
        self.files: dict[str, bytes] = {}
        self.deeds: list[str] = []
        self.spoil = ""  # a file that this board's flash does not keep
        self.unplug_after = 99  # deeds before the cable is pulled

    def hashes(self) -> dict[str, str]:
        return {name: sha256(data).hexdigest() for name, data in self.files.items()}

    def update(
        self, files: dict[str, Path], stale: Sequence[str], progress: Callable[[str], None]
    ) -> dict[str, str]:
        for name in stale:
            self._do(f"rm {name}")
            del self.files[name]
        for name, local in files.items():
            self._do(f"cp {name}")
            self.files[name] = b"spoilt" if name == self.spoil else local.read_bytes()
        return self.hashes()

    def restart(self) -> None:
        self._do("restart")

    def _do(self, deed: str) -> None:
        if len(self.deeds) >= self.unplug_after:
            raise ConnectionError("unplugged")
        self.deeds.append(deed)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    board = Board()

    def connect(port: str) -> Board:
        return board

    monkeypatch.setattr(install_module, "Mpremote", connect)
    return board


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "fw"
    (folder / "pitboard").mkdir(parents=True)
    (folder / "main.py").write_text("import pitboard.one\n")
    (folder / "pitboard" / "one.py").write_text("X = 1\n")
    (folder / "pitboard" / "two.py").write_text("X = 2\n")
    return folder


def flash(firmware: Path, table: dict[str, str] | None = None) -> Manifest:
    out = firmware.parent / "out"
    compile_firmware(firmware, out, "armv6m")
    return install("port", out, {"board": "b"}, table or {"table": "t"}, IMAGE, lambda line: None)


@pytest.mark.parametrize("image", ["RPI_PICO 1.27", "ESP32_GENERIC 1.28", "unknown"])
def test_another_micropython_is_refused_before_anything_is_copied(
    board: Board, firmware: Path, image: str
) -> None:
    board.image = image
    with pytest.raises(WrongImage, match=f"runs MicroPython {image}, this firmware is for"):
        flash(firmware)
    assert board.deeds == []


def test_a_new_board_gets_everything_and_the_manifest_last(board: Board, firmware: Path) -> None:
    flash(firmware)
    assert board.deeds == [
        "cp main.py",
        "cp pitboard/one.mpy",
        "cp pitboard/two.mpy",
        "cp board.json",
        "cp table.json",
        "cp manifest.json",
        "restart",
    ]
    assert board.files["board.json"] == b'{"board":"b"}'


def test_a_second_time_nothing_is_copied(board: Board, firmware: Path) -> None:
    flash(firmware)
    board.deeds.clear()
    flash(firmware)
    assert board.deeds == ["restart"]


def test_only_what_differs_is_copied(board: Board, firmware: Path) -> None:
    flash(firmware)
    board.deeds.clear()
    (firmware / "pitboard" / "two.py").write_text("X = 3\n")
    flash(firmware)
    assert board.deeds == ["rm manifest.json", "cp pitboard/two.mpy", "cp manifest.json", "restart"]


def test_old_modules_go_and_other_files_stay(board: Board, firmware: Path) -> None:
    flash(firmware)
    board.files["pitboard/old.mpy"] = b"old"
    board.files["pitboard/one.py"] = b"would be imported before one.mpy"
    board.files["notes.txt"] = b"somebody's"
    board.deeds.clear()
    flash(firmware)
    assert board.deeds == [
        "rm pitboard/old.mpy",
        "rm pitboard/one.py",
        "rm manifest.json",
        "cp manifest.json",
        "restart",
    ]
    assert "notes.txt" in board.files


def test_a_changed_table_file_is_copied_alone(board: Board, firmware: Path) -> None:
    flash(firmware)
    board.deeds.clear()
    flash(firmware, {"table": "other"})
    assert board.deeds == ["rm manifest.json", "cp table.json", "cp manifest.json", "restart"]


@pytest.mark.parametrize("spoil", ["pitboard/two.mpy", "table.json", "manifest.json"])
def test_a_file_that_the_board_does_not_keep_is_named(
    board: Board, firmware: Path, spoil: str
) -> None:
    board.spoil = spoil
    with pytest.raises(VerifyMismatch) as caught:
        flash(firmware)
    assert caught.value.file == spoil
    assert "restart" not in board.deeds


@pytest.mark.parametrize("deeds", range(7))
def test_a_board_unplugged_half_way_has_no_manifest(
    board: Board, firmware: Path, deeds: int
) -> None:
    """It must not claim to run a build that it has only in part."""
    flash(firmware)
    for name in ("one", "two"):
        (firmware / "pitboard" / f"{name}.py").write_text("X = 9\n")
    board.deeds.clear()
    board.unplug_after = deeds
    old = board.files["manifest.json"]
    try:
        flash(firmware)
    except ConnectionError:
        assert deeds < 5
        whole = not deeds  # nothing was touched yet
        complete = "cp manifest.json" in board.deeds
        assert (board.files.get("manifest.json") == old) is whole or complete
        assert ("manifest.json" in board.files) is (whole or complete)
    board.unplug_after = 99
    flash(firmware)
    assert "manifest.json" in board.files
