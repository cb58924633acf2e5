"""Whole rounds of Let It Ride through the wires: every pack, on every target."""

from collections.abc import Callable

import pytest

from tests.device.ride_rig import PACKS, RideRig

pytestmark = pytest.mark.device

MakeRide = Callable[..., RideRig]


@pytest.mark.parametrize("pack", PACKS)
def test_a_round_by_keys_and_slides(make_ride: MakeRide, pack: str) -> None:
    rig = make_ride(pack)
    rig.call(2, 5)
    assert rig.phase() == "dealing"
    rig.deal_hands({2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC")
    assert rig.phase() == "dealt"
    rig.press("confirm")
    rig.decide("ride", "withdraw")
    assert rig.phase() == "turning_1" and rig.client.ride().community == ()
    rig.press("confirm")
    assert rig.client.ride().community == ("KD",)
    rig.decide("ride", "withdraw")
    rig.press("confirm")
    assert rig.client.ride().community == ("KD", "KC")
    rig.show_all()
    assert rig.phase() == "settling"
    winner, other = rig.seat(2), rig.seat(5)
    assert winner.hand == "two_pair" and winner.profit == (1000, 1000, 1000, 0)
    assert other.hand == "tens_or_better" and other.profit == (0, 0, 500, 0)
    assert other.returned == (500, 500, 500, 0)
    rig.settle_all()
    rig.press("confirm")
    assert rig.phase() == "idle"
    assert rig.client.status().lit == ()
