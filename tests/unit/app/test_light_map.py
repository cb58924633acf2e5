"""Lights: nothing without a tier, a pattern of its own for each tier, and never more current than allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboard.app.light_map import LightMap, lit
from pitboard.games.derby.areas import AREAS, TIER_FULL, TIER_ONE, TIER_TWO, tiers_into

AREA_PIXELS = [[4 * i + k for k in range(4)] for i in range(AREAS)]


class Chain:
    """A chain of lights that keeps what it was told."""

    count = 168

    def __init__(self) -> None:
        self.pixels = [(9, 9, 9)] * self.count

    def busy(self) -> bool:
        return False

    def set(self, pixel: int, red: int, green: int, blue: int) -> None:
        self.pixels[pixel] = (red, green, blue)

    def dark(self) -> None:
        self.pixels = [(0, 0, 0)] * self.count

    def blank(self) -> None:
        self.dark()

    def show(self) -> None:
        pass

    def milliamperes(self) -> float:
        """WS2812B: 20 mA a channel at 255, 1 mA for each chip."""
        return self.count + sum(sum(pixel) for pixel in self.pixels) * 20 / 255


def drawn(tiers: bytearray, brightness: int = 100, limit: int = 20000) -> Chain:
    chain = Chain()
    LightMap(chain, AREA_PIXELS, brightness, limit).draw(tiers)
    return chain


@pytest.mark.rule("001 3.5")
def test_no_tier_is_dark() -> None:
    assert set(drawn(bytearray(AREAS)).pixels) == {(0, 0, 0)}


@pytest.mark.rule("001 D2")
def test_each_winning_area_is_lit_and_no_other() -> None:
    tiers = bytearray(AREAS)
    tiers_into(tiers, 1, 0, 3)
    chain = drawn(tiers)
    for area, pixels in enumerate(AREA_PIXELS):
        assert any(chain.pixels[p] != (0, 0, 0) for p in pixels) == bool(tiers[area])
    assert sum(1 for tier in tiers if tier) == 9


@pytest.mark.rule("001 D2")
@pytest.mark.parametrize("length", range(3, 20))
def test_tiers_differ_by_pattern_without_colour(length: int) -> None:
    patterns = [
        tuple(index < lit(tier, length) for index in range(length))
        for tier in (0, TIER_ONE, TIER_TWO, TIER_FULL)
    ]
    assert len(set(patterns)) == 4
    assert not any(patterns[0])
    assert all(patterns[3])


def test_tiers_differ_by_colour_too() -> None:
    tiers = bytearray(AREAS)
    tiers[0], tiers[1], tiers[2] = TIER_ONE, TIER_TWO, TIER_FULL
    chain = drawn(tiers)
    assert len({chain.pixels[0], chain.pixels[4], chain.pixels[8]}) == 3


@given(
    st.lists(st.integers(0, 3), min_size=AREAS, max_size=AREAS),
    st.integers(1, 100),
    st.integers(200, 20000),
)
def test_the_current_limit_holds(tiers: list[int], brightness: int, limit: int) -> None:
    assert drawn(bytearray(tiers), brightness, limit).milliamperes() <= limit


def test_brightness_is_what_was_set_if_the_current_allows_it() -> None:
    tiers = bytearray(AREAS)
    tiers[0] = TIER_FULL
    assert drawn(tiers, brightness=50).pixels[0] == (127, 127, 127)


def test_a_result_is_visible_even_at_a_low_limit() -> None:
    tiers = bytearray(AREAS)
    tiers_into(tiers, 0, 1, 2)
    chain = drawn(tiers, brightness=100, limit=500)
    assert max(max(pixel) for pixel in chain.pixels) >= 20
