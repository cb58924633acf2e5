"""The areas of a layout by their names: Derby's 42, and the 28 spots of a Let It Ride table.

A tier is the length of an area's lit bar; what it means is the game's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitctl.firmware import areas, ride_events, seats, settings

SUITS = "SHDC"
SUIT_NAMES = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
SPOTS: tuple[str, ...] = ride_events.SPOT_NAMES
_SPOT_WORDS = {"1": "one", "2": "two", "$": "dollar"}


@dataclass(frozen=True)
class Layout:
    """`codes` in the order of the areas; `tiers` gives each length of a bar (one, two, full) the game's word."""

    codes: tuple[str, ...]
    tiers: Mapping[str, str]
    code_of: Callable[[str], str | None]
    text: Callable[[str], str]
    allowed: str
    example: str


def area_code(name: str) -> str | None:
    """`RED`, `H`, `HS` or `HSC` for an area's name as people write it; None if it is none."""
    upper = name.upper()
    if upper in ("RED", "BLACK"):
        return upper
    suits = [SUIT_NAMES.get(part, part) for part in upper.replace("-", ">").split(">")]
    if not 1 <= len(suits) <= 3 or len(set(suits)) != len(suits):
        return None
    return "".join(suits) if all(len(suit) == 1 and suit in SUITS for suit in suits) else None


def area_text(code: str) -> str:
    """`RED`, `HEARTS`, `H>S`, `H>S>C`: an area as scenarios write it."""
    if len(code) == 1:
        names = {suit: name for name, suit in SUIT_NAMES.items()}
        return names[code]
    return code if code in ("RED", "BLACK") else ">".join(code)


def spot_code(name: str) -> str | None:
    """`2.one` for a seat's spot as people write it (`2.1`, `2.one`, `2.$`); None if it is none."""
    seat, _, spot = name.lower().partition(".")
    spot = _SPOT_WORDS.get(spot, spot)
    known = seat.isdecimal() and 1 <= int(seat) <= seats.MOST_SEATS and spot in SPOTS
    return f"{int(seat)}.{spot}" if known else None


def spot_named(word: str) -> str | None:
    """`one`, `two`, `dollar` or `side` as people write it."""
    name = _SPOT_WORDS.get(word.lower(), word.lower())
    return name if name in SPOTS else None


DERBY = Layout(
    tuple(areas.code(area) for area in range(areas.AREAS)),
    {"one": "one", "two": "two", "full": "full"},
    area_code,
    area_text,
    "none, RED, BLACK, a suit, H>S, H>S>C, each with /one, /two or /full; ... for others",
    "RED HEARTS H>S H>S>C",
)
RIDE = Layout(
    tuple(f"{seat}.{spot}" for seat in range(1, seats.MOST_SEATS + 1) for spot in SPOTS),
    {"one": "turn", "two": "riding", "full": "won"},
    spot_code,
    str,
    "none, a seat's spot as 2.one, 2.two, 2.$ or 2.side, each with /turn, /riding or /won; ... for others",
    "2.one 2.two 2.$",
)


def is_ride(game: str) -> bool:
    """Whether a rule pack is one of Let It Ride."""
    return game != settings.DERBY


def layout_of(game: str) -> Layout:
    return RIDE if is_ride(game) else DERBY
