"""Where an input becomes an event: a card, a failed passage or a step is judged, written down, then shown.

Order is the promise of the product: `Table.offer` returns only when the record is durable; lights, display and cue are
told afterwards.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const, kbd_intr

from pitboard.app.kit import FOREIGN_CHECKED
from pitboard.games import effects, events
from pitboard.games.card_codes import FOREIGN_SET
from pitboard.games.opening import COMPLETE
from pitboard.games.sequence import FACE, NUMBER_SHIFT, OTHER_SET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Steps
    from pitboard.table.table import Table

_CTRL_C = const(3)
_HOUR_MS = const(3600000)
_ANY_CUE = const(7)  # effects.CUE_CARD | CUE_NOTICE | CUE_RESULT


class Dealing:
    """The table's one clerk. Every method is synchronous and short (a page program or two)."""

    def __init__(self, table: "Table", steps: "Steps") -> None:
        self.table = table
        self._steps = steps
        self.changed = asyncio.Event()  # lights and display look again
        self.cue = asyncio.Event()
        self.cue_kind = 0
        self.resting = asyncio.Event()  # a round or another piece of work has ended
        self.waiting = asyncio.Event()  # a card waits for the reveal point
        self.resend_lights = False
        self._call_ms = ticks_ms()  # "No more bets", or the restart after it
        # Shown for a moment, not part of the state: a refusal, -kind of a bad slide in a check, or FOREIGN_CHECKED.
        self.refusal = 0
        self.refused = 0  # such messages since boot
        self.happened = 0  # events since boot

    def resume(self) -> None:
        """After a replay: show what the journal says."""
        self._guard_port()
        self.changed.set()
        if self.table.game.hidden:
            self.waiting.set()

    # -- the slide --------------------------------------------------------------------------------

    def card(self, card: int, start_ms: int) -> None:
        """A good passage, begun at `start_ms`: one card, read once. It counts if it began after the call (8.1)."""
        game = self.table.game
        if self._is_counting():
            self._checked_card(card)
            return
        if card == FOREIGN_SET:
            card = OTHER_SET
        before_call = -_HOUR_MS < ticks_diff(start_ms, self._call_ms) < 0  # a call of last week looks like one to come
        event, why = game.route(card, before_call)
        if event == events.IRREGULARITY:
            self.irregular(why)
            return
        refusal = self._offer(event, card & FACE, game.place(), card >> NUMBER_SHIFT, why)
        if refusal:
            self.refuse(refusal)

    def irregular(self, kind: int) -> None:
        """Something that must never count as a card; named by its place."""
        game = self.table.game
        if game.phase == events.CHECKING and kind <= events.UNKNOWN_CODE:
            if self._is_counting():
                game.opening.check.unreadable()
                self.refuse(-kind)
                return
            kind = events.NOT_NOW  # not to be slid again: the check has ended
        refusal = self._offer(events.IRREGULARITY, kind, game.place())
        if refusal:
            self.refuse(refusal)

    def _is_counting(self) -> bool:
        """The check of the cards takes what is slid, until it is complete."""
        game = self.table.game
        return game.phase == events.CHECKING and game.opening.check_state != COMPLETE

    def _checked_card(self, card: int) -> None:
        """The check of the cards counts in memory; only its end is written down."""
        check = self.table.game.opening.check
        foreign, seen = check.foreign_count, check.seen
        if card == FOREIGN_SET:
            check.foreign()
        else:
            check.card(card)
        if check.foreign_count > foreign:
            self.refuse(FOREIGN_CHECKED)
        elif check.seen == seen:
            self.refuse(-events.REPEAT)
        else:
            self.refusal = 0
            self._signal(effects.CUE_CARD | effects.SCREEN)

    # -- steps ------------------------------------------------------------------------------------

    def take_step(
        self, step: int, place: int, to: int, face: int, reason: int, role: int, who: int
    ) -> int:
        """A step of dealer or supervisor (the game's steps.py); 0 or a refusal."""
        what = self._steps.fill(self.table.game, step, place, to, face, reason)
        if isinstance(what, int):
            return what
        return self._offer(*(what + (role, who)))

    def offer(
        self, event: int, arg: int, arg2: int, value: int, reason: int, role: int, who: int
    ) -> int:
        """An event that no key stands for: from the host, or because its time has come; 0 or a refusal."""
        return self._offer(event, arg, arg2, value, reason, role, who)

    def refuse(self, refusal: int) -> None:
        """Tell the dealer for a moment why nothing was done."""
        self.refused += 1
        self.refusal = refusal
        self._signal(effects.CUE_NOTICE | effects.SCREEN)

    def look(self) -> None:
        """Something that the display shows has changed besides the table's state."""
        self.changed.set()

    def _offer(
        self,
        event: int,
        arg: int = 0,
        arg2: int = 0,
        value: int = 0,
        reason: int = 0,
        role: int = events.DEALER,
        who: int = 0,
    ) -> int:
        table = self.table
        refusal = table.offer(event, arg, arg2, value, reason, role, who)
        if not refusal:
            self.refusal = 0
            self.happened += 1
            if event == events.NO_MORE_BETS:
                self._call_ms = ticks_ms()
            self._guard_port()
            self._signal(table.effects)
            if table.game.hidden:
                self.waiting.set()
            if table.game.is_between_rounds():
                self.resting.set()
        return refusal

    def _guard_port(self) -> None:
        """Ctrl-C is off while a round is open, so that nobody stops a race from a terminal."""
        kbd_intr(_CTRL_C if self.table.game.is_between_rounds() else -1)

    def _signal(self, what: int) -> None:
        if what & effects.LIGHTS_RESENT:
            self.resend_lights = True
        if what & (effects.LIGHTS | effects.SCREEN):
            self.changed.set()
        cue = what & _ANY_CUE
        if cue:
            self.cue_kind = cue
            self.cue.set()
