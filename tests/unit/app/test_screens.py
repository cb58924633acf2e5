"""Screens as words: what the dealer is told in each state. The pictures are compared in tests/device."""

from typing import Any

import pytest

from pitboard.app import canvas as canvas_module
from pitboard.app import screen_parts
from pitboard.app.canvas import Canvas
from pitboard.app.derby import screens
from pitboard.games import events
from pitboard.games.derby import derby_events as derby
from simulator.models.ocr import inverted_lines, read_text
from tests.unit.app import clock
from tests.unit.app.desk import Desk, image_of

DECK = " ".join(rank + suit for suit in "SHDC" for rank in "23456789TJQKA")
RACE = "TH 4H 9H 2H 5S 5C"


def opened(**settings: Any) -> Desk:
    return Desk(**settings).open_table()


def racing(codes: str = "", **settings: Any) -> Desk:
    return opened(**settings).start().slide(codes)


def says(desk: Desk) -> list[str]:
    """The last two lines."""
    return desk.screen()[6:]


# -- an ordinary day ----------------------------------------------------------------------------------


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
def test_the_opening_step_by_step() -> None:
    desk = Desk()
    desk.key.turned = True
    assert (desk.screen()[2], says(desk)) == ("CLOSED", ["Test the lamps", "CONFIRM lights them"])
    desk.press("confirm")
    assert desk.screen()[2] == "LAMP TEST"
    assert says(desk) == ["Look at all areas", "CONFIRM if all lit"]
    desk.press("confirm")
    assert says(desk) == ["Check the cards", "CONFIRM begins it"]
    desk.choose("Cards are pre-checked")
    assert says(desk) == ["Shuffle the cards", "CONFIRM when done"]
    desk.press("confirm")
    assert says(desk) == ["Cut the cards once", "CONFIRM when done"]
    desk.press("confirm")
    assert says(desk) == ["Ready to open", "Supervisor: CONFIRM"]
    desk.press("confirm")
    assert (desk.screen()[2], says(desk)) == (
        "READY", ["Ready for a round", "CONFIRM opens betting"],
    )  # fmt: skip


def test_a_round_from_betting_to_payment() -> None:
    desk = opened()
    assert desk.screen()[0].split() == ["Derby", "1", "5.2", "R0"]
    desk.press("confirm")
    assert (desk.screen()[2], says(desk)) == (
        "BETS OPEN", ["Press NO MORE BETS", "before the first card"],
    )  # fmt: skip
    desk.press("nmb").slide(RACE).press("confirm")
    assert says(desk) == ["Collect, then pay", "CONFIRM when all paid"]
    desk.press("confirm")
    assert says(desk) == ["Shuffle the cards", "CONFIRM when done"], "one deck: D5"


@pytest.mark.rule("001 7.1(c), 7.1(d), 7.2")
def test_several_decks_are_shuffled_by_the_supervisor() -> None:
    desk = opened(decks=8).supervise("Card seen: reshuffle")
    assert says(desk) == ["Shuffle the cards", "Supervisor: CONFIRM"]


@pytest.mark.rule("001 2.0")
def test_what_the_house_wants_to_be_read_stands_between_rounds() -> None:
    desk = opened()
    canvas = Canvas()
    notice = "Limits 5 to 500".ljust(21) + "Last round at two"
    clock.run(screens.draw(canvas, desk.game, "Derby 1", notice, 0))
    assert read_text(image_of(canvas))[4:6] == ["Limits 5 to 500", "Last round at two"]
    desk.start()
    clock.run(screens.draw(canvas, desk.game, "Derby 1", notice, 0))
    assert "Limits" not in " ".join(read_text(image_of(canvas)))


@pytest.mark.rule("001 1.2 Dealer's Monitor")
def test_the_race_and_its_places() -> None:
    lines = racing("TH 4H 9C").screen()
    assert [line[0] for line in lines[1:5]] == ["♠", "♥", "♦", "♣"]
    assert lines[1].endswith("1st -")
    assert lines[6:] == ["Slide card 4", "to 1st place"]
    lines = racing("TH 4H 9H 2H 2S").screen()
    assert lines[1].endswith("1st ♥") and lines[2].endswith("2nd ♠") and lines[3].endswith("3rd -")
    assert lines[6:] == ["Slide card 6", "to 3rd place"]


