"""Rounds that cannot be put right: void, empty shoe, and what becomes of their cards (001 10.8, D7)."""

import pytest

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.areas import BLACK, RED
from pitboard.games.derby.wagers import PAID_OUT, PLACED, TAKEN_IN

from .play import PLAIN_RACE, REASON, lit, opened, places, racing


@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 10.6")
def test_a_void_seals_what_was_hidden() -> None:
    play = racing("3H", decks=2, reveal=derby.BY_KEY).do(ev.VOID, reason=REASON)
    game = play.game
    assert (game.hidden, game.burned, game.left()) == (0, 1, 103)
    play.do(ev.CLOSE).start()
    assert (game.count, game.hidden) == (0, 0), "it is not the next round's card"


@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 D9")
@pytest.mark.parametrize(("decision", "carried"), [(ev.NEXT, 1), (ev.BURN, 0)])
def test_a_held_card_is_still_decided_on_in_a_void_round(decision: int, carried: int) -> None:
    play = racing("3H", decks=2).slide("4H", before_call=True).do(ev.VOID, reason=REASON)
    assert (play.game.held, play.rule_of(ev.CLOSE)) == (ev.EARLY, "DECIDE_FIRST")
    play.do(decision).do(ev.CLOSE)
    assert (play.game.carried, play.game.left()) == (carried, 102)


@pytest.mark.rule("001 10.8")
def test_wagers_that_were_settled_go_back_when_the_round_turns_out_void() -> None:
    play = opened().open().do(derby.WAGER, RED, 1, value=100).do(derby.WAGER, BLACK, 2, value=60)
    play.do(ev.NO_MORE_BETS).slide(PLAIN_RACE).do(ev.CONFIRM).do(derby.COLLECTED).do(derby.PAID, RED)
    wagers = play.game.wagers
    assert [wagers.row(number)[5] for number in (1, 2)] == [PAID_OUT, TAKEN_IN]
    play.do(ev.VOID, reason=REASON)
    assert [wagers.row(number)[5] for number in (1, 2)] == [PLACED, PLACED]
    settled = [wagers.settle(number, play.game.result()) for number in (1, 2)]
    assert settled == [(0, 0, 100), (0, 0, 60)]


@pytest.mark.rule("001 D7")
@pytest.mark.rule("001 8.1 end of round")
def test_an_empty_shoe_leaves_the_round_open_and_dark() -> None:
    play = racing("3H 4H 5H 6H 7S").do(derby.SHOE_EMPTY)
    game = play.game
    assert (game.phase, game.is_out_of_cards(), lit(game)) == (derby.RACING, True, {})
    assert play.rule_of(ev.CONFIRM) == "NO_RESULT"
    play.do(ev.VOID, reason=ev.REASON_NAMES.index("shoe_empty"))
    assert (game.phase, lit(game)) == (ev.VOIDED, {})


@pytest.mark.rule("001 D7")
def test_a_shoe_that_is_not_empty_after_all_goes_on() -> None:
    play = racing("3H 4H 5H 6H 7S").do(derby.SHOE_EMPTY).slide("8C")
    assert (places(play.game), play.game.is_out_of_cards()) == ("HSC", False)


@pytest.mark.rule("001 D7")
def test_the_count_itself_says_when_the_shoe_is_empty() -> None:
    """Two decks, played to the end in rounds of six cards; the last cards cannot decide a race."""
    play = opened(decks=2)
    suits = [[rank + suit for rank in "23456789TJQKA"] * 2 for suit in "HSCD"]
    for _ in range(4):
        first, second, third, rest = suits
        cards = [first.pop() for _ in range(4)] + [second.pop(), third.pop()]
        play.start().slide(" ".join(cards)).end()
        suits = [second, third, rest, first]
    play.start()
    for cards in suits:  # until the race is decided or the shoe is empty
        while cards and play.game.phase == derby.RACING:
            play.slide(cards.pop())
        if play.game.phase == derby.RESULT:
            play.end().start()
    while play.game.phase == derby.RACING and play.game.left():
        play.slide(next(cards for cards in suits if cards).pop())
    assert (play.game.left(), play.game.phase, play.game.is_out_of_cards()) == (0, derby.RACING, True)
    assert lit(play.game) == {}
