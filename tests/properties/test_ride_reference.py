"""The reference of Let It Ride by plain examples, so that it is not only as right as the firmware: orders of the deal
and of settling, and what is paid, as the documents say them.
"""

import pytest

from tests.reference import ride_money_reference as money
from tests.reference.ride_money_reference import Seat
from tests.reference.ride_rules import DOCUMENTS, MAIN, SEATS, House
from tests.reference.ride_state_reference import RideState

C1, C2, OUT = "community 1", "community 2", "discard"


def seated(house: House, *numbers: int, stake: int = 500) -> RideState:
    table = RideState(house)
    for number in numbers:
        table.seats[number].stakes.update(dict.fromkeys(MAIN, stake))
        table.seats[number].state = "in"
    return table


@pytest.mark.parametrize(
    ("house", "places"),
    [
        (House("000", "shoe"), [1, 4, 7, 1, 4, 7, 1, 4, 7, C1, C2]),  # 7.3
        (House("000", "shuffler"), [1, 1, 1, 4, 4, 4, 7, 7, 7, C1, C2, OUT]),  # 7.4, L1
        (House("000", "shuffler", bottom_first=True), [1, 1, 1, 4, 4, 4, 7, 7, 7, OUT, C2, C1]),
        (House("002", "hand"), [1, 4, 7, OUT, 1, 4, 7, C1, 1, 4, 7, C2]),  # L3
        (House("003", "hand"), [1, 1, 1, 4, 4, 4, 7, 7, 7, C1, C2]),  # L2
    ],
)
def test_orders_of_the_deal(house: House, places: list[int | str]) -> None:
    assert seated(house, 1, 4, 7).places() == places


@pytest.mark.parametrize("bank", range(1, 9))
def test_the_first_stack_goes_to_the_left_of_the_player_dealer(bank: int) -> None:
    """004 Dealing procedures 3, L11."""
    table = seated(House("004", "shuffler", 2), *(seat for seat in range(1, 8) if seat != bank))
    table.bank_at = bank
    order = table.hands_in_order()
    assert order[0] == (bank + 1 if bank < SEATS else 1)
    assert order == sorted(order, key=lambda seat: (seat - order[0]) % SEATS)
    assert table.places()[-3:] == [C1, C2, OUT]


@pytest.mark.parametrize(
    ("action", "clockwise", "order"),
    [
        (0, False, [7, 6, 5, 4, 3, 2, 1]),
        (3, False, [3, 2, 1, 7, 6, 5, 4]),
        (3, True, [3, 4, 5, 6, 7, 1, 2]),
    ],
)
def test_orders_of_settling(action: int, clockwise: bool, order: list[int]) -> None:
    house = House("004", "shuffler", 2, clockwise=clockwise)
    assert money.seat_order(house, action) == order


def test_what_a_flush_pays_where_one_wager_was_withdrawn() -> None:
    table = seated(House("000", "shoe", most=400), 2)
    seat = table.seats[2]
    seat.declared, seat.decided = "flush", {"1": "withdraw", "2": "ride"}
    settled = money.settle(table.document, table.house, table.seats, 0, 0, 0)
    assert _told(settled, 2) == [(0, 0, 500), (3200, 0, 500), (3200, 0, 500)]  # 8 to 1 on 400 (6.3)
    seat.declared = "low pair"
    settled = money.settle(table.document, table.house, table.seats, 0, 0, 0)
    assert _told(settled, 2) == [(0, 0, 500), (0, 400, 100), (0, 400, 100)]


@pytest.mark.parametrize(
    ("covers", "first", "second"),
    [
        # Seat 7 loses three times 500 first, then seat 1 wins 1 to 1 three times; the cover is 1,200.
        ("common", [(0, 500, 0), (0, 500, 0), (0, 200, 300)], [(0, 0, 500)] * 3),
        (
            "separate",
            [(0, 500, 0), (0, 500, 0), (0, 200, 300)],
            [(500, 0, 500), (500, 0, 500), (200, 0, 500)],
        ),
        ("balance", [(0, 500, 0), (0, 500, 0), (0, 200, 300)], [(500, 0, 500)] * 3),
    ],
)
def test_three_ways_to_use_up_a_cover(
    covers: str, first: list[tuple[int, int, int]], second: list[tuple[int, int, int]]
) -> None:
    """004 Betting scheme 4, L9."""
    table = seated(House("004", "shuffler", 2, covers=covers), 1, 7)
    table.seats[1].declared, table.seats[7].declared = "high pair", "low pair"
    settled = money.settle(table.document, table.house, table.seats, 0, 1200, 0)
    assert (_told(settled, 7), _told(settled, 1)) == (first, second)


def test_envy_and_shares() -> None:
    """003 3.20, 4.2, L7, L8."""
    table = seated(House("003", "hand"), 1, 2, 3)
    for number, hand in ((1, "royal flush"), (2, "straight flush"), (3, "two pair")):
        table.seats[number].declared = hand
    table.seats[2].stakes["side"] = table.seats[3].stakes["side"] = 100
    settled = money.settle(table.document, table.house, table.seats, 123_456, 0, 0)
    assert settled.shares == 1
    assert settled.fates[2, "side"].profit == 12_345  # a tenth, rounded down
    assert settled.fates[3, "side"].collected == 100
    assert [settled.envy[number] for number in (1, 2, 3)] == [0, 100_000, 130_000]
    table.seats[1].stakes["side"] = 100
    settled = money.settle(table.document, table.house, table.seats, 123_456, 0, 0)
    assert settled.shares == 2
    assert settled.fates[1, "side"].profit == settled.fates[2, "side"].profit == 0  # held


def test_a_bonus_is_won_while_the_hand_loses() -> None:
    """002 Completion 18, Side Bets."""
    table = seated(House("002", "hand"), 5)
    seat = table.seats[5]
    seat.declared, seat.three, seat.stakes["side"] = "low pair", "pair", 300
    settled = money.settle(table.document, table.house, table.seats, 0, 0, 0)
    assert settled.fates[5, "side"] == money.Fate(300, 0, 300, True, 300)
    todo = money.items(table.document, table.house, table.seats, settled, 0)
    assert list(todo) == [(5, "collect"), (5, "pay")]


def test_a_void_round_returns_all_but_what_is_forfeited() -> None:
    """L12, 000 14.5."""
    seats = {1: Seat(), 2: Seat()}
    for seat in seats.values():
        seat.stakes.update(dict.fromkeys(MAIN, 500))
        seat.decided = {"1": "withdraw"}
    seats[2].state = "forfeited"
    settled = money.returned_all(seats)
    assert _told(settled, 1) == [(0, 0, 500)] * 3
    assert _told(settled, 2) == [(0, 0, 500), (0, 500, 0), (0, 500, 0)]


def test_no_pay_table_is_forgotten() -> None:
    assert [len(document.pay) for document in DOCUMENTS.values()] == [1, 1, 1, 3]
    assert all(len(odds) == 9 for document in DOCUMENTS.values() for odds in document.pay)


def _told(settled: money.Settlement, number: int) -> list[tuple[int, int, int]]:
    fates = [settled.fates[number, spot] for spot in MAIN]
    return [(fate.profit, fate.collected, fate.returned) for fate in fates]
