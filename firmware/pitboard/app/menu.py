"""The menu on the dealer's display: lawful steps, one key to go on, one to choose, one to go back.

What a step still asks for (a place, a card, a reason) is asked in the same way. Nothing here is state of the table: the
menu goes away when something happens that it is about, and a step counts only when the table has taken it.

To judge every step takes 50 ms on a chip. So it is done a few at a time (`catch_up`), and other tasks have their turns
meanwhile; whatever happens then begins it anew. Keys and display ask for what was found.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from pitboard.app import prompts
from pitboard.app.kit import NO_STEP
from pitboard.games import asks, cards, events
from pitboard.games.refusals import NEEDS_SUPERVISOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.authoriser import Authoriser
    from pitboard.app.dealing import Dealing
    from pitboard.app.kit import Kit

KEY_NO_MORE_BETS = const(0)
KEY_CONFIRM = const(1)
KEY_CANCEL = const(2)
# A key so soon after the menu came or went by itself was meant for what was there before.
GUARD_MS = const(600)

# What is asked for, in this order.
_ASKS = (asks.PLACE, asks.TO, asks.CARD, asks.CARD, asks.REASON)
_QUESTIONS = (
    prompts.P_ASK_PLACE,
    prompts.P_ASK_TO,
    prompts.P_ASK_CARD,
    prompts.P_ASK_CARD,
    prompts.P_ASK_REASON,
)
_RANK = const(2)  # a card is asked for in two halves
_SUIT = const(3)
_REASON = const(4)
_LIST = const(-1)
_NONE = const(-1)
_TURN_MS = const(4)  # so long steps are judged before others have their turn
_TRIES = const(8)  # so often something may happen while a key waits for its menu; then it meant something else


class Menu:
    """Takes the keys; draws nothing (app/menu_screen.py does)."""

    def __init__(self, dealing: "Dealing", authoriser: "Authoriser", kit: "Kit") -> None:
        self._dealing = dealing
        self._kit = kit
        self._authoriser = authoriser
        self._open = False  # by a key
        self._held = False  # by a held card
        self._seen = 0  # events that had happened when it was last looked at
        self._lawful = b""  # steps that a supervisor may take, found when it was open last
        self._about: list[int] = []  # how the table stood then, while it is open
        self._deaf = False
        self._deaf_ms = 0
        self.asking = _LIST
        self._step = _NONE  # the chosen one
        self._answers = [0, 0, 0, 0, 0]

    def is_open(self) -> bool:
        """A held card opens it by itself: its decision comes before all else (10.5, 10.6)."""
        return self._open or self._kit.guide.asks_about_held(self._dealing.table.game)

    async def catch_up(self) -> bool:
        """Find what may be chosen now, if there is a choice; False if something has happened on the way.

        Only what changes the choice closes the menu: not a wager, a bad slide, a notice.
        """
        dealing = self._dealing
        held = self._kit.guide.asks_about_held(dealing.table.game)
        if held == self._held and not (held or self._open):
            self._seen = dealing.happened
            return True
        if not await self._find():
            return False
        if dealing.happened == self._seen:
            return True
        self._seen = dealing.happened
        about = self._stands()
        if about != self._about:
            self._about = about
            self._held = held
            self.close()
            self._deaf = True
            self._deaf_ms = ticks_ms()
        return True

    async def _find(self) -> bool:
        dealing = self._dealing
        game = dealing.table.game
        steps = self._kit.steps
        happened = dealing.happened
        found = b""
        begun = ticks_ms()
        for step in range(steps.STEPS):
            if not steps.needs(step) & asks.HOST_ONLY and steps.is_offered(game, step, events.SUPERVISOR):
                found += bytes((step,))
            if ticks_diff(ticks_ms(), begun) >= _TURN_MS or step == steps.STEPS - 1:
                await asyncio.sleep_ms(0)
                if dealing.happened != happened:
                    return False
                begun = ticks_ms()
        self._lawful = found
        return True

    def _stands(self) -> "list[int]":
        """All that a choice depends on; whose key is turned is no part of it."""
        return self._kit.guide.stands(self._dealing.table.game) + list(self._lawful)

    def close(self) -> None:
        self._open = False
        self._step = _NONE
        self.asking = _LIST

    def items(self) -> "list[int]":
        """Steps that whoever is at the keys may take now."""
        game = self._dealing.table.game
        role = self._authoriser.at_table()[0]
        return [step for step in self._lawful if self._kit.steps.role_of(game, step) <= role]

    def position(self, items: "list[int]") -> int:
        """Where the chosen step is in the list; -1 if it went with the key. The first one is chosen by itself."""
        if self._step == _NONE and items:
            self._step = items[0]
        return items.index(self._step) if self._step in items else _NONE

    def title(self) -> str:
        """The step that asks."""
        return self._kit.words.step(self._step)[1]

    def question(self) -> int:
        """The prompt of what is asked."""
        return _QUESTIONS[self.asking]

    def answer(self) -> str:
        """The value on offer for what is asked."""
        value = self._answers[self.asking]
        if self.asking == _RANK:
            return cards.RANK_CODES[value]
        if self.asking == _SUIT:
            return cards.SUIT_NAMES[value]
        if self.asking == _REASON:
            return self._kit.words.reason(value)
        return self._kit.steps.place_words(self._step, value)

    # -- keys -------------------------------------------------------------------------------------

    async def key(self, key: int) -> None:
        """A dealer key: in the menu if it is open, else the ordinary step of the phase."""
        for _ in range(_TRIES):
            if await self.catch_up() and await self._take(key):
                return

    async def _take(self, key: int) -> bool:
        """False if something has happened on the way."""
        dealing = self._dealing
        is_open = self.is_open()
        if self._deaf:
            self._deaf = 0 <= ticks_diff(ticks_ms(), self._deaf_ms) < GUARD_MS
            if self._deaf:
                return True
        if is_open:
            self._key_in_menu(key)
            dealing.look()
        elif key == KEY_NO_MORE_BETS:
            self._act(self._kit.guide.call_step(dealing.table.game))
        else:
            step = NO_STEP
            if key == KEY_CONFIRM:
                step = self._kit.guide.next_step(dealing.table.game)
            if step != NO_STEP:
                self._act(step)
            elif await self._find():
                self._open = True
                self._about = self._stands()
                dealing.look()
            else:
                return False
        return True

    def _key_in_menu(self, key: int) -> None:
        if key == KEY_CANCEL:
            if self.asking != _LIST:
                self.asking = _LIST
            else:
                self.close()
            return
        if self.asking != _LIST:
            if key == KEY_CONFIRM:
                self._ask(self.asking + 1)
            else:
                self._next_answer()
            return
        items = self.items()
        at = self.position(items)
        if key == KEY_NO_MORE_BETS and items:
            self._step = items[(at + 1) % len(items)]
        elif at >= 0:
            self._ask(0)
        else:
            self._gone()

    def _gone(self) -> None:
        """Nothing to choose, or no more: never another step in its stead."""
        step = self._step
        self.close()
        if step != _NONE:
            role, _ = self._authoriser.at_table()
            if role < self._kit.steps.role_of(self._dealing.table.game, step):
                self._dealing.refuse(NEEDS_SUPERVISOR)

    def _ask(self, ask: int) -> None:
        """The next thing that the step needs; when there is none left, the step itself."""
        needs = self._kit.steps.needs(self._step)
        while ask < len(_ASKS):
            if needs & _ASKS[ask]:
                self.asking = ask
                self._answers[ask] = self._first_answer(ask)
                return
            ask += 1
        rank, suit = self._answers[_RANK], self._answers[_SUIT]
        reason = self._answers[_REASON] if needs & asks.REASON else 0
        step, place, to = self._step, self._answers[0], self._answers[1]
        self.close()
        self._act(step, place, to, suit * cards.RANKS + rank, reason)

    def _first_answer(self, ask: int) -> int:
        """The newest card comes first: it is mostly the one that is meant."""
        return self._most(ask) if ask < _RANK else int(ask == _REASON)

    def _most(self, ask: int) -> int:
        if ask == _RANK:
            return cards.RANKS - 1
        if ask == _SUIT:
            return 3
        if ask == _REASON:
            return len(events.REASON_NAMES) - 1
        return self._kit.steps.most_places(self._dealing.table.game, self._step)

    def _next_answer(self) -> None:
        ask = self.asking
        value = self._answers[ask]
        if ask < _RANK:  # places: back from the newest
            value = value - 1 if value > 1 else self._most(ask)
        else:
            least = int(ask == _REASON)
            value = value + 1 if value < self._most(ask) else least
        self._answers[ask] = value

    def _act(self, step: int, place: int = 0, to: int = 0, face: int = 0, reason: int = 0) -> None:
        role, who = self._authoriser.at_table()
        dealing = self._dealing
        refusal = dealing.take_step(step, place, to, face, reason, role, who)
        if refusal:
            dealing.refuse(refusal)
            return
        self._authoriser.used(True)
        self._held = False  # what its own step does is no surprise, unless it is another held card
        self._about = []
        if self._kit.steps.event_of(step) == events.TABLE_CLOSE:
            self._authoriser.end()
