"""The dealer's displays at Racing Game Derby, picture by picture; and what happens without one."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.device.golden import BOARDS, GOLDEN, Tour, compare
from tests.device.rig import TableRig
from tests.device.test_golden_ride_screens import RIDES, WITH_CHIPS

pytestmark = pytest.mark.device

DECK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
QUICK = {"pace_ms": 120, "passage_ms": 50, "read_at_ms": 25}


def opening(rig: TableRig) -> Iterator[str]:
    yield "closed"
    rig.press("confirm")
    yield "lamp-test"
    rig.press("confirm")
    yield "check-due"
    rig.press("confirm")
    rig.deal(DECK[:20], **QUICK)
    yield "checking"
    rig.deal([*DECK[20:33], "9C", *DECK[34:]], **QUICK)
    rig.press("confirm")
    yield "check-differs"
    rig.choose("End the check")
    rig.press("confirm")
    rig.deal(DECK, **QUICK)
    rig.press("confirm")
    yield "check-dealer"
    rig.press("confirm")
    yield "check-supervisor"
    rig.press("confirm")
    yield "supervisor-needed"
    rig.turn_key(True)
    rig.press("confirm")
    yield "shuffle"
    rig.press("confirm")
    yield "cut"
    rig.press("confirm")
    yield "ready-to-open"
    rig.press("confirm")
    rig.turn_key(False)
    yield "idle"


def one_day(rig: TableRig) -> Iterator[str]:
    rig.press("no_more_bets")
    yield "refused"
    rig.press("confirm")
    yield "betting"
    rig.slide("9D")
    yield "held-early"
    rig.choose("Seen: burn it")
    yield "held-burned"
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
    rig.slide("KD")
    yield "held-late"
    rig.choose("Not seen: use as next")
    yield "held-shuffled-in"
    rig.press("confirm")
    yield "paying-protested"
    rig.press("confirm")
    rig.open_race()
    rig.deal(["4D", "5D", "6D", "7D", "8C", "9S"])
    yield "result"
    rig.press("cancel")
    yield "menu"
    rig.press("no_more_bets")
    yield "menu-second"
    rig.press("cancel")
    rig.choose("Light areas again")
    yield "lights-again"
    rig.turn_key(True)
    rig.press("cancel")
    for _ in range(4):
        rig.press("no_more_bets")
    yield "menu-supervisor"
    rig.choose("Rebuild the race")
    yield "question-reason"
    rig.choose("Card misplaced")
    yield "rebuild"
    rig.choose("Move a card")
    yield "question-place"
    rig.choose("Card 6")
    yield "question-to"
    rig.choose("Card 5")
    rig.choose("Insert missed card")
    rig.choose("Card 7")
    yield "question-rank"
    rig.choose("T")
    yield "question-suit"
    rig.choose("Hearts")
    rig.choose("Rebuild is done")
    yield "rebuilt-left-over"
    rig.choose("Lights off this round")
    rig.choose("Lights were wrong")
    yield "result-dark"
    rig.press("confirm")
    yield "paying-dark"
    rig.choose("Void the round")
    rig.choose("Dispute")
    rig.turn_key(False)
    yield "void"
    rig.press("confirm")


def trouble(rig: TableRig) -> Iterator[str]:
    rig.open_race()
    rig.choose("First card face up")
    yield "first-burned"
    rig.slide("TH")
    rig.choose("Later card face up")
    yield "face-up-used"
    rig.slide("TH")
    yield "held-foreign"
    rig.turn_key(True)
    yield "held-foreign-supervisor"
    rig.choose("Take foreign card out")
    rig.choose("Other reason")
    rig.turn_key(False)
    yield "foreign-out"
    rig.slide("XX")
    yield "unknown-code"
    rig.choose("Shoe is empty")
    yield "shoe-empty"
    rig.act("void", reason="shoe_empty")
    rig.press("confirm")


def hidden(rig: TableRig) -> Iterator[str]:
    """By key; two decks, so that a card may be carried."""
    rig.slide("9D")
    rig.choose("Not seen: use as next")
    yield "held-next"
    rig.choose("Card seen: reshuffle")
    yield "shuffle-supervisor"
    rig.act("shuffled")
    rig.press("confirm")
    rig.slide("9D")
    rig.choose("Not seen: use as next")
    rig.slide("XX")  # a message takes the place of the outcome
    yield "idle-unknown-code"
    rig.press("confirm")
    yield "betting-carried"
    rig.press("no_more_bets")
    yield "hidden-by-key"
    rig.press("confirm")
    rig.slide("8D")
    yield "hidden-by-key-second"


def with_next(rig: TableRig) -> Iterator[str]:
    rig.open_race()
    rig.deal(["TH", "4H"])
    yield "hidden-with-next"


def after_delay(rig: TableRig) -> Iterator[str]:
    rig.open_race()
    rig.deal(["TH"])
    yield "hidden-by-time"


def some_races(rig: TableRig) -> Iterator[str]:
    """A table that has seen some: what it remembers of them shows on the display in colour."""
    races = (
        ["4D", "5D", "6D", "7D", "8C", "9S"],
        ["2S", "3S", "4S", "5S", "2H", "3D"],
        ["2C", "3C", "4C", "5C", "7D", "9H"],
    )
    for cards in races:
        rig.open_race()
        rig.deal(cards)
        rig.close_race()
    yield "remembered"
    rig.power_cycle()
    yield "remembered-after-restart"
    rig.open_race()
    rig.deal(["TC", "JC", "QS", "KH"])
    yield "remembered-race"


PICTURES: list[tuple[dict[str, Any], Tour, str]] = [
    (
        {"closed": True},
        opening,
        "closed lamp-test check-due checking check-differs check-dealer check-supervisor "
        "supervisor-needed shuffle cut ready-to-open idle",
    ),
    (
        {},
        one_day,
        "refused betting held-early held-burned race-start race-protested misscan race-third-open "
        "result-protested held-late held-shuffled-in paying-protested result menu menu-second "
        "lights-again menu-supervisor question-reason rebuild question-place question-to "
        "question-rank question-suit rebuilt-left-over result-dark paying-dark void",
    ),
    (
        {},
        trouble,
        "first-burned face-up-used held-foreign held-foreign-supervisor foreign-out unknown-code "
        "shoe-empty",
    ),
    (
        {"decks": 2, "reveal": "key", "notice": "Minimum 5 on colours Last round at 02:00"},
        hidden,
        "held-next shuffle-supervisor idle-unknown-code betting-carried hidden-by-key "
        "hidden-by-key-second",
    ),
    ({"reveal": "next-card"}, with_next, "hidden-with-next"),
    ({"reveal": "delay", "reveal_ms": 60000}, after_delay, "hidden-by-time"),
    ({}, some_races, "remembered remembered-after-restart remembered-race"),
]


@pytest.mark.target("cpython", "unix")
@pytest.mark.parametrize("chip", BOARDS)
@pytest.mark.parametrize(
    ("settings", "tour", "names"), PICTURES, ids=[tour.__name__ for _, tour, _ in PICTURES]
)
def test_screens_are_the_golden_ones(
    make_rig: Callable[..., TableRig], chip: str, settings: dict[str, Any], tour: Tour, names: str
) -> None:
    assert not compare(make_rig(board=BOARDS[chip], table="Derby 1", **settings), tour, names)


@pytest.mark.target("rp2040")
def test_screens_of_a_day_are_the_golden_ones_on_the_chip(rig: TableRig) -> None:
    _, tour, names = PICTURES[1]
    assert not compare(rig, tour, names)


@pytest.mark.target("rp2040")
def test_screens_in_colour_are_the_golden_ones_on_the_chip(make_rig: Callable[..., TableRig]) -> None:
    _, tour, names = PICTURES[-1]
    assert not compare(make_rig(board=BOARDS["st7789"]), tour, names)


def test_no_picture_is_left_over() -> None:
    every = [names for _, _, names in PICTURES] + [names for _, _, names in RIDES] + [WITH_CHIPS]
    named = {f"{chip}-{name}.png" for chip in BOARDS for names in every for name in names.split()}
    assert {path.name for path in GOLDEN.glob("*.png")} == named


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
    assert lines[0].split() == ["Derby", "1", "9.1(c)", "R1"]
    assert lines[1].split() == ["1st", "2nd", "3rd"]
    assert lines[2] == "♥ ♠ ♣"
    assert lines[6:] == ["Check with the cards", "CONFIRM if right"]
