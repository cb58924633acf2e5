"""The scenario language: every statement, and what each mistake is told."""

import re
from pathlib import Path

import pytest

from pitctl import scenario as sc
from pitctl.exceptions import ScenarioError
from pitctl.scenario import area_code, load_scenario, parse_scenario

REPO = Path(__file__).resolve().parents[3]
SCENARIOS = sorted((REPO / "tests" / "scenarios").glob("*.txt"))


def step(line: str) -> sc.Step:
    return parse_scenario(f"{line}\nexpect lights none").steps[0]


def fields(line: str) -> dict[str, object]:
    made = vars(step(line))
    return {name: value for name, value in made.items() if name not in ("line", "text")}


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("press confirm", sc.Press, {"key": "confirm", "hold_ms": 80}),
        ("press no-more-bets for 2 s", sc.Press, {"key": "no-more-bets", "hold_ms": 2000}),
        (
            "slide th",
            sc.Slide,
            {"code": "TH", "code2": None, "passage_ms": 80, "read_at_ms": 40},
        ),
        (
            "slide TH and 4S passage 120 ms read before 15 ms",
            sc.Slide,
            {"code": "TH", "code2": "4S", "passage_ms": 120, "read_at_ms": -15},
        ),
        (
            "slide XX read after 200 ms",
            sc.Slide,
            {"code": "XX", "code2": None, "passage_ms": 80, "read_at_ms": 200},
        ),
        (
            "pass for 50 ms",
            sc.Slide,
            {"code": None, "code2": None, "passage_ms": 50, "read_at_ms": 0},
        ),
        ("slide deck", sc.SlideDeck, {"without": None}),
        ("slide deck without th", sc.SlideDeck, {"without": "TH"}),
        ("read 9c", sc.Read, {"code": "9C"}),
        ("wait 500 ms", sc.Wait, {"ms": 500}),
        ("wait 2 s", sc.Wait, {"ms": 2000}),
        ("pace 0 ms", sc.Pace, {"ms": 0}),
        ("supervisor key on", sc.SupervisorKey, {"on": True}),
        ("supervisor key off", sc.SupervisorKey, {"on": False}),
        ("table badges yes\nbadge copy on", sc.Badge, {"whose": "copy", "on": True}),
        ("open table", sc.OpenTable, {}),
        ('choose "Void the round"', sc.Choose, {"words": "Void the round"}),
        ("power cut", sc.PowerCut, {}),
        ("fault scanner dead", sc.Fault, {"part": "scanner", "fault": "dead"}),
        ("fault scanner lost", sc.Fault, {"part": "scanner", "fault": "lost"}),
        ("fault beam none", sc.Fault, {"part": "beam", "fault": None}),
        ("host stops reading", sc.HostReads, {"reading": False}),
        ("host reads again", sc.HostReads, {"reading": True}),
        ('host sends "a # b"', sc.HostSends, {"message": "a # b"}),
        (
            'expect display "CARD 7" within 500 ms  # soon',
            sc.ExpectDisplay,
            {"words": "CARD 7", "present": True, "limit_ms": 500, "fails": False},
        ),
        (
            'expect display without "CARD 7"',
            sc.ExpectDisplay,
            {"words": "CARD 7", "present": False, "limit_ms": 2000, "fails": False},
        ),
        (
            "expect lights none",
            sc.ExpectLights,
            {"areas": {}, "others": False, "limit_ms": 2000, "fails": False},
        ),
        (
            "should fail expect lights red hearts/full H>S H-S-C/two ... within 1 s",
            sc.ExpectLights,
            {
                "areas": {"RED": None, "H": "full", "HS": None, "HSC": "two"},
                "others": True,
                "limit_ms": 1000,
                "fails": True,
            },
        ),
        (
            "expect event irregularity two-codes 7",
            sc.ExpectEvent,
            {
                "kind": "irregularity",
                "details": ("two_codes", "7"),
                "present": True,
                "limit_ms": 2000,
                "fails": False,
            },
        ),
        (
            "expect no event card",
            sc.ExpectEvent,
            {"kind": "card", "details": (), "present": False, "limit_ms": 2000, "fails": False},
        ),
        ("expect cue notice", sc.ExpectCue, {"cue": "notice", "limit_ms": 2000, "fails": False}),
        (
            "expect status places 7 0 0",
            sc.ExpectStatus,
            {"name": "places", "value": "7 0 0", "limit_ms": 2000, "fails": False},
        ),
    ],
)
def test_a_statement_means(line: str, kind: type[sc.Step], expected: dict[str, object]) -> None:
    assert type(step(line)) is kind
    assert fields(line) == expected


