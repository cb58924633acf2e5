"""The picture of the README: `python -m codegen.picture` plays a race and draws what the parts show.

Nothing in it is painted by hand: the firmware runs on the `unix` target, the display's pixels are those of the
SSD1306 model, the lights those of the WS2812 model, the cards those of the journal.
"""

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from codegen.output import REPO, run
from pitctl.boards import load_board
from pitctl.client import Client
from pitctl.firmware import areas
from pitctl.hands import Hands
from pitctl.tables import load_table
from pitctl.transport import TargetTransport
from simulator.targets import open_target

RACE = ("9H", "4C", "KH", "2D", "7S", "3H", "JC", "TS", "5H", "8C", "QS")
KEY_US = 400_000
CARD_US = 500_000
SUITS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
RED_SUITS = "HD"
DOT = 2.9  # one pixel of the display, in units of the drawing

Pixel = tuple[int, int, int]


@dataclass(frozen=True)
class Seen:
    """What a person at the table sees after the race."""

    display: list[list[bool]]
    lights: list[list[Pixel]]  # by area
    cards: list[str]
    places: tuple[int, ...]  # cards used for first, second and third place


def main(arguments: Sequence[str] | None = None) -> int:
    return run(
        "codegen.picture", __doc__, lambda: {REPO / "docs" / "picture.svg": draw(play())}, arguments
    )


def play() -> Seen:
    board = load_board("pico-table")
    table = load_table("derby-demo", board)
    with tempfile.TemporaryDirectory() as folder:
        target = open_target("unix", board, table, state_dir=Path(folder))
        try:
            target.start()
            bench = target.bench
            assert bench is not None and bench.lights is not None and bench.display is not None
            client = Client(TargetTransport(target))
            client.wait_ready()
            target.run_for(KEY_US)
            Hands(bench, target.now_us, target.run_for).open_table()
            target.run_for(KEY_US)
            for key in ("confirm", "no_more_bets"):
                bench.dealer.press(key)
                target.run_for(KEY_US)
            for card in RACE:
                bench.dealer.slide(card)
                target.run_for(CARD_US)
            pixels = bench.lights.pixels
            return Seen(
                display=bench.display.image(),
                lights=[[pixels[number] for number in area] for area in table["areas"]],
                cards=[str(e.card) for e in client.all_events(0) if e.type == "card"],
                places=client.status().places,
            )
        finally:
            target.close()


def draw(seen: Seen) -> str:
    body = [*_display(seen, 24, 24), *_cards(seen, 24, 250), *_areas(seen, 430, 24)]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 436" font-family="sans-serif">',
            '<rect width="980" height="436" rx="14" fill="#14532d"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _display(seen: Seen, x: float, y: float) -> list[str]:
    """The dealer's display, one path; neighbours in a row are one rectangle."""
    path = ""
    for row, values in enumerate(seen.display):
        column = 0
        for glows, group in groupby(values):
            length = len(list(group))
            if glows:
                path += f"M{column} {row}h{length}v1h-{length}z"
            column += length
    return [
        f'<rect x="{x}" y="{y}" width="384" height="202" rx="6" fill="#05070a"/>',
        f'<path transform="translate({x + 6} {y + 8}) scale({DOT})" fill="#9be8ff" d="{path}"/>',
    ]


def _cards(seen: Seen, x: float, y: float) -> list[str]:
    """The cards of each place, in the order in which they were slid."""
    lines: list[str] = []
    start = 0
    for number, count in enumerate(seen.places):
        top = y + number * 58
        lines.append(f'<text x="{x}" y="{top + 30}" font-size="15" fill="#d1fae5">{number + 1}</text>')
        for index, card in enumerate(seen.cards[start : start + count]):
            left = x + 22 + index * 35
            ink = "#b91c1c" if card[1] in RED_SUITS else "#111827"
            lines.append(f'<rect x="{left}" y="{top}" width="32" height="46" rx="4" fill="#f9fafb"/>')
            lines.append(
                f'<text x="{left + 16}" y="{top + 29}" font-size="15" fill="{ink}"'
                f' text-anchor="middle">{card[0]}{SUITS[card[1]]}</text>'
            )
        start += count
    return lines


def _areas(seen: Seen, x: float, y: float) -> list[str]:
    """The 42 areas, six in a row: colours and suits, quinellas, trifectas."""
    lines: list[str] = []
    for area, pixels in enumerate(seen.lights):
        left, top = x + area % 6 * 89, y + area // 6 * 56
        lit = any(any(pixel) for pixel in pixels)
        lines.append(
            f'<rect x="{left}" y="{top}" width="83" height="50" rx="5" fill="#0b3a20"'
            f' stroke="{"#fde68a" if lit else "#2f6b47"}"/>'
        )
        code = areas.code(area)
        label = "".join(SUITS[letter] for letter in code) if len(code) != 5 and code != "RED" else code
        ink = "#ffffff" if lit else "#7fb492"
        lines.append(
            f'<text x="{left + 41}" y="{top + 22}" font-size="16" fill="{ink}"'
            f' text-anchor="middle">{label}</text>'
        )
        for index, pixel in enumerate(pixels):
            lines.append(
                f'<circle cx="{left + 17 + index * 16}" cy="{top + 37}" r="5" fill="{_colour(pixel)}"/>'
            )
    return lines


def _colour(pixel: Pixel) -> str:
    """As the eye sees it: a light at 40 % is still a bright light."""
    brightest = max(pixel)
    if not brightest:
        return "#06210f"
    return "#" + "".join(f"{value * 255 // brightest:02x}" for value in pixel)


if __name__ == "__main__":
    sys.exit(main())
