"""The time of every record that a board tells, by the firmware's own reckoning (table/journal_time.py)."""

from datetime import UTC, datetime

from pitctl import messages
from pitctl.client import Client
from pitctl.exceptions import DeviceRefused
from pitctl.firmware import events, journal_time
from pitctl.messages import Event

_LOOK_BACK = (100, 800, 6400)  # records; a checkpoint, and with it the time, comes about every hundred


class EventTimes:
    """Follows records in their order. `of` gives seconds since 1970, or None while no time is known."""

    def __init__(self) -> None:
        self._time = journal_time.JournalTime()

    def of(self, event: Event, boot: int) -> int | None:
        arg = arg2 = value = kind = 0
        if event.type == "clock" and event.time is not None and event.source is not None:
            kind = events.CLOCK
            arg, arg2 = journal_time.SOURCE_NAMES.index(event.source), int(bool(event.ok))
            value = journal_time.value_of(1000 * event.time, event.jump or 0)
        self._time.follow((kind, arg, arg2, event.seq, event.round, event.t_ms, boot, value, 0, 0))
        return self._time.ms // 1000 if self._time.source else None

    @classmethod
    def before(cls, client: Client, cursor: int) -> "EventTimes":
        """Having followed the records up to `cursor`, as far back as it takes to know the time."""
        times = cls()
        try:
            if client.time().source is None:
                return times
        except DeviceRefused as error:
            if error.code != messages.METHOD_NOT_FOUND:
                raise
            return times  # a board without a clock
        for back in _LOOK_BACK:
            since = max(0, cursor - back)
            times = cls()
            while since < cursor:
                try:
                    page = client.events(since)
                except DeviceRefused as error:
                    oldest = error.data.get("oldest") if isinstance(error.data, dict) else None
                    if error.code != messages.EVENTS_GONE or not isinstance(oldest, int) or oldest <= since + 1:
                        raise
                    since = oldest - 1
                    continue
                for event in page.events:
                    if event.seq <= cursor:
                        times.of(event, page.boot)
                if page.next <= since:
                    break
                since = page.next
            if times._time.source or back >= cursor:
                break
        return times


def time_text(seconds: int | None) -> str:
    """ISO 8601, UTC; empty where no time is known."""
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
