"""The menu at the dealer's keys: what it lists, how it is gone through, and when it goes away."""

import pytest

from pitboard.app import menu
from pitboard.app.derby import guide
from pitboard.app.derby.words import WORDS
from pitboard.app.menu import GUARD_MS, KEY_CANCEL
from pitboard.games import asks, cards, events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import steps
from pitboard.table import records
from tests.unit.app import clock
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


# -- keys outside the menu --------------------------------------------------------------------------


def test_confirm_does_the_ordinary_next_step_of_a_whole_day() -> None:
    desk = Desk()
    desk.key.turned = True
    done: list[str] = []
    for _ in range(3):
        desk.press("confirm")
        done.append(last(desk)[0])
    assert done == ["lamp_test", "lamps_seen", "check"]
    desk.press("confirm")
    assert (last(desk)[0], desk.game.phase) == ("checked", events.CHECKING)
    before = desk.table.journal.last_seq
    desk.press("confirm")
    assert desk.look() and desk.table.journal.last_seq == before, "the count stays"
    desk.choose("End the check").choose("Cards are pre-checked")
    for name in ("shuffled", "cut", "table_open", "open"):
        desk.press("confirm")
        assert last(desk)[0] == name
    desk.press("nmb").slide(RACE).press("confirm", "confirm", "confirm", "confirm", "confirm")
    names = [derby.NAMES[r[records.TYPE]] for r in desk.table.journal.since(0)]
    assert names[-5:] == ["confirm", "close", "shuffled", "cut", "open"]


def test_keys_that_are_not_due_are_refused_with_words(desk: Desk) -> None:
    desk.press("nmb")
    assert desk.screen()[6:] == ["No round is open", "Open betting first"]
    desk.press("confirm", "confirm")
    assert desk.screen()[6:] == ["Betting is open", "Press NO MORE BETS"]
    desk.press("nmb")
    assert desk.dealing.refusal == 0, "an accepted step takes the refusal away"
    desk.press("confirm")
    assert desk.screen()[6:] == ["No result to confirm", "before third place"]
    assert "9.1(c)" in desk.screen()[0]


@pytest.mark.rule("001 10.7")
def test_where_no_step_is_ordinary_confirm_opens_the_menu(desk: Desk) -> None:
    desk.start().slide("TH")
    desk.supervise("Rebuild the race", "Card misplaced").press("confirm")
    assert desk.look()


# -- the list -----------------------------------------------------------------------------------------


def test_the_menu_lists_lawful_steps_and_comes_round(desk: Desk) -> None:
    desk.start().press("cancel")
    assert desk.items() == ["First card face up", "Shoe is empty"]
    desk.key.turned = True
    assert desk.items() == [
        "First card face up", "Enter card by hand", "Shoe is empty", "Void the round",
    ]  # fmt: skip
    lines = desk.screen()
    assert lines[1] == "What happened?"
    assert lines[6] == "10.3 dealer        1/4"
    assert lines[7] == "NMB next CONFIRM take"


@pytest.mark.rule("001 10.8")
def test_the_supervisors_steps_are_there_while_the_key_is_turned(desk: Desk) -> None:
    desk.start().slide(RACE).press("cancel")
    dealers = desk.items()
    assert "Void the round" not in dealers
    desk.key.turned = True
    assert set(desk.items()) - set(dealers) == {
        "Lights off this round", "Rebuild the race", "Void the round",
    }  # fmt: skip
    desk.key.turned = False
    assert desk.items() == dealers


def test_more_than_four_items_scroll(desk: Desk) -> None:
    desk.start().slide(RACE)
    desk.key.turned = True
    desk.press("cancel")
    seen: list[str] = []
    for number in range(6):
        lines = desk.screen()
        assert lines[6].endswith(f"{number + 1}/6")
        assert desk.selected() in lines[2:6] and all(lines[2:6])
        seen.append(desk.selected())
        desk.press("nmb")
    assert len(set(seen)) == 6
    assert desk.selected() == seen[0]


def test_cancel_closes_it_and_nothing_has_happened(desk: Desk) -> None:
    desk.start()
    before = desk.table.journal.last_seq
    desk.press("cancel", "nmb", "cancel")
    assert not desk.look()
    assert desk.table.journal.last_seq == before
    assert desk.screen()[6:] == ["Slide card 1", "to 1st place"]


def test_an_empty_menu_says_so(desk: Desk) -> None:
    desk.start().slide("TH").supervise("Rebuild the race", "Card misplaced").press("cancel")
    assert desk.screen()[6:] == ["Nothing else now", "CANCEL goes back"]
    desk.press("confirm")
    assert not desk.look()


