"""Scenario files: what a dealer does and what the table must then show, one statement a line.

This module knows the language (docs/scenarios.md) and nothing of a table: text in, steps out, or a
ScenarioError that names file and line and says what is allowed there. `pitctl.player` acts it out.
"""

from dataclasses import dataclass, field
from pathlib import Path

from pitctl.exceptions import ScenarioError
from pitctl.layouts import area_code
from pitctl.plain_text import AS_UTF_8, NotPlainText, decoded
from pitctl.scenario_checks import CARD_WORDS, NotAllowed, is_card
from pitctl.scenario_expects import parse_expect
from pitctl.scenario_ride import STATEMENTS as RIDE_STATEMENTS
from pitctl.scenario_ride import parse_does, parse_ride
from pitctl.scenario_ride_steps import (
    Deal,
    Decide,
    ExpectRide,
    ExpectSeat,
    ExpectSeats,
    ExpectUnchanged,
    GoOn,
    HostActs,
    OpenBetting,
    Stack,
)
from pitctl.scenario_steps import (
    Badge,
    Choose,
    Expect,
    ExpectCue,
    ExpectDisplay,
    ExpectEvent,
    ExpectLights,
    ExpectStatus,
    Fault,
    HostReads,
    HostSends,
    OpenTable,
    Pace,
    PowerCut,
    Press,
    Read,
    Slide,
    SlideDeck,
    Step,
    SupervisorKey,
    Wait,
)
from pitctl.scenario_table import Table, TableLines, WrongTable, parse_table
from pitctl.scenario_words import Words, split_words

__all__ = [
    "Badge", "Choose", "Deal", "Decide", "Expect", "ExpectCue", "ExpectDisplay", "ExpectEvent", "ExpectLights",
    "ExpectRide", "ExpectSeat", "ExpectSeats", "ExpectStatus", "ExpectUnchanged", "Fault", "GoOn", "HostActs",
    "HostReads", "HostSends", "OpenBetting", "OpenTable", "Pace", "PowerCut", "Press", "Read", "Scenario", "Slide",
    "SlideDeck", "Stack", "Step", "SupervisorKey", "Table", "Wait", "area_code", "load_scenario", "parse_scenario",
]  # fmt: skip

KEYS = ("confirm", "no-more-bets", "cancel")
BADGES = ("supervisor", "dealer", "copy", "stranger")
BOARD_WITH_RFID = "pico-table-oled"
UNKNOWN_CODE = "XX"
FAULTS = {
    "scanner": ("dead", "lost", "garble", "no-terminator", "repeat", "none"),
    "beam": ("stuck-broken", "stuck-clear", "none"),
    "display": ("nack", "stuck", "none"),
    "badges": ("silent", "stuck", "none"),
    "cards": ("silent", "stuck", "none"),
}
LONGEST_WAIT_MS = 3_600_000
MAX_NUMBER = 416  # cards of eight decks
MAX_SERIAL = 999_999  # of a set
FIND_SOME = "ls tests/scenarios"
ADD_ONE = "add a line that says what must then be so, as: expect status phase idle (docs/scenarios.md)"
HOW_TO_WRITE = "see docs/scenarios.md for how one is written"


@dataclass(frozen=True)
class Scenario:
    """A whole file: what the table must be set to, and the steps.

    `file` names the table in tables/, None for the ordinary one; `house` changes its [house].
    """

    name: str
    title: str
    table: Table
    steps: tuple[Step, ...]
    file: str | None = None
    house: dict[str, int | str] = field(default_factory=dict[str, int | str])

    @property
    def board(self) -> str | None:
        """The board that it needs, None if any will do."""
        return BOARD_WITH_RFID if self.table.get("badges") or self.table.get("code_format") == "tag" else None


def load_scenario(path: Path) -> Scenario:
    """Read a file. Raises ScenarioError."""
    try:
        text = decoded(path.read_bytes())
    except FileNotFoundError:
        raise ScenarioError(f"{path}: no such file", try_this=FIND_SOME) from None
    except IsADirectoryError:
        files = f"{{pitctl}} play {path}/*.txt" if any(path.glob("*.txt")) else FIND_SOME
        raise ScenarioError(f"{path}: a folder, not a scenario", try_this=files) from None
    except NotPlainText as error:
        raise ScenarioError(f"{path}:{error.line}: {error.problem}", try_this=AS_UTF_8) from None
    except OSError as error:
        raise ScenarioError(
            f"{path}: cannot be read: {error.strerror}", try_this=f"ls -l {path}"
        ) from None
    return parse_scenario(text, str(path))


def parse_scenario(text: str, name: str = "scenario") -> Scenario:
    """Parse a scenario's text; `name` is the file's name in error messages.

    Raises one ScenarioError for all mistakes, one a line.
    """
    table = TableLines()
    steps: list[Step] = []
    mistakes: list[str] = []
    title = ""
    if not text.strip():
        raise ScenarioError(f"{name}: the file is empty", try_this=HOW_TO_WRITE)
    for number, line in enumerate(text.splitlines(), start=1):
        if not title and line.startswith("#"):
            title = line.lstrip("# ").strip()
        try:
            _parse_line(split_words(line, name, number), table, steps)
        except WrongTable as error:
            raise ScenarioError("\n".join([*mistakes, error.message])) from None
        except ScenarioError as error:
            mistakes.append(error.message)
    mistakes += [
        f"{name}:{step.line}: {code} is a card by its number; allowed: with table format serial or tag"
        for step in steps
        if table.settings.get("code_format") not in ("serial", "tag")
        for code in _codes(step)
        if code.startswith("#")
    ]
    mistakes += [
        f"{name}:{step.line}: this table has no badges; allowed: with table badges yes"
        for step in steps
        if isinstance(step, Badge) and not table.settings.get("badges")
    ]
    if not mistakes and not any(isinstance(step, Expect) for step in steps):
        raise ScenarioError(f"{name}: it expects nothing, so it cannot fail", try_this=ADD_ONE)
    if mistakes:
        raise ScenarioError("\n".join(mistakes))
    return Scenario(name, title, table.settings, tuple(steps), table.file, table.house)


