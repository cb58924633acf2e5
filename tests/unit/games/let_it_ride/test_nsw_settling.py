"""000 1.1, 9.2 and 10.2: losers are collected, then winners paid, up to a maximum payout; then the round is over."""

from typing import Any

import pytest

from pitboard.games import events
from pitboard.games.let_it_ride.house import A_HAND, A_WAGER, NO_CAP
from pitboard.table import checks, let_it_ride_settings
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    HANDS,
    LOSES,
    NSW,
    WINS,
    Play,
    amounts,
    dealt,
    refuses,
    settings,
    settled_hand,
    settling,
)
from tests.unit.games.let_it_ride.play import SHOE, ride

FLUSH = ("2H 5H 9H", "JH KH")  # 8 to 1: 4000 on a stake of 500


@pytest.mark.rule("000 1.1 round of play")
def test_a_round_ends_when_all_is_collected_and_paid_and_not_before() -> None:
    table = settling()
    first = table.game.round_no
    for _ in range(2):
        with refuses("settle_first"):
            table.close()
        with refuses("round_running"):
            table.do(events.OPEN, 1, SHOE)
        table.do(ride.SETTLED, *table.game.next_to_settle(), role=DEALER)
    table.close()
    assert table.phase == "idle"
    table.open_betting()
    assert table.game.round_no == first + 1


@pytest.mark.rule("000 1.1 round of play")
def test_a_round_that_has_begun_is_not_closed_before_it_has_a_result() -> None:
    started = Play(NSW)
    started.start(1)
    started.draw("AS")
    with refuses("deal_first"):
        started.close()
    with refuses("not_yet"):
        dealt().close()


@pytest.mark.rule("000 9.2.1")
def test_losing_wagers_are_collected_before_any_winner_is_paid() -> None:
    table = Play(NSW)
    table.start(1, *HANDS, 7)
    hands = {1: "QC QD 2S", **HANDS, 7: "6C 7D JS"}
    table.deal(hands, "4H 8S")
    table.to_settling()
    with refuses("not_next"):
        table.do(ride.SETTLED, 1, ride.PAY, role=DEALER)
    assert table.settle_all() == [(7, ride.COLLECT), (LOSES, ride.COLLECT), (WINS, ride.PAY), (1, ride.PAY)]


@pytest.mark.rule("000 9.2.1")
def test_what_is_collected_is_what_still_lies_there() -> None:
    assert amounts(settling(), LOSES) == [(0, 500, 0)] * 3
    assert amounts(settling("withdraw"), LOSES) == [(0, 0, 500), (0, 0, 500), (0, 500, 0)]


@pytest.mark.rule("000 9.2.2")
def test_every_wager_still_on_the_layout_of_a_winner_is_paid() -> None:
    assert amounts(settling(), WINS) == [(500, 0, 500)] * 3
    assert amounts(settling("withdraw"), WINS) == [(0, 0, 500), (0, 0, 500), (500, 0, 500)]


@pytest.mark.rule("000 9.2.2")
def test_a_seat_is_paid_by_its_own_stakes() -> None:
    table = Play(NSW)
    table.open_betting()
    table.bet(WINS, 700)
    table.bet(3, 100)
    table.call()
    table.deal({WINS: "2H 5H 9H", 3: "JC JD 3S"}, "JH KH")
    table.to_settling()
    assert amounts(table, WINS) == [(5600, 0, 700)] * 3
    assert amounts(table, 3) == [(300, 0, 100)] * 3  # three jacks


# -- a maximum payout ---------------------------------------------------------------------------------


@pytest.mark.rule("000 10.2")
@pytest.mark.parametrize(
    ("scope", "most", "profits"),
    [
        (NO_CAP, 0, [4000, 4000, 4000]),
        (A_WAGER, 3999, [3999, 3999, 3999]),
        (A_WAGER, 4000, [4000, 4000, 4000]),
        (A_HAND, 9000, [4000, 4000, 1000]),
        (A_HAND, 12_000, [4000, 4000, 4000]),
    ],
)
def test_a_maximum_payout_caps_what_its_scope_says(scope: int, most: int, profits: list[int]) -> None:
    table = settled_hand(*FLUSH, payout_scope=scope, payout_most=most)
    assert amounts(table, 1) == [(profit, 0, 500) for profit in profits]  # stakes are no payout


@pytest.mark.rule("000 10.2")
def test_the_maximum_of_a_hand_is_each_hands_own() -> None:
    table = Play(NSW, payout_scope=A_HAND, payout_most=1000)
    table.start(1, 2)
    table.deal({1: "JC JD 3S", 2: "QC QD 4S"}, "8H 9H")
    table.to_settling()
    for seat in (1, 2):
        assert amounts(table, seat) == [(500, 0, 500), (500, 0, 500), (0, 0, 500)]


@pytest.mark.rule("000 10.2")
@pytest.mark.parametrize("house", [{"payout_most": 1000}, {"payout_scope": A_HAND}])
def test_a_maximum_payout_has_its_scope_said_or_the_table_is_refused(house: dict[str, Any]) -> None:
    with pytest.raises(checks.SettingsError, match="needs its scope"):
        let_it_ride_settings.check(settings(**house))
    let_it_ride_settings.check(settings(payout_most=1000, payout_scope=A_HAND))


@pytest.mark.rule("000 10.2")
def test_a_maximum_payout_is_money_so_the_wagers_are_too() -> None:
    with pytest.raises(checks.SettingsError, match="needs wagers = amounts"):
        let_it_ride_settings.check(settings(payout_most=1000, payout_scope=A_HAND, amounts=False))
    let_it_ride_settings.check(settings(amounts=False))
