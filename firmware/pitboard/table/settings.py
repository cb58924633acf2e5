"""The table's settings: declared, checked on load, never guessed.

`table.json` is written by the host tool, which checks it too; a board trusts nobody and checks again. What each key
means: docs/table-files.md. Keys that only one game has are checked by that game's own module (derby_settings.py).
"""

import json

from micropython import const

from pitboard.games import events
from pitboard.table.checks import (
    SettingsError,
    is_int,
    is_plain,
    need,
    need_choice,
    need_int,
    to_bytes,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.interfaces import GameSettings

DERBY = "nz-derby"  # every other game is a rule pack of Let It Ride, which comes along in `pack`
MIN_PIXELS_PER_AREA = const(3)  # the pattern of a tier needs three places (app/light_map.py)
MAX_PIXELS = const(600)
LEAST_LIGHT_MA = const(250)  # besides 1 mA for each pixel's chip: nine areas, dim but visible
MAX_NAME = const(21)  # a line of the dealer's display
MAX_NOTICE = const(42)
MAX_SERIAL = const(999999)
MAX_STAFF = const(16)
MAX_STAFF_NUMBER = const(250)  # a record has a byte for who

_INT_RANGES = {
    "decks": (1, 8),  # 001 3.4(a)
    "brightness_pct": (1, 100),
    "limit_ma": (100, 20000),
    "key_staff": (0, MAX_STAFF_NUMBER),
}
CHOICES = {
    "cards_from": events.SOURCE_NAMES,
    "code_format": ("value", "serial", "tag"),
    "profile": ("dev",),
}
# Of a table.json that was written before they were known.
DEFAULTS = {
    "cards_from": "shoe",
    "code_format": "value",
    "set": None,
    "notice": "",
    "staff": [],
    "key_staff": 0,
    "badges": [],
    "plain_badges": False,
    "two_persons": False,
}
# Settings that the host may read; the area map is given as a count. Staff, key and card set stay on the board.
PUBLIC = (
    "table",
    "game",
    "decks",
    "cards_from",
    "code_format",
    "notice",
    "profile",
    "brightness_pct",
    "limit_ma",
    "journal_overwrite",
    "hash",
)


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


def of_game(game: str) -> "GameSettings":
    """The part that is the game's own; only that of the game that is played is loaded."""
    if game == DERBY:
        from pitboard.table import derby_settings

        return derby_settings
    from pitboard.table import let_it_ride_settings

    return let_it_ride_settings


def check_table(data: "dict[str, Any]", pixels: int) -> "dict[str, Any]":
    """Check the table's settings against the declared ranges and the board's chain of `pixels`; fills in defaults."""
    for key, value in DEFAULTS.items():
        data.setdefault(key, value)
    for key, allowed in _INT_RANGES.items():
        need_int(data, key, allowed[0], allowed[1])
    for key, choices in CHOICES.items():
        need_choice(data, key, choices)
    name = data.get("table")
    need(name and is_plain(name, MAX_NAME), "table must be a name of 1 to 21 characters")
    overwrite = data.get("journal_overwrite")
    need(isinstance(overwrite, bool), "journal_overwrite must be true or false")
    least = pixels + LEAST_LIGHT_MA
    text = "limit_ma must be at least %d for %d pixels" % (least, pixels)
    need(data["limit_ma"] >= least, text)
    need(is_plain(data["notice"], MAX_NOTICE), "notice must be 0 to 42 plain characters")
    _check_set(data["set"], data["code_format"], data["decks"])
    _check_staff(data["staff"], data["key_staff"])
    _check_badges(data)
    own = of_game(data["game"])
    for key, value in own.DEFAULTS.items():
        data.setdefault(key, value)
    own.check(data)
    _check_areas(data.get("areas"), own.AREAS, own.AREAS_RULE, pixels)
    return data


def _check_set(card_set: "Any", code_format: str, decks: int) -> None:
    if code_format == "value":
        need(card_set is None, "set must be null with code_format value")
        return
    from pitboard.games import card_codes  # only where numbered cards are played

    need(isinstance(card_set, dict), "set must be an object with code_format serial or tag")
    serial = card_set.get("serial")
    need(is_int(serial) and 1 <= serial <= MAX_SERIAL, "set: serial must be 1 to 999999")
    faces = to_bytes(card_set.get("map"))
    need(card_codes.check_map(faces, decks), "set: map must have each card once a deck (001 6.1)")
    if code_format == "tag":
        from pitboard.games import tag_codes

        tags = to_bytes(card_set.get("tags"))
        need(tag_codes.check_tags(tags, len(faces)), "set: tags must name each card's tag, none twice")


def public(chosen: "dict[str, Any]") -> "dict[str, Any]":
    """What the host may read of checked settings."""
    answer = {key: chosen[key] for key in PUBLIC + of_game(chosen["game"]).PUBLIC}
    answer["areas"] = len(chosen["areas"])
    return answer


def _check_staff(staff: "Any", key_staff: int) -> None:
    need(isinstance(staff, list) and len(staff) <= MAX_STAFF, "staff must be a list of at most 16")
    roles = {0: "supervisor"}  # the key switch of a table without one stands for nobody
    for entry in staff:
        need(isinstance(entry, list) and len(entry) == 4, "staff: number, role, salt, digest")
        number, role, salt, digest = entry
        good = is_int(number) and 1 <= number <= MAX_STAFF_NUMBER and number not in roles
        need(good, "staff: numbers must be 1 to 250, each once")
        need(role and role in events.ROLE_NAMES, "staff: no such role")
        need(
            len(to_bytes(salt)) == 8 and len(to_bytes(digest)) == 32, "staff: salt or digest is wrong"
        )
        roles[number] = role
    need(roles.get(key_staff) == "supervisor", "key_staff must be a supervisor's number, or 0")


def _check_badges(data: "dict[str, Any]") -> None:
    for key in ("plain_badges", "two_persons"):
        need(isinstance(data[key], bool), key + " must be true or false")
    badges = data["badges"]
    need(isinstance(badges, list) and len(badges) <= MAX_STAFF, "badges must be a list of at most 16")
    people = [entry[0] for entry in data["staff"]]
    seen = []
    for entry in badges:
        need(isinstance(entry, list) and len(entry) == 5, "badges: number, identity, key, last day, revoked")
        number, identity, key, last_day, revoked = entry
        need(number in people, "badges: a number that is nobody's")
        need(len(to_bytes(identity)) in (4, 7, 10) and identity not in seen, "badges: identity is wrong")
        need(len(to_bytes(key)) in (0, 16), "badges: key must be 16 bytes or none")
        need(is_int(last_day) and 0 <= last_day <= 65535, "badges: last day is wrong")
        need(isinstance(revoked, bool), "badges: revoked must be true or false")
        seen.append(identity)


def _check_areas(areas: "Any", count: int, rule: str, pixels: int) -> None:
    good = isinstance(areas, list) and len(areas) == count
    need(good, "areas must be a list of %d lists of pixels (%s)" % (count, rule))
    used = bytearray(MAX_PIXELS)
    for index, area in enumerate(areas):
        good = isinstance(area, list) and len(area) >= MIN_PIXELS_PER_AREA
        need(good, "area %d needs at least 3 pixels" % index)
        for pixel in area:
            if not is_int(pixel) or not 0 <= pixel < min(pixels, MAX_PIXELS):
                need(False, "area %d: no such pixel %r" % (index, pixel))
            if used[pixel]:
                need(False, "pixel %d is in two areas" % pixel)
            used[pixel] = 1