def test_steps_keep_their_line_and_words() -> None:
    scenario = parse_scenario("# A title\n\ntable decks 2\n  wait   5 ms # why\nexpect lights none")
    assert (scenario.title, scenario.table) == ("A title", {"decks": 2})
    assert [(item.line, item.text) for item in scenario.steps] == [
        (4, "wait 5 ms"),
        (5, "expect lights none"),
    ]


def test_table_settings() -> None:
    scenario = parse_scenario("table brightness 5\ntable overwrite no\nexpect lights none")
    assert scenario.table == {"brightness_pct": 5, "journal_overwrite": False}


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        ("table from continuous", {"cards_from": "continuous"}),
        ("table format serial", {"code_format": "serial"}),
        ("table reveal next-card", {"reveal": "next-card", "reveal_ms": 0}),
        ("table reveal at-once", {"reveal": "at-once", "reveal_ms": 0}),
        ("table reveal delay 500 ms", {"reveal": "delay", "reveal_ms": 500}),
        ("table reveal delay 2 s", {"reveal": "delay", "reveal_ms": 2000}),
    ],
)
def test_settings_of_cards_and_reveal(line: str, settings: dict[str, object]) -> None:
    assert parse_scenario(f"{line}\nexpect lights none").table == settings


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("slide #7", ("#7", None)),
        ("SLIDE #007 and #416  # two at once", ("#7", "#416")),
        ("slide #7 of set 204118 read after 5 ms", ("#7@204118", None)),
        ("slide TH # and #7 later", ("TH", None)),
        ("slide TH  #7", ("TH", None)),
    ],
)
def test_cards_by_their_number(line: str, codes: tuple[str, str | None]) -> None:
    steps = parse_scenario(f"table format serial\n{line}\nexpect lights none").steps
    slide = steps[0]
    assert isinstance(slide, sc.Slide)
    assert (slide.code, slide.code2) == codes


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "f:1: not a statement: dance; allowed: press, slide, pass"),
        ("press bell", "f:1: not a key: bell; allowed: confirm, no-more-bets, cancel"),
        ("press", "f:1: a key is missing after: press"),
        ("press confirm hard", "f:1: not understood: hard; allowed: nothing more"),
        ("press confirm for ever", "f:1: not a number that fits: ever; allowed: 0 to"),
        ("slide 1H", "f:1: not a card: 1H; allowed: a rank of 23456789TJQKA and a suit of SHDC"),
        ("slide 10H", "f:1: not a card: 10H"),
        ("slide #7", "f:1: #7 is a card by its number; allowed: with table format serial"),
        ("slide TH and #7", "f:1: #7 is a card by its number"),
        ("read #007", "f:1: #7 is a card by its number"),
        ("slide #417", "f:1: not the number of a card: #417; allowed: #1 to #416"),
        ("slide #7 of deck", "f:1: not understood: deck; allowed: set"),
        ("slide #7 of set 0", "f:1: not a number that fits: 0; allowed: 1 to 999999"),
        ("slide deck without 1H", "f:1: not a card: 1H; allowed: a rank of"),
        ("supervisor comes", "f:1: not understood: comes; allowed: key"),
        ("supervisor key out", "f:1: not on or off: out; allowed: on, off"),
        ("open window", "f:1: not something to open: window; allowed: table, betting"),
        ("choose void", "f:1: not understood: void; allowed: a text in quotation marks"),
        ("slide", "f:1: a card is missing"),
        ("slide TH and", "f:1: a card is missing"),
        ("slide TH read 40", "f:1: not after or before: 40; allowed: after, before"),
        ("slide TH passage 99999 ms", "f:1: not a number that fits: 99999; allowed: 0 to 10000"),
        ("slide TH passage 11 s", "f:1: too long: 11000 ms; allowed: up to 10000 ms"),
        ("wait", "f:1: a number is missing"),
        ("wait -5", "f:1: not a number that fits: -5"),
        ("wait 5", "f:1: the unit is missing after 5; allowed: 5 ms or 5 s"),
        ("expect lights none within 5", "f:1: the unit is missing after 5"),
        ("power on", "f:1: not understood: on; allowed: cut"),
        ("fault lamp dead", "f:1: not a part: lamp; allowed: scanner, beam, display"),
        ("fault beam dead", "f:1: not a fault of the beam: dead; allowed: stuck-broken"),
        ("host sleeps", "f:1: not what the host does: sleeps; allowed: stops, reads, sends"),
        ("host sends hello", "f:1: not understood: hello; allowed: a text in quotation marks"),
        ("expect", "f:1: something to look at is missing"),
        ("expect rain", "f:1: not something to look at: rain; allowed: display, lights"),
        ("expect display CARD", "f:1: not understood: CARD; allowed: a text in quotation marks"),
        ('expect display "CARD', "f:1: a quotation mark is missing"),
        ("expect lights", "f:1: which areas?; allowed: none, or areas"),
        ("expect lights ...", "f:1: which areas?"),
        ("expect lights GREEN", "f:1: no such area: GREEN; allowed: none, RED, BLACK"),
        ("expect lights H>H", "f:1: no such area: H>H"),
        ("expect lights H>S>C>D", "f:1: no such area"),
        ("expect lights RED/half", "f:1: no such area: RED/half"),
        ("expect cue song", "f:1: not a cue: song; allowed: card, notice, result"),
        ("expect status", "f:1: a name of the status is missing"),
        ("expect status phase", "f:1: what should it be?; allowed: a value, or none"),
        ("expect status phaze idle", "f:1: the status has no phaze; allowed: table, game, phase"),
        ("expect status result.fourth clubs", "f:1: the result has no fourth; allowed: first,"),
        (
            "expect status cards.red 3",
            "f:1: no such name: cards.red; allowed: nothing inside cards",
        ),
        ("expect status phase idel", "f:1: phase cannot be idel; allowed: idle, betting, racing"),
        ("expect status phase none", "f:1: phase is never none; allowed: idle"),
        (
            "expect status result hearts",
            "f:1: result cannot be hearts; allowed: none, or a value of",
        ),
        ("expect status result.first heart", "f:1: result.first cannot be heart; allowed: spades"),
        (
            "expect status result.protested true",
            "f:1: result.protested cannot be true; allowed: yes",
        ),
        ("expect status cards few", "f:1: cards cannot be few; allowed: a number"),
        ("expect status places 7 two 1", "f:1: places cannot be 7 two 1; allowed: numbers"),
        ("expect status lit RED HH", "f:1: no such area: HH; allowed: areas in short"),
        (
            "expect status notice.kind mis-scan",
            "f:1: notice.kind cannot be mis-scan; allowed: misscan",
        ),
        ("expect event", "f:1: an event is missing"),
        (
            "expect event crad TH",
            "f:1: no such event: crad; allowed: boot, state, lamp-test",
        ),
        ("expect no event viod", "f:1: no such event: viod"),
        (
            "expect event card 1H",
            "f:1: card cannot have 1H; allowed: a rank of 23456789TJQKA and a suit of SHDC, as TH; a number",
        ),
        (
            "expect event irregularity late",
            "f:1: irregularity cannot have late; allowed: misscan",
        ),
        ("expect event hold TH", "f:1: hold cannot have TH; allowed: early, late, foreign; a num"),
        ("expect event take-out ok", "f:1: take-out cannot have ok; allowed: a number for its"),
        ("expect event paid HH", "f:1: paid cannot have HH; allowed: areas in short"),
        ("expect status held soon", "f:1: held cannot be soon; allowed: early, late, foreign"),
        (
            "expect event open 3",
            "f:1: not understood: 3; allowed: nothing more: open has no details",
        ),
        ("expect lights none within soon", "f:1: not a number that fits: soon"),
        ("expect lights none within 5 ms or so", "f:1: not understood: or so"),
        ("should fly", "f:1: not understood: fly; allowed: fail"),
        ("should fail slide TH", "f:1: not understood: slide; allowed: expect"),
        ("table decks 9", "f:1: not a number that fits: 9; allowed: 1 to 8"),
        ("table colour green", "f:1: not a setting: colour; allowed: decks, from, format"),
        ("table overwrite maybe", "f:1: not yes or no: maybe"),
        ("table from sleeve", "f:1: not a source of cards: sleeve; allowed: shoe, shuffler"),
        ("table format braille", "f:1: not a format of card codes: braille; allowed: value, serial"),
        ("table reveal never", "f:1: not a reveal point: never; allowed: at-once, next-card"),
        ("table reveal delay", "f:1: a number is missing"),
        ("table reveal delay 61 s", "f:1: too long: 61000 ms"),
        ("table reveal key 5 ms", "f:1: not understood: 5 ms; allowed: nothing more"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_is_allowed(line: str, words: str) -> None:
    with pytest.raises(ScenarioError) as failure:
        parse_scenario(line, "f")
    assert failure.value.message.startswith(words)
    assert "\n" not in failure.value.message


@pytest.mark.parametrize(
    "line",
    [
        "expect status result.first none",
        "expect status result none",
        "expect status notice.kind late",
        "expect status notice.kind first-burned",
        "expect status held foreign",
        "expect status held none",
        "expect status hidden 1",
        "expect status left none",
        "expect status phase rebuilding",
        "expect status notice.kind refused",
        "expect status notice.text Card 3 not read",
        "expect status journal.last-seq 16",
        "expect status lit none",
        "expect status lit RED h HSC",
        "expect event card 5c 11",
        "expect event irregularity 7",
        "expect event hold early 1",
        "expect event aside late 12",
        "expect event entered TH 4 staff-1 not-read",
        "expect event void staff-1 dispute",
        "expect event shuffled staff-1",
        "expect event move 3 5",
        "expect event take-out 3 burned",
        "expect event take-out 3 not-burned",
        "expect event lamps-seen ok",
        "expect event check-yes supervisor",
        "expect event wager HS 3 10 not-spoken",
        "expect event wager-moved 4 RED",
        "expect event paid HSC",
    ],
)
def test_what_the_protocol_can_say_may_be_expected(line: str) -> None:
    assert parse_scenario(line, "f").steps


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ScenarioError) as failure:
        parse_scenario("wait 5\npress confirm\nexpect event crad\nslide 1H", "f")
    assert [line.split(":")[1] for line in failure.value.message.splitlines()] == ["1", "3", "4"]


