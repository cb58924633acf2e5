"""Wagers: won, lost or returned, to the unit (001 5.1, 5.8, 9.2, 10.8)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.games import events as ev
from pitboard.games.derby import areas, settlement
from pitboard.games.derby import derby_events as derby

from .play import PLAIN_RACE, in_phase, racing

S, H, D, C = range(4)
ORDERS = list(permutations(range(4), 3))
Result = tuple[int, int, int, bool]


def profit(result: Result, *suits: int, area: int = -1) -> int:
    """On a stake of 100, from the player's side: the profit, or -100."""
    where = areas.area_of(*suits) if suits else area
    won, collected, returned = settlement.settle(where, 100, result)
    assert (collected, returned) in ((0, 100), (100, 0))
    return won - collected


@pytest.mark.rule("001 5.1(a) Red")
@pytest.mark.rule("001 5.8(a)")
@pytest.mark.parametrize(("winner", "gain"), [(S, -100), (H, 100), (D, 100), (C, -100)])
def test_red(winner: int, gain: int) -> None:
    assert profit((winner, *_others(winner), False), area=areas.RED) == gain


@pytest.mark.rule("001 5.1(b) Black")
@pytest.mark.rule("001 5.8(a)")
@pytest.mark.parametrize(("winner", "gain"), [(S, 100), (H, -100), (D, -100), (C, 100)])
def test_black(winner: int, gain: int) -> None:
    assert profit((winner, *_others(winner), False), area=areas.BLACK) == gain


def _others(winner: int) -> tuple[int, int]:
    second, third, _ = (suit for suit in range(4) if suit != winner)
    return second, third


@pytest.mark.rule("001 5.1(c) suit")
@pytest.mark.rule("001 5.8(b)")
@pytest.mark.parametrize("order", ORDERS)
def test_suit(order: tuple[int, int, int]) -> None:
    for suit in range(4):
        assert profit((*order, False), suit) == (300 if suit == order[0] else -100)


@pytest.mark.rule("001 5.1(d) quinella")
@pytest.mark.rule("001 5.8(c)")
@pytest.mark.parametrize("protested", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_quinella_in_order_only(order: tuple[int, int, int], protested: bool) -> None:
    for pair in permutations(range(4), 2):
        assert profit((*order, protested), *pair) == (1000 if pair == order[:2] else -100)


@pytest.mark.rule("001 5.1(e) trifecta")
@pytest.mark.rule("001 5.8(d)")
@pytest.mark.rule("001 D1")
@pytest.mark.parametrize("protested", [False, True])
@pytest.mark.parametrize(
    ("wager", "gain"),
    [
        ((H, S, C), 1000),
        ((H, S, D), 200),
        ((H, D, C), 100),  # first and third right, second wrong
        ((H, D, S), 100),
        ((H, C, S), 100),
        ((H, C, D), 100),
        ((S, H, C), -100),
        ((C, S, H), -100),
        ((D, S, C), -100),  # all but the winner right
    ],
)
def test_trifecta_pays_the_highest_it_reached(
    wager: tuple[int, int, int], gain: int, protested: bool
) -> None:
    assert profit((H, S, C, protested), *wager) == gain


@pytest.mark.rule("001 5.8(a)")
@pytest.mark.rule("001 5.8(b)")
def test_a_protest_reduces_colours_and_suits() -> None:
    assert profit((H, S, C, True), area=areas.RED) == 50
    assert profit((S, H, C, True), area=areas.BLACK) == 50
    assert profit((H, S, C, True), H) == 200
    assert profit((H, S, C, True), area=areas.BLACK) == -100


@pytest.mark.rule("001 D3")
def test_half_units_are_exact_and_never_rounded() -> None:
    assert settlement.settle(areas.RED, 2, (H, S, C, True)) == (1, 0, 2)
    assert settlement.settle(areas.RED, 6, (H, S, C, True)) == (3, 0, 6)


@pytest.mark.rule("001 D3")
@pytest.mark.parametrize("stake", [1, 3, 0, -2])
def test_a_stake_is_an_even_number_of_units(stake: int) -> None:
    with pytest.raises(ValueError, match=r"5\.8\(a\)"):
        settlement.settle(areas.RED, stake, (H, S, C, False))


@pytest.mark.rule("001 3.3")
@pytest.mark.parametrize("area", [-1, 42])
def test_no_wager_off_the_layout(area: int) -> None:
    with pytest.raises(ValueError, match=r"3\.3"):
        settlement.settle(area, 2, (H, S, C, False))


@pytest.mark.rule("001 9.1(c)")
@pytest.mark.parametrize(
    "phase", [ev.IDLE, ev.BETTING, derby.RACING, derby.RESULT, ev.CLOSED, ev.CHECKING, derby.REBUILDING]
)
def test_no_payment_before_the_result_is_confirmed(phase: int) -> None:
    result = in_phase(phase).result()
    assert result is None
    with pytest.raises(ValueError, match=r"9\.1\(c\)"):
        settlement.settle(areas.RED, 2, result)


@pytest.mark.rule("001 9.1(b)")
@pytest.mark.rule("001 9.2")
@pytest.mark.parametrize(("start", "protested"), [("", False), ("2S ", True)])
def test_the_confirmed_result_settles(start: str, protested: bool) -> None:
    play = racing(start + PLAIN_RACE).do(ev.CONFIRM)
    assert play.game.result() == (H, S, C, protested)
    assert profit((H, S, C, protested), H) == (200 if protested else 300)


@pytest.mark.rule("001 10.8")
@pytest.mark.parametrize("area", range(42))
def test_a_void_round_returns_every_wager(area: int) -> None:
    result = in_phase(ev.VOIDED).result()
    assert result == (-1, -1, -1, False)
    assert settlement.settle(area, 50, result) == (0, 0, 50)


@pytest.mark.rule("001 9.2")
def test_losing_wagers_are_collected_first() -> None:
    wagers = [(areas.RED, 2), (areas.BLACK, 4), (areas.area_of(H), 6), (areas.area_of(C), 8)]
    assert settlement.settle_all(wagers, (H, S, C, False)) == [
        (areas.BLACK, 4, 0, 4, 0),
        (areas.area_of(C), 8, 0, 8, 0),
        (areas.RED, 2, 2, 0, 2),
        (areas.area_of(H), 6, 18, 0, 6),
    ]


WAGERS = st.lists(st.tuples(st.integers(0, 41), st.integers(1, 10**6).map(lambda n: 2 * n)))
RESULTS = st.tuples(st.permutations(range(4)), st.booleans()).map(lambda r: (*r[0][:3], r[1]))


@pytest.mark.rule("001 5.1 any combination")
@pytest.mark.rule("001 9.2")
@given(WAGERS, RESULTS)
def test_any_set_of_wagers_settles_each_on_its_own(
    wagers: list[tuple[int, int]], result: Result
) -> None:
    settled = settlement.settle_all(wagers, result)
    assert sorted((area, stake) for area, stake, *_ in settled) == sorted(wagers)
    paying = False
    for area, stake, won, collected, returned in settled:
        assert collected + returned == stake
        assert (won > 0) == (returned > 0)
        assert settlement.settle(area, stake, result) == (won, collected, returned)
        paying = paying or returned > 0
        assert not (paying and collected)
