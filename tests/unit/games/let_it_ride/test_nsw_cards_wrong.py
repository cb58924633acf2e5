"""000 12.9 and 13: missing and foreign cards, a shuffle that was not finished, a shuffler that fails."""

from typing import Any

import pytest

from pitboard.games import events
from pitboard.games.sequence import OTHER_SET
from tests.unit.games.let_it_ride.nsw import (
    COMMUNITY,
    DEALER,
    HANDS,
    LOSES,
    NSW,
    REASON,
    WINS,
    Play,
    amounts,
    betting,
    called,
    check_deck,
    dealt,
    deciding,
    played,
    refuses,
    settling,
    shuffler_table,
)
from tests.unit.games.let_it_ride.nsw_eyes import screen
from tests.unit.games.let_it_ride.play import SHOE, SHUFFLER, card, faults, ride

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
    done = list(table.log)
    dealt(table).fault(faults.MISSING)
    assert table.log[: len(done)] == done


# -- found before the deal: no round is void, the deck is checked all the same (12.9.3) ---------------------


def foreign_held(table: Play) -> Play:
    table.do(events.HOLD, OTHER_SET, table.game.place(), reason=events.FOREIGN)
    return table


def needs_its_check(table: Play) -> None:
    """No round begins before the deck was counted; one that was being bet on is cancelled for it."""
    if table.phase == "betting":
        with refuses("check_first"):
            table.call()
        with refuses("check_first"):
            table.do(events.SHUFFLED)
        table.do(events.CANCEL, role=DEALER)
    for event in ((events.OPEN, 1, SHOE), (events.PRECHECKED,), (events.SHUFFLED,)):
        with refuses("check_first"):
            table.do(*event)
    check_deck(table)
    played(table)


@pytest.mark.rule("000 12.9")
@pytest.mark.parametrize("made", [Play, betting])
def test_a_foreign_card_that_is_taken_out_before_the_deal_asks_for_a_check(made: Any) -> None:
    table = made() if made is betting else made(NSW)
    table.shuffle()
    foreign_held(table).do(events.DISMISS, reason=REASON)
    assert "Check all its cards" in screen(table)[-1]
    needs_its_check(table)


@pytest.mark.rule("000 12.9")
@pytest.mark.parametrize("what", [faults.MISSING, faults.FOREIGN])
def test_what_is_found_before_the_deal_asks_for_a_check(what: int) -> None:
    for table in (Play(NSW), betting(), foreign_held(betting())):
        with refuses("needs_supervisor"):
            table.fault(what, role=DEALER)
        table.fault(what)
        assert table.phase in ("idle", "betting")
        if table.game.held:
            table.do(events.DISMISS, reason=REASON)
        needs_its_check(table)


@pytest.mark.rule("000 12.9")
def test_while_betting_is_open_the_display_says_what_the_deck_needs() -> None:
    table = betting()
    table.bet(WINS)
    table.fault(faults.MISSING)
    table.do(events.IRREGULARITY, events.STRAY_READ)  # what was told of it is gone
    table.do(ride.BET, LOSES, 0, 500)
    assert "CONFIRM ends betting" in " ".join(screen(table))
    table.do(events.CANCEL, role=DEALER)
    assert "Check deck 1" in " ".join(screen(table))


@pytest.mark.rule("000 12.9")
def test_an_early_card_of_the_deck_asks_for_no_check() -> None:
    table = betting()
    table.do(events.HOLD, card("AS"), 1, reason=events.EARLY)
    table.do(events.DISMISS, reason=REASON)
    assert table.game.shoe.checked and not table.game.check_due


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
@pytest.mark.parametrize("what", [faults.SHUFFLE_UNFINISHED, faults.SHUFFLER_FAILED])
def test_a_jam_after_the_call_and_before_the_first_card(what: int) -> None:
    """The round of play begins with the first card (1.1): the cards are shuffled again, and the wagers stay."""
    table = shuffler_table()
    table.start(*HANDS)
    table.fault(what, role=DEALER)
    assert table.phase == "dealing"
    with refuses("shuffle_first"):
        table.draw("TH")
    assert table.game.route(card("TH"), False) == (events.IRREGULARITY, events.NOT_NOW)
    table.do(ride.BET, WINS, 0, 500, reason=REASON)
    assert "Shuffle deck 1" in " ".join(screen(table))
    table.do(events.SHUFFLED, role=DEALER)
    table.deal(HANDS, COMMUNITY)
    table.to_settling()
    assert amounts(table, WINS)[0] == (500, 0, 500)


@pytest.mark.rule("000 13.1")
def test_a_shuffler_that_stays_jammed_ends_the_betting() -> None:
    table = shuffler_table()
    table.start(*HANDS)
    with refuses("bets_closed"):
        table.do(events.CANCEL)
    table.fault(faults.SHUFFLER_FAILED, role=DEALER)
    table.do(events.CANCEL, role=DEALER)
    table.do(events.NEW_CARDS)
    assert table.phase == "idle"


@pytest.mark.rule("000 13.1")
def test_a_shuffle_is_unfinished_only_before_the_deal() -> None:
    table = shuffler_table()
    table.start(*HANDS)
    table.draw("TH")
    with refuses("round_running"):
        table.do(events.SHUFFLED)
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
