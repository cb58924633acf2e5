"""What dealer and supervisor are offered: the lawful next steps, the same on the display and over USB.

A step is an event with what is still to be asked for; its name, rule and words are in messages.toml, in this order.
"""

from micropython import const

from . import authority, events
from .refusals import LAWFUL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derby import Derby

# What a step asks for.
PLACE = const(1)  # a card of the sequence
TO = const(2)  # another place
CARD = const(4)  # a face
REASON = const(8)
AREA = const(16)  # from here on what only a host can say
STAKE = const(32)  # and whose it is
WAGER = const(64)
HOST_ONLY = const(112)

# Three bytes a step: event, argument, what it asks for. A tuple of numbers would stay in memory beside them.
_ROWS = bytes(
    [
        events.NEXT, 0, 0,
        events.BURN, 0, 0,
        events.DISMISS, 0, REASON,
        events.REVEAL, 0, 0,
        events.FACE_UP, 1, 0,
        events.FACE_UP, 0, 0,
        events.ENTERED, 0, CARD | REASON,
        events.SHOE_EMPTY, 0, 0,
        events.CONFIRM, 0, 0,
        events.CLOSE, 0, 0,
        events.LIGHTS_AGAIN, 0, 0,
        events.LIGHTS_OFF, 0, REASON,
        events.OPEN, 0, 0,
        events.NO_MORE_BETS, 0, 0,
        events.CANCEL, 0, 0,
        events.REBUILD, 0, REASON,
        events.MOVE, 0, PLACE | TO,
        events.INSERT, 0, TO | CARD,
        events.TAKE_OUT, events.TAKEN_TWICE, PLACE,
        events.TAKE_OUT, events.TAKEN_BURNED, PLACE,
        events.REPLACE, 0, PLACE | CARD,
        events.REBUILT, 0, 0,
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
        events.WAGER, 0, AREA | STAKE,
        events.WAGER_BACK, 0, WAGER,
        events.WAGER_MOVED, 0, WAGER | AREA,
        events.WAGER_HOME, 0, WAGER | REASON,
        events.COLLECTED, 0, 0,
        events.PAID, 0, AREA,
        events.PAID, events.ALL_AREAS, 0,
        events.DISMISS, events.SLID_BEFORE, REASON,
    ]
)  # fmt: skip
STEPS = const(46)

# Those that a key stands for (app/guide.py).
REVEAL = const(3)
CONFIRM = const(8)
CLOSE = const(9)
OPEN = const(12)
NO_MORE_BETS = const(13)
LAMP_TEST = const(23)
LAMPS_GOOD = const(24)
CHECK = const(26)
CHECKED = const(27)
CHECK_DEALER = const(28)
CHECK_SUPER = const(29)
CHECK_END = const(30)
SHUFFLED = const(32)
CUT = const(33)
TABLE_OPEN = const(36)

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
    if event == events.TAKE_OUT:
        return place, preset
    if event == events.MOVE:
        return place, to
    if event == events.INSERT:
        return face, to
    if event == events.REPLACE:
        return face, place
    if event == events.ENTERED:
        return face, game.place()
    return preset, 0


def is_offered(game: "Derby", step: int, role: int, who: int = 0) -> bool:
    """Whether this person in this role may take the step now."""
    event = event_of(step)
    if game.allowed(event) != LAWFUL or role < role_of(game, step):
        return False
    if event == events.REVEAL:
        return game.next_shown() is not None and game.reveal != events.AFTER_DELAY
    if event == events.ENTERED:
        return not game.hidden
    if event >= events.WAGER and not _is_time_for(game, event):
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
    if event in (events.WAGER, events.WAGER_MOVED):
        early = phase == events.BETTING or (phase == events.RACING and event != events.WAGER)
        return early and (event == events.WAGER or game.wagers.count > 0)
    if not game.wagers.count:
        return False
    if event == events.WAGER_BACK:
        return phase in (events.BETTING, events.PAYING, events.VOIDED)
    if event == events.WAGER_HOME:
        return events.RACING <= phase <= events.PAYING
    return phase == events.PAYING
