"""004 the cards: two decks that take turns in the shuffler, stacks of three, what is left in the machine."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import (
    dealt,
    host_sees,
    planned,
    play_out,
    refused,
    slide,
)
from tests.unit.games.let_it_ride.play import CALIFORNIA, DEALER, SHUFFLER, Play, card, ride


def stacks(bank: int, *seats: int) -> list[int]:
    """To whom the stacks go, one number each; the player-dealer's has its three places."""
    table = Play(CALIFORNIA)
    table.open_betting()
    table.bank(bank)
    for seat in seats:
        table.bet(seat)
    table.call()
    order = planned(table)
    hands, last = order[:-3], order[-3:]
    assert last == [8, 9, 10], "first community card, second, the one that nobody sees"
    assert hands == [seat for seat in hands[::3] for _ in range(3)]
    return hands[::3]


@pytest.mark.rule("004 Type of card deck 1")
@pytest.mark.rule("004 Dealing procedures 1")
def test_cards_come_shuffled_from_the_machine_and_are_not_cut() -> None:
    table = Play(CALIFORNIA)
    assert table.game.shoe.source == SHUFFLER
    for _ in range(2):
        table.do(events.OPEN, table.game.next_deck(), SHUFFLER)
        table.bank()
        table.bet(3)
        with refused("shuffle_first"):
            table.call()
        table.do(events.SHUFFLED, role=DEALER)
        with refused("shuffled_already"):
            table.do(events.CUT)
        table.call()
        table.deal({3: "TH TD 5S"}, "9D KC", discard="8S")
        table.to_settling()
        table.settle_all()
        table.close()


@pytest.mark.rule("004 Type of card deck 1")
def test_no_other_source_is_taken() -> None:
    table = Play(CALIFORNIA)
    table.shuffle()
    for source in (events.SHOE, events.HAND):
        with refused("not_an_event"):
            table.do(events.OPEN, 1, source)


@pytest.mark.rule("004 Type of card deck 2, 3.a")
def test_both_decks_are_checked_before_the_first_round_each_with_its_52_cards() -> None:
    table = Play(CALIFORNIA, closed=True)
    table.do(events.LAMP_TEST)
    table.do(events.LAMPS_SEEN, 1)
    for deck in (1, 2):
        with refused("check_first"):
            table.do(events.TABLE_OPEN)
        assert table.game.deck_to_check() == deck
        table.do(events.CHECK)
        assert table.game.opening.check.expected == 52
        for face in range(52):
            table.game.opening.check.card(face)
        table.do(events.CHECKED, *table.game.opening.known(events.CHECKED, 0)[:1])
        table.do(events.CHECK_YES, DEALER, role=DEALER, who=4)
    table.do(events.TABLE_OPEN)
    with refused("not_an_event"):
        table.do(events.OPEN, 3, SHUFFLER)


@pytest.mark.rule("004 Type of card deck 3.b, 3.c")
def test_the_decks_take_turns_and_none_is_dealt_twice_running() -> None:
    table = Play(CALIFORNIA)
    for deck in (1, 2, 1):
        if deck != 1 or table.game.played:
            with refused("same_deck"):
                table.do(events.OPEN, 3 - deck, SHUFFLER)
        assert table.game.next_deck() == deck
        play_out(table)
        table.do(ride.OFFERED)
        assert table.game.deck == deck


@pytest.mark.rule("004 Type of card deck 3.b, 3.c")
def test_betting_that_was_cancelled_dealt_no_deck() -> None:
    table = Play(CALIFORNIA)
    play_out(table)
    table.open_betting()
    table.do(events.CANCEL)
    assert table.game.next_deck() == 2
    with refused("same_deck"):
        table.do(events.OPEN, 1, SHUFFLER)
    table.do(events.OPEN, 2, SHUFFLER)


@pytest.mark.rule("004 Dealing procedures 3")
@pytest.mark.parametrize(
    ("bank", "order"),
    [
        (8, [1, 2, 4, 6, 7]),
        (7, [1, 2, 4, 6]),
        (3, [4, 6, 7, 1, 2]),
        (1, [2, 4, 6, 7]),
        (5, [6, 7, 1, 2, 4]),
    ],
)
def test_the_first_stack_goes_to_the_left_of_the_player_dealer(bank: int, order: list[int]) -> None:
    assert stacks(bank, *(seat for seat in (1, 2, 4, 6, 7) if seat != bank)) == order


@pytest.mark.rule("004 Dealing procedures 2")
def test_no_stack_before_three_equal_wagers_each_and_the_call() -> None:
    table = Play(CALIFORNIA)
    table.open_betting()
    table.bank()
    table.bet(3)
    table.put(5, "1", 500)
    with refused("call_first"):
        table.draw("TH")
    with refused("unequal"):
        table.call()
    table.bet(5)
    table.call()
    table.draw("TH")


@pytest.mark.rule("004 Dealing procedures 3.a - 3.c")
def test_the_player_dealers_stack_top_card_left_next_right_bottom_unseen() -> None:
    table = Play(CALIFORNIA)
    table.start(3)
    slide(table, "TH TD 5S QC JD 8S")
    assert table.phase == "dealt"
    table.to_settling()
    assert [table.game.community(which) for which in (1, 2)] == [card("QC"), card("JD")]
    table.settle_all()
    assert "8S" not in host_sees(table) and "QC" in host_sees(table)


@pytest.mark.rule("004 Dealing procedures 3.a - 3.c")
def test_a_reader_that_sees_the_bottom_card_first_finds_the_same_places() -> None:
    table = Play(CALIFORNIA, bottom_first=True)
    table.start(3)
    slide(table, "5S TD TH 8S JD QC")
    table.to_settling()
    assert [table.game.community(which) for which in (1, 2)] == [card("QC"), card("JD")]
    assert "8S" not in host_sees(table)


@pytest.mark.rule("004 Dealing procedures 4")
def test_what_is_left_in_the_machine_can_be_counted() -> None:
    table = dealt(CALIFORNIA, {2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    assert table.game.shoe.left() == 52 - 3 * (2 + 1)
    table.do(ride.COUNTED, 42)
    assert table.game.count_off == 99
    table.do(ride.COUNTED, 43)
    assert table.game.count_off == 0
    table.to_settling()
    table.settle_all()
    table.close()  # nobody has to count


@pytest.mark.rule("004 Dealing procedures 4")
def test_no_card_of_the_rest_joins_the_round() -> None:
    table = dealt(CALIFORNIA, {2: "TH TD 5S"}, "KD KC", discard="8S")
    with refused("dealt_all"):
        table.draw("AH")
    assert table.game.route(card("AH"), False) == (events.HOLD, events.LATE)
