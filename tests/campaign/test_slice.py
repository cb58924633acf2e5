"""A slice of the fault campaign for every `make test`; all of it: `make campaign`."""

import tomllib
from pathlib import Path
from typing import get_args

import pytest

from pitctl.boards import REPOSITORY
from simulator.models import barcode, mfrc522, nor_flash, pn532, st7789
from simulator.models.ds3231 import Ds3231
from simulator.models.mcp23017 import Mcp23017
from simulator.models.ssd1306 import Ssd1306
from tests.campaign.parts import MOMENTS, PARTS
from tests.campaign.play import Play
from tests.campaign.run import WRONG_VERSION, cases
from tests.campaign.tables import COLOUR, Setting, switch_on

pytestmark = [pytest.mark.device, pytest.mark.target("unix")]

SLICE = [
    ("scanner (plain)", "lost", "in a round", "derby"),
    ("scanner (gm65)", "stuck", "idle", "derby"),
    ("display (SSD1306)", "gone", "at the result", "derby"),
    ("display (ST7789)", "brown-out", "in a round", "derby"),
    ("display (ST7789, no line back)", "brown-out", "at the result", "derby"),
    ("bets-1", "stuck", "in a round", "ride"),
    ("bets-2", "brown-out", "at the result", "ride"),
    ("clock", "nack", "idle", "derby"),
    ("lights", "broken", "at the result", "derby"),
    ("badges (PN532)", "wrong-version", "in a round", "derby"),
    ("badges (MFRC522)", "stuck", "at the result", "derby"),
    ("flash", "locked", "at the result", "ride"),
    ("cards (MFRC522)", "wrong-version", "in a round", "derby"),
    ("cards (PN532)", "gone", "idle", "ride"),
]


@pytest.mark.parametrize(("part", "fault", "moment", "game"), SLICE)
def test_a_case(target_name: str, tmp_path: Path, part: str, fault: str, moment: str, game: str) -> None:
    [case] = cases(part, fault, moment, game)
    Play(case, target_name, tmp_path).run()


def test_every_part_is_in_the_slice() -> None:
    untold = {"beam", "keys", "supervisor"}  # of these a board knows nothing
    assert {part for part, *_ in SLICE} == {part.title for part in PARTS} - untold


def test_every_fault_of_every_menu_is_in_the_campaign() -> None:
    """Where a model has a menu, the campaign has all of it; who has no version says why."""
    rows = {part.title: part for part in PARTS}
    menus = {
        "scanner (plain)": barcode.FAULTS,
        "scanner (gm65)": barcode.FAULTS,
        "display (SSD1306)": Ssd1306.faults,
        "display (ST7789)": st7789.FAULTS,
        "display (ST7789, no line back)": st7789.FAULTS,
        "bets-1": Mcp23017.faults,
        "bets-2": Mcp23017.faults,
        "clock": Ds3231.faults,
        "flash": get_args(nor_flash.Fault),
        "badges (PN532)": pn532.FAULTS,
        "badges (MFRC522)": mfrc522.FAULTS,
        "cards (PN532)": pn532.FAULTS,
        "cards (MFRC522)": mfrc522.FAULTS,
    }
    for title, menu in menus.items():
        assert set(rows[title].faults) == set(menu), title
    assert all(WRONG_VERSION in part.faults or part.no_version for part in PARTS)
    assert len(MOMENTS) == 3


def _most_missing() -> int:
    """How many names the protocol has room for in one answer."""
    schema = tomllib.loads((REPOSITORY / "firmware/pitboard/protocol/schema.toml").read_text(encoding="utf-8"))
    [describe] = [method for method in schema["method"] if method["name"] == "describe"]
    [missing] = [field for field in describe["result"] if field["name"] == "missing"]
    return missing["list"]


def test_everything_lost_at_once_has_room_in_one_answer(target_name: str, tmp_path: Path) -> None:
    """All that is ever watched: the display, what reads cards, badges, two expanders (boards have no more), a clock."""
    rig = switch_on(Setting(COLOUR, tagged=True, badges=True), "ride", target_name, tmp_path)
    bench = rig.bench
    try:
        assert len(rig.client.describe().chips) == 2
        for part in (bench.display, bench.cards, bench.badges, *bench.bets, bench.clock_chip):
            part.fault = "gone"  # type: ignore[union-attr]
        rig.wait_us(13_000_000)
        said = rig.client.describe()
        assert said.missing == ("display", "cards", "badges", "clock", "bets-1", "bets-2")
        assert len(said.missing) == _most_missing()
        assert not {"display", "cards", "badges", "clock", "bets"} & set(said.parts)
        assert rig.client.status().phase == "idle"
    finally:
        rig.target.close()
