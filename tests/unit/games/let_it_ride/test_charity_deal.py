"""002 the deal: one card each and one to the middle, three times; the stub, and its count."""

import pytest

from pitboard.app.let_it_ride.host import Seats
from pitboard.games import events, refusals
from tests.unit.games.let_it_ride.at_table import (
    dealt,
    finish,
    host_sees,
    mains,
    planned,
    play_out,
    refused,
    settled,
    slide,
)
from tests.unit.games.let_it_ride.display import words
from tests.unit.games.let_it_ride.play import CHARITY, REASON, Play, card, faults, ride

COMMUNITY_1, COMMUNITY_2, BURNED = 8, 9, 10


@pytest.mark.rule("002 Dealer Procedures 1 - 6")
def test_one_card_each_clockwise_and_one_to_the_middle_three_times() -> None:
    table = Play(CHARITY)
    table.start(6, 2, 7)
    assert planned(table) == [2, 6, 7, BURNED, 2, 6, 7, COMMUNITY_1, 2, 6, 7, COMMUNITY_2]


@pytest.mark.rule("002 Dealer Procedures 1 - 6")
def test_cards_lie_where_the_order_of_dealing_puts_them() -> None:
    table = Play(CHARITY)
    table.start(1, 7)
    slide(table, "2S 3S 4S 5S 6S 7S 8S 9S")
    assert table.phase == "dealing"
    slide(table, "TS")
    assert table.phase == "dealt"
    table.to_settling()
    shown = [table.game.hand_shown(seat) for seat in (1, 7)]
    assert shown == [bytes(map(card, hand.split())) for hand in ("2S 5S 8S", "3S 6S 9S")]
    assert [table.game.community(which) for which in (1, 2)] == [card("7S"), card("TS")]


@pytest.mark.rule("002 Dealer Procedures 1 - 6")
def test_seven_seats_and_no_eighth() -> None:
    table = Play(CHARITY)
    table.start(*range(1, 8))
    assert len(planned(table)) == 24
    other = Play(CHARITY)
    other.open_betting()
    with refused("no_such_seat"):
        other.put(8, "1", 500)


@pytest.mark.rule("002 Definitions 5")
def test_the_stub_is_what_the_deal_left() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    assert table.game.shoe.left() == 52 - 2 * 3 - 3


