"""Names and values that a scenario may expect of `status` and of events, taken from the protocol's own types.

A slip in a name would otherwise be an expectation that can never come true, or, with `should fail` and
`no event`, one that always does.
"""

import re
import types
from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pitctl.layouts import DERBY, SPOTS
from pitctl.messages import (
    EVENT_ONLY,
    FAULTS,
    HOLD_KINDS,
    IRREGULARITIES,
    OUTCOMES,
    RECORD_TYPES,
    Event,
)

RANKS = "23456789TJQKA"
SUITS = "SHDC"
AREA_WORDS = "areas in short, as RED H HS HSC; or one, two, dollar, side"
LIT_WORDS = "areas in short, as RED H HS HSC; or seats, as S2"
CARD_WORDS = "a rank of 23456789TJQKA and a suit of SHDC, as TH"
# What the kind of a notice can be (schema.toml).
NOTICE_KINDS = (*IRREGULARITIES, *HOLD_KINDS, *OUTCOMES, "refused", "fault")
# What the words of these fields of an event can be.
_EVENT_WORDS = {
    "choice": ("withdraw", "ride", "collect", "pay", "both"),
    "what": (*FAULTS, "raise", "close"),
}
_BADGE_WORDS = ("proved", "plain", "unknown", "revoked", "expired", "not_proved", "not_allowed")
_TAG = re.compile("([0-9A-F]{2}){4,10}")
_SEAT = re.compile("S[1-7]")
_STAFF = re.compile("staff_([0-9]+)")


class NotAllowed(Exception):
    """A problem, and what is allowed instead."""

    def __init__(self, problem: str, allowed: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.allowed = allowed


def is_card(code: str) -> bool:
    return len(code) == 2 and code[0] in RANKS and code[1] in SUITS


def plain(word: str) -> str:
    """A word as the protocol writes it: small, with underscores."""
    return word.strip('"').lower().replace("-", "_")


def event_type(word: str) -> str:
    if plain(word) not in RECORD_TYPES:
        raise NotAllowed(f"no such event: {word}", _written(RECORD_TYPES))
    return plain(word)


def event_detail(kind: str, word: str) -> str:
    """A detail as `expectations.event_details` writes it; raises NotAllowed for one that the event cannot have."""
    names = [name for name, kinds in EVENT_ONLY.items() if kind in kinds]
    names.sort(key="reason".__eq__)  # last, behind what the record is about
    staff = _STAFF.fullmatch(plain(word))
    if staff is not None:
        return f"staff_{int(staff[1])}"
    if kind == "badge" and plain(word) in _BADGE_WORDS:
        return plain(word)
    hints = get_type_hints(Event)
    for name in names:
        detail = _detail(name, get_args(hints[name])[0], word)
        if detail is not None:
            return detail
    if not names:
        raise NotAllowed(f"not understood: {word}", f"nothing more: {kind} has no details")
    if kind == "badge":
        allowed = f"ok, not-ok; {_written(_BADGE_WORDS)}; a serial number in hex digits"
        raise NotAllowed(f"badge cannot have {word}", allowed)
    allowed = "; ".join(_described(name, get_args(hints[name])[0]) for name in names)
    raise NotAllowed(f"{kind.replace('_', '-')} cannot have {word}", allowed)


def _detail(name: str, kind: Any, word: str) -> str | None:
    """The word as this field of an event would write it, or None."""
    if kind is bool:
        return plain(word) if plain(word) in (name, f"not_{name}") else None
    if kind is int:
        return str(int(word)) if word.isdecimal() else None
    if get_origin(kind) is Literal:
        return plain(word) if plain(word) in get_args(kind) else None
    if name in ("card", "cards"):
        return word.upper() if is_card(word.upper()) else None
    if name == "tag":
        return word.upper() if _TAG.fullmatch(word.upper()) else None
    if name in _EVENT_WORDS:
        return plain(word) if plain(word) in _EVENT_WORDS[name] else None
    if plain(word) in SPOTS:
        return plain(word)
    return word.upper() if word.upper() in DERBY.codes else None


def _described(name: str, kind: Any) -> str:
    if kind is bool:
        return f"{name}, not-{name}"
    if kind is int:
        return f"a number for its {name}"
    if get_origin(kind) is Literal:
        return _written(get_args(kind))
    if name in _EVENT_WORDS:
        return _written(_EVENT_WORDS[name])
    return CARD_WORDS if name in ("card", "cards") else AREA_WORDS


def check_answer(answer: type, name: str, words: Sequence[str]) -> None:
    """Raise NotAllowed unless an answer of this type has this name and could have this value."""
    kind, may_be_none = _type_of(answer, name)
    if get_origin(kind) is tuple:
        _check_many(name, get_args(kind)[0], words)
        return
    if len(words) == 1 and plain(words[0]) == "none":
        if not may_be_none:
            raise NotAllowed(f"{name} is never none", _allowed(name, kind))
        return
    if kind is str and name != "notice.kind":
        return
    if len(words) != 1 or not _fits(name, kind, words[0]):
        raise NotAllowed(f"{name} cannot be {' '.join(words)}", _allowed(name, kind))


def _type_of(answer: type, name: str) -> tuple[Any, bool]:
    """The type of a name with dots, and whether it, or something around it, can be null."""
    kind: Any = answer
    may_be_none = False
    for part in name.split("."):
        where = f"the {getattr(kind, '__name__', 'value').lower()}"
        hints: dict[str, Any] = get_type_hints(kind) if is_dataclass(kind) else {}
        if plain(part) not in hints:
            if not hints:
                raise NotAllowed(f"no such name: {name}", f"nothing inside {name.split('.', maxsplit=1)[0]}")
            raise NotAllowed(f"{where} has no {part}", _written(tuple(hints)))
        kind = hints[plain(part)]
        if get_origin(kind) in (types.UnionType, Union):  # the second with a Literal in it
            may_be_none = True
            kind = next(item for item in get_args(kind) if item is not types.NoneType)
    return kind, may_be_none


def _check_many(name: str, kind: Any, words: Sequence[str]) -> None:
    if [plain(word) for word in words] == ["none"]:
        return
    if name == "lit":
        for word in words:
            if word.upper() not in DERBY.codes and not _SEAT.fullmatch(word.upper()):
                raise NotAllowed(f"no such area: {word}", LIT_WORDS)
    if kind is int and not all(word.isdecimal() for word in words):
        raise NotAllowed(f"{name} cannot be {' '.join(words)}", "numbers, as 7 2 1")


def _fits(name: str, kind: Any, word: str) -> bool:
    if kind is bool:
        return plain(word) in ("yes", "no")
    if kind is int:
        return word.isdecimal()
    if get_origin(kind) is Literal:
        return plain(word) in get_args(kind)
    return name == "notice.kind" and plain(word) in NOTICE_KINDS


def _allowed(name: str, kind: Any) -> str:
    if kind is bool:
        return "yes, no"
    if kind is int:
        return "a number"
    if get_origin(kind) is Literal:
        return _written(get_args(kind))
    if name == "notice.kind":
        return _written(NOTICE_KINDS)
    if is_dataclass(kind):
        names = ", ".join(f"{name}.{item.replace('_', '-')}" for item in get_type_hints(kind))
        return f"none, or a value of {names}"
    return "a text"


def _written(names: Sequence[str]) -> str:
    return ", ".join(name.replace("_", "-") for name in names)
