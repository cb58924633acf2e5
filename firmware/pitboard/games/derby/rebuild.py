"""The sequence put right by the supervisor (001 10.7, D10): cards moved, inserted, taken out, replaced.

Edits change the sequence only; when the supervisor is done, the race is run again over it. Cards that lie after the one
that now fixes third place do not count; they stay in the sequence in case of a second rebuild.
"""

from micropython import const

from .. import refusals
from ..cards import CARDS
from ..effects import CUE_NOTICE, CUE_RESULT, LIGHTS, SCREEN
from . import derby_events as derby
from . import derby_refusals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derby import Derby

MAX_REBUILDS = const(4)  # in a round
MAX_EDITS = const(32)


def judge(game: "Derby", event: int, arg: int, arg2: int) -> int:
    cards = game.cards
    if event == derby.REBUILT:
        return refusals.LAWFUL
    if event == derby.REBUILD:
        if game.rebuilds >= MAX_REBUILDS:
            return derby_refusals.TOO_MANY_EDITS
        if game.waiting.total:
            return derby_refusals.REVEAL_FIRST
        return refusals.LAWFUL if cards.total or game.rack.total else derby_refusals.NO_SUCH_PLACE
    if game.edits >= MAX_EDITS:
        return derby_refusals.TOO_MANY_EDITS
    if event in (derby.INSERT, derby.REPLACE):
        most = cards.total + (event == derby.INSERT)
        if arg >= CARDS:
            return derby_refusals.NOT_A_CARD
        if not 1 <= arg2 <= most:
            return derby_refusals.NO_SUCH_PLACE
        if most > cards.capacity:
            return derby_refusals.SEQUENCE_FULL
        return refusals.LAWFUL if game.can_be_dealt(arg) else derby_refusals.NOT_IN_SHOE
    if not 1 <= arg <= cards.total or (event == derby.MOVE and not 1 <= arg2 <= cards.total):
        return derby_refusals.NO_SUCH_PLACE
    if event == derby.TAKE_OUT and arg2 not in (derby.TAKEN_TWICE, derby.TAKEN_BURNED):
        return refusals.NOT_AN_EVENT
    return refusals.LAWFUL


def apply(game: "Derby", event: int, arg: int, arg2: int) -> int:
    cards = game.cards
    shoe = game.shoe
    if event == derby.REBUILT:
        return _finish(game)
    if event == derby.REBUILD:
        game.rebuilds += 1
        game.enter(derby.REBUILDING)
        return SCREEN | LIGHTS
    game.edits += 1
    if event == derby.MOVE:
        cards.insert(arg2, cards.remove(arg))
    elif event == derby.INSERT:
        game.drawn += 1
        game.deal_by_hand(arg)
        cards.insert(arg2, arg)
    elif event == derby.REPLACE:
        shoe.give_back(cards.replace(arg2, arg))
        game.deal_by_hand(arg)
    else:
        card = cards.remove(arg)
        if arg2 == derby.TAKEN_BURNED:
            game.to_rack(card)  # 10.6: it stays out of the shoe
        else:
            shoe.give_back(card)
            game.drawn -= 1
    return SCREEN


def _finish(game: "Derby") -> int:
    before = game.race.result()
    game.recount()
    if game.race.result() != before:
        game.wagers.unsettle()  # 10.2; the same result stays settled as it is
    game.reconsider_held()
    if game.race.third < 0:
        game.use_carried()  # what came too late for the race is its next card now (10.5)
        game.enter(derby.RACING)
        return CUE_NOTICE | SCREEN | LIGHTS
    game.enter(derby.RESULT)
    over = game.cards.total > game.count
    game.outcome = derby.LEFT_OVER if over else derby.REBUILT_NOW
    return CUE_RESULT | SCREEN | LIGHTS
