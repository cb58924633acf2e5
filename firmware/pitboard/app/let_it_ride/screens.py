"""The dealer's display of a Let It Ride table, as a function of the state: same state, same screen.

Line 0 says which table, rule and round; lines 1 to 5 show the seats, the hand or the money; lines 6 and 7 say what to
do next. A card is drawn only when the rules have turned it; odds are always "to" (002 Payout Odds).
"""

from micropython import const

from pitboard.app import screen_parts
from pitboard.app.canvas import COLUMNS
from pitboard.games import cards, events, hands
from pitboard.games.let_it_ride import ride_events as ride
from pitboard.games.opening import LAMPS_LIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pitboard.app.let_it_ride.guide import Guide
    from pitboard.games.let_it_ride.let_it_ride import LetItRide
    from pitboard.interfaces import Surface as Canvas

_SEAT_X = const(18)  # a seat's column
_FIRST_X = const(4)
# The line that what a bet sensor tells has beside the seats, a hand, a title; no other screen has one.
_ASIDE_SEATS = const(4)
_ASIDE_HAND = const(5)
_ASIDE_TITLE = const(1)
_SHORT_RULE = const(7)  # fits between the table's name and the round
_LONG_RULE = const(16)
_SHORT_PAYOUT = const(11)  # fits after "Most paid "
_SCOPES = ("", " a bet", " a hand")  # of a maximum payout (000 10.2, L6)


