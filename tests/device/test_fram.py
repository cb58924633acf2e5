"""A table whose journal lies in ferroelectric memory (boards/pico-table-fram): the same promises, no erase."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from simulator.models.mb85rs import Mb85rs
from simulator.vm import VmCrashed
from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig
from tests.device.test_restart import everything

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
MakeRide = Callable[..., RideRig]
BOARD = "pico-table-fram"
RACE = ["TH", "4H", "KH", "3H", "5S", "7C"]
HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}


def chip_of(rig: TableRig) -> Mb85rs:
    assert rig.bench.fram is not None
    return rig.bench.fram


def test_a_race_with_power_cuts(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    rig.open_race()
    erases, programs = rig.bench.flash.erases.total(), rig.bench.flash.programs.total()
    for number, code in enumerate(RACE, 1):
        rig.slide(code)
        if number in (1, 3, 6):
            before = everything(rig)
            rig.power_cycle()
            assert everything(rig) == before, f"after card {number}"
    assert rig.cards() == RACE and len(rig.lit()) == 9
    rig.close_race()
    assert rig.lit() == {}
    assert rig.bench.flash.erases.total() == erases and rig.bench.flash.programs.total() == programs
    assert not rig.bench.misread and not rig.bench.contention


def test_a_round_of_let_it_ride(make_ride: MakeRide) -> None:
    rig = make_ride(board=BOARD)
    rig.call(*HANDS)
    rig.deal_hands(HANDS, "KD KC")
    rig.press("confirm")
    for choice in ("ride", "withdraw"):
        rig.decide(*[choice] * len(HANDS))
        rig.press("confirm")
    before = everything(rig)
    rig.power_cycle()
    assert everything(rig) == before
    rig.show_all()
    assert rig.seat(2).hand == "two_pair"
    rig.settle_all()
    rig.press("confirm")
    assert rig.phase() == "idle"


@pytest.mark.target("cpython", "unix")
@pytest.mark.rule("001 10.1")
def test_memory_that_goes_in_a_race_is_a_fault_and_nothing_is_announced(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    rig.open_race()
    rig.deal(RACE[:5])
    chip_of(rig).fault = "silent"
    rig.slide(RACE[5])
    assert rig.lit() == {}, "never a lit win that is not in the journal"
    assert "FAULT" in rig.words() and "Go by the cards" in rig.words()
    chip_of(rig).fault = None
    rig.power_cycle()
    assert rig.cards() == RACE[:5]
    rig.slide(RACE[5])
    assert len(rig.lit()) == 9


def test_a_table_without_its_memory_does_not_start_and_says_why(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    rig.open_race()
    rig.slide(RACE[0])
    kept = bytes(chip_of(rig).memory)
    rig.target.power_cut()
    chip_of(rig).fault = "silent"
    with suppress(VmCrashed):  # it ends; a chip stands at its prompt then
        rig.target.start()
        rig.wait_us(3_000_000)
    assert "FAULT" in rig.words() and "no FRAM answers" in rig.words() and rig.lit() == {}
    rig.target.power_cut()
    chip_of(rig).fault = None
    assert bytes(chip_of(rig).memory) == kept
    rig.power_cycle()
    assert rig.cards() == RACE[:1]
