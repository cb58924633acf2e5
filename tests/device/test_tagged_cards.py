"""Cards with tags at a running table, over the real bus of the reader: one passage, one good read, whatever happens."""

from collections.abc import Callable
from pathlib import Path

import pytest

from simulator.models.mfrc522 import Mfrc522
from simulator.models.tags import Tag, TagField
from tests.device.badge_table import (
    BOARD,
    SUPERVISOR,
    badge,
    badges,
    card_number,
    card_tag,
    lay_down,
    lift,
    open_by_keys,
    table_file,
)
from tests.device.rig import PACE_MS, TableRig

VIRTUAL = pytest.mark.target("cpython", "unix")
MakeRig = Callable[..., TableRig]
RACE = ["TH", "3S", "4H", "9C", "KH", "3H", "5S", "7C"]
FOREIGN = Tag(bytes.fromhex("04112233445566"))


@pytest.fixture
def make(make_rig: MakeRig, tmp_path: Path) -> MakeRig:
    def tagged(*, closed: bool = False, without: tuple[str, ...] = ()) -> TableRig:
        file = table_file(tmp_path / "files", tagged=True)
        return make_rig(board=BOARD, file=file, closed=closed, without=without)

    return tagged


def reader_of(rig: TableRig) -> Mfrc522:
    assert isinstance(rig.bench.cards, Mfrc522)
    return rig.bench.cards


def field_of(rig: TableRig) -> TagField:
    assert rig.bench.card_field is not None
    return rig.bench.card_field


def slide(rig: TableRig, *cards: str | Tag, pace_ms: int = PACE_MS, passage_ms: float = 80, rest: bool = False) -> None:
    tags = [card if isinstance(card, Tag) else card_tag(card_number(card)) for card in cards]
    start_us = rig.target.now_us()
    rig.bench.dealer.slide_tags(*tags, passage_ms=passage_ms, rest=rest)
    rig.wait_us(start_us + pace_ms * 1000 - rig.target.now_us())


def test_a_race_with_tagged_cards_at_a_table_that_a_badge_has_opened(make: MakeRig) -> None:
    rig = make(closed=True)
    supervisor = lay_down(rig, badge(SUPERVISOR))
    open_by_keys(rig)
    lift(rig, supervisor)
    rig.open_race()
    for card in RACE:
        slide(rig, card)
    assert rig.cards(1) == RACE
    assert rig.irregularities() == []
    result = rig.client.status().result
    assert result is not None and (result.first, result.second, result.third) == ("hearts", "spades", "clubs")
    assert {"RED", "H", "HS", "HSC"} < set(rig.lit())
    rig.close_race()
    assert rig.client.status().phase == "idle"
    assert badges(rig) == [("proved", SUPERVISOR)]
    assert last_who(rig, "table_open") == SUPERVISOR
    assert not rig.bench.misread and not rig.bench.contention
    assert rig.client.status().lost.uart == 0


def last_who(rig: TableRig, kind: str) -> int | None:
    return [event for event in rig.events() if event.type == kind][-1].who


def test_what_is_no_single_card_of_the_set_never_counts(make: MakeRig) -> None:
    """Two tags at once, no tag, a tag of no set, a tag without a passage; and the same card again."""
    rig = make()
    rig.open_race()
    slide(rig, "TH")
    slide(rig, "4H", "3S")
    slide(rig)
    slide(rig, Tag(bytes.fromhex("01020304")))
    field = field_of(rig)
    field.put(lying := card_tag(card_number("9C")))
    rig.wait_us(1_000_000)
    field.take(lying)
    rig.wait_us(500_000)
    slide(rig, "TH")
    kinds = [kind for kind, _ in rig.irregularities()]
    assert kinds == ["two_codes", "misscan", "unknown_code", "stray_read", "repeat"]
    slide(rig, "KH")
    assert rig.cards(1) == ["TH", "KH"]
    slide(rig, FOREIGN)
    assert rig.client.status().held == "foreign"
    assert rig.cards(1) == ["TH", "KH"]


@VIRTUAL
def test_a_card_that_rests_on_the_reader_is_neither_lost_nor_doubled(make: MakeRig) -> None:
    rig = make()
    rig.open_race()
    slide(rig, "TH", rest=True)
    rig.wait_us(5_000_000)
    assert rig.cards(1) == ["TH"]
    assert rig.irregularities() == []
    slide(rig, "4H")  # with the other still there
    assert rig.irregularities()[0] == ("two_codes", 2)  # the other may be named as a stray read then
    assert rig.cards(1) == ["TH"]
    resting = field_of(rig).tags[0]
    field_of(rig).take(resting)
    rig.wait_us(1_000_000)
    slide(rig, "4H")
    assert rig.cards(1) == ["TH", "4H"]