@pytest.mark.rule("002 Dealer Procedures, stub")
def test_no_card_of_the_stub_joins_the_round_or_is_shown() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S"}, "KD KC", discard="8S")
    with refused("dealt_all"):
        table.draw("AH")
    assert table.game.route(card("AH"), False) == (events.HOLD, events.LATE)
    table.do(events.HOLD, card("AH"), table.game.place(), reason=events.LATE)
    with refused("round_running"):  # nothing comes next any more
        table.do(events.NEXT)
    assert "AH" not in host_sees(table)
    table.do(events.DISMISS, reason=REASON)
    table.to_settling()
    assert mains(table, 2) == [(1000, 0, 500)] * 3
    assert "AH" not in host_sees(table)


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_the_fifth_round_does_not_end_before_the_stub_was_counted() -> None:
    table = Play(CHARITY)
    for _ in range(4):
        play_out(table)
    table.start(2, 5)
    table.deal({2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    table.to_settling()
    table.settle_all()
    with refused("count_first"):
        table.close()
    table.do(ride.COUNTED, 43)
    table.close()
    play_out(table)


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_a_count_of_the_whole_deck_between_rounds_is_no_count_of_the_stub() -> None:
    table = Play(CHARITY)
    play_out(table)
    table.game.since_count = 3
    table.do(ride.COUNTED, table.game.shoe.left())
    assert table.game.since_count == 3


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_before_the_deal_is_complete_there_is_no_stub_to_count() -> None:
    table = settled(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.settle_all()
    table.close()
    table.game.since_count = 4
    table.open_betting()
    table.bet(1)
    table.do(ride.COUNTED, 52)
    table.call()
    table.do(ride.COUNTED, 52)
    assert not table.game.counted and not table.game.count_off
    table.game.found = 24
    assert table.game.judge(ride.COUNTED, 52) == refusals.TOO_MANY
    table.deal({1: "TH TD 5S"}, "KD KC", discard="8S")
    table.to_settling()
    table.settle_all()
    with refused("count_first"):
        table.close()
    table.do(ride.COUNTED, 46)
    table.close()


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_a_count_that_is_due_has_room_in_any_round() -> None:
    table = settled(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.game.since_count = 4
    table.game.found = 24
    table.settle_all()
    table.do(ride.COUNTED, 46)
    assert table.game.judge(ride.COUNTED, 46) == refusals.TOO_MANY
    table.close()


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_a_count_in_a_round_begins_the_five_rounds_anew() -> None:
    table = Play(CHARITY)
    for number in range(3):
        table.start(1)
        table.deal({1: "TH TD 5S"}, "KD KC", discard="8S")
        table.to_settling()
        table.settle_all()
        if number == 2:
            table.do(ride.COUNTED, table.game.shoe.left())
        table.close()
    for _ in range(3):
        table.start(1)
        table.deal({1: "TH TD 5S"}, "KD KC", discard="8S")
        table.to_settling()
        table.settle_all()
        table.close()


@pytest.mark.rule("002 Dealer Procedures, stub count")
@pytest.mark.parametrize("off", [-1, 2])
def test_a_wrong_count_is_flagged_and_a_count_all_the_same(off: int) -> None:
    table = settled(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.game.since_count = 4
    table.settle_all()
    with refused("count_first"):
        table.close()
    table.do(ride.COUNTED, 46 + off)
    assert table.game.count_off == 100 + off
    told = f"Count: {-off} missing" if off < 0 else f"Count: {off} too many"
    assert told in words(table) and "Call the supervisor" in words(table)
    answer = Seats(table.game).ride({})
    assert (answer["missing"], answer["extra"]) == (max(0, -off), max(0, off))
    assert table.game.judge(events.CLOSE) == 0, "nothing was due but the count itself"
    table.do(ride.COUNTED, 46)
    assert table.game.count_off == 0 and "Count:" not in words(table)
    table.close()


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_a_wrong_count_is_told_again_before_the_next_round_and_ends_with_a_check() -> None:
    table = settled(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.settle_all()
    table.do(ride.COUNTED, 45)
    table.close()
    table.do(events.SHUFFLED)
    if table.game.shoe.needs_cut():
        table.do(events.CUT)
    assert "Count: 1 missing" in words(table)
    table.check_deck()
    assert table.game.count_off == 0 and "Count:" not in words(table)


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_a_wrong_count_that_the_supervisor_lets_pass_does_not_hold_a_paid_round() -> None:
    table = settled(CHARITY, {2: "TH TD 5S"}, "KD KC")
    table.game.since_count = 4
    table.settle_all()
    table.do(ride.COUNTED, 45)
    table.fault(faults.MISSING)
    with refused("pending"):
        table.close()
    table.do(ride.GO_ON, reason=REASON)
    table.close()
    assert table.game.since_count == 0


@pytest.mark.rule("002 Dealer Procedures, stub count")
def test_five_rounds_from_count_to_count() -> None:
    table = Play(CHARITY)

    def one_round(count: bool) -> None:
        table.start(1)
        table.deal({1: "TH TD 5S"}, "KD KC", discard="8S")
        table.to_settling()
        table.settle_all()
        if count:
            table.do(ride.COUNTED, 46)
        table.close()

    for number in range(1, 10):
        one_round(count=number == 5)
    with refused("count_first"):
        one_round(count=False)


@pytest.mark.rule("002 Dealer Procedures, stub count")
@pytest.mark.parametrize("slid", [False, True])
def test_a_burned_face_up_card_is_missing_in_the_stub(slid: bool) -> None:
    table = Play(CHARITY)
    table.start(2)
    table.draw("4D")
    if slid:
        table.draw("9S")
    table.fault(faults.FACE_UP, int(slid))
    table.deal({2: "TD 5S"}, "KD KC", discard="8S")
    table.do(ride.COUNTED, 52 - 6 - 1)
    assert table.game.count_off == 0
    finish(table)
