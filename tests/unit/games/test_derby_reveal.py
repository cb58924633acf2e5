"""The reveal point: a card that was slid shows, counts and lights only when the table's setting says so (001 8.1)."""

import pytest

from pitboard.games import effects
from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby.dealt import MAX_WAITING

from .play import PLAIN_RACE, REASON, Play, card, lit, opened, places, racing

HIDDEN_MODES = (derby.WITH_NEXT, derby.AFTER_DELAY, derby.BY_KEY)


def visible(play: Play) -> tuple[object, ...]:
    """What anybody outside may look at."""
    game = play.game
    return (
        game.phase, game.count, game.hidden, game.race.result(), bytes(game.race.tally),
        game.held, game.held_place, game.left(), game.area_of_next(), game.place(),
        game.notice_kind, game.outcome, game.is_out_of_cards(), lit(game), play.cards(),
        play.effects, [what[0] for what in play.log], game.carried, game.burned,
    )  # fmt: skip


@pytest.mark.rule("001 8.1 passage")
def test_at_once_every_card_shows_when_it_is_slid() -> None:
    play = racing(reveal=derby.AT_ONCE)
    for number, code in enumerate(PLAIN_RACE.split(), 1):
        play.slide(code)
        assert (play.game.count, play.game.hidden) == (number, 0)


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("reveal", [derby.AFTER_DELAY, derby.BY_KEY])
def test_with_a_delay_or_a_key_cards_wait_until_they_are_shown(reveal: int) -> None:
    play = racing("3H 4H 5H 6H 7S 8C", reveal=reveal)
    assert (play.game.count, play.game.hidden, places(play.game)) == (0, 6, "---")
    assert (lit(play.game), play.game.left()) == ({}, 46), "they have left the shoe"
    for number in range(1, 6):
        play.show()
        assert (play.game.count, play.game.hidden, lit(play.game)) == (number, 6 - number, {})
    play.show()
    assert (places(play.game), play.game.phase, len(lit(play.game))) == ("HSC", derby.RESULT, 9)


@pytest.mark.rule("001 8.1 passage")
def test_with_the_next_card_each_shows_the_one_before() -> None:
    play = racing(reveal=derby.WITH_NEXT)
    for number, code in enumerate(PLAIN_RACE.split(), 1):
        play.slide(code)
        assert (play.game.count, play.game.hidden) == (number - 1, 1)
    assert (places(play.game), lit(play.game)) == ("HS-", {})
    play.show()
    assert (places(play.game), play.game.hidden, len(lit(play.game))) == ("HSC", 0, 9)


@pytest.mark.rule("001 D9")
@pytest.mark.rule("001 10.5")
@pytest.mark.parametrize("decision", [ev.NEXT, ev.BURN])
def test_a_card_that_was_drawn_and_turns_out_to_be_late_is_set_aside(decision: int) -> None:
    play = racing(PLAIN_RACE + " KD", decks=2, reveal=derby.WITH_NEXT)
    game = play.game
    assert (places(game), game.phase, game.held) == ("HSC", derby.RESULT, ev.LATE)
    assert (game.count, play.cards()) == (6, PLAIN_RACE)
    assert play.log[-1][0] == derby.ASIDE
    play.do(decision).end()
    assert game.carried == (decision == ev.NEXT)
    assert game.left() == 104 - 7


@pytest.mark.rule("001 D9")
@pytest.mark.rule("001 10.5")
def test_several_late_cards_are_decided_one_by_one_in_their_order() -> None:
    play = racing(PLAIN_RACE + " KD QD", decks=2, reveal=derby.BY_KEY)
    for _ in range(6):
        play.show()
    assert (play.game.held, play.game.hidden) == (ev.LATE, 1)
    assert play.rule_of(ev.CONFIRM) == "DECIDE_FIRST"
    play.do(ev.NEXT)
    assert (play.game.held, play.game.hidden, play.game.carried) == (ev.LATE, 0, 1)
    play.do(ev.NEXT).end().start()
    assert (play.game.hidden, play.game.count) == (2, 0), "they wait for the reveal point again"
    assert play.show().show().cards() == "KD QD"


@pytest.mark.rule("001 L27")
@pytest.mark.parametrize("reveal", HIDDEN_MODES)
def test_a_hidden_card_that_cannot_be_in_the_shoe_is_told_only_when_it_shows(reveal: int) -> None:
    plays = [racing("3H", reveal=reveal) for _ in range(2)]
    if reveal != derby.WITH_NEXT:
        for play in plays:
            play.show()
    for play, code in zip(plays, ("3H", "4H"), strict=True):
        play.slide(code)
    assert visible(plays[0]) == visible(plays[1])
    for play in plays:
        play.show()
    assert (plays[0].game.held, plays[0].game.count) == (ev.FOREIGN, 1)
    assert (plays[1].game.held, plays[1].game.count) == (0, 2)
    plays[0].do(ev.DISMISS, reason=REASON).slide("5H").show()
    assert plays[0].cards() == "3H 5H"


@pytest.mark.rule("001 10.3")
@pytest.mark.parametrize("reveal", HIDDEN_MODES)
def test_a_first_card_found_face_up_is_burned_before_it_shows(reveal: int) -> None:
    play = racing("2S", reveal=reveal).do(derby.FACE_UP, 1)
    game = play.game
    assert (game.outcome, game.hidden, game.count, game.burned) == (derby.FIRST_BURNED, 0, 0, 1)
    assert (game.race.protested, game.left()) == (False, 51)
    assert derby.REVEAL not in [what[0] for what in play.log], "sealed for ever"


