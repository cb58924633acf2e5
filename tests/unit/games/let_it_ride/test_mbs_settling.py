"""003 money: the main wagers, the progressive wager with its shares, and envy."""

from typing import Any

import pytest

from tests.unit.games.let_it_ride.at_table import LOST, dealt, mains, refused, settled
from tests.unit.games.let_it_ride.play import MBS, Play, ride

JACKPOT = 1_234_567  # hundredths
ROYAL, STEEL, FOUR = "AS KS QS", "9S KS QS", "7S 7H 7D"
NOTHING = "2H 4D 6C"


def with_jackpot(
    hands: dict[int, str], community: str, sides: dict[int, int], choice: str = "ride", jackpot: int = JACKPOT,
    **house: Any,
) -> Play:  # fmt: skip
    """Settled, with progressive wagers at some seats; the meter showed the jackpot before the call."""
    table = Play(MBS, **house)
    table.do(ride.JACKPOT, 0, 0, jackpot)
    table.open_betting()
    for seat in hands:
        table.bet(seat, side=sides.get(seat, 0))
    table.call()
    table.deal(hands, community)
    table.to_settling(choice)
    return table


def envy(table: Play) -> dict[int, int]:
    return {seat: amount for seat, amount in enumerate(table.game.settling.envy) if amount}


@pytest.mark.rule("003 3.3, 3.18")
def test_tens_or_better_win_and_all_else_loses() -> None:
    table = settled(MBS, {1: "9H 9C 5S", 2: "TH TD 4S", 3: "AH QD 7S"}, "2D KC")
    assert mains(table, 1) == mains(table, 3) == LOST
    assert mains(table, 2) == [(500, 0, 500)] * 3


@pytest.mark.rule("003 3.19, 4.1.1")
@pytest.mark.parametrize(
    ("hand", "community", "odds"),
    [
        ("AS KS QS", "JS TS", 1000),
        ("9S KS QS", "JS TS", 200),
        ("9S 9H 9D", "9C TS", 50),
        ("9S 9H 9D", "TC TS", 11),
        ("2S KS QS", "JS TS", 8),
        ("9S KH QS", "JS TS", 5),
        ("9S 9H 9D", "KC TS", 3),
        ("9S 9H 2D", "KC 2S", 2),
        ("TS 9H 2D", "KC TH", 1),
    ],
)
def test_the_odds_on_each_wager_still_in_play(hand: str, community: str, odds: int) -> None:
    table = dealt(MBS, {3: hand}, community)
    table.look()
    table.decide((3, "withdraw"))
    table.turn()
    table.decide((3, "ride"))
    table.turn()
    table.show_all()
    assert mains(table, 3) == [(0, 0, 500), (500 * odds, 0, 500), (500 * odds, 0, 500)]


@pytest.mark.rule("003 4.2")
@pytest.mark.parametrize(
    ("hand", "community", "odds"),
    [
        ("9S 9H 9D", "9C TS", 300),
        ("9S 9H 9D", "TC TS", 50),
        ("2S KS QS", "JS TS", 40),
        ("9S KH QS", "JS TS", 30),
        ("9S 9H 9D", "KC TS", 9),
        ("9S 9H 2D", "KC 2S", 0),
        ("AS AH 2D", "KC 7S", 0),
        ("2S 9H 4D", "KC TH", 0),
    ],
)
@pytest.mark.parametrize("choice", ["ride", "withdraw"])
def test_the_progressive_wager_whatever_was_decided(hand: str, community: str, odds: int, choice: str) -> None:
    table = with_jackpot({3: hand}, community, {3: 200}, choice)
    assert table.money(3, "side") == ((200 * odds, 0, 200) if odds else (0, 200, 0))


@pytest.mark.rule("003 4.2")
@pytest.mark.parametrize(
    ("hand", "rounding", "share"),
    [(ROYAL, 0, 1_234_567), (ROYAL, 1, 1_234_567), (STEEL, 0, 123_456), (STEEL, 1, 123_457)],
)
def test_shares_of_the_jackpot_rounded_as_the_operator_says(hand: str, rounding: int, share: int) -> None:
    table = with_jackpot({3: hand}, "JS TS", {3: 200}, share_rounding=rounding)
    assert table.money(3, "side") == (share, 0, 200)


