"""Winner, second, third and the protest: 001 section 8.1, 1.2 and 4."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.dealt import longest_race
from pitboard.games.derby.derby import Derby
from pitboard.games.derby.race import Race

from .play import PLAIN_RACE, card, counts, opened, places, race, racing


@pytest.mark.rule("001 3.4(a)")
def test_one_to_eight_decks() -> None:
    assert [Derby(decks).shoe.decks for decks in range(1, 9)] == list(range(1, 9))
    for decks in (-1, 0, 9, 52):
        with pytest.raises(ValueError, match=r"3\.4\(a\)"):
            Derby(decks)


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.parametrize("suit", "SHDC")
def test_four_cards_of_a_suit_win(suit: str) -> None:
    play = racing(f"3{suit} 4{suit} 5{suit}")
    assert places(play.game) == "---"
    play.slide(f"6{suit}")
    assert places(play.game) == f"{suit}--"
    assert counts(play.game) == (4, 0, 0)


@pytest.mark.rule("001 8.1(a)")
def test_the_first_suit_to_show_four_wins_however_many_others_show_three() -> None:
    play = racing("3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C")
    assert places(play.game) == "---"
    assert play.game.area_of_next() == 1
    play.slide("6D")
    assert places(play.game) == "D--"
    assert counts(play.game) == (13, 0, 0)


@pytest.mark.rule("001 8.1(a)")
def test_no_further_card_goes_to_the_first_area() -> None:
    play = racing("3H 4H 5H 6H")
    assert play.game.area_of_next() == 2
    play.slide("7H 8H 9H TH 3S")
    assert counts(play.game) == (4, 5, 0)
    assert places(play.game) == "HS-"


@pytest.mark.rule("001 8.1(b)")
@pytest.mark.parametrize("second", "SDC")
def test_second_is_the_first_card_of_another_suit(second: str) -> None:
    game = race(f"3H 4H 5H 6H A{second}")
    assert places(game) == f"H{second}-"
    assert counts(game) == (4, 1, 0)
    assert game.area_of_next() == 3


@pytest.mark.rule("001 8.1(b)")
def test_the_winning_suit_counts_for_nothing_in_the_second_draw() -> None:
    game = race("3H 4H 5H 6H 7H 8H")
    assert places(game) == "H--"
    assert game.area_of_next() == 2
    assert counts(game) == (4, 2, 0)


@pytest.mark.rule("001 8.1(b)")
def test_cards_of_the_first_draw_do_not_count_towards_second_place() -> None:
    assert places(race("3S 4S 5S 3H 4H 5H 6H 3D")) == "HD-"


@pytest.mark.rule("001 8.1(c)")
def test_third_is_the_first_card_of_a_third_suit() -> None:
    play = racing("3H 4H 5H 6H 7S 7H 8S 8H")
    assert places(play.game) == "HS-"
    assert play.game.phase == derby.RACING
    play.slide("2C")
    assert places(play.game) == "HSC"
    assert counts(play.game) == (4, 1, 4)


@pytest.mark.rule("001 8.1(c)")
@pytest.mark.rule("001 9.1(a)")
@pytest.mark.parametrize("order", ["".join(three) for three in permutations("SHDC", 3)])
def test_every_order_of_three_suits(order: str) -> None:
    first, second, third = order
    game = race(f"3{first} 4{first} 5{first} 6{first} 7{second} 8{third}")
    assert places(game) == order
    assert game.phase == derby.RESULT


@pytest.mark.rule("001 8.1 end of round")
def test_the_round_ends_with_the_card_that_fixes_third_place() -> None:
    play = racing(PLAIN_RACE)
    assert play.game.phase == derby.RESULT
    assert play.game.area_of_next() == 0
    assert play.rule_of(ev.CARD, card("KD")) == "PLACES_FIXED"
    assert play.cards() == PLAIN_RACE


@pytest.mark.rule("001 8.1 end of round")
@pytest.mark.rule("001 8.2")
@pytest.mark.parametrize("decks", range(1, 9))
def test_the_longest_race_of_a_full_shoe(decks: int) -> None:
    spades = [f"{rank}S" for rank in "23456789TJQKA"] * decks
    hearts = [f"{rank}H" for rank in "23456789TJQKA"] * decks
    few = ["3D", "4D", "5D", "3C", "4C", "5C"]
    start = few + hearts[:3] + spades[:4]
    dealt = start + spades[4:] + hearts[3:] + ["6C"]
    play = racing(" ".join(dealt), decks)
    game = play.game
    assert game.count == longest_race(decks) == 26 * decks + 7 == len(dealt)
    assert places(game) == "SHC"
    assert counts(game) == (13, 13 * decks - 3, 13 * decks - 3)
    assert play.cards().split() == dealt


@pytest.mark.rule("001 8.2")
def test_burned_cards_do_not_shorten_the_longest_race() -> None:
    play = opened().open().slide("KC").do(ev.BURN).slide("KD").do(ev.BURN).do(ev.NO_MORE_BETS)
    few = "3D 4D 5D 3C 4C 5C 2H 3H 4H 3S 4S 5S 6S"
    rest = " ".join([f"{rank}S" for rank in "2789TJQKA"] + [f"{rank}H" for rank in "56789TJQKA"])
    play.slide(f"{few} {rest} 6C")
    assert play.game.count == longest_race(1) == 33
    assert (places(play.game), play.game.burned) == ("SHC", 2)
    assert play.cards() == f"{few} {rest} 6C"


@pytest.mark.rule("001 8.1 end of round")
def test_a_decided_race_takes_no_more_cards() -> None:
    decided = Race()
    for code in PLAIN_RACE.split():
        decided.run(card(code))
    before = decided.result(), decided.third_count
    for code in ("KD", "KS", "2S", "KC"):
        decided.run(card(code))
    assert (decided.result(), decided.third_count) == before


@pytest.mark.rule("001 8.1 passage")
def test_place_and_area_of_the_next_card() -> None:
    play = opened().open()
    seen: list[tuple[int, int]] = []
    assert play.game.area_of_next() == 0
    play.do(ev.NO_MORE_BETS)
    for code in PLAIN_RACE.split():
        seen.append((play.game.place(), play.game.area_of_next()))
        play.slide(code)
    assert seen == [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 3)]
    assert play.game.area_of_next() == 0


@pytest.mark.rule("001 1.2 Protested Race")
@pytest.mark.parametrize(
    "cards", ["2S 3H 4H 5H 6H", "3H 4H 5H 2S 6H", "3S 4S 5S 2S", "2S 3S 4S 5S"]
)
def test_the_two_of_spades_in_the_winner_draw_protests(cards: str) -> None:
    assert race(cards).race.protested


@pytest.mark.rule("001 4.2")
def test_the_two_of_spades_still_counts_as_a_spade() -> None:
    assert places(race("3S 4S 5S 2S")) == "S--"
    assert places(race("3H 4H 5H 6H 2S")) == "HS-"
    assert places(race("3H 4H 5H 6H 7C 2S")) == "HCS"


@pytest.mark.rule("001 4.2, 5.8")
@pytest.mark.rule("001 1.2 Protested Race")
@pytest.mark.parametrize(
    "cards",
    [
        "3H 4H 5H 6H 2S 7C",  # it is second itself
        "3S 4S 5S 6S 2S 7C 8D",  # it counts for nothing in the second draw
        "3H 4H 5H 6H 7C 2S",  # it is third itself
        "3S 4S 5S 6S 7C 2S 8D",  # it counts for nothing in the third draw
    ],
)
def test_the_two_of_spades_later_changes_nothing(cards: str) -> None:
    game = race(cards)
    assert game.phase == derby.RESULT
    assert not game.race.protested


@pytest.mark.rule("001 1.2 Protested Race")
@pytest.mark.rule("001 4.1")
def test_the_other_twos_are_nothing_special() -> None:
    game = race("2H 2D 2C 3H 3D 3C 4H 4D 4C 5D")
    assert places(game) == "D--"
    assert not game.race.protested


@pytest.mark.rule("001 D6")
def test_several_two_of_spades_reduce_once() -> None:
    game = race("2S 2S 3H 4H 5H 6H 7D 8C", decks=2)
    assert game.race.protested is True
    assert places(game) == "HDC"


@pytest.mark.rule("001 4.1")
@given(st.permutations(range(52)), st.data())
def test_ranks_do_not_matter(shoe: list[int], data: st.DataObject) -> None:
    """Other ranks in place of all cards but the two of spades give the same race."""
    swapped: dict[int, int] = {0: 0}
    for suit in range(4):
        ranks = [suit * 13 + rank for rank in range(13) if suit or rank]
        swapped.update(zip(ranks, data.draw(st.permutations(ranks)), strict=True))
    one, other = Race(), Race()
    for dealt in shoe:
        one.run(dealt)
        other.run(swapped[dealt])
    assert one.third >= 0
    assert one.result() == other.result()
    assert (one.first_count, one.second_count, one.third_count) == (
        other.first_count,
        other.second_count,
        other.third_count,
    )


def _winner_draw(tally: tuple[int, ...], two_seen: bool, kind: int) -> tuple[int, bool]:
    """Winner and protest after cards of this tally and one more of a kind; kind 4 is the two of spades."""
    run = Race()
    dealt = [0] if two_seen else []
    for suit, number in enumerate(tally):
        more = number - 1 if two_seen and suit == 0 else number
        dealt += [suit * 13 + 1 + rank for rank in range(more)]
    dealt.append(0 if kind == 4 else kind * 13 + 12)
    for number in dealt:
        run.run(number)
    return run.winner, run.protested


@pytest.mark.rule("001 1.2 Protested Race")
@pytest.mark.rule("001 8.1(a)")
def test_exact_chances_of_one_deck() -> None:
    """All winner draws of one deck, by their tallies: every suit wins 1/4, 0.17478 are protested."""
    reach = {((0, 0, 0, 0), False): Fraction(1)}
    wins: Counter[int] = Counter()
    protests = Fraction(0)
    while reach:
        following: dict[tuple[tuple[int, ...], bool], Fraction] = {}
        for (tally, seen), chance in reach.items():
            left = 52 - sum(tally)
            for kind in range(5):
                if kind == 4:
                    cards = 0 if seen else 1
                else:
                    cards = 13 - tally[kind] - (1 if kind == 0 and not seen else 0)
                if not cards:
                    continue
                share = chance * Fraction(cards, left)
                winner, protested = _winner_draw(tally, seen, kind)
                if winner >= 0:
                    wins[winner] += share  # type: ignore[assignment]
                    protests += share if protested else 0
                    continue
                suit = 0 if kind == 4 else kind
                after = tuple(n + (s == suit) for s, n in enumerate(tally)), seen or kind == 4
                following[after] = following.get(after, Fraction(0)) + share
        reach = following
    assert dict(wins) == dict.fromkeys(range(4), Fraction(1, 4))
    assert round(float(protests), 5) == 0.17478
