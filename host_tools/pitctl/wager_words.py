"""Wagers in words: what they win or lose, with the rule of it (001 5, 9.2, 10.8)."""

from pitctl.firmware import areas
from pitctl.layouts import area_code, area_text
from pitctl.messages import Wager

UNITS_A_CHIP = 2  # the money unit is half the smallest chip (D3)
# What a winning area pays, by the number of suits that are named on it.
_ODDS_RULES = ("5.8(a)", "5.8(b)", "5.8(c)", "5.8(d)")


def chips(units: int) -> str:
    """Money units as chips: `5` or `2.5`."""
    whole, half = divmod(units, UNITS_A_CHIP)
    return f"{whole}.5" if half else str(whole)


def area_named(text: str) -> str | None:
    """The code of an area as people type it: `red`, `hearts`, `H-S`, `H>S` or `HS`; None if it is none."""
    known = {areas.code(area) for area in range(areas.AREAS)}
    return text.upper() if text.upper() in known else area_code(text)


def outcome(wager: Wager) -> str:
    """`wins 40, to be paid (5.8(c))`: what becomes of a wager."""
    won = f"{chips(wager.profit)} ({_odds_rule(wager.area)})"
    match wager.state:
        case "withdrawn":
            text = "withdrawn before the call (5.4)"
        case "collected":
            text = "lost, collected (9.2)"
        case "paid":
            text = f"won {won}, paid"
        case "taken_up":
            text = f"won {won}, paid and taken up"
        case "returned":
            text = "returned, the round is void (10.8)"
        case _:
            text = _due(wager, won)
    if wager.area != wager.home:
        text += f"; moved, placed on {area_text(wager.home)} (5.7)"
    return text + ("; spoken (5.3)" if wager.spoken else "")


def _due(wager: Wager, won: str) -> str:
    if wager.profit:
        return f"wins {won}, to be paid"
    if wager.collected:
        return "loses, to be collected (9.2)"
    return "to be returned (10.8)" if wager.returned else "placed"


def _odds_rule(code: str) -> str:
    return _ODDS_RULES[0 if code in ("RED", "BLACK") else len(code)]
