"""The picture of a Let It Ride table: seats with their cards, wagers and lights, community cards, the dealer's display.

80 columns and 24 rows are enough; from 140 columns on, the display is drawn dot by dot, unless it is one in colour. A
card that lies face down is a back, whatever it is.
"""


from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitctl.demo_view import (
    COLUMNS,
    WIDE,
    MovingStage,
    dots_panel,
    faces,
    panel,
    screen_lines,
    words_panel,
)
from pitctl.layouts import SPOTS
from pitctl.messages import Seat
from pitctl.money import money_text
from pitctl.ride_demo import RideScene
from pitctl.scenario_ride_steps import COMMUNITY, DISCARD
from simulator.models.display_ocr import Image, in_dots

BACK = "░░ "
SIGNS = ("1", "2", "$", "+")
LIGHTS = {"turn": "▰▱▱", "riding": "▰▰▱", "won": "▰▰▰", "odd": "???"}
STYLES = {"turn": "bold yellow", "riding": "bold blue", "won": "bold white", "odd": "bold red"}
LEGEND = "lit: ▰▱▱ decides now  ▰▰▱ in play  ▰▰▰ won, to be paid"
SEATS = 7
WIDTH = 54  # of the layout: beside the display in 80 columns
LETTER = 6  # pixels from one letter of the display to the next


class RideStage(MovingStage[RideScene]):
    """The moving picture of a table."""

    def __init__(self, console: Console) -> None:
        super().__init__(console, picture)


def picture(scene: RideScene, width: int) -> RenderableType:
    caption = Text(f" {scene.title}", style="bold") + Text(f"\n {scene.caption}", style="italic")
    layout = panel(_layout(scene), "Layout", WIDTH)
    below = Group(Text(f" {LEGEND}", style="dim"), Padding(Text("\n".join(scene.money)), (0, 1)))
    grid = Table.grid(padding=(0, 1))
    if width < WIDE:
        grid.add_row(layout, words_panel(_screen(scene.pixels)))
        return Group(caption, grid, below)
    grid.add_row(Group(layout, below), dots_panel(scene.pixels) or words_panel(_screen(scene.pixels)))
    return Group(caption, grid)


def _layout(scene: RideScene) -> RenderableType:
    rows = Table.grid(padding=(0, 1))
    rows.add_row(Text("seat", style="dim"), Text("cards", style="dim"), Text("wagers", style="dim"), "")
    by_number = {seat.seat: seat for seat in scene.seats}
    for number in range(1, SEATS + 1):
        seat = by_number.get(number)
        bank = scene.ride is not None and scene.ride.bank == number
        hand = "player-dealer" if bank else _hand(seat)
        rows.add_row(f"  {number}", _cards(scene, number, seat), _spots(scene, number, seat), hand)
    rows.add_row("", "", "", "")
    rows.add_row("", Text("dealer", style="dim"), _community(scene), "")
    return rows


def _cards(scene: RideScene, number: int, seat: Seat | None) -> Text:
    if seat is not None and seat.cards:
        return faces(seat.cards)
    return Text((BACK * scene.dealt.get(number, 0)).ljust(3 * len(BACK)), style="dim")


def _spots(scene: RideScene, number: int, seat: Seat | None) -> Text:
    """`1▰▰▱ 2▰▱▱ $▰▰▱`: a wager and its light; what was taken back is dark."""
    spots: list[Text] = []
    for sign, spot, stake in zip(SIGNS, SPOTS, seat.stakes if seat else (0,) * 4, strict=True):
        tier = scene.lit.get(f"{number}.{spot}")
        if tier is not None:
            spots.append(Text(f"{sign}{LIGHTS[tier]}", STYLES[tier]))
        else:
            spots.append(Text(f"{sign}···" if stake else " " * 4, "dim"))
    return Text(" ").join(spots)


def _screen(pixels: Image) -> list[str]:
    """The display's lines, each as far to the right as it begins: marks stand under their seats."""
    lines = screen_lines(pixels)
    if not in_dots(pixels):
        return lines
    for row, line in enumerate(lines):
        if line and not line.startswith(" ") and pixels:
            lit = [x for x in range(len(pixels[0])) if any(band[x] for band in pixels[row * 8 : row * 8 + 8])]
            room = COLUMNS - len(line)
            lines[row] = " " * min(lit[0] // LETTER, room) + line
    return lines


def _hand(seat: Seat | None) -> str:
    if seat is None or not any(seat.stakes):
        return ""
    if seat.hand is not None:
        return seat.hand.replace("_", " ")
    return f"${money_text(seat.stakes[0])} each"


def _community(scene: RideScene) -> Text:
    turned = scene.ride.community if scene.ride else ()
    text = faces(turned)
    for place in COMMUNITY[len(turned) :]:
        text.append(BACK * scene.dealt.get(place, 0), "dim")
    if scene.dealt.get(DISCARD):
        text.append(f"  out {BACK.strip()}", "dim")
    return text
