"""004 the player-dealer: seven areas and an eighth place, two hands in a row, fees beside the wagers."""

from typing import Any

import pytest

from tests.unit.games.let_it_ride.at_table import fees_of, mains, play_out, refused
from tests.unit.games.let_it_ride.play import CALIFORNIA, REASON, Play, faults, ride


def betting(**house: Any) -> Play:
    table = Play(CALIFORNIA, **house)
    table.open_betting()
    return table


def banked_round(table: Play, bank: int) -> None:
    table.open_betting()
    table.bank(bank)
    table.bet(3)
    table.call()
    table.deal({3: "TH TD 5S"}, "9D KC", discard="8S")
    table.to_settling()
    table.settle_all()
    table.close()


@pytest.mark.rule("004 Type of table, Number of players")
def test_seven_betting_areas_and_an_eighth_place_for_the_player_dealer_only() -> None:
    table = betting()
    table.bank(8)
    for seat in range(1, 8):
        table.bet(seat)
    with refused("no_such_seat"):
        table.put(8, "1", 500)
    for place in (0, 9):
        with refused("no_such_seat"):
            table.bank(place)
    table.call()
    assert table.game.seats.playing() == 7


@pytest.mark.rule("004 Type of table, Number of players")
def test_the_player_dealer_has_no_wager_against_himself() -> None:
    table = betting()
    table.bank(3)
    with refused("bank_seat"):
        table.put(3, "1", 500)
    table.bet(4)
    with refused("bank_seat"):
        table.bank(4)


@pytest.mark.rule("004 Standards of play para 1")
@pytest.mark.rule("004 Round of Play 11")
def test_no_round_without_a_player_dealer_with_a_wager() -> None:
    table = betting()
    table.bet(3)
    with refused("bank_first"):  # the house is never player-dealer
        table.call()
    with refused("bad_stake"):
        table.bank(8, 0)
    table.bank(8, 500)
    table.call()


@pytest.mark.rule("004 Standards of play para 1")
def test_the_wager_covers_one_round_only() -> None:
    table = Play(CALIFORNIA)
    play_out(table)
    table.open_betting()
    table.bet(3)
    with refused("bank_first"):
        table.call()


@pytest.mark.rule("004 Round of Play 11")
def test_the_player_dealers_wager_has_no_maximum() -> None:
    table = betting(most=1000)
    table.bank(8, 4_000_000_000)
    table.bet(3, 1000)
    table.call()
    table.deal({3: "AS KS QS"}, "JS TS")
    table.to_settling()
    assert mains(table, 3) == [(1_000_000, 0, 1000)] * 3


@pytest.mark.rule("004 Standards of play para 2, Round of Play 13")
def test_two_hands_in_a_row_and_then_the_position_is_offered() -> None:
    table = Play(CALIFORNIA)
    for _ in range(2):
        banked_round(table, 5)
    table.open_betting()
    table.bank(5)
    table.bet(3)
    with refused("bank_again"):
        table.call()
    table.do(ride.OFFERED)
    table.call()


@pytest.mark.rule("004 Standards of play para 2, Round of Play 13")
def test_whoever_takes_the_position_begins_with_two_hands() -> None:
    table = Play(CALIFORNIA)
    for bank in (5, 5, 6, 6):
        banked_round(table, bank)
    table.open_betting()
    table.bank(6)
    table.bet(3)
    with refused("bank_again"):
        table.call()
    table.bank(7)
    table.call()


@pytest.mark.rule("004 Standards of play para 2, Round of Play 13")
def test_a_void_round_is_no_hand_of_the_two() -> None:
    table = Play(CALIFORNIA)
    banked_round(table, 5)
    table.open_betting()
    table.bank(5)
    table.bet(3)
    table.call()
    table.fault(faults.OPERATOR_VOID)
    table.close()
    banked_round(table, 5)


@pytest.mark.rule("004 (none)")
@pytest.mark.rule("004 Standards of play para 1")
def test_a_void_round_gives_the_player_dealers_wager_back_and_forgets_the_action_seat() -> None:
    table = betting()
    table.bank(8, 5000)
    table.do(ride.ACTION, 5)
    table.bet(2)
    table.call()
    table.fault(faults.OPERATOR_VOID)
    table.close()
    table.open_betting()
    table.bet(2)
    assert (table.game.bank.position, table.game.bank.wager, table.game.bank.action) == (8, 0, 0)
    with refused("bank_first"):
        table.call()


@pytest.mark.rule("004 Wagering limits and fees")
def test_fees_are_flat_and_beside_all_wagers() -> None:
    money: list[list[tuple[int, int, int]]] = []
    for house in ({}, {"fee_bet": 50, "fee_bank": 300}):
        table = betting(**house)
        table.bank(8, 10_000)
        table.bet(3, 500)
        table.bet(4, 2000)
        table.call()
        table.deal({3: "TH TD 5S", 4: "2C 3C 9D"}, "8D KC", discard="8S")
        table.to_settling()
        assert fees_of(table) == ([6 * 50, 300] if house else [0, 0]), "by bet and by hand, never by amount"
        money.append(mains(table, 3) + mains(table, 4))
    assert money[0] == money[1]


@pytest.mark.rule("004 (none)")
@pytest.mark.parametrize("moment", ["in the deal", "dealt", "settling"])
def test_the_operator_voids_a_round_and_all_wagers_go_back(moment: str) -> None:
    table = Play(CALIFORNIA)
    table.start(2, 5)
    if moment != "in the deal":
        table.deal({2: "TH TD 5S", 5: "2C 3C 9D"}, "KD KC", discard="8S")
    if moment == "settling":
        table.to_settling()
    with refused("needs_reason"):
        table.do(ride.FAULT, faults.OPERATOR_VOID)
    table.fault(faults.OPERATOR_VOID)
    assert table.phase == "voided"
    assert mains(table, 2) == mains(table, 5) == [(0, 0, 500)] * 3
    assert table.log[-1][:2] == (ride.FAULT, faults.OPERATOR_VOID) and table.log[-1][4] == REASON
    table.close()


@pytest.mark.rule("004 (none)")
def test_what_other_documents_rule_is_no_rule_here() -> None:
    table = Play(CALIFORNIA)
    table.start(2, 5)
    for what in (faults.PLAYER_COUNT, faults.FACE_UP, faults.PLAYER_EXPOSED, faults.MISSING):
        with refused("not_lawful"):
            table.fault(what, 2)
    table.fault(faults.FOREIGN)
    assert table.game.pending == faults.SUPERVISOR, "L27"
    table.do(ride.VOID_NOW, reason=REASON)
    assert table.phase == "voided"
