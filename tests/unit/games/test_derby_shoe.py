"""Cards that can and cannot come: foreign cards, cards with numbers, the continuous shuffler (001 L27, 1.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import events as ev
from pitboard.games.derby import derby_events as derby
from pitboard.games.sequence import OTHER_SET, token
from pitboard.games.shoe import Shoe

from .play import PLAIN_RACE, REASON, card, opened, places, play_to, racing


@pytest.mark.rule("001 L27")
@pytest.mark.parametrize("decks", range(1, 9))
def test_one_copy_too_many_of_a_face_is_held_and_not_counted(decks: int) -> None:
    play = racing("9C 3H 4H 5H 6H " + "7H " * decks, decks)
    before = play.cards()
    play.slide("7H")
    assert (play.game.held, play.game.held_place) == (ev.FOREIGN, decks + 6)
    assert (play.cards(), play.game.left()) == (before, 52 * decks - decks - 5)
    assert play.rule_of(ev.CARD, card("7H")) == "DECIDE_FIRST"
    for event in (ev.NEXT, ev.BURN):
        assert play.rule_of(event) == "CANNOT_USE", "nobody's next card, and not ours to burn"
    play.do(ev.DISMISS, reason=REASON)
    assert (play.game.held, play.game.outcome) == (0, derby.TAKEN_OUT)
    assert play.game.place() == decks + 6, "its place is free again"
    play.slide("8S")
    assert play.cards() == before + " 8S"


@pytest.mark.rule("001 L27")
@pytest.mark.parametrize("phase", [ev.IDLE, ev.BETTING, derby.RACING, derby.RESULT, derby.PAYING, ev.VOIDED])
def test_a_card_of_another_set_is_held_wherever_it_comes(phase: int) -> None:
    play = play_to(phase)
    before = play.game.race.result(), play.game.count
    play.slide_card(OTHER_SET)
    assert play.game.held == ev.FOREIGN
    play.do(ev.DISMISS, reason=REASON)
    assert (play.game.race.result(), play.game.count, play.game.phase) == (*before, phase)


@pytest.mark.rule("001 L27")
def test_a_foreign_card_in_the_race_may_also_be_the_end_of_it() -> None:
    play = racing("3H").slide("3H")
    assert play.rule_of(ev.VOID, reason=REASON) == play.rule_of(derby.REBUILD, reason=REASON) == ""
    play.do(ev.VOID, reason=REASON)
    assert (play.game.held, play.game.burned) == (ev.FOREIGN, 0), "somebody still decides about it"
    assert play.rule_of(ev.CLOSE) == "DECIDE_FIRST"
    play.do(ev.DISMISS, reason=REASON).do(ev.CLOSE)
    assert play.game.left() == 51, "it was never of this shoe"


@pytest.mark.rule("001 L27")
def test_a_card_of_this_shoe_is_not_dismissed() -> None:
    play = opened().slide("9D")
    assert play.rule_of(ev.DISMISS, reason=REASON) == "CANNOT_USE"


@pytest.mark.rule("001 8.1 passage")
@pytest.mark.rule("001 D9")
def test_the_last_card_slid_once_more_after_the_race_is_no_card_of_its_own() -> None:
    """Eight decks: it could be another one; whoever lays it knows. It is neither burned nor the next card."""
    play = racing(PLAIN_RACE, 8)
    before = play.game.left()
    play.slide("8C")
    assert (play.game.held, play.game.left()) == (ev.LATE, before - 1)
    play.do(ev.DISMISS, ev.SLID_BEFORE, reason=REASON)
    assert (play.game.outcome, play.game.left(), play.game.burned) == (derby.SAME_CARD, before, 0)
    play.end().start()
    assert (play.game.count, play.game.hidden) == (0, 0)


@pytest.mark.rule("001 L27")
@pytest.mark.rule("001 D5")
def test_the_shoe_remembers_over_rounds_until_the_shuffle() -> None:
    play = racing(PLAIN_RACE, decks=2).end().start().slide("3H")
    assert play.game.count == 1, "the second copy"
    play.slide("3H")
    assert play.game.held == ev.FOREIGN, "the third one"
    play.do(ev.DISMISS, reason=REASON).do(ev.VOID, reason=REASON).do(ev.CLOSE)
    play.do(ev.SHUFFLED).do(ev.CUT).start().slide("3H 3H")
    assert play.game.count == 2


@pytest.mark.rule("001 1.2 Continuous Shuffler")
@pytest.mark.rule("001 L27")
def test_with_a_continuous_shuffler_a_repeat_is_a_fault_inside_one_round_only() -> None:
    play = opened(1, ev.CONTINUOUS).start().slide(PLAIN_RACE).end()
    play.do(ev.OPEN, 1).do(ev.NO_MORE_BETS).slide("3H")
    assert play.game.count == 1
    play.slide("3H")
    assert (play.game.held, play.game.count) == (ev.FOREIGN, 1)


@pytest.mark.rule("001 1.2 Continuous Shuffler")
@pytest.mark.rule("001 D9")
def test_a_late_card_from_a_continuous_shuffler_is_the_next_rounds_first() -> None:
    play = opened(2, ev.CONTINUOUS).start().slide(PLAIN_RACE).slide("2S").do(ev.NEXT).end()
    assert play.game.carried == 1
    assert play.do(ev.OPEN, 2).do(ev.NO_MORE_BETS).cards() == "2S"


# -- cards with a number ----------------------------------------------------------------------------


@pytest.mark.rule("001 1.2 Scanner")
@pytest.mark.rule("001 8.1 passage")
@pytest.mark.parametrize("reveal", range(4))
def test_the_same_physical_card_is_known_again_even_in_eight_decks(reveal: int) -> None:
    play = opened(8, reveal=reveal).start().slide("9D", number=34)
    play.slide("9D", number=34)
    assert (play.game.notice_kind, play.game.held) == (ev.REPEAT, 0)
    assert play.game.count + play.game.hidden == 1
    play.slide("9D", number=86)
    assert play.game.count + play.game.hidden == 2, "its twin of another deck is another card"


@pytest.mark.rule("001 L27")
def test_a_numbered_card_that_went_in_an_earlier_round_is_foreign() -> None:
    play = opened(8).start().slide(PLAIN_RACE, number=100).end().start()
    play.slide("3H", number=100)
    assert play.game.held == ev.FOREIGN
    play.do(ev.DISMISS, reason=REASON).slide("3H", number=300)
    assert play.game.count == 1


@pytest.mark.rule("001 1.2 Scanner")
def test_a_carried_card_that_is_slid_again_is_the_same_card() -> None:
    play = opened(8).slide("9D", number=34).do(ev.NEXT).slide("9D", number=34)
    assert (play.game.notice_kind, play.game.held, play.game.carried) == (ev.REPEAT, 0, 1)


@pytest.mark.rule("001 10.7")
def test_a_number_goes_back_into_the_shoe_with_its_card() -> None:
    play = opened(8).start().slide("3H 4H", number=100).do(derby.REBUILD, reason=REASON)
    play.do(derby.TAKE_OUT, 2, derby.TAKEN_TWICE).do(derby.REBUILT).slide("4H", number=101)
    assert play.game.count == 2
    play.do(derby.REBUILD, reason=REASON).do(derby.REPLACE, card("5H"), 2).do(derby.REBUILT)
    assert play.slide("4H", number=101).cards() == "3H 5H 4H"


def test_value_only_codes_never_repeat_by_number() -> None:
    play = racing("9D 9D", decks=8)
    assert (play.game.count, play.game.notice_kind) == (2, 0)


# -- the shoe itself --------------------------------------------------------------------------------


@given(
    st.integers(1, 8),
    st.integers(0, 2),
    st.lists(st.integers(0, 415), max_size=416, unique=True),
    st.integers(0, 20),
    st.booleans(),
)
def test_a_frozen_shoe_thaws_to_itself(
    decks: int, source: int, numbers: list[int], unread: int, numbered: bool
) -> None:
    shoe = Shoe(decks, source)
    shoe.checked, shoe.shuffled, shoe.cut, shoe.unread = True, numbered, not numbered, unread
    shoe.set_serial = 204117 if numbered else 0
    for number in numbers:
        if number < 52 * decks:
            shoe.take(token(number % 52, number + 1 if numbered else 0))
    again = Shoe(3)
    again.thaw(shoe.freeze())
    assert again.freeze() == shoe.freeze()
    for number in range(416):
        copy = token(number % 52, number + 1 if numbered else 0)
        assert again.holds(copy) == shoe.holds(copy)
    assert (again.left(), again.decks, again.source) == (shoe.left(), decks, source)
    assert (again.checked, again.shuffled, again.cut) == (shoe.checked, shoe.shuffled, shoe.cut)


@pytest.mark.rule("001 10.6")
@pytest.mark.rule("001 D9")
def test_a_burned_card_leaves_the_shoe_whatever_it_is() -> None:
    """How many cards are left may not tell what a sealed card was, not even that it cannot have been there."""
    for hidden in ("9D", "TD"):
        play = opened(2, reveal=derby.BY_KEY).start().slide("9D 9D 3H 4H 5H 6H 7S 8C")
        while play.game.hidden:
            play.show()
        play.end().start().slide(hidden).do(derby.FACE_UP, 1)
        assert (play.game.burned, play.game.left()) == (1, 104 - 9), hidden
        play.slide(hidden).do(ev.VOID, reason=REASON)
        assert (play.game.burned, play.game.left()) == (2, 104 - 10), hidden


def test_cards_that_were_never_read_are_counted_as_far_as_a_checkpoint_goes() -> None:
    play = opened(8)
    for _ in range(300):
        play.start().do(derby.FACE_UP, 1).do(ev.VOID, reason=REASON).do(ev.CLOSE)
    assert play.game.left() == 416 - 255
    assert play.game.is_at_rest() and play.game.freeze()


def test_a_race_from_numbered_cards_resolves_as_any_other() -> None:
    play = opened(2).start().slide(PLAIN_RACE, number=3)
    assert places(play.game) == "HSC"
    assert play.replayed().snapshot() == play.game.snapshot()
