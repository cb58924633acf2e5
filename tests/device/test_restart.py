"""Switched off at any moment and on again: same race, same screen, same lights."""

import random

import pytest

from tests.device.rig import TableRig

pytestmark = pytest.mark.device

RACE = ["TH", "2S", "4H", "KH", "3H", "5S", "7C"]


def everything(rig: TableRig) -> tuple[object, ...]:
    """What a person at the table can see, and what the protocol says of the race."""
    status = rig.client.status()
    return (
        rig.image(),
        rig.lit(),
        status.phase,
        status.round,
        status.cards,
        status.result,
        status.notice,
        rig.cards(),
    )


def test_a_power_cut_after_every_step_changes_nothing(rig: TableRig) -> None:
    steps = [
        lambda: rig.press("confirm"),
        lambda: rig.press("no_more_bets"),
        *[lambda code=code: rig.slide(code) for code in RACE[:3]],
        lambda: rig.slide(None),
        *[lambda code=code: rig.slide(code) for code in RACE[3:]],
        lambda: rig.press("confirm"),
        lambda: rig.press("confirm"),
    ]
    for number, step in enumerate(steps):
        step()
        before = everything(rig)
        rig.power_cycle()
        assert everything(rig) == before, f"after step {number}"


def test_a_power_cut_at_random_moments_of_a_race(rig: TableRig, target_name: str) -> None:
    """Cut anywhere, also in the middle of a write: the card in hand counts or does not, nothing else changes."""
    chance = random.Random(7)
    rig.open_race()
    dealt: list[str] = []
    for code in RACE:
        before = everything(rig)
        rig.bench.dealer.slide(code)
        rig.wait_us(chance.randrange(80_000, 160_000))
        lit, image = rig.lit(), rig.image()
        rig.target.power_cut()
        rig.wait_us(100_000)
        assert rig.lit() == {}
        rig.power_cycle()
        cards = rig.cards()
        assert cards in (dealt, [*dealt, code])
        if cards == dealt:
            assert everything(rig) == before
            assert lit == before[1], "nothing was announced that a power cut could take back"
            assert image == before[0]
            rig.slide(code)
        dealt.append(code)
        assert rig.cards() == dealt
    assert len(rig.lit()) == 9


def test_a_result_stands_after_a_restart_and_can_be_paid(rig: TableRig) -> None:
    rig.open_race()
    rig.deal(RACE)
    lit = rig.lit()
    rig.power_cycle()
    assert rig.lit() == lit and len(lit) == 9
    rig.close_race()
    assert rig.lit() == {}
    rig.open_race()
    assert rig.client.status().round == 2
