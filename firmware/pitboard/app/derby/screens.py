"""What the dealer reads, as a function of the game's state: same state, same screen.

Line 0 says which table and round, lines 1 to 5 show the race, lines 6 and 7 say in plain words what to do next. Suits
are told by shape. A message takes over the last two lines, inverted, and names its rule in line 0. The menu
(app/menu_screen.py) takes lines 1 to 7.
"""

from micropython import const

from pitboard.app import screen_parts
from pitboard.app.derby import guide
from pitboard.games import cards, events
from pitboard.games.derby import derby_events as derby
from pitboard.games.opening import LAMPS_LIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.canvas import Canvas
    from pitboard.games.derby.derby import Derby

_LANE_PAGE = const(1)
_DASH = const(45)
_PLACES = ("1st", "2nd", "3rd")


async def draw(canvas: "Canvas", game: "Derby", table: str, notice: str, refusal: int) -> None:
    """Draw the whole screen; the canvas finds out which pages changed."""
    screen_parts.head(canvas, table, game.round_no)
    phase = game.phase
    if phase == derby.RACING:
        _race(canvas, game)
    elif phase in (derby.RESULT, derby.PAYING):
        _result(canvas, game)
    elif phase == derby.REBUILDING:
        _sequence(canvas, game)
    elif phase == events.CHECKING:
        screen_parts.check(canvas, game.opening.check)
    else:
        canvas.big(2, _title(game))
        if phase in (events.IDLE, events.BETTING):
            screen_parts.house_notice(canvas, notice)
    said = guide.message(game, refusal)
    screen_parts.prompt(canvas, said or guide.next_words(game), said is not None)


def _title(game: "Derby") -> str:
    phase = game.phase
    if phase == events.BETTING:
        return "BETS OPEN"
    if phase == events.VOIDED:
        return "VOID"
    if phase == events.CLOSED:
        return "LAMP TEST" if game.opening.lamps == LAMPS_LIT else "CLOSED"
    return "READY"


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