@pytest.mark.rule("001 10.5")
@pytest.mark.parametrize("reveal", HIDDEN_MODES)
def test_a_carried_card_waits_for_the_reveal_point_too(reveal: int) -> None:
    play = opened(reveal=reveal).slide("9D").do(ev.NEXT).start()
    assert (play.game.hidden, play.game.count) == (1, 0)
    assert play.show().cards() == "9D"


@pytest.mark.rule("001 8.1 passage")
def test_cards_show_in_the_order_in_which_they_were_slid() -> None:
    play = racing("3H 4S", reveal=derby.BY_KEY)
    assert play.rule_of(derby.REVEAL, card("4S")) == "NOTHING_HIDDEN", "the oldest first"
    assert play.rule_of(derby.REVEAL, card("3H")) == ""
    assert play.rule_of(ev.ENTERED, card("5H")) == "REVEAL_FIRST"
    assert play.rule_of(ev.CARD, card("5H")) == "REVEAL_FIRST"
    assert play.show().show().rule_of(derby.REVEAL, 0) == "NOTHING_HIDDEN"


def test_only_so_many_cards_can_wait() -> None:
    play = racing(" ".join(rank + suit for rank in "3456" for suit in "SHDC"), reveal=derby.BY_KEY)
    assert play.game.hidden == MAX_WAITING == 16
    play.slide("7S")
    assert (play.game.notice_kind, play.game.hidden) == (ev.NOT_NOW, 16)
    assert play.rule_of(ev.DRAWN, card("7S")) == "REVEAL_FIRST"
    play.show().slide("7S")
    assert play.game.hidden == 16


def test_a_waiting_card_does_not_show_while_another_is_held() -> None:
    play = racing("3H", reveal=derby.BY_KEY).slide("4H", before_call=True)
    assert play.game.next_shown() is None
    play.do(ev.NEXT)
    assert play.show().show().cards() == "3H 4H"


@pytest.mark.rule("001 8.1 passage")
def test_a_round_keeps_the_reveal_point_that_it_began_with() -> None:
    play = racing("3H", reveal=derby.BY_KEY)
    play.game.wanted_reveal = derby.AT_ONCE  # the settings were changed
    play.slide("4H")
    assert (play.game.hidden, play.game.count) == (2, 0)
    play.do(ev.VOID, reason=REASON).do(ev.CLOSE).start().slide("3H")
    assert (play.game.hidden, play.game.count) == (0, 1)


@pytest.mark.rule("001 D7")
@pytest.mark.parametrize("reveal", HIDDEN_MODES)
def test_an_empty_shoe_is_told_when_the_last_card_has_shown(reveal: int) -> None:
    """While it waits nobody knows whether it decides the race."""
    play = racing("3H 4H 5H 6H 7S", reveal=reveal)
    while play.game.hidden:
        play.show()
    play.game.shoe.unread = 46  # one card is left
    play.slide("8H")
    assert (play.game.left(), play.game.is_out_of_cards()) == (0, False)
    play.show()
    assert play.game.is_out_of_cards()


def test_a_drawn_card_has_its_cue_and_no_light() -> None:
    play = racing("3H 4H 5H 6H 7S", reveal=derby.BY_KEY)
    for _ in range(5):
        play.show()
    play.slide("8C")
    assert play.effects == effects.CUE_CARD | effects.SCREEN
    play.show()
    assert play.effects & effects.LIGHTS


# -- twins: nothing outside tells two hidden cards apart ----------------------------------------------


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("reveal", range(4))
@pytest.mark.parametrize("codes", [("2S", "KD"), ("9D", "9C"), ("3H", "8C")])
def test_a_card_that_is_held_carried_or_burned_says_nothing(
    codes: tuple[str, str], reveal: int, decks: int
) -> None:
    seen: list[list[tuple[object, ...]]] = []
    for code in codes:
        play = opened(decks, reveal=reveal)
        looks: list[tuple[object, ...]] = []
        for step in (
            lambda p, c: p.slide(c),
            lambda p, c: p.do(ev.BURN),
            lambda p, c: p.open(),
            lambda p, c: p.do(ev.NO_MORE_BETS),
            lambda p, c: p.slide("4H 5H 6H 7H 7S"),
            lambda p, c: p.do(ev.VOID, reason=REASON),
            lambda p, c: p.do(ev.CLOSE),
        ):
            step(play, code)
            looks.append(visible(play))
        seen.append(looks)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("reveal", HIDDEN_MODES)
@pytest.mark.parametrize("last", [("8C", "8D"), ("8C", "8H"), ("8C", "2S"), ("8C", "3H")])
def test_a_card_that_waits_says_nothing(last: tuple[str, str], reveal: int) -> None:
    plays = [racing("3H 4H 5H 6H 7S", decks=2, reveal=reveal) for _ in last]
    for play, code in zip(plays, last, strict=True):
        while play.game.hidden:
            play.show()
        play.slide(code)
    assert visible(plays[0]) == visible(plays[1])
    for play in plays:
        play.do(ev.VOID, reason=REASON)
    assert visible(plays[0]) == visible(plays[1]), "sealed for ever"
