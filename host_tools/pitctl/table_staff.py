"""`[[staff]]` and `[supervisor_key]` of a table file: who may act, and whom the key switch stands for.

A PIN ends here: what goes to the board is a fresh salt and a digest (firmware/pitboard/table/staff.py). No message
repeats a PIN.
"""

import re
import secrets
from typing import Any

from pitctl.boards import BoardSpec
from pitctl.checked_toml import TomlFile
from pitctl.firmware import events, settings, staff

SALT_BYTES = 8

_KEYS = ("number", "role", "pin")
_PIN = re.compile(r"[0-9]{4,12}")


def compile_staff(file: TomlFile, board: BoardSpec) -> dict[str, Any]:
    people = file.tables("staff")
    if len(people) > settings.MAX_STAFF:
        file.fail(f"at most {settings.MAX_STAFF} [[staff]], not {len(people)}", "staff")
    roles: dict[int, str] = {}
    entries: list[list[Any]] = []
    for position, person in enumerate(people, start=1):
        place = ("staff", str(position))
        file.check_keys(person, _KEYS, *place)
        number = file.number(person, 1, settings.MAX_STAFF_NUMBER, *place, "number")
        if number in roles:
            file.fail(f"staff number {number} is there twice", *place, "number")
        roles[number] = file.choice(person, events.ROLE_NAMES[1:], *place, "role")
        entries.append([number, roles[number], *_kept(_pin(file, person, place))])
    key_staff = _key_staff(file, board, roles)
    if "supervisor" not in roles.values():
        file.fail(
            "no supervisor: nobody could open this table; add [[staff]] with number, role, pin"
        )
    return {"staff": entries, "key_staff": key_staff}


def _pin(file: TomlFile, person: dict[str, Any], place: tuple[str, ...]) -> str:
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
