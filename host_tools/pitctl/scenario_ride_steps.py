"""The statements of a scenario about a Let It Ride table, and about steps that people take over the host."""

from dataclasses import dataclass, field
from typing import Any

from pitctl.scenario_steps import Expect, Step

COMMUNITY = (8, 9)  # places of the deal besides the seats, as `ride` counts them
DISCARD = 10


@dataclass(frozen=True)
class HostActs(Step):
    """Steps over USB in a person's name; with `refused` the table must refuse, by that rule (empty: by any)."""

    who: str
    acts: tuple[tuple[str, dict[str, Any]], ...]
    refused: str | None


@dataclass(frozen=True)
class OpenBetting(Step):
    """CONFIRM until betting is open: whatever must be done before a round."""


@dataclass(frozen=True)
class Stack(Step):
    """The deck is arranged: these places will get these cards."""

    hands: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Deal(Step):
    """Arranged cards are slid in the table's own order: all of them, or `count`."""

    hands: tuple[tuple[int, tuple[str, ...]], ...]
    count: int | None


@dataclass(frozen=True)
class Decide(Step):
    """A player decides: `rides`, `withdraws` or `tucks`."""

    seat: int
    choice: str


@dataclass(frozen=True)
class GoOn(Step):
    """The ordinary next step by CONFIRM, if it is this one; `seat` 0 is no seat, or all of them."""

    what: str
    seat: int = 0


@dataclass(frozen=True)
class ExpectRide(Expect):
    """A value of `ride`."""

    name: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExpectSeat(Expect):
    """A value of a seat."""

    seat: int = 0
    name: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExpectSeats(Expect):
    """Exactly these seats have a light that means `kind`."""

    kind: str = ""
    seats: frozenset[int] = field(default_factory=frozenset[int])


@dataclass(frozen=True)
class ExpectUnchanged(Expect):
    """All is as it was just before the power cut."""
