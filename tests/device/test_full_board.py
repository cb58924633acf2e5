"""Whole rounds with every part in use at once, on the buses that they share.

A badge rests on the PN532 and is asked again and again, the MFRC522 and the display in colour share an SPI, expanders,
clock and the small display an I2C, the lights run, the journal is written; and the barcode engine says each code as
often and cards follow one another as closely as the product allows. Nothing is lost, and the result is that of the
cards.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from simulator.models.mfrc522 import Mfrc522
from simulator.models.ntag_dna import NtagDna
from simulator.models.st7789 import St7789
from tests.device.badge_table import SUPERVISOR, badge, badges, card_number, card_tag, lay_down
from tests.device.full_table import FULL, OLED, BusyEngine, full_table_file
from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig
from tests.device.stories import HSC, last, result
from tests.device.test_bet_sensors import PRESENCE, Layout
from tests.device.test_clock import NOON, set_time

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
MakeRide = Callable[..., RideRig]
BOARDS = pytest.mark.parametrize("board", [FULL, OLED])

RACE = ["TH", "4H", "KH", "3H", "5S", "7C"]  # hearts, spades, clubs
HANDS = {2: ["TH", "TD", "5S"], 5: ["2C", "3C", "9D"]}
DEAL = [card for cards in zip(*HANDS.values(), strict=True) for card in cards] + ["KD", "KC"]  # by seats (000 7.4)
SECOND = 1_000_000
CAUGHT_UP_US = 600_000  # the display in colour, after cards at the closest pace
ENTER = "Enter card by hand"


def rests(rig: TableRig) -> NtagDna:
    """The supervisor's badge lies on the reader from now on."""
    found = lay_down(rig, badge(SUPERVISOR))
    assert isinstance(found, NtagDna)
    assert badges(rig) == [("proved", SUPERVISOR)]
    return found


def enter(rig: TableRig, rank: str, suit: str) -> None:
    """A card that never reads, by the keys of whoever is at them."""
    rig.slide(None)
    for words in (ENTER, rank, suit, "Card never reads"):
        rig.choose(words)
    assert last(rig, "entered") == (SUPERVISOR, "not_read")


def check_buses(rig: TableRig) -> None:
    """Every part was there to the end, and nobody disturbed anybody."""
    assert rig.client.describe().missing == ()
    assert not rig.bench.contention and not rig.bench.misread
    if isinstance(rig.bench.display, St7789):
        assert not rig.bench.display.broken_rules and not rig.bench.display.unknown_commands
    time = rig.client.time()
    assert time.trusted and time.time is not None and NOON < time.time < NOON + 300


def closed_derby(make_rig: MakeRig, folder: Path, board: str, *, tagged: bool = False) -> TableRig:
    file = full_table_file(folder, "derby-demo", tagged=tagged)
    rig = make_rig(board=board, file=file, closed=True)
    set_time(rig, NOON)
    rig.open_table()
    return rig


@BOARDS
@pytest.mark.rule("001 8.1 passage")
def test_a_derby_with_barcodes(make_rig: MakeRig, tmp_path: Path, board: str) -> None:
    rig = closed_derby(make_rig, tmp_path / "files", board)
    engine = BusyEngine(rig)
    supervisor = rests(rig)
    asked = len(supervisor.apdus)
    rig.open_race()
    programs = rig.bench.flash.programs.total()
    engine.deal(RACE[:5])
    rig.wait_us(CAUGHT_UP_US)
    assert rig.screen()[6:] == ["Slide card 6", "to 3rd place"]
    enter(rig, "7", "Clubs")
    rig.wait_us(CAUGHT_UP_US)
    assert result(rig) == "HSC" and rig.lit() == HSC
    assert rig.screen()[6:] == ["Check with the cards", "CONFIRM if right"]
    assert rig.cards(1) == RACE and {kind for kind, _ in rig.irregularities()} == {"misscan"}
    assert rig.bench.flash.programs.total() >= programs + len(RACE)
    rig.close_race()
    assert rig.client.status().phase == "idle" and rig.lit() == {}
    assert last(rig, "confirm")[0] == SUPERVISOR
    assert len(supervisor.apdus) > asked, "it has proved itself anew meanwhile"
    assert badges(rig) == [("proved", SUPERVISOR)]
    check_buses(rig)
    engine.check_none_lost()


