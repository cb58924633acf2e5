"""The steps of "A fifth pack" (docs/rule-packs.md), taken once in a copy of the repository."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).parents[3]
SCENARIO = """# A flush pays nine by the house's own rules
table file own-ride
open table
open betting
bet seat 2 5
call
deal seat 2 2H 5H 9H community JH KH
players look
seat 2 rides
turn community
seat 2 rides
turn community
show hands
expect seat 2 profit 45 45 45 0
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Enough of the repository to work in; only what is written to is a copy."""
    shutil.copytree(REPO / "host_tools", tmp_path / "host_tools", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("packs", "tables"):
        shutil.copytree(REPO / folder, tmp_path / folder)
    for folder in ("firmware", "boards", "sets"):
        (tmp_path / folder).symlink_to(REPO / folder)
    return tmp_path


def pitctl(copy: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "from pitctl.cli.main import main; main()", *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "host_tools")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def changed(source: Path, to: Path, *changes: tuple[str, str]) -> None:
    text = source.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    to.write_text(text, encoding="utf-8")


def test_from_a_copied_pack_to_a_played_round(copy: Path) -> None:
    packs, tables = copy / "packs", copy / "tables"
    changed(
        packs / "nsw-let-it-ride.toml", packs / "own-let-it-ride.toml",
        ('pack = "nsw-let-it-ride"', 'pack = "own-let-it-ride"'),
        ('flush = { is = 8, rule = "10.1" }\n', 'flush = { is = 9, rule = "House 7" }\n'),
    )  # fmt: skip
    assert "own-let-it-ride: Let It Ride" in pitctl(copy, "pack", "check", "own-let-it-ride")
    assert "own-let-it-ride" in pitctl(copy, "pack", "list")
    assert "10.1, House 7" in pitctl(copy, "odds", "own")
    changed(
        tables / "nsw-ride.toml", tables / "own-ride.toml", ('game = "nsw-let', 'game = "own-let')
    )
    settings = pitctl(copy, "settings", "--target", "cpython", "--table", "own-ride")
    assert "own-let-it-ride" in settings
    (copy / "own.txt").write_text(SCENARIO, encoding="utf-8")
    pitctl(copy, "play", "own.txt", "--target", "cpython")
    # And a scenario that names another table of the same game, with this table instead.
    (copy / "own.txt").write_text(SCENARIO.replace("own-ride", "nsw-ride"), encoding="utf-8")
    pitctl(copy, "play", "own.txt", "--target", "cpython", "--table", "tables/own-ride.toml")
