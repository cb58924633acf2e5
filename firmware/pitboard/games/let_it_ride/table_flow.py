"""Before and between rounds of Let It Ride: check, spread, wash, shuffle, cut, counts, notices; part of the fold."""

from micropython import const

from pitboard.games import events
from pitboard.games.effects import LIGHTS, SCREEN

from . import pack as topics
from . import ride_events as ride
from .irregular import CHECK_DUE, NEW_CARDS_DUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .let_it_ride import LetItRide

COUNT_RIGHT = const(100)  # a count that is off by n is kept as 100 + n: one byte of a checkpoint


def apply(game: "LetItRide", event: int, arg: int, arg2: int, value: int, who: int) -> int:
    if event == ride.SEEN:  # face up on the table: washed and shuffled after it (002 Opening)
        game.opened = topics.OPENING_SEEN
        game.shoe.disorder()
        return SCREEN
    if event == ride.WASHED:
        game.opened |= topics.OPENING_WASHED
        game.shoe.disorder()
        return SCREEN
    before = game.phase
    game.opening.apply(event, arg, arg2, value, who)
    if event == events.CHECK:
        game.check_from = before
        game.check_deck = game.deck_to_check()
        _gather(game)
        game.enter(events.CHECKING)
    elif event == events.CHECK_END:
        game.enter(game.check_from)
    elif event == events.CHECK_YES:
        if game.opening.is_confirmed():
            _deck_checked(game, game.check_deck)
            game.enter(game.check_from)
    elif event == events.PRECHECKED:
        _deck_checked(game, 3)
    elif event == events.SHUFFLED:
        _gather(game)
    elif event in (events.NEW_CARDS, events.TABLE_CLOSE):
        _gather(game)
        game.decks_checked = 0
        game.opened = 0
        if event == events.NEW_CARDS and game.check_due == NEW_CARDS_DUE:
            game.check_due = 0  # 000 13.2.3
        if event == events.TABLE_CLOSE:
            game.kept = False
            game.notices.forget()
            game.bank.forget()
            game.played = 0
            game.enter(events.CLOSED)
    elif event == events.TABLE_OPEN:
        game.clear_round()
        game.enter(events.IDLE)
    return SCREEN | LIGHTS


def _deck_checked(game: "LetItRide", decks: int) -> None:
    """With two decks each of them is checked before the first round; `decks` has a bit for each."""
    game.decks_checked |= decks
    wanted = (1 << game.house.decks) - 1
    game.shoe.checked = game.decks_checked & wanted == wanted
    game.count_off = 0  # every card was seen since
    if game.shoe.checked and game.check_due == CHECK_DUE:
        game.check_due = 0  # 000 12.9.3


def _gather(game: "LetItRide") -> None:
    """Whatever lay about is among the cards again."""
    game.carried = 0


def apply_own(game: "LetItRide", event: int, arg: int, arg2: int, value: int) -> int:
    """Counts of the stub (000 3.8, 002 Dealer Procedures) and notices (000 6.5, 14.8)."""
    if event == ride.COUNTED:
        game.found += 1
        off = arg - game.shoe.left()
        game.count_off = min(COUNT_RIGHT + off, 255) if off else 0
        if game.has_stub():
            game.counted = True
            game.since_count = 0
    elif event == ride.NOTICE:
        topic = topics.WAGERS_RAISE_NOTICE_MIN
        if arg == ride.NOTICE_CLOSE:
            topic = topics.SETTLING_CLOSING_NOTICE_MIN
        game.notices.put_up(arg, value, max(arg2, game.pack.values[topic]))  # never less than the rules ask for
    elif event == ride.NOTICE_MINUTE:
        game.notices.shown(arg)
    else:
        game.notices.set_least(value, arg > 0)
    return SCREEN
