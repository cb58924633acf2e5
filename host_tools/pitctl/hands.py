"""Hands at a table's keys that read its display: a menu item is chosen as a dealer does it, by looking and pressing.

The menu (docs/derby.md) shows its items in lines 2 to 5, the chosen one inverted. CANCEL opens it, NO MORE BETS goes on
to the next item, CONFIRM takes the one that is inverted; questions of a step are answered the same way.
"""

from collections.abc import Callable

from pitctl.exceptions import TargetUnavailable
from pitctl.firmware import cards, ride_words, words
from pitctl.table_view import squeeze
from simulator.bench import Bench
from simulator.models.display_ocr import Image, inverted_lines, read_text

PRESS_MS = 80
REST_US = 220_000  # a second press of the same key within 250 ms of the first would be a double tap
LOOK_US = 10_000
DRAWN_US = (
    40_000  # a display that is the same after this is drawn to its end: eight pages take 25 ms
)
CHANGE_US = 1_000_000  # a display that has not changed by then does not change
READ_US = 600_000  # a menu that has opened by itself takes no key before (app/menu.py)
SLID_US = 500_000  # after the last card of a check, until the display has counted it
KEY_US = 150_000  # the supervisor's key is turned, and its contacts have come to rest
MOST_PRESSES = 60  # a place is one of many; a menu has come round long before
MOST_STEPS = 10  # of an opening
CLOSED, OPENED = ("CLOSED", "LAMP TEST"), "READY"  # titles of the display
_MENU_LINES = range(1, 6)


class NotDone(Exception):
    """The hands could not do it; the text says what the display offered instead."""


class Hands:
    """`now_us` and `run_for` are the clock of the table; the supervisor's key is on the same bench."""

    def __init__(
        self, bench: Bench, now_us: Callable[[], int], run_for: Callable[[int], None]
    ) -> None:
        self._bench = bench
        self._now_us = now_us
        self._run_for = run_for

    # -- eyes ---------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """What the display says, line by line, as the eye reads it."""
        return [" ".join(line.split()) for line in read_text(self._image())]

    def selected(self) -> str | None:
        """The item of the menu that would be taken now; None while no menu is open."""
        inverted = [line for line in inverted_lines(self._image()) if line in _MENU_LINES]
        return self.lines()[inverted[0]] if len(inverted) == 1 else None

    def _image(self) -> Image:
        if self._bench.display is None:
            raise TargetUnavailable("this board has no display")
        return self._bench.display.image()

    def shown(self) -> str:
        return " | ".join(line for line in self.lines() if line) or "nothing"

    # -- keys ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        end_ns = self._bench.dealer.press(key, PRESS_MS)
        self._run_for(max(0, end_ns // 1000 - self._now_us()) + REST_US)

    def supervisor_key(self, on: bool) -> None:
        """Turn the supervisor's key, or turn it back."""
        try:
            self._bench.dealer.turn_key(on)
        except KeyError:
            raise TargetUnavailable("this board has no supervisor's key") from None
        self._run_for(KEY_US)

    def _press_and_see(self, key: str) -> bool:
        """Press, and wait until the display has changed and is at rest; False if it does not change."""
        before = self._image()
        self.press(key)
        deadline_us = self._now_us() + CHANGE_US
        while (now := self._image()) == before:
            if self._now_us() >= deadline_us:
                return False
            self._run_for(LOOK_US)
        while self._now_us() < deadline_us:
            self._run_for(DRAWN_US)
            last, now = now, self._image()
            if now == last:
                break
        return True

    # -- the menu -----------------------------------------------------------------------------

    def choose(self, item: str) -> None:
        """Open the menu unless one is open, go to `item` and take it. Raises NotDone."""
        if self.selected() is not None:
            self._run_for(READ_US)
        elif not self._press_and_see("cancel") or self.selected() is None:
            raise NotDone(f"no menu opened; the display shows: {self.shown()}")
        offered: list[str] = []
        for _ in range(MOST_PRESSES):
            now = self.selected()
            if now is None:
                raise NotDone(f"the menu is gone; the display shows: {self.shown()}")
            if squeeze(now) == squeeze(item):
                if not self._press_and_see("confirm"):
                    raise NotDone(f'"{now}" was taken and nothing changed')
                return
            if now in offered:
                break
            offered.append(now)
            if not self._press_and_see("no_more_bets"):
                break
        items = ", ".join(f'"{name}"' for name in offered)
        raise NotDone(f'"{item}" is not offered; offered: {items}')

    # -- opening the table --------------------------------------------------------------------

    def open_table(
        self, tell: Callable[[str], None] = lambda _: None, slide: Callable[[str], None] | None = None
    ) -> None:
        """All that an opening needs, by keys: lamp test, pre-checked cards, shuffle, cut (001 6, 7). Raises NotDone.

        `tell` hears the words of each prompt that is answered. `slide` slides a card: where the rules know no
        pre-checked cards (002 Opening), the whole deck is checked by it.
        """
        if not self._is_closed():
            raise NotDone(f"the table is not closed; the display shows: {self.shown()}")
        self.supervisor_key(True)
        try:
            for _ in range(MOST_STEPS):
                tell(self.lines()[-2])
                if _asks_for_check(self.lines()):
                    self._check_cards(slide)
                elif not self._press_and_see("confirm"):
                    break
                if not self._is_closed():
                    break
        finally:
            self.supervisor_key(False)
        if OPENED not in self.lines():
            raise NotDone(f"the table did not open; the display shows: {self.shown()}")

    def _check_cards(self, slide: Callable[[str], None] | None) -> None:
        """Pre-checked cards, or a check: all are slid, then dealer and supervisor each say that they are right."""
        try:
            self.choose(_label("prechecked"))
            return
        except NotDone:
            if slide is None:
                raise
        self._press_and_see("cancel")
        self._press_and_see("confirm")
        for face in range(cards.CARDS):
            slide(cards.code(face))
        self._run_for(SLID_US)
        self.supervisor_key(False)
        self._press_and_see("confirm")
        self._press_and_see("confirm")
        self.supervisor_key(True)
        if not self._is_closed():  # the second person
            self._press_and_see("confirm")

    def _is_closed(self) -> bool:
        return any(title in self.lines() for title in CLOSED)


def _asks_for_check(lines: list[str]) -> bool:
    """The same prompt in the words of both games; a Let It Ride table names the deck."""
    prompts = [words.WORDS.prompt(words.P_CHECK)]
    prompts += [ride_words.WORDS.prompt(ride_words.P_CHECK, deck) for deck in (1, 2)]
    return any(first in lines and second in lines for _, first, second in prompts)


def _label(step: str) -> str:
    return words.WORDS.step(words.WORDS.step_index(step))[1]
