"""000 2.2.1.2, 5.2, 7.1, 7.4.3, 8.1, 14.1, 14.6, 14.9, 14.12: what is shown, and above all what is not."""

import json
from collections.abc import Iterator

import pytest

from pitboard.games import events
from pitboard.games.let_it_ride.house import A_HAND, A_WAGER
from tests.unit.games.let_it_ride.nsw import (
    DEALER,
    HANDS,
    LOSES,
    NSW,
    PLACES,
    REASON,
    STAKE,
    VALUES,
    WINS,
    Play,
    betting,
    deciding,
    played,
    refuses,
    settling,
    shuffler_table,
)
from tests.unit.games.let_it_ride.nsw_eyes import all_seen, cards_seen, offered, records, screen
from tests.unit.games.let_it_ride.play import SHOE, SHUFFLER, faults, ride

COMMUNITY = "4H 8S"


def steps_of_a_round(table: Play, hands: dict[int, str], community: str) -> Iterator[str]:
    """A round, step by step; the phase after each, until every hand is turned."""
    table.start(*hands)
    left = {seat: hand.split() for seat, hand in hands.items()}
    left |= {place: [code] for place, code in zip(PLACES, [*community.split(), "AC"], strict=True)}
    while place := table.game.deal.next_place():
        table.draw(left[place].pop(0))
        yield table.phase
    table.look()
    for _ in (1, 2):
        yield table.phase
        while seat := table.game.next_to_decide():
            table.decide((seat, "ride"))
            yield table.phase
        table.turn()


# -- cards that lie face down -------------------------------------------------------------------------


@pytest.mark.rule("000 7.1")
@pytest.mark.parametrize("source", [SHOE, SHUFFLER])
def test_nothing_names_a_card_at_the_deal(source: int) -> None:
    table = Play(NSW, source=source)
    for phase in steps_of_a_round(table, HANDS, COMMUNITY):
        if phase in ("dealing", "dealt"):
            assert not cards_seen(table)
            assert "--" in screen(table)[5] or phase == "dealing"
    assert table.phase == "showing"


@pytest.mark.rule("000 8.1, 8.2")
@pytest.mark.rule("000 14.1 - 14.3")
def test_no_players_card_is_named_until_the_hands_are_turned() -> None:
    table = Play(NSW)
    for phase in steps_of_a_round(table, HANDS, COMMUNITY):
        up = {"deciding_2": {"4H"}, "turning_2": {"4H"}}.get(phase, set[str]())
        assert cards_seen(table) == up
    assert cards_seen(table) == {"4H", "8S"}
    table.show()
    assert cards_seen(table) == {"4H", "8S", *HANDS[LOSES].split()}
    table.declare()
    table.show()
    assert cards_seen(table) == {"4H", "8S", *HANDS[LOSES].split(), *HANDS[WINS].split()}


@pytest.mark.rule("000 7.4.3")
def test_the_discarded_card_is_named_nowhere_not_even_after_the_round() -> None:
    table = shuffler_table()
    for _ in steps_of_a_round(table, HANDS, COMMUNITY):
        pass
    table.show_all()
    assert len(cards_seen(table)) == 3 * 2 + 2 and "AC" not in cards_seen(table)
    table.settle_all()
    table.close()
    assert "AC" not in cards_seen(table)


@pytest.mark.rule("000 14.1 - 14.3")
def test_the_record_of_a_card_says_where_it_went_and_not_which_it_is() -> None:
    table = deciding()
    drawn = [record for record in records(table) if record["type"] == "drawn"]
    assert len(drawn) == 8
    assert all(record.keys() == {"seq", "round", "t_ms", "type", "place"} for record in drawn)


# -- no advice ----------------------------------------------------------------------------------------


@pytest.mark.rule("000 14.6")
@pytest.mark.rule("000 8.11")
def test_until_hands_are_turned_all_that_is_seen_is_the_same_for_any_hand() -> None:
    good, bad = Play(NSW), Play(NSW)
    rounds = (
        steps_of_a_round(good, {WINS: "AH AD AS", LOSES: "KD QD JD"}, COMMUNITY),
        steps_of_a_round(bad, {WINS: "2D 3S 7C", LOSES: "9C 6D 5C"}, COMMUNITY),
    )
    for phase in zip(*rounds, strict=True):
        assert phase[0] == phase[1]
        assert json.dumps(all_seen(good)) == json.dumps(all_seen(bad))


@pytest.mark.rule("000 14.6")
def test_riding_and_withdrawing_are_offered_alike() -> None:
    table = deciding()
    assert {"ride", "withdraw"} <= set(offered(table, DEALER))
    assert screen(table)[6:] == ["Seat 2: wager 1?", "CONFIRM ride NMB back"]
    assert not any(word in " ".join(screen(table)) for word in ("to 1", "%", "pair", "Nothing"))


