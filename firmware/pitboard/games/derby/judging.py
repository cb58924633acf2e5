"""What may happen now at a Derby table, and why not: the lawful order first, then each event. Changes nothing."""

from micropython import const

from .. import events, refusals
from ..cards import CARDS
from ..sequence import FACE, OTHER_SET, token
from . import derby_events as derby
from . import derby_refusals, order, rebuild
from .dealt import MAX_WAITING, is_of_other_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derby import Derby

MAX_IRREGULARITIES = const(64)  # in a round
MAX_FOUND = const(16)  # by people


def allowed(game: "Derby", event: int) -> int:
    """LAWFUL if the phase and a held card let such an event happen, whatever its arguments."""
    refusal = order.refusal(event, game.phase)
    if not refusal and game.held and order.waits_for_held(event, game.phase):
        return derby_refusals.DECIDE_FIRST
    return refusal


def judge(game: "Derby", event: int, arg: int, arg2: int, value: int, reason: int, who: int) -> int:
    """LAWFUL, or the refusal code of an event that may not happen now."""
    refusal = allowed(game, event)
    if refusal:
        return refusal
    if event >= derby.WAGER:
        return game.wagers.judge(event, arg, arg2, value, reason, game.phase, game.race.result())
    if event >= derby.REBUILD:
        return rebuild.judge(game, event, arg, arg2)
    if events.LAMP_TEST <= event <= events.TABLE_OPEN:
        return game.opening.judge(event, arg, who)
    if event in (events.CARD, events.ENTERED):
        if game.waiting.total:
            return derby_refusals.REVEAL_FIRST
        return game.judge_card(token(arg, value), event == events.ENTERED)
    if event == events.DRAWN:
        return game.judge_drawn(token(arg, value))
    if event == derby.REVEAL:
        return game.judge_reveal(token(arg, value))
    if event == derby.ASIDE:
        shown = game.next_shown()
        same = shown is not None and shown == (event, arg, arg2, value, reason)
        return refusals.LAWFUL if same else derby_refusals.NOTHING_HIDDEN
    if event == events.HOLD:
        known = (arg < CARDS or arg == OTHER_SET) and events.EARLY <= reason <= events.FOREIGN
        return game.judge_hold() if known else derby_refusals.NOT_A_CARD
    if events.NEXT <= event <= events.DISMISS:
        return game.judge_decision(event, arg)
    if event in (derby.LIGHTS_AGAIN, derby.LIGHTS_OFF) and game.lights_off:
        return derby_refusals.NOTHING_LIT  # dark for this round (10.1)
    if event == events.IRREGULARITY:
        if not events.MISSCAN <= arg <= events.RECORD_LOST:
            return refusals.NOT_AN_EVENT
        return refusals.TOO_MANY if game.irregularities >= MAX_IRREGULARITIES else 0
    if event in (derby.FACE_UP, derby.LIGHTS_AGAIN, derby.SHOE_EMPTY):
        return _judge_found(game, event, arg)
    if event == events.OPEN:
        if arg != game.shoe.decks or arg2 > derby.BY_KEY:
            return refusals.NOT_AN_EVENT
        return game.opening.shoe_refusal()
    if event == events.CLOSE:
        return game.wagers.may_close(game.phase)
    return refusals.LAWFUL


def _judge_found(game: "Derby", event: int, arg: int) -> int:
    """What dealer or supervisor found: bad slides may not use up its room."""
    if event == derby.FACE_UP:
        if arg and not game.may_burn_first():
            return derby_refusals.NOT_FIRST
        if not arg and not game.drawn:
            return derby_refusals.NO_SUCH_PLACE
    return refusals.TOO_MANY if game.found >= MAX_FOUND else refusals.LAWFUL


def route(game: "Derby", card: int, before_call: bool) -> tuple[int, int]:
    """What a card that was slid now becomes: (CARD or DRAWN, 0), (HOLD, why) or (IRREGULARITY, kind)."""
    phase = game.phase
    if game.held or phase in (events.CLOSED, events.CHECKING, derby.REBUILDING):
        return events.IRREGULARITY, events.NOT_NOW
    if phase == events.IDLE and not game.shoe.ready():
        return events.IRREGULARITY, events.NOT_NOW  # a card that is gathered or shuffled
    if game.has_come(card):
        return events.IRREGULARITY, events.REPEAT
    out_of_turn = phase != derby.RACING or before_call
    at_once = game.reveal == derby.AT_ONCE or is_of_other_set(card)
    if at_once and not out_of_turn and game.was_entered(card):
        return events.IRREGULARITY, events.REPEAT  # another one of that face is entered by hand too
    if (out_of_turn or at_once) and not game.shoe.holds(card):
        if phase >= derby.RESULT and game.cards.place_of(card & FACE):
            return events.IRREGULARITY, events.REPEAT  # picked up from the table
        return events.HOLD, events.FOREIGN
    if out_of_turn:
        late = derby.RESULT <= phase <= events.VOIDED
        return events.HOLD, events.LATE if late else events.EARLY
    if game.waiting.total >= MAX_WAITING:
        return events.IRREGULARITY, events.NOT_NOW
    return (events.CARD if at_once else events.DRAWN), 0
