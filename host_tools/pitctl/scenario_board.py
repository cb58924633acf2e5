"""The board that a scenario is played on: the one that was named, if it will do, or one that it takes by itself."""

from typing import Any

from pitctl.boards import BoardSpec, board_names, load_board
from pitctl.exceptions import TargetUnavailable
from pitctl.firmware import let_it_ride_settings
from pitctl.layouts import is_ride
from pitctl.scenario import HostActs, Scenario

ORDINARY_BOARD = "pico-table"
WITHOUT_SENSORS = "docs/scenarios.md, 'On which board'"


def board_of(scenario: Scenario, given: str | None = None) -> BoardSpec:
    """Raises ConfigError if there is no such board, TargetUnavailable if it lacks what the scenario needs."""
    board = load_board(given or scenario.board or ORDINARY_BOARD)
    for part, why in _needs(scenario).items():
        if part not in board.parts:
            able = [name for name in board_names() if _needs(scenario).keys() <= load_board(name).parts.keys()]
            raise TargetUnavailable(
                f"{scenario.name}: board '{board.name}' has no [parts.{part}], which {why} needs",
                try_this=f"--board {' or '.join(able)}; without --board, {scenario.board or ORDINARY_BOARD} is taken"
                if able
                else "a board of your own: boards/README.md",
            )
    return board


def _needs(scenario: Scenario) -> dict[str, str]:
    """Parts that not every board has, each with the line that asks for it. A table file checks its own."""
    needs: dict[str, str] = {}
    if scenario.table.get("badges"):
        needs["badges"] = "'table badges yes'"
    code_format = scenario.table.get("code_format")
    if code_format is not None:
        needs["cards" if code_format == "tag" else "scanner"] = f"'table format {code_format}'"
    return needs


def refuse_unlaid_chips(scenario: Scenario, board: BoardSpec, table: dict[str, Any]) -> None:
    """Hands of a scenario enter wagers and lay no chips: sensors would name each as missing.

    Raises TargetUnavailable.
    """
    spots = table.get("bet_spots")
    wired = "bets" in board.parts and (spots is None or set(spots) != {let_it_ride_settings.NO_INPUT})
    if not (wired and is_ride(table["game"]) and _bets(scenario)):
        return
    needs = _needs(scenario).keys()
    able = [
        name
        for name in board_names()
        if "bets" not in load_board(name).parts and needs <= load_board(name).parts.keys()
    ]
    raise TargetUnavailable(
        f"{scenario.name}: it enters wagers, and board '{board.name}' has bet sensors: a scenario lays no chips on"
        " them, so the table would name every wager as missing",
        try_this=f"--board {' or '.join(able)}" if able else f"a table whose spots have no sensors: {WITHOUT_SENSORS}",
    )


def _bets(scenario: Scenario) -> bool:
    return any(name == "bet" for step in scenario.steps if isinstance(step, HostActs) for name, _ in step.acts)
