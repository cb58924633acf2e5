"""Events in the words of scenarios, and which of them an expectation means."""

from typing import Any

import pytest

from pitctl.expectations import _matches, event_text
from pitctl.messages import Event
from pitctl.scenario import parse_scenario
from pitctl.scenario_steps import ExpectEvent


def event(record_type: str, **fields: Any) -> Event:
    return Event.from_wire({"seq": 1, "round": 1, "t_ms": 5, "type": record_type, **fields})


def expects(line: str) -> ExpectEvent:
    step = parse_scenario(f"expect event {line}").steps[0]
    assert isinstance(step, ExpectEvent)
    return step


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (event("boot"), "boot"),
        (event("irregularity", kind="two_codes", place=7), "irregularity two-codes 7"),
        (event("hold", held="early", place=1), "hold early 1"),
        (event("move", place=3, to=5, who=1), "move 3 5 staff-1"),
        (event("take_out", place=3, burned=False, who=1), "take-out 3 not-burned staff-1"),
        (event("checked", ok=True), "checked ok"),
        (
            event("entered", card="TH", place=4, who=1, reason="not_read"),
            "entered TH 4 staff-1 not-read",
        ),
        (
            event("wager", area="HS", seat=3, stake=8, spoken=True, who=2),
            "wager staff-2 HS 3 8 spoken",
        ),
    ],
)
def test_a_record_is_written_and_found_in_the_same_words(record: Event, text: str) -> None:
    assert event_text(record) == text
    assert _matches(record, expects(text))
    assert _matches(record, expects(text.split(maxsplit=1)[0])), "details may be left out"
    assert not _matches(record, expects("void"))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("move 3 5", True),
        ("move 5", True),
        ("move 5 3", False),
        ("move 3 5 5", False),
        ("move 4", False),
        ("move staff-1 3", True),
        ("move staff-2", False),
    ],
)
def test_numbers_are_meant_in_their_order_and_words_anywhere(line: str, found: bool) -> None:
    assert _matches(event("move", place=3, to=5, who=1), expects(line)) is found


def test_a_yes_is_no_no() -> None:
    record = event("take_out", place=3, burned=True)
    assert _matches(record, expects("take-out burned"))
    assert not _matches(record, expects("take-out not-burned"))
