"""What the dealer of a Derby table reads on the display in colour. The words are those of screens.py; the race, its
result and its cards are drawn larger, and line 1 remembers the results of the last races (as many as the table's
settings say). Suits are told by shape; colour only helps.
"""

from micropython import const

from pitboard.app import card_faces, screen_parts
from pitboard.app.colour_canvas import AMBER, DIM, RED, SLATE, TEAL, WHITE
from pitboard.app.derby import guide, screens
from pitboard.games import events
from pitboard.games.derby import derby_events as derby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.app.colour_canvas import ColourCanvas
    from pitboard.games.derby.derby import Derby

_PLACES = ("1st", "2nd", "3rd")
_ENTRY = const(26)  # pixels of a result in the history
_TO_WIN = const(4)


async def draw(canvas: "Any", game: "Derby", table: str, notice: str, refusal: int) -> None:
    phase = game.phase
    if derby.RACING <= phase <= derby.PAYING or phase == derby.REBUILDING:
        screen_parts.head(canvas, table, game.round_no)
        if phase == derby.RACING:
            _race(canvas, game)
        elif phase == derby.REBUILDING:
            _sequence(canvas, game)
        else:
            _result(canvas, game)
        said = guide.message(game, refusal)
        screen_parts.prompt(canvas, said or guide.next_words(game), said is not None)
    else:
        await screens.draw(canvas, game, table, notice, refusal)
    if phase not in (events.CLOSED, events.CHECKING, derby.REBUILDING):
        _history(canvas, game)


def _history(canvas: "ColourCanvas", game: "Derby") -> None:
    """The winners of the last races, the newest at the right and brightest; a bar below it: the race was protested."""
    told = game.history.told
    for index in range(told):
        x = 320 - _ENTRY * (told - index)
        entry = game.history.entries[index]
        if index == told - 1:
            canvas.rounded(x, 31, _ENTRY, 28, SLATE)
        suit = entry & 3
        canvas.suit(x + 4, 34, 18, suit)
        if entry & 64:
            canvas.box(x + 4, 55, 18, 3, AMBER)


def _race(canvas: "ColourCanvas", game: "Derby") -> None:
    """Four lanes that fill to four, the newest card that lies face up, and the places as they are fixed."""
    race = game.race
    for suit in range(4):
        y = 60 + 30 * suit
        canvas.suit(2, y + 3, 24, suit)
        ink = RED if suit in (1, 2) else WHITE
        for step in range(_TO_WIN):
            filled = step < race.tally[suit]
            canvas.rounded(32 + 28 * step, y + 4, 24, 22, ink if filled else SLATE)
    if game.count:
        card_faces.large(canvas, 152, 64, game.cards.face(game.count))
    for place, suit in enumerate((race.winner, race.second, race.third)):
        y = 63 + 30 * place
        canvas.letters(226, y, _PLACES[place], WHITE if suit >= 0 else DIM)
        if suit >= 0:
            canvas.suit(284, y, 24, suit)
        else:
            canvas.box(284, y + 12, 20, 2, DIM)
    if race.protested:
        canvas.letters(184, 153, "PROTESTED", AMBER)


def _result(canvas: "ColourCanvas", game: "Derby") -> None:
    """The three places as they stand on a rostrum of colours: first on a light ground."""
    race = game.race
    for place, suit in enumerate((race.winner, race.second, race.third)):
        x = 4 + 106 * place
        canvas.rounded(x, 62, 100, 88, TEAL if place == 0 else SLATE)
        canvas.letters(x + 28, 64, _PLACES[place], WHITE)
        canvas.rounded(x + 18, 88, 64, 60, WHITE)
        ink = RED if suit in (1, 2) else 0
        canvas.suit(x + 24, 92, 52, suit, ink)
    if race.protested:
        canvas.middle(153, "PROTESTED RACE", AMBER)


def _sequence(canvas: "ColourCanvas", game: "Derby") -> None:
    """The newest cards by place, in the order in which they lie (8.2, 10.7): these are face up."""
    canvas.text(0, 1, "Cards as they count:")
    total = game.cards.total
    first = max(1, total - 11)
    for place in range(first, total + 1):
        at = place - first
        x = 6 + 52 * (at % 6)
        y = 60 + 60 * (at // 6)
        canvas.letters(x + (12 if place < 10 else 8), y, str(place), DIM)
        card_faces.small(canvas, x, y + 26, game.cards.face(place))
