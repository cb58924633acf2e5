"""The menu as the dealer reads it: title, four items with the chosen one inverted, its rule, and what the keys do.

Words are read from flash, 3 ms each on a chip, so other tasks have their turn after each item. What is drawn may then
be out of date; whoever changed it has said so (`Dealing.changed`), and it is drawn anew.
"""

import asyncio

from micropython import const

from pitboard.app import prompts, screen_parts
from pitboard.games import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.app.kit import Kit
    from pitboard.app.menu import Menu
    from pitboard.interfaces import Game
    from pitboard.interfaces import Surface as Canvas

_ROWS = const(4)
_RULE = const(7)  # characters of a rule that fit beside the rest
_FIRST_PAGE = const(2)


async def draw(
    canvas: "Canvas", game: "Game", menu: "Menu", table: str, refusal: int, kit: "Kit"
) -> None:
    words = kit.words
    screen_parts.head(canvas, table, game.round_no)
    said = kit.guide.message(game, refusal)
    if said is not None and len(said[0]) <= _RULE:
        canvas.centred(0, said[0])
    if menu.asking >= 0:
        _question(canvas, menu, kit)
        return
    items = menu.items()
    if not items and said is not None:
        await kit.screens.draw(canvas, game, table, "", refusal)  # a held card that waits for the supervisor
        return
    _, title, keys = words.prompt(prompts.P_MENU)
    canvas.text(0, 1, said[1] if said else title)
    if not items:
        _, first, second = words.prompt(prompts.P_MENU_EMPTY)
        canvas.text(0, 6, first)
        canvas.text(0, 7, second)
        return
    chosen = menu.position(items)
    top = max(0, min(chosen - 1, len(items) - _ROWS))
    for row in range(min(_ROWS, len(items))):
        step = items[top + row]
        rule, label = words.step(step)
        canvas.text(0, _FIRST_PAGE + row, label)
        if top + row == chosen:
            canvas.invert(_FIRST_PAGE + row)
            canvas.text(0, 6, rule[:_RULE] + " " + events.ROLE_NAMES[kit.steps.role_of(game, step)])
        await asyncio.sleep_ms(0)
    canvas.right(6, str(chosen + 1) + "/" + str(len(items)))
    canvas.text(0, 7, keys)


def _question(canvas: "Canvas", menu: "Menu", kit: "Kit") -> None:
    canvas.text(0, 1, menu.title())
    canvas.centred(3, menu.answer())
    canvas.invert(3)
    _, first, second = kit.words.prompt(menu.question())
    canvas.text(0, 6, first)
    canvas.text(0, 7, second)
