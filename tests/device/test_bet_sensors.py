"""Whole rounds of Let It Ride with bet sensors: chips on modelled expanders, on the I2C bus of display and clock."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.device.ride_rig import RideRig

pytestmark = pytest.mark.device

MakeRide = Callable[..., RideRig]

BOARD = "pico-table-oled"
PRESENCE = {"house": {"wagers": "presence"}}
SPOTS = {"1": 0, "2": 1, "$": 2, "side": 3}
SECOND = 1_000_000
STEADY_US = 600_000  # four samples, the look that follows, and six records of flash
TOLD_US = 1_750_000  # a second of patience, from one look at the sensors to another, four a second; and what draws it
HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}


class Layout:
    """The hands of the players: chips on the spots of a table, wired seat by seat (docs/bet-sensors.md)."""

    def __init__(self, rig: RideRig) -> None:
        self.rig = rig
        self.chips = rig.bench.bets

    def put(self, seat: int, spots: str, there: bool = True) -> None:
        for spot in spots.split():
            at = (seat - 1) * 4 + SPOTS[spot]
            chip, number = divmod(at, 14)
            pin = number if number < 7 else number + 1
            self.chips[chip].set_input(pin, False if there else None)
        self.rig.wait_us(STEADY_US)

    def take(self, seat: int, spots: str) -> None:
        self.put(seat, spots, False)


def fitted(make_ride: MakeRide, pack: str = "nsw", **how: Any) -> tuple[RideRig, Layout]:
    rig = make_ride(pack, board=BOARD, **how)
    return rig, Layout(rig)


def bets(rig: RideRig) -> list[tuple[int | None, str | None, int | None, int | None]]:
    return [(e.seat, e.area, e.stake, e.who) for e in rig.events() if e.type == "bet"]


def notice(rig: RideRig) -> str:
    said = rig.client.status().notice
    return said.kind if said else ""


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
@pytest.mark.rule("000 8.3.1")
def test_a_round_whose_wagers_are_chips_on_sensors(make_ride: MakeRide) -> None:
    rig, layout = fitted(make_ride, changes=PRESENCE)
    rig.open_bets()
    layout.put(2, "1 2 $")
    layout.put(5, "1 2")
    assert "Seat 5: not equal" in rig.words()
    layout.put(5, "$")
    assert [seat.seat for seat in rig.client.seats() if all(seat.stakes[:3])] == [2, 5]
    assert bets(rig) == [(seat, area, 1, None) for seat in (2, 5) for area in ("one", "two", "dollar")]
    rig.press("no_more_bets")
    rig.deal_hands(HANDS, "KD KC")
    rig.press("confirm")
    # Seat 2 lets ride by key. Seat 5 takes its chips back: proposed, and nothing is decided before a key says so.
    rig.decide("ride")
    layout.take(5, "1")
    assert rig.screen()[6:8] == ["Seat 5: 1 back?", "NMB yes CONFIRM rides"] and notice(rig) == "bet_gone"
    assert rig.phase() == "deciding_1" and rig.seat(5).decisions == ("open", "open")
    rig.decide("withdraw")
    assert rig.phase() == "turning_1" and notice(rig) == ""
    rig.press("confirm")
    rig.decide("ride")
    layout.take(5, "2")
    assert rig.screen()[6] == "Seat 5: 2 back?"
    rig.decide("withdraw")
    rig.press("confirm")
    rig.show_all()
    assert rig.seat(2).hand == "two_pair" and rig.seat(2).profit == (2, 2, 2, 0)
    assert rig.seat(5).hand == "tens_or_better" and rig.seat(5).profit == (0, 0, 1, 0)
    rig.settle_all()
    rig.press("confirm")
    assert rig.phase() == "idle"
    assert rig.client.describe().missing == ()


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
@pytest.mark.rule("000 5.4")
def test_a_round_whose_host_tells_the_stakes(make_ride: MakeRide) -> None:
    """Sensors record nothing here: they compare, and say what differs."""
    rig, layout = fitted(make_ride)
    rig.open_bets()
    layout.put(2, "1 2 $")
    rig.wait_us(5 * SECOND)
    assert "Seat 2 1: differs" in rig.screen()[4] and notice(rig) == "bet_differs"
    assert "seats with wagers" in rig.screen()[6], "the next step stays where it is"
    rig.bet(2)
    rig.bet(5)
    layout.put(5, "1 2 $")
    assert notice(rig) == "" and len(bets(rig)) == 6 and all(who for *_, who in bets(rig))
    rig.press("no_more_bets")
    rig.deal_hands(HANDS, "KD KC")
    rig.press("confirm")
    rig.decide("ride", "withdraw")
    rig.wait_us(TOLD_US)
    assert notice(rig) == "bet_not_returned" and "Seat 5 1: return" in rig.screen()[4]
    layout.take(5, "1")
    assert notice(rig) == ""
    layout.take(2, "$")
    rig.wait_us(TOLD_US)
    assert notice(rig) == "bet_taken" and "Turn community 1" in rig.screen()[6]
    layout.put(2, "$")
    rig.press("confirm")
    rig.decide("ride", "withdraw")
    layout.take(5, "2")
    rig.press("confirm")
    rig.show_all()
    assert rig.seat(2).profit == (1000, 1000, 1000, 0) and rig.seat(5).profit == (0, 0, 500, 0)
    rig.settle_all()
    rig.press("confirm")
    assert rig.phase() == "idle"


@pytest.mark.target("cpython", "unix")
@pytest.mark.rule("000 8.3.1")
def test_a_house_may_let_the_layout_decide(make_ride: MakeRide) -> None:
    changes = {**PRESENCE, "bets": {"takes_decisions": True}}
    rig, layout = fitted(make_ride, changes=changes)
    assert rig.client.settings().takes_decisions is True
    rig.open_bets()
    layout.put(2, "1 2 $")
    rig.press("no_more_bets")
    rig.deal_hands({2: HANDS[2]}, "KD KC")
    rig.press("confirm")
    layout.take(2, "1")
    assert rig.phase() == "deciding_1"
    rig.wait_us(TOLD_US)
    assert rig.phase() == "turning_1" and rig.seat(2).decisions == ("withdraw", "open")


def test_an_expander_that_goes_and_comes_back_in_a_round(make_ride: MakeRide) -> None:
    """Its seats are played by host and keys; the other one's sensors go on, and so does the display on the same bus."""
    rig, layout = fitted(make_ride, changes=PRESENCE)
    rig.open_bets()
    layout.put(2, "1 2 $")
    layout.chips[1].fault = "nack"
    rig.wait_us(TOLD_US)
    assert rig.client.describe().missing == ("bets-2",) and "bets" not in rig.client.describe().parts
    assert rig.screen()[0].startswith("!bets")
    layout.put(1, "1 2 $")
    rig.bet(5, 1)
    assert [seat.seat for seat in rig.client.seats() if all(seat.stakes[:3])] == [1, 2, 5]
    layout.chips[1].fault = None
    layout.put(5, "1 2 $")
    rig.wait_us(2 * SECOND)
    assert rig.client.describe().missing == () and rig.screen()[0].startswith("Ride 1")
    layout.put(6, "1 2 $")
    assert all(rig.seat(6).stakes[:3])
    rig.press("no_more_bets")
    assert rig.phase() == "dealing"


