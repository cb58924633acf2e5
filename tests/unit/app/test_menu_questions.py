"""What a step of the menu asks for: places, cards, reasons."""

import pytest

from pitboard.games import cards, events
from pitboard.games.derby import derby_events as derby
from pitboard.table import records
from tests.unit.app.desk import SUPERVISOR, Desk

RACE = "TH 4H KH 3H 5S 7C"


@pytest.fixture
def desk() -> Desk:
    return Desk().open_table()


def last(desk: Desk) -> tuple[str, int, int]:
    """Name, person and reason of the newest record."""
    record = next(desk.table.journal.since(desk.table.journal.last_seq - 1))
    return derby.NAMES[record[records.TYPE]], record[records.WHO], record[records.REASON]


def sequence(desk: Desk) -> str:
    places = range(1, desk.game.cards.total + 1)
    return " ".join(cards.code(desk.game.cards.face(place)) for place in places)


@pytest.mark.rule("001 10.8")
def test_a_reason_is_asked_for_and_recorded(desk: Desk) -> None:
    desk.start().slide("TH")
    desk.key.turned = True
    desk.choose("Void the round")
    offered = desk.items()
    assert offered[0] == "Card never reads" and offered[-1] == "Other reason"
    assert len(offered) == len(events.REASON_NAMES) - 1
    assert desk.screen()[1] == "Void the round"
    desk.choose("Shoe was empty")
    assert last(desk) == ("void", SUPERVISOR, events.REASON_NAMES.index("shoe_empty"))


@pytest.mark.rule("001 8.1 passage")
def test_a_card_is_entered_by_rank_suit_and_reason(desk: Desk) -> None:
    desk.start().slide("TH")
    desk.key.turned = True
    desk.choose("Enter card by hand")
    assert desk.items() == list("23456789TJQKA")
    desk.choose("Q")
    assert desk.items() == ["Spades", "Hearts", "Diamonds", "Clubs"]
    desk.choose("Clubs").choose("Card never reads")
    assert (sequence(desk), last(desk)) == ("TH QC", ("entered", SUPERVISOR, 1))


@pytest.mark.rule("001 10.7")
def test_places_are_asked_for_from_the_newest_card_back(desk: Desk) -> None:
    desk.start().slide(RACE)
    desk.supervise("Rebuild the race", "Card misplaced")
    desk.key.turned = True
    desk.choose("Move a card")
    assert desk.items() == [f"Card {place}" for place in range(6, 0, -1)]
    desk.choose("Card 6")
    assert desk.screen()[6] == "To which place?"
    desk.choose("Card 5")
    assert sequence(desk) == "TH 4H KH 3H 7C 5S"
    desk.choose("Insert missed card")
    assert desk.screen()[6] == "To which place?"
    assert desk.selected() == "Card 7", "behind the newest"
    desk.choose("Card 1").choose("2").choose("Spades")
    assert sequence(desk) == "2S TH 4H KH 3H 7C 5S"
    desk.choose("Correct a card").choose("Card 1").choose("9").choose("Diamonds")
    assert sequence(desk) == "9D TH 4H KH 3H 7C 5S"
    desk.choose("Remove: counted twice").choose("Card 1")
    assert (sequence(desk), desk.game.left()) == ("TH 4H KH 3H 7C 5S", 46)
    desk.choose("Remove: seen, not due").choose("Card 6")
    assert (sequence(desk), desk.game.left()) == ("TH 4H KH 3H 7C", 46)
    desk.choose("Rebuild is done")
    assert desk.game.phase == derby.RACING


def test_cancel_goes_from_a_question_back_to_the_list(desk: Desk) -> None:
    desk.start().slide("TH")
    desk.key.turned = True
    desk.choose("Void the round")
    desk.press("cancel")
    assert desk.selected() == "Void the round"
    desk.press("cancel")
    assert not desk.look()


@pytest.mark.rule("001 10.8")
def test_a_step_whose_key_was_turned_away_is_refused(desk: Desk) -> None:
    desk.start().slide("TH")
    desk.key.turned = True
    desk.choose("Void the round")
    desk.key.turned = False
    desk.press("confirm")
    assert desk.game.phase == derby.RACING
    assert desk.screen()[6:] == ["Supervisor needed", "Turn the key, or PIN"]


def test_what_is_only_for_the_host_is_not_in_the_menu(desk: Desk) -> None:
    desk.key.turned = True
    desk.press("confirm", "cancel")
    assert desk.items() == ["No more bets", "Cancel the betting"]


@pytest.mark.rule("001 6.1 - 6.5")
def test_dealer_and_supervisor_confirm_a_check_each_for_themselves() -> None:
    desk = Desk()
    desk.press("confirm", "confirm", "confirm")
    assert desk.game.phase == events.CHECKING
    desk.slide(" ".join(rank + suit for suit in "SHDC" for rank in "23456789TJQKA"))
    assert desk.screen()[6:] == ["Slide all: 52 of 52", "CONFIRM when all slid"]
    desk.press("confirm")
    assert desk.screen()[6:] == ["Set is complete", "Dealer: CONFIRM"]
    desk.press("confirm")
    assert desk.screen()[6:] == ["Set is complete", "Supervisor: CONFIRM"]
    desk.press("confirm")
    assert desk.screen()[6:] == ["Supervisor needed", "Turn the key, or PIN"]
    desk.key.turned = True
    desk.press("confirm")
    assert (desk.game.phase, desk.game.shoe.checked) == (events.CLOSED, True)


@pytest.mark.rule("001 6.1 - 6.5")
def test_the_supervisor_alone_is_not_two_people() -> None:
    desk = Desk()
    desk.key.turned = True
    desk.press("confirm", "confirm", "confirm")
    desk.slide(" ".join(rank + suit for suit in "SHDC" for rank in "23456789TJQKA"))
    desk.press("confirm", "confirm", "confirm")
    assert desk.screen()[6:] == ["Same person: key off,", "dealer opens the menu"]
    assert desk.game.phase == events.CHECKING
    desk.key.turned = False
    desk.choose("Dealer: set is right")
    desk.key.turned = True
    desk.press("confirm")
    assert (desk.game.phase, desk.game.shoe.checked) == (events.CLOSED, True)
