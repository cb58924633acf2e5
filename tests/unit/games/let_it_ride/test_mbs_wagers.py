"""003 wagers: three equal ones and the progressive one beside them, between the two calls of the dealer."""

from typing import Any

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import mains, refused, settled
from tests.unit.games.let_it_ride.play import DEALER, MBS, REASON, Play, faults, ride


def betting(**house: Any) -> Play:
    table = Play(MBS, **house)
    table.open_betting()
    return table


def stakes(table: Play, seat: int) -> list[int]:
    return [table.game.seats.stake(seat, spot) for spot in range(4)]


@pytest.mark.rule("003 2.2.1")
def test_a_seat_has_the_places_1_2_and_dollar() -> None:
    table = betting()
    for spot, stake in (("1", 100), ("2", 200), ("$", 300)):
        table.put(3, spot, stake)
    assert stakes(table, 3) == [100, 200, 300, 0]
    with refused("no_such_seat"):
        table.do(ride.BET, 3, 4, 500)
    with refused("no_such_seat"):
        table.do(ride.BET, 0, 0, 500)


@pytest.mark.rule("003 3.1, 3.2")
@pytest.mark.rule("003 1.1.7")
def test_wagers_are_open_between_the_two_calls() -> None:
    table = Play(MBS)
    table.shuffle()
    with refused("open_first"):
        table.put(3, "1", 500)
    before = table.game.round_no
    table.do(events.OPEN, 1, table.game.shoe.source, role=DEALER)
    assert (table.game.round_no, table.phase) == (before + 1, "betting")
    table.bet(3)
    table.put(3, "1", 0)
    table.put(3, "1", 500)
    table.call()
    with refused("bets_closed"):
        table.put(3, "1", 600, role=DEALER)


@pytest.mark.rule("003 1.1.7")
def test_a_round_begun_is_not_begun_again_before_its_end() -> None:
    table = betting()
    with refused("betting_open"):
        table.do(events.OPEN, 1, table.game.shoe.source)
    table.bet(3)
    table.call()
    table.deal({3: "TH TD 5S"}, "9D KC")
    table.to_settling()
    with refused("round_running"):
        table.do(events.OPEN, 1, table.game.shoe.source)
    with refused("settle_first"):
        table.close()
    table.settle_all()
    table.close()
    assert table.phase == "idle"


@pytest.mark.rule("003 1.1.1")
def test_no_card_comes_before_the_call_nor_a_wager_after_a_card() -> None:
    table = betting()
    table.bet(3)
    with refused("call_first"):
        table.draw("4D")
    table.call()
    table.draw("4D")
    with refused("seat_empty"):
        table.put(5, "1", 500, reason=REASON)
    with refused("bets_closed"):
        table.bet(5, role=DEALER)


@pytest.mark.rule("003 1.1.1")
@pytest.mark.rule("003 3.4")
@pytest.mark.parametrize(
    "placed", [{"$": 500}, {"1": 500, "2": 500}, {"1": 500, "2": 500, "$": 400}], ids=["one", "two", "unequal"]
)
def test_who_has_not_three_equal_wagers_is_flagged_before_any_card(placed: dict[str, int]) -> None:
    table = betting()
    table.bet(2)
    for spot, stake in placed.items():
        table.put(5, spot, stake)
    table.call()
    assert table.game.pending_what == faults.UNEQUAL and table.game.pending_seat == 5
    with refused("pending"):
        table.draw("4D")
    table.do(ride.VOID_NOW, reason=REASON)
    assert mains(table, 2) == [(0, 0, 500)] * 3
    assert [back for *_, back in mains(table, 5)] == [placed.get(spot, 0) for spot in ("1", "2", "$")]


@pytest.mark.rule("003 3.4")
def test_three_equal_wagers_are_not_flagged_and_nobody_plays_without_any() -> None:
    table = betting()
    with refused("no_wagers"):
        table.call()
    table.bet(2)
    table.call()
    assert not table.game.pending
    with refused("not_lawful"):
        table.fault(faults.UNEQUAL, 2)


@pytest.mark.rule("003 3.5")
def test_a_progressive_wager_alone_is_refused() -> None:
    table = betting()
    with refused("side_alone"):
        table.put(3, "side", 100)
    for spot in ("1", "2"):
        table.put(3, spot, 500)
        with refused("side_alone"):
            table.put(3, "side", 100)
    table.put(3, "$", 500)
    table.put(3, "side", 100)
    table.put(3, "2", 0)
    with refused("side_alone"):
        table.call()


