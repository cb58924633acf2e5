"""What the dealer reads, as a function of the game's state: same state, same screen.

Line 0 says which table and round, lines 1 to 5 show the race, lines 6 and 7 say in plain words what to do next. Suits
are told by shape. A message takes over the last two lines, inverted, and names its rule in line 0. The menu
(app/menu_screen.py) takes lines 1 to 7.
"""

from micropython import const

from pitboard.app import guide
from pitboard.games import cards, events
from pitboard.games.opening import LAMPS_LIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboard.app.canvas import Canvas
    from pitboard.games.derby import Derby

_LANE_PAGE = const(1)
_DASH = const(45)
_PLACES = ("1st", "2nd", "3rd")
_LINE = const(21)


def draw(canvas: "Canvas", game: "Derby", table: str, notice: str, refusal: int) -> None:
    """Draw the whole screen; the canvas finds out which pages changed."""
    head(canvas, game, table)
    phase = game.phase
    if phase == events.RACING:
        _race(canvas, game)
    elif phase in (events.RESULT, events.PAYING):
        _result(canvas, game)
    elif phase == events.REBUILDING:
        _sequence(canvas, game)
    elif phase == events.CHECKING:
        _check(canvas, game)
    else:
        canvas.big(2, _title(game))
        _between(canvas, game, notice)
    _prompt(canvas, game, refusal)


def head(canvas: "Canvas", game: "Derby", table: str) -> None:
    canvas.clear()
    canvas.text(0, 0, table[:10])
    canvas.right(0, "R" + str(game.round_no))


def draw_fault(canvas: "Canvas", first: str, second: str) -> None:
    """The device is out; the cards decide (001 10.1)."""
    canvas.clear()
    canvas.big(0, "FAULT")
    canvas.centred(3, first)
    canvas.centred(4, second)
    canvas.text(0, 6, "10.1 Go by the cards")
    canvas.text(0, 7, "Call the supervisor")


def _title(game: "Derby") -> str:
    phase = game.phase
    if phase == events.BETTING:
        return "BETS OPEN"
    if phase == events.VOIDED:
        return "VOID"
    if phase == events.CLOSED:
        return "LAMP TEST" if game.opening.lamps == LAMPS_LIT else "CLOSED"
    return "READY"


def _between(canvas: "Canvas", game: "Derby", notice: str) -> None:
    """What the house wants to be read before the cards come (limits and notices are settings, 2.0)."""
    if game.phase in (events.IDLE, events.BETTING):
        end = len(notice)
        if end > _LINE:
            end = notice[: _LINE + 1].rfind(" ")
            end = end if end > 0 else _LINE
        canvas.centred(4, notice[:end])
        canvas.centred(5, notice[end:].strip())


def _race(canvas: "Canvas", game: "Derby") -> None:
    """Four lanes that fill to four, and the places as they are fixed."""
    race = game.race
    for suit in range(4):
        page = _LANE_PAGE + suit
        canvas.glyph(0, page, 1 + suit)
        for step in range(4):
            filled = step < race.tally[suit]
            canvas.bar(10 + 14 * step, page, 12, 0x3E if filled else 0x20)
    for place, suit in enumerate((race.winner, race.second, race.third)):
        canvas.text(74, _LANE_PAGE + place, _PLACES[place])
        canvas.glyph(98, _LANE_PAGE + place, 1 + suit if suit >= 0 else _DASH)
    if race.protested:
        canvas.text(74, 4, "PROTESTED")


def _result(canvas: "Canvas", game: "Derby") -> None:
    race = game.race
    for place, suit in enumerate((race.winner, race.second, race.third)):
        x = 8 + 44 * place
        canvas.text(x + 3, 1, _PLACES[place])
        canvas.suit(x, 2, suit)
    if race.protested:
        canvas.centred(5, "PROTESTED RACE")


def _sequence(canvas: "Canvas", game: "Derby") -> None:
    """The newest cards by place, in the order in which they lie (8.2, 10.7): these are face up."""
    canvas.text(0, 1, "Cards as they count:")
    total = game.cards.total
    first = max(1, total - 11)
    for place in range(first, total + 1):
        at = place - first
        label = str(place) + " " + cards.code(game.cards.face(place))
        canvas.text((at % 3) * 43, 2 + at // 3, label)


def _check(canvas: "Canvas", game: "Derby") -> None:
    """What the check of the cards has found so far; the host names every card (6.1, 7.3)."""
    check = game.opening.check
    canvas.centred(1, "CHECK OF THE CARDS")
    canvas.text(0, 2, "Missing " + str(check.missing()))
    canvas.text(0, 3, "Extra " + str(check.extra()))
    canvas.text(64, 2, "Foreign " + str(check.foreign_count))
    canvas.text(64, 3, "Unread " + str(check.unreadable_count))
    _named(canvas, 4, "Extra", check.extra_at)
    _named(canvas, 5, "Miss", check.missing_at)


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


def _prompt(canvas: "Canvas", game: "Derby", refusal: int) -> None:
    said = guide.message(game, refusal)
    rule, first, second = said or guide.next_words(game)
    canvas.centred(0, rule)
    canvas.text(0, 6, first)
    canvas.text(0, 7, second)
    if said is not None:
        canvas.invert(6)
        canvas.invert(7)