def test_the_table_is_set_first() -> None:
    with pytest.raises(ScenarioError, match="f:2: the table is set before the first step"):
        parse_scenario("wait 1 s\ntable decks 1\nexpect lights none", "f")


def test_a_scenario_without_expectations_is_refused() -> None:
    with pytest.raises(ScenarioError, match="f: it expects nothing") as failure:
        parse_scenario("press confirm", "f")
    assert "add a line" in failure.value.try_this and "expect" in failure.value.try_this


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no such file"):
        load_scenario(tmp_path / "none.txt")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ScenarioError, match=r"binary\.txt:1: it begins with a byte-order mark of UTF-16"):
        load_scenario(binary)
    (tmp_path / "empty.txt").write_text("\n \n")
    with pytest.raises(ScenarioError, match="the file is empty"):
        load_scenario(tmp_path / "empty.txt")
    (tmp_path / "none").mkdir()
    with pytest.raises(ScenarioError) as failure:
        load_scenario(tmp_path / "none")
    assert failure.value.try_this == "ls tests/scenarios"
    with pytest.raises(ScenarioError, match="a folder, not a scenario") as failure:
        load_scenario(tmp_path)
    assert failure.value.try_this == f".venv/bin/pitctl play {tmp_path}/*.txt"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_of_ours_has_a_title(path: Path) -> None:
    assert load_scenario(path).title


def test_the_document_shows_only_what_works() -> None:
    text = (REPO / "docs" / "scenarios.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```scenario\n(.*?)```", text, re.DOTALL)
    assert blocks
    shown: set[str] = set()
    for block in blocks:
        scenario = parse_scenario(block, "docs/scenarios.md")
        shown |= {type(item).__name__ for item in scenario.steps}
    kinds = {kind.__name__ for kind in (*sc.Step.__subclasses__(), *sc.Expect.__subclasses__())}
    assert shown == kinds - {"Expect"}, "docs/scenarios.md must show every statement"


@pytest.mark.parametrize(
    ("name", "code"),
    [("red", "RED"), ("Clubs", "C"), ("s", "S"), ("D>H", "DH"), ("diamonds-hearts-s", "DHS")],
)
def test_area_names(name: str, code: str) -> None:
    assert area_code(name) == code
