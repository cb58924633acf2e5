"""A dealer's place without hardware: table, clerk, menu and display memory, with hands on keys and scanner."""

from copy import deepcopy
from typing import Any

from pitboard.app import menu_screen
from pitboard.app.authoriser import Authoriser
from pitboard.app.canvas import Canvas
from pitboard.app.dealing import Dealing
from pitboard.app.derby import screens
from pitboard.app.derby.kit import make_kit
from pitboard.app.menu import GUARD_MS, KEY_CANCEL, KEY_CONFIRM, KEY_NO_MORE_BETS, Menu
from pitboard.games import cards, events
from pitboard.games.derby.derby import Derby
from pitboard.games.sequence import token
from pitboard.table.journal import Journal
from pitboard.table.table import Table
from simulator.models.ocr import inverted_lines, read_text
from tests.unit.app import clock
from tests.unit.table.nor_medium import NorMedium

KEYS = {"nmb": KEY_NO_MORE_BETS, "confirm": KEY_CONFIRM, "cancel": KEY_CANCEL}
SUPERVISOR = 1  # the person whom the key stands for


class Key:
    """The supervisor's key switch as a provider."""

    def __init__(self) -> None:
        self.turned = False

    def grant(self) -> tuple[int, int]:
        return (events.SUPERVISOR, SUPERVISOR) if self.turned else (0, 0)

    def used(self) -> None:
        pass

    def end(self) -> None:
        pass


class Desk:
    def __init__(self, medium: NorMedium | None = None, **settings: Any) -> None:
        self.medium = medium or NorMedium()
        self.settings = settings
        self.game = Derby(**settings)
        self.table = Table(self.game, Journal(self.medium, 12, True), lambda: 0)
        self.table.recover()
        self.kit = make_kit(self.game)
        self.dealing = Dealing(self.table, self.kit.steps)
        self.key = Key()
        no_pins: Any = Key()
        self.authoriser = Authoriser(no_pins, (self.key,))
        self.menu = Menu(self.dealing, self.authoriser, self.kit)
        self.canvas = Canvas()

    def restarted(self) -> "Desk":
        """The same table switched off and on, on a copy of its flash: this one goes on."""
        return Desk(deepcopy(self.medium), **self.settings)

    # -- hands --------------------------------------------------------------------------------

    def press(self, *keys: str) -> "Desk":
        """Unhurried: whoever presses has read the display."""
        for key in keys:
            self.look()
            clock.advance(GUARD_MS)
            self.tap(key)
        return self

    def tap(self, key: str) -> "Desk":
        """A key at this very moment."""
        clock.run(self.menu.key(KEYS[key]))
        return self

    def look(self) -> bool:
        """What the display is about to show: the menu?"""
        assert clock.run(self.menu.catch_up())
        return self.menu.is_open()

    def slide(self, codes: str, start_ms: int = 1 << 40, number: int = 0) -> "Desk":
        for code in codes.split():
            face = cards.parse(code.encode())
            self.dealing.card(token(face, number) if face >= 0 else face, start_ms)
        return self

    def show_next(self) -> "Desk":
        """The oldest waiting card shows, as the timer of a delay does it."""
        shown = self.game.next_shown()
        assert shown is not None and not self.dealing.offer(*shown, events.DEALER, 0)
        return self

    def choose(self, words: str) -> "Desk":
        """Look and press, as a dealer does."""
        if not self.look():
            self.press("cancel")
        for _ in range(60):
            if self.selected() == words:
                return self.press("confirm")
            self.press("nmb")
        raise AssertionError(f"{words!r} is not offered: {self.screen()}")

    def supervise(self, *choices: str) -> "Desk":
        """With the key turned."""
        self.key.turned = True
        for words in choices:
            self.choose(words)
        self.key.turned = False
        return self

    def open_table(self) -> "Desk":
        self.key.turned = True
        self.press("confirm", "confirm").choose("Cards are pre-checked")
        while self.game.phase == events.CLOSED:
            self.press("confirm")
        self.key.turned = False
        return self

    def start(self) -> "Desk":
        """The ordinary steps up to the call."""
        self.key.turned = True
        while self.game.phase != events.BETTING:
            self.press("confirm")
        self.key.turned = False
        return self.press("nmb")

    # -- eyes ---------------------------------------------------------------------------------

    def image(self) -> list[list[bool]]:
        """What the display is told to show now."""
        refusal = self.dealing.refusal
        if self.look():
            clock.run(menu_screen.draw(self.canvas, self.game, self.menu, "Derby 1", refusal, self.kit))
        else:
            clock.run(screens.draw(self.canvas, self.game, "Derby 1", "", refusal))
        return image_of(self.canvas)

    def screen(self) -> list[str]:
        return read_text(self.image())

    def selected(self) -> str:
        lines = [line for line in inverted_lines(self.image()) if 2 <= line <= 5]
        return self.screen()[lines[0]].strip() if lines else ""

    def items(self) -> list[str]:
        """All that the open menu lists, in its order."""
        found: list[str] = []
        while self.selected() not in found:
            found.append(self.selected())
            self.press("nmb")
        while self.selected() != found[0]:
            self.press("nmb")
        return found


def image_of(canvas: Canvas) -> list[list[bool]]:
    rows: list[list[bool]] = []
    for y in range(64):
        page = canvas.page(y // 8)
        rows.append([bool(page[x] >> (y % 8) & 1) for x in range(128)])
    return rows
