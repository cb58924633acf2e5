"""The hands of a Let It Ride scenario on a real target: what is not so is told, and nothing is pressed then."""

from pathlib import Path

import pytest

from pitctl.boards import load_board
from pitctl.player import Outcome, Player, failed
from pitctl.ride_hands import place_text
from pitctl.scenario import parse_scenario
from pitctl.scenario_setup import table_of
from simulator.targets import open_target

BETS = "table file nsw-ride\nopen table\nopen betting\nbet seat 2 5\nbet seat 5 10\n"
DEALT = BETS + "call\ndeal seat 2 TH TD 5S seat 5 2C 3C 9D community KD KC\n"
SHOWN = DEALT + (
    "players look\nseat 2 rides\nseat 5 rides\nturn community\nseat 2 rides\nseat 5 rides\nturn community\n"
)


def play(text: str, folder: Path) -> list[Outcome]:
    board = load_board("pico-table")
    scenario = parse_scenario(f"{text}\nexpect status phase checking within 1 ms")
    table = table_of(scenario, board)
    target = open_target("cpython", board, table, state_dir=folder)
    try:
        target.start()
        return Player(target, table).play(scenario)
    finally:
        target.close()


@pytest.mark.parametrize(
    ("before", "line", "seen"),
    [
        (BETS, "bet seat 3 4", "bet was refused: 6.1 Stake out of limits"),
        (BETS, "bet seat 3 5 refused", "it was not refused"),
        (BETS, "bet seat 3 4 refused 6.2", "bet was refused by 6.1: Stake out of limits"),
        (BETS, "open betting", "betting opens between rounds; phase betting"),
        (BETS, "seat 2 rides", "nobody decides now; phase betting"),
        (BETS, "players look", "not now: phase betting"),
        (BETS, "expect unchanged", "there was no power cut"),
        (BETS + "call\n", "deal", "the table wants a card for seat 2, and none is stacked"),
        (BETS + "call\n", "deal seat 2 TH TD 5S seat 5 TH", "card 2 was not taken; the display shows: "),
        (DEALT, "deal 1 card", "the deal ended after 0 cards; phase dealt"),
        (DEALT, "deal discard 8S", "the deal is complete, and these cards are left: 8S of the discard"),
        (DEALT + "players look\n", "seat 5 rides", "it is the turn of seat 2; phase deciding_1"),
        (DEALT + "players look\n", "seat 7 tucks", "tuck was refused: "),
        (DEALT + "players look\n", "expect ride turn 5 within 1 ms", "turn is 2"),
        (DEALT + "players look\n", "expect seats turn 5 within 1 ms", "lit: 2.one/turn 2.two/riding"),
        (DEALT + "players look\n", "expect seat 2 stakes.one 4 within 1 ms", "stakes.one of seat 2 is 5"),
        (SHOWN, "show seat 2", "seat 5 is next"),
        (SHOWN, "declare seat 5", "the hand of seat 5 is not turned"),
        (SHOWN + "show seat 5\n", "show seat 5", "the hand of seat 5 is turned"),
        (SHOWN + "show hands\n", "settle seat 2", "seat 5 is next"),
        (SHOWN + "show hands\n", "close round", "seat 5 is next"),
        (SHOWN + "show hands\nsettle hands\n", "settle seat 2", "no seat is next"),
    ],
)
def test_what_is_not_so_is_told(before: str, line: str, seen: str, tmp_path: Path) -> None:
    bad = failed(play(f"{before}{line}", tmp_path))
    assert bad is not None and bad.step.text == line
    assert bad.seen.startswith(seen), bad.seen


def test_what_changes_over_a_power_cut_is_told(tmp_path: Path) -> None:
    bad = failed(play(BETS + "power cut\nexpect unchanged\ncall\nexpect unchanged within 1 ms", tmp_path))
    assert bad is not None and bad.step.line == 9
    assert "status was " in bad.seen and "ride was " in bad.seen


def test_places_in_words() -> None:
    assert [place_text(place) for place in (2, 8, 9, 10)] == [
        "seat 2", "community card 1", "community card 2", "the discard",
    ]  # fmt: skip
