"""Plain words for an irregularity: (rule, first line, second line), lines of 21 characters.

A notice names the place of a card in the race, never the card: its face is hidden until the rules
turn it (001 8.1), and this text goes to a display that players may see.
"""

from .events import (
    BETTING,
    EARLY_CARD,
    FOREIGN_CARD,
    IDLE,
    LATE_CARD,
    MISSCAN,
    OVERRUN,
    RACING,
    REPEAT,
    STRAY_READ,
    TWO_CODES,
    UNKNOWN_CODE,
)


def words(kind: int, place: int, phase: int) -> tuple[str, str, str]:
    if kind == LATE_CARD:
        return "8.1(c)", "Third place is fixed", "Card is not counted"
    if phase == BETTING:
        # Whatever was wrong with the slide, in this phase it came before the call (001 8.1, 5.4).
        return "8.1", _said(kind), "Press NO MORE BETS"
    if phase == IDLE:
        return "8.1", _said(kind), "Open betting first"
    if phase != RACING:
        return "8.1", _said(kind), "It is not counted"
    card = "card " + str(place)
    if kind == MISSCAN:
        return "8.1", "C" + card[1:] + " not read", "Slide it again"
    if kind == UNKNOWN_CODE:
        return "8.1", "C" + card[1:] + " not known", "Check it, slide again"
    if kind == TWO_CODES:
        return "8.1", _said(kind), "Slide " + card + " alone"
    if kind == OVERRUN:
        return "8.1", _said(kind), "Next is " + card
    if kind == REPEAT:
        return "8.1", _said(kind), "Next is " + card
    if kind == FOREIGN_CARD:
        return "L27", "C" + card[1:] + ": wrong deck", "Call the supervisor"
    return "8.1", _said(kind), "Slide " + card + " again"


def _said(kind: int) -> str:
    """What happened, without a place."""
    if kind == MISSCAN:
        return "Slide without a read"
    if kind == STRAY_READ:
        return "Read without a slide"
    if kind == TWO_CODES:
        return "Two codes in a slide"
    if kind == UNKNOWN_CODE:
        return "Card not known"
    if kind == EARLY_CARD:
        return "Card came too early"
    if kind == OVERRUN:
        return "A card may be missing"
    if kind == FOREIGN_CARD:
        return "Card of another deck"
    if kind == REPEAT:
        return "Same card again?"
    return "Card not counted"
