"""`pitctl steps` and `pitctl do`: what dealer and supervisor may do now, and doing it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, cast

import typer

from pitctl.cli.people import PinFileOption, StaffOption, do_step, listed
from pitctl.cli.session import (
    BoardOption,
    JsonOption,
    TableOption,
    TargetOption,
    session_of,
)
from pitctl.client import Client
from pitctl.exceptions import DeviceRefused, WrongUsage
from pitctl.firmware import words
from pitctl.messages import INVALID_PARAMS, REASONS, Reason, Step
from pitctl.program import runnable
from pitctl.scenario_checks import CARD_WORDS, is_card, plain

_COLUMNS = ("step", "in words", "rule", "who", "needs")
_ASKED = ("place", "to", "card", "reason")
_WAGERS = {  # steps that have commands of their own
    "wager": "wager place",
    "wager_back": "wager back",
    "wager_moved": "wager move",
    "wager_home": "wager home",
    "collected": "wager collected",
    "paid": "wager paid",
}
SEE_STEPS = "see what may be done now: {pitctl} steps"


def steps(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """What may be done now, as in the menu on the dealer's display."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        role, offered = client.steps()
    if session.json:
        session.emit({"role": role, "steps": [asdict(step) for step in offered]})
        return
    if not offered:
        session.say("Nothing may be done now.")
        return
    rows = [
        (
            written(step.step),
            step.words,
            step.rule,
            step.role,
            _needs(step),
        )
        for step in offered
    ]
    session.say_columns([_COLUMNS, *rows])


def do(
    context: typer.Context,
    step: Annotated[str, typer.Argument(metavar="STEP", help="Its name, from `pitctl steps`.")],
    place: Annotated[
        int | None,
        typer.Option(min=1, max=255, metavar="N", help="Number of a card in this round."),
    ] = None,
    to: Annotated[
        int | None, typer.Option(min=1, max=255, metavar="N", help="The place where it belongs.")
    ] = None,
    card: Annotated[str | None, typer.Option(metavar="CARD", help="Rank and suit, as TH.")] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="REASON", help=", ".join(REASONS).replace("_", "-") + ".")
    ] = None,
    staff: StaffOption = None,
    pin_file: PinFileOption = None,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """Do a step that `pitctl steps` offers, in the name of a person."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    name = plain(step)
    if name in _WAGERS:
        raise WrongUsage(
            f"'{step}' is about wagers", try_this=f"{{pitctl}} {_WAGERS[name]} --help"
        )
    if words.step_index(name) < 0:
        raise WrongUsage(f"no step '{step}'", try_this=SEE_STEPS)
    face = None if card is None else card_of(card)
    why = None if reason is None else reason_of(reason)
    given = {"place": place, "to": to, "card": face, "reason": why}
    with session.client() as client:
        _check_needs(client, name, [key for key, value in given.items() if value is not None])
        try:
            do_step(
                session, client, staff, pin_file, name, place=place, to=to, card=face, reason=why
            )
        except DeviceRefused as error:
            if error.code != INVALID_PARAMS:
                raise
            message = f"'{written(name)}' is not offered now, and something that it needs is missing"
            raise WrongUsage(message, try_this=SEE_STEPS) from error


def _needs(step: Step) -> str:
    if step.step in _WAGERS:
        return runnable(f"see {{pitctl}} {_WAGERS[step.step]}")
    return " ".join(f"--{name}" for name in step.needs if name in _ASKED)


def _check_needs(client: Client, name: str, given: list[str]) -> None:
    """Before anybody types a PIN. A step that is not offered is left to the board, which says why."""
    offered = next((item for item in client.steps()[1] if item.step == name), None)
    if offered is None:
        return
    needs = [need for need in offered.needs if need in _ASKED]
    missing = [need for need in needs if need not in given]
    if missing:
        raise WrongUsage(f"'{written(name)}' needs {listed(missing)}", try_this=_example(offered))
    unused = [need for need in given if need not in needs]
    if unused:
        raise WrongUsage(f"'{written(name)}' takes no {listed(unused)}", try_this=_example(offered))


def _example(step: Step) -> str:
    values = {"place": "7", "to": "5", "card": "TH", "reason": "other"}
    options = "".join(f" --{need} {values[need]}" for need in step.needs if need in values)
    return f"{{pitctl}} do {written(step.step)}{options} --staff N"


def card_of(text: str) -> str:
    if not is_card(text.upper()):
        raise WrongUsage(f"not a card: {text}", try_this=CARD_WORDS)
    return text.upper()


def reason_of(text: str, allowed: Sequence[str] = REASONS) -> Reason:
    if plain(text) not in allowed:
        raise WrongUsage(
            f"no reason '{text}'", try_this=f"one of {', '.join(map(written, allowed))}"
        )
    return cast(Reason, plain(text))


def written(name: str) -> str:
    """A name as people type it."""
    return name.replace("_", "-")
