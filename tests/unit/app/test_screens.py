"""Screens as words: what the dealer is told in each state. The pictures are compared in tests/device."""

import pytest

from pitboard.app import canvas as canvas_module
from pitboard.app import screens
from pitboard.app.canvas import Canvas
from pitboard.games import cards, events
from pitboard.games.derby import Derby
from simulator.models.ocr import read_text


def image_of(canvas: Canvas) -> list[list[bool]]:
    rows: list[list[bool]] = []
    for y in range(64):
        page = canvas.page(y // 8)
        rows.append([bool(page[x] >> (y % 8) & 1) for x in range(128)])
    return rows


def shown(game: Derby, refusal: tuple[str, str, str] | None = None) -> list[str]:
    canvas = Canvas()
    screens.draw(canvas, game, "Derby 1", refusal)
    return read_text(image_of(canvas))


def race(*codes: str) -> Derby:
    game = Derby(1)
    game.apply(events.OPEN)
    game.apply(events.NO_MORE_BETS)
    for place, code in enumerate(codes, 1):
        game.apply(events.CARD, cards.parse(code.encode()), place)
    return game


def test_idle_betting_and_void() -> None:
    game = Derby(1)
    lines = shown(game)
    assert lines[0].split() == ["Derby", "1", "R0"]
    assert lines[1:] == ["", "READY", "", "", "", "CONFIRM opens betting", ""]
    game.apply(events.OPEN)
    assert shown(game)[2] == "BETS OPEN"
    assert shown(game)[6:] == ["Press NO MORE BETS", "before the first card"]
    game.apply(events.NO_MORE_BETS)
    game.apply(events.VOID_ASKED)
    assert shown(game)[6:] == ["Void this round?", "CONFIRM yes CANCEL no"]
    game.apply(events.VOID)
    assert shown(game)[2] == "VOID"
    assert shown(game)[6:] == ["Return all wagers", "CONFIRM when returned"]


@pytest.mark.rule("001 1.2 Dealer's Monitor")
def test_the_race_and_its_places() -> None:
    lines = shown(race("TH", "4H", "9C"))
    assert [line[0] for line in lines[1:5]] == ["♠", "♥", "♦", "♣"]
    assert lines[1].endswith("1st -")
    assert lines[6:] == ["Slide card 4", "to 1st place"]
    lines = shown(race("TH", "4H", "9H", "2H", "2S"))
    assert lines[1].endswith("1st ♥") and lines[2].endswith("2nd ♠") and lines[3].endswith("3rd -")
    assert lines[6:] == ["Slide card 6", "to 3rd place"]


@pytest.mark.rule("001 9.1(a)")
def test_the_result_shows_three_suits() -> None:
    lines = shown(race("TH", "4H", "9H", "2H", "5S", "5C"))
    assert lines[2] == "♥ ♠ ♣"
    assert lines[5] == ""
    assert lines[6:] == ["Check with the cards", "CONFIRM if right"]


@pytest.mark.rule("001 9.1(b)")
def test_a_protested_race_is_named() -> None:
    assert shown(race("2S", "TH"))[4].endswith("PROTESTED")
    assert shown(race("TH", "4H", "2S", "9H", "2H", "5S", "5C"))[5] == "PROTESTED RACE"


def test_a_notice_names_rule_and_place_but_no_card() -> None:
    game = race("TH", "4H")
    game.apply(events.IRREGULARITY, events.MISSCAN, 3)
    lines = shown(game)
    assert "8.1" in lines[0]
    assert lines[6:] == ["Card 3 not read", "Slide it again"]


def test_a_refusal_is_shown_over_everything() -> None:
    lines = shown(race("TH"), ("9.1(c)", "No result to confirm", "before third place"))
    assert "9.1(c)" in lines[0]
    assert lines[6:] == ["No result to confirm", "before third place"]


def test_a_fault_says_go_by_the_cards() -> None:
    canvas = Canvas()
    screens.draw_fault(canvas, "journal", "OSError 5")
    lines = read_text(image_of(canvas))
    assert lines[0] == "FAULT"
    assert lines[3:5] == ["journal", "OSError 5"]
    assert lines[6] == "10.1 Go by the cards"


def test_only_pages_that_changed_are_dirty() -> None:
    game = race("TH")
    canvas = Canvas()
    screens.draw(canvas, game, "Derby 1", None)
    assert all(canvas.dirty(page) for page in range(canvas_module.PAGES))
    for page in range(canvas_module.PAGES):
        canvas.sent(page)
    game.apply(events.CARD, cards.parse(b"4H"), 2)
    screens.draw(canvas, game, "Derby 1", None)
    assert [page for page in range(canvas_module.PAGES) if canvas.dirty(page)] == [2, 6]
    canvas.forget()
    assert canvas.dirty(0)
