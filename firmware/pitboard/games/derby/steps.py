"""What dealer and supervisor are offered: the lawful next steps, the same on the display and over USB.

A step is an event with what is still to be asked for; its name, rule and words are in messages.toml, in this order.
"""

from micropython import const

from .. import events
from ..asks import AREA, CARD, PLACE, REASON, STAKE, TO, WAGER
from ..refusals import LAWFUL
from . import authority
from . import derby_events as derby
from .derby_refusals import NOTHING_HIDDEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derby import Derby, FollowUp

# Three bytes a step: event, argument, what it asks for. A tuple of numbers would stay in memory beside them.
_ROWS = bytes(
    [
        events.NEXT, 0, 0,
        events.BURN, 0, 0,
        events.DISMISS, 0, REASON,
        derby.REVEAL, 0, 0,
        derby.FACE_UP, 1, 0,
        derby.FACE_UP, 0, 0,
        events.ENTERED, 0, CARD | REASON,
        derby.SHOE_EMPTY, 0, 0,
        events.CONFIRM, 0, 0,
        events.CLOSE, 0, 0,
        derby.LIGHTS_AGAIN, 0, 0,
        derby.LIGHTS_OFF, 0, REASON,
        events.OPEN, 0, 0,
        events.NO_MORE_BETS, 0, 0,
        events.CANCEL, 0, 0,
        derby.REBUILD, 0, REASON,
        derby.MOVE, 0, PLACE | TO,
        derby.INSERT, 0, TO | CARD,
        derby.TAKE_OUT, derby.TAKEN_TWICE, PLACE,
        derby.TAKE_OUT, derby.TAKEN_BURNED, PLACE,
        derby.REPLACE, 0, PLACE | CARD,
        derby.REBUILT, 0, 0,
        events.VOID, 0, REASON,
        events.LAMP_TEST, 0, 0,
        events.LAMPS_SEEN, 1, 0,
        events.LAMPS_SEEN, 0, 0,
        events.CHECK, 0, 0,
        events.CHECKED, 0, 0,
        events.CHECK_YES, events.DEALER, 0,
        events.CHECK_YES, events.SUPERVISOR, 0,
        events.CHECK_END, 0, 0,
        events.PRECHECKED, 0, 0,
        events.SHUFFLED, 0, 0,
        events.CUT, 0, 0,
        events.EXPOSED, 0, 0,
        events.NEW_CARDS, 0, 0,
        events.TABLE_OPEN, 0, 0,
        events.TABLE_CLOSE, 0, 0,
        derby.WAGER, 0, AREA | STAKE,
        derby.WAGER_BACK, 0, WAGER,
        derby.WAGER_MOVED, 0, WAGER | AREA,
        derby.WAGER_HOME, 0, WAGER | REASON,
        derby.COLLECTED, 0, 0,
        derby.PAID, 0, AREA,
        derby.PAID, derby.ALL_AREAS, 0,
        events.DISMISS, events.SLID_BEFORE, REASON,
    ]
)  # fmt: skip
STEPS = const(46)

_ASKS_FOR_MORE = const(119)  # PLACE | TO | CARD | HOST_ONLY: judged when it is known


def event_of(step: int) -> int:
    return _ROWS[3 * step]


def _preset(step: int) -> int:
    return _ROWS[3 * step + 1]


def needs(step: int) -> int:
    return _ROWS[3 * step + 2]


def role_of(game: "Derby", step: int) -> int:
    return authority.role_for(event_of(step), _preset(step), game.shoe.decks, game.phase)


def arguments(game: "Derby", step: int, place: int, to: int, face: int) -> tuple[int, int]:
    """The two arguments of the step's event, with what was asked for."""
    event, preset = event_of(step), _preset(step)
    if event == events.OPEN:
        return game.shoe.decks, game.wanted_reveal
    if event == derby.TAKE_OUT:
        return place, preset
    if event == derby.MOVE:
        return place, to
    if event == derby.INSERT:
        return face, to
    if event == derby.REPLACE:
        return face, place
    if event == events.ENTERED:
        return face, game.place()
    return preset, 0


def fill(
    game: "Derby", step: int, place: int, to: int, face: int, reason: int
) -> "FollowUp | int":
    """The event of a step with all that it has (event, arg, arg2, value, reason), or the refusal if there is none."""
    event = event_of(step)
    if event == derby.REVEAL:
        return _shown_by_hand(game) or NOTHING_HIDDEN
    arg, arg2 = arguments(game, step, place, to, face)
    arg, value = game.opening.known(event, arg)
    return event, arg, arg2, value, reason


def _shown_by_hand(game: "Derby") -> "FollowUp | None":
    """A delay is not for people to shorten."""
    return None if game.reveal == derby.AFTER_DELAY else game.next_shown()


def most_places(game: "Derby", step: int) -> int:
    """The last place that the step may name."""
    return game.cards.total + (event_of(step) == derby.INSERT)


def place_words(_step: int, value: int) -> str:
    return "Card " + str(value)


def is_offered(game: "Derby", step: int, role: int, who: int = 0) -> bool:
    """Whether this person in this role may take the step now."""
    event = event_of(step)
    if game.allowed(event) != LAWFUL or role < role_of(game, step):
        return False
    if event == derby.REVEAL:
        return _shown_by_hand(game) is not None
    if event == events.ENTERED:
        return not game.hidden
    if event >= derby.WAGER and not _is_time_for(game, event):
        return False
    if needs(step) & PLACE and not game.cards.total:
        return False
    if needs(step) & _ASKS_FOR_MORE:
        return True
    arg, arg2 = arguments(game, step, 0, 0, 0)
    return game.judge(event, arg, arg2, 0, 0, who) == LAWFUL


def _is_time_for(game: "Derby", event: int) -> bool:
    """Steps about wagers, before it is known which one (5.2, 5.4, 5.7, 9.2)."""
    phase = game.phase
    if event in (derby.WAGER, derby.WAGER_MOVED):
        early = phase == events.BETTING or (phase == derby.RACING and event != derby.WAGER)
        return early and (event == derby.WAGER or game.wagers.count > 0)
    if not game.wagers.count:
        return False
    if event == derby.WAGER_BACK:
        return phase in (events.BETTING, derby.PAYING, events.VOIDED)
    if event == derby.WAGER_HOME:
        return derby.RACING <= phase <= derby.PAYING
    return phase == derby.PAYING
