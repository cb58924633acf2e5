"""Scenarios and the demonstration at a board whose display is the one in colour."""

from collections.abc import Generator
from pathlib import Path

import pytest
from rich.console import Console

from pitctl.boards import load_board
from pitctl.demo import Scene
from pitctl.demo_view import WIDE, PlainStage, dots_panel, picture
from pitctl.hands import Hands
from pitctl.ride_demo import RideScene
from pitctl.ride_demo_view import picture as ride_picture
from pitctl.tables import load_table
from simulator.models.display_ocr import Image, in_colour, inverted_lines
from simulator.targets import Target, open_target
from tests.unit.pitctl.cli_rig import run

REPO = Path(__file__).resolve().parents[3]
BOARD = "pico-table-full"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Generator[Target]:
    """One that has been opened."""
    board = load_board(BOARD)
    target = open_target(
        "cpython", board, load_table("derby-demo", board), state_dir=tmp_path_factory.mktemp("colour")
    )
    try:
        target.start()
        target.run_for(500_000)
        yield target
    finally:
        target.close()


def image_of(target: Target) -> Image:
    assert target.bench is not None
    return target.bench.display.image()


def test_hands_read_small_letters_and_titles(table: Target) -> None:
    assert table.bench is not None
    hands = Hands(table.bench, table.now_us, table.run_for)
    assert in_colour(image_of(table))
    assert [line for line in hands.lines() if line] == [
        "Derby 1 3.5 R0", "CLOSED", "Test the lamps", "CONFIRM lights them",
    ]  # fmt: skip
    hands.open_table()
    assert "READY" in hands.lines()
    hands.press("cancel")
    table.run_for(500_000)
    assert len(inverted_lines(image_of(table))) == 1 and hands.selected() == "Open betting"
    hands.choose("Check the cards")
    assert "READY" not in hands.lines()


def test_the_demonstration_shows_its_words_at_every_width(table: Target) -> None:
    image = image_of(table)
    assert dots_panel(image) is None
    for width in (80, WIDE):
        for drawn in (picture(Scene(pixels=image), width), ride_picture(RideScene(pixels=image), width)):
            console = Console(width=width, record=True, quiet=False)
            with console.capture() as captured:
                console.print(drawn)
            assert "Derby 1" in captured.get()


def test_plain_lines_too(table: Target) -> None:
    console = Console(width=200)
    with console.capture() as captured:
        stage = PlainStage(console)
        stage.show(Scene(pixels=image_of(table)))
        stage.show(Scene(pixels=image_of(table)))
    assert captured.get().count("display: Derby 1") == 1


def test_a_scenario_with_menu_and_prompts() -> None:
    scenario = REPO / "tests/scenarios/early-card-seen.txt"
    result = run("play", "--target", "cpython", "--board", BOARD, str(scenario))
    assert result.exit_code == 0, result.output
