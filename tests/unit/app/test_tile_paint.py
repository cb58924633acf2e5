"""A tile's pixels, the viper code run by its emulation: cut off at the edges, where they should be, in their colour."""

from array import array

import pytest

from pitboard.app import large_font, tile_paint

WIDTH, HEIGHT = 40, 30
INK = 0x8123


def painted(pixels: bytearray) -> set[tuple[int, int]]:
    words = array("H", bytes(pixels))
    assert set(words) <= {0, INK}
    return {(at % WIDTH, at // WIDTH) for at, word in enumerate(words) if word}


@pytest.fixture
def pixels() -> bytearray:
    return bytearray(2 * WIDTH * HEIGHT)


def test_the_ground_fills_all(pixels: bytearray) -> None:
    for colour in (0x0000, 0xFFFF, INK, 0x7FFF):
        tile_paint.fill(pixels, colour)
        assert set(array("H", bytes(pixels))) == {colour}


@pytest.mark.parametrize(
    "place", [(0, 0, 40, 30), (-5, -7, 9, 11), (33, 25, 20, 20), (7, 3, 1, 1), (40, 0, 5, 5), (3, -9, 5, 9)]
)
def test_a_box_is_cut_off_at_the_edges(pixels: bytearray, place: tuple[int, int, int, int]) -> None:
    x, y, width, height = place
    tile_paint.box(pixels, x, y, width, height, INK)
    wanted = {(a, b) for a in range(x, x + width) for b in range(y, y + height)}
    assert painted(pixels) == {(a, b) for a, b in wanted if 0 <= a < WIDTH and 0 <= b < HEIGHT}


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("place", [(0, 0), (14, 3), (-5, -9), (33, 20), (-30, 2), (5, -40)])
def test_a_letter_is_cut_off_at_the_edges(pixels: bytearray, size: int, place: tuple[int, int]) -> None:
    source = (ord("R") - large_font.FIRST) * large_font.SIZE
    tile_paint.letter(pixels, large_font.LETTERS, source, *place, size, INK)
    wanted: set[tuple[int, int]] = set()
    for x in range(12 * size):
        for y in range(24 * size):
            page, bit = divmod(y // size, 8)
            if large_font.LETTERS[source + 12 * page + x // size] >> bit & 1:
                wanted.add((place[0] + x, place[1] + y))
    assert painted(pixels) == {(a, b) for a, b in wanted if 0 <= a < WIDTH and 0 <= b < HEIGHT}


@pytest.mark.parametrize("suit", range(4))
def test_a_suit_is_symmetric_and_the_same_over_several_tiles(suit: int) -> None:
    whole: set[tuple[int, int]] = set()
    for left in (0, 40):
        for top in (0, 30, 60):
            pixels = bytearray(2 * WIDTH * HEIGHT)
            tile_paint.suit(pixels, large_font.OUTLINES, suit, 8 - left, 10 - top, 64, INK)
            whole |= {(left + x, top + y) for x, y in painted(pixels)}
    assert {(79 - x, y) for x, y in whole} == whole  # the middle is between columns 39 and 40
    assert 1200 < len(whole) < 64 * 64
    assert {y for _, y in whole} <= set(range(10, 74))


def test_a_change_is_known_to_the_tiles_that_it_touches_and_no_other() -> None:
    sums = array("I", [1] * 64)
    tile_paint.mix(sums, 8 * 2 + 3, 8 * 4 + 5, 0xFFFFFFFF)
    touched = {tile for tile in range(64) if sums[tile] != 1}
    assert touched == {8 * row + column for row in (2, 3, 4) for column in (3, 4, 5)}
    assert all(0 <= value < 1 << 30 for value in sums)
