"""Plays every scenario of this folder on the chosen targets."""

from pathlib import Path

import pytest

from pitctl.boards import load_board
from pitctl.player import Player, failed
from pitctl.scenario import load_scenario
from pitctl.scenario_setup import table_of
from simulator.targets import open_target

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
# An emulated chip plays at about the speed of a real one: some in the ordinary run, all in the long one.
ON_EVERY_RUN = (
    "ordinary-race",
    "passage-without-read",
    "power-cut-in-race",
    "ride-mbs",
    "ride-power-cut-in-decisions",
)


def play(path: Path, target_name: str, state_dir: Path) -> None:
    scenario = load_scenario(path)
    board = load_board(scenario.board or "pico-table")
    table = table_of(scenario, board)
    target = open_target(target_name, board, table, state_dir=state_dir)
    try:
        target.start()
        bad = failed(Player(target, table).play(scenario))
    finally:
        target.close()
    assert bad is None, f"{path.name}:{bad.step.line}: {bad.step.text}; {bad.seen}"


@pytest.mark.device
@pytest.mark.target("cpython", "unix")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path, target_name: str, tmp_path: Path) -> None:
    play(path, target_name, tmp_path)


@pytest.mark.device
@pytest.mark.target("rp2040")
@pytest.mark.parametrize("name", ON_EVERY_RUN)
def test_scenario_on_the_chip(name: str, target_name: str, tmp_path: Path) -> None:
    play(HERE / f"{name}.txt", target_name, tmp_path)


@pytest.mark.device
@pytest.mark.long
@pytest.mark.target("rp2040")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_on_the_chip(path: Path, target_name: str, tmp_path: Path) -> None:
    play(path, target_name, tmp_path)
