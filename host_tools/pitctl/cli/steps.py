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
from pitctl.firmware import ride_words, words
from pitctl.messages import INVALID_PARAMS, REASONS, Reason, Step
from pitctl.money import parse_money
from pitctl.program import runnable
from pitctl.scenario_checks import CARD_WORDS, is_card, plain

_COLUMNS = ("step", "in words", "rule", "who", "needs")
_ASKED = ("place", "to", "card", "reason", "seat", "stake")
_NOT_ASKED = {  # what the board lists for every step that only a host can fill in, and these do not use
    "action": ("stake",),
    "jackpot": ("seat",),
    "notice_raise": ("seat",),
    "minimum": ("seat",),
}
_WAGERS = {  # steps that have commands of their own
    "wager": "wager place",
    "wager_back": "wager back",
    "wager_moved": "wager move",
    "wager_home": "wager home",
    "collected": "wager collected",
    "paid": "wager paid",
    "bet": "bet",
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
    seat: Annotated[
        int | None,
        typer.Option(min=1, max=8, metavar="N", help="A seat of Let It Ride, 8 without a betting area."),
    ] = None,
    stake: Annotated[
        str | None, typer.Option(metavar="STAKE", help="An amount of Let It Ride, as 5 or 2.50.")
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
    if max(game.WORDS.step_index(name) for game in (words, ride_words)) < 0:
        raise WrongUsage(f"no step '{step}'", try_this=SEE_STEPS)
    face = None if card is None else card_of(card)
    why = None if reason is None else reason_of(reason)
    units = None if stake is None else money_of(stake)
    with session.client() as client:
        offered = _offered(client, name)
        if offered is not None and "place" in offered.needs and place is None:
            place, seat = seat, None  # other steps call a seat a place
        given = {"place": place, "to": to, "card": face, "reason": why, "seat": seat, "stake": units}
        _check_needs(offered, name, [key for key, value in given.items() if value is not None])
        try:
            do_step(
                session, client, staff, pin_file, name,
                place=place, to=to, card=face, reason=why, seat=seat, stake=units,
            )  # fmt: skip
        except DeviceRefused as error:
            if error.code != INVALID_PARAMS:
                raise
            message = f"'{written(name)}' is not offered now, and something that it needs is missing"
            raise WrongUsage(message, try_this=SEE_STEPS) from error


def _needs(step: Step) -> str:
    if step.step in _WAGERS:
        return runnable(f"see {{pitctl}} {_WAGERS[step.step]}")
    return " ".join(f"--{name}" for name in _asked(step))


def _asked(step: Step) -> list[str]:
    unused = _NOT_ASKED.get(step.step, ())
    return [name for name in step.needs if name in _ASKED and name not in unused]


def _offered(client: Client, name: str) -> Step | None:
    return next((item for item in client.steps()[1] if item.step == name), None)


def _check_needs(offered: Step | None, name: str, given: list[str]) -> None:
    """Before anybody types a PIN. A step that is not offered is left to the board, which says why."""
    if offered is None:
        return
    needs = _asked(offered)
    missing = [need for need in needs if need not in given]
    if missing:
        raise WrongUsage(f"'{written(name)}' needs {listed(missing)}", try_this=_example(offered))
    unused = [need for need in given if need not in needs]
    if unused:
        raise WrongUsage(f"'{written(name)}' takes no {listed(unused)}", try_this=_example(offered))


def _example(step: Step) -> str:
    values = {"place": "7", "to": "5", "card": "TH", "reason": "other", "seat": "3", "stake": "100"}
    options = "".join(f" --{need} {values[need]}" for need in _asked(step))
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


def money_of(text: str) -> int:
    units = parse_money(text)
    if units is None:
        raise WrongUsage(f"not an amount: {text}", try_this="as 5 or 2.50")
    return units


def written(name: str) -> str:
    """A name as people type it."""
    return name.replace("_", "-")
