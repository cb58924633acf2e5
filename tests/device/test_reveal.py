"""The reveal point, and the test of it: two deals that differ in a hidden card are the same to every onlooker."""

from collections.abc import Callable

import pytest

from tests.device.forked import told_by_a_copy
from tests.device.rig import TableRig
from tests.device.stories import supervised
from tests.device.witness import Witness, differences

pytestmark = pytest.mark.device

MakeRig = Callable[..., TableRig]
FAST = pytest.mark.target("cpython", "unix")
RACE = ["TH", "4H", "KH", "3H", "5S", "7C"]
DELAY_MS = 1500
LONG_MS = 6000  # more than a witness needs to look twice


def cards_shown(rig: TableRig) -> tuple[int, int]:
    status = rig.client.status()
    return status.cards, status.hidden


# -- the four settings -------------------------------------------------------------------------------


@FAST
@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 3.5")
def test_by_key_a_card_shows_when_the_dealer_has_turned_it(make_rig: MakeRig) -> None:
    rig = make_rig(reveal="key")
    rig.open_race()
    for number, code in enumerate(RACE):
        rig.slide(code)
        assert cards_shown(rig) == (number, 1)
        assert f"Turn card {number + 1} up CONFIRM shows it" in rig.words()
        assert rig.lit() == {}
        rig.power_cycle()
        assert cards_shown(rig) == (number, 1), "a restart shows nothing either"
        rig.press("confirm")
        assert cards_shown(rig) == (number + 1, 0)
    assert len(rig.lit()) == 9
    assert rig.cards() == RACE


@FAST
@pytest.mark.rule("001 8.1 passage")
def test_with_the_next_card_each_shows_the_one_before(make_rig: MakeRig) -> None:
    rig = make_rig(reveal="next-card")
    rig.open_race()
    for number, code in enumerate(RACE):
        rig.slide(code)
        assert cards_shown(rig) == (number, 1)
        assert f"Slide card {number + 2} or CONFIRM if ended" in rig.words()
    assert rig.lit() == {}
    rig.press("confirm")
    assert cards_shown(rig) == (6, 0)
    assert len(rig.lit()) == 9


@FAST
@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 10.5")
def test_with_the_next_card_one_too_many_is_held_unseen(make_rig: MakeRig) -> None:
    rig = make_rig(reveal="next-card")
    rig.open_race()
    rig.deal([*RACE, "KD"])
    assert len(rig.lit()) == 9, "the seventh card shows the sixth"
    assert rig.client.status().held == "late"
    assert "aside" in rig.types() and "KD" not in rig.cards()
    rig.power_cycle()
    assert rig.client.status().held == "late"
    rig.choose("Not seen: use as next")
    rig.close_race()


@FAST
@pytest.mark.rule("001 8.1 passage")
def test_after_a_delay_cards_show_by_themselves_in_their_order(make_rig: MakeRig) -> None:
    rig = make_rig(reveal="delay", reveal_ms=DELAY_MS)
    rig.open_race()
    rig.deal(RACE[:2], pace_ms=400)
    assert cards_shown(rig) == (0, 2)
    assert "Turn card 1 up It shows by itself" in rig.words()
    rig.wait_us((DELAY_MS - 600) * 1000)
    assert cards_shown(rig) == (1, 1)
    rig.wait_us(500_000)
    assert cards_shown(rig) == (2, 0)
    shown = {event.card: event.t_ms for event in rig.events() if event.type == "reveal"}
    drawn = [event.t_ms for event in rig.events() if event.type == "drawn"]
    waited = [at - since for at, since in zip(shown.values(), drawn, strict=True)]
    assert list(shown) == RACE[:2]
    assert all(DELAY_MS <= ms <= DELAY_MS + 120 for ms in waited), waited
    rig.slide("KH", pace_ms=200)
    rig.power_cycle()
    assert cards_shown(rig) == (2, 1), "it waits its whole time again: rather late than too early"
    rig.wait_us(DELAY_MS * 1000)
    assert cards_shown(rig) == (3, 0)


@FAST
@pytest.mark.rule("001 8.1 passage")
def test_a_void_seals_a_card_that_waits(make_rig: MakeRig) -> None:
    rig = make_rig(reveal="key")
    rig.open_race()
    rig.slide("TH")
    assert cards_shown(rig) == (0, 1)
    rig.act("void", reason="dispute")
    assert cards_shown(rig) == (0, 0)
    assert "TH" not in rig.cards(), "sealed for ever"


# -- twins -------------------------------------------------------------------------------------------
# A script tells what happens; `?` stands for the hidden card. It is looked at after every step.

Step = Callable[[TableRig, str], None]


