"""Twin deals of Let It Ride: two rounds that differ only in cards still face down are the same to every onlooker.

Display bytes, light frames, tones, every answer and every event over USB, and when each of them came; after every step
until the card is turned. A discarded card never shows, in no round that follows either.
"""

from collections.abc import Callable

import pytest

from tests.device.forked import told_by_a_copy
from tests.device.ride_rig import COMMUNITY, DISCARD, PACKS, RideRig
from tests.device.witness import Witness, differences

pytestmark = pytest.mark.device

MakeRide = Callable[..., RideRig]
Deal = dict[int, str]  # place -> cards
Book = tuple[list[dict[str, object]], list[str]]  # pages of the witness, and the steps that they follow
FAST = pytest.mark.target("cpython", "unix")
CHIP_SLACK_US = 1000
# Where the turns of two tasks fall together, which comes first may hang on a microsecond, and the later one moves by
# the other turn: chance, and another one when the round begins a little later. What a card does shows each time.
CHIP_PHASES_US = (0, 371, 643)

SEATS = (2, 5)
BASE: Deal = {2: "TH TD 5S", 5: "2C 3C 9D", COMMUNITY[0]: "KD", COMMUNITY[1]: "KC", DISCARD: "8S"}
# What differs in the second deal, and the step that turns it (None: nothing ever does).
TWINS: dict[str, tuple[Deal, str | None]] = {
    "everything": ({2: "AS KS QS", 5: "7H 7D 7C", 8: "JS", 9: "TS", DISCARD: "2D"}, "turn 1"),
    "all but the first community card": (
        {2: "AS KS QS", 5: "7H 7D 7C", 9: "TS", DISCARD: "2D"},
        "turn 2",
    ),
    "both hands and the discard": ({2: "AH KH QH", 5: "7H 7D 7C", DISCARD: "2D"}, "show 1"),
    "the hand that is shown last": ({2: "AH KH QH"}, "show 2"),
    "the discarded card": ({DISCARD: "2D"}, None),
}


def steps_of(
    rig: RideRig, deal: Deal, begins: Callable[[], None], sees: Callable[[str], None]
) -> None:
    """A whole round; `begins()` before every step by hand, `sees(name)` after it."""
    left = {place: cards.split() for place, cards in deal.items()}
    rig.call(*SEATS)
    sees("call")
    number = 0
    while place := rig.client.ride().place:
        begins()
        rig.slide(left[place].pop(0))
        number += 1
        sees(f"card {number}")
    for name, keys in (
        ("look", ["confirm"]),
        ("decide 1", ["confirm", "no_more_bets"]),
        ("turn 1", ["confirm"]),
        ("decide 2", ["no_more_bets", "confirm"]),
        ("turn 2", ["confirm"]),
        ("show 1", ["confirm"]),
        ("declare 1", ["confirm"]),
        ("show 2", ["confirm"]),
        ("declare 2", ["confirm"]),
    ):
        begins()
        for key in keys:
            rig.press(key)
        sees(name)
    rig.settle_all()
    rig.press("confirm")
    sees("closed")


def book_of(rig: RideRig, deal: Deal, from_page_start: bool = False) -> Book:
    witness = Witness(rig, from_page_start=from_page_start)
    names = ["start"]
    witness.look()

    def sees(name: str) -> None:
        names.append(name)
        witness.look()

    steps_of(rig, deal, witness.begin, sees)
    return witness.book, names


def early_signs(books: list[Book], turned: str | None, slack_us: int) -> list[tuple[str, str]]:
    """Steps, and what differs after them though the cards that differ lie face down."""
    (one, names), (other, _) = books
    found = [(names[page], what) for page, what in differences(one, other, slack_us)]
    end = names.index(turned) if turned else len(names)
    early = [(name, what) for name, what in found if names.index(name) < end]
    if turned:
        kinds = {what for name, what in found if name == turned}
        assert {"usb", "image"} <= kinds, "the witness would have seen it"
    return early


@FAST
@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("pack", PACKS)
def test_twin_deals(make_ride: MakeRide, pack: str, twin: str) -> None:
    if DISCARD in TWINS[twin][0] and len(TWINS[twin][0]) == 1 and pack == "mbs":
        pytest.skip("no card is discarded (003 3.7)")
    changes, turned = TWINS[twin]
    books = [book_of(make_ride(pack), {**BASE, **deal}) for deal in ({}, changes)]
    assert not early_signs(books, turned, 0), "a card that lies face down shows"


@pytest.mark.target("rp2040")
@pytest.mark.parametrize("pack", PACKS)
def test_twin_deals_on_the_chip(make_ride: MakeRide, pack: str) -> None:
    """Two copies of one running board; times to within a millisecond of the chip's."""
    changes, turned = TWINS["everything"]
    rig = make_ride(pack)

    def told(deal: Deal, phase_us: int) -> Book:
        rig.wait_us(1 + phase_us)
        return book_of(rig, {**BASE, **deal}, True)

    early: list[tuple[str, str]] = []
    for phase_us in CHIP_PHASES_US:
        books = [
            told_by_a_copy(lambda deal=deal, phase_us=phase_us: told(deal, phase_us))
            for deal in ({}, changes)
        ]
        early = early_signs(books, turned, CHIP_SLACK_US)
        if not early:
            break
    assert not early, "a card that lies face down shows"
