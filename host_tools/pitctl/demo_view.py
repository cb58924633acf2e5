"""Two stages for the demonstration: a moving picture in a terminal, plain lines everywhere else.

The picture needs 80 columns and 24 rows; from 140 columns on, the display is drawn dot by dot. A terminal has no room
for the dots of the display in colour: of that one the words are shown at every width.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitctl.demo import PLACES, TO_WIN, Scene, fixed_places, payout_text, racing_areas
from pitctl.demo_stage import P, Picture
from pitctl.firmware import areas, cards
from pitctl.layouts import DERBY, Layout
from pitctl.messages import Status
from simulator.models.display_ocr import Dots, Image, in_colour, in_dots, read_text

SUIT_SIGNS = "♠♥♦♣"
RED_SUITS = "HD"
LEAST = (80, 24)  # columns and rows of the smallest picture
WIDE = 140  # columns from which the display is drawn dot by dot
_TIER_BARS = {"full": "▰▰▰", "two": "▰▰▱", "one": "▰▱▱", "odd": "???"}
_TIER_STYLES = {"full": "bold white", "two": "bold blue", "one": "bold yellow", "odd": "bold red"}
LEGEND = "lit: ▰▰▰ all of it right  ▰▰▱ first two  ▰▱▱ first only"
ROWS, COLUMNS, PITCH = 8, 21, 6  # small letters on the display, and pixels from one to the next
_BRAILLE = 0x2800
# Bit of each dot of a Braille cell, by row and column (Unicode 15, chapter 21.1).
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class PlainStage:
    """Lines, one after the other: for files, pipes and logs. At every table."""

    def __init__(self, console: Console, layout: Layout = DERBY) -> None:
        self._console = console
        self._layout = layout
        self._lit: dict[str, str] = {}
        self._words: list[str] = []  # what it said last
        self._pixels: Image = ()

    def tell(self, line: str) -> None:
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def end(self, line: str) -> None:
        self.tell(line)

    def show(self, scene: Picture) -> None:
        if scene.lit != self._lit:
            self._lit = dict(scene.lit)
            text = self._layout.text
            lit = " ".join(f"{text(code)}/{tier}" for code, tier in scene.lit.items())
            if len(scene.lit) == len(self._layout.codes):
                lit = f"all {len(self._layout.codes)} areas"
            self.tell(f"lights: {lit or 'none'}")
        if scene.pixels == self._pixels:
            return  # reading takes longer than looking
        self._pixels = scene.pixels
        words = display_words(scene.pixels)
        if words != self._words:
            self._words = words
            self.tell(f"display: {' | '.join(words) or 'dark'}")


class MovingStage(Generic[P]):
    """A picture that moves, by `draw`. Use as a context manager; what was shown last stays on the screen."""

    def __init__(self, console: Console, draw: Callable[[P, int], RenderableType]) -> None:
        self._console = console
        self._draw = draw
        self._live = Live(console=console, auto_refresh=False)
        self._shown: object = None

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def tell(self, line: str) -> None:
        """The picture tells it."""

    def end(self, line: str) -> None:
        self._live.stop()
        self._console.print(line, markup=False, highlight=False)

    def show(self, scene: P) -> None:
        now = (scene.visible(), self._console.width)
        if now == self._shown:
            return
        self._shown = now
        self._live.update(self._draw(scene, self._console.width), refresh=True)


class LiveStage(MovingStage[Scene]):
    """The moving picture of a race."""

    def __init__(self, console: Console) -> None:
        super().__init__(console, picture)


def picture(scene: Scene, width: int) -> RenderableType:
    """Track, layout, wagers and the dealer's display; 23 rows at most where 80 columns are all there is."""
    caption = Text(f" {scene.title}", style="bold") + Text(f"\n {scene.caption}", style="italic")
    track = panel(_track(scene), "Race track")
    grid = Table.grid(padding=(0, 1))
    if width < WIDE:
        grid.add_row(track, words_panel(screen_lines(scene.pixels)))
        return Group(
            caption, grid, Padding(_layout(scene), (0, 2)), Padding(_wagers(scene), (0, 2))
        )
    below = (panel(_layout(scene), "Layout"), panel(_wagers(scene), "Wagers"))
    display = dots_panel(scene.pixels) or words_panel(screen_lines(scene.pixels))
    grid.add_row(Group(track, *below), display)
    return Group(caption, grid)


def panel(content: RenderableType, title: str, width: int | None = None) -> Panel:
    return Panel(content, title=title, title_align="left", width=width)


def words_panel(lines: Sequence[str]) -> Panel:
    return panel(Text("\n".join(lines)), "Display", 25)


def dots_panel(pixels: Image) -> Panel | None:
    """The display dot by dot; None for one in colour."""
    if in_colour(pixels):
        return None
    assert in_dots(pixels)
    return panel(Text("\n".join(braille(pixels))), "Dealer's display", 68)


