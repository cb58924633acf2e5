"""002 the end of a round: who shows, who loses, who is paid in which order; the odds; the bonus on three cards."""

import pytest

from tests.unit.games.let_it_ride.at_table import LOST, dealt, mains, refused, settled
from tests.unit.games.let_it_ride.play import CHARITY, ride

COLLECT, PAY = ride.COLLECT, ride.PAY
HANDS = {1: "TH TD 5S", 3: "2C 3C 9D", 4: "JH JD 6S", 7: "7H 8C 4S"}  # 1 and 4 win, 3 and 7 lose


@pytest.mark.rule("002 Completion 14")
def test_hands_are_turned_from_the_dealers_right_counterclockwise() -> None:
    table = dealt(CHARITY, HANDS, "AD KC", discard="8S")
    with refused("not_yet"):
        table.do(ride.SHOW, 7)
    assert table.to_settling() == [7, 4, 3, 1]


@pytest.mark.rule("002 Completion 14")
def test_no_hand_is_turned_out_of_its_turn() -> None:
    table = dealt(CHARITY, {1: HANDS[1], 3: HANDS[3]}, "AD KC", discard="8S")
    table.look()
    table.decide_all()
    table.turn()
    table.decide_all()
    table.turn()
    with refused("not_next"):
        table.do(ride.SHOW, 1, table.game.proposed(1), table.game.hand_value(1))
    assert table.game.hand_shown(1) == table.game.hand_shown(3) == b""
    table.show()
    assert len(table.game.hand_shown(3)) == 3 and table.game.hand_shown(1) == b""


@pytest.mark.rule("002 Completion 15, 16")
def test_every_hand_is_examined_before_anything_is_settled() -> None:
    table = dealt(CHARITY, {1: HANDS[1], 3: HANDS[3]}, "AD KC", discard="8S")
    table.look()
    table.decide_all()
    table.turn()
    table.decide_all()
    table.turn()
    with refused("show_first"):
        table.do(ride.DECLARE, 3, 0)
    table.show()
    with refused("declare_first"):
        table.do(ride.SHOW, 1, table.game.proposed(1), table.game.hand_value(1))
    with refused("not_yet"):
        table.do(ride.SETTLED, 3, COLLECT)
    table.declare()
    table.show()
    table.declare()
    assert table.phase == "settling"
    assert [table.game.seats.hands[seat] - 1 for seat in (3, 1)] == [0, 2], "nothing; tens or better"


@pytest.mark.rule("002 Completion 15, 16")
def test_the_hand_is_three_own_cards_and_the_two() -> None:
    table = settled(CHARITY, {1: "AH AD 5S"}, "AC 5D", discard="8S")
    assert mains(table, 1) == [(5500, 0, 500)] * 3, "a full house only with all five"


@pytest.mark.rule("002 Completion 17")
def test_a_pair_of_nines_loses_and_a_pair_of_tens_wins() -> None:
    table = settled(CHARITY, {1: "9H 9D 5S", 2: "TH TD 4S"}, "2D KC")
    assert mains(table, 1) == LOST
    assert mains(table, 2) == [(500, 0, 500)] * 3


@pytest.mark.rule("002 Completion 17")
def test_all_losing_wagers_are_collected_before_the_first_payment() -> None:
    table = settled(CHARITY, HANDS, "AD KC")
    with refused("not_next"):
        table.do(ride.SETTLED, 4, PAY)
    assert table.settle_all() == [(7, COLLECT), (3, COLLECT), (4, PAY), (1, PAY)]


@pytest.mark.rule("002 Completion 18")
def test_winners_and_bonuses_are_paid_after_that_whatever_the_main_wagers_did() -> None:
    hands = {2: "9H 9D 5S", 6: "TH JD 3S"}  # 2: bonus on the nines; 6: tens with the table, no bonus
    table = settled(CHARITY, hands, "TD KC", side=300)
    assert mains(table, 2) == LOST
    assert table.money(2, "side") == (300, 0, 300)
    assert mains(table, 6) == [(500, 0, 500)] * 3
    assert table.money(6, "side") == (0, 300, 0)
    assert table.settle_all() == [(6, COLLECT), (2, COLLECT), (6, PAY), (2, PAY)]


@pytest.mark.rule("002 Completion 19")
def test_winners_are_paid_from_the_dealers_right_counterclockwise() -> None:
    table = settled(CHARITY, {1: "TH 2C 5S", 4: "TD 3C 6S", 6: "JD 4C 6H"}, "TC JC")
    assert table.settle_all() == [(6, PAY), (4, PAY), (1, PAY)]


@pytest.mark.rule("002 Definitions 4")
def test_a_round_ends_when_all_is_paid_and_collected() -> None:
    table = settled(CHARITY, HANDS, "AD KC")
    for _ in range(4):
        with refused("settle_first"):
            table.close()
        table.do(ride.SETTLED, *table.game.next_to_settle())
    table.close()
    assert table.phase == "idle"


@pytest.mark.rule("002 Payout Odds para 2, table")
@pytest.mark.parametrize(
    ("hand", "community", "odds"),
    [
        ("AS KS QS", "JS TS", 200),
        ("9S KS QS", "JS TS", 100),
        ("9S 9H 9D", "9C TS", 50),
        ("9S 9H 9D", "TC TS", 11),
        ("2S KS QS", "JS TS", 8),
        ("9S KH QS", "JS TS", 5),
        ("9S 9H 9D", "KC TS", 3),
        ("9S 9H 2D", "KC 2S", 2),
        ("TS 9H 2D", "KC TH", 1),
        ("AS 9H 2D", "KC AH", 1),
    ],
)
def test_the_odds_of_every_hand(hand: str, community: str, odds: int) -> None:
    table = settled(CHARITY, {3: hand}, community)
    assert mains(table, 3) == [(500 * odds, 0, 500)] * 3


@pytest.mark.rule("002 Side Bets table")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("AS KS QS", 40),
        ("KH QH JH", 30),
        ("AD 2D 3D", 30),  # L4
        ("7S 7H 7D", 25),
        ("AS KS QH", 5),
        ("AS 2H 3D", 5),  # L4
        ("2C 3D 4H", 5),
        ("2C 9C KC", 3),
        ("2C 2D KH", 1),
        ("2C 4D KH", 0),
        ("KC AD 2H", 0),  # the ace connects nothing
    ],
)
def test_the_bonus_of_every_three_cards(hand: str, odds: int) -> None:
    table = settled(CHARITY, {3: hand}, "8H JD", side=700)
    assert table.money(3, "side") == ((700 * odds, 0, 700) if odds else (0, 700, 0))


@pytest.mark.rule("002 Side Bets table")
@pytest.mark.parametrize("choice", ["ride", "withdraw"])
def test_the_bonus_looks_at_neither_decisions_nor_community_cards(choice: str) -> None:
    table = settled(CHARITY, {3: "4S 9H KD", 5: "6S 6H 2D"}, "KH KC", choice=choice, side=200)
    assert table.money(3, "side") == (0, 200, 0), "three kings, two of them not the player's"
    assert table.money(5, "side") == (200, 0, 200)


@pytest.mark.rule("002 Side Bets table")
def test_a_straight_of_three_beats_a_flush_of_three() -> None:
    straight = settled(CHARITY, {1: "9S TH JD", 2: "2S 9H KD"}, "3S 4C", side=100)
    flush = settled(CHARITY, {1: "9S 4S JS"}, "3H 6C", side=100, discard="8D")
    assert straight.money(1, "side")[0] == 500 > flush.money(1, "side")[0] == 300
