"""What the table says: words for everything that can happen, short enough for the display, and no card in them."""

import contextlib
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboard.app import prompts
from pitboard.app.derby import words
from pitboard.app.derby.words import WORDS
from pitboard.app.wording import sentence
from pitboard.games import events, refusals
from pitboard.games.derby import derby_events as derby
from pitboard.games.derby import derby_refusals, steps

FIRMWARE = Path(__file__).parents[3] / "firmware"
LINE, RULE = 21, 7
# Rules of 001 and readings (docs/derby.md) that stand beside a message, and nothing else.
CITED = (
    "2.0 3.3 3.4(d) 3.5 3.6 5.1 5.2 5.4 5.4(a) 5.4(b) 5.5 5.7 6.1 6.5 7.1 7.1(e) 7.2 7.3 7.4 8.1 8.1(c) "
    "9.1(c) 9.2 10.1 10.3 10.4 10.5 10.6 10.7 10.8 D3 D7 D9 L27"
)
STEPS = (
    "lamp_test lamps_good lamps_bad check checked check_dealer check_super check_end prechecked shuffled cut exposed "
    "new_cards table_open table_close open cancel no_more_bets reveal use_next burn dismiss face_up later_up entered "
    "shoe_empty lights_again lights_off rebuild move insert take_twice take_burned replace rebuilt confirm close void "
    "wager wager_back wager_moved wager_home collected paid paid_all same_card"
)
CODES = {
    name: code
    for vocabulary in (refusals, derby_refusals)
    for name, code in vars(vocabulary).items()
    if name.isupper()
}
PROMPTS = {name: index for name, index in vars(words).items() if name.startswith("P_")}
KINDS = range(1, len(events.KIND_NAMES))
PHASES = range(len(derby.PHASE_NAMES))
A_CARD = re.compile(
    r"\b((?i:spades?|hearts?|diamonds?|clubs?|aces?|kings?|queens?|jacks?|(two|three|four|ten)s? of)"
    r"|([2-9TJQKA]|10)[SHDC])\b"
)
Message = tuple[str, str, str]


def every_notice(place: int, area: int) -> Iterator[Message]:
    for phase in PHASES:
        for kind in KINDS:
            yield WORDS.notice(kind, place, area, phase)
        for kind in range(1, len(events.HOLD_NAMES)):
            yield WORDS.hold(kind, place, phase)
        for kind in range(1, len(derby.OUTCOME_NAMES)):
            yield WORDS.outcome(kind, place, area, phase)


def every_message(place: int = 215, area: int = 1) -> Iterator[Message]:
    yield from (WORDS.refusal(code) for code in CODES.values() if code)
    yield from every_notice(place, area)
    yield from (WORDS.prompt(index, place, 416, area) for index in PROMPTS.values())


def every_label() -> Iterator[str]:
    yield from (WORDS.step(index)[1] for index in range(words.STEPS))
    yield from (WORDS.reason(code) for code in range(1, len(events.REASON_NAMES)))


def test_lines_fit_the_display_with_their_longest_numbers() -> None:
    for area in range(4):
        for rule, first, second in every_message(area=area):
            assert 0 < len(rule) <= RULE
            for line in (first, second):
                assert 0 < len(line) <= LINE, line
                assert line.isascii() and line.isprintable() and not set(line) & set("{}|"), line
                assert "  " not in line and line == line.strip()
    for label in every_label():
        assert 0 < len(label) <= LINE and label.isascii() and label.isprintable(), label


def test_every_message_has_a_rule() -> None:
    cited = {rule for rule, _first, _second in every_message()}
    cited |= {WORDS.step(index)[0] for index in range(words.STEPS)}
    assert cited == set(CITED.split())


def test_no_message_names_a_card() -> None:
    for _rule, first, second in every_message():
        assert not A_CARD.search(first) and not A_CARD.search(second), (first, second)
    for label in every_label():
        assert not A_CARD.search(label), label
    assert A_CARD.search("Card 7 is TH") and A_CARD.search("Two of spades")