@BOARDS
@pytest.mark.rule("001 8.1 passage")
def test_a_derby_with_tagged_cards(make_rig: MakeRig, tmp_path: Path, board: str) -> None:
    """The MFRC522 reads the cards on the bus that the display in colour is drawn over."""
    rig = closed_derby(make_rig, tmp_path / "files", board, tagged=True)
    assert isinstance(rig.bench.cards, Mfrc522)
    rests(rig)
    rig.open_race()
    for card in RACE[:5]:
        start_us = rig.target.now_us()
        rig.bench.dealer.slide_tags(card_tag(card_number(card)))
        rig.wait_us(start_us + 350_000 - rig.target.now_us())
    enter(rig, "7", "Clubs")
    rig.wait_us(CAUGHT_UP_US)
    assert result(rig) == "HSC" and rig.lit() == HSC and rig.cards(1) == RACE
    assert rig.screen()[6:] == ["Check with the cards", "CONFIRM if right"]
    rig.close_race()
    assert rig.client.status().phase == "idle" and rig.lit() == {}
    check_buses(rig)


@BOARDS
@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
@pytest.mark.rule("000 8.3.1")
def test_let_it_ride_with_chips_on_sensors(make_ride: MakeRide, tmp_path: Path, board: str) -> None:
    file = full_table_file(tmp_path / "files", "nsw-ride")
    rig = make_ride(board=board, file=file, changes=PRESENCE, closed=True)
    set_time(rig, NOON)
    rig.open_table()
    layout, engine = Layout(rig), BusyEngine(rig)
    supervisor = rests(rig)
    asked = len(supervisor.apdus)
    rig.open_bets()
    for seat in HANDS:
        layout.put(seat, "1 2 $")
    assert [seat.seat for seat in rig.client.seats() if all(seat.stakes[:3])] == [*HANDS]
    rig.press("no_more_bets")
    engine.deal(DEAL[:2])
    rig.wait_us(CAUGHT_UP_US)
    enter(rig, "T", "Diamonds")
    engine.deal(DEAL[3:])
    rig.wait_us(CAUGHT_UP_US)
    assert rig.phase() == "dealt" and {kind for kind, _ in rig.irregularities()} == {"misscan"}
    rig.press("confirm")
    for turn, spot in enumerate(("1", "2"), 1):
        rig.decide("ride")
        layout.take(5, spot)
        rig.wait_us(CAUGHT_UP_US)
        assert rig.screen()[6] == f"Seat 5: {spot} back?"
        rig.decide("withdraw")
        assert rig.phase() == f"turning_{turn}"
        rig.press("confirm")
    rig.show_all()
    rig.wait_us(CAUGHT_UP_US)
    assert rig.seat(2).hand == "two_pair" and rig.seat(2).profit == (2, 2, 2, 0)
    assert rig.seat(5).hand == "tens_or_better" and rig.seat(5).profit == (0, 0, 1, 0)
    assert rig.lit() == {"2.one": "won", "2.two": "won", "2.dollar": "won", "5.dollar": "won"}
    assert rig.screen()[1].split() == ["Seat", "5", "Tens", "or", "better"]
    assert rig.screen()[6:] == ["Seat 5: pay", "CONFIRM when paid"]
    rig.settle_all()
    rig.press("confirm")
    assert rig.phase() == "idle" and rig.lit() == {}
    decided = [(e.seat, e.choice, e.who) for e in rig.events() if e.type == "decide"]
    assert decided == [(2, "ride", SUPERVISOR), (5, "withdraw", SUPERVISOR)] * 2
    assert len(supervisor.apdus) > asked and badges(rig) == [("proved", SUPERVISOR)]
    check_buses(rig)
    engine.check_none_lost()
