"""Bet sensors that fail: named, left out, taken up again; the game goes on, and no fault is a wager."""

from collections.abc import Callable

import pytest

from pitboard.games.let_it_ride import ride_events as ride
from tests.unit.app.bet_rig import HANDS, Layout
from tests.unit.app.clock import run


@pytest.fixture
def layout() -> Layout:
    return Layout().run(500)


def test_a_flickering_sensor_is_named_and_left_out(layout: Layout) -> None:
    layout.bet(2, 5)
    before = layout.bets()
    for turn in range(60):
        layout.put(3, "2", turn % 2 == 0).run(15)
    layout.run(1500)
    assert layout.note() == "Seat 3 spot 2 flickers" and layout.sensors.troubles() == [(5, 3, 1)]
    assert layout.bets() == before
    layout.take(3, "2").run(25_000)
    assert layout.note() == "" and layout.sensors.troubles() == []
    layout.put(3, "2").run(500)
    assert "32" in layout.placed()


def test_a_stuck_sensor_is_named_and_left_out(layout: Layout) -> None:
    """Seat 2's "$" never shows a chip: eight rounds in which the dealer has the wagers corrected (000 12.10)."""
    layout.chips[0].stick(6, None)
    for _ in range(8):
        assert layout.sensors.troubles() == []
        play = layout.called().play
        play.do(ride.CORRECTED, 2, 0, 1)
        play.deal(HANDS, "KD KC", discard="8S")
        play.to_settling()
        layout.clear().run(500)
        play.settle_all()
        play.close()
        layout.run(500)
    layout.run(2000)
    assert layout.note() == "Seat 2 spot $ stuck" and layout.sensors.troubles() == [(6, 2, ride.DOLLAR)]
    layout.chips[0].unstick()
    layout.put(2, "$").run(500)
    assert layout.note() == ""


@pytest.mark.parametrize("fault", ["nack", "gone", "stuck"])
def test_a_missing_expander_leaves_the_game_to_people_and_is_taken_up_again(layout: Layout, fault: str) -> None:
    layout.bet(2)
    layout.chips[1].gone_after = 0
    layout.chips[1].fault = fault
    layout.run(2000)
    assert layout.sensors.reader.missing == (3 if fault == "stuck" else 2)
    layout.play.put(5, "1", 1)
    layout.play.put(5, "2", 1)
    layout.play.put(5, "$", 1)
    layout.run(2000)
    assert layout.placed() == ["21", "22", "2$", "51", "52", "5$"]
    layout.chips[1].fault = None
    layout.run(5000)
    assert layout.sensors.reader.missing == 0
    assert layout.placed() == ["21", "22", "2$", "51", "52", "5$"]  # what people said stands
    layout.wager(6).run(500)
    assert layout.placed()[-3:] == ["61", "62", "6$"]


def test_a_missing_expander_is_tried_once_a_second(layout: Layout) -> None:
    for chip in layout.chips:
        chip.fault = "nack"
    layout.run(2000)
    layout.i2c.log.clear()
    tries = [0]
    real = layout.i2c._start

    def counted(address: int, read: bool) -> object:
        tries[0] += 1
        return real(address, read)

    layout.i2c._start = counted  # pyright: ignore[reportAttributeAccessIssue]
    layout.run(10_000)
    assert 8 <= tries[0] <= 12


def test_a_brown_out_is_mended_without_a_word(layout: Layout) -> None:
    layout.bet(2, 5)
    before = layout.bets()
    for chip in layout.chips:
        chip.fault = "brown-out"
    layout.run(2000)
    assert layout.sensors.reader.missing == 0 and layout.bets() == before and layout.note() == ""
    layout.take(5, "2").run(500)
    assert layout.bets()[-1] == (5, ride.TWO, 0, 0)


def test_bit_errors_make_no_wager(layout: Layout) -> None:
    layout.bet(2, 5)
    before = layout.bets()
    for chip in layout.chips:
        chip.fault = "bit-errors"
        chip.error_rate = 0.02
    layout.run(120_000)
    for chip in layout.chips:
        chip.fault = None
    layout.run(5000)
    assert layout.bets() == before and layout.placed() == ["21", "22", "2$", "51", "52", "5$"]


def test_a_look_that_fails_is_no_sample(layout: Layout) -> None:
    layout.play.open_betting()
    layout.run(1000)
    layout.put(2, "1")
    for look in range(6):
        layout.chips[1].fault = "nack" if look in (1, 2) else None
        layout._step(layout.now_ms + 13)
        assert layout.seen() == (["21"] if look == 5 else [])
    assert layout.sensors.reader.missing == 0


def test_a_lost_interrupt_costs_a_quarter_of_a_second(layout: Layout) -> None:
    layout.play.open_betting()
    layout.run(1000)
    layout.put(2, "1")
    layout.wake.is_set = False
    layout._next_ms = layout.now_ms + 250
    layout.run(350)
    assert layout.placed() == ["21"]


def test_an_idle_table_is_looked_at_four_times_a_second(layout: Layout) -> None:
    layout.bet(2, 5)
    layout.run(1000)
    looks = layout.looks
    layout.run(10_000)
    assert layout.looks - looks <= 41


# -- restart


def test_after_a_restart_chips_are_compared_and_people_asked(layout: Layout) -> None:
    layout.bet(2)
    layout.play.put(5, "1", 1)  # by hand: no sensor sees it
    layout.run(500)
    layout.put(3, "1")  # while the power is off
    layout.restart()
    layout.run(7000)
    assert layout.placed() == ["21", "22", "2$", "51"]
    assert layout.note() == "Seat 3 spot 1 differs"
    layout.take(3, "1").run(500)
    layout.put(3, "1").run(500)  # people may have refused it before: only they can say
    assert layout.placed() == ["21", "22", "2$", "51"]
    layout.put(4, "1").run(500)
    assert layout.placed() == ["21", "22", "2$", "41", "51"], "nobody has said anything of this one"


def test_a_bus_that_hangs_is_met_once_a_look(layout: Layout) -> None:
    """Each try takes 18 ms (drivers/i2c_bus.py), and after 20 at most the other tasks have a turn."""
    failed: list[int] = []
    ask = layout.sensors.reader._ask

    async def counted(number: int) -> int:
        word = await ask(number)
        if word < 0:
            failed.append(layout.looks)
        return word

    layout.sensors.reader._ask = counted  # type: ignore[method-assign]
    for chip in layout.chips:
        chip.fault = "nack"
    layout.run(5000)
    assert layout.sensors.reader.missing == 3
    assert len(failed) == len(set(failed)) > 6, "two tries in one look"


def test_every_other_task_has_its_turn_after_each_transfer(layout: Layout) -> None:
    """Parts that stretch the bus to just below its limit take 18 ms of each."""
    transfers = [0]
    for name in ("readfrom_mem_into", "writeto_mem"):
        real = getattr(layout.i2c, name)

        def count(*given: object, real: Callable[..., object] = real) -> object:
            transfers[0] += 1
            return real(*given)

        setattr(layout.i2c, name, count)
    layout.restart()
    steps: list[int] = []
    for _ in range(2):  # set up and read, then only read
        transfers[0] = 0
        run(layout.sensors.look(layout.now_ms), lambda: (steps.append(transfers[0]), transfers.__setitem__(0, 0)))
        steps.append(transfers[0])
    assert sum(steps) == 2 * 5 + 2 and max(steps) == 1
