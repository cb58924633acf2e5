"""Builds what a Let It Ride table has of its own. Asked by composition.py only, and forgotten with it (main.py)."""

from pitboard.app.hand_file import open_tables
from pitboard.app.kit import Kit
from pitboard.app.let_it_ride import host
from pitboard.app.let_it_ride.guide import Guide
from pitboard.app.let_it_ride.notice_task import NoticeClock
from pitboard.app.let_it_ride.pack_words import PackWords
from pitboard.app.let_it_ride.record_view import view
from pitboard.app.let_it_ride.screens import Screens
from pitboard.games.let_it_ride import steps
from pitboard.games.let_it_ride.house import House
from pitboard.games.let_it_ride.let_it_ride import LetItRide
from pitboard.games.let_it_ride.pack import CARDS_SOURCES, Pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from pitboard.app.dealing import Dealing
    from pitboard.app.let_it_ride.bet_task import BetSensors
    from pitboard.app.output_task import Outputs
    from pitboard.interfaces import Flag


def make_game(chosen: "dict[str, Any]") -> LetItRide:
    """The pack as it was read needs no room in memory any more once the game has it."""
    card_set = chosen["set"]
    pack = Pack(chosen.pop("pack"))
    serial = card_set["serial"] if card_set else 0
    open_tables().close()  # a board whose tables are damaged does not start
    return LetItRide(pack, House(chosen["house"]), serial, open_tables)


def make_kit(game: LetItRide) -> Kit:
    words = PackWords(game.pack, game)
    guide = Guide(words)
    rule = game.pack.rule(CARDS_SOURCES)
    return Kit(steps, words, guide, Screens(guide), host, view, rule, game.pack.document)


def use_colour(_game: LetItRide, kit: Kit) -> None:
    from pitboard.app.let_it_ride.colour_screens import ColourScreens

    guide: Any = kit.guide  # the same one: bet sensors speak through it
    kit.screens = ColourScreens(guide)


def handlers(game: LetItRide) -> "dict[str, Callable[[dict[str, Any]], Any]]":
    seats = host.Seats(game)
    return {"seats": seats.page, "ride": seats.ride}


def tasks(
    game: LetItRide, kit: Kit, dealing: "Dealing", outputs: "Outputs", _chosen: "dict[str, Any]"
) -> "list[tuple[str, Coroutine[Any, Any, None]]]":
    guide: Any = kit.guide
    return [("notices", NoticeClock(game, dealing, outputs, guide).run())]


def add_sensors(
    game: LetItRide, kit: Kit, dealing: "Dealing", expanders: "list[Any]", wake: "Flag", chosen: "dict[str, Any]"
) -> "BetSensors":
    """The bet sensors of a board that has them, and what they tell; their modules are loaded on no other."""
    from pitboard.app.let_it_ride.bet_task import BetSensors
    from pitboard.app.let_it_ride.bet_words import BetWords

    spots, takes = chosen["bet_spots"], chosen["takes_decisions"]
    sensors = BetSensors(expanders, wake, game, dealing, spots, takes)
    guide: Any = kit.guide
    words: Any = kit.words
    guide.bets = BetWords(sensors, game, words)
    kit.aside = guide.bets.notice
    return sensors
