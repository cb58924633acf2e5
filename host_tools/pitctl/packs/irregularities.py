"""`[[irregularity]]`: what was found, when, what then; one outcome for each thing at each moment."""

from typing import Any

from pitctl.firmware import faults
from pitctl.packs.choices import THENS, WHATS
from pitctl.packs.entries import read_rule
from pitctl.packs.kinds import shown, texts
from pitctl.packs.model import Irregularity
from pitctl.packs.schema import IN_ROUND, MOMENTS
from pitctl.packs.source import PackFile

KEYS = ("what", "when", "then", "rule")
# What is done to one hand, so somebody must be able to say whose.
_TO_ONE_HAND = tuple(
    THENS[code - 1]
    for code in (
        faults.VOID_HAND, faults.DISCARD_HAND, faults.CORRECT_OR_FOLD, faults.CORRECT, faults.RIDE,
    )
)  # fmt: skip
FOREIGN = WHATS[faults.FOREIGN - 1]


def read_irregularities(file: PackFile, *, reversible: bool) -> tuple[Irregularity, ...]:
    found: list[Irregularity] = []
    said: dict[tuple[str, str], int | None] = {}
    for number, given in enumerate(file.tables("irregularity"), start=1):
        place = ("irregularity", str(number))
        item = _read(file, given, place)
        found.append(item)
        line = file.line_of(*place)
        for moment in item.when:
            if (item.what, moment) in said:
                file.fail(
                    f"'{item.what}' {moment} is here a second time;"
                    f" the first begins in line {said[item.what, moment]}",
                    *place,
                )
            said[item.what, moment] = line
        if MOMENTS[-1] in item.when and not reversible:
            file.fail(f"'{MOMENTS[-1]}' needs [settling] reversible = true", *place, "when")
    for moment in IN_ROUND:
        if (FOREIGN, moment) not in said:
            file.fail(
                f"no [[irregularity]] says what then if a foreign card is found {moment}",
                "irregularity",
            )
    return tuple(found)


def _read(file: PackFile, given: dict[str, Any], place: tuple[str, str]) -> Irregularity:
    file.check_keys(given, KEYS, *place)
    for key in KEYS:
        if key not in given:
            file.fail(f"missing '{key}' in this [[irregularity]]", *place)
    what = _choice(file, given, WHATS, *place, "what")
    then = _choice(file, given, THENS, *place, "then")
    if then in _TO_ONE_HAND and not faults.needs_seat(WHATS.index(what) + 1):
        file.fail(f"'{then}' is about one hand, and '{what}' names none", *place, "then")
    rule = read_rule(file, given, "'rule'", *place, "rule")
    return Irregularity(what, _moments(file, given, place), then, rule)


def _choice(file: PackFile, given: dict[str, Any], allowed: tuple[str, ...], *keys: str) -> str:
    """One of some texts; they have commas in them, so each is told in quotation marks."""
    value = given[keys[-1]]
    if value not in allowed:
        listed = ", ".join(map(shown, allowed))
        file.fail(f"'{keys[-1]}' must be one of {listed}; not {shown(value)}", *keys)
    return value


def _moments(file: PackFile, given: dict[str, Any], place: tuple[str, str]) -> tuple[str, ...]:
    moments = texts(given["when"])
    if not moments or any(moment not in MOMENTS for moment in moments):
        file.fail(
            f"'when' must be a list of {', '.join(map(shown, MOMENTS))}; not {shown(given['when'])}",
            *place,
            "when",
        )
    return moments
