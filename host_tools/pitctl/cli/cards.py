"""`pitctl shoe` and `pitctl check`: the cards of a table."""

from dataclasses import asdict

import typer

from pitctl.cli.session import BoardOption, JsonOption, TableOption, TargetOption, session_of
from pitctl.cli.show import show_answer
from pitctl.messages import Check


def shoe(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """The cards: source, how many are left, what was done."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        show_answer(session, asdict(client.shoe()))


def check(
    context: typer.Context,
    target: TargetOption = None,
    board: BoardOption = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """The deck check: what is missing, extra, foreign, unread."""
    session = session_of(context)
    session.use(target=target, board=board, table=table, as_json=as_json)
    with session.client() as client:
        found = client.check()
        running = client.status().phase == "checking"
    if session.json:
        session.emit({**asdict(found), "running": running})
        return
    for line in check_lines(found, running):
        session.say(line)


def check_lines(found: Check, running: bool) -> list[str]:
    """A deck check in words (001 6.1, 7.3)."""
    if not found.seen and not found.unreadable and not running:
        return ["No deck check since the board started."]
    state = "running" if running else "ended"
    more = f" and {found.more} more, missing or extra" if found.more else ""
    lines = [
        f"Deck check, {state}: {found.seen} of {found.expected} cards seen",
        f"missing:    {' '.join(found.missing) or 'none'}{more}",
        f"extra:      {' '.join(found.extra) or 'none'}",
        f"foreign:    {found.foreign or 'none'}",
        f"unreadable: {_slides(found.unreadable)}",
    ]
    if not (found.missing or found.extra or found.more or found.foreign):
        lines.append("The set is complete.")
    return lines


def _slides(count: int) -> str:
    if not count:
        return "none"
    return (
        f"{count} {'slide' if count == 1 else 'slides'} not read; the cards were to be slid again"
    )
