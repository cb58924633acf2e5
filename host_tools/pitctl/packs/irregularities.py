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
FOREIGN = WHATS[faults.FOREIGN - 1]

_BEFORE, _DEAL, _DEALT, _HANDLED, _PAID = MOMENTS
_OPEN_OR_PAID = (*IN_ROUND, _PAID)
_WRONG = ("dealt wrongly", "wrong number, player", "wrong number, community", "hand without wager")
_EXPOSED = ("player card exposed", "two or more exposed", "community card exposed")
_IN_DECK = ("missing card", FOREIGN)
_FACE_UP = ("face-up card in the deck", "more face-up cards")
_ABSENT = ("absent, not viewed", "absent, viewed")
_WAGERS = ("wager after the call", "wager taken away", "wager above the maximum")
_BY_OPERATOR = ("game invalidated", "operator voids")
# What the game can do, and then go on or end the round: (what then, of what, found when). Each of these is played by
# tests/unit/packs/test_every_irregularity.py. All else would do nothing, do harm, or leave the table without a step.
_CAN: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("void the round", WHATS, IN_ROUND),
    ("void the round", (*_WRONG, *_IN_DECK, *_BY_OPERATOR), (_PAID,)),
    ("supervisor decides", WHATS, IN_ROUND),
    ("supervisor decides", (*_WRONG, *_IN_DECK, *_BY_OPERATOR), (_PAID,)),
    ("move hands or void", _WRONG, _OPEN_OR_PAID),
    ("void the round, check the deck", (*_WRONG, *_IN_DECK, *_FACE_UP), IN_ROUND),
    ("check the deck", _IN_DECK, (_BEFORE,)),
    ("void the round, new cards", ("shuffle unfinished", "shuffler failed"), IN_ROUND),
    ("shuffle again", ("shuffle unfinished", "shuffler failed"), (_BEFORE,)),
    ("void the hand", ("wrong number, player", "unequal wagers", *_ABSENT, "wager void"), IN_ROUND),
    ("discard the hand", ("hand without wager",), (_DEALT, _HANDLED)),
    ("correct or fold", ("unequal wagers",), IN_ROUND),
    ("correct", ("unequal wagers",), IN_ROUND),
    ("remaining wagers ride", _ABSENT, (_HANDLED,)),
    ("continue", (*_EXPOSED, *_FACE_UP, "missing card", "unequal wagers", *_WAGERS), IN_ROUND),
    ("burn it", _FACE_UP, (_DEAL, _DEALT)),
    ("use it as the next card", ("card drawn in error",), (_DEAL,)),
    ("refuse it", _WAGERS, (_BEFORE, *IN_ROUND)),
    ("settle as if it were there", ("wager taken away",), IN_ROUND),
    ("refund or forfeit", ("game invalidated",), IN_ROUND),
)


def allowed(what: str, moment: str) -> tuple[str, ...]:
    """What a pack may say then if this is found at this moment."""
    return tuple(then for then, whats, moments in _CAN if what in whats and moment in moments)


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
    rule = read_rule(file, given, "'rule'", *place, "rule")
    moments = _moments(file, given, place)
    for moment in moments:
        if then not in (can := allowed(what, moment)):
            listed = ", ".join(map(shown, can)) if can else "nothing"
            file.fail(f"'{what}' {moment} cannot lead to '{then}'; allowed then: {listed}", *place, "then")
    return Irregularity(what, moments, then, rule)


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
