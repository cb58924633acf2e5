"""The time of a table with a DS3231: set by a person, kept over power cuts, never falling, never believed blindly."""

from collections.abc import Callable

import pytest

from pitctl.event_times import EventTimes
from pitctl.exceptions import DeviceRefused
from simulator.models.ds3231 import Ds3231
from tests.device.rig import TableRig

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]

BOARD = "pico-table-oled"
NOON = 1_780_315_200  # 1 June 2026, 12:00
SECOND = 1_000_000
RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]


def chip_of(rig: TableRig) -> Ds3231:
    assert rig.bench.clock_chip is not None
    return rig.bench.clock_chip


def set_time(rig: TableRig, seconds: int) -> None:
    rig.sign_on()
    rig.client.time(seconds)
    rig.client.release()


def clocks(rig: TableRig) -> list[tuple[str | None, bool | None]]:
    return [(e.source, e.ok) for e in rig.client.all_events(0) if e.type == "clock"]


def dated(rig: TableRig) -> list[tuple[str, int | None]]:
    """Every record with its time, as an export has it."""
    times = EventTimes()
    found: list[tuple[str, int | None]] = []
    since = 0
    while True:
        page = rig.client.events(since)
        found += [(event.type, times.of(event, page.boot)) for event in page.events]
        if page.next <= since or page.next >= page.last:
            return found
        since = page.next


def test_times_never_fall_over_power_cuts(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD, closed=True)
    found = rig.client.time()
    assert (found.time, found.source, found.trusted) == (None, None, False), "a new chip knows nothing"
    set_time(rig, NOON)
    found = rig.client.time()
    assert found.time in (NOON, NOON + 1) and (found.source, found.trusted) == ("host", True)
    rig.open_table()
    rig.open_race()
    rig.deal(RACE[:3])
    rig.power_cycle()  # in mid-race: the chip has counted on
    found = rig.client.time()
    assert (found.source, found.trusted) == ("chip", True) and found.time is not None
    assert NOON < found.time < NOON + 120
    rig.deal(RACE[3:])
    rig.close_race()
    chip_of(rig).fault = "nack"
    rig.power_cycle()  # nobody answers: counted on, and not trusted
    found = rig.client.time()
    assert (found.source, found.trusted) == ("kept", False)
    chip_of(rig).fault = None
    rig.wait_us(11 * SECOND)
    assert rig.client.time().source == "chip" and rig.client.time().trusted
    assert clocks(rig) == [("host", True), ("chip", True), ("kept", False), ("chip", True)]
    known = [at for _, at in dated(rig) if at is not None]
    assert known == sorted(known) and len(known) > 20
    assert ("card", None) not in dated(rig)


@pytest.mark.target("cpython", "unix")
def test_a_jump_is_recorded_and_not_believed(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    set_time(rig, NOON)
    rig.wait_us(11 * SECOND)
    chip_of(rig).fault = "wrong-time"  # an hour back
    rig.wait_us(11 * SECOND)
    found = rig.client.time()
    assert (found.source, found.trusted) == ("wrong", False)
    assert found.time is not None and NOON + 20 <= found.time <= NOON + 60, "time does not fall"
    record = [event for event in rig.client.all_events(0) if event.type == "clock"][-1]
    assert (record.source, record.ok) == ("wrong", False) and record.jump is not None
    assert -3601 <= record.jump <= -3599
    set_time(rig, NOON + 500)
    rig.wait_us(11 * SECOND)
    record = [event for event in rig.client.all_events(0) if event.type == "clock"][-1]
    assert (record.source, record.ok, record.who) == ("host", True, 1)
    rig.power_cycle()
    assert rig.client.time().source == "chip", "the chip was set too"


@pytest.mark.target("cpython", "unix")
def test_only_a_supervisor_sets_the_time(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    with pytest.raises(DeviceRefused, match="not authorised"):
        rig.client.time(NOON)
    rig.sign_on(2)
    with pytest.raises(DeviceRefused, match="not authorised"):
        rig.client.time(NOON)
    rig.client.release()
    assert rig.client.time().time is None and clocks(rig) == []
    rig.sign_on()
    with pytest.raises(DeviceRefused, match="2024"):
        rig.client.time(1000)
    rig.client.time(NOON)
    rig.client.release()
    before = len(clocks(rig))
    now = rig.client.time().time
    assert now is not None
    rig.client.time(now + 1)  # what agrees anyway anybody may say
    assert len(clocks(rig)) == before == 1
    with pytest.raises(DeviceRefused, match="not authorised"):
        rig.client.time(now + 60)


@pytest.mark.target("cpython", "unix")
def test_what_is_set_in_a_round_counts_from_its_end(make_rig: MakeRig) -> None:
    rig = make_rig(board=BOARD)
    set_time(rig, NOON)
    rig.open_race()
    set_time(rig, NOON + 3600)
    assert rig.client.time().waits and len(clocks(rig)) == 1
    rig.deal(RACE)
    rig.wait_us(11 * SECOND)
    assert rig.client.time().trusted, "the chip, which nobody has set yet, is no worse than before"
    rig.close_race()
    rig.wait_us(SECOND // 2)  # the next round may begin at once
    rig.open_race()
    found = rig.client.time()
    assert not found.waits and found.time is not None and found.time >= NOON + 3600
    record = [event for event in rig.client.all_events(0) if event.type == "clock"][-1]
    assert (record.source, record.who) == ("host", 1)
    rig.power_cycle()
    assert rig.client.time().source == "chip" and (rig.client.time().time or 0) >= NOON + 3600


@pytest.mark.target("cpython", "unix")
def test_a_board_without_a_chip_takes_a_host_s_time(make_rig: MakeRig) -> None:
    """Where its file says so; after a restart it only counts on."""
    rig = make_rig(parts={"clock": {"kind": "host-time"}})
    assert rig.client.time().source is None
    set_time(rig, NOON)
    assert rig.client.time().source == "host"
    rig.power_cycle()
    found = rig.client.time()
    assert (found.source, found.trusted) == ("kept", False)
    assert found.time is not None and found.time >= NOON
    assert rig.client.describe().missing == ()
    rig.press("confirm")
    set_time(rig, NOON + 10_000)
    assert rig.client.time().waits
    rig.act("cancel")
    rig.wait_us(11 * SECOND)
    assert rig.client.time().source == "host"


@pytest.mark.target("cpython", "unix")
def test_a_board_without_a_clock_has_no_time(make_rig: MakeRig) -> None:
    rig = make_rig()
    assert "time" not in rig.client.describe().methods
    with pytest.raises(DeviceRefused) as refused:
        rig.client.time()
    assert refused.value.code == -32601
