"""Everything that is not one passage with one good read: named by its place, written down, never counted."""

from collections.abc import Callable

import pytest

from pitctl.firmware import derby_events, events, words
from tests.device.rig import TableRig

pytestmark = [pytest.mark.device, pytest.mark.rule("001 8.1 passage")]

Trouble = Callable[[TableRig], None]


def passage_without_read(rig: TableRig) -> None:
    rig.slide(None)


def read_without_passage(rig: TableRig) -> None:
    rig.bench.dealer.read("9D")
    rig.wait_us(500_000)


def two_codes(rig: TableRig) -> None:
    rig.slide("9D", code2="4C", passage_ms=120)


def unknown_code(rig: TableRig) -> None:
    rig.slide("XX")


def far_too_long(rig: TableRig) -> None:
    rig.slide("9D" * 40)


def control_characters(rig: TableRig) -> None:
    rig.slide(b"\x00\x039D\x7f")


TROUBLES: list[tuple[Trouble, str]] = [
    (passage_without_read, "misscan"),
    (read_without_passage, "stray_read"),
    (two_codes, "two_codes"),
    (unknown_code, "unknown_code"),
    (far_too_long, "unknown_code"),
    (control_characters, "unknown_code"),
]


@pytest.mark.parametrize(("trouble", "kind"), TROUBLES)
def test_trouble_in_a_race_is_named_logged_and_not_counted(
    rig: TableRig, trouble: Trouble, kind: str
) -> None:
    rig.open_race()
    rig.deal(["TH", "4S"])
    trouble(rig)
    _, *told = words.WORDS.notice(events.KIND_NAMES.index(kind), 3, 1, derby_events.RACING)
    assert " ".join(told) in rig.words() and "3" in told[0] + told[1]
    assert "9D" not in rig.words(), "named by place, never by value"
    assert rig.irregularities() == [(kind, 3)]
    assert rig.cards() == ["TH", "4S"]
    status = rig.client.status()
    assert status.cards == 2
    assert status.notice is not None and status.notice.kind == kind and status.notice.place == 3
    assert abs(rig.tones()[-1] - 440) < 20, "a cue of its own"
    # A new slide resolves the open passage.
    rig.slide("9D")
    assert rig.cards() == ["TH", "4S", "9D"]
    assert "Slide card 4" in rig.words()
    assert rig.client.status().notice is None


@pytest.mark.rule("001 10.5")
@pytest.mark.parametrize("phase", ["idle", "betting"])
def test_a_card_before_the_call_is_held_and_counts_only_if_somebody_says_so(
    rig: TableRig, phase: str
) -> None:
    if phase == "betting":
        rig.press("confirm")
    rig.slide("9D")
    assert "Early card is held" in rig.words()
    status = rig.client.status()
    assert (status.held, status.cards, status.left) == ("early", 0, 51)
    rig.press("cancel")
    assert rig.selected() == "Not seen: use as next", "the decision comes before all else"
    rig.choose("Seen: burn it")
    assert (rig.client.status().held, rig.cards()) == (None, [])
    if phase == "idle":
        rig.press("confirm")
    rig.press("no_more_bets")
    assert "Slide card 1" in rig.words()
    assert rig.client.status().cards == 0


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize(("passage_ms", "read_at_ms", "call_at_ms"), [(150, 20, 60), (60, 190, 75)])
def test_a_card_that_is_on_its_way_when_the_call_comes_is_early(
    rig: TableRig, passage_ms: int, read_at_ms: int, call_at_ms: int
) -> None:
    rig.press("confirm")
    rig.bench.dealer.slide("9D", passage_ms=passage_ms, read_at_ms=read_at_ms)
    rig.wait_us(call_at_ms * 1000)
    rig.press("no_more_bets")
    rig.wait_us(500_000)
    assert (rig.cards(), rig.client.status().held) == ([], "early")
    rig.choose("Not seen: use as next")
    assert rig.cards() == ["9D"], "it is the first card all the same"
    rig.slide("TH")
    assert rig.cards() == ["9D", "TH"]


