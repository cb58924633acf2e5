"""The table that a scenario is played on: its file, with what the scenario sets."""

from typing import Any

from pitctl.boards import BoardSpec
from pitctl.exceptions import ConfigError, ScenarioError
from pitctl.firmware import cards
from pitctl.layouts import is_ride
from pitctl.scenario import Scenario
from pitctl.tables import game_of, load_table, sealed

ORDINARY_TABLE = "derby-demo"
SAMPLE_SERIAL = 204_117  # of the set that a scenario with numbered cards plays with


def sample_tag(number: int) -> bytes:
    """The tag in a card of the sample set, by its number."""
    return bytes.fromhex("0441000000") + number.to_bytes(2, "big")


def sample_badge(staff: int) -> tuple[bytes, bytes]:
    """Serial number and key of a person's badge, where a scenario has badges."""
    return bytes.fromhex("04BAD6E00000") + bytes((staff,)), bytes([staff]) * 16


def table_of(scenario: Scenario, board: BoardSpec, given: str | None = None) -> dict[str, Any]:
    """table.json of `given`, or else of the table that the scenario names. Raises ConfigError and ScenarioError."""
    changes: dict[str, dict[str, Any]] = {}
    rides = scenario.file is not None and is_ride(game_of(scenario.file))
    if rides:  # checked as a table file is: the rule pack says which sources and choices there are
        if "cards_from" in scenario.table:
            changes["cards"] = {"from": scenario.table["cards_from"]}
        if scenario.house:
            changes["house"] = dict(scenario.house)
    try:
        table = load_table(given or scenario.file or ORDINARY_TABLE, board, changes=changes)
    except ConfigError as error:
        if not changes:
            raise
        raise ScenarioError(f"{scenario.name}: its table cannot be: {error.message}") from error
    if is_ride(table["game"]) != rides:
        named = scenario.file or ORDINARY_TABLE
        raise ScenarioError(
            f"{scenario.name}: not for a table of {table['game']}", try_this=f"--table {named}"
        )
    return table_for(scenario, table)


def table_for(scenario: Scenario, table: dict[str, Any]) -> dict[str, Any]:
    """The table's settings with those of the scenario; numbered cards are those of a sample set, in order."""
    settings: dict[str, Any] = {**table, **scenario.table}
    if {"code_format", "decks"} & scenario.table.keys():
        faces = bytes(range(cards.CARDS)) * settings["decks"]
        numbered = settings.get("code_format") != "value"
        tags = b"".join(sample_tag(n) for n in range(1, len(faces) + 1))
        tagged = {"tags": tags.hex()} if settings.get("code_format") == "tag" else {}
        settings["set"] = {"serial": SAMPLE_SERIAL, "map": faces.hex(), **tagged} if numbered else None
    if "badges" in scenario.table:
        people = [entry[0] for entry in table["staff"]] if scenario.table["badges"] else []
        pairs = [(number, *sample_badge(number)) for number in people]
        settings["badges"] = [[number, uid.hex(), key.hex(), 0, False] for number, uid, key in pairs]
    return sealed(settings)
