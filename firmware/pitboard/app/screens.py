"""What the dealer reads, as a function of the game's state: same state, same screen.

Line 0 says which table and round, lines 1 to 5 show the race, lines 6 and 7 say in plain words what to do next. Suits
are told by shape. A notice takes over the last two lines, inverted, and names its rule in line 0.
"""

from pitboard.games import events, notices
from pitboard.games.cards import RANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.canvas import Canvas
    from pitboard.games.derby import Derby

_LANE_PAGE = 1
_DASH = 45
_PLACES = ("1st", "2nd", "3rd")


def draw(
    canvas: "Canvas", game: "Derby", table: str, refusal: "tuple[str, str, str] | None"
) -> None:
    """Draw the whole screen; the canvas finds out which pages changed."""
    canvas.clear()
    canvas.text(0, 0, table[:10])
    canvas.right(0, "R" + str(game.round_no))
    if game.phase == events.RACING:
        _race(canvas, game)
    elif game.phase in (events.RESULT, events.PAYING):
        _result(canvas, game)
    else:
        canvas.big(2, _title(game.phase))
    _prompt(canvas, game, refusal)


def draw_fault(canvas: "Canvas", first: str, second: str) -> None:
    """The device is out; the cards decide (001 10.1)."""
    canvas.clear()
    canvas.big(0, "FAULT")
    canvas.centred(3, first)
    canvas.centred(4, second)
    canvas.text(0, 6, "10.1 Go by the cards")
    canvas.text(0, 7, "Call the supervisor")


def _title(phase: int) -> str:
    if phase == events.BETTING:
        return "BETS OPEN"
    return "VOID" if phase == events.VOIDED else "READY"


def _race(canvas: "Canvas", game: "Derby") -> None:
    """Four lanes that fill to four, and the places as they are fixed."""
    for suit in range(4):
        page = _LANE_PAGE + suit
        canvas.glyph(0, page, 1 + suit)
        for step in range(4):
            filled = step < _in_first_area(game, suit)
            canvas.bar(10 + 14 * step, page, 12, 0x3E if filled else 0x20)
    for place, suit in enumerate((game.winner, game.second, game.third)):
        canvas.text(74, _LANE_PAGE + place, _PLACES[place])
        canvas.glyph(98, _LANE_PAGE + place, 1 + suit if suit >= 0 else _DASH)
    if game.protested:
        canvas.text(74, 4, "PROTESTED")


def _in_first_area(game: "Derby", suit: int) -> int:
    """Cards of a suit among the cards drawn for the winner (8.1(a))."""
    count = 0
    for index in range(game.first_count):
        if game.cards[index] // RANKS == suit:
            count += 1
    return count


def _result(canvas: "Canvas", game: "Derby") -> None:
    for place, suit in enumerate((game.winner, game.second, game.third)):
        x = 8 + 44 * place
        canvas.text(x + 3, 1, _PLACES[place])
        canvas.suit(x, 2, suit)
    if game.protested:
        canvas.centred(5, "PROTESTED RACE")


def _prompt(canvas: "Canvas", game: "Derby", refusal: "tuple[str, str, str] | None") -> None:
    if refusal is None and game.void_asked:
        refusal = ("10.8", "Void this round?", "CONFIRM yes CANCEL no")
    elif refusal is None and game.notice_kind:
        refusal = notices.words(game.notice_kind, game.notice_place, game.phase)
    if refusal is None:
        first, second = _next_step(game)
    else:
        rule, first, second = refusal
        canvas.centred(0, rule)
    canvas.text(0, 6, first)
    canvas.text(0, 7, second)
    if refusal is not None:
        canvas.invert(6)
        canvas.invert(7)


def _next_step(game: "Derby") -> "tuple[str, str]":
    phase = game.phase
    if phase == events.BETTING:
        return "Press NO MORE BETS", "before the first card"
    if phase == events.RACING:
        return "Slide card " + str(game.place()), "to " + _PLACES[
            game.area_of_next() - 1
        ] + " place"
    if phase == events.RESULT:
        return "Check with the cards", "CONFIRM if right"
    if phase == events.PAYING:
        return "Collect, then pay", "CONFIRM when all paid"
    if phase == events.VOIDED:
        return "Return all wagers", "CONFIRM when returned"
    return "CONFIRM opens betting", ""
