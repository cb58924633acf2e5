"""What the eye makes of pixels and the ear of tones."""

import pytest

from pitctl.layouts import area_text
from pitctl.table_view import cue_of, lit_areas, squeeze, stray_pixels

ON, OFF = (0, 0, 9), (0, 0, 0)


@pytest.mark.parametrize(
    ("length", "lit", "tier"),
    [
        (3, 1, "one"),
        (3, 2, "two"),
        (3, 3, "full"),
        (4, 2, "one"),
        (4, 3, "two"),
        (4, 4, "full"),
        (4, 1, "odd"),
        (6, 2, "one"),
        (6, 4, "two"),
        (6, 5, "odd"),
    ],
)
def test_a_tier_is_the_length_of_the_bar(length: int, lit: int, tier: str) -> None:
    pixels = [ON] * lit + [OFF] * (length - lit)
    assert lit_areas(pixels, [list(range(length))]) == {"RED": tier}


def test_a_bar_starts_at_its_first_pixel() -> None:
    assert lit_areas([OFF, ON, OFF], [[0, 1, 2]]) == {"RED": "odd"}
    assert lit_areas([OFF, ON, OFF], [[1, 0, 2]]) == {"RED": "one"}


def test_dark_areas_are_not_named() -> None:
    assert lit_areas([OFF] * 3 + [ON] * 3, [[0, 1, 2], [3, 4, 5]]) == {"BLACK": "full"}


def test_pixels_of_no_area() -> None:
    assert stray_pixels([ON, ON, OFF, ON], [[0, 1, 2]]) == [3]


@pytest.mark.parametrize(
    ("code", "text"), [("RED", "RED"), ("H", "HEARTS"), ("SD", "S>D"), ("SDC", "S>D>C")]
)
def test_area_text(code: str, text: str) -> None:
    assert area_text(code) == text


@pytest.mark.parametrize(
    ("hz", "cue"), [(1760, "card"), (1700, "card"), (445, "notice"), (2100, "result"), (1000, None)]
)
def test_cues_by_pitch(hz: int, cue: str | None) -> None:
    assert cue_of(hz) == cue


def test_squeeze() -> None:
    assert squeeze("  Card   7 ") == "card 7"
