"""The wiring sheets: `python -m codegen.wiring` writes docs/wiring/<board>.md, `--check` only compares.

Made from the board files, so what is soldered and what the firmware drives cannot disagree.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from codegen.output import REPO, run
from pitctl.boards import BoardSpec, board_names, load_board
from pitctl.chips import PICO_PINS
from pitctl.exceptions import ConfigError
from pitctl.part_kinds import PART_KINDS, ROLES, Pin
from pitctl.table_lights import DEFAULT_LIMIT_MA

PIXEL_WHITE_MA = 61  # WS2812B data sheet: 20 mA a channel, about 1 mA for the chip in it
_HEADER = ("part", "signal", "GPIO", "Pico pin", "voltage and wiring", "polarity", "safe state")
_POLARITY = {"pressed": "pressed", "broken": "beam broken", "on": "turned"}
_SUPPLY = """\
## Supply

- Pico pin 40 (VBUS, 5 V from USB) does not feed the lights. They have a 5 V supply of their own: the table's `limit_ma`
  and a quarter more, so {supply} A for the usual {limit} mA, with a fuse of that size. All white, {count} pixels would
  draw {white} A (61 mA each, WS2812B data sheet); the firmware dims them to stay below `limit_ma`.
- Join the grounds at one point (Pico pins 3, 8, 13, 18, 23, 28 and 38 are GND).
- From Pico pin 36 (3V3 OUT, at most 300 mA together): {from_3v3}.{from_5v}
- No input of the RP2040 tolerates 5 V. The light chain's data needs a level shifter to 5 V.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return run("codegen.wiring", __doc__, outputs, arguments)
    except ConfigError as error:
        print(error.message, file=sys.stderr)
        return 1


def outputs() -> dict[Path, str]:
    return {REPO / "docs" / "wiring" / f"{n}.md": emit_wiring(load_board(n)) for n in board_names()}


def emit_wiring(board: BoardSpec) -> str:
    rows = [row for part in board.parts for row in _rows(board, part)]
    lines = [
        f"# Wiring: {board.title}",
        "",
        f"Made from `boards/{board.name}/board.toml` by `make gen`; do not edit. Chip: {board.chip},"
        f" stock image `{board.micropython}`, role: {ROLES[board.role].title}.",
        "",
        _line(_HEADER),
        _line(["---"] * len(_HEADER)),
        *[_line(row) for row in rows],
        "",
        *_notes(board),
        "",
        _supply(board) if board.chip == "rp2040" else "",
    ]
    return "\n".join(lines)


def _rows(board: BoardSpec, part: str) -> list[list[str]]:
    settings = board.parts[part]
    module_pins = PICO_PINS if board.chip == "rp2040" else {}
    rows: list[list[str]] = []
    for key, setting in PART_KINDS[settings["kind"]].settings.items():
        if isinstance(setting, Pin):
            gpio: int = settings[key]
            numbers = [str(gpio), str(module_pins.get(gpio, "-"))]
            states = [_polarity(settings, setting), _safe(settings, setting)]
            rows.append([part, key, *numbers, setting.note + _shared(board, part, gpio), *states])
    return rows


def _shared(board: BoardSpec, part: str, gpio: int) -> str:
    """Who else hangs on the wire."""
    users = [user.split(".")[0] for user in board.pins()[gpio].split(", ")]
    others = [user for user in users if user != part]
    return f"; one wire with {', '.join(others)}" if others else ""


def _polarity(settings: dict[str, Any], pin: Pin) -> str:
    words = [f"{name} = {settings[key]}" for key, name in _POLARITY.items() if key in settings]
    if "pull" in settings and not pin.output:
        words.append(f"pull {settings['pull']}")
    return ", ".join(words) or "-"


def _safe(settings: dict[str, Any], pin: Pin) -> str:
    if not pin.output:
        return "input"
    return str(settings.get("safe", pin.rests))


def _notes(board: BoardSpec) -> list[str]:
    """What is not a wire: bus numbers, speeds, counts, and which part to look for."""
    notes: list[str] = []
    for part, settings in board.parts.items():
        kind = PART_KINDS[settings["kind"]]
        values = [
            f"{key} {_value(key, settings[key])}"
            for key, setting in kind.settings.items()
            if not isinstance(setting, Pin) and key not in {"pull", "safe", *_POLARITY}
        ]
        note = f"- **{part}**: {kind.title}{': ' if values else ''}{', '.join(values)}"
        notes.append(f"{note}. Look for: {kind.buy}." if kind.buy else note)
    return notes


def _value(key: str, value: Any) -> str:
    if key == "addresses":
        return " and ".join(hex(address) for address in value)
    return hex(value) if key == "address" else str(value)


def _fed(board: BoardSpec, supply: str) -> str:
    return ", ".join(
        part for part, settings in board.parts.items() if PART_KINDS[settings["kind"]].supply == supply
    )


def _supply(board: BoardSpec) -> str:
    from_5v = _fed(board, "5V")
    count: int = board.parts["lights"]["count"]
    return _SUPPLY.format(
        count=count,
        from_3v3=_fed(board, "3V3"),
        from_5v=f" From pin 40: {from_5v}." if from_5v else "",
        limit=DEFAULT_LIMIT_MA,
        supply=f"{DEFAULT_LIMIT_MA * 1.25 / 1000:g}",
        white=f"{count * PIXEL_WHITE_MA / 1000:.0f}",
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