def test_no_message_is_a_number() -> None:
    """A dealer is told what to do, not an error code."""
    for _rule, first, second in every_message():
        assert not re.search(r"error|fault|code \d|invalid|failure", first + second, re.IGNORECASE)


def test_a_notice_in_the_race_says_which_card_and_where() -> None:
    assert WORDS.notice(events.MISSCAN, 7, 2, derby.RACING) == (
        "8.1",
        "Card 7 2nd not read",
        "Slide it again",
    )
    assert WORDS.notice(events.MISSCAN, 215, 3, derby.RACING)[1] == "Card 215 3rd not read"
    for kind in KINDS:
        said = " ".join(WORDS.notice(kind, 7, 2, derby.RACING))
        assert re.search(r"\bcard 7\b", said, re.IGNORECASE), said


def test_an_area_that_is_not_known_is_not_named() -> None:
    assert WORDS.notice(events.MISSCAN, 7, 0, derby.RACING)[1] == "Card 7 not read"
    assert WORDS.notice(events.TWO_CODES, 7, 0, derby.RACING)[1] == "Card 7: 2 codes"
    assert WORDS.notice(events.OVERRUN, 7, 0, derby.RACING)[2] == "Is card 7 next?"
    for message in every_notice(7, 0):
        assert not re.search(r"1st|2nd|3rd", " ".join(message))


def test_outside_the_race_no_place_is_named() -> None:
    for phase in PHASES:
        for kind in KINDS:
            if phase != derby.RACING:
                said = " ".join(WORDS.notice(kind, 7, 2, phase)[1:])
                assert "7" not in said and "2nd" not in said, said


def test_each_phase_has_its_own_words() -> None:
    def notice(kind: int, phase: int) -> Message:
        return WORDS.notice(kind, 3, 1, phase)

    assert notice(events.MISSCAN, events.CHECKING)[0] == "6.1"
    assert notice(events.NOT_NOW, events.CLOSED)[1] == "Table is closed"
    assert notice(events.NOT_NOW, derby.REBUILDING)[1] == "Rebuild is running"
    assert notice(events.NOT_NOW, derby.RACING)[1] == "Card 3 must wait"
    assert notice(events.NOT_NOW, events.BETTING)[1] == "Other card must wait"
    assert notice(events.MISSCAN, events.BETTING)[2] == "A card? Slide again"
    assert notice(events.MISSCAN, derby.REBUILDING)[2] == "Nothing was counted"


@pytest.mark.parametrize("phase", PHASES)
def test_a_held_card_is_said_but_not_which(phase: int) -> None:
    early = WORDS.hold(events.EARLY, 1, phase)
    late = WORDS.hold(events.LATE, 9, phase)
    assert early == ("10.5", "Early card is held", "Was its face seen?")
    assert late == ("10.5", "Extra card is held", "Was its face seen?")
    do = "Take it out" if phase == events.CHECKING else "Call the supervisor"
    assert WORDS.hold(events.FOREIGN, 5, phase)[::2] == ("L27", do)


def test_an_outcome_says_what_comes_next() -> None:
    assert WORDS.outcome(derby.FIRST_BURNED, 1, 1, derby.RACING) == (
        "10.3",
        "First card is burned",
        "Slide card 1 1st",
    )
    assert WORDS.outcome(derby.BURNED, 9, 0, derby.RACING)[2] == "Slide card 9"
    assert WORDS.outcome(derby.BURNED, 9, 0, derby.PAYING)[2] == "To the discard rack"
    assert WORDS.outcome(derby.NOT_DECIDED, 9, 3, derby.RACING)[0] == "D7"


def test_every_step_of_the_table_has_a_label_of_its_own() -> None:
    names = [WORDS.step_name(index) for index in range(words.STEPS)]
    assert sorted(names) == sorted(STEPS.split())
    assert [WORDS.step_index(name) for name in names] == list(range(words.STEPS))
    labels = [WORDS.step(index)[1] for index in range(words.STEPS)]
    assert len(set(labels)) == words.STEPS
    assert steps.STEPS == words.STEPS
    presets = {
        "check_dealer",
        "check_super",
        "lamps_good",
        "lamps_bad",
        "take_twice",
        "take_burned",
    }
    presets |= {"later_up", "paid_all", "same_card"}
    for index, name in enumerate(names):
        assert name in presets or derby.NAMES[steps.event_of(index)] == name
    by_number = {name: number for name, number in vars(words).items() if name.startswith("S_")}
    assert len(by_number) == words.STEPS
    for name, number in by_number.items():
        assert WORDS.step_index(name.removeprefix("S_").lower()) == number, name
    assert WORDS.step(WORDS.step_index("void")) == ("10.8", "Void the round")


