"""The dealer's display of a Let It Ride table as eight lines of text."""

from pitboard.app.canvas import Canvas
from pitboard.app.let_it_ride.guide import Guide
from pitboard.app.let_it_ride.pack_words import PackWords
from pitboard.app.let_it_ride.screens import Screens
from simulator.models.ocr import read_text
from tests.unit.app import clock
from tests.unit.app.pixels import image_of
from tests.unit.games.let_it_ride.play import Play


def lines(table: Play) -> list[str]:
    """What the dealer reads now."""
    canvas = Canvas()
    clock.run(Screens(Guide(PackWords(table.game.pack))).draw(canvas, table.game, "Ride 1", "", 0))
    return read_text(image_of(canvas))


def words(table: Play) -> str:
    return "\n".join(lines(table))
