"""`[[staff]]`, `[badges]` and `[supervisor_key]` of a table file: who may act, and how it is proved.

A PIN ends here: what goes to the board is a fresh salt and a digest (firmware/pitboard/table/staff.py). No message
repeats a PIN or a badge's key.
"""

import re
import secrets
from datetime import date, datetime
from typing import Any

from pitctl.boards import BoardSpec
from pitctl.checked_toml import TomlFile
from pitctl.firmware import events, settings, staff

SALT_BYTES = 8

_BADGE_KEYS = ("badge", "badge_key", "badge_until", "badge_revoked")
_KEYS = ("number", "role", "pin", *_BADGE_KEYS)
_PIN = re.compile(r"[0-9]{4,12}")
_IDENTITY = re.compile(r"[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}")  # of 4, 7 or 10 bytes
_KEY = re.compile(r"[0-9A-F]{32}")
_FIRST_DAY = date(1970, 1, 1)


def compile_staff(file: TomlFile, board: BoardSpec) -> dict[str, Any]:
    people = file.tables("staff")
    if len(people) > settings.MAX_STAFF:
        file.fail(f"at most {settings.MAX_STAFF} [[staff]], not {len(people)}", "staff")
    roles: dict[int, str] = {}
    entries: list[list[Any]] = []
    badges: list[list[Any]] = []
    for position, person in enumerate(people, start=1):
        place = ("staff", str(position))
        file.check_keys(person, _KEYS, *place)
        number = file.number(person, 1, settings.MAX_STAFF_NUMBER, *place, "number")
        if number in roles:
            file.fail(f"staff number {number} is there twice", *place, "number")
        roles[number] = file.choice(person, events.ROLE_NAMES[1:], *place, "role")
        entries.append([number, roles[number], *_kept(_pin(file, person, place))])
        if any(key in person for key in _BADGE_KEYS):
            badges.append([number, *_badge(file, person, place)])
            if badges[-1][1] in [badge[1] for badge in badges[:-1]]:
                file.fail("this badge is somebody else's already", *place, "badge")
    key_staff = _key_staff(file, board, roles)
    if "supervisor" not in roles.values():
        file.fail(
            "no supervisor: nobody could open this table; add [[staff]] with number, role, pin"
        )
    return {"staff": entries, "key_staff": key_staff, "badges": badges, **_rules_of_badges(file, board, badges)}


def _rules_of_badges(file: TomlFile, board: BoardSpec, badges: list[list[Any]]) -> dict[str, bool]:
    given = file.table("badges") if "badges" in file.data else {}
    file.check_keys(given, ("plain", "two_persons"), "badges")
    plain = file.flag(given, "badges", "plain") if "plain" in given else False
    two = file.flag(given, "badges", "two_persons") if "two_persons" in given else False
    if (badges or given) and "badges" not in board.parts:
        file.fail(f"board '{board.name}' has no badge reader: [parts.badges]", "badges" if given else "staff")
    if not plain and any(not badge[2] for badge in badges):
        file.fail(
            "a badge without 'badge_key' is a serial number that anybody can copy; to allow it: [badges] plain = true",
            "staff",
        )
    return {"plain_badges": plain, "two_persons": two}


def _badge(file: TomlFile, person: dict[str, Any], place: tuple[str, ...]) -> tuple[str, str, int, bool]:
    identity = person.get("badge")
    if not isinstance(identity, str) or not _IDENTITY.fullmatch(identity.upper()):
        file.fail("'badge' must be the tag's serial number: 8, 14 or 20 hex digits in quotes", *place, "badge")
    key = person.get("badge_key", "")
    if not isinstance(key, str) or (key and not _KEY.fullmatch(key.upper())):
        file.fail("'badge_key' must be 32 hex digits in quotes", *place, "badge_key")
    until = person.get("badge_until")
    if isinstance(until, str):
        file.fail(f"'badge_until' is a date, which stands without quotes: {_unquoted(until)}", *place, "badge_until")
    if until is not None and (not isinstance(until, date) or isinstance(until, datetime)):
        file.fail("'badge_until' must be a date, without quotes and time of day: 2027-12-31", *place, "badge_until")
    last_day = (until - _FIRST_DAY).days if until is not None else 0
    if not 0 <= last_day <= 65535:
        file.fail("'badge_until' must be a day between 1970 and 2149", *place, "badge_until")
    revoked = file.flag(person, *place, "badge_revoked") if "badge_revoked" in person else False
    return identity.lower(), key.lower(), last_day, revoked


def _unquoted(text: str) -> str:
    """How the line should be, by what is there if that is a date."""
    try:
        return f"badge_until = {date.fromisoformat(text).isoformat()}"
    except ValueError:
        return "badge_until = 2027-12-31"


def _pin(file: TomlFile, person: dict[str, Any], place: tuple[str, ...]) -> str:
    """Of somebody with a badge and without a PIN: one that nobody knows."""
    if "pin" not in person and "badge" in person:
        return secrets.token_hex(32)
    pin = person.get("pin")
    if not isinstance(pin, str) or not _PIN.fullmatch(pin):
        file.fail("'pin' must be 4 to 12 digits in quotes", *place, "pin")
    return pin


def _kept(pin: str) -> tuple[str, str]:
    salt = secrets.token_bytes(SALT_BYTES)
    return salt.hex(), staff.digest(salt, pin).hex()


def _key_staff(file: TomlFile, board: BoardSpec, roles: dict[int, str]) -> int:
    """The staff number that the key switch stands for; 0 if nobody is named."""
    if "supervisor_key" not in file.data:
        return 0
    key = file.table("supervisor_key")
    place = ("supervisor_key", "staff")
    file.check_keys(key, ("staff",), "supervisor_key")
    number = file.number(key, 1, settings.MAX_STAFF_NUMBER, *place)
    if "supervisor" not in board.parts:
        file.fail(f"board '{board.name}' has no key switch: [parts.supervisor]", "supervisor_key")
    if roles.get(number) != "supervisor":
        supervisors = ", ".join(str(n) for n, role in roles.items() if role == "supervisor")
        file.fail(f"'staff' must be a supervisor of this table: {supervisors or 'none'}", *place)
    return number
