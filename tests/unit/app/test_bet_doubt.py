"""Bet sensors that cannot be believed decide nothing and withdraw nothing, also when they are believed again."""

import pytest

from tests.unit.app.bet_rig import HANDS, Layout

GLITCHES = [0, 1, 2]
"""Before it goes mad: an edge more or less between two samples, so that its last level is another one."""


def glitch(layout: Layout, count: int) -> None:
    for _ in range(count):
        layout.take(2, "1")
        layout.wires.run_ms(2)
        layout.put(2, "1").run(100)


@pytest.mark.rule("000 8.3", "000 8.10")
@pytest.mark.parametrize("glitches", GLITCHES)
def test_a_sensor_that_flickered_and_is_dead_makes_no_decision(glitches: int) -> None:
    """Nobody has touched the chip: its sensor goes mad, and shows none from then on."""
    layout = Layout(takes=True).run(500).called().run(11_000)
    glitch(layout, glitches)
    for _ in range(14):  # too quick to be steady
        layout.take(2, "1").run(20)
        layout.put(2, "1").run(20)
    assert layout.sensors.inputs.flickering
    layout.take(2, "1").run(20)
    layout.play.deal(HANDS, "KD KC", discard="8S")
    layout.play.look()
    layout.run(3000)
    assert layout.game.next_to_decide() == 2
    layout.run(30_000)
    assert not layout.sensors.inputs.flickering  # it is believed again
    assert layout.game.next_to_decide() == 2 and not layout.game.seats.is_withdrawn(2, 0)
    assert layout.sensors.proposed == 2  # what a key may decide
    layout.put(2, "1").run(500)
    layout.take(2, "1").run(2000)
    assert layout.game.seats.is_withdrawn(2, 0)  # a hand does, as before


@pytest.mark.rule("000 5.3")
@pytest.mark.parametrize("glitches", GLITCHES)
def test_a_sensor_that_flickered_and_is_dead_withdraws_nothing(glitches: int) -> None:
    layout = Layout().run(500).bet(2).run(11_000)
    glitch(layout, glitches)
    for _ in range(80):
        layout.take(2, "1").run(14)
        layout.put(2, "1").run(14)
    before = layout.bets()
    layout.take(2, "1").run(25_000)
    assert layout.bets() == before and "21" in layout.placed()
    assert layout.note() == "Seat 2 spot 1 differs"


def test_one_loose_contact_leaves_the_other_seats_their_wagers() -> None:
    """A change each 0.7 s is too slow to flicker in ten seconds, and no hand does it all round."""
    layout = Layout().run(500).bet(2)
    for _ in range(120):
        layout.take(2, "1").run(700)
        layout.put(2, "1").run(700)
    assert layout.game.changes <= 3 + 8
    assert layout.note() == "Seat 2 spot 1 flickers"
    layout.wager(5).run(1000)
    assert {"51", "52", "5$"} <= set(layout.placed())
    layout.run(25_000)
    assert layout.sensors.inputs.flickering  # to the end of the round
    layout.play.put(2, "1", 0)
    layout.play.put(2, "1", 1)
    layout.play.call()
    layout.run(1000)
    layout.play.deal(HANDS, "KD KC", discard="8S")
    layout.play.to_settling()
    layout.clear().run(500)
    layout.play.settle_all()
    layout.play.close()
    layout.run(25_000)
    assert not layout.sensors.inputs.flickering
    layout.bet(2)
    assert layout.placed() == ["21", "22", "2$"]


@pytest.mark.rule("000 5.3")
def test_what_was_not_told_before_the_call_is_told_after_it() -> None:
    """Only one difference has room at a time: the other one is not taken for known."""
    layout = Layout(amounts=True).run(500)
    layout.play.open_betting()
    for spot in ("1", "2", "$"):
        layout.play.put(2, spot, 500)
    layout.wager(2).put(3, "1").put(6, "2").run(8000)
    assert layout.note() == "Seat 3 spot 1 differs"
    layout.play.call()
    layout.run(3000)
    assert layout.note() == "Seat 6 spot 2 late"
    layout.take(6, "2").run(8000)
    assert layout.note() == "Seat 3 spot 1 differs"
