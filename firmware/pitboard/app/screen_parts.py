"""Parts of the dealer's display that every game has: the head, the check of the cards, what to do next, a fault."""

from micropython import const

from pitboard.games import cards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.games.deck_check import DeckCheck
    from pitboard.interfaces import Surface as Canvas

_LINE = const(21)


def head(canvas: "Canvas", table: str, round_no: int, most: int = 10) -> None:
    canvas.clear()
    canvas.text(0, 0, table[:most])
    canvas.right(0, "R" + str(round_no))


def draw_fault(canvas: "Canvas", first: str, second: str, rule: str) -> None:
    """The device is out; the cards decide (001 10.1)."""
    canvas.clear()
    canvas.big(0, "FAULT")
    canvas.centred(3, first)
    canvas.centred(4, second)
    canvas.text(0, 6, rule + " Go by the cards")
    canvas.text(0, 7, "Call the supervisor")


def house_notice(canvas: "Canvas", notice: str) -> None:
    """What the house wants to be read before the cards come (limits and notices are settings, 2.0)."""
    end = len(notice)
    if end > _LINE:
        end = notice[: _LINE + 1].rfind(" ")
        end = end if end > 0 else _LINE
    canvas.centred(4, notice[:end])
    canvas.centred(5, notice[end:].strip())


def check(canvas: "Canvas", deck: "DeckCheck") -> None:
    """What the check of the cards has found so far; the host names every card (6.1, 7.3)."""
    canvas.centred(1, "CHECK OF THE CARDS")
    canvas.text(0, 2, "Missing " + str(deck.missing()))
    canvas.text(0, 3, "Extra " + str(deck.extra()))
    canvas.text(64, 2, "Foreign " + str(deck.foreign_count))
    canvas.text(64, 3, "Unread " + str(deck.unreadable_count))
    _named(canvas, 4, "Extra", deck.extra_at)
    _named(canvas, 5, "Miss", deck.missing_at)


def _named(canvas: "Canvas", page: int, label: str, at: "Callable[[int], int]") -> None:
    """The first four cards of a list by name, if it has so few that names help."""
    names = ""
    for index in range(5):
        face = at(index)
        if face < 0:
            break
        if index == 4:
            names += " ..."
        else:
            names += " " + cards.code(face)
    if names:
        canvas.text(0, page, label + names)


def prompt(canvas: "Canvas", said: "tuple[str, str, str]", inverted: bool) -> None:
    """The rule in line 0, what to do in the last two; inverted if it is out of the ordinary."""
    canvas.centred(0, said[0])
    canvas.text(0, 6, said[1])
    canvas.text(0, 7, said[2])
    if inverted:
        canvas.invert(6)
        canvas.invert(7)
