"""`[bets]` of a Let It Ride table file: where the sensors are, and whether they decide (docs/bet-sensors.md)."""

from typing import Any, cast

from pitctl.boards import BoardSpec
from pitctl.checked_toml import TomlFile
from pitctl.firmware import let_it_ride_settings

INPUTS_A_CHIP = 16


def compile_bets(file: TomlFile, board: BoardSpec) -> dict[str, Any]:
    """`bet_spots` and `takes_decisions` of table.json."""
    given = file.table("bets")
    file.check_keys(given, ("bet_spots", "takes_decisions"), "bets")
    if given and "bets" not in board.parts:
        file.fail(f"[bets] decides nothing here: {board.name} has no [parts.bets]; leave it out", "bets")
    decides = file.flag({"takes_decisions": False, **given}, "bets", "takes_decisions")
    return {"bet_spots": _spots(file, given, board), "takes_decisions": decides}


def _spots(file: TomlFile, given: dict[str, Any], board: BoardSpec) -> list[int] | None:
    if "bet_spots" not in given:
        return None
    place = ("bets", "bet_spots")
    count, none = let_it_ride_settings.AREAS, let_it_ride_settings.NO_INPUT
    value: Any = given["bet_spots"]
    if not isinstance(value, list) or len(cast(list[Any], value)) != count:
        file.fail(f"'bet_spots' must be a list of {count} numbers: seat after seat, 1, 2, $ and side", *place)
    spots = cast(list[Any], value)
    chips = len(board.parts["bets"]["addresses"])
    for number in spots:
        if number == none:
            continue
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < chips * INPUTS_A_CHIP:
            file.fail(
                f"'bet_spots': {number!r} is no input: expander (0 to {chips - 1}) times {INPUTS_A_CHIP} plus the pin,"
                f" or {none} for none", *place,
            )  # fmt: skip
        if number & 7 == 7:
            file.fail(f"'bet_spots': {number} is GPA7 or GPB7, which can be no input", *place)
        if spots.count(number) > 1:
            file.fail(f"'bet_spots': {number} is there twice", *place)
    return [int(number) for number in spots]
