"""The sequence put right by the supervisor (001 10.7, D10): cards moved, inserted, taken out, replaced.

Edits change the sequence only; when the supervisor is done, the race is run again over it. Cards that lie after the one
that now fixes third place do not count; they stay in the sequence in case of a second rebuild.
"""

from micropython import const

from . import events, refusals
from .cards import CARDS
from .effects import CUE_NOTICE, CUE_RESULT, LIGHTS, SCREEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derby import Derby

MAX_REBUILDS = const(4)  # in a round
MAX_EDITS = const(32)


def judge(game: "Derby", event: int, arg: int, arg2: int) -> int:
    cards = game.cards
    if event == events.REBUILT:
        return refusals.LAWFUL
    if event == events.REBUILD:
        if game.rebuilds >= MAX_REBUILDS:
            return refusals.TOO_MANY_EDITS
        if game.waiting.total:
            return refusals.REVEAL_FIRST
        return refusals.LAWFUL if cards.total or game.rack.total else refusals.NO_SUCH_PLACE
    if game.edits >= MAX_EDITS:
        return refusals.TOO_MANY_EDITS
    if event in (events.INSERT, events.REPLACE):
        most = cards.total + (event == events.INSERT)
        if arg >= CARDS:
            return refusals.NOT_A_CARD
        if not 1 <= arg2 <= most:
            return refusals.NO_SUCH_PLACE
        if most > cards.capacity:
            return refusals.SEQUENCE_FULL
        return refusals.LAWFUL if game.can_be_dealt(arg) else refusals.NOT_IN_SHOE
    if not 1 <= arg <= cards.total or (event == events.MOVE and not 1 <= arg2 <= cards.total):
        return refusals.NO_SUCH_PLACE
    if event == events.TAKE_OUT and arg2 not in (events.TAKEN_TWICE, events.TAKEN_BURNED):
        return refusals.NOT_AN_EVENT
    return refusals.LAWFUL


def apply(game: "Derby", event: int, arg: int, arg2: int) -> int:
    cards = game.cards
    shoe = game.shoe
    if event == events.REBUILT:
        return _finish(game)
    if event == events.REBUILD:
        game.rebuilds += 1
        game.enter(events.REBUILDING)
        return SCREEN | LIGHTS
    game.edits += 1
    if event == events.MOVE:
        cards.insert(arg2, cards.remove(arg))
    elif event == events.INSERT:
        game.drawn += 1
        game.deal_by_hand(arg)
        cards.insert(arg2, arg)
    elif event == events.REPLACE:
        shoe.give_back(cards.replace(arg2, arg))
        game.deal_by_hand(arg)
    else:
        card = cards.remove(arg)
        if arg2 == events.TAKEN_BURNED:
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
        game.enter(events.RACING)
        return CUE_NOTICE | SCREEN | LIGHTS
    game.enter(events.RESULT)
    over = game.cards.total > game.count
    game.outcome = events.LEFT_OVER if over else events.REBUILT_NOW
    return CUE_RESULT | SCREEN | LIGHTS
