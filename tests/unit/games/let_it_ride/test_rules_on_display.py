"""What a pack says reaches the dealer whole: every rule's text, and the number of idle rounds."""

from typing import cast

import pytest

from pitboard.app.canvas import Canvas
from pitboard.app.let_it_ride.guide import Guide
from pitboard.app.let_it_ride.screens import Screens
from pitboard.games.let_it_ride import pack as topics
from pitctl.packs import compile_pack, load_pack, pack_names
from pitctl.packs.entries import MAX_RULE, SEPARATOR
from simulator.models.ocr import read_text
from tests.unit.app import clock
from tests.unit.app.pixels import image_of
from tests.unit.games.let_it_ride.display import words
from tests.unit.games.let_it_ride.play import NSW, Play

FITS_BESIDE_THE_PROMPT = 7


class OneRule:
    """A guide that has one thing to say, at a table without bet sensors."""

    bets = None

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def message(self, _game: object, _refusal: int) -> tuple[str, str, str]:
        return self._rule, "", ""


def shown(table: Play, rule: str) -> str:
    canvas = Canvas()
    clock.run(Screens(cast(Guide, OneRule(rule))).draw(canvas, table.game, "Ride 1", "", 0))
    return read_text(image_of(canvas))[0]


@pytest.mark.parametrize("name", pack_names())
def test_no_rule_of_a_pack_is_cut(name: str) -> None:
    table = Play(NSW)
    rules = {rule for rule in compile_pack(load_pack(name))["rules"].split(SEPARATOR) if rule}
    for rule in (*rules, "M" * MAX_RULE):
        if len(rule) > FITS_BESIDE_THE_PROMPT:
            assert shown(table, rule).startswith(rule)


@pytest.mark.rule("000 14.9")
@pytest.mark.parametrize("rounds", [2, 3, 5])
def test_the_idle_rounds_on_display_are_those_of_the_pack(rounds: int) -> None:
    table = Play(NSW)
    table.shuffle()
    table.game.pack.values[topics.SEATS_IDLE_ROUNDS] = rounds
    table.game.seats.idle[4] = rounds
    table.game.played = rounds
    assert f"Seat 4: idle {rounds} x" in words(table)
