"""Whole races over the wires: what the lights, the display, the sounder, the journal and the protocol show."""

from collections.abc import Callable

import pytest

from tests.device.rig import TableRig, shuffled
from tests.reference.derby_reference import Race, run_race

pytestmark = pytest.mark.device

TIERS = {"all right": "full", "first two right": "two", "winner right": "one"}


def lights_of(race: Race) -> dict[str, str]:
    """The nine lit areas and their tiers, from the reference's words."""
    lit: dict[str, str] = {}
    for area, (right, _odds) in race.winning.items():
        words = area.split()
        code = area.upper() if area in ("red", "black") else "".join(w[0].upper() for w in words)
        lit[code] = TIERS[right]
    return lit


HEARTS_RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]


@pytest.mark.rule("001 3.5")
@pytest.mark.rule("001 D2")
def test_nothing_is_lit_before_third_place_and_all_until_the_close(rig: TableRig) -> None:
    rig.press("confirm")
    assert rig.lit() == {}
    rig.press("no_more_bets")
    for code in HEARTS_RACE[:-1]:
        rig.slide(code)
        assert rig.lit() == {}
    rig.slide(HEARTS_RACE[-1])
    lit = rig.lit()
    assert lit == {
        "RED": "full",
        "H": "full",
        "HS": "full",
        "HSC": "full",
        "HSD": "two",
        "HDS": "one",
        "HDC": "one",
        "HCS": "one",
        "HCD": "one",
    }
    rig.press("confirm")
    assert rig.lit() == lit, "lit until all winners are paid (9.2)"
    rig.press("confirm")
    assert rig.lit() == {}


@pytest.mark.rule("001 1.2 Dealer's Monitor")
@pytest.mark.rule("001 9.1(a)")
def test_the_display_follows_the_race(rig: TableRig) -> None:
    assert "READY" in rig.words()
    rig.press("confirm")
    assert "BETS OPEN" in rig.words()
    rig.press("no_more_bets")
    assert "Slide card 1 to 1st place" in rig.words()
    rig.deal(HEARTS_RACE[:6])
    assert "Slide card 7 to 2nd place" in rig.words()
    rig.slide("5S")
    assert "Slide card 8 to 3rd place" in rig.words()
    rig.slide("7C")
    assert rig.screen()[2] == "♥ ♠ ♣"
    assert "PROTESTED" not in rig.words()
    rig.press("confirm")
    assert "CONFIRM when all paid" in rig.words()


@pytest.mark.rule("001 1.2 Protested Race")
def test_a_protested_race_is_shown_and_lit_like_any_other(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(["2S", "4H", "KH", "3H", "TH", "5S", "7C"])
    assert rig.screen()[5] == "PROTESTED RACE"
    assert len(rig.lit()) == 9
    status = rig.client.status()
    assert status.result is not None and status.result.protested


@pytest.mark.rule("001 1.2 Scanner")
def test_each_card_is_in_the_journal_in_order(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(HEARTS_RACE)
    rig.close_race()
    assert rig.cards() == HEARTS_RACE
    assert rig.types()[-12:] == ["open", "no_more_bets", *["card"] * 8, "confirm", "close"]
    seqs = [event.seq for event in rig.client.all_events(0)]
    assert seqs == list(range(1, len(seqs) + 1))


def test_one_soft_cue_per_card_and_another_for_the_result(rig: TableRig) -> None:
    rig.open_race()
    heard = len(rig.tones())
    for number, code in enumerate(HEARTS_RACE, 1):
        rig.slide(code)
        assert len(rig.tones()) == heard + number
    cues = rig.tones()[heard:]
    assert all(abs(hz - 1760) < 60 for hz in cues[:-1])
    assert abs(cues[-1] - 2093) < 60


@pytest.mark.parametrize("decks", [1, 8])
def test_random_races_agree_with_the_reference(
    make_rig: Callable[..., TableRig], target_name: str, decks: int
) -> None:
    rig = make_rig(decks=decks)
    for seed in range(4 if target_name == "rp2040" else 12):
        shoe = shuffled(decks, 1000 * decks + seed)
        expected = run_race(shoe)
        rig.open_race(shuffle=decks > 1)
        rig.deal(expected.first_area + expected.second_area + expected.third_area)
        assert rig.lit() == lights_of(expected), f"seed {seed}"
        status = rig.client.status()
        assert list(status.places) == [
            len(expected.first_area),
            len(expected.second_area),
            len(expected.third_area),
        ]
        assert status.result is not None
        assert status.result.first == expected.winner + "s"
        assert status.result.second == expected.second + "s"
        assert status.result.third == expected.third + "s"
        assert status.result.protested == expected.protested
        rig.close_race()


@pytest.mark.parametrize("terminator", [b"\r", b"\n", b"\r\n"])
def test_lines_may_end_with_cr_or_lf(rig: TableRig, terminator: bytes) -> None:
    assert rig.bench.barcode is not None
    rig.bench.barcode.terminator = terminator
    rig.open_race()
    rig.deal(HEARTS_RACE[:3])
    assert rig.cards() == HEARTS_RACE[:3]
    assert rig.irregularities() == []


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("read_at_ms", [-120, 0, 40, 80, 200])
def test_read_and_passage_may_come_in_either_order(rig: TableRig, read_at_ms: int) -> None:
    rig.open_race()
    rig.deal(["TH", "4S"], pace_ms=700, read_at_ms=read_at_ms)
    assert rig.cards() == ["TH", "4S"]
    assert rig.irregularities() == []