@pytest.mark.rule("003 4.2")
@pytest.mark.parametrize(("back", "money"), [(True, (0, 200)), (False, (200, 0))])
def test_whether_a_share_brings_the_stake_back_is_the_operators_setting(back: bool, money: tuple[int, int]) -> None:
    table = with_jackpot({3: ROYAL}, "JS TS", {3: 200}, share_stake_back=back)
    assert table.money(3, "side") == (JACKPOT, *money)
    four = with_jackpot({3: FOUR}, "7C TS", {3: 200}, share_stake_back=back)
    assert four.money(3, "side") == (60_000, 0, 200), '"to 1" always brings the stake back'


@pytest.mark.rule("003 4.2")
def test_the_share_is_of_the_jackpot_at_the_start_of_the_round() -> None:
    table = Play(MBS)
    table.do(ride.JACKPOT, 0, 0, 700_000)
    table.do(ride.JACKPOT, 0, 0, 800_000)
    table.open_betting()  # "Place your bets, please" (1.1.7)
    table.do(ride.JACKPOT, 0, 0, 900_000)
    table.bet(3, side=200)
    table.call()
    with refused("round_running"):
        table.do(ride.JACKPOT, 0, 0, 950_000)
    table.deal({3: STEEL}, "JS TS")
    table.to_settling()
    assert table.money(3, "side") == (80_000, 0, 200)
    table.settle_all()
    table.close()
    table.start(3, side=200)
    table.deal({3: STEEL}, "JS TS")
    table.to_settling()
    assert table.money(3, "side") == (90_000, 0, 200), "what the meter came to meanwhile"


@pytest.mark.rule("003 4.2")
def test_two_shares_in_one_round_are_held_for_the_operator() -> None:
    both = with_jackpot({2: "7S 8S 9S", 5: "AS KS QS"}, "JS TS", {2: 200, 5: 200})
    assert both.money(2, "side") == both.money(5, "side") == (0, 0, 200)
    assert both.game.settling.shares == 2
    assert mains(both, 5) == [(500_000, 0, 500)] * 3, "the main wagers are paid"
    one = with_jackpot({2: "7S 8S 9S", 5: "QS KS 9H"}, "JS TS", {2: 200, 5: 200})
    assert one.money(2, "side") == (123_456, 0, 200)
    assert one.money(5, "side") == (6_000, 0, 200), "a straight: odds, no share"


@pytest.mark.rule("003 4.2")
def test_a_second_such_hand_without_the_wager_takes_no_share() -> None:
    table = with_jackpot({2: "7S 8S 9S", 5: "AS KS QS"}, "JS TS", {2: 200})
    assert table.money(2, "side") == (123_456, 0, 200) and table.game.settling.shares == 1
    assert table.money(5, "side") == (0, 0, 0)


@pytest.mark.rule("003 3.20, 4.2")
@pytest.mark.parametrize(("hand", "amount"), [(ROYAL, 100_000), (STEEL, 30_000), (FOUR, 0)])
def test_envy_to_every_other_player_with_the_progressive_wager(hand: str, amount: int) -> None:
    community = "7C TS" if hand == FOUR else "JS TS"
    hands = {1: "2H 4D 6C", 3: hand, 4: "3H 5D 8C", 7: "4C 5H 8D"}
    table = with_jackpot(hands, community, {1: 100, 3: 200, 7: 900})
    assert envy(table) == ({1: amount, 7: amount} if amount else {})
    assert table.money(1, "side") == (0, 100, 0), "the own wager loses by the own hand"


@pytest.mark.rule("003 3.20, 4.2")
@pytest.mark.parametrize("choice", ["ride", "withdraw"])
def test_the_holder_needs_no_more_than_the_dollar_wager(choice: str) -> None:
    table = with_jackpot({2: NOTHING, 5: ROYAL}, "JS TS", {2: 200}, choice)
    assert envy(table) == {2: 100_000}
    assert (2, ride.PAY) in table.settle_all()


@pytest.mark.rule("003 3.20, 4.2")
def test_envy_once_for_each_such_hand_of_another() -> None:
    hands = {2: "7S 8S 9S", 5: "AS KS QS", 6: NOTHING}
    table = with_jackpot(hands, "JS TS", {2: 200, 5: 200, 6: 200})
    assert envy(table) == {2: 100_000, 5: 30_000, 6: 130_000}


@pytest.mark.rule("003 1.1.3")
def test_no_envy_for_the_own_hand() -> None:
    alone = with_jackpot({3: ROYAL}, "JS TS", {3: 200})
    assert envy(alone) == {}
    other = with_jackpot({3: ROYAL, 6: NOTHING}, "JS TS", {3: 200})
    assert envy(other) == {}, "nobody else has the wager"
