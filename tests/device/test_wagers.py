"""Wagers from the host, at a table that is dealt by hand: entered, settled, paid, moved and returned (001 5, 9.2)."""

from collections.abc import Callable
from typing import Any

import pytest

from pitctl import messages
from pitctl.exceptions import DeviceRefused
from pitctl.expectations import event_text
from pitctl.wager_words import outcome
from tests.device.rig import DEALER, PINS, SUPERVISOR, TableRig

pytestmark = [
    pytest.mark.device,
    pytest.mark.target("cpython", "unix"),  # one of them on the chip too: it settles all kinds
]

HEARTS_RACE = ["4H", "5H", "6H", "7H", "8S", "9C"]  # hearts, spades, clubs


def act(rig: TableRig, step: str, *, staff: int = DEALER, **what: Any) -> str:
    """Do a step; "" or the rule that refuses it."""
    with rig.client.acting_as(staff, PINS[staff]):
        try:
            rig.client.act(step, **what)
        except DeviceRefused as error:
            assert error.code == messages.REFUSED and isinstance(error.data, dict)
            return str(error.data["rule"])
    return ""


def wager(rig: TableRig, area: str, stake: int, seat: int = 1, **what: Any) -> str:
    return act(rig, "wager", area=area, stake=stake, seat=seat, **what)


def outcomes(rig: TableRig) -> list[str]:
    return [outcome(item) for item in rig.client.wagers()]


@pytest.mark.rule("001 5.2, 5.3")
@pytest.mark.rule("001 5.4(a)")
def test_wagers_are_taken_between_opening_and_call(rig: TableRig) -> None:
    assert wager(rig, "RED", 10) == "8.1", "no round is open"
    rig.press("confirm")
    assert wager(rig, "RED", 10) == ""
    assert wager(rig, "HS", 8, spoken=True) == ""
    assert wager(rig, "RED", 3) == "D3", "no whole number of chips"
    rig.press("no_more_bets")
    assert wager(rig, "RED", 10) == "5.4(a)"
    assert act(rig, "wager_back", wager=1) == "5.4(a)"
    assert [item.wager for item in rig.client.wagers()] == [1, 2]
    events = [event_text(event) for event in rig.client.all_events(0) if event.type == "wager"]
    assert events == ["wager staff-2 RED 1 10 not-spoken", "wager staff-2 HS 1 8 spoken"]


@pytest.mark.rule("001 2.0")
def test_the_limits_of_the_table_are_kept(make_rig: Callable[..., TableRig]) -> None:
    limits = {"min": 4, "colour": 40, "suit": 20, "quinella": 10, "trifecta": 8}
    rig = make_rig(limits=limits)
    rig.press("confirm")
    for area, most in (("RED", 40), ("H", 20), ("HS", 10), ("HSC", 8)):
        assert wager(rig, area, 2) == "2.0" and wager(rig, area, most + 2) == "2.0"
        assert wager(rig, area, 4) == "" and wager(rig, area, most) == ""
    found = rig.client.settings().limits
    assert found is not None and (found.min, found.trifecta) == (4, 8)


@pytest.mark.target("cpython", "unix", "rp2040")
@pytest.mark.rule("001 9.2")
@pytest.mark.rule("001 9.1(c)")
@pytest.mark.rule("001 5.4(b), 5.5")
def test_losers_are_collected_then_winners_paid_area_by_area(rig: TableRig) -> None:
    rig.press("confirm")
    for area, stake in (("RED", 10), ("HS", 8), ("HS", 2), ("BLACK", 10), ("HSD", 4)):
        assert wager(rig, area, stake) == ""
    rig.press("no_more_bets")
    rig.deal(HEARTS_RACE)
    assert outcomes(rig) == ["placed"] * 5, "nothing is settled before the result is confirmed"
    assert act(rig, "collected") == "9.1(c)"
    rig.press("confirm")
    assert outcomes(rig) == [
        "wins 5 (5.8(a)), to be paid",
        "wins 40 (5.8(c)), to be paid",
        "wins 10 (5.8(c)), to be paid",
        "loses, to be collected (9.2)",
        "wins 4 (5.8(d)), to be paid",
    ]
    assert act(rig, "paid", area="HS") == "9.2", "the losers first"
    assert act(rig, "wager_back", wager=4) == "5.5"
    assert act(rig, "wager_back", wager=2) == "5.4(b)"
    assert act(rig, "collected") == ""
    assert act(rig, "wager_back", wager=2) == "5.4(b)", "its area is not paid yet"
    assert act(rig, "paid", area="HS") == ""
    assert act(rig, "wager_back", wager=2) == ""
    assert act(rig, "wager_back", wager=1) == "5.4(b)", "areas are locked one by one"
    assert act(rig, "close") == "9.2"
    rig.press("confirm")
    assert rig.client.status().phase == "paying", "by key neither"
    for area in ("RED", "HSD"):
        assert act(rig, "paid", area=area) == ""
    assert act(rig, "paid", area="BLACK") == "5.1"
    assert outcomes(rig) == [
        "won 5 (5.8(a)), paid",
        "won 40 (5.8(c)), paid and taken up",
        "won 10 (5.8(c)), paid",
        "lost, collected (9.2)",
        "won 4 (5.8(d)), paid",
    ]
    rig.press("confirm")
    assert rig.client.status().phase == "idle" and rig.lit() == {}


@pytest.mark.rule("001 5.7")
def test_a_moved_wager_goes_home_and_a_spoken_one_stays(rig: TableRig) -> None:
    rig.press("confirm")
    wager(rig, "HS", 8)
    wager(rig, "HS", 8, spoken=True)
    rig.press("no_more_bets")
    for number in (1, 2):
        assert act(rig, "wager_moved", wager=number, area="SH", staff=SUPERVISOR) == ""
    rig.deal(HEARTS_RACE)
    rig.press("confirm")
    loses = "loses, to be collected (9.2); moved, placed on H>S (5.7)"
    assert outcomes(rig) == [loses, f"{loses}; spoken (5.3)"], "settled by where they lie"
    home: dict[str, Any] = {"staff": SUPERVISOR, "reason": "by_dealer"}
    assert act(rig, "wager_home", wager=1, **home) == ""
    assert act(rig, "wager_home", wager=2, **home) == "5.7"
    assert outcomes(rig)[0] == "wins 40 (5.8(c)), to be paid"
    record = [event for event in rig.client.all_events(0) if event.type == "wager_home"][-1]
    assert (record.who, record.reason, record.wager) == (SUPERVISOR, "by_dealer", 1)


@pytest.mark.rule("001 10.8")
def test_a_void_round_returns_every_wager_after_a_power_cut_too(rig: TableRig) -> None:
    rig.press("confirm")
    for number in range(1, 8):
        wager(rig, "H", 2 * number, seat=number)
    rig.press("no_more_bets")
    rig.deal(HEARTS_RACE[:2])
    rig.act("void", reason="equipment")
    rig.power_cycle()
    found = rig.client.wagers()
    assert [item.seat for item in found] == list(range(1, 8)), "more than one answer holds"
    assert {outcome(item) for item in found} == {"to be returned (10.8)"}
    assert act(rig, "wager_back", wager=7) == ""
    assert outcome(rig.client.wagers()[6]) == "returned, the round is void (10.8)"
    rig.press("confirm")
    assert rig.client.status().phase == "idle"