def test_it_goes_away_when_something_else_happens(desk: Desk) -> None:
    desk.start().press("cancel", "nmb")
    desk.slide("TH")
    assert not desk.look()
    desk.press("cancel")
    assert desk.selected() == "First card face up", "and begins at its first item"


def test_a_question_goes_away_when_something_else_happens(desk: Desk) -> None:
    desk.start()
    desk.key.turned = True
    desk.choose("Void the round")
    assert desk.screen()[6] == "For what reason?"
    desk.slide("TH")
    assert not desk.look()
    desk.press("confirm")
    assert desk.game.phase == derby.RACING


def test_it_stays_when_what_happens_does_not_touch_the_choice(desk: Desk) -> None:
    desk.press("confirm", "cancel", "nmb")
    assert desk.selected() == "Cancel the betting"
    wager = desk.dealing.offer(derby.WAGER, 0, 1, 10, 0, events.DEALER, 2)
    assert wager == 0
    for kind in (events.MISSCAN, events.STRAY_READ, events.READER_LOST, events.READER_BACK):
        desk.dealing.irregular(kind)
        assert desk.selected() == "Cancel the betting"
    desk.tap("nmb")
    assert (desk.game.phase, desk.selected()) == (events.BETTING, "No more bets")


def test_a_key_right_after_it_went_away_by_itself_is_not_the_call(desk: Desk) -> None:
    desk.press("confirm", "cancel")
    desk.dealing.take_step(WORDS.step_index("cancel"), 0, 0, 0, 0, events.DEALER, 2)  # by the host
    assert not desk.look()
    desk.dealing.take_step(WORDS.step_index("open"), 0, 0, 0, 0, events.DEALER, 2)
    assert not desk.look()
    clock.advance(GUARD_MS - 100)
    desk.tap("nmb")
    assert (desk.game.phase, desk.dealing.refusal) == (events.BETTING, 0)
    clock.advance(100)
    desk.tap("nmb")
    assert desk.game.phase == derby.RACING


@pytest.mark.rule("001 9.1(c)")
def test_a_confirmation_in_the_menu_is_none_of_the_result(desk: Desk) -> None:
    desk.start().slide(RACE[:-3]).press("cancel")
    desk.slide(RACE[-2:]).tap("confirm")
    assert desk.game.phase == derby.RESULT
    desk.press("confirm")
    assert desk.game.phase == derby.PAYING


@pytest.mark.rule("001 10.5")
def test_a_confirmation_of_the_result_decides_on_no_card_that_came_meanwhile(desk: Desk) -> None:
    desk.start().slide(RACE).slide("KD")
    clock.advance(300)
    desk.tap("confirm")
    assert (desk.game.held, desk.game.phase) == (events.LATE, derby.RESULT)
    desk.press("confirm")
    assert last(desk)[0] == "use_next"


@pytest.mark.rule("001 10.5")
def test_a_key_that_brings_up_a_held_card_does_not_decide_on_it_too() -> None:
    desk = Desk(reveal=derby.BY_KEY).open_table().start().slide(RACE + " KD")
    desk.press("confirm", "confirm", "confirm", "confirm", "confirm")
    assert desk.game.phase == derby.RACING
    desk.press("confirm")
    desk.tap("confirm")
    assert (desk.game.phase, desk.game.held) == (derby.RESULT, events.LATE)


@pytest.mark.rule("001 10.5")
def test_a_second_held_card_is_not_decided_on_by_a_key_for_the_first(desk: Desk) -> None:
    desk.slide("9D").choose("Seen: burn it").slide("8D").tap("confirm")
    assert desk.game.held == events.EARLY


def test_ones_own_step_leaves_no_pause_behind_it(desk: Desk) -> None:
    desk.slide("9D").choose("Seen: burn it").tap("confirm").tap("nmb")
    assert desk.game.phase == derby.RACING
    desk.choose("Shoe is empty").tap("cancel")
    assert desk.look()


@pytest.mark.rule("001 10.7")
def test_an_edit_by_the_host_closes_the_question_about_places(desk: Desk) -> None:
    desk.start().slide(RACE).supervise("Rebuild the race", "Card misplaced")
    desk.key.turned = True
    desk.choose("Remove: counted twice")
    desk.dealing.offer(derby.MOVE, 6, 5, 0, 0, events.SUPERVISOR, 1)
    desk.press("confirm")
    assert sequence(desk) == "TH 4H KH 3H 7C 5S"


