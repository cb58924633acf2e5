"""The one fault path: when the table cannot keep its promise it says so, lights nothing, and stays reachable."""

import pytest

from tests.device.rig import TableRig

pytestmark = pytest.mark.device


@pytest.mark.target("unix", "rp2040")
@pytest.mark.rule("001 10.1")
@pytest.mark.parametrize("dealt", [3, 6])
def test_flash_that_keeps_nothing_is_a_fault_and_nothing_is_announced(
    rig: TableRig, dealt: int
) -> None:
    codes = ["TH", "4H", "KH", "3H", "5S", "7C"]
    rig.open_race()
    rig.deal(codes[: dealt - 1])
    rig.bench.flash.fault = "locked"
    rig.slide(codes[dealt - 1])
    assert rig.lit() == {}, "never a lit win that is not in the journal"
    words = rig.words()
    assert "FAULT" in words and "Go by the cards" in words
    status = rig.client.status()
    assert status.notice is not None and status.notice.kind == "fault"
    assert status.cards == dealt - 1
    # Mended and restarted, the race goes on where the journal stopped.
    rig.bench.flash.fault = None
    rig.power_cycle()
    assert rig.cards() == codes[: dealt - 1]
    rig.deal(codes[dealt - 1 :])
    assert len(rig.lit()) == 9


@pytest.mark.target("unix", "rp2040")
def test_a_fault_puts_out_lights_that_were_on(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    assert len(rig.lit()) == 9
    rig.bench.flash.fault = "locked"
    rig.press("confirm")
    assert rig.lit() == {}
    assert "FAULT" in rig.words()


@pytest.mark.target("unix", "rp2040")
def test_after_a_fault_nothing_but_the_host_line_works(rig: TableRig) -> None:
    rig.open_race()
    rig.slide("TH")
    rig.bench.flash.fault = "locked"
    rig.slide("4H")
    rig.bench.flash.fault = None
    heard, seq = len(rig.tones()), rig.client.status().journal.last_seq
    rig.slide("KH")
    rig.press("confirm")
    assert rig.client.status().journal.last_seq == seq
    assert len(rig.tones()) == heard
    assert "FAULT" in rig.words()


@pytest.mark.target("unix", "rp2040")
def test_a_fault_cuts_the_tone_that_sounds(rig: TableRig) -> None:
    sounder = rig.bench.sounder
    assert sounder is not None
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    rig.bench.dealer.slide(None)
    assert rig.target.run_until(lambda: sounder.sounding, 1_000_000)
    rig.bench.flash.fault = "locked"
    rig.bench.dealer.press("confirm")
    rig.wait_us(130_000)
    assert not sounder.sounding, "a notice sounds for 200 ms"
    rig.wait_us(200_000)
    assert "FAULT" in rig.words()
