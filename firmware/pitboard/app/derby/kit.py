"""Builds what a Derby table has of its own. Asked by composition.py only, and forgotten with it (main.py)."""

from pitboard import version
from pitboard.app.derby import guide, host, screens
from pitboard.app.derby.words import WORDS
from pitboard.app.kit import Kit
from pitboard.games import events
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import steps
from pitboard.games.derby.derby import Derby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from pitboard.app.dealing import Dealing
    from pitboard.app.output_task import Outputs


def make_game(chosen: "dict[str, Any]") -> Derby:
    limits = chosen["limits"]
    card_set = chosen["set"]
    return Derby(
        chosen["decks"],
        events.SOURCE_NAMES.index(chosen["cards_from"]),
        derby.REVEAL_NAMES.index(chosen["reveal"]),
        card_set["serial"] if card_set else 0,
        _limits(limits) if limits else None,
        chosen["history"],
    )


def _limits(limits: "dict[str, int]") -> "tuple[int, int, int, int, int]":
    """In the order that the game takes them."""
    return (
        limits["min"],
        limits["colour"],
        limits["suit"],
        limits["quinella"],
        limits["trifecta"],
    )


def make_kit(_game: Derby) -> Kit:
    return Kit(steps, WORDS, guide, screens, host, host.view, "10.1", version.RULES)


def use_colour(_game: Derby, kit: Kit) -> None:
    from pitboard.app.derby import colour_screens

    kit.screens = colour_screens


def handlers(game: Derby) -> "dict[str, Callable[[dict[str, Any]], Any]]":
    return {"wagers": host.WagerList(game).page}


def tasks(
    game: Derby, _kit: Kit, dealing: "Dealing", _outputs: "Outputs", chosen: "dict[str, Any]"
) -> "list[tuple[str, Coroutine[Any, Any, None]]]":
    """The round that was open before a restart keeps its reveal point, whatever the settings say now."""
    if chosen["reveal"] != "delay" and game.reveal != derby.AFTER_DELAY:
        return []
    from pitboard.app.derby.reveal_task import RevealTimer

    return [("reveal", RevealTimer(game, dealing, chosen["reveal_ms"]).run())]
