"""000 12.1 to 12.6: what makes a misdeal, until when, and that all wagers go back."""

import pytest

from tests.unit.games.let_it_ride.nsw import (
    COMMUNITY,
    DEALER,
    HANDS,
    LOSES,
    REASON,
    WINS,
    Play,
    amounts,
    called,
    dealt,
    deciding,
    finish,
    refuses,
    second_decision,
    settling,
)
from tests.unit.games.let_it_ride.play import faults, ride

BACK = [(0, 0, 500)] * 3


def in_deal() -> Play:
    table = called()
    table.draw("TH")
    return table


def is_misdeal(table: Play) -> bool:
    """Every wager is back, and nothing else may happen but the end of the round."""
    with refuses("round_void"):
        table.look()
    return table.phase == "voided" and all(amounts(table, seat) == BACK for seat in HANDS)


@pytest.mark.rule("000 12.1")
def test_dealt_wrongly_is_a_misdeal_until_a_player_has_handled_cards() -> None:
    for table in (in_deal(), dealt()):
        table.fault(faults.DEALT_WRONGLY)
        assert is_misdeal(table)
    with refuses("not_lawful"):
        deciding().fault(faults.DEALT_WRONGLY)


@pytest.mark.rule("000 12.1")
@pytest.mark.parametrize("what", [faults.PLAYER_COUNT, faults.NO_WAGER])
def test_a_wrong_hand_found_before_handling_is_a_misdeal(what: int) -> None:
    for table in (in_deal(), dealt()):
        table.fault(what, WINS if what == faults.PLAYER_COUNT else 4)
        assert is_misdeal(table)


@pytest.mark.rule("000 12.2")
def test_a_wrong_number_of_the_dealers_cards_is_a_misdeal_until_the_round_is_concluded() -> None:
    for table in (in_deal(), dealt(), deciding(), second_decision(), settling()):
        table.fault(faults.COMMUNITY_COUNT)
        assert is_misdeal(table)


@pytest.mark.rule("000 12.3")
@pytest.mark.parametrize("second", [faults.PLAYER_EXPOSED, faults.COMMUNITY_EXPOSED])
def test_two_cards_exposed_in_the_deal_are_a_misdeal(second: int) -> None:
    table = in_deal()
    table.fault(faults.PLAYER_EXPOSED, role=DEALER)
    assert table.phase == "dealing"
    table.fault(second)
    assert is_misdeal(table)


@pytest.mark.rule("000 12.3")
def test_an_exposed_card_is_forgotten_with_its_round() -> None:
    table = in_deal()
    table.fault(faults.PLAYER_EXPOSED, role=DEALER)
    table.fault(faults.DEALT_WRONGLY)
    table.close()
    table.start(*HANDS)
    table.draw("TH")
    table.fault(faults.PLAYER_EXPOSED, role=DEALER)
    assert table.phase == "dealing"


@pytest.mark.rule("000 12.3")
def test_no_card_of_a_player_is_exposed_before_one_was_dealt() -> None:
    """Two of them voided the round."""
    table = called()
    for _ in range(2):
        with refuses("not_lawful"):
            table.fault(faults.PLAYER_EXPOSED, role=DEALER)
    assert table.phase == "dealing"
    table.draw("TH")
    table.fault(faults.PLAYER_EXPOSED, role=DEALER)


@pytest.mark.rule("000 12.4")
def test_after_a_misdeal_a_new_round_is_dealt_from_a_new_shuffle() -> None:
    table = dealt()
    number = table.game.round_no
    table.fault(faults.DEALT_WRONGLY)
    table.close()
    assert table.phase == "idle" and not table.game.shoe.ready()
    table.start(*HANDS)
    table.deal(HANDS, COMMUNITY)
    table.to_settling()
    assert table.game.round_no == number + 1
    assert amounts(table, WINS) == [(500, 0, 500)] * 3


@pytest.mark.rule("000 12.4")
@pytest.mark.rule("000 1.1 void")
def test_a_void_round_pays_nobody_and_shows_nothing_any_more() -> None:
    table = settling()
    table.fault(faults.COMMUNITY_COUNT)
    assert is_misdeal(table)
    assert [table.game.community(which) for which in (1, 2)] == [-1, -1]
    assert table.game.hand_shown(WINS) == b""
    assert table.game.next_to_settle() == (0, 0)


@pytest.mark.rule("000 1.1 void")
def test_a_void_hand_has_no_result_and_the_others_do() -> None:
    table = deciding()
    table.fault(faults.PLAYER_COUNT, WINS)
    finish(table)
    assert amounts(table, WINS) == BACK
    assert amounts(table, LOSES) == [(0, 500, 0)] * 3
    assert table.settle_all() == [(LOSES, ride.COLLECT)]


@pytest.mark.rule("000 12.5")
def test_one_exposed_player_card_and_the_deal_goes_on() -> None:
    table = in_deal()
    table.fault(faults.PLAYER_EXPOSED, role=DEALER)
    assert not table.game.pending
    table.deal({**HANDS, WINS: "TD 5S"}, COMMUNITY)
    table.to_settling()
    assert amounts(table, WINS) == [(500, 0, 500)] * 3  # with the card that was seen


@pytest.mark.rule("000 12.6")
def test_a_community_card_exposed_in_the_deal_is_a_misdeal() -> None:
    table = in_deal()
    with refuses("needs_supervisor"):
        table.fault(faults.COMMUNITY_EXPOSED, role=DEALER)
    table.fault(faults.COMMUNITY_EXPOSED)
    assert is_misdeal(table)


@pytest.mark.rule("000 12.6")
def test_a_community_card_exposed_after_handling_changes_nothing() -> None:
    for table in (deciding(), second_decision()):
        before = (table.phase, table.game.next_to_decide(), table.game.turned)
        table.fault(faults.COMMUNITY_EXPOSED, role=DEALER)
        assert (table.phase, table.game.next_to_decide(), table.game.turned) == before


@pytest.mark.rule("000 12.6")
@pytest.mark.parametrize("goes_on", [True, False])
def test_exposed_between_deal_and_handling_the_supervisor_decides(goes_on: bool) -> None:
    table = dealt()
    table.fault(faults.COMMUNITY_EXPOSED)
    with refuses("pending"):
        table.look()
    table.do(ride.GO_ON if goes_on else ride.VOID_NOW, reason=REASON)
    if goes_on:
        table.look()
    else:
        assert is_misdeal(table)
