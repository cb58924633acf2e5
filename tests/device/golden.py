"""Golden pictures of the dealer's displays: what the chip models draw from the bus bytes, against PNG files.

`make golden` writes them again; look at each change before it is committed.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from simulator.models import png
from tests.device.rig import TableRig

GOLDEN = Path(__file__).parents[1] / "golden"
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
REDRAWN_US = 300_000  # all tiles of the display in colour, on the chip
BOARDS = {"ssd1306": "pico-table", "st7789": "pico-table-full"}

Tour = Callable[[TableRig], Iterator[str]]


def compare(rig: TableRig, tour: Tour, names: str) -> list[str]:
    """Names of the pictures that differ from what is drawn now."""
    chip = "st7789" if rig.in_colour else "ssd1306"
    wrong: list[str] = []
    seen: list[str] = []
    for name in tour(rig):
        seen.append(name)
        if rig.in_colour:
            rig.wait_us(REDRAWN_US)
        path = GOLDEN / f"{chip}-{name}.png"
        if UPDATE:
            GOLDEN.mkdir(exist_ok=True)
            png.write(path, rig.image())
        elif png.read(path) != rig.image():
            wrong.append(name)
    assert seen == names.split()
    return wrong
