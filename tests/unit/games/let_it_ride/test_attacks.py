"""Ways to a wrong payment or to a card that nobody may know; each was tried once and must stay closed."""

from typing import Any

import pytest

from pitboard.app.let_it_ride import host
from pitboard.games import cards, events
from pitboard.games.let_it_ride import ride_refusals as why
from pitboard.games.let_it_ride import steps
from pitboard.protocol.errors import RpcError
from tests.unit.games.let_it_ride.at_table import refused, settled
from tests.unit.games.let_it_ride.display import words
from tests.unit.games.let_it_ride.play import (
    CALIFORNIA,
    CHARITY,
    MBS,
    NSW,
    REASON,
    Play,
    card,
    faults,
    ride,
)


@pytest.mark.rule("002 Irregularities para 2")
@pytest.mark.parametrize("face", ["AS", "2C"])
def test_a_carried_card_is_told_as_one_card_and_not_as_which(face: str) -> None:
    table = Play(CHARITY)
    table.shuffle()
    table.do(events.HOLD, card(face), reason=events.EARLY)
    table.do(events.NEXT)
    assert table.game.carried > 1
    assert host.carried(table.game) == 1


@pytest.mark.parametrize("pack", [NSW, CHARITY, MBS, CALIFORNIA])
def test_after_the_deal_a_card_of_another_deck_tells_nothing_about_hidden_cards(pack: str) -> None:
    """004 Dealing procedures 3.c, 000 7.4.3: a discarded card is never known."""
    table = Play(pack)
    table.start(2)
    table.deal({2: "TH TD 5S"}, "KD KC", discard="8S")
    answers = {table.game.route(face, False) for face in range(cards.CARDS)}
    assert answers == {(events.HOLD, events.LATE)}
    offered = []
    for face in ("8S", "9S", "TH"):
        table.do(events.HOLD, card(face), reason=events.LATE)
        offered.append([step for step in range(steps.STEPS) if steps.is_offered(table.game, step, events.SUPERVISOR)])
        table.do(events.DISMISS, reason=REASON)
    assert offered[0] == offered[1] == offered[2]


@pytest.mark.rule("000 12.10")
def test_wagers_are_corrected_to_what_the_player_says_or_to_what_two_of_them_are() -> None:
    table = Play(NSW, least=500, most=50_000)
    table.open_betting()
    for spot, stake in (("1", 1000), ("2", 1000), ("$", 500)):
        table.put(3, spot, stake)
    table.call()
    assert table.game.pending == faults.CORRECT_OR_FOLD
    step = next(step for step in range(steps.STEPS) if steps.event_of(step) == ride.CORRECTED)
    assert steps.fill(table.game, step, 0, 0, 0, 0) == (ride.CORRECTED, 3, 0, 1000, 0)
    assert steps.fill(table.game, step, 0, 700, 0, 0) == (ride.CORRECTED, 3, 0, 700, 0)
    table.do(ride.CORRECTED, 3, value=1000)
    assert [table.game.seats.stake(3, spot) for spot in range(3)] == [1000, 1000, 1000]


@pytest.mark.rule("000 12.10")
def test_a_wager_above_the_maximum_is_corrected_to_one_within_it() -> None:
    table = Play(NSW, least=500, most=50_000)
    table.open_betting()
    for spot, stake in (("1", 50_000), ("2", 50_000), ("$", 60_000)):
        table.put(3, spot, stake)
    table.call()
    step = next(step for step in range(steps.STEPS) if steps.event_of(step) == ride.CORRECTED)
    assert steps.fill(table.game, step, 0, 0, 0, 0) == (ride.CORRECTED, 3, 0, 50_000, 0)
    with refused("out_of_limits"):
        table.do(ride.CORRECTED, 3, value=60_000)


@pytest.mark.rule("004 Standards of play para 2, Round of Play 13")
def test_the_player_dealers_place_cannot_be_kept_by_giving_it_away_for_a_moment() -> None:
    table = Play(CALIFORNIA)
    for _ in range(2):
        table.start(2)
        table.deal({2: "TH TD 5S"}, "KD KC", discard="8S")
        table.to_settling()
        table.settle_all()
        table.close()
    table.open_betting()
    table.bet(2)
    table.bank(7, 100_000)
    table.bank(8, 100_000)
    with refused("bank_again"):
        table.call()


@pytest.mark.rule("000 12.3")
@pytest.mark.parametrize("pack", [NSW, MBS])
def test_the_last_card_of_the_deal_may_be_the_second_exposed_one(pack: str) -> None:
    table = Play(pack)
    table.start(2)
    table.draw("TH")
    table.fault(faults.PLAYER_EXPOSED, 2)
    table.deal({2: "TD 5S"}, "KD KC")
    assert table.game.phase == ride.DEALT
    table.fault(faults.COMMUNITY_EXPOSED)
    assert table.game.phase == events.VOIDED


@pytest.mark.rule("000 12.8")
def test_hands_that_were_shown_are_not_dealt_anew() -> None:
    table = settled(NSW, {2: "TH TD 5S"}, "KD KC")
    table.settle_all()
    with refused("shown"):
        table.fault(faults.NO_WAGER, 4)
    assert table.game.next_to_settle() == (0, 0)
    assert "All is settled" in words(table)


def test_a_reason_makes_no_promotional_tokens_of_chips() -> None:
    step = next(step for step in range(steps.STEPS) if steps.event_of(step) == ride.BET)
    params: dict[str, Any] = {"seat": 2, "area": "one", "stake": 500, "tokens": False}
    with pytest.raises(RpcError):
        host.fill_step(step, params, ride.TOKENS)
    assert host.fill_step(step, {**params, "tokens": True}, 0)[4] == ride.TOKENS


@pytest.mark.parametrize("seat", [8, 9, 200, 500])
def test_a_declaration_of_a_seat_that_is_none_is_refused(seat: int) -> None:
    """A host may name any number as the seat of a hand that is said to be another."""
    table = Play(NSW)
    table.start(2, 3)
    table.deal({2: "TH TD 5S", 3: "2S 3H 4D"}, "KD KC")
    table.to_settling()
    otherwise = next(
        step for step in range(steps.STEPS) if steps.event_of(step) == ride.DECLARE and steps._preset(step)
    )
    assert steps.fill(table.game, otherwise, 1, seat, 0, REASON) == why.NO_SUCH_SEAT
