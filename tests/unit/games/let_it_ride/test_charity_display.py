"""002 what the dealer reads: odds with "to", whose cards and money are next, never the burned card."""

import re

import pytest

from tests.unit.games.let_it_ride.at_table import dealt, settled
from tests.unit.games.let_it_ride.display import lines, words
from tests.unit.games.let_it_ride.play import CHARITY, Play, ride


def round_on_display(table: Play) -> list[str]:
    """All screens from the end of the deal to the last payment."""
    seen = [words(table)]
    table.look()
    for _ in range(2):
        while seat := table.game.next_to_decide():
            seen.append(words(table))
            table.decide((seat, "ride"))
        seen.append(words(table))
        table.turn()
    while table.game.next_to_show():
        seen.append(words(table))
        table.show()
        seen.append(words(table))
        table.declare()
    while table.game.next_to_settle()[0]:
        seen.append(words(table))
        table.do(ride.SETTLED, *table.game.next_to_settle())
    return [*seen, words(table)]


@pytest.mark.rule("002 Payout Odds para 1")
@pytest.mark.parametrize(
    ("hand", "community", "odds"),
    [
        ("AS KS QS", "JS TS", "200 to 1"),
        ("9S 9H 9D", "TC TS", "11 to 1"),
        ("TS 9H 2D", "KC TH", "1 to 1"),
    ],
)
def test_odds_are_said_with_to(hand: str, community: str, odds: str) -> None:
    seen = round_on_display(dealt(CHARITY, {3: hand}, community, side=300))
    with_odds = [text for text in seen if re.search(r"^\d+ \w+ 1$", text, re.MULTILINE)]
    assert len(with_odds) >= 2, "when the hand is shown, and when it is paid"
    assert all(odds in text.splitlines() for text in with_odds)
    assert not any(re.search(r"\d for \d", text) for text in seen)


@pytest.mark.rule("002 Completion 8")
def test_the_burned_card_is_on_no_screen() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S", 6: "2C 3C 9D"}, "KD KC", discard="8S")
    seen = round_on_display(table)
    assert "8S" not in "\n".join(seen)
    assert any("Burn left" in text for text in seen)
    up_to_first = [text for text in seen if "KD" not in text]
    assert up_to_first and not any(re.search(r"\b[2-9TJQKA][SHDC]\b", text) for text in up_to_first)


@pytest.mark.rule("002 Completion 18")
def test_a_lost_hand_with_a_won_bonus_stays_on_the_table() -> None:
    table = settled(CHARITY, {2: "9H 9D 5S", 6: "3H 6D 8S"}, "TD KC", side=300)
    assert lines(table)[6:] == ["Seat 6: collect", "CONFIRM when done"]
    table.do(ride.SETTLED, 6, ride.COLLECT)
    assert lines(table)[6:] == ["Seat 2: collect", "Leave cards for bonus"]
    table.do(ride.SETTLED, 2, ride.COLLECT)
    assert lines(table)[3] == "Bonus 3" and lines(table)[6] == "Seat 2: pay"


@pytest.mark.rule("002 Completion 14")
def test_the_dealer_is_told_whose_cards_are_turned_next() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S", 6: "2C 3C 9D"}, "KD KC", discard="8S")
    asked = re.findall(r"Turn hand of seat (\d)", "\n".join(round_on_display(table)))
    assert asked == ["6", "2"]


@pytest.mark.rule("002 Completion 19")
def test_the_dealer_is_told_whom_to_pay_next() -> None:
    table = dealt(CHARITY, {2: "TH TD 5S", 6: "2C 3C 9D"}, "KD KC", discard="8S")
    paid = [text for text in round_on_display(table) if ": pay" in text]
    assert [text[text.index(": pay") - 1] for text in paid] == ["6", "2"]
