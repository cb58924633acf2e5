"""Scenario files: what a dealer does and what the table must then show, one statement a line.

This module knows the language (docs/scenarios.md) and nothing of a table: text in, steps out, or a
ScenarioError that names file and line and says what is allowed there. `pitctl.player` acts it out.
"""

from dataclasses import dataclass
from pathlib import Path

from pitctl.exceptions import ScenarioError
from pitctl.scenario_checks import (
    CARD_WORDS,
    SUITS,
    NotAllowed,
    check_status,
    event_detail,
    event_type,
    is_card,
)
from pitctl.scenario_steps import (
    DEFAULT_LIMIT_MS,
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
    Step,
    SupervisorKey,
    Wait,
)
from pitctl.scenario_table import Table, parse_table
from pitctl.scenario_words import Words, split_words

KEYS = ("confirm", "no-more-bets", "cancel")
CUES = ("card", "notice", "result")
SUIT_NAMES = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
TIERS = ("one", "two", "full")
UNKNOWN_CODE = "XX"
FAULTS = {
    "scanner": ("dead", "lost", "garble", "no-terminator", "repeat", "none"),
    "beam": ("stuck-broken", "stuck-clear", "none"),
    "display": ("nack", "stuck", "none"),
}
LONGEST_WAIT_MS = 3_600_000
MAX_NUMBER = 416  # cards of eight decks
MAX_SERIAL = 999_999  # of a set
FIND_SOME = "ls tests/scenarios"
HOW_TO_WRITE = "see docs/scenarios.md for how one is written"


@dataclass(frozen=True)
class Scenario:
    """A whole file: what the table must be set to, and the steps."""

    name: str
    title: str
    table: Table
    steps: tuple[Step, ...]


def load_scenario(path: Path) -> Scenario:
    """Read a file. Raises ScenarioError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ScenarioError(f"{path}: no such file", try_this=FIND_SOME) from None
    except IsADirectoryError:
        files = f"{{pitctl}} play {path}/*.txt" if any(path.glob("*.txt")) else FIND_SOME
        raise ScenarioError(f"{path}: a folder, not a scenario", try_this=files) from None
    except UnicodeDecodeError:
        raise ScenarioError(
            f"{path}: not a text in UTF-8", try_this="save it as plain text in UTF-8"
        ) from None
    except OSError as error:
        raise ScenarioError(
            f"{path}: cannot be read: {error.strerror}", try_this=f"ls -l {path}"
        ) from None
    return parse_scenario(text, str(path))


def parse_scenario(text: str, name: str = "scenario") -> Scenario:
    """Parse a scenario's text; `name` is the file's name in error messages.

    Raises one ScenarioError for all mistakes, one a line.
    """
    table: Table = {}
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
        except ScenarioError as error:
            mistakes.append(error.message)
    mistakes += [
        f"{name}:{step.line}: {code} is a card by its number; allowed: with table format serial"
        for step in steps
        if table.get("code_format") != "serial"
        for code in _codes(step)
        if code.startswith("#")
    ]
    if not mistakes and not any(isinstance(step, Expect) for step in steps):
        mistakes.append(f"{name}: it expects nothing, so it cannot fail")
    if mistakes:
        raise ScenarioError("\n".join(mistakes))
    return Scenario(name, title, table, tuple(steps))


def _parse_line(words: Words | None, table: Table, steps: list[Step]) -> None:
    if words is None:
        return
    if words.next_is("table"):
        if steps:
            raise words.error("the table is set before the first step", None)
        parse_table(words, table)
        words.end()
        return
    try:
        step = _parse_step(words)
    except NotAllowed as error:
        raise words.error(error.problem, error.allowed) from None
    words.end()
    steps.append(step)


_ACTIONS = (
    "press", "slide", "pass", "read", "wait", "pace", "supervisor", "open", "choose", "power",
    "fault", "host",
)  # fmt: skip
_STATEMENTS = (*_ACTIONS, "expect", "should", "table")


def _parse_step(words: Words) -> Step:
    verb = words.one_of(_STATEMENTS, "a statement")
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
        case "supervisor":
            words.take("key")
            on = words.one_of(("on", "off"), "on or off") == "on"
            return SupervisorKey(on, line=line, text=text)
        case "open":
            words.take("table")
            return OpenTable(line=line, text=text)
        case "choose":
            return Choose(words.quoted(), line=line, text=text)
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
            return _parse_expect(words, fails=True)
        case _:
            return _parse_expect(words, fails=False)


def _parse_slide(words: Words) -> Slide:
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


def _parse_expect(words: Words, *, fails: bool) -> Expect:
    limit_ms = words.trailing_limit_ms(DEFAULT_LIMIT_MS)
    line, text = words.line, words.text
    what = words.one_of(
        ("display", "lights", "event", "no", "cue", "status"), "something to look at"
    )
    match what:
        case "display":
            absent = words.took("without")
            return ExpectDisplay(limit_ms, fails, words.quoted(), not absent, line=line, text=text)
        case "lights":
            areas, others = _parse_areas(words)
            return ExpectLights(limit_ms, fails, areas, others, line=line, text=text)
        case "event" | "no":
            if what == "no":
                words.take("event")
            kind = event_type(words.any("an event"))
            details = tuple(event_detail(kind, word) for word in words.rest())
            return ExpectEvent(
                limit_ms, fails, kind, details, what == "event", line=line, text=text
            )
        case "cue":
            return ExpectCue(limit_ms, fails, words.one_of(CUES, "a cue"), line=line, text=text)
        case _:
            name = words.any("a name of the status")
            value = words.rest()
            if not value:
                raise words.error("what should it be?", "a value, or none")
            check_status(name, value)
            return ExpectStatus(limit_ms, fails, name, " ".join(value), line=line, text=text)


def _parse_areas(words: Words) -> tuple[dict[str, str | None], bool]:
    areas: dict[str, str | None] = {}
    others = False
    given = words.rest()
    if given == ["none"]:
        return areas, others
    for word in given:
        if word == "...":
            others = True
            continue
        name, _, tier = word.partition("/")
        code = area_code(name)
        if code is None or (tier and tier not in TIERS):
            raise words.error(
                f"no such area: {word}",
                "none, RED, BLACK, a suit, H>S, H>S>C, each with /one, /two or /full; ... for others",
            )
        areas[code] = tier or None
    if not areas:
        raise words.error("which areas?", "none, or areas such as RED HEARTS H>S H>S>C")
    return areas, others


def area_code(name: str) -> str | None:
    """`RED`, `H`, `HS` or `HSC` for an area's name as people write it; None if it is none."""
    upper = name.upper()
    if upper in ("RED", "BLACK"):
        return upper
    suits = [SUIT_NAMES.get(part, part) for part in upper.replace("-", ">").split(">")]
    if not 1 <= len(suits) <= 3 or len(set(suits)) != len(suits):
        return None
    return "".join(suits) if all(len(suit) == 1 and suit in SUITS for suit in suits) else None


def _codes(step: Step) -> list[str]:
    """The cards that a step puts before the reader."""
    codes: list[str | None] = []
    if isinstance(step, Slide):
        codes = [step.code, step.code2]
    elif isinstance(step, Read):
        codes = [step.code]
    return [code for code in codes if code is not None]


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
