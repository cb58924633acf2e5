"""`expect ...` statements of a scenario."""

from pitctl.layouts import Layout
from pitctl.messages import Status
from pitctl.scenario_checks import check_answer, event_detail, event_type
from pitctl.scenario_ride_checks import check_ride, check_seat
from pitctl.scenario_ride_steps import ExpectRide, ExpectSeat, ExpectSeats, ExpectUnchanged
from pitctl.scenario_steps import (
    DEFAULT_LIMIT_MS,
    Expect,
    ExpectCue,
    ExpectDisplay,
    ExpectEvent,
    ExpectLights,
    ExpectStatus,
)
from pitctl.scenario_table import TableLines
from pitctl.scenario_words import Words

CUES = ("card", "notice", "result")
_THINGS = ("display", "lights", "event", "no", "cue", "status", "unchanged")
OF_RIDE = ("ride", "seat", "seats")
SEAT_LIGHTS = ("lit", "turn", "riding", "won")
MOST_SEATS = 7


def parse_expect(words: Words, table: TableLines, *, fails: bool) -> Expect:
    limit_ms = words.trailing_limit_ms(DEFAULT_LIMIT_MS)
    line, text = words.line, words.text
    things = (*_THINGS, *OF_RIDE) if table.ride else _THINGS
    what = words.one_of(things, "something to look at")
    match what:
        case "display":
            absent = words.took("without")
            return ExpectDisplay(limit_ms, fails, words.quoted(), not absent, line=line, text=text)
        case "lights":
            areas, others = _parse_areas(words, table.layout)
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
        case "unchanged":
            return ExpectUnchanged(limit_ms, fails, line=line, text=text)
        case "status":
            name, value = _named_value(words, "a name of the status")
            check_answer(Status, name, value)
            return ExpectStatus(limit_ms, fails, name, " ".join(value), line=line, text=text)
        case _:
            return _parse_ride_expect(words, what, limit_ms, fails)


def _parse_ride_expect(words: Words, what: str, limit_ms: int, fails: bool) -> Expect:
    line, text = words.line, words.text
    if what == "ride":
        name, value = _named_value(words, "a name of `ride`")
        check_ride(name, value)
        return ExpectRide(limit_ms, fails, name, tuple(value), line=line, text=text)
    if what == "seat":
        seat = words.number(1, MOST_SEATS)
        name, value = _named_value(words, "a name of a seat")
        check_seat(name, value)
        return ExpectSeat(limit_ms, fails, seat, name, tuple(value), line=line, text=text)
    kind = words.one_of(SEAT_LIGHTS, "a light of a seat")
    seats: set[int] = set()
    if not words.took("none"):
        seats.add(words.number(1, MOST_SEATS))
        while not words.at_end():
            seats.add(words.number(1, MOST_SEATS))
    return ExpectSeats(limit_ms, fails, kind, frozenset(seats), line=line, text=text)


def _named_value(words: Words, what: str) -> tuple[str, list[str]]:
    name = words.any(what)
    value = words.rest()
    if not value:
        raise words.error("what should it be?", "a value, or none")
    return name, value


def _parse_areas(words: Words, layout: Layout) -> tuple[dict[str, str | None], bool]:
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
        code = layout.code_of(name)
        if code is None or (tier and tier not in layout.tiers.values()):
            raise words.error(f"no such area: {word}", layout.allowed)
        areas[code] = tier or None
    if not areas:
        raise words.error("which areas?", f"none, or areas such as {layout.example}")
    return areas, others
