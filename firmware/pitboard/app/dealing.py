"""Where an input becomes an event: a card, a failed passage or a key is judged, written down, then shown.

Order is the promise of the product: `Table.offer` returns only when the record is durable; lights, display and cue are
told afterwards.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const, kbd_intr

from pitboard.games import dealer_keys, effects, events, refusals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.table.table import Table

_CTRL_C = const(3)


class Dealing:
    """The table's one clerk. Every method is synchronous and short (one page program)."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.changed = asyncio.Event()  # lights and display look again
        self.cue = asyncio.Event()
        self.cue_kind = 0
        self.round_over = asyncio.Event()
        self._call_ms = ticks_ms()  # "No more bets", or the restart after it
        self.refusal = 0  # shown for a moment, not part of the state
        self.refused = 0  # refusals since boot

    def resume(self) -> None:
        """After a replay: show what the journal says."""
        self._guard_port()
        self.changed.set()

    def card(self, card: int, start_ms: int) -> None:
        """A good passage, begun at `start_ms`: one card, read once. It counts if it began after the call (8.1)."""
        game = self.table.game
        if game.phase == events.RACING and ticks_diff(start_ms, self._call_ms) < 0:
            self.irregular(events.EARLY_CARD)
            return
        refusal = self._offer(events.CARD, card, game.place())
        if refusal:
            self.irregular(dealer_keys.kind_of_refused(refusal))

    def irregular(self, kind: int) -> None:
        """Something that must never count as a card; named by its place."""
        refusal = self._offer(events.IRREGULARITY, kind, self.table.game.place())
        if refusal:
            self._refuse(refusal)

    def key(self, key: int) -> None:
        """A dealer key: what it means depends on the phase; the game says which event it is."""
        refusal = self._offer(dealer_keys.event_of(self.table.game, key))
        if refusal:
            self._refuse(refusal)

    def _refuse(self, refusal: int) -> None:
        self.refused += 1
        self.refusal = refusal
        self._signal(effects.CUE_NOTICE | effects.SCREEN)

    def _offer(self, event: int, arg: int = 0, arg2: int = 0) -> int:
        refusal = self.table.offer(event, arg, arg2)
        if not refusal:
            self.refusal = 0
            if event == events.NO_MORE_BETS:
                self._call_ms = ticks_ms()
            self._guard_port()
            self._signal(self.table.effects)
            if event in (events.CLOSE, events.CANCEL):
                self.round_over.set()
        return refusal

    def _guard_port(self) -> None:
        """Ctrl-C is off while a round is open, so that nobody stops a race from a terminal."""
        kbd_intr(_CTRL_C if self.table.game.phase == events.IDLE else -1)

    def _signal(self, what: int) -> None:
        if what & (effects.LIGHTS | effects.SCREEN):
            self.changed.set()
        cue = what & (effects.CUE_CARD | effects.CUE_NOTICE | effects.CUE_RESULT)
        if cue:
            self.cue_kind = cue
            self.cue.set()

    def refusal_words(self) -> "tuple[str, str, str] | None":
        """Rule and two lines for the refusal that is on show, if any."""
        return refusals.words(self.refusal) if self.refusal else None