@pytest.mark.rule("001 9.1(a)")
@pytest.mark.rule("001 9.1(b)")
@pytest.mark.rule("001 9.1(c)")
def test_the_result_shows_three_suits() -> None:
    lines = racing(RACE).screen()
    assert lines[1].split() == ["1st", "2nd", "3rd"]
    assert lines[2] == "♥ ♠ ♣"
    assert lines[5] == ""
    assert lines[6:] == ["Check with the cards", "CONFIRM if right"]


@pytest.mark.rule("001 9.1(b)")
def test_a_protested_race_is_named() -> None:
    assert racing("2S TH").screen()[4].endswith("PROTESTED")
    assert racing("TH 4H 2S 9H 2H 5S 5C").screen()[5] == "PROTESTED RACE"


# -- the check of the cards ---------------------------------------------------------------------------


@pytest.mark.rule("001 6.1 - 6.5")
@pytest.mark.rule("001 7.3, 7.4")
def test_the_check_names_what_is_missing_and_what_is_too_much() -> None:
    desk = Desk().press("confirm", "confirm", "confirm")
    lines = desk.screen()
    assert lines[1] == "CHECK OF THE CARDS"
    assert lines[2].split() == ["Missing", "52", "Foreign", "0"]
    assert lines[5] == "Miss 2S 3S 4S 5S ..."
    assert lines[6:] == ["Slide all: 0 of 52", "CONFIRM when all slid"]
    desk.slide(DECK.replace("9D ", "9C ")).press("confirm")
    lines = desk.screen()
    assert lines[2].split() == ["Missing", "1", "Foreign", "0"]
    assert lines[3].split() == ["Extra", "1", "Unread", "0"]
    assert lines[4:6] == ["Extra 9C", "Miss 9D"]
    assert lines[6:] == ["Not right: 2 cards", "CANCEL opens the menu"]


# -- irregularities -----------------------------------------------------------------------------------


@pytest.mark.rule("001 8.1 passage")
def test_a_notice_names_rule_and_place_but_no_card() -> None:
    desk = racing("TH 4H")
    desk.dealing.irregular(events.MISSCAN)
    assert "8.1" in desk.screen()[0]
    assert says(desk) == ["Card 3 1st not read", "Slide it again"]
    assert inverted_lines(desk.image()) == [6, 7]


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 D9")
def test_held_cards_are_told_by_what_is_due_and_never_by_what_they_are() -> None:
    early = opened(decks=2).slide("9D")
    assert early.screen()[1] == "Early card is held"
    late = racing(RACE, decks=2).slide("9D")
    assert late.screen()[1] == "Extra card is held"
    for desk in (early, late):
        assert "9D" not in " ".join(desk.screen()) and "♦" not in " ".join(desk.screen())
        assert desk.screen()[2:4] == ["Not seen: use as next", "Seen: burn it"]
        desk.choose("Not seen: use as next")
        assert says(desk) == ["Held card comes next", "Keep it face down"]
    late.press("confirm", "confirm")
    assert says(late) == ["Next: the held card", "CONFIRM opens betting"]
    late.press("confirm")
    assert says(late) == ["Held card comes first", "Press NO MORE BETS"]


@pytest.mark.rule("001 L27")
def test_a_foreign_card_is_named_by_its_place() -> None:
    desk = racing("TH TH")
    assert "L27" in desk.screen()[0]
    assert says(desk) == ["Card 2 is foreign", "Call the supervisor"]
    assert inverted_lines(desk.image()) == [6, 7]
    assert desk.screen()[2][0] == "♥", "the race is still to be seen"
    desk.key.turned = True
    assert (desk.screen()[1], desk.selected()) == ("Card 2 is foreign", "Take foreign card out")
    desk.supervise("Take foreign card out", "Other reason")
    assert says(desk) == ["Foreign card is out", "Slide card 2 1st"]


@pytest.mark.rule("001 10.3")
@pytest.mark.rule("001 10.4")
def test_face_up_cards_say_what_became_of_them() -> None:
    desk = racing().choose("First card face up")
    assert says(desk) == ["First card is burned", "Slide card 1 1st"]
    assert "10.3" in desk.screen()[0]
    desk.slide("TH").choose("Later card face up")
    assert says(desk) == ["Face-up card is used", "Slide card 2 1st"]
    assert "10.4" in desk.screen()[0]


