"""`pitctl watch`: the journal of a board as it grows."""

from dataclasses import asdict
from typing import Annotated

import typer

from pitctl import messages
from pitctl.cli.session import JsonOption, Session, UsbTargetOption, session_of
from pitctl.client import Client
from pitctl.event_times import EventTimes, time_text
from pitctl.exceptions import DeviceRefused, TargetUnavailable
from pitctl.expectations import CHECKPOINT, event_text
from pitctl.messages import Event


def watch(
    context: typer.Context,
    target: UsbTargetOption = None,
    since: Annotated[
        int | None, typer.Option(min=0, help="Start after this record; default: only new ones.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many records; default: Ctrl-C.")
    ] = None,
    every_s: Annotated[
        float, typer.Option("--every", min=0.05, help="Seconds between two questions.")
    ] = 0.5,
    as_json: JsonOption = False,
) -> None:
    """Follow what happens at a table, record by record."""
    session = session_of(context)
    session.use(target=target, as_json=as_json)
    if session.is_virtual:
        raise TargetUnavailable(
            "a virtual table has no dealer to watch",
            try_this="watch a race with: {pitctl} demo",
        )
    with session.client() as client:
        cursor = client.status().journal.last_seq if since is None else since
        left = count
        times = EventTimes.before(client, cursor)
        while left is None or left > 0:
            events, boot, cursor = _new_events(session, client, cursor)
            for event in events[:left]:
                _show(session, event, times.of(event, boot))
            if left is not None:
                left -= min(left, len(events))
            if left != 0 and not events:
                client.pause(every_s)


def _new_events(session: Session, client: Client, cursor: int) -> tuple[list[Event], int, int]:
    """The next records, their boot, and the cursor after them; says so where records are gone."""
    try:
        page = client.events(cursor)
    except DeviceRefused as error:
        oldest = error.data.get("oldest") if isinstance(error.data, dict) else None
        if error.code != messages.EVENTS_GONE or not isinstance(oldest, int) or oldest <= cursor:
            raise
        session.err.print(f"records {cursor + 1} to {oldest - 1} are gone", markup=False)
        return [], 0, oldest - 1
    return list(page.events), page.boot, page.next


def _show(session: Session, event: Event, seconds: int | None) -> None:
    at = time_text(seconds)
    if session.json:
        told = {**asdict(event), "at": at or None}
        session.emit({name: value for name, value in told.items() if value is not None})
    elif event.type != CHECKPOINT:
        session.say(
            f"{event.seq:>6}  round {event.round}  {at or f'{event.t_ms / 1000:9.3f} s'}  {event_text(event)}"
        )
