"""The table's settings: declared, checked on load, never guessed.

`table.json` is written by the host tool, which checks it too; a board trusts nobody and checks again. What each key
means: docs/table-files.md.
"""

import json
from binascii import unhexlify

from micropython import const

from pitboard.games import card_codes, events
from pitboard.games.wagers import MAX_STAKE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AREAS = const(42)
MIN_PIXELS_PER_AREA = const(3)  # the pattern of a tier needs three places (app/light_map.py)
MAX_PIXELS = const(600)
LEAST_LIGHT_MA = const(250)  # besides 1 mA for each pixel's chip: nine areas, dim but visible
MAX_NAME = const(21)  # a line of the dealer's display
MAX_NOTICE = const(42)
REVEAL_MS = (100, 60000)
MAX_SERIAL = const(999999)
MAX_STAFF = const(16)
MAX_STAFF_NUMBER = const(250)  # a record has a byte for who

_INT_RANGES = {
    "decks": (1, 8),  # 001 3.4(a)
    "brightness_pct": (1, 100),
    "limit_ma": (100, 20000),
    "reveal_ms": (0, REVEAL_MS[1]),
    "key_staff": (0, MAX_STAFF_NUMBER),
}
CHOICES = {
    "game": ("nz-derby",),
    "cards_from": events.SOURCE_NAMES,
    "code_format": ("value", "serial"),
    "reveal": events.REVEAL_NAMES,
    "profile": ("dev",),
}
LIMITS = ("min", "colour", "suit", "quinella", "trifecta")  # then the most for each kind of area
# Of a table.json that was written before they were known.
DEFAULTS = {
    "cards_from": "shoe",
    "code_format": "value",
    "set": None,
    "reveal_ms": 0,
    "limits": None,
    "notice": "",
    "staff": [],
    "key_staff": 0,
}
# Settings that the host may read; the area map is given as a count. Staff, key and card set stay on the board.
PUBLIC = (
    "table",
    "game",
    "decks",
    "cards_from",
    "code_format",
    "reveal",
    "reveal_ms",
    "limits",
    "notice",
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
    """Check the table's settings against the declared ranges and the board's chain of `pixels`; fills in defaults."""
    for key, value in DEFAULTS.items():
        data.setdefault(key, value)
    for key, allowed in _INT_RANGES.items():
        _need(_is_int(data.get(key)), key + " must be a whole number")
        text = "%s must be %d to %d" % (key, allowed[0], allowed[1])
        _need(allowed[0] <= data[key] <= allowed[1], text)
    for key, choices in CHOICES.items():
        _need(data.get(key) in choices, key + " must be one of " + ", ".join(choices))
    name = data.get("table")
    _need(name and _is_plain(name, MAX_NAME), "table must be a name of 1 to 21 characters")
    overwrite = data.get("journal_overwrite")
    _need(isinstance(overwrite, bool), "journal_overwrite must be true or false")
    least = pixels + LEAST_LIGHT_MA
    text = "limit_ma must be at least %d for %d pixels" % (least, pixels)
    _need(data["limit_ma"] >= least, text)
    _need(_is_plain(data["notice"], MAX_NOTICE), "notice must be 0 to 42 plain characters")
    if data["reveal"] == "delay":
        _need(data["reveal_ms"] >= REVEAL_MS[0], "reveal_ms must be 100 to 60000 with a delay")
    else:
        _need(data["reveal_ms"] == 0, "reveal_ms must be 0 without a delay")
    _check_set(data["set"], data["code_format"], data["decks"])
    _check_limits(data["limits"])
    _check_staff(data["staff"], data["key_staff"])
    _check_areas(data.get("areas"), pixels)
    return data


def _need(good: "Any", what: str) -> None:
    if not good:
        raise SettingsError("table.json: " + what)


def _is_int(value: "Any") -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_plain(text: "Any", most: int) -> bool:
    return isinstance(text, str) and len(text) <= most and all(" " <= char <= "~" for char in text)


def _bytes(text: "Any") -> bytes:
    """Bytes written as hexadecimal digits; none of them if it is anything else."""
    try:
        return unhexlify(text) if isinstance(text, str) else b""
    except ValueError:
        return b""


def _check_set(card_set: "Any", code_format: str, decks: int) -> None:
    if code_format == "value":
        _need(card_set is None, "set must be null with code_format value")
        return
    _need(isinstance(card_set, dict), "set must be an object with code_format serial")
    serial = card_set.get("serial")
    _need(_is_int(serial) and 1 <= serial <= MAX_SERIAL, "set: serial must be 1 to 999999")
    faces = _bytes(card_set.get("map"))
    _need(card_codes.check_map(faces, decks), "set: map must have each card once a deck (001 6.1)")


def _check_limits(limits: "Any") -> None:
    if limits is None:
        return
    _need(
        isinstance(limits, dict) and len(limits) == len(LIMITS), "limits must be null or 5 numbers"
    )
    for key in LIMITS:
        most = limits.get(key, 0)
        good = _is_int(most) and 2 <= most <= MAX_STAKE and most % 2 == 0
        _need(good, "limits: " + key + " must be even, 2 or more")
        _need(most >= limits["min"], "limits: " + key + " is below min")


def public(chosen: "dict[str, Any]") -> "dict[str, Any]":
    """What the host may read of checked settings."""
    answer = {key: chosen[key] for key in PUBLIC}
    answer["areas"] = len(chosen["areas"])
    return answer


def limits_of(limits: "dict[str, int]") -> "tuple[int, int, int, int, int]":
    """In the order that the game takes them."""
    return (
        limits["min"],
        limits["colour"],
        limits["suit"],
        limits["quinella"],
        limits["trifecta"],
    )


def _check_staff(staff: "Any", key_staff: int) -> None:
    _need(isinstance(staff, list) and len(staff) <= MAX_STAFF, "staff must be a list of at most 16")
    roles = {0: "supervisor"}  # the key switch of a table without one stands for nobody
    for entry in staff:
        _need(isinstance(entry, list) and len(entry) == 4, "staff: number, role, salt, digest")
        number, role, salt, digest = entry
        good = _is_int(number) and 1 <= number <= MAX_STAFF_NUMBER and number not in roles
        _need(good, "staff: numbers must be 1 to 250, each once")
        _need(role in events.ROLE_NAMES[1:], "staff: role must be dealer or supervisor")
        _need(
            len(_bytes(salt)) == 8 and len(_bytes(digest)) == 32, "staff: salt or digest is wrong"
        )
        roles[number] = role
    _need(roles.get(key_staff) == "supervisor", "key_staff must be a supervisor's number, or 0")


def _check_areas(areas: "Any", pixels: int) -> None:
    good = isinstance(areas, list) and len(areas) == AREAS
    _need(good, "areas must be a list of 42 lists of pixels (001 3.3)")
    used = bytearray(MAX_PIXELS)
    for index, area in enumerate(areas):
        good = isinstance(area, list) and len(area) >= MIN_PIXELS_PER_AREA
        _need(good, "area %d needs at least 3 pixels" % index)
        for pixel in area:
            if not _is_int(pixel) or not 0 <= pixel < min(pixels, MAX_PIXELS):
                _need(False, "area %d: no such pixel %r" % (index, pixel))
            if used[pixel]:
                _need(False, "pixel %d is in two areas" % pixel)
            used[pixel] = 1
