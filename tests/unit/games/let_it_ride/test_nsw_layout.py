"""000 2 and 3: seven playing areas with three wagers each, two community cards, one deck from a shoe or a shuffler."""

import pytest

from pitboard.games import events
from pitboard.games.sequence import OTHER_SET
from pitboard.table import checks, let_it_ride_settings
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    HANDS,
    NSW,
    PLACES,
    REASON,
    Play,
    betting,
    called,
    deal_places,
    dealt,
    deciding,
    played,
    refuses,
    settings,
    shuffler_table,
)
from tests.unit.games.let_it_ride.play import SHOE, SHUFFLER, card, ride

# -- areas --------------------------------------------------------------------------------------------


@pytest.mark.rule("000 2.2.1")
def test_seven_playing_areas_and_no_eighth() -> None:
    table = betting()
    for seat in range(1, 8):
        table.bet(seat)
    for seat in (0, 8):
        with refuses("no_such_seat"):
            table.put(seat, "$", 500)
    table.call()
    assert set(deal_places(table)) == {*range(1, 8), 8, 9}


@pytest.mark.rule("000 2.2.1.1")
def test_three_wagering_areas_each_with_its_own_wager() -> None:
    table = betting()
    for spot, stake in (("1", 100), ("2", 200), ("$", 300)):
        table.put(4, spot, stake)
    assert [table.game.seats.stake(4, spot) for spot in (ride.ONE, ride.TWO, ride.DOLLAR)] == [100, 200, 300]
    with refuses("no_side"):
        table.put(4, "side", 100)
    with refuses("no_such_seat"):
        table.do(ride.BET, 4, 4, 100)


@pytest.mark.rule("000 2.2.2")
def test_two_community_cards_from_a_shoe_and_from_a_shuffler() -> None:
    for table, cards_in_all in ((Play(NSW), 3 * 2 + 2), (shuffler_table(), 3 * 2 + 3)):
        table.start(*HANDS)
        places = deal_places(table)
        assert [places.count(place) for place in PLACES[:2]] == [1, 1]
        assert len(places) == cards_in_all


@pytest.mark.rule("000 2.3.1")
def test_cards_come_from_a_shoe_or_a_shuffler_and_from_nothing_else() -> None:
    let_it_ride_settings.check(settings(source=SHOE))
    let_it_ride_settings.check(settings(source=SHUFFLER, decks=2))
    for source in (2, 3):
        with pytest.raises(checks.SettingsError, match="does not deal from there"):
            let_it_ride_settings.check(settings(source=source))
    with pytest.raises(checks.SettingsError, match="decks must be 1 or 2"):
        let_it_ride_settings.check(settings(source=SHUFFLER, decks=3))


@pytest.mark.rule("000 2.3.1")
def test_a_shoe_holds_a_single_deck() -> None:
    with pytest.raises(checks.SettingsError):
        let_it_ride_settings.check(settings(source=SHOE, decks=2))


# -- the deck -----------------------------------------------------------------------------------------


@pytest.mark.rule("000 3.1")
def test_a_face_comes_once_and_a_joker_never() -> None:
    table = called()
    table.draw("TH")
    for token, why in ((card("TH"), "not_in_deck"), (OTHER_SET, "not_a_card"), (52, "not_a_card")):
        assert table.game.route(token, before_call=False) == (events.HOLD, events.FOREIGN)
        with refuses(why):
            table.do(events.DRAWN, token, table.game.place(), role=DEALER)
    assert table.game.route(card("TD"), before_call=False) == (events.DRAWN, 0)


@pytest.mark.rule("000 3.1")
def test_there_are_52_cards() -> None:
    table = called()
    assert table.game.left() == 52
    table.draw("TH")
    assert table.game.left() == 51


# -- only out of the shoe -----------------------------------------------------------------------------


@pytest.mark.rule("000 3.6")
def test_a_card_out_of_the_deal_is_held_and_never_part_of_it() -> None:
    for table in (dealt(), deciding()):
        assert table.game.route(card("AS"), before_call=False) == (events.HOLD, events.LATE)
        with refuses("dealt_all"):
            table.draw("AS")
        table.do(events.HOLD, card("AS"), table.game.place(), reason=events.LATE)
        with refuses("round_running"):
            table.do(events.NEXT, role=DEALER)
        table.do(events.DISMISS, reason=REASON)
        assert table.game.deal.total == 8


@pytest.mark.rule("000 3.6")
def test_a_card_is_entered_by_hand_by_the_supervisor_only_and_with_a_reason() -> None:
    table = called()
    with refuses("needs_supervisor"):
        table.do(events.ENTERED, card("TH"), 1, role=DEALER, reason=REASON)
    with refuses("needs_reason"):
        table.do(events.ENTERED, card("TH"), 1)
    table.do(events.ENTERED, card("TH"), 1, reason=1)
    with refuses("not_in_deck"):
        table.do(events.ENTERED, card("TH"), 2, reason=1)


# -- counts -------------------------------------------------------------------------------------------


@pytest.mark.rule("000 3.8")
def test_a_count_is_taken_at_any_time_and_changes_no_play() -> None:
    held = called()
    held.do(events.HOLD, OTHER_SET, 1, reason=events.FOREIGN)
    for table in (Play(NSW), betting(), called(), dealt(), deciding(), held):
        before = (table.phase, table.game.deal.total, table.game.next_to_decide(), table.game.held)
        table.do(ride.COUNTED, table.game.left(), role=DEALER)
        assert not table.game.count_off
        assert (table.phase, table.game.deal.total, table.game.next_to_decide(), table.game.held) == before


@pytest.mark.rule("000 3.8")
def test_a_count_that_differs_is_kept_with_its_number() -> None:
    table = dealt()
    assert table.game.left() == 52 - 8
    table.do(ride.COUNTED, 43, role=DEALER)
    assert table.game.count_off and table.log[-1][:2] == (ride.COUNTED, 43)
    table.do(ride.COUNTED, 44, role=DEALER)
    assert not table.game.count_off


@pytest.mark.rule("000 3.8")
def test_any_number_that_was_counted_is_kept_over_a_restart() -> None:
    table = Play(NSW)
    table.do(ride.COUNTED, 255, role=DEALER)
    assert table.game.freeze()


def test_a_table_that_is_never_counted_keeps_its_checkpoints() -> None:
    table = Play(NSW)
    for _ in range(256):
        played(table)
    assert table.game.freeze()
