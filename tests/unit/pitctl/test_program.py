"""Advice names the program so that it can be typed as it stands."""

import sys
from pathlib import Path

import pytest

from pitctl.program import program, runnable


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "pitctl").write_text("#!/bin/sh\n")
    (folder / "pitctl").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    return folder


@pytest.mark.parametrize("absolute", [False, True])
def test_a_path_stays_a_path(here: Path, monkeypatch: pytest.MonkeyPatch, absolute: bool) -> None:
    called = str(here / "pitctl") if absolute else ".venv/bin/pitctl"
    monkeypatch.setattr(sys, "argv", [called])
    assert program() == ".venv/bin/pitctl"


def test_from_another_folder_the_whole_path(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "sub").mkdir()
    monkeypatch.chdir(here / "sub")
    monkeypatch.setattr(sys, "argv", [str(here / "pitctl")])
    assert program() == str(here / "pitctl")


def test_a_name_that_the_shell_finds(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(here))
    monkeypatch.setattr(sys, "argv", [str(here / "pitctl")])
    assert program() == "pitctl"


def test_another_pitctl_on_the_path_is_not_meant(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pitctl").write_text("#!/bin/sh\n")
    (tmp_path / "pitctl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [".venv/bin/pitctl"])
    assert program() == ".venv/bin/pitctl"


def test_a_library_names_the_checkouts_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pytest"])
    assert runnable("then: {pitctl} devices") == "then: .venv/bin/pitctl devices"
