"""The dealer's display, picture by picture: what the chip model draws from the bus bytes, against golden PNG files.

`make golden` writes them again; look at each change before it is committed.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simulator.models import png
from tests.device.rig import TableRig

pytestmark = pytest.mark.device

GOLDEN = Path(__file__).parents[1] / "golden"
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))


def tour(rig: TableRig) -> Iterator[str]:
    """Plays one table day in short and stops at each screen worth a picture."""
    yield "idle"
    rig.press("no_more_bets")
    yield "refused"
    rig.press("confirm")
    yield "betting"
    rig.slide("9D")
    yield "early-card"
    rig.press("no_more_bets")
    yield "race-start"
    rig.deal(["TH", "2S", "4H", "9C"])
    yield "race-protested"
    rig.slide(None)
    yield "misscan"
    rig.deal(["KH", "3H", "5S"])
    yield "race-third-open"
    rig.slide("7C")
    yield "result-protested"
    rig.press("confirm")
    yield "paying-protested"
    rig.press("confirm")
    rig.open_race()
    rig.deal(["4D", "5D", "6D", "7D", "8C", "9S"])
    yield "result"
    rig.press("cancel")
    yield "void-asked"
    rig.press("confirm")
    yield "void"


def test_screens_are_the_golden_ones(make_rig: Callable[..., TableRig]) -> None:
    rig = make_rig(table="Derby 1", decks=1)
    wrong: list[str] = []
    seen: set[str] = set()
    for name in tour(rig):
        path = GOLDEN / f"ssd1306-{name}.png"
        seen.add(path.name)
        if UPDATE:
            GOLDEN.mkdir(exist_ok=True)
            png.write(path, rig.image())
        elif png.read(path) != rig.image():
            wrong.append(name)
    assert not wrong, f"differ from tests/golden: {wrong}"
    assert {path.name for path in GOLDEN.glob("ssd1306-*.png")} == seen, "no picture is left over"


@pytest.mark.rule("001 10.1")
def test_the_race_goes_on_without_a_display_and_it_is_taken_up_again(rig: TableRig) -> None:
    assert rig.bench.display is not None
    rig.open_race()
    rig.bench.display.fault = "nack"
    rig.deal(["TH", "4H", "KH", "3H", "5S"])
    assert "display" in rig.client.describe().missing
    rig.slide("7C")
    assert len(rig.lit()) == 9
    rig.bench.display.power_off()  # it comes back with nothing in its memory
    rig.bench.display.fault = None
    rig.wait_us(1_500_000)
    assert rig.screen()[2] == "♥ ♠ ♣"
    assert list(rig.client.describe().missing) == []


@pytest.mark.rule("001 9.1(c)")
def test_a_display_that_lost_its_supply_for_a_moment_shows_the_result(rig: TableRig) -> None:
    """It answers on the bus but has forgotten its set-up: nothing reports a fault."""
    assert rig.bench.display is not None
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S"])
    rig.bench.display.power_off()
    rig.slide("7C")
    lines = rig.screen()
    assert lines[0].split() == ["Derby", "1", "R1"]
    assert lines[1].split() == ["1st", "2nd", "3rd"]
    assert lines[2] == "♥ ♠ ♣"
    assert lines[6:] == ["Check with the cards", "CONFIRM if right"]
