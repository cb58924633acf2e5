"""Reads the words off a picture of whichever display a board has: the small one in one colour, or the one in colour.

Both show the same eight lines (docs/display.md), so whoever reads them need not know which panel it is.
"""

from collections.abc import Sequence
from typing import TypeGuard

from simulator.models import colour_ocr, ocr

Dots = Sequence[Sequence[bool]]
"""A picture in one colour: lit or dark."""
Image = Dots | colour_ocr.Picture


def in_colour(image: Image) -> TypeGuard[colour_ocr.Picture]:
    """By its pixels alone: a recorded picture is read as the panel itself is."""
    return bool(image) and not isinstance(image[0][0], bool)


def in_dots(image: Image) -> TypeGuard[Dots]:
    return not in_colour(image)


def read_text(image: Image) -> list[str]:
    """Eight lines; one that shows no letters is empty."""
    if in_colour(image):
        return colour_ocr.read_text(image)
    assert in_dots(image)
    return ocr.read_text(image)


def inverted_lines(image: Image) -> list[int]:
    """Numbers of the lines, from 0, that stand out: what is chosen, or the answer on offer."""
    if in_colour(image):
        return colour_ocr.inverted_lines(image)
    assert in_dots(image)
    return ocr.inverted_lines(image)
