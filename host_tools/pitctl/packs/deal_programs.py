"""The order of a deal, step by step: is it a deal of Let It Ride, and its bytes for the board.

Whatever the order, three cards must come to each hand and one to each of the two community places.
"""

from collections.abc import Sequence

from pitctl.firmware import ride_pack as board

_EACH = {  # the step -> its byte, cards that each area gets by it
    "card each": (board.CARD_EACH, 1),
    "three each": (board.THREE_EACH, 3),
    "stack each": (board.STACK_EACH, 3),
}
_TARGETS = {
    "community 1": board.COMMUNITY_1,
    "community 2": board.COMMUNITY_2,
    "discard": board.DISCARD,
}
_STACK = "stack: "
CARDS_EACH = 3

STEPS = (*_EACH, *_TARGETS, f"{_STACK}A, B, C")


def check_program(steps: Sequence[str]) -> str | None:
    """Why this is no deal; None if it is one."""
    for step in steps:
        if step in _EACH:
            continue
        wanted = len(_targets([step]))
        if wanted != (3 if step.startswith(_STACK) else 1):
            return f"has an unknown step '{step}'; allowed: {'; '.join(STEPS)} (A, B, C: {', '.join(_TARGETS)})"
    dealt = sum(_EACH[step][1] for step in steps if step in _EACH)
    if dealt != CARDS_EACH:
        return f"must deal three cards to each area, not {dealt}"
    targets = _targets(steps)
    for name in ("community 1", "community 2"):
        if targets.count(name) != 1:
            return f"must deal '{name}' once, not {targets.count(name)} times"
    if targets.count("discard") > 1:
        return f"must discard one card at most, not {targets.count('discard')}"
    return None


def discards(steps: Sequence[str]) -> bool:
    return "discard" in _targets(steps)


def program_bytes(steps: Sequence[str]) -> bytes:
    """What the board deals by; `steps` passed check_program."""
    program = bytearray()
    for step in steps:
        if step in _EACH:
            program.append(_EACH[step][0])
            continue
        if step.startswith(_STACK):
            program.append(board.STACK)
        program.extend(_TARGETS[name] for name in _targets([step]))
    return bytes(program)


def _targets(steps: Sequence[str]) -> list[str]:
    """The single cards that are named, in their order; an unknown one is left out."""
    named = [name for step in steps for name in step.removeprefix(_STACK).split(", ")]
    return [name for name in named if name in _TARGETS]
