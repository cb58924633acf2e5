"""`[lights]` of a table file: which pixels light which area, how brightly, with how much current."""

from typing import Any

from pitctl.checked_toml import TomlFile
from pitctl.firmware import settings

DEFAULT_LIMIT_MA = 2000

_KEYS = ("brightness_pct", "limit_ma", "pixels_per_area", "areas")
_DEFAULTS: dict[str, Any] = {
    "brightness_pct": 40,
    "limit_ma": DEFAULT_LIMIT_MA,
    "pixels_per_area": 4,
}


def compile_lights(file: TomlFile, chain: int, count: int, rule: str) -> dict[str, Any]:
    """The settings of the lights for a chain of that many pixels; `rule` says how many areas a layout has."""
    lights = {**_DEFAULTS, **file.table("lights")}
    file.check_keys(lights, _KEYS, "lights")
    least_ma = chain + settings.LEAST_LIGHT_MA
    return {
        "brightness_pct": file.number(lights, 1, 100, "lights", "brightness_pct"),
        "limit_ma": file.number(lights, least_ma, 20_000, "lights", "limit_ma"),
        "areas": _areas(file, lights, chain, count, rule),
    }


def _areas(
    file: TomlFile, lights: dict[str, Any], chain: int, count: int, rule: str
) -> list[list[int]]:
    """The area map: as written, or `pixels_per_area` pixels for each area in area order."""
    written = "areas" in lights
    if written and "pixels_per_area" in file.table("lights"):
        file.fail("give 'areas' or 'pixels_per_area', not both", "lights", "areas")
    if written:
        areas = _written_areas(file, lights["areas"], count, rule)
    else:
        least = settings.MIN_PIXELS_PER_AREA
        size = file.number(lights, least, chain, "lights", "pixels_per_area")
        areas = [list(range(area * size, (area + 1) * size)) for area in range(count)]
    _check_pixels(file, areas, chain, "areas" if written else "pixels_per_area")
    return areas


def _written_areas(file: TomlFile, areas: Any, count: int, rule: str) -> list[list[int]]:
    place = ("lights", "areas")
    least = settings.MIN_PIXELS_PER_AREA
    if not isinstance(areas, list) or len(areas) != count:
        found = f"{len(areas)} entries" if isinstance(areas, list) else "no list"
        file.fail(f"'areas' must be {count} lists of pixel numbers, not {found} ({rule})", *place)
    for index, area in enumerate(areas):
        if not isinstance(area, list) or any(type(pixel) is not int for pixel in area):
            file.fail(f"area {index}: must be a list of pixel numbers", *place)
        if len(area) < least:
            file.fail(f"area {index}: needs at least {least} pixels, has {len(area)}", *place)
    return areas


def _check_pixels(file: TomlFile, areas: list[list[int]], chain: int, key: str) -> None:
    owner: dict[int, int] = {}
    for index, area in enumerate(areas):
        for pixel in area:
            if not 0 <= pixel < chain:
                file.fail(
                    f"area {index}: no pixel {pixel}; the board's chain has 0 to {chain - 1}",
                    "lights", key,
                )  # fmt: skip
            if pixel in owner:
                file.fail(
                    f"pixel {pixel} is used twice: by area {owner[pixel]} and by area {index}",
                    "lights", key,
                )  # fmt: skip
            owner[pixel] = index