def test_a_card_slid_back_and_forth_is_one_card(make_rig: Callable[..., TableRig]) -> None:
    rig = make_rig(decks=8)
    rig.open_race()
    rig.slide("9D", 60, passage_ms=40, read_at_ms=20)
    rig.slide("9D", passage_ms=40, read_at_ms=20)
    assert rig.cards() == ["9D"]
    assert rig.irregularities() == [("repeat", 2)]
    _, *told = words.WORDS.notice(events.REPEAT, 2, 1, derby_events.RACING)
    assert " ".join(told) in rig.words()
    rig.slide("9D")
    assert rig.cards() == ["9D", "9D"], "after a pause it is another card"


@pytest.mark.rule("001 D9")
def test_a_card_after_third_place_does_not_belong_to_the_round(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "4H", "KH", "3H", "5S", "7C"])
    lit, result = rig.lit(), rig.client.status().result
    rig.slide("9D")
    status = rig.client.status()
    assert (status.held, status.result, status.cards) == ("late", result, 6)
    assert "Extra card is held" in rig.words()
    assert rig.lit() == lit
    rig.choose("Seen: burn it")
    assert (rig.lit(), rig.screen()[2], len(rig.cards())) == (lit, "♥ ♠ ♣", 6)


@pytest.mark.rule("001 L27")
def test_one_card_more_than_the_deck_holds_is_not_counted(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["TH", "TH"])
    status = rig.client.status()
    assert (status.held, status.cards) == ("foreign", 1)
    assert status.notice is not None and status.notice.place == 2
    assert "TH" not in rig.words()
    assert rig.cards() == ["TH"]


def test_the_engine_repeating_itself_is_one_card(rig: TableRig) -> None:
    assert rig.bench.barcode is not None
    rig.bench.barcode.fault = "repeat"
    rig.open_race()
    rig.deal(["TH", "4S", "9C"])
    assert rig.cards() == ["TH", "4S", "9C"]
    assert rig.irregularities() == []


def test_a_garbling_engine_gives_no_card(rig: TableRig) -> None:
    assert rig.bench.barcode is not None
    rig.bench.barcode.fault = "garble"
    rig.open_race()
    rig.deal(["TH", "4S"])
    assert rig.cards() == []
    assert {kind for kind, _ in rig.irregularities()} == {"unknown_code"}


def test_a_dead_engine_is_a_misscan(rig: TableRig) -> None:
    assert rig.bench.barcode is not None
    rig.bench.barcode.fault = "dead"
    rig.open_race()
    rig.slide("TH")
    assert rig.irregularities() == [("misscan", 1)]


def test_lines_without_end_still_give_the_card(rig: TableRig) -> None:
    """An engine set up without a terminator: a pause ends the line."""
    assert rig.bench.barcode is not None
    rig.bench.barcode.fault = "no-terminator"
    rig.open_race()
    rig.deal(["TH", "4S"])
    assert rig.cards() == ["TH", "4S"]


def test_a_stuck_beam_counts_nothing(rig: TableRig) -> None:
    assert rig.bench.beam is not None
    rig.bench.beam.fault = "stuck-clear"
    rig.open_race()
    rig.deal(["TH", "4S"])
    assert rig.cards() == []
    assert {kind for kind, _ in rig.irregularities()} == {"stray_read"}


def test_a_glitch_of_the_beam_is_nothing(rig: TableRig) -> None:
    assert rig.bench.beam is not None
    rig.open_race()
    rig.bench.beam.glitch(1500)
    rig.wait_us(500_000)
    assert rig.irregularities() == []
    assert "Slide card 1" in rig.words()


def test_a_burst_at_the_readers_highest_rate_loses_nothing(rig: TableRig) -> None:
    rig.open_race()
    codes = ["TH", "4S", "9C", "KD", "3H", "5S", "7C", "8D"]
    rig.deal(codes, pace_ms=100, passage_ms=50, read_at_ms=25)
    rig.wait_us(500_000)
    assert rig.cards() == codes
    assert rig.irregularities() == []
