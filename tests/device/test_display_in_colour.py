"""The display in colour on a whole table: lost, taken up again, disturbed, and beside the card reader on its SPI."""

from collections.abc import Callable

import pytest

from pitctl.boards import load_board
from simulator.models.st7789 import Fault, St7789
from tests.device.rig import TableRig

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
SECOND_US = 1_000_000


def panel(rig: TableRig) -> St7789:
    assert isinstance(rig.bench.display, St7789)
    return rig.bench.display


@pytest.fixture
def full(make_rig: MakeRig) -> TableRig:
    """The full board with Derby: what others have not wired is not used."""
    return make_rig(board="pico-table-full")


@pytest.mark.rule("001 10.1")
@pytest.mark.target("cpython", "unix")
@pytest.mark.parametrize("fault", ["silent", "stuck", "gone"])
def test_the_race_goes_on_without_it_and_it_is_taken_up_again(full: TableRig, fault: Fault) -> None:
    full.open_race()
    panel(full).fault = fault
    full.deal(["TH", "4H", "KH", "3H", "5S"])
    assert list(full.client.describe().missing) == ["display"]
    full.slide("7C")
    assert len(full.lit()) == 9
    panel(full).fault = None
    full.wait_us(2 * SECOND_US)
    assert full.screen()[6:] == ["Check with the cards", "CONFIRM if right"]
    assert list(full.client.describe().missing) == []


@pytest.mark.target("cpython", "unix")
def test_a_lost_supply_is_noticed_while_nothing_happens(full: TableRig) -> None:
    before = full.image()
    panel(full).power_off()
    full.wait_us(2 * SECOND_US)
    assert full.image() == before
    assert not panel(full).broken_rules


@pytest.mark.target("cpython", "unix")
def test_one_without_a_data_line_back_is_lit_again_all_the_same(make_rig: MakeRig) -> None:
    part = {**load_board("pico-table-full").parts["display"], "answers": "no"}
    rig = make_rig(board="pico-table-full", parts={"display": part})
    rig.open_race()
    rig.deal(["TH", "4H"])
    rig.wait_us(SECOND_US)
    before = rig.image()
    panel(rig).power_off()
    rig.wait_us(10 * SECOND_US)
    assert rig.image() == before
    panel(rig).power_off()
    rig.deal(["KH", "3H", "5S", "7C"])  # a new phase: everything is sent at once
    rig.wait_us(2 * SECOND_US)
    assert rig.screen()[6:] == ["Check with the cards", "CONFIRM if right"]


@pytest.mark.target("cpython", "unix")
def test_disturbed_pixels_are_mended_while_nothing_happens(full: TableRig) -> None:
    panel(full).fault = "bit-errors"
    full.open_race()
    full.deal(["TH", "4H"])
    panel(full).fault = None
    assert full.image() != (full.wait_us(10 * SECOND_US), full.image())[1]
    settled = full.image()
    full.wait_us(10 * SECOND_US)
    assert full.image() == settled
    assert full.screen()[6:] == ["Slide card 3", "to 1st place"]


def test_a_race_on_the_full_board(full: TableRig) -> None:
    """The lights come first; the display follows in the time that it needs; nobody else on the SPI is disturbed."""
    full.open_race()
    full.deal(["TH", "4H", "KH", "3H", "5S"])
    start_us = full.target.now_us()
    full.slide("7C")
    assert len(full.lit()) == 9
    assert full.screen()[6:] == ["Check with the cards", "CONFIRM if right"]
    took_ms = (panel(full).changed_ns // 1000 - start_us) / 1000
    print(f"display complete {took_ms:.0f} ms after the beginning of the last slide")
    assert took_ms < 500
    assert not panel(full).broken_rules
    assert not panel(full).unknown_commands
    assert not full.bench.contention
    assert not full.bench.misread