@pytest.mark.rule("003 1.1.6")
def test_a_progressive_wager_is_free_to_take_and_of_the_operators_size() -> None:
    table = betting(jackpot_stake=200)
    table.bet(3)
    assert table.game.judge(events.NO_MORE_BETS) == 0, "nobody has to"
    for stake in (100, 300, 400):
        with refused("out_of_limits"):
            table.put(3, "side", stake)
    table.put(3, "side", 200)
    table.call()
    other = betting()  # no size set
    other.bet(3, side=170)
    other.call()
    assert stakes(other, 3)[3] == 170


@pytest.mark.rule("003 1.1.6")
def test_no_progressive_wager_after_the_call() -> None:
    table = betting()
    table.bet(3)
    table.bet(5, side=100)
    table.call()
    for seat, stake in ((3, 100), (5, 200)):
        with refused("bets_closed"):
            table.put(seat, "side", stake, role=DEALER)


@pytest.mark.rule("003 1.1.6")
@pytest.mark.rule("003 5.6")
def test_nobody_can_find_a_progressive_wager_where_none_lay() -> None:
    table = betting()
    table.bet(3)
    table.bet(5, side=100)
    table.call()
    with refused("bets_closed"):
        table.put(3, "side", 100, reason=REASON)
        table.put(5, "side", 200, reason=REASON)
    table.put(5, "side", 50, reason=REASON)  # less than was entered lay there
    assert (stakes(table, 3)[3], stakes(table, 5)[3]) == (0, 50)


@pytest.mark.rule("003 5.6")
def test_no_supervisor_honours_what_was_increased_after_the_call() -> None:
    table = betting(most=1000)
    table.bet(3)
    table.call()
    table.deal({3: "AS KS QS"}, "JS TS")
    table.look()
    for _ in range(2):
        table.decide_all()
        table.turn()
    table.show()
    for stake in (501, 900, 5_000_000):
        with refused("bets_closed"):
            table.put(3, "$", stake, reason=REASON)
    table.put(3, "$", 400, reason=REASON)
    table.declare()
    assert mains(table, 3) == [(500_000, 0, 500), (500_000, 0, 500), (400_000, 0, 400)]


@pytest.mark.rule("003 4.2")
@pytest.mark.rule("003 1.1.6")
def test_no_progressive_wager_while_the_table_does_not_know_the_jackpot() -> None:
    table = Play(MBS)
    table.do(ride.JACKPOT, value=0)
    table.open_betting()
    table.bet(3)
    with refused("jackpot_first"):
        table.put(3, "side", 100)
    table.do(ride.JACKPOT, value=123_456)
    table.put(3, "side", 100)
    table.do(ride.JACKPOT, value=999_999)  # of the next round (L8)
    table.call()
    table.deal({3: "AS KS QS"}, "JS TS")
    table.to_settling()
    assert table.money(3, "side") == (123_456, 0, 100)
    assert table.replayed().snapshot() == table.game.snapshot()


@pytest.mark.rule("003 5.6")
def test_what_is_put_down_after_the_call_is_refused_and_never_counts() -> None:
    table = betting()
    table.bet(3)
    table.call()
    for seat, stake in ((3, 900), (5, 500)):
        with refused("bets_closed"):
            table.put(seat, "1", stake, role=DEALER)
    table.fault(faults.LATE_WAGER, role=DEALER)
    assert table.game.outcome == faults.REFUSE and not table.game.pending
    table.deal({3: "TH TD 5S"}, "9D KC")
    table.to_settling()
    assert mains(table, 3) == [(500, 0, 500)] * 3 and mains(table, 5) == [(0, 0, 0)] * 3


@pytest.mark.rule("003 5.7")
@pytest.mark.parametrize(("hand", "money"), [("TH TD 5S", (500, 0, 500)), ("9H 9C 5S", (0, 500, 0))])
def test_a_wager_taken_away_is_won_or_lost_all_the_same(hand: str, money: tuple[int, int, int]) -> None:
    table = betting()
    table.bet(3)
    table.call()
    table.deal({3: hand}, "2D KC")
    with refused("bad_stake"):
        table.put(3, "2", 0, reason=REASON)
    table.fault(faults.TAKEN_WAGER, role=DEALER)
    assert table.game.outcome == faults.AS_PLACED
    table.to_settling()
    assert mains(table, 3) == [money] * 3


@pytest.mark.rule("003 3.16")
def test_the_dollar_wager_stays() -> None:
    table = settled(MBS, {3: "9H 9C 5S"}, "2D KC", choice="withdraw")
    assert mains(table, 3) == [(0, 0, 500), (0, 0, 500), (0, 500, 0)]
    other = betting()
    other.bet(3)
    other.call()
    other.deal({3: "9H 9C 5S"}, "2D KC")
    other.look()
    with refused("dollar_stays"):
        other.do(ride.DECIDE, 3, 3)
    other.decide_all("withdraw")
    other.turn()
    other.decide_all("withdraw")
    with refused("stands"):
        other.do(ride.DECIDE, 3, ride.WITHDRAW)