@pytest.mark.rule("001 10.1")
def test_lights_that_are_off_are_named_until_the_round_is_closed() -> None:
    desk = racing(RACE).choose("Light areas again")
    assert says(desk) == ["Lights sent again", "Check the lit areas"]
    desk.supervise("Lights off this round", "Lights were wrong")
    assert says(desk) == ["Lights off: by cards", "CONFIRM if right"]
    desk.press("confirm")
    assert says(desk) == ["Pay by the cards", "CONFIRM when all paid"]


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 8.2")
def test_a_rebuild_shows_the_cards_in_their_order() -> None:
    desk = racing(RACE).supervise("Rebuild the race", "Card misplaced")
    lines = desk.screen()
    assert lines[1] == "Cards as they count:"
    assert " ".join(" ".join(lines[2:6]).split()) == "1 TH 2 4H 3 9H 4 2H 5 5S 6 5C"
    assert lines[6:] == ["Put the order right", "CANCEL opens the menu"]
    desk.supervise("Move a card", "Card 6", "Card 5", "Rebuild is done")
    assert says(desk) == ["Race was put right", "Check with the cards"]
    assert desk.screen()[2] == "♥ ♣ ♠"


@pytest.mark.rule("001 8.2")
def test_of_a_long_race_the_newest_twelve_cards_are_shown() -> None:
    long = "3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S"
    desk = racing(long).supervise("Rebuild the race", "Card misplaced")
    words = " ".join(desk.screen()[2:6]).split()
    assert words[::2] == [str(place) for place in range(2, 14)]
    assert words[1::2] == long.split()[1:]


@pytest.mark.rule("001 D7")
def test_an_empty_shoe_is_undecided() -> None:
    desk = racing("TH 4H").choose("Shoe is empty")
    assert says(desk) == ["Shoe empty: undecided", "Call the supervisor"]


@pytest.mark.rule("001 10.8")
def test_a_void_round_says_so() -> None:
    desk = racing("TH 4H").supervise("Void the round", "Dispute")
    assert (desk.screen()[2], says(desk)) == (
        "VOID", ["Return all wagers", "CONFIRM when returned"],
    )  # fmt: skip


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize(
    ("reveal", "words"),
    [
        (derby.BY_KEY, ["Turn card 2 up", "CONFIRM shows it"]),
        (derby.WITH_NEXT, ["Slide card 3", "or CONFIRM if ended"]),
        (derby.AFTER_DELAY, ["Turn card 2 up", "It shows by itself"]),
    ],
)
def test_a_card_that_waits_is_not_on_the_screen(reveal: int, words: list[str]) -> None:
    screens_of: list[list[list[bool]]] = []
    for code in ("KC", "KH"):
        desk = racing("TH", reveal=reveal)
        if desk.game.hidden:
            desk.show_next()
        desk.slide(code)
        assert says(desk) == words
        screens_of.append(desk.image())
    assert screens_of[0] == screens_of[1]


# -- above all ----------------------------------------------------------------------------------------


def test_a_refusal_is_shown_over_everything() -> None:
    desk = racing("TH").press("confirm")
    assert "9.1(c)" in desk.screen()[0]
    assert says(desk) == ["No result to confirm", "before third place"]
    assert inverted_lines(desk.image()) == [6, 7]


def test_a_fault_says_go_by_the_cards() -> None:
    canvas = Canvas()
    screen_parts.draw_fault(canvas, "journal", "OSError 5", "10.1")
    lines = read_text(image_of(canvas))
    assert lines[0] == "FAULT"
    assert lines[3:5] == ["journal", "OSError 5"]
    assert lines[6] == "10.1 Go by the cards"


def test_only_pages_that_changed_are_dirty() -> None:
    desk = racing("TH")
    canvas = desk.canvas
    desk.image()
    assert all(canvas.dirty(page) for page in range(canvas_module.PAGES))
    for page in range(canvas_module.PAGES):
        canvas.sent(page)
    desk.slide("4H").image()
    assert [page for page in range(canvas_module.PAGES) if canvas.dirty(page)] == [2, 6]
    canvas.forget()
    assert canvas.dirty(0)


def test_the_same_state_is_the_same_screen_after_a_restart() -> None:
    desk = racing("TH 4H", decks=2)
    for do in (
        lambda: desk.dealing.irregular(events.MISSCAN),
        lambda: desk.slide("9D", start_ms=desk.dealing._call_ms - 1),
        lambda: desk.choose("Seen: burn it"),
        lambda: desk.slide("9H 2H 5S 5C"),
        lambda: desk.supervise("Rebuild the race", "Card misplaced"),
        lambda: desk.supervise("Rebuild is done"),
        lambda: desk.slide("8D"),
        lambda: desk.choose("Not seen: use as next"),
        lambda: desk.press("confirm"),
    ):
        do()
        assert desk.restarted().image() == desk.image()
