"""002 wagers: three equal ones up to ten dollars, the bonus beside them, all before "no more bets"."""

import pytest

from pitboard.games import events
from tests.unit.games.let_it_ride.at_table import mains, refused, settled
from tests.unit.games.let_it_ride.play import CHARITY, DEALER, REASON, Play, faults, ride

SHORT_HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}


def betting() -> Play:
    table = Play(CHARITY)
    table.open_betting()
    return table


@pytest.mark.rule("002 Wagers para 3")
def test_no_wager_after_the_call() -> None:
    table = betting()
    table.bet(2)
    table.call()
    for seat, stake in ((2, 700), (2, 0), (4, 500)):
        with refused("bets_closed"):
            table.put(seat, "1", stake, role=DEALER)
    with refused("seat_empty"):  # who was not in the deal does not come in
        table.put(4, "1", 500, reason=REASON)
    with refused("bad_stake"):
        table.put(2, "1", 0, reason=REASON)
    with refused("bets_closed"):  # nor a bonus where none lay
        table.put(2, "side", 500, reason=REASON)
    assert [table.game.seats.stake(2, spot) for spot in range(4)] == [500, 500, 500, 0]


@pytest.mark.rule("002 Wagers para 3")
@pytest.mark.rule("002 Wagers para 5")
@pytest.mark.rule("002 Side Bets para 1")
def test_nor_does_a_supervisor_raise_one_or_set_one_out_of_its_limits() -> None:
    table = betting()
    table.bet(2, side=300)
    table.call()
    for spot, stake in (("1", 600), ("1", 1100), ("side", 400), ("side", 500_000)):
        with refused("bets_closed"):
            table.put(2, spot, stake, reason=REASON)
    with refused("out_of_limits"):
        table.put(2, "side", 50, reason=REASON)
    table.put(2, "side", 200, reason=REASON)
    table.put(2, "1", 400, reason=REASON)
    assert [table.game.seats.stake(2, spot) for spot in range(4)] == [400, 500, 500, 200]


@pytest.mark.rule("002 Wagers para 3")
def test_no_wager_before_betting_is_open() -> None:
    table = Play(CHARITY)
    with refused("open_first"):
        table.put(2, "1", 500)


@pytest.mark.rule("002 Wagers para 4")
@pytest.mark.parametrize(
    "stakes",
    [{"1": 500}, {"1": 500, "2": 500}, {"1": 500, "2": 500, "$": 400}, {"1": 500, "2": 600, "$": 500}],
    ids=["one", "two", "third less", "second more"],
)
def test_the_call_waits_for_three_equal_wagers(stakes: dict[str, int]) -> None:
    table = betting()
    table.bet(2)
    for spot, stake in stakes.items():
        table.put(5, spot, stake)
    with refused("unequal"):
        table.call()
    table.bet(5, 600)
    table.call()
    assert table.phase == "dealing"


@pytest.mark.rule("002 Wagers para 4")
def test_bet_three_is_never_taken_back() -> None:
    table = settled(CHARITY, SHORT_HANDS, "8D KC", choice="withdraw")
    assert mains(table, 5) == [(0, 0, 500), (0, 0, 500), (0, 500, 0)]
    again = Play(CHARITY)
    again.start(2)
    again.deal({2: "TH TD 5S"}, "8D KC")
    again.look()
    with refused("dollar_stays"):
        again.do(ride.DECIDE, 2, 3)
    again.decide_all()
    again.turn()
    again.decide_all()
    with refused("stands"):
        again.do(ride.DECIDE, 2, ride.WITHDRAW)


@pytest.mark.rule("002 Wagers para 5")
def test_ten_dollars_are_the_most_for_a_wager() -> None:
    table = betting()
    table.bet(2, 1000)
    with refused("out_of_limits"):
        table.put(2, "1", 1001)
    with refused("out_of_limits"):
        table.put(3, "$", 2000)


@pytest.mark.rule("002 Wagers para 5")
def test_a_wager_above_ten_dollars_found_later_waits_for_the_supervisor() -> None:
    table = betting()
    table.bet(2)
    table.call()
    with refused("needs_supervisor"):
        table.fault(faults.ABOVE_MOST, role=DEALER)
    table.fault(faults.ABOVE_MOST)
    with refused("pending"):
        table.draw("4D")
    table.do(ride.GO_ON, reason=REASON)
    table.draw("4D")


@pytest.mark.rule("002 Side Bets para 1")
def test_a_bonus_needs_three_equal_main_wagers() -> None:
    table = betting()
    with refused("side_alone"):
        table.put(2, "side", 500)
    table.put(2, "1", 500)
    table.put(2, "2", 500)
    with refused("side_alone"):
        table.put(2, "side", 500)
    table.put(2, "$", 500)
    table.put(2, "side", 500)
    table.put(2, "$", 0)
    with refused("side_alone"):  # a main wager went away again
        table.call()
    table.put(2, "$", 500)
    table.call()


@pytest.mark.rule("002 Side Bets para 1")
def test_a_bonus_is_one_to_ten_dollars_whatever_the_main_wagers_are() -> None:
    table = betting()
    table.bet(2, 300)
    for stake in (1, 99, 1001, 5000):
        with refused("out_of_limits"):
            table.put(2, "side", stake)
    for stake in (100, 1000):
        table.put(2, "side", stake)
        assert table.game.judge(events.NO_MORE_BETS) == 0