def money(units: int) -> str:
    """Hundredths as people write them; whole amounts without a point."""
    whole = str(units // 100)
    rest = units % 100
    return whole + ("." + str(100 + rest)[1:] if rest else "")


class Screens:
    def __init__(self, guide: "Guide") -> None:
        self._guide = guide

    async def draw(
        self, canvas: "Canvas", game: "LetItRide", table: str, notice: str, refusal: int
    ) -> None:
        said = self._guide.message(game, refusal)
        shown = said or self._guide.next_words(game)
        # A rule of a document without numbers is longer: the table's name gives way to it.
        rule = shown[0]
        if len(rule) <= _SHORT_RULE or table[0] == "!":  # a missing part (part_health.py) does not give way
            screen_parts.head(canvas, table, game.round_no)
        else:
            screen_parts.head(canvas, rule, game.round_no, _LONG_RULE)
        phase = game.phase
        aside = 0
        if phase == events.CHECKING:
            screen_parts.check(canvas, game.opening.check)
        elif phase == ride.SHOWING and game.next_to_declare():
            await self.draw_hand(canvas, game, game.next_to_declare())
            aside = _ASIDE_HAND
        elif phase == ride.SETTLING:
            _settling(canvas, game)
        elif phase == events.BETTING or phase >= ride.DEALING:
            await self.draw_seats(canvas, game)
            aside = _ASIDE_SEATS
        else:
            canvas.big(2, _title(game))
            aside = _ASIDE_TITLE
            if phase == events.IDLE and not _notice(game):
                screen_parts.house_notice(canvas, notice)
        due = _notice(game) if shows_notice(game) else ""
        if self._guide.bets is not None:
            due = self._guide.bets.draw(canvas, aside, due)
        canvas.centred(4, due)
        short = rule if len(rule) <= _SHORT_RULE else ""
        screen_parts.prompt(canvas, (short, shown[1], shown[2]), said is not None)


    # Where a display in colour shows more (colour_screens.py).

    async def draw_seats(self, canvas: "Any", game: "LetItRide") -> None:
        _seats(canvas, game)

    async def draw_hand(self, canvas: "Any", game: "LetItRide", seat: int) -> None:
        _hand(canvas, game, seat)


def shows_notice(game: "LetItRide") -> bool:
    """Line 4 is the notices' in every screen that leaves it free; only then their time runs."""
    return game.phase in (events.IDLE, events.BETTING) or ride.DEALING <= game.phase <= ride.TURNING_2


def _title(game: "LetItRide") -> str:
    phase = game.phase
    if phase == events.VOIDED:
        return "VOID"
    if phase == events.CLOSED:
        return "LAMP TEST" if game.opening.lamps == LAMPS_LIT else "CLOSED"
    return "READY"


def _notice(game: "LetItRide") -> str:
    """What must be on display before it counts (000 6.5, 14.8)."""
    notices = game.notices
    kind = notices.on_display()
    if not kind:
        return ""
    left = notices.left(kind)
    when = " in " + str(left) + " min" if left else " soon"
    if kind == ride.NOTICE_CLOSE:
        return "Closes" + when
    return "Min " + money(notices.raise_to) + when


def _seats(canvas: "Canvas", game: "LetItRide") -> None:
    """A column for each seat: its number, wagers, cards, decisions; then the community cards."""
    seats = game.seats
    for seat in range(1, seats.number + 1):
        x = _FIRST_X + (seat - 1) * _SEAT_X
        canvas.text(x, 1, str(seat))
        if game.phase == events.BETTING:
            canvas.text(x, 2, wager_mark(game, seat))
            continue
        if seats.states[seat] != ride.IN:
            canvas.text(x, 2, absent_mark(game, seat))
            continue
        if game.phase == ride.DEALING:
            canvas.text(x, 2, str(dealt_to(game, seat)))
        else:
            canvas.text(x, 2, _decision_mark(seats.decision(seat, 1)))
            canvas.text(x, 3, _decision_mark(seats.decision(seat, 2)))
    if game.phase >= ride.DEALT:
        canvas.text(0, 5, "Community " + _community(game))
    sign(canvas, game)


def sign(canvas: "Canvas", game: "LetItRide") -> None:
    """Limits, bank and maximum payout, while wagers are made."""
    if game.phase == events.BETTING:
        canvas.text(0, 3, _limits(game))
    if game.phase == events.BETTING and game.bank.position:
        canvas.text(0, 5, "Bank " + str(game.bank.position) + ": " + money(game.bank.wager))
    elif game.phase == events.BETTING and game.house.payout_most:
        most = money(game.house.payout_most)
        text = most + _SCOPES[game.house.payout_scope]
        canvas.text(0, 5, ("Most paid " if len(text) <= _SHORT_PAYOUT else "Max ") + text)


def _limits(game: "LetItRide") -> str:
    """The sign at the table (000 6.1): minimum, maximum, unit."""
    if not game.house.amounts:
        return ""
    least, most, unit = money(game.notices.least), game.house.most, game.house.unit
    text = "Min " + least
    if most:
        text += " Max " + money(most)
    if unit:
        text += " U " + money(unit)
    if len(text) > COLUMNS:  # large amounts: nothing may be cut off
        text = least + "-" + money(most) + ("/" + money(unit) if unit else "")
    return text


def wager_mark(game: "LetItRide", seat: int) -> str:
    if game.seats.locked & 1 << seat:
        return "L"
    if seat == game.bank.position:
        return "B"
    if game.seats.is_equal(seat):
        return "+" if game.seats.stake(seat, ride.SIDE) else "="
    return "!" if game.seats.has_any(seat) else "-"


def absent_mark(game: "LetItRide", seat: int) -> str:
    return "-" if game.seats.states[seat] == ride.OUT else "V"


def dealt_to(game: "LetItRide", seat: int) -> int:
    return game.deal.number_at(seat) - 1


def _decision_mark(decision: int) -> str:
    return ".WR"[decision]


def _community(game: "LetItRide") -> str:
    names = ""
    for which in (1, 2):
        face = game.community(which)
        names += (cards.code(face) if face >= 0 else "--") + " "
    return names.strip()


def _hand(canvas: "Canvas", game: "LetItRide", seat: int) -> None:
    """A hand that was turned: its cards, what it is, its odds."""
    own = " ".join([cards.code(face) for face in game.hand_shown(seat)])
    canvas.text(0, 1, "Seat " + str(seat))
    canvas.right(1, _community(game))
    canvas.centred(2, own)
    category = game.proposed(seat)
    canvas.centred(3, hands.title(category))
    canvas.centred(4, odds_of(game, category))


def odds_of(game: "LetItRide", category: int) -> str:
    odds = game.pack.pay[game.house.pay_table][category]
    return str(odds) + " to 1" if odds else "does not win"


def _settling(canvas: "Canvas", game: "LetItRide") -> None:
    """What to collect from the next seat, or to pay it."""
    seat, part = game.next_to_settle()
    if not seat:
        canvas.big(2, "SETTLED")
        return
    settling = game.settling
    category = game.seats.hands[seat] - 1
    canvas.text(0, 1, "Seat " + str(seat))
    if category >= 0 and game.seats.states[seat] == ride.IN:
        canvas.right(1, hands.title(category))
        canvas.text(0, 2, odds_of(game, category))
    page = 3
    if part & ride.COLLECT:
        taken = settling.due(seat)[0]
        if taken:
            canvas.text(0, page, "Collect " + _amount(game, taken))
            page += 1
    if part & ride.PAY:
        _payments(canvas, game, seat, page)


def _payments(canvas: "Canvas", game: "LetItRide", seat: int, page: int) -> None:
    settling = game.settling
    at = (seat - 1) * ride.SPOTS
    main = sum(settling.profit[at : at + ride.SIDE])
    side = settling.profit[at + ride.SIDE]
    kept = settling.kept(seat)
    if kept:
        canvas.right(2, "Keep " + _amount(game, kept))  # L14, L28: beside the odds
    if main:
        canvas.text(0, page, "Pay " + _amount(game, main))
        page += 1
    if side:  # a share of the jackpot is money also where stakes are not known (003 4.2)
        amount = money(side) if settling.is_share(seat) else _amount(game, side)
        canvas.text(0, page, ("Bonus " if game.pack.bonus else "Jackpot ") + amount)
        page += 1
    if settling.envy[seat] and page <= 5:
        canvas.text(0, page, "Envy " + money(settling.envy[seat]))


def _amount(game: "LetItRide", units: int) -> str:
    """Without stakes only how many wagers: the dealer sees the chips."""
    return money(units) if game.house.amounts else "x" + str(units)
