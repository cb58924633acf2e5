"""002 before a round: one deck, inspected and verified, seen, washed, shuffled; the cut and the cut again."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import play_out, refused
from tests.unit.games.let_it_ride.play import CHARITY, DEALER, SUPERVISOR, Play, ride

WHO = {DEALER: 4, SUPERVISOR: 9}


def lit(table: Play) -> None:
    table.do(events.LAMP_TEST)
    table.do(events.LAMPS_SEEN, 1)


def checked_by(table: Play, *roles: int) -> None:
    """All 52 cards were slid, and these persons looked at them."""
    table.do(events.CHECK)
    for face in range(52):
        table.game.opening.check.card(face)
    table.do(events.CHECKED, *table.game.opening.known(events.CHECKED, 0)[:1])
    for role in roles:
        table.do(events.CHECK_YES, role, role=role, who=WHO[role])


@pytest.mark.rule("002 Opening of the table")
def test_the_floor_verifies_what_the_dealer_inspected() -> None:
    table = Play(CHARITY, closed=True)
    lit(table)
    with refused("check_first"):
        table.do(events.TABLE_OPEN)
    checked_by(table, DEALER)
    with refused("check_running"):
        table.do(events.TABLE_OPEN)
    with refused("same_person"):
        table.do(events.CHECK_YES, SUPERVISOR, role=SUPERVISOR, who=WHO[DEALER])
    table.do(events.CHECK_YES, SUPERVISOR, role=SUPERVISOR, who=WHO[SUPERVISOR])
    table.do(events.TABLE_OPEN)
    assert table.phase == "idle"


@pytest.mark.rule("002 Opening of the table")
def test_cards_are_inspected_at_the_table_and_never_taken_as_checked() -> None:
    """002 knows no deck that was pre-shuffled and secured, as 000 3.5 does."""
    table = Play(CHARITY, closed=True)
    lit(table)
    with refused("not_in_pack"):
        table.do(events.PRECHECKED)
    checked_by(table, DEALER, SUPERVISOR)
    table.do(events.TABLE_OPEN)
    with refused("not_in_pack"):
        table.do(events.PRECHECKED)


@pytest.mark.rule("002 Opening of the table")
def test_no_first_round_before_the_first_player_saw_and_the_cards_were_washed() -> None:
    table = Play(CHARITY, closed=True)
    lit(table)
    checked_by(table, DEALER, SUPERVISOR)
    table.do(events.TABLE_OPEN)
    table.do(events.SHUFFLED)
    with refused("check_first"):
        table.do(events.OPEN, 1, events.HAND)
    table.do(ride.SEEN, role=DEALER)
    with refused("check_first"):
        table.do(events.OPEN, 1, events.HAND)
    table.do(ride.WASHED, role=DEALER)
    table.do(events.OPEN, 1, events.HAND)
    table.bet(3)
    with refused("shuffle_first"):  # a wash is no shuffle
        table.call()
    table.do(events.SHUFFLED, role=DEALER)
    table.call()
    assert table.phase == "dealing"


@pytest.mark.rule("002 Opening of the table")
def test_a_table_that_was_closed_opens_with_all_of_it_again() -> None:
    table = Play(CHARITY)
    table.do(events.TABLE_CLOSE)
    lit(table)
    with refused("check_first"):
        table.do(events.TABLE_OPEN)
    checked_by(table, DEALER, SUPERVISOR)
    table.do(events.TABLE_OPEN)
    with refused("check_first"):
        table.do(events.OPEN, 1, events.HAND)


@pytest.mark.rule("002 Opening of the table")
def test_the_first_player_at_an_idle_table_sees_the_cards_again() -> None:
    table = Play(CHARITY)
    play_out(table)
    table.shuffle()
    table.do(ride.SEEN, role=DEALER)
    with refused("check_first"):  # they lay face up: washed again, and shuffled again
        table.do(events.OPEN, 1, events.HAND)
    table.do(ride.WASHED, role=DEALER)
    with refused("shuffled_already"):
        table.do(ride.WASHED, role=DEALER)
    table.do(events.OPEN, 1, events.HAND)
    table.bet(2)
    with refused("shuffle_first"):
        table.call()
    table.do(events.SHUFFLED)
    table.call()


@pytest.mark.rule("002 Opening of the table")
def test_cards_that_lay_face_up_are_washed_and_shuffled_after_that() -> None:
    table = Play(CHARITY, closed=True)
    lit(table)
    with refused("check_first"):
        table.do(ride.SEEN)
    checked_by(table, DEALER, SUPERVISOR)
    table.do(events.TABLE_OPEN)
    with refused("check_first"):
        table.do(ride.WASHED)
    table.do(ride.SEEN)
    table.do(ride.WASHED)
    table.do(events.SHUFFLED)
    table.do(ride.SEEN)
    with refused("check_first"):
        table.do(events.OPEN, 1, events.HAND)
    table.do(ride.WASHED)
    table.do(events.OPEN, 1, events.HAND)
    table.bet(2)
    with refused("shuffle_first"):
        table.call()


@pytest.mark.rule("002 Shuffle and Cut para 1")
def test_no_deal_without_a_shuffle_before_the_first_round_and_after_every_one() -> None:
    table = Play(CHARITY)
    for _ in range(2):
        table.do(events.OPEN, 1, events.HAND)
        table.bet(3)
        with refused("shuffle_first"):
            table.call()
        table.do(events.CANCEL)
        table.shuffle()
        play_out(table)


@pytest.mark.rule("002 Shuffle and Cut para 2, 1")
def test_a_cut_is_not_asked_for_but_taken_and_taken_again_until_the_deal() -> None:
    table = Play(CHARITY)
    with refused("shuffle_first"):
        table.do(events.CUT)
    table.do(events.SHUFFLED)
    table.open_betting()
    table.bet(3)
    assert table.game.judge(events.NO_MORE_BETS) == 0, "no cut is demanded"
    table.do(events.CUT, role=DEALER)
    table.do(events.CUT)  # re-cut
    assert table.game.shoe.cut
    table.call()
    table.do(events.CUT)  # the call is made, no card is out
    table.draw("4D")
    with refused("round_running"):
        table.do(events.CUT)


@pytest.mark.rule("002 Decks")
def test_one_deck_has_every_card_once() -> None:
    table = Play(CHARITY)
    table.shuffle()
    assert table.game.shoe.left() == 52
    with refused("not_an_event"):
        table.do(events.OPEN, 2, events.HAND)
    table.start(3)
    table.draw("4D")
    with refused("not_in_deck"):
        table.draw("4D")


@pytest.mark.rule("002 Decks")
def test_a_check_that_misses_a_card_of_the_52_confirms_nothing() -> None:
    table = Play(CHARITY, closed=True)
    table.do(events.CHECK)
    for face in range(51):
        table.game.opening.check.card(face)
    complete, found = table.game.opening.known(events.CHECKED, 0)
    assert not complete
    table.do(events.CHECKED, complete, 0, found)
    with refused("check_differs"):
        table.do(events.CHECK_YES, DEALER, role=DEALER, who=WHO[DEALER])