def _track(scene: Scene) -> RenderableType:
    """Four lanes that fill to four, then the cards for second and third place."""
    first, second, third = racing_areas(scene.cards, scene.status)
    places = fixed_places(first, second, third)
    lanes = Table.grid(padding=(0, 1))
    for suit, sign in zip(cards.SUIT_CODES, SUIT_SIGNS, strict=True):
        held = [code for code in first if code[1] == suit]
        squares = [f"[{code[0]}]" for code in held] + [" · "] * (TO_WIN - len(held))
        style = "red" if suit in RED_SUITS else ""
        lanes.add_row(
            Text(sign, style), Text("".join(squares), style), _place_of(suit, places, scene.status)
        )
    lanes.add_row("", "", "")
    lanes.add_row("2nd", faces(second), "")
    lanes.add_row("3rd", faces(third), "")
    return lanes


def _place_of(suit: str, places: Sequence[str], status: Status | None) -> Text:
    if suit not in places:
        return Text("")
    place = places.index(suit)
    result = status.result if status is not None else None
    protested = " PROTESTED" if place == 0 and result is not None and result.protested else ""
    return Text(PLACES[place] + protested, style="bold")


def faces(codes: Sequence[str]) -> Text:
    text = Text()
    for code in codes:
        sign = SUIT_SIGNS[cards.SUIT_CODES.index(code[1])]
        text.append(f"{code[0]}{sign} ", "red" if code[1] in RED_SUITS else "")
    return text


def _layout(scene: Scene) -> RenderableType:
    """The 42 areas, each with its bar; a row for each first suit."""
    grid = Table.grid(padding=(0, 1))
    codes = [areas.code(area) for area in range(areas.AREAS)]
    colours = Text(" ").join(_area(code, scene) for code in codes if code in ("RED", "BLACK"))
    for suit in cards.SUIT_CODES:
        grid.add_row(
            *(_area(code, scene) for code in codes if code[0] == suit and set(code) <= set("SHDC"))
        )
    return Group(colours + Text(f"    {LEGEND}", style="dim"), grid)


def _area(code: str, scene: Scene) -> Text:
    name = code if code in ("RED", "BLACK") else _signs(code)
    tier = scene.lit.get(code)
    if tier is None:
        return Text(f"{name}···", style="dim")
    return Text(f"{name}{_TIER_BARS[tier]}", style=_TIER_STYLES[tier])


def _signs(code: str) -> str:
    return "".join(SUIT_SIGNS[cards.SUIT_CODES.index(suit)] for suit in code)


def _wagers(scene: Scene) -> RenderableType:
    if scene.payouts:
        return Text("\n".join(payout_text(payout) for payout in scene.payouts))
    lines = [f"{item.player:<5} ${item.chips:<3} on {item.area}" for item in scene.wagers]
    return Text("\n".join(lines))


def display_words(pixels: Image) -> list[str]:
    """What the display says, without its empty lines."""
    if not pixels:
        return []
    return [" ".join(line.split()) for line in read_text(pixels) if line.strip()]


def screen_lines(pixels: Image) -> list[str]:
    """The display in eight lines of 21 characters: its words, its bars, its large suits under their places."""
    if not pixels:
        return [""] * ROWS
    words = read_text(pixels)
    if not in_dots(pixels):
        return [text[:COLUMNS] for text in words]
    lines: list[str] = []
    for row, text in enumerate(words):
        line = _with_bars(text, pixels[row * 8 : row * 8 + 8])
        suits = text.split()
        if row and len(suits) == len(PLACES) and set(suits) <= set(SUIT_SIGNS):
            at = [words[row - 1].find(place) for place in PLACES]
            line = "".join(
                sign.rjust(column + 2 - before)
                for sign, column, before in zip(suits, at, [0, *(a + 2 for a in at)], strict=False)
            )
        lines.append(line[:COLUMNS])
    return lines


def _with_bars(text: str, rows: Sequence[Sequence[bool]]) -> str:
    """The bars of a lane, each at least eight equal columns, as squares: full or empty by their height."""
    if text[:1] not in SUIT_SIGNS or not text:
        return text
    line = list(text.ljust(COLUMNS))
    heights = [sum(row[x] for row in rows) for x in range(len(rows[0]))]
    start = 0
    for x in range(1, len(heights) + 1):
        if x < len(heights) and heights[x] == heights[start]:
            continue
        if heights[start] and 8 <= x - start <= 16 and line[round(start / PITCH)] == " ":
            line[round(start / PITCH)] = "■" if heights[start] > 2 else "□"
        start = x
    return "".join(line).rstrip()


def braille(pixels: Dots) -> list[str]:
    """A picture in Braille cells of two by four dots: 128 x 64 pixels in 64 columns and 16 rows."""
    lines: list[str] = []
    for top in range(0, len(pixels), 4):
        rows = pixels[top : top + 4]
        cells = (
            sum(
                bit
                for row, bits in zip(rows, _DOTS, strict=False)
                for column, bit in enumerate(bits)
                if row[left + column]
            )
            for left in range(0, len(rows[0]), 2)
        )
        lines.append("".join(chr(_BRAILLE + cell) for cell in cells))
    return lines
