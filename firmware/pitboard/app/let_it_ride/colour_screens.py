"""The display in colour of a Let It Ride table: the words of screens.py, with a map of the seats and large cards.

The seats lie as the dealer sees them, the middle one farthest away. A square is a wager that lies there, its outline
one that was taken back; the seat whose turn it is has a light frame. A card is drawn only when the rules have turned
it, and nothing here says how to play (000 14.6).
"""

import asyncio

from micropython import const

from pitboard.app import card_faces
from pitboard.app.colour_canvas import AMBER, BLACK, DIM, SLATE, TEAL, WHITE
from pitboard.app.let_it_ride import screens
from pitboard.games import events, hands
from pitboard.games.let_it_ride import ride_events as ride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.colour_canvas import ColourCanvas
    from pitboard.games.let_it_ride.let_it_ride import LetItRide

_PITCH = const(46)
_WIDTH = const(42)
_HEIGHT = const(50)
_ARC = (10, 5, 2, 0, 2, 5, 10)  # how much nearer the outer seats are


class ColourScreens(screens.Screens):
    async def draw_seats(self, canvas: "ColourCanvas", game: "LetItRide") -> None:
        number = game.seats.number
        left = (320 - _PITCH * number + 4) // 4 * 2
        for seat in range(1, number + 1):
            _seat(canvas, game, seat, left + _PITCH * (seat - 1))
            await asyncio.sleep_ms(0)  # all of them take 20 ms
        if game.phase == events.BETTING:
            screens.sign(canvas, game)
        elif game.phase >= ride.DEALT:
            # A notice has line 4 (000 6.5, 14.8), or what a bet sensor tells: the cards make room for it.
            small = game.notices.on_display() > 0 or self._has_note()
            card = card_faces.small if small else card_faces.large
            y = 150 if small else 95
            canvas.letters(4, y + (2 if small else 30), "Community", DIM)
            card(canvas, 152, y, game.community(1))
            card(canvas, 218, y, game.community(2))

    async def draw_hand(self, canvas: "ColourCanvas", game: "LetItRide", seat: int) -> None:
        """A hand that was turned: its cards and the community cards, what it is, its odds.

        Line 5 is for what a bet sensor tells, as on the small display: the cards make room for it.
        """
        small = self._has_note()
        card = card_faces.small if small else card_faces.large
        x = 2
        for face in game.hand_shown(seat):
            card(canvas, x, 34, face)
            x += 62
        for which in (1, 2):
            card(canvas, 132 + 64 * which, 34, game.community(which))
        category = game.proposed(seat)
        canvas.middle(74 if small else 123, hands.title(category), AMBER)
        line = 4 if small else 5
        canvas.text(0, line, "Seat " + str(seat))
        canvas.right(line, screens.odds_of(game, category))

    def _has_note(self) -> bool:
        bets = self._guide.bets
        return bets is not None and bets.has_note()


def _seat(canvas: "ColourCanvas", game: "LetItRide", seat: int, x: int) -> None:
    """Its number, and the wagers 1, 2 and $ below."""
    seats = game.seats
    phase = game.phase
    y = 34 + _ARC[(seat - 1) * 7 // seats.number]
    if _seat_now(game) == seat:
        canvas.rounded(x - 2, y - 2, _WIDTH + 4, _HEIGHT + 4, AMBER)
    plays = phase == events.BETTING or seats.states[seat] == ride.IN
    canvas.rounded(x, y, _WIDTH, _HEIGHT, SLATE if plays else BLACK)
    canvas.letters(x + 16, y + 2, str(seat), WHITE if plays else DIM)
    if phase == events.BETTING:
        mark = screens.wager_mark(game, seat)
        canvas.letters(x + 16, y + 25, mark, AMBER if mark == "!" else WHITE)
    elif not plays:
        canvas.letters(x + 16, y + 25, screens.absent_mark(game, seat), DIM)
    elif phase == ride.DEALING:
        for card in range(screens.dealt_to(game, seat)):
            canvas.rounded(x + 14 * card, y + 28, 12, 18, TEAL)
    else:
        for wager in (1, 2, 3):
            _wager(canvas, x + 14 * wager - 14, y + 30, seats.is_withdrawn(seat, wager - 1))


def _seat_now(game: "LetItRide") -> int:
    """Whose turn it is to get a card, to decide or to show; 0 if it is nobody's."""
    phase = game.phase
    if phase == ride.DEALING:
        return game.deal.next_place()
    if phase in (ride.DECIDING_1, ride.DECIDING_2):
        return game.next_to_decide()
    return game.next_to_show() if phase == ride.SHOWING else 0


def _wager(canvas: "ColourCanvas", x: int, y: int, back: bool) -> None:
    canvas.box(x, y, 12, 14, DIM if back else WHITE)
    if back:
        canvas.box(x + 2, y + 2, 8, 10, SLATE)
