"""Playing cards on the display in colour: a white face with a large rank and its suit, or a back that tells nothing."""

from micropython import const

from pitboard.app.colour_canvas import BLACK, NAVY, RED, TEAL, WHITE
from pitboard.games import cards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.colour_canvas import ColourCanvas

WIDTH = const(58)
HEIGHT = const(84)
SMALL_WIDTH = const(48)
SMALL_HEIGHT = const(30)
_SUIT = const(30)


def rank(face: int) -> str:
    """As on the card itself: nobody calls a ten T."""
    code = cards.RANK_CODES[face % cards.RANKS]
    return "10" if code == "T" else code


def large(canvas: "ColourCanvas", x: int, y: int, face: int) -> None:
    """A card; its back if `face` is below zero."""
    if face < 0:
        canvas.rounded(x, y, WIDTH, HEIGHT, WHITE)
        canvas.rounded(x + 4, y + 4, WIDTH - 8, HEIGHT - 8, NAVY)
        canvas.rounded(x + 12, y + 14, WIDTH - 24, HEIGHT - 28, TEAL)
        return
    suit = face // cards.RANKS
    ink = RED if suit in (cards.HEARTS, cards.DIAMONDS) else BLACK
    text = rank(face)
    canvas.rounded(x, y, WIDTH, HEIGHT, WHITE)
    canvas.large(x + (WIDTH - 26 * len(text) + 2) // 4 * 2, y + 4, text, ink)
    canvas.suit(x + (WIDTH - _SUIT) // 2, y + HEIGHT - _SUIT - 4, _SUIT, suit, ink)


def small(canvas: "ColourCanvas", x: int, y: int, face: int) -> None:
    """The same in one line, for many cards."""
    canvas.rounded(x, y, SMALL_WIDTH, SMALL_HEIGHT, WHITE)
    if face < 0:
        canvas.rounded(x + 4, y + 4, SMALL_WIDTH - 8, SMALL_HEIGHT - 8, NAVY)
        return
    suit = face // cards.RANKS
    ink = RED if suit in (cards.HEARTS, cards.DIAMONDS) else BLACK
    canvas.letters(x + 2, y + 4, rank(face), ink)
    canvas.suit(x + 28, y + 6, 18, suit, ink)
