"""The table's settings: declared, checked on load, never guessed.

`table.json` is written by the host tool, which checks it too; a board trusts nobody and checks again.
"""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AREAS = 42
MIN_PIXELS_PER_AREA = 3  # the pattern of a tier needs three places (app/light_map.py)
MAX_PIXELS = 600
LEAST_LIGHT_MA = 250  # besides 1 mA for each pixel's chip: nine areas, dim but visible

_INT_RANGES = {
    "decks": (1, 8),  # 001 3.4(a)
    "brightness_pct": (1, 100),
    "limit_ma": (100, 20000),
}
CHOICES = {
    "game": ("nz-derby",),
    "reveal": ("at-once",),
    "profile": ("dev",),
}
# Settings that the host may read; the area map is given as a count.
PUBLIC = (
    "table",
    "game",
    "decks",
    "reveal",
    "profile",
    "brightness_pct",
    "limit_ma",
    "journal_overwrite",
    "hash",
)


class SettingsError(Exception):
    """A settings file that cannot be used: the text names the key and what is allowed."""


def load(path: str) -> "dict[str, Any]":
    """Read a JSON object; a missing or broken file is a SettingsError that names it."""
    try:
        with open(path) as file:
            data = json.load(file)
    except OSError:
        raise SettingsError(path + ": missing; write it with pitctl flash") from None
    except ValueError:
        raise SettingsError(path + ": not JSON; write it again with pitctl flash") from None
    if not isinstance(data, dict):
        raise SettingsError(path + ": must be an object")
    return data


def check_table(data: "dict[str, Any]", pixels: int) -> "dict[str, Any]":
    """Check the table's settings against the declared ranges and the board's chain of `pixels`."""
    for key, allowed in _INT_RANGES.items():
        value = data.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise SettingsError("table.json: " + key + " must be a whole number")
        if not allowed[0] <= value <= allowed[1]:
            raise SettingsError("table.json: %s must be %d to %d" % (key, allowed[0], allowed[1]))
    for key, choices in CHOICES.items():
        if data.get(key) not in choices:
            raise SettingsError("table.json: " + key + " must be one of " + ", ".join(choices))
    name = data.get("table")
    if not isinstance(name, str) or not 1 <= len(name) <= 21:
        raise SettingsError("table.json: table must be a name of 1 to 21 characters")
    if not isinstance(data.get("journal_overwrite"), bool):
        raise SettingsError("table.json: journal_overwrite must be true or false")
    if data["limit_ma"] < pixels + LEAST_LIGHT_MA:
        raise SettingsError(
            "table.json: limit_ma must be at least %d for %d pixels"
            % (pixels + LEAST_LIGHT_MA, pixels)
        )
    _check_areas(data.get("areas"), pixels)
    return data


def _check_areas(areas: "Any", pixels: int) -> None:
    if not isinstance(areas, list) or len(areas) != AREAS:
        raise SettingsError("table.json: areas must be a list of 42 lists of pixels (001 3.3)")
    used = bytearray(MAX_PIXELS)
    for index, area in enumerate(areas):
        if not isinstance(area, list) or len(area) < MIN_PIXELS_PER_AREA:
            raise SettingsError("table.json: area %d needs at least 3 pixels" % index)
        for pixel in area:
            if not isinstance(pixel, int) or not 0 <= pixel < min(pixels, MAX_PIXELS):
                raise SettingsError("table.json: area %d: no such pixel %r" % (index, pixel))
            if used[pixel]:
                raise SettingsError("table.json: pixel %d is in two areas" % pixel)
            used[pixel] = 1