@pytest.mark.parametrize("name", ["", "voi", "void ", "oid", "\n", "use_next\nburn", "VOID", "é"])
def test_a_step_that_is_none(name: str) -> None:
    assert WORDS.step_index(name) == -1


def test_codes_give_their_own_words() -> None:
    assert WORDS.refusal(refusals.NOT_AN_EVENT)[1] == "Unknown action"
    assert WORDS.refusal(derby_refusals.DECIDE_FIRST)[1] == "A card is held"
    assert WORDS.refusal(derby_refusals.NOT_MOVED)[1] == "Wager was not moved"
    assert WORDS.reason(1) == "Card never reads"
    assert WORDS.reason(events.BY_PATRON) == "Moved by a patron"
    assert WORDS.reason(len(events.REASON_NAMES) - 1) == "Other reason"


def test_prompts_are_filled_in() -> None:
    assert WORDS.prompt(words.P_RACING, 7, area=2) == ("8.1", "Slide card 7", "to 2nd place")
    assert WORDS.prompt(words.P_CHECKING, 17, 416)[1] == "Slide all: 17 of 416"
    assert WORDS.prompt(words.P_SHOE_EMPTY) == (
        "D7",
        "Shoe empty: undecided",
        "Call the supervisor",
    )
    assert sorted(PROMPTS.values()) == list(range(len(PROMPTS)))
    for name, number in vars(prompts).items():
        assert not name.startswith("P_") or PROMPTS[name] == number


def test_lines_are_joined_for_a_host() -> None:
    assert sentence("Card 7 2nd not read", "Slide it again") == (
        "Card 7 2nd not read. Slide it again"
    )
    assert sentence("Bets are closed", "until the next round") == (
        "Bets are closed until the next round"
    )


def test_what_has_no_words() -> None:
    for index in (-1, len(PROMPTS)):
        with pytest.raises(ValueError, match="no such message"):
            WORDS.prompt(index)
    for code in (refusals.LAWFUL, max(CODES.values()) + 1, -3):
        with pytest.raises(ValueError, match="no such message"):
            WORDS.refusal(code)
    for code in (0, len(events.REASON_NAMES)):
        with pytest.raises(ValueError, match="no such message"):
            WORDS.reason(code)
    for kind in (0, len(events.KIND_NAMES)):
        with pytest.raises(ValueError, match="no such message"):
            WORDS.notice(kind, 1, 1, derby.RACING)


@pytest.mark.unix
def test_micropython_says_the_same() -> None:
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        pytest.skip("no unix port of MicroPython here. Try: make setup")
    script = (
        "from pitboard.app.derby import words\n"
        "from pitboard.app.derby.words import WORDS\n"
        f"for code in range(1, {len(CODES)}): print(WORDS.refusal(code))\n"
        f"for phase in range({len(PHASES)}):\n"
        f"    for kind in range(1, {len(events.KIND_NAMES)}):\n"
        "        print(WORDS.notice(kind, 215, 2, phase))\n"
        f"for index in range({len(PROMPTS)}): print(WORDS.prompt(index, 7, 416, 3))\n"
        "for index in range(words.STEPS):\n"
        "    print(WORDS.step(index), WORDS.step_index(WORDS.step_name(index)))\n"
        "print(WORDS.step_index('none'), WORDS.reason(1))\n"
    )
    said = subprocess.run(
        [found, "-X", "heapsize=64k", "-c", script],
        env={"MICROPYPATH": str(FIRMWARE)},
        capture_output=True,
        text=True,
        check=False,
    )
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        exec(script, {})
    assert said.stdout == here.getvalue(), said.stderr
