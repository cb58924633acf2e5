"""000 3 and 4: cards are checked before they are played, and shuffled, and cut for a shoe."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    FACES,
    NSW,
    Play,
    betting,
    called,
    check_deck,
    dealt,
    deciding,
    played,
    refuses,
    shuffler_table,
)
from tests.unit.games.let_it_ride.play import SHOE, SHUFFLER


def closed_table(**house: int) -> Play:
    table = Play(NSW, closed=True, **house)
    table.do(events.LAMP_TEST)
    table.do(events.LAMPS_SEEN, 1)
    return table


# -- the check ----------------------------------------------------------------------------------------


@pytest.mark.rule("000 3.4, 3.5")
def test_nothing_begins_before_the_cards_were_checked() -> None:
    table = closed_table()
    with refuses("check_first"):
        table.do(events.TABLE_OPEN)
    with refuses("check_first"):
        table.do(events.SHUFFLED)


@pytest.mark.rule("000 3.4, 3.5")
@pytest.mark.parametrize("role", [events.DEALER, events.SUPERVISOR])
def test_a_check_of_52_different_faces_needs_one_person_and_keeps_who(role: int) -> None:
    table = closed_table()
    check_deck(table, role=role, who=7)
    assert table.log[-1][0] == events.CHECK_YES and table.log[-1][-1] == 7
    table.do(events.TABLE_OPEN)
    table.open_betting()
    assert table.phase == "betting"


@pytest.mark.rule("000 3.4, 3.5")
@pytest.mark.parametrize("codes", [FACES[1:], [*FACES[1:], FACES[1]], [*FACES, "2S"]], ids=["51", "two alike", "53"])
def test_a_deck_that_is_not_52_different_faces_is_not_confirmed(codes: list[str]) -> None:
    table = closed_table()
    with refuses("check_differs"):
        check_deck(table, codes)
    table.do(events.CHECK_END)
    with refuses("check_first"):
        table.do(events.TABLE_OPEN)


@pytest.mark.rule("000 3.4, 3.5")
def test_pre_checked_is_the_supervisors_word_and_spares_no_shuffle() -> None:
    table = closed_table()
    with refuses("needs_supervisor"):
        table.do(events.PRECHECKED, role=DEALER)
    table.do(events.PRECHECKED, who=4)
    assert table.log[-1] == (events.PRECHECKED, 0, 0, 0, 0, 4)
    table.do(events.TABLE_OPEN)
    table.do(events.OPEN, 1, SHOE)
    table.bet(1)
    with refuses("shuffle_first"):
        table.call()


# -- new cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("000 3.7, 13.2.3")
def test_cards_change_only_between_rounds() -> None:
    with refuses("round_open"):
        betting().do(events.NEW_CARDS)
    for table in (called(), dealt(), deciding()):
        with refuses("round_running"):
            table.do(events.NEW_CARDS)
    with refuses("needs_supervisor"):
        Play(NSW).do(events.NEW_CARDS, role=DEALER)


@pytest.mark.rule("000 3.7, 13.2.3")
def test_new_cards_are_checked_shuffled_and_cut_again() -> None:
    table = Play(NSW)
    table.shuffle()
    table.do(events.NEW_CARDS)
    with refuses("check_first"):
        table.do(events.OPEN, 1, SHOE)
    check_deck(table)
    table.do(events.OPEN, 1, SHOE)
    table.bet(1)
    with refuses("shuffle_first"):
        table.call()
    table.do(events.SHUFFLED)
    with refuses("cut_first"):
        table.call()
    table.do(events.CUT)
    table.call()


# -- shuffle and cut ----------------------------------------------------------------------------------


@pytest.mark.rule("000 4.1")
def test_every_round_starts_with_a_new_shuffle() -> None:
    table = Play(NSW)
    for _ in range(2):
        table.do(events.OPEN, 1, SHOE)
        table.bet(1)
        with refuses("shuffle_first"):
            table.call()
        table.do(events.CANCEL)
        played(table)


@pytest.mark.rule("000 4.2, 4.3")
def test_a_shoe_is_cut_after_the_shuffle_and_only_then() -> None:
    table = Play(NSW)
    with refuses("shuffle_first"):
        table.do(events.CUT)
    table.do(events.SHUFFLED)
    table.do(events.OPEN, 1, SHOE)
    table.bet(1)
    with refuses("cut_first"):
        table.call()
    table.do(events.CUT)
    with refuses("shuffled_already"):
        table.do(events.CUT)
    table.do(events.SHUFFLED)
    with refuses("cut_first"):
        table.call()
    table.do(events.CUT)
    table.call()


@pytest.mark.rule("000 4.4, 4.5")
def test_a_shuffler_is_not_cut_and_may_be_given_cards_shuffled_by_hand() -> None:
    table = shuffler_table()
    table.do(events.SHUFFLED)
    with refuses("shuffled_already"):
        table.do(events.CUT)
    table.do(events.SHUFFLED)
    table.do(events.OPEN, 1, SHUFFLER)
    table.bet(1)
    table.call()
    assert table.phase == "dealing"


@pytest.mark.rule("000 4.4, 4.5")
def test_after_the_table_was_closed_the_cards_are_shuffled_again() -> None:
    table = shuffler_table()
    table.do(events.SHUFFLED)
    table.do(events.TABLE_CLOSE)
    table.open_table()
    table.do(events.OPEN, 1, SHUFFLER)
    table.bet(1)
    with refuses("shuffle_first"):
        table.call()


# -- two decks ----------------------------------------------------------------------------------------


@pytest.mark.rule("000 3.2.1")
def test_a_second_deck_may_be_used_in_turn_or_left_out() -> None:
    table = shuffler_table()
    assert table.game.next_deck() == 1
    played(table)
    assert table.game.next_deck() == 2
    played(table)
    assert table.game.next_deck() == 1
    table.shuffle()
    table.do(events.OPEN, 2, SHUFFLER)  # the same again: may alternate, not must
    with refuses("not_an_event"):
        shuffler_table().do(events.OPEN, 3, SHUFFLER)
    with refuses("not_an_event"):
        shuffler_table(decks=1).do(events.OPEN, 2, SHUFFLER)


@pytest.mark.rule("000 3.2.1")
def test_each_of_two_decks_is_checked_before_the_first_round() -> None:
    table = closed_table(source=SHUFFLER, decks=2)
    check_deck(table)
    with refuses("check_first"):
        table.do(events.TABLE_OPEN)
    check_deck(table)
    table.do(events.TABLE_OPEN)
    assert table.phase == "idle"
