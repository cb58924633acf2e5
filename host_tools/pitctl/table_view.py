"""What a person sees and hears at the table, read from the parts and from nothing else."""

from collections.abc import Sequence

from pitctl.layouts import DERBY, Layout

Pixel = tuple[int, int, int]

# Pitches of the cues as the dealer's guide gives them; a drive may be off by a few parts in a hundred.
CUE_HZ = {"card": 1760, "notice": 440, "result": 2093}
_CUE_TOLERANCE_PCT = 5

# Tiers by the length of the lit bar: a third, two thirds or all of the area's pixels, rounded up.
_TIERS = {"one": 1, "two": 2, "full": 3}
ODD = "odd"


def lit_areas(
    pixels: Sequence[Pixel], area_pixels: Sequence[Sequence[int]], layout: Layout = DERBY
) -> dict[str, str]:
    """Code of each lit area -> its tier, "odd" where the lit pixels are no tier's pattern."""
    lit: dict[str, str] = {}
    for area, numbers in enumerate(area_pixels):
        on = [any(pixels[number]) for number in numbers]
        if any(on):
            lit[layout.codes[area]] = layout.tiers.get(_tier(on), ODD)
    return lit


def stray_pixels(pixels: Sequence[Pixel], area_pixels: Sequence[Sequence[int]]) -> list[int]:
    """Lit pixels that belong to no area."""
    mapped = {number for numbers in area_pixels for number in numbers}
    return [number for number, pixel in enumerate(pixels) if any(pixel) and number not in mapped]


def _tier(on: Sequence[bool]) -> str:
    for name, thirds in _TIERS.items():
        length = -(-len(on) * thirds // 3)
        if list(on) == [index < length for index in range(len(on))]:
            return name
    return ODD


def cue_of(hz: int) -> str | None:
    """The cue that a tone is."""
    for name, pitch in CUE_HZ.items():
        if abs(hz - pitch) * 100 <= pitch * _CUE_TOLERANCE_PCT:
            return name
    return None


def squeeze(text: str) -> str:
    """Words as the eye reads them: case and width of gaps do not matter."""
    return " ".join(text.split()).lower()