@pytest.mark.target("cpython", "unix")
def test_a_stuck_sensor_is_named_and_hides_nothing(make_ride: MakeRide) -> None:
    rig, layout = fitted(make_ride, changes=PRESENCE, closed=True)
    layout.put(3, "2")
    rig.wait_us(62 * SECOND)
    assert rig.screen()[1].strip() == "Seat 3 2 is stuck" and notice(rig) == "bet_stuck"
    assert "Test the lamps" in rig.screen()[6]
    layout.take(3, "2")
    rig.wait_us(TOLD_US)
    assert "stuck" not in rig.words() and notice(rig) == ""


@pytest.mark.target("cpython", "unix")
def test_a_notice_counts_no_time_while_a_sensor_has_its_line(make_ride: MakeRide) -> None:
    """000 6.5 asks for 20 minutes on display; what covers the line stops that clock."""
    rig, layout = fitted(make_ride, changes=PRESENCE)
    rig.act("notice_raise", stake=1000, to=25)
    rig.open_bets()
    layout.put(2, "1 2 $")
    rig.press("no_more_bets")
    layout.put(4, "1")
    rig.wait_us(2 * SECOND)
    assert "Seat 4 1: late" in rig.screen()[4]
    before = rig.client.ride().notice_min
    rig.wait_us(130 * SECOND)
    assert rig.client.ride().notice_min == before
    layout.take(4, "1")
    rig.wait_us(130 * SECOND)
    assert "Min 10" in rig.screen()[4] and rig.client.ride().notice_min[0] > before[0]
