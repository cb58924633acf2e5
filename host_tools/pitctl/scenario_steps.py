"""The statements of a scenario, as the parser (scenario.py) makes them and the player acts them out."""

from dataclasses import dataclass, field

DEFAULT_LIMIT_MS = 2000


@dataclass(frozen=True)
class Step:
    """One statement; `line` is its number in the file and `text` its words as written."""

    line: int = field(kw_only=True)
    text: str = field(kw_only=True)


@dataclass(frozen=True)
class Press(Step):
    key: str
    hold_ms: int


@dataclass(frozen=True)
class Slide(Step):
    """A card over the scanner; `code` None is a passage without a read, `#7` the card of that number in its set."""

    code: str | None
    code2: str | None
    passage_ms: int
    read_at_ms: int


@dataclass(frozen=True)
class SlideDeck(Step):
    """All 52 faces once, as for a check; `without` is missing."""

    without: str | None


@dataclass(frozen=True)
class Read(Step):
    code: str


@dataclass(frozen=True)
class Wait(Step):
    ms: int


@dataclass(frozen=True)
class Pace(Step):
    ms: int


@dataclass(frozen=True)
class PowerCut(Step):
    pass


@dataclass(frozen=True)
class SupervisorKey(Step):
    """The supervisor's key switch is turned, or turned back."""

    on: bool


@dataclass(frozen=True)
class Badge(Step):
    """A badge is laid on the reader, or lifted."""

    whose: str
    on: bool


@dataclass(frozen=True)
class OpenTable(Step):
    """The whole opening by keys: lamp test, pre-checked cards, shuffle, cut."""


@dataclass(frozen=True)
class Choose(Step):
    """An item of the menu on the display, or an answer to what it asks."""

    words: str


@dataclass(frozen=True)
class Fault(Step):
    part: str
    fault: str | None


@dataclass(frozen=True)
class HostReads(Step):
    reading: bool


@dataclass(frozen=True)
class HostSends(Step):
    message: str


@dataclass(frozen=True)
class Expect(Step):
    """An expectation: `limit_ms` is how long the table may take; `fails` turns it round."""

    limit_ms: int = DEFAULT_LIMIT_MS
    fails: bool = False


@dataclass(frozen=True)
class ExpectDisplay(Expect):
    words: str = ""
    present: bool = True


@dataclass(frozen=True)
class ExpectLights(Expect):
    """`areas` maps an area's code (`RED`, `H`, `HS`, `HSC`) to a tier, or to None for any tier."""

    areas: dict[str, str | None] = field(default_factory=dict[str, str | None])
    others: bool = False


@dataclass(frozen=True)
class ExpectEvent(Expect):
    kind: str = ""
    details: tuple[str, ...] = ()
    present: bool = True


@dataclass(frozen=True)
class ExpectCue(Expect):
    cue: str = ""


@dataclass(frozen=True)
class ExpectStatus(Expect):
    name: str = ""
    value: str = ""
