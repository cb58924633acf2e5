"""Pay tables as plain data: the name of a hand, as rule packs have it, and its odds to 1. What has no line loses."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from pitctl.exceptions import ConfigError
from pitctl.firmware import hands
from pitctl.packs.schema import FIVE_CARDS, THREE_CARDS


def five_card_units(odds: Mapping[str, int]) -> list[int]:
    """What one unit brings in each category of five cards. Raises ConfigError."""
    return _units(odds, FIVE_CARDS, hands.CATEGORIES)


def three_card_units(odds: Mapping[str, int]) -> list[int]:
    """What one unit brings in each category of three cards. Raises ConfigError."""
    return _units(odds, THREE_CARDS, hands.THREE_CATEGORIES)


def _units(odds: Mapping[str, int], names: Mapping[str, int], categories: int) -> list[int]:
    check_names(odds, names)
    units = [-1] * categories
    for name, gain in odds.items():
        if gain < 0:
            raise ConfigError(f"pay table: '{name}' pays {gain} to 1; odds are 0 or more")
        units[names[name]] = gain
    return units


def check_names(given: Collection[str], names: Mapping[str, int]) -> None:
    """Raises ConfigError, with the names there are."""
    for name in given:
        if name not in names:
            raise ConfigError(f"pay table: no hand '{name}'; there are: {', '.join(names)}")


def edge(counts: Sequence[int], units: Sequence[int]) -> Fraction:
    """What the house keeps of one unit, where category k comes `counts[k]` times and brings `units[k]`."""
    won = sum(count * unit for count, unit in zip(counts, units, strict=True))
    return Fraction(-won, sum(counts))