@VIRTUAL
@pytest.mark.parametrize("passage_ms", [70, 90, 150, 400])
def test_cards_at_the_pace_of_hands(make: MakeRig, passage_ms: int) -> None:
    rig = make()
    rig.open_race()
    for card in RACE:
        slide(rig, card, passage_ms=passage_ms, pace_ms=passage_ms + 250)
    assert rig.cards(1) == RACE


@VIRTUAL
def test_a_tag_that_is_hardly_heard_is_asked_for_again_and_never_another_card(make: MakeRig) -> None:
    rig = make()
    rig.open_race()
    for card in RACE * 2:
        tag = card_tag(card_number(card))
        tag.fault = "garbled"
        tag.bit_error_rate = 0.01
        slide(rig, tag)
        if rig.client.status().phase != "racing":
            break
    assert set(rig.cards(1)) <= set(RACE) and len(set(rig.cards(1))) == len(rig.cards(1))
    assert {kind for kind, _ in rig.irregularities()} <= {"misscan", "two_codes", "repeat"}


@VIRTUAL
@pytest.mark.parametrize("fault", ["silent", "stuck"])
def test_a_lost_reader_is_named_and_taken_up_again(make: MakeRig, fault: str) -> None:
    rig = make()
    rig.open_race()
    slide(rig, "TH")
    reader = reader_of(rig)
    reader.fault = fault  # pyright: ignore[reportAttributeAccessIssue]
    rig.wait_us(1_500_000)
    assert [kind for kind, _ in rig.irregularities()] == ["reader_lost"]
    assert rig.client.describe().missing
    slide(rig, "4H")
    rig.act("entered", card="4H", reason="not_read")
    reader.fault = None
    rig.wait_us(2_500_000)
    assert [kind for kind, _ in rig.irregularities()] == ["reader_lost", "misscan", "reader_back"]
    slide(rig, "KH")
    assert rig.cards(1) == ["TH", "4H", "KH"]


@VIRTUAL
def test_the_barcode_engine_is_not_listened_to(make: MakeRig) -> None:
    rig = make()
    rig.open_race()
    rig.slide("TH")
    assert rig.cards(1) == []
    assert [kind for kind, _ in rig.irregularities()] == ["misscan"]


@VIRTUAL
def test_a_board_for_tagged_cards_needs_no_barcode_engine(make: MakeRig) -> None:
    rig = make(without=("scanner", "sounder", "supervisor"))
    assert not {"scanner", "sounder"} & set(rig.client.describe().parts)
    rig.open_race()
    for card in RACE[:4]:
        slide(rig, card)
    reader_of(rig).fault = "silent"
    rig.wait_us(1_500_000)
    assert rig.client.describe().missing == ("cards",)
    reader_of(rig).fault = None
    rig.wait_us(2_500_000)
    rig.power_cycle()
    for card in RACE[4:]:
        slide(rig, card)
    assert rig.cards(1) == RACE and rig.client.describe().missing == ()
    rig.close_race()
    assert rig.client.status().phase == "idle"


@VIRTUAL
def test_a_power_cut_in_a_race_of_tagged_cards(make: MakeRig) -> None:
    rig = make()
    rig.open_race()
    for card in RACE[:4]:
        slide(rig, card)
    rig.power_cycle()
    for card in RACE[4:]:
        slide(rig, card)
    assert rig.cards(1) == RACE


@VIRTUAL
def test_a_card_held_to_the_badge_reader_is_recorded_without_its_identity(make: MakeRig) -> None:
    """The set file says which card a tag is, so the tag of a hidden card is as good as the card."""
    rig = make()
    tags: list[str | None] = []
    for _ in range(2):  # between rounds, in a race
        for tag in (card_tag(card_number("TH")), card_tag(card_number("2C")), FOREIGN):
            lay_down(rig, tag)
            assert "Badge is not known" in rig.words()
            lift(rig, tag)
        tags += [event.tag for event in rig.events() if event.type == "badge"][len(tags) :]
        if rig.client.status().phase == "idle":
            rig.open_race()
    assert tags == [None, None, FOREIGN.uid.hex().upper(), None, None, None]
