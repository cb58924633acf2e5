"""The client: a board's protocol as typed methods (the wire itself is in link.py).

Questions change nothing. Steps (`act`) do, and only in the name of a person: `acting_as` is the way.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from typing import cast

from pitctl import messages
from pitctl.exceptions import NoAnswer, PitctlError, SchemaMismatch, WrongDevice
from pitctl.link import Link
from pitctl.messages import (
    Act,
    Authorise,
    Check,
    Describe,
    Event,
    Events,
    Reason,
    Release,
    Ride,
    Role,
    Seat,
    Seats,
    Settings,
    Shoe,
    Status,
    Step,
    Steps,
    Time,
    Wager,
    Wagers,
)

READY_TIMEOUT_S = 10.0
PRODUCT = "pitboard"


class Client(Link):
    """A board's protocol as methods."""

    # -- questions ----------------------------------------------------------------------------

    def describe(self) -> Describe:
        """What runs on the board."""
        return self.ask("describe", None, Describe.from_wire)

    def status(self) -> Status:
        """The table now."""
        return self.ask("status", None, Status.from_wire)

    def settings(self) -> Settings:
        """The table's settings."""
        return self.ask("settings", None, Settings.from_wire)

    def events(self, since: int, limit: int | None = None) -> Events:
        """Journal records after number `since`, as many as fit into an answer."""
        params = {"since": since} if limit is None else {"since": since, "limit": limit}
        return self.ask("events", params, Events.from_wire)

    def all_events(self, since: int) -> Iterator[Event]:
        """Every record after `since` up to the newest."""
        while True:
            page = self.events(since)
            yield from page.events
            if page.next <= since or page.next >= page.last:
                return
            since = page.next

    def shoe(self) -> Shoe:
        """The cards: source, count, what was done with them."""
        return self.ask("shoe", None, Shoe.from_wire)

    def check(self) -> Check:
        """The running deck check, or the last one."""
        return self.ask("check", None, Check.from_wire)

    def steps(self) -> tuple[Role | None, list[Step]]:
        """What this host is authorised for, and every step that is lawful now, whoever may do it."""
        found: list[Step] = []
        since = 0
        while True:
            page = self.ask("steps", {"since": since}, Steps.from_wire)
            found += page.steps
            if page.next <= since:
                return page.role, found
            since = page.next

    def wagers(self) -> list[Wager]:
        """The wagers of this round."""
        found: list[Wager] = []
        since = 0
        while True:
            page = self.ask("wagers", {"since": since}, Wagers.from_wire)
            found += page.wagers
            if page.next <= since:
                return found
            since = page.next

    def seats(self) -> list[Seat]:
        """The seats of a Let It Ride table."""
        found: list[Seat] = []
        since = 0
        while True:
            page = self.ask("seats", {"since": since}, Seats.from_wire)
            found += page.seats
            if page.next <= since:
                return found
            since = page.next

    def ride(self) -> Ride:
        """The round of a Let It Ride table, beside its seats."""
        return self.ask("ride", None, Ride.from_wire)

    def time(self, set_to: int | None = None) -> Time:
        """What time it is at the table; `set_to`, seconds since 1970, needs a supervisor (`acting_as`)."""
        return self.ask("time", None if set_to is None else {"set": set_to}, Time.from_wire)

    # -- steps --------------------------------------------------------------------------------

    def authorise(self, staff: int, pin: str) -> Authorise:
        """A person vouches for what follows. Raises DeviceRefused with `messages.NOT_AUTHORISED`."""
        return self.ask("authorise", {"staff": staff, "pin": pin}, Authorise.from_wire)

    def release(self) -> None:
        """Nobody vouches for this host any more."""
        self.ask("release", None, Release.from_wire)

    @contextmanager
    def acting_as(self, staff: int, pin: str) -> Generator[Authorise]:
        """Act in a person's name; it ends with the block, whatever happens in it."""
        granted = self.authorise(staff, pin)
        try:
            yield granted
        finally:
            with suppress(PitctlError):  # a grant that cannot be given back ends by itself
                self.release()

    def act(
        self,
        step: str,
        *,
        place: int | None = None,
        to: int | None = None,
        card: str | None = None,
        reason: Reason | None = None,
        area: str | None = None,
        wager: int | None = None,
        stake: int | None = None,
        seat: int | None = None,
        spoken: bool | None = None,
        tokens: bool | None = None,
    ) -> Act:
        """Do a step; see `Step.needs` for what it takes. Raises DeviceRefused with `messages.REFUSED`.

        It is sent once only: after NoAnswer the step may have been done or not.
        """
        given = {
            "place": place,
            "to": to,
            "card": card,
            "reason": reason,
            "area": area,
            "wager": wager,
            "stake": stake,
            "seat": seat,
            "spoken": spoken,
            "tokens": tokens,
        }
        params = {name: value for name, value in given.items() if value is not None}
        return self.ask("act", {"step": step, **params}, Act.from_wire)

    # -- acquaintance -------------------------------------------------------------------------

    def identify(self, serial: str | None = None) -> Describe:
        """Describe, and make sure that it is a Pitboard, the one meant, and of our schema."""
        try:
            found = self.describe()
        except SchemaMismatch:
            self._check_foreign_schema()
            raise
        if found.product != PRODUCT:
            raise WrongDevice(f"{self.transport.name} is a {found.product}, not a {PRODUCT}")
        if serial is not None and found.serial.lower() != serial.lower():
            raise WrongDevice(
                f"{self.transport.name} says that its serial number is {found.serial}"
            )
        if found.schema != messages.SCHEMA:
            raise self._other_schema(found.schema)
        return found

    def wait_ready(self, limit_s: float = READY_TIMEOUT_S) -> Describe:
        """Wait until a board that is starting answers."""
        deadline = self.transport.now_s() + limit_s
        patience = self.timeout_s
        self.timeout_s = min(patience, 0.5)
        try:
            while True:
                try:
                    return self.identify()
                except NoAnswer:
                    if self.transport.now_s() >= deadline:
                        raise
        finally:
            self.timeout_s = patience

    def _check_foreign_schema(self) -> None:
        """An answer that cannot be read is explained best by the schema it names."""
        data = self.call("describe")
        schema = cast(dict[str, object], data).get("schema") if isinstance(data, dict) else None
        if isinstance(schema, int) and schema != messages.SCHEMA:
            raise self._other_schema(schema)

    def _other_schema(self, schema: int) -> SchemaMismatch:
        newer = schema > messages.SCHEMA
        return SchemaMismatch(
            f"the board speaks schema {schema}, this pitctl speaks {messages.SCHEMA}",
            try_this="use the pitctl that belongs to this firmware" if newer else None,
        )
