"""`pitctl play`: scenarios on a target, told line by line."""

from pathlib import Path
from typing import Annotated

import typer

from pitctl.cli.session import (
    DEFAULT_VIRTUAL,
    BoardOption,
    JsonOption,
    Session,
    TableOption,
    VirtualTargetOption,
    session_of,
)
from pitctl.exceptions import ExpectationFailed, ScenarioError, TargetUnavailable
from pitctl.player import Outcome, Player, failed
from pitctl.scenario import Scenario, load_scenario
from pitctl.scenario_board import board_of, refuse_unlaid_chips
from pitctl.scenario_setup import table_of


def play(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="SCENARIO", help="Scenario files.")],
    target: VirtualTargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play scenarios, each on a fresh table; stop with exit code 1 if one does not come true."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    session.target = session.target or DEFAULT_VIRTUAL
    if not session.is_virtual:
        raise TargetUnavailable(
            f"{session.target}: nobody can slide cards there; scenarios need a bench"
        )
    scenarios = _load(files)
    failures: list[str] = []
    for scenario in scenarios:
        bad = _play_one(session, scenario)
        if bad is not None:
            failures.append(f"{scenario.name}:{bad.step.line}: {bad.step.text}; {bad.seen}")
    if len(scenarios) > 1 and not session.json:
        passed = len(scenarios) - len(failures)
        session.say(f"{len(scenarios)} scenarios: {passed} passed, {len(failures)} failed")
    if failures:
        raise ExpectationFailed("\n".join(failures))


def _load(files: list[Path]) -> list[Scenario]:
    """All of them, or one error with the mistakes of all: nothing is played before every file is sound."""
    scenarios: list[Scenario] = []
    wrong: list[ScenarioError] = []
    for path in files:
        try:
            scenarios.append(load_scenario(path))
        except ScenarioError as error:
            wrong.append(error)
    if wrong:
        raise ScenarioError("\n".join(error.message for error in wrong), try_this=wrong[0].try_this)
    return scenarios


def _play_one(session: Session, scenario: Scenario) -> Outcome | None:
    """Play it and tell about it; the failed step, if there is one."""
    board = board_of(scenario, session.board)
    table = table_of(scenario, board, session.table)
    refuse_unlaid_chips(scenario, board, table)
    if not session.json:
        session.say(f"{scenario.name} on {session.target}: {scenario.title}")

    def tell(outcome: Outcome) -> None:
        if not session.json:
            mark = "ok  " if outcome.ok else "FAIL"
            session.say(f"  {mark} {outcome.at_ms / 1000:8.3f} s  {outcome.step.text}")

    with session.running_target(board, table) as target:
        outcomes = Player(target, table).play(scenario, tell)
    bad = failed(outcomes)
    if session.json:
        session.emit(
            {
                "scenario": scenario.name,
                "target": session.target,
                "ok": bad is None,
                "steps": [_as_json(outcome) for outcome in outcomes],
            }
        )
    elif bad is not None:
        session.say(f"       {bad.seen}")
    return bad


def _as_json(outcome: Outcome) -> dict[str, object]:
    data: dict[str, object] = {
        "line": outcome.step.line,
        "text": outcome.step.text,
        "ok": outcome.ok,
        "at_ms": outcome.at_ms,
    }
    return data if outcome.ok else {**data, "seen": outcome.seen}