def slide(code: str) -> Step:
    return lambda rig, hidden: rig.slide(hidden if code == "?" else code)


def press(key: str) -> Step:
    return lambda rig, _: rig.press(key)


def choose(*words: str) -> Step:
    def step(rig: TableRig, _: str) -> None:
        for item in words:
            rig.choose(item)

    return step


def supervise(*words: str) -> Step:
    return lambda rig, _: supervised(rig, *words)


def power_cycle(rig: TableRig, _: str) -> None:
    rig.power_cycle()


def wait(ms: int) -> Step:
    return lambda rig, _: rig.wait_us(ms * 1000)


OPEN = [press("confirm"), press("no_more_bets")]


def scripts() -> dict[str, tuple[dict[str, object], tuple[str, str], list[Step], int]]:
    """Settings, the two cards, what happens, and the step that exposes the card (past the end: none ever does)."""
    early = [slide("?"), power_cycle, choose("Not seen: use as next"), *OPEN]
    burned = [
        slide("?"), choose("Seen: burn it"), *OPEN, *map(slide, RACE), press("confirm"),
        press("confirm"), power_cycle,
    ]  # fmt: skip
    late = [
        *OPEN, *map(slide, RACE), slide("?"), power_cycle, choose("Not seen: use as next"),
        press("confirm"), press("confirm"), *OPEN,
    ]  # fmt: skip
    waiting = [*OPEN]
    for code in RACE[:5]:
        waiting += [slide(code), press("confirm")]
    waiting += [slide("?"), power_cycle]
    with_next = [*OPEN, *map(slide, RACE[:5]), slide("?"), slide("9H")]
    by_time = [*OPEN, slide("?"), wait(500), wait(LONG_MS)]
    face_up = [
        *OPEN, slide("?"), choose("First card face up"), *map(slide, RACE[:3]), press("confirm"),
        press("confirm"),
    ]  # fmt: skip
    void = [*OPEN, slide("TH"), press("confirm"), slide("?"), slide("4H"),
            supervise("Void the round", "Dispute"), press("confirm")]  # fmt: skip
    return {
        "early card used": ({}, ("2S", "KD"), early, 4),
        "early card burned": ({}, ("2S", "KD"), burned, 99),
        "late card, two decks": ({"decks": 2}, ("2S", "KD"), late, len(late) - 1),
        "by key": ({"reveal": "key"}, ("7C", "7D"), [*waiting, press("confirm")], len(waiting)),
        "by key, no end": ({"reveal": "key"}, ("7C", "9H"), [*waiting, press("confirm")], len(waiting)),
        "by key, foreign": ({"reveal": "key"}, ("TH", "2S"), [*waiting, press("confirm")], len(waiting)),
        "with the next card": ({"reveal": "next-card"}, ("7C", "7D"), with_next, 8),
        "after a delay": ({"reveal": "delay", "reveal_ms": LONG_MS}, ("2S", "KD"), by_time, 4),
        "first card face up": ({"reveal": "key"}, ("2S", "KD"), face_up, 99),
        "void": ({"reveal": "key"}, ("2S", "KD"), void, 99),
    }  # fmt: skip


def book_of(rig: TableRig, hidden: str, steps: list[Step], exact: bool) -> Witness:
    witness = Witness(rig, exact_times=exact)
    witness.look()
    for step in steps:
        step(rig, hidden)
        witness.look()
    return witness


@FAST
@pytest.mark.parametrize("script", scripts())
def test_twins(make_rig: MakeRig, script: str) -> None:
    settings, cards, steps, exposed = scripts()[script]
    books = [book_of(make_rig(**settings), card, steps, True).book for card in cards]
    one, other = books
    found = differences(one, other)
    before = [(page, what) for page, what in found if page <= exposed]
    assert not before, "a card that nobody may know shows"
    if exposed < len(steps):
        kinds = {what for page, what in found if page == exposed + 1}
        assert "usb" in kinds and len(kinds) > 1, "the witness would have seen it"
    else:
        assert not found


@pytest.mark.target("rp2040")
def test_twins_on_the_chip(make_rig: MakeRig) -> None:
    """Not to the microsecond: looking up a code takes some instructions more or less."""
    settings, cards, steps, _ = scripts()["by key, no end"]
    short = [*steps[:2], steps[-3], steps[-1]]
    rig = make_rig(**settings)
    books = [
        told_by_a_copy(lambda card=card: book_of(rig, card, short, False).book) for card in cards
    ]
    one, other = books
    found = differences(one, other)
    assert not [page for page, _ in found if page < len(short)]
    assert {page for page, _ in found} == {len(short)}