# -- odds, limits, prompts ----------------------------------------------------------------------------


@pytest.mark.rule("000 2.2.1.2")
@pytest.mark.parametrize(("own", "community", "_value", "odds"), VALUES)
def test_the_odds_stand_beside_a_hand_when_it_is_declared(
    own: str, community: str, _value: int, odds: int
) -> None:
    table = Play(NSW)
    for _ in steps_of_a_round(table, {1: own}, community):
        pass
    table.show()
    assert screen(table)[4].strip() == (f"{odds} to 1" if odds else "does not win")


@pytest.mark.rule("000 5.2, 7.3.1, 7.4.1")
def test_unequal_wagers_are_prompted_before_the_call() -> None:
    table = betting()
    table.bet(1)
    assert screen(table)[6] == "1 seats with wagers"
    table.put(3, "2", STAKE)
    assert screen(table)[6:] == ["Seat 3: not equal", "Three equal wagers"]
    table.call()
    assert screen(table)[6] == "Seat 3: not equal"


@pytest.mark.rule("000 6.1")
def test_the_limits_are_shown() -> None:
    assert screen(betting(least=500))[3] == "Min 5"
    assert screen(betting(least=550, most=45_000))[3] == "Min 5.50 Max 450"
    assert screen(betting(least=500, most=45_000, unit=300))[3] == "Min 5 Max 450 U 3"


@pytest.mark.rule("000 6.1")
def test_the_minimum_on_display_is_the_one_that_counts_now() -> None:
    table = Play(NSW, least=500)
    table.do(ride.MINIMUM, value=300)
    table.open_betting()
    assert screen(table)[3] == "Min 3"


@pytest.mark.rule("000 10.2")
@pytest.mark.parametrize(("scope", "of_what"), [(A_WAGER, "a bet"), (A_HAND, "a hand")])
def test_the_maximum_payout_is_shown(scope: int, of_what: str) -> None:
    assert screen(betting(payout_most=777_700, payout_scope=scope))[5] == f"Most paid 7777 {of_what}"
    assert "paid" not in " ".join(screen(betting()))


# -- seats without wagers -----------------------------------------------------------------------------


@pytest.mark.rule("000 14.9")
def test_rounds_without_a_wager_are_counted_for_each_seat() -> None:
    table = Play(NSW)
    for count in (1, 2, 3):
        played(table)
        assert list(table.game.seats.idle[1:]) == [count, 0, count, count, 0, count, count]
    table.start(1)
    table.deal({1: "AH AD 3C"}, COMMUNITY)
    table.to_settling()
    table.settle_all()
    table.close()
    assert list(table.game.seats.idle[1:]) == [0, 1, 4, 4, 1, 4, 4]


@pytest.mark.rule("000 14.9")
@pytest.mark.parametrize("empty", [(7,), (2,), (2, 7)])
def test_the_dealer_is_told_of_three_rounds_without_a_wager_at_a_full_table(empty: tuple[int, ...]) -> None:
    table = Play(NSW)
    deck = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    seats = [seat for seat in range(1, 8) if seat not in empty]
    for rounds in range(4):
        table.shuffle()
        told = rounds >= 3 and len(empty) == 1  # all other areas are in use
        lines = " ".join(screen(table))
        assert [f"Seat {seat}" in lines for seat in empty] == [told] * len(empty)
        table.start(*seats)
        table.deal({seat: " ".join(deck[3 * seat : 3 * seat + 3]) for seat in seats}, "KC AC")
        table.to_settling()
        table.settle_all()
        table.close()


# -- disputes -----------------------------------------------------------------------------------------


@pytest.mark.rule("000 14.12, 14.13")
def test_a_round_is_replayed_from_its_records_at_any_moment() -> None:
    table = Play(NSW)
    for _ in steps_of_a_round(table, HANDS, COMMUNITY):
        assert table.replayed().snapshot() == table.game.snapshot()
    table.fault(faults.PLAYER_COUNT, WINS)
    table.show_all()
    again = table.replayed()
    assert again.snapshot() == table.game.snapshot()
    assert again.settling.collected == table.game.settling.collected
    assert again.settling.returned == table.game.settling.returned


@pytest.mark.rule("000 14.12, 14.13")
def test_a_decision_is_recorded_with_its_reason_and_its_person() -> None:
    table = settling()
    table.fault(faults.INVALIDATED, who=6)
    with refuses("needs_reason"):
        table.do(ride.FORFEIT, WINS, who=6)
    table.do(ride.FORFEIT, WINS, reason=REASON, who=6)
    last = records(table)[-2:]
    assert [(r["type"], r["who"], r["reason"]) for r in last] == [
        ("fault", 6, events.REASON_NAMES[REASON]),
        ("forfeit", 6, events.REASON_NAMES[REASON]),
    ]
    assert last[0]["what"] == "invalidated" and last[1]["seat"] == WINS
