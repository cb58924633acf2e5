"""000 12.9 and 13: missing and foreign cards, a shuffle that was not finished, a shuffler that fails."""

import pytest

from pitboard.games import events
from pitboard.games.sequence import OTHER_SET
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    HANDS,
    NSW,
    REASON,
    WINS,
    Play,
    amounts,
    called,
    check_deck,
    dealt,
    deciding,
    played,
    refuses,
    settling,
    shuffler_table,
)
from tests.unit.games.let_it_ride.play import SHOE, SHUFFLER, faults

BACK = [(0, 0, 500)] * 3


def opened_by_check(table: Play, new_cards: bool = False) -> None:
    """The void round is closed; no other one begins before the deck was checked, or before there are other cards."""
    assert table.phase == "voided"
    assert [amounts(table, seat) for seat in HANDS] == [BACK, BACK]
    table.close()
    with refuses("check_first"):
        table.do(events.OPEN, table.game.next_deck(), table.game.shoe.source)
    with refuses("check_first"):
        table.do(events.SHUFFLED)
    if new_cards:
        table.do(events.NEW_CARDS)
    for _ in range(table.game.house.decks):
        check_deck(table)
    played(table)


@pytest.mark.rule("000 12.9")
@pytest.mark.parametrize("what", [faults.MISSING, faults.FOREIGN])
def test_a_missing_or_foreign_card_voids_the_round_and_the_deck_is_checked(what: int) -> None:
    for table in (called(), dealt(), deciding(), settling()):
        with refuses("needs_supervisor"):
            table.fault(what, role=DEALER)
        table.fault(what)
        opened_by_check(table)


@pytest.mark.rule("000 12.9")
def test_a_foreign_card_that_was_slid_is_held_and_only_voids_the_round() -> None:
    table = called()
    table.draw("TH")
    table.do(events.HOLD, OTHER_SET, table.game.place(), reason=events.FOREIGN)
    with refuses("held"):
        table.draw("TD")
    with refuses("not_lawful"):
        table.do(events.DISMISS, reason=REASON)
    with refuses("not_lawful"):
        table.do(events.NEXT, role=DEALER)
    table.fault(faults.FOREIGN)
    opened_by_check(table)


@pytest.mark.rule("000 12.9")
def test_completed_rounds_stand() -> None:
    table = played(Play(NSW))
    assert not table.game.kept  # nothing of a closed round can be reversed
    with refuses("not_lawful"):
        table.fault(faults.MISSING)
    done = list(table.log)
    dealt(table).fault(faults.MISSING)
    assert table.log[: len(done)] == done


# -- the shuffler -------------------------------------------------------------------------------------


@pytest.mark.rule("000 13.1")
def test_no_round_starts_on_a_shuffle_that_was_not_finished() -> None:
    table = shuffler_table()
    table.shuffle()
    table.do(events.OPEN, 1, SHUFFLER)
    table.bet(WINS)
    table.fault(faults.SHUFFLE_UNFINISHED, role=DEALER)
    with refuses("shuffle_first"):
        table.call()
    table.do(events.SHUFFLED)
    table.call()


@pytest.mark.rule("000 13.1")
def test_a_shuffle_is_unfinished_only_before_the_deal() -> None:
    table = dealt(shuffler_table())
    with refuses("not_lawful"):
        table.fault(faults.SHUFFLE_UNFINISHED)


@pytest.mark.rule("000 13.2")
def test_a_shuffler_that_fails_in_a_round_voids_it_and_new_cards_are_checked() -> None:
    table = played(shuffler_table())
    done = list(table.log)
    table.start(*HANDS)
    table.draw("TH")
    with refuses("needs_supervisor"):
        table.fault(faults.SHUFFLER_FAILED, role=DEALER)
    table.fault(faults.SHUFFLER_FAILED)
    assert table.log[: len(done)] == done
    opened_by_check(table, new_cards=True)


@pytest.mark.rule("000 13.2")
@pytest.mark.rule("000 13.1")
def test_a_shoe_is_no_shuffler_that_could_fail() -> None:
    table = called()
    with refuses("not_lawful"):
        table.fault(faults.SHUFFLER_FAILED)
    table = Play(NSW)
    with refuses("not_lawful"):
        table.fault(faults.SHUFFLE_UNFINISHED)


@pytest.mark.rule("000 13.2")
def test_after_a_failed_shuffler_the_cards_are_new() -> None:
    table = shuffler_table()
    table.start(*HANDS)
    table.draw("TH")
    table.fault(faults.SHUFFLER_FAILED)
    table.close()
    table.do(events.PRECHECKED)  # the same cards
    for _ in range(2):
        check_deck(table)
    with refuses("check_first"):
        table.do(events.OPEN, 1, SHUFFLER)
    table.do(events.NEW_CARDS)
    with refuses("check_first"):
        table.do(events.OPEN, 1, SHUFFLER)
    table.do(events.PRECHECKED)
    table.do(events.OPEN, 1, SHUFFLER)


@pytest.mark.rule("000 12.9")
def test_the_check_after_a_missing_card_is_a_check() -> None:
    table = dealt()
    table.fault(faults.MISSING)
    table.close()
    with refuses("check_first"):
        table.do(events.PRECHECKED)
    with refuses("check_first"):
        table.do(events.OPEN, 1, SHOE)
    check_deck(table)
    table.do(events.OPEN, 1, SHOE)
