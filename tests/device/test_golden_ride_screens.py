"""The dealer's displays at Let It Ride, picture by picture."""

from collections.abc import Callable, Iterator

import pytest

from tests.device.golden import BOARDS, Tour, compare
from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig
from tests.device.test_bet_sensors import Layout

pytestmark = pytest.mark.device


def take_chips(rig: RideRig, seat: int, spot: str) -> None:
    if rig.bench.bets:
        Layout(rig).take(seat, spot)


def put_chips(rig: RideRig, *seats: int) -> None:
    """Where there are sensors for them."""
    if rig.bench.bets:
        for seat in seats:
            Layout(rig).put(seat, "1 2 $")


def ride_round(rig: TableRig) -> Iterator[str]:
    assert isinstance(rig, RideRig)
    yield "ride-idle"
    rig.open_bets()
    yield "ride-betting-nobody"
    put_chips(rig, 2, 5, 7)
    rig.bet(2)
    rig.bet(5)
    rig.act("bet", seat=7, area="one", stake=500)
    yield "ride-betting-unequal"
    rig.act("bet", seat=7, area="two", stake=500)
    rig.act("bet", seat=7, area="dollar", stake=500)
    rig.client.release()
    yield "ride-betting"
    rig.press("no_more_bets")
    rig.slide("TH")
    rig.slide("2C")
    yield "ride-dealing"
    rig.deal_hands({2: "TD 5S", 5: "3C 9D", 7: "4S 8D QH"}, "KD KC")
    yield "ride-dealt"
    rig.press("confirm")
    yield "ride-deciding"
    rig.decide("ride", "withdraw", "ride")
    take_chips(rig, 5, "1")
    yield "ride-turning"
    rig.press("confirm")
    rig.decide("ride")
    yield "ride-deciding-second"
    rig.decide("withdraw", "ride")
    take_chips(rig, 5, "2")
    rig.press("confirm")
    yield "ride-showing"
    rig.press("confirm")
    yield "ride-hand"
    rig.press("confirm")
    yield "ride-showing-second"
    rig.press("cancel")
    yield "ride-menu"
    rig.press("cancel")
    rig.show_all()
    yield "ride-settling"
    rig.press("confirm")
    yield "ride-settling-second"
    rig.settle_all()
    yield "ride-settled"
    rig.press("confirm")


def ride_chips(rig: TableRig) -> Iterator[str]:
    """What bet sensors tell has room on every screen."""
    assert isinstance(rig, RideRig)
    rig.open_bets()
    put_chips(rig, 2, 5)
    rig.bet(2)
    rig.bet(5)
    rig.press("no_more_bets")
    rig.deal_hands({2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC")
    rig.press("confirm")
    take_chips(rig, 2, "1")
    yield "ride-chips-proposed"
    rig.decide("ride", "ride")
    yield "ride-chips-differ"
    rig.press("confirm")
    rig.decide("ride", "ride")
    rig.press("confirm")
    rig.press("confirm")
    yield "ride-chips-hand"


def ride_banked(rig: TableRig) -> Iterator[str]:
    """Of the document with a player-dealer."""
    assert isinstance(rig, RideRig)
    rig.open_bets()
    rig.bank()
    rig.bet(1)
    rig.bet(3)
    rig.wait_us(200_000)
    yield "ride-banked"
    rig.slide("9D")
    yield "ride-held-early"


RIDES: list[tuple[str, Tour, str]] = [
    (
        "nsw",
        ride_round,
        "ride-idle ride-betting-nobody ride-betting-unequal ride-betting ride-dealing ride-dealt ride-deciding "
        "ride-turning ride-deciding-second ride-showing ride-hand ride-showing-second ride-menu ride-settling "
        "ride-settling-second ride-settled",
    ),
    ("california", ride_banked, "ride-banked ride-held-early"),
]
WITH_CHIPS = "ride-chips-proposed ride-chips-differ ride-chips-hand"
SENSOR_BOARDS = {"ssd1306": "pico-table-oled", "st7789": "pico-table-full"}


@pytest.mark.target("cpython", "unix")
@pytest.mark.parametrize("chip", BOARDS)
@pytest.mark.parametrize(("pack", "tour", "names"), RIDES, ids=[tour.__name__ for _, tour, _ in RIDES])
def test_screens_of_let_it_ride_are_the_golden_ones(
    make_ride: Callable[..., RideRig], chip: str, pack: str, tour: Tour, names: str
) -> None:
    assert not compare(make_ride(pack, board=BOARDS[chip]), tour, names)


@pytest.mark.target("cpython", "unix")
@pytest.mark.parametrize("chip", SENSOR_BOARDS)
def test_screens_with_bet_sensors_are_the_golden_ones(make_ride: Callable[..., RideRig], chip: str) -> None:
    assert not compare(make_ride("nsw", board=SENSOR_BOARDS[chip]), ride_chips, WITH_CHIPS)


@pytest.mark.target("rp2040")
def test_screens_of_let_it_ride_in_colour_are_the_golden_ones_on_the_chip(make_ride: Callable[..., RideRig]) -> None:
    pack, tour, names = RIDES[0]
    assert not compare(make_ride(pack, board=BOARDS["st7789"]), tour, names)