@pytest.mark.rule("001 10.7")
def test_no_place_is_asked_for_where_no_card_is(desk: Desk) -> None:
    desk.start().slide("TH")
    desk.supervise("Rebuild the race", "Card slid twice", "Remove: counted twice", "Card 1")
    desk.key.turned = True
    desk.press("cancel")
    assert desk.items() == ["Insert missed card", "Rebuild is done", "Void the round"]


@pytest.mark.rule("001 10.8")
def test_a_key_turned_away_leaves_no_other_step_in_its_stead(desk: Desk) -> None:
    desk.start().slide(RACE).press("cancel")
    desk.key.turned = True
    while desk.selected() != "Lights off this round":
        desk.press("nmb")
    desk.key.turned = False
    assert desk.selected() == ""
    before = desk.table.journal.last_seq
    desk.press("confirm")
    assert desk.screen()[6:] == ["Supervisor needed", "Turn the key, or PIN"]
    assert desk.table.journal.last_seq == before and not desk.look()


def test_a_key_that_is_turned_leaves_the_chosen_step_chosen(desk: Desk) -> None:
    desk.start().press("cancel")
    while desk.selected() != "Shoe is empty":
        desk.press("nmb")
    desk.key.turned = True
    assert desk.selected() == "Shoe is empty"
    desk.press("confirm")
    assert last(desk)[0] == "shoe_empty"


@pytest.mark.rule("001 10.5")
def test_a_second_card_while_one_is_held_is_named(desk: Desk) -> None:
    desk.slide("9D").slide("8D")
    assert "10.5" in desk.screen()[0] and desk.screen()[1] == "Other card must wait"
    assert guide.kind(desk.game, 0) == "not_now"
    assert desk.items() == ["Not seen: use as next", "Seen: burn it"]
    desk.choose("Seen: burn it").start().slide("TH TH 8D")
    assert desk.screen()[6:] == ["Card 2 must wait", "Call the supervisor"]


@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 L27")
def test_in_a_rebuild_a_held_card_does_not_hide_the_order(desk: Desk) -> None:
    desk.start().slide("TH TH").supervise("Rebuild the race", "Card misplaced")
    assert desk.game.held == events.FOREIGN and not desk.look()
    assert desk.screen()[1] == "Cards as they count:"
    assert desk.screen()[6:] == ["Put the order right", "CANCEL opens the menu"]
    desk.supervise("Rebuild is done")
    assert desk.look(), "then it is decided on"


@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 10.6")
def test_a_held_card_opens_it_by_itself_and_keeps_it_open(desk: Desk) -> None:
    desk.slide("9D")
    assert desk.look()
    assert desk.items() == ["Not seen: use as next", "Seen: burn it"]
    assert "10.5" in desk.screen()[0] and desk.screen()[1] == "Early card is held"
    desk.press("cancel")
    assert desk.look(), "its decision comes before all else"
    desk.choose("Seen: burn it")
    assert (desk.game.held, desk.look()) == (0, False)
    assert desk.screen()[6:] == ["Held card is burned", "To the discard rack"]


@pytest.mark.rule("001 L27")
def test_a_foreign_card_waits_for_the_supervisor(desk: Desk) -> None:
    desk.start().slide("TH TH")
    assert desk.look() and desk.game.held == events.FOREIGN
    desk.press("confirm")
    assert desk.game.held == events.FOREIGN
    desk.supervise("Take foreign card out", "Other reason")
    assert last(desk) == ("dismiss", SUPERVISOR, len(events.REASON_NAMES) - 1)
    assert (desk.game.held, desk.game.count) == (0, 1)


# -- others have their turn meanwhile -----------------------------------------------------------------


def offered(desk: Desk) -> list[int]:
    """What the table would take of a dealer at this moment."""
    game = desk.game
    every = [step for step in range(steps.STEPS) if not steps.needs(step) & asks.HOST_ONLY]
    return [step for step in every if steps.is_offered(game, step, events.DEALER)]


def test_what_happens_while_the_menu_opens_is_in_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lawful steps are looked for a few at a time, and cards come when they come."""
    monkeypatch.setattr(menu, "_TURN_MS", 0)
    desk.start()
    before = offered(desk)
    coming = iter(["TH", "4S"])
    clock.run(desk.menu.key(KEY_CANCEL), lambda: desk.slide(next(coming, "")))
    assert desk.menu.is_open() and desk.game.cards.total == 2
    assert desk.menu.items() == offered(desk) != before


def test_a_key_among_too_many_events_means_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "_TURN_MS", 0)
    desk.start()
    clock.run(desk.menu.key(KEY_CANCEL), lambda: desk.dealing.irregular(events.MISSCAN))
    assert not desk.menu.is_open() and desk.game.phase == derby.RACING
