"""On which board a scenario is played: what it takes itself, what was named, and what is refused."""

from pathlib import Path

import pytest

from pitctl import exceptions
from pitctl.boards import load_board
from pitctl.scenario import Scenario, parse_scenario
from pitctl.scenario_board import board_of, refuse_unlaid_chips
from pitctl.scenario_setup import table_of
from tests.unit.pitctl.cli_rig import assert_fails, run

REPO = Path(__file__).resolve().parents[3]
TAGGED = str(REPO / "tests/scenarios/tagged-cards.txt")
RIDE = str(REPO / "tests/scenarios/ride-nsw-shoe.txt")


def scenario(*lines: str) -> Scenario:
    return parse_scenario("\n".join((*lines, "expect lights none")), "f")


def test_what_a_scenario_takes_itself() -> None:
    assert board_of(scenario()).name == "pico-table"
    assert board_of(scenario("table format serial")).name == "pico-table"
    assert board_of(scenario("table format tag")).name == "pico-table-oled"
    assert board_of(scenario("table badges yes")).name == "pico-table-oled"
    assert board_of(scenario("table badges no")).name == "pico-table"


@pytest.mark.parametrize("lines", [(), ("table format tag",), ("table badges yes",)])
def test_a_board_that_was_named_is_used(lines: tuple[str, ...]) -> None:
    assert board_of(scenario(*lines), "pico-table-full").name == "pico-table-full"


def test_a_board_that_lacks_something_is_refused_by_name() -> None:
    result = run("play", "--board", "pico-table", TAGGED)
    words = "board 'pico-table' has no [parts.cards], which 'table format tag' needs"
    assert_fails(result, exceptions.TargetUnavailable, words, "without --board, pico-table-oled is taken")
    with pytest.raises(exceptions.TargetUnavailable, match=r"no \[parts.badges\], which 'table badges yes' needs"):
        board_of(scenario("table badges yes"), "pico-table")


def test_a_board_that_does_not_exist_is_an_error() -> None:
    result = run("play", "--board", "nowhere", TAGGED)
    assert_fails(result, exceptions.ConfigError, "no board 'nowhere'", "--board")


def test_wagers_without_chips_are_refused_where_sensors_look() -> None:
    result = run("play", "--board", "pico-table-full", RIDE)
    assert_fails(result, exceptions.TargetUnavailable, "'pico-table-full' has bet sensors", "--board pico-table")
    riding = ("table file nsw-ride", "table badges yes", "bet seat 2 5")
    played = scenario(*riding)
    board = board_of(played)
    with pytest.raises(exceptions.TargetUnavailable) as refusal:
        refuse_unlaid_chips(played, board, table_of(played, board))
    assert "spots have no sensors" in refusal.value.try_this


def test_what_needs_no_chips_is_played() -> None:
    full = load_board("pico-table-full")
    for played in (scenario("table file nsw-ride", "open table"), scenario("table decks 2")):
        refuse_unlaid_chips(played, full, table_of(played, full))
    betting = scenario("table file nsw-ride", "bet seat 2 5")
    plain = load_board("pico-table")
    refuse_unlaid_chips(betting, plain, table_of(betting, plain))


def test_a_table_without_sensors_takes_wagers(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = (REPO / "tables/nsw-ride.toml").read_text(encoding="utf-8")
    mine.write_text(f"{text}\n[bets]\nbet_spots = [{', '.join(['255'] * 28)}]\n", encoding="utf-8")
    result = run("play", "--target", "cpython", "--board", "pico-table-oled", "--table", str(mine), RIDE)
    assert result.exit_code == 0, result.output