def _parse_line(words: Words | None, table: TableLines, steps: list[Step]) -> None:
    if words is None:
        return
    if words.next_is("table"):
        if steps:
            raise words.error("the table is set before the first step", None)
        parse_table(words, table)
        words.end()
        return
    try:
        step = _parse_step(words, table)
    except NotAllowed as error:
        raise words.error(error.problem, error.allowed) from None
    words.end()
    steps.append(step)


_ACTIONS = (
    "press", "slide", "pass", "read", "wait", "pace", "supervisor", "dealer", "open", "choose", "power", "fault",
    "host", "badge",
)  # fmt: skip
_STATEMENTS = (*_ACTIONS, "expect", "should", "table")
PEOPLE = ("supervisor", "dealer")


def _parse_step(words: Words, table: TableLines) -> Step:
    if not table.ride and words.peek().lower() in RIDE_STATEMENTS:
        raise words.error(f"{words.peek()} is for Let It Ride", "with table file nsw-ride, or another")
    verb = words.one_of((*_STATEMENTS, *(RIDE_STATEMENTS if table.ride else ())), "a statement")
    if verb in RIDE_STATEMENTS:
        return parse_ride(verb, words)
    line, text = words.line, words.text
    match verb:
        case "press":
            key = words.one_of(KEYS, "a key")
            return Press(key, words.clause_ms("for", 80), line=line, text=text)
        case "slide":
            return _parse_slide(words)
        case "pass":
            return Slide(None, None, words.clause_ms("for", 80), 0, line=line, text=text)
        case "read":
            return Read(_card(words), line=line, text=text)
        case "wait":
            return Wait(words.duration_ms(LONGEST_WAIT_MS), line=line, text=text)
        case "pace":
            return Pace(words.duration_ms(LONGEST_WAIT_MS), line=line, text=text)
        case "supervisor" | "dealer":
            if words.took("does"):
                return parse_does(verb, words, table.ride)
            words.take("key" if verb == "supervisor" else "does")
            on = words.one_of(("on", "off"), "on or off") == "on"
            return SupervisorKey(on, line=line, text=text)
        case "open":
            if words.one_of(("table", "betting"), "something to open") == "betting":
                return OpenBetting(line=line, text=text)
            return OpenTable(line=line, text=text)
        case "choose":
            return Choose(words.quoted(), line=line, text=text)
        case "badge":
            whose = words.one_of(BADGES, "a badge")
            return Badge(whose, words.one_of(("on", "off"), "on or off") == "on", line=line, text=text)
        case "power":
            words.take("cut")
            return PowerCut(line=line, text=text)
        case "fault":
            part = words.one_of(tuple(FAULTS), "a part")
            fault = words.one_of(FAULTS[part], f"a fault of the {part}")
            return Fault(part, None if fault == "none" else fault, line=line, text=text)
        case "host":
            return _parse_host(words)
        case "should":
            words.take("fail")
            words.take("expect")
            return parse_expect(words, table, fails=True)
        case _:
            return parse_expect(words, table, fails=False)


def _parse_slide(words: Words) -> Step:
    if words.took("deck"):
        without = _face(words) if words.took("without") else None
        return SlideDeck(without, line=words.line, text=words.text)
    code = _card(words)
    code2 = _card(words) if words.took("and") else None
    passage_ms, read_at_ms = 80, 40
    if words.took("passage"):
        passage_ms = words.duration_ms(10_000)
    if words.took("read"):
        order = words.one_of(("after", "before"), "after or before")
        read_at_ms = words.duration_ms(10_000) * (1 if order == "after" else -1)
    return Slide(code, code2, passage_ms, read_at_ms, line=words.line, text=words.text)


def _parse_host(words: Words) -> Step:
    what = words.one_of(("stops", "reads", "sends"), "what the host does")
    if what == "sends":
        return HostSends(words.quoted(), line=words.line, text=words.text)
    words.take("reading" if what == "stops" else "again")
    return HostReads(what == "reads", line=words.line, text=words.text)


def _codes(step: Step) -> list[str]:
    """The cards that a step puts before the reader."""
    codes: list[str | None] = []
    if isinstance(step, Slide):
        codes = [step.code, step.code2]
    elif isinstance(step, Read):
        codes = [step.code]
    return [code for code in codes if code is not None]


def _face(words: Words) -> str:
    code = words.any("a card").upper()
    if not is_card(code):
        raise words.error(f"not a card: {code}", CARD_WORDS)
    return code


def _card(words: Words) -> str:
    """A card as the player understands it: `TH`, `XX`, `#7` of the table's set, or `#7@204118` of another one."""
    code = words.any("a card").upper()
    if code.startswith("#"):
        number = code[1:]
        if not number.isdecimal() or not 1 <= int(number) <= MAX_NUMBER:
            raise words.error(f"not the number of a card: {code}", f"#1 to #{MAX_NUMBER}")
        if not words.took("of"):
            return f"#{int(number)}"
        words.take("set")
        return f"#{int(number)}@{words.number(1, MAX_SERIAL)}"
    if not is_card(code) and code != UNKNOWN_CODE:
        raise words.error(f"not a card: {code}", f"{CARD_WORDS}; #7 by its number; XX is unknown")
    return code
