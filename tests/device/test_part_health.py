"""Parts that do not answer: named by `describe` and in the head of every screen, until they are back. Play goes on."""

from collections.abc import Callable

import pytest

from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
MakeRide = Callable[..., RideRig]
BOARD = "pico-table-oled"
OPTIONAL = ("badges", "cards", "bets", "clock", "supervisor")
SECOND = 1_000_000
RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]  # hearts, spades, clubs


def test_a_lost_clock_is_named_and_comes_back(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    assert rig.client.describe().missing == () and rig.screen()[0].startswith("Derby 1")
    assert rig.bench.clock_chip is not None
    rig.open_race()
    rig.bench.clock_chip.fault = "gone"
    rig.deal(RACE[:6])
    rig.wait_us(11 * SECOND)
    assert rig.client.describe().missing == ("clock",)
    assert rig.screen()[0].startswith("!clock ") and "2nd" in rig.words()
    rig.deal(RACE[6:])
    said = rig.client.status()
    assert said.phase == "result" and said.result is not None and said.result.first == "hearts"
    assert set(said.lit) == set(rig.lit()) and rig.screen()[0].startswith("!clock ")
    rig.bench.clock_chip.fault = None
    rig.wait_us(11 * SECOND)
    assert rig.client.describe().missing == () and rig.screen()[0].startswith("Derby 1")


@pytest.mark.target("cpython", "unix")
def test_several_are_counted_and_the_menu_says_it_too(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    assert rig.bench.clock_chip is not None and rig.bench.barcode is not None
    rig.open_race()
    rig.bench.barcode.fault = "lost"
    rig.deal(["4S", "4S"])
    rig.bench.clock_chip.fault = "nack"
    rig.wait_us(11 * SECOND)
    assert rig.client.describe().missing == ("scanner", "clock")
    assert rig.screen()[0].startswith("!scan+ ")
    rig.press("cancel")
    assert rig.selected() and rig.screen()[0].startswith("!scan+ ")
    rig.bench.barcode.fault = None
    rig.press("cancel")
    rig.slide("4S")
    rig.wait_us(SECOND)
    assert rig.client.describe().missing == ("clock",) and rig.screen()[0].startswith("!clock ")


@pytest.mark.target("cpython", "unix")
def test_a_derby_board_may_have_none_of_the_optional_parts(make_rig: MakeRig) -> None:
    derby = make_rig(board=BOARD, without=OPTIONAL)
    assert derby.client.describe().missing == () and not set(OPTIONAL) & set(derby.client.describe().parts)
    derby.open_race()
    derby.deal(RACE)
    result = derby.client.status().result
    assert result is not None and (result.first, result.second, result.third) == ("hearts", "spades", "clubs")


@pytest.mark.target("cpython", "unix")
def test_a_let_it_ride_board_may_have_none_of_them(make_ride: MakeRide) -> None:
    ride = make_ride("nsw", board=BOARD, without=OPTIONAL)
    ride.call(2)
    ride.deal_hands({2: "TH TD 5S"}, "KD KC")
    assert ride.phase() == "dealt" and ride.client.describe().missing == ()


def test_a_missing_part_stands_where_a_long_rule_would(make_ride: MakeRide) -> None:
    """A document without numbers has rules that take the table's place in the head: a missing part comes first."""
    rig = make_ride("charity", board=BOARD)
    assert rig.bench.clock_chip is not None
    rig.bench.clock_chip.fault = "nack"
    rig.wait_us(11 * SECOND)
    assert rig.screen()[0].startswith("!clock ")
