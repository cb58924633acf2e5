"""What 001 asks of the equipment itself: what it says of itself, what it refuses, what a players' monitor can draw."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitctl.boards import compile_board, load_board
from pitctl.exceptions import PitctlError
from pitctl.tables import load_table
from simulator.models.ocr import read_text
from simulator.targets import open_target
from simulator.vm import VmCrashed
from tests.device.rig import TableRig

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]  # hearts, spades, clubs


# -- approved equipment (3.6) ------------------------------------------------------------------


@pytest.mark.rule("001 3.6")
@pytest.mark.target("cpython", "unix")
def test_it_states_type_version_and_hashes(target_name: str, tmp_path: Path) -> None:
    rig = TableRig(target_name, tmp_path, closed=True)
    with rig:
        rig.target.power_cut()
        (tmp_path / "files" / "manifest.json").write_text(json.dumps({"hash": "ab" * 32}))
        rig.target.start()
        rig.client.wait_ready(20.0)
        said = rig.client.describe()
    assert (said.product, said.board, said.chip) == ("pitboard", "pico-table", "rp2040")
    assert (said.game, said.rules) == ("nz-derby", "001_569f9dd48792a3e4")
    assert said.version.count(".") == 2
    assert said.firmware_hash == "ab" * 32
    assert said.board_hash == compile_board(rig.board)["hash"]
    assert set(said.parts) == set(rig.board.parts)


@pytest.mark.rule("001 3.6")
@pytest.mark.target("cpython")
@pytest.mark.parametrize(
    ("wrong", "named"),
    [({"game": "nz-poker"}, "pack must be an object"), ({"decks": 9}, "decks must be 1 to 8")],
)
def test_a_table_that_is_not_approved_does_not_start(
    target_name: str, tmp_path: Path, wrong: dict[str, Any], named: str
) -> None:
    board = load_board("pico-table")
    table = {**load_table("derby-demo", board), **wrong}
    target = open_target(target_name, board, table, state_dir=tmp_path)
    try:
        target.start()
        with pytest.raises(VmCrashed, match=named):
            target.run_for(3_000_000)
        bench = target.bench
        assert bench is not None and bench.display is not None and bench.lights is not None
        words = " ".join(read_text(bench.display.image()))
        assert "FAULT" in words and named.split(maxsplit=1)[0] in words
        assert not any(any(pixel) for pixel in bench.lights.pixels)
    finally:
        target.close()


@pytest.mark.rule("001 3.6")
@pytest.mark.target("cpython", "unix")
def test_it_opens_only_after_its_lamp_test(make_rig: MakeRig) -> None:
    rig = make_rig(closed=True)
    rig.sign_on()
    for step in ("prechecked", "shuffled", "cut"):
        rig.client.act(step)
    with pytest.raises(PitctlError, match="lamp"):
        rig.client.act("table_open")
    rig.client.act("lamp_test")
    rig.wait_us(200_000)
    assert len(rig.lit()) == 42
    rig.client.act("lamps_good")
    rig.client.act("table_open")
    assert rig.client.status().phase == "idle"


# -- scanner and displays are there, or missed (3.4) -------------------------------------------


@pytest.mark.rule("001 3.4(d), (e), (f)")
def test_a_lost_scanner_and_a_lost_display_are_named(rig: TableRig) -> None:
    bench = rig.bench
    assert bench.barcode is not None and bench.display is not None
    said = rig.client.describe()
    assert {"scanner", "display"} <= set(said.parts) and said.missing == ()
    rig.open_race()
    bench.barcode.fault = "lost"
    rig.deal(["4S", "4S"])
    assert rig.client.describe().missing == ("scanner",)
    assert ("reader_lost", 1) in rig.irregularities()
    bench.display.fault = "nack"
    rig.press("cancel")
    said = rig.client.describe()
    assert said.missing == ("display", "scanner")
    assert not {"scanner", "display"} & set(said.parts)


# -- the players' monitor (1.2) ----------------------------------------------------------------


def drawn(rig: TableRig) -> list[tuple[int, str]]:
    """The cards that a monitor has to draw: place and card, as the records name them."""
    shown = ("card", "reveal")
    return [
        (int(event.place or 0), str(event.card))
        for event in rig.client.all_events(0)
        if event.type in shown
    ]


@pytest.mark.rule("001 1.2 Players' Monitor")
@pytest.mark.rule("001 8.2")
def test_a_monitor_can_follow_the_race_and_show_its_result(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(RACE[:6])
    status = rig.client.status()
    assert (status.phase, list(status.places), status.result) == ("racing", [6, 0, 0], None)
    rig.deal(RACE[6:7])
    assert list(rig.client.status().places) == [6, 1, 0]
    rig.deal(RACE[7:])
    status = rig.client.status()
    assert (status.phase, list(status.places)) == ("result", [6, 1, 1])
    assert status.result is not None
    assert (status.result.first, status.result.second) == ("hearts", "spades")
    assert (status.result.third, status.result.protested) == ("clubs", False)
    assert set(status.lit) == set(rig.lit())
    assert drawn(rig) == list(enumerate(RACE, 1)), "each card with its place, in order"


@pytest.mark.rule("001 1.2 Players' Monitor")
@pytest.mark.target("cpython", "unix")
def test_a_monitor_learns_a_card_when_it_may_be_shown_and_not_before(make_rig: MakeRig) -> None:
    rig = make_rig(reveal="next-card")
    rig.open_race()
    rig.deal(RACE[:2])
    assert drawn(rig) == [(1, "TH")]
    status = rig.client.status()
    assert (status.cards, status.hidden) == (1, 1)
    assert "3S" not in repr(list(rig.client.all_events(0)))
    rig.slide(RACE[2])
    assert drawn(rig) == [(1, "TH"), (2, "3S")]


# -- settings of the house (2.0) ----------------------------------------------------------------


@pytest.mark.rule("001 2.0")
@pytest.mark.target("cpython", "unix")
def test_limits_and_notice_are_the_house_s_own(make_rig: MakeRig) -> None:
    limits = {"min": 10, "colour": 1000, "suit": 400, "quinella": 100, "trifecta": 50}
    rig = make_rig(limits=limits, notice="LAST ROUND AT TWO")
    assert "LAST ROUND AT TWO" in rig.words()
    rig.press("confirm")
    assert "LAST ROUND AT TWO" in rig.words()
    rig.act("wager", area="H", seat=1, stake=400)
    for area, stake in (("H", 402), ("HS", 102), ("HSC", 52), ("RED", 8)):
        with pytest.raises(PitctlError, match="limit"):
            rig.act("wager", area=area, seat=1, stake=stake)
    assert [wager.stake for wager in rig.client.wagers()] == [400]


@pytest.mark.rule("001 10.1")
@pytest.mark.target("cpython", "unix")
def test_a_display_that_lost_its_supply_for_a_moment_is_lit_again_in_the_same_phase(rig: TableRig) -> None:
    """It answers as before, so nobody can tell: its settings and an eighth of its pages are sent each second."""
    assert rig.bench.display is not None
    rig.open_race()
    rig.deal(["TH", "3S"])
    rig.wait_us(1_000_000)
    before = rig.image()
    rig.bench.display.fault = "brown-out"
    assert not any(map(any, rig.image()))
    rig.wait_us(9_000_000)
    assert rig.image() == before
    rig.bench.display.fault = None
    rig.bench.display.fault = "brown-out"
    rig.deal(["4H", "KH", "3H", "5S", "7C"])  # a new phase: everything is sent at once
    rig.wait_us(1_000_000)
    assert rig.screen()[6:] == ["Check with the cards", "CONFIRM if right"]
