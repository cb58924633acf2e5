"""Every irregularity of 001 section 10 over the wires, with the plug pulled in the middle of each.

On the virtual machines each story has a table of its own; the emulated chip plays all of them in one tour.
"""

from collections.abc import Callable

import pytest

from tests.device import stories
from tests.device.rig import TableRig, shuffled
from tests.device.stories import Story
from tests.reference.derby_reference import NotFinished, run_race

pytestmark = pytest.mark.device

FAST = pytest.mark.target("cpython", "unix")
CUT_ON_CHIP = {"wrong_result_corrected", "early_card_used", "foreign_card_taken_out"}  # a boot each


def everything(rig: TableRig) -> tuple[object, ...]:
    """What a person at the table can see, and what the protocol says of the table."""
    status = rig.client.status()
    return (
        rig.image(),
        rig.lit(),
        status.phase,
        status.round,
        status.cards,
        status.held,
        status.left,
        status.result,
        status.notice,
        rig.client.shoe(),
        stories.offered(rig),
        rig.cards(),
    )


def play(rig: TableRig, story: Story, cut: bool) -> None:
    for _ in story(rig):
        if cut:
            before = everything(rig)
            rig.power_cycle()
            assert everything(rig) == before
    assert rig.client.status().phase == "idle"


@FAST
@pytest.mark.parametrize(
    "story",
    [
        pytest.param(stories.lights_sent_again, marks=pytest.mark.rule("001 10.1")),
        pytest.param(stories.lights_put_out, marks=pytest.mark.rule("001 10.1")),
        pytest.param(stories.wrong_result_corrected, marks=pytest.mark.rule("001 10.2")),
        pytest.param(stories.first_card_face_up_unread, marks=pytest.mark.rule("001 10.3")),
        pytest.param(stories.first_card_face_up_read, marks=pytest.mark.rule("001 10.3")),
        pytest.param(stories.later_card_face_up, marks=pytest.mark.rule("001 10.4")),
        pytest.param(stories.early_card_used, marks=pytest.mark.rule("001 10.5")),
        pytest.param(stories.early_card_burned, marks=pytest.mark.rule("001 10.6")),
        pytest.param(stories.extra_card_burned, marks=pytest.mark.rule("001 10.6")),
        pytest.param(stories.extra_card_shuffled_in, marks=pytest.mark.rule("001 D9")),
        pytest.param(stories.card_moved, marks=pytest.mark.rule("001 D10")),
        pytest.param(stories.missed_card_inserted, marks=pytest.mark.rule("001 10.7")),
        pytest.param(stories.card_taken_out, marks=pytest.mark.rule("001 10.7")),
        pytest.param(stories.burned_card_put_back, marks=pytest.mark.rule("001 10.7")),
        pytest.param(stories.shoe_empty, marks=pytest.mark.rule("001 D7")),
        pytest.param(stories.void_with_a_reason, marks=pytest.mark.rule("001 10.8")),
        pytest.param(stories.foreign_card_taken_out, marks=pytest.mark.rule("001 L27")),
        pytest.param(stories.card_entered_by_hand, marks=pytest.mark.rule("001 8.1 passage")),
    ],
    ids=lambda story: story.__name__,
)
def test_one_deck(rig: TableRig, story: Story) -> None:
    play(rig, story, cut=True)


def test_no_story_is_left_out() -> None:
    marked = test_one_deck.pytestmark  # type: ignore[attr-defined]
    told = next(mark for mark in marked if mark.name == "parametrize").args[1]
    assert [param.values[0] for param in told] == stories.ONE_DECK


@FAST
@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 D9")
def test_with_two_decks_an_extra_card_opens_the_next_round(
    make_rig: Callable[..., TableRig],
) -> None:
    play(make_rig(decks=2), stories.extra_card_opens_the_next_round, cut=True)


@FAST
@pytest.mark.rule("001 D7")
@pytest.mark.rule("001 7.3, 7.4")
def test_a_shoe_of_two_decks_is_played_until_it_is_empty(make_rig: Callable[..., TableRig]) -> None:
    """The count itself says so: round after round from one shoe, until a race cannot be decided."""
    rig = make_rig(decks=2)
    shoe = shuffled(2, 7)
    rounds = 0
    while True:
        try:
            race = run_race(shoe)
        except NotFinished:
            break
        cards = race.first_area + race.second_area + race.third_area
        rig.open_race()
        rig.deal(cards)
        del shoe[: len(cards)]
        assert rig.client.status().left == len(shoe)
        rig.close_race()
        rounds += 1
    assert rounds > 4 and shoe, "this seed leaves some cards for an undecided race"
    rig.open_race()
    rig.deal(shoe)
    assert rig.client.status().left == 0
    assert "Shoe empty: undecided Call the supervisor" in rig.words()
    assert rig.lit() == {}
    rig.power_cycle()
    assert "Shoe empty: undecided" in rig.words()
    stories.supervised(rig, "Void the round", "Shoe was empty")
    rig.press("confirm")
    stories.supervised(rig, "Cards are shuffled")
    assert rig.client.status().left == 104


@pytest.mark.target("rp2040")
@pytest.mark.rule("001 10.1")
@pytest.mark.rule("001 10.2")
@pytest.mark.rule("001 10.3")
@pytest.mark.rule("001 10.4")
@pytest.mark.rule("001 10.5")
@pytest.mark.rule("001 10.6")
@pytest.mark.rule("001 10.7")
@pytest.mark.rule("001 10.8")
@pytest.mark.rule("001 L27")
def test_all_of_them_in_one_tour_of_the_chip(rig: TableRig) -> None:
    for story in stories.ONE_DECK:
        play(rig, story, cut=story.__name__ in CUT_ON_CHIP)
