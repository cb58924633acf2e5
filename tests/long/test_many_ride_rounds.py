"""20,000 rounds of Let It Ride over all packs on `unix`, in virtual time: no card lost or doubled, every hand and its
place right, heap flat. What each round pays is compared by test_ride_rounds.py.
"""

import os
import random
from pathlib import Path

import pytest

from tests.device.ride_rig import PACKS, RideRig
from tests.long.test_many_rounds import assert_flat
from tests.reference.hands_reference import of_cards

pytestmark = [pytest.mark.device, pytest.mark.long]

ROUNDS = int(os.environ.get("ROUNDS", "20000")) // len(PACKS)
NAMES = {
    "high card": "nothing", "low pair": "low_pair", "high pair": "tens_or_better", "two pair": "two_pair",
    "three": "three_of_a_kind", "straight": "straight", "flush": "flush", "full house": "full_house",
    "four": "four_of_a_kind", "straight flush": "straight_flush", "royal flush": "royal_flush",
}  # fmt: skip
DECK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


def play_round(rig: RideRig, dice: random.Random, number: int) -> None:
    seats = sorted(dice.sample(range(1, 7), dice.choice((1, 1, 2, 3))))
    # The player-dealer's place goes round (004): two rounds at the position without seat, two at seat 7.
    rig.call(*seats, bank=7 if number // 2 % 2 else 8)
    left = dice.sample(DECK, len(DECK))
    dealt: dict[int, list[str]] = {}
    while place := rig.client.ride().place:
        card = left.pop()
        dealt.setdefault(place, []).append(card)
        rig.slide(card)
    rig.press("confirm")  # the players have looked
    for _ in (1, 2):
        rig.decide(*(dice.choice(("ride", "withdraw")) for _ in seats))
        rig.press("confirm")  # the community card is turned
    rig.show_all()
    community = [dealt[place][0] for place in (8, 9)]
    assert list(rig.client.ride().community) == community
    found = rig.client.seats()
    for seat in seats:
        told = found[seat - 1]
        assert sorted(told.cards) == sorted(dealt[seat])
        assert told.hand == NAMES[of_cards([*dealt[seat], *community])[0]]
    rig.settle_all()
    if rig.pack == "charity" and rig.client.ride().count_due <= 1:
        rig.sign_on()
        rig.client.act("count_right")
        rig.client.release()
    rig.press("confirm")


@pytest.mark.parametrize("pack", PACKS)
def test_unix(tmp_path: Path, pack: str) -> None:
    dice = random.Random(pack)
    heap: list[int] = []
    with RideRig("unix", tmp_path, pack) as rig:
        for number in range(ROUNDS):
            play_round(rig, dice, number)
            status = rig.client.status()
            assert (status.lost.uart, status.lost.queue, status.phase) == (0, 0, "idle"), number
            assert status.round == number + 1
            heap.append(status.heap_free)
            assert rig.bench.sounder is not None
            rig.bench.sounder.clear()
    assert_flat(heap)
