"""Steps, cards and wagers through the real command line: words, PINs, and what is refused before a PIN is asked for."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from pitboard.protocol import errors
from pitctl import exceptions
from pitctl.cli import people
from pitctl.messages import Wager
from pitctl.wager_words import area_named, chips, outcome
from tests.unit.pitctl.cli_rig import Usb, assert_fails, run
from tests.unit.pitctl.fakes import CHECK, wager

SUPERVISOR = ("--staff", "1")


@pytest.fixture(autouse=True)
def no_pin_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PITCTL_PIN", "PITCTL_STAFF"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def pin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITCTL_PIN", "2468")


# -- what is offered -----------------------------------------------------------------------------


def test_steps_are_offered_in_words_with_rule_and_role(usb: Usb) -> None:
    lines = run("steps").stdout.splitlines()
    assert lines[0].split() == ["step", "in", "words", "rule", "who", "needs"]
    assert lines[1].split("  ")[0] == "entered"
    assert "Enter card by hand" in lines[1] and "supervisor" in lines[1]
    assert lines[1].endswith("--card --reason")
    assert lines[4].split() == ["face-up", "Card", "found", "face", "up", "10.3", "dealer"]
    step = {"step": "paid", "rule": "5.4(b)", "role": "dealer", "words": "Area is paid", "needs": []}
    usb.board.steps = [step]
    assert run("steps").stdout.splitlines()[1].endswith("see .venv/bin/pitctl wager paid")


def test_steps_for_programs(usb: Usb) -> None:
    data = json.loads(run("steps", "--json").stdout)
    assert data["role"] is None and data["steps"][1]["step"] == "rebuild"
    usb.board.steps = []
    assert run("steps").stdout.strip() == "Nothing may be done now."


# -- doing it ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("pin")
def test_a_step_is_done_and_the_next_is_told(usb: Usb) -> None:
    result = run("do", "entered", "--card", "th", "--reason", "not-read", *SUPERVISOR)
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() == "Done, record 21. Next (8.1): Slide card 3 to 1st place"
    assert usb.board.acts == [{"step": "entered", "card": "TH", "reason": "not_read", "who": 1}]
    assert usb.board.who == 0, "the grant ends with the command"


@pytest.mark.usefixtures("pin")
def test_a_step_for_programs(usb: Usb) -> None:
    data = json.loads(run("--json", "do", "face-up", *SUPERVISOR).stdout)
    assert data == {"seq": 21, "rule": "8.1", "text": "Slide card 3 to 1st place"}
    assert usb.board.acts == [{"step": "face_up", "who": 1}]


@pytest.mark.usefixtures("pin")
def test_the_staff_number_may_stand_in_the_environment(
    usb: Usb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITCTL_STAFF", "1")
    assert run("do", "face_up").exit_code == 0
    assert usb.board.acts[0]["who"] == 1


@pytest.mark.usefixtures("pin")
def test_a_refusal_cites_its_rule_and_what_to_do_next(usb: Usb) -> None:
    usb.board.refuse = errors.refused("10.5", "A card is held. Decide on it first.")
    result = run("do", "confirm", *SUPERVISOR)
    words = "refused 10.5: A card is held. Decide on it first."
    assert_fails(result, exceptions.DeviceRefused, words, "pitctl steps")


def test_nobody_is_nobody(usb: Usb) -> None:
    result = run("do", "face-up")
    assert_fails(result, exceptions.DeviceRefused, "not authorised: Nobody", "--staff N")


@pytest.mark.parametrize(
    ("arguments", "words", "remedy"),
    [
        (("fly",), "no step 'fly'", "pitctl steps"),
        (("wager",), "'wager' is about wagers", "pitctl wager place --help"),
        (("void",), "'void' needs --reason", "do void --reason other --staff N"),
        (("entered",), "'entered' needs --card and --reason", "do entered --card TH"),
        (("entered", "--card", "1H"), "not a card: 1H", "a rank of"),
        (("void", "--reason", "boredom"), "no reason 'boredom'", "not-read, misplaced"),
        (("face-up", "--place", "3"), "'face-up' takes no --place", "do face-up --staff N"),
        (("face-up", "--place", "0"), "--place", "pitctl do --help"),
        (("face-up", "--staff", "251"), "--staff", "pitctl do --help"),
    ],
)
def test_mistakes_are_told_before_a_pin_is_asked_for(
    usb: Usb, arguments: tuple[str, ...], words: str, remedy: str
) -> None:
    result = run("do", *arguments)
    assert_fails(result, exceptions.WrongUsage, words, remedy)
    assert usb.board.acts == [] and not any(b"authorise" in line for line in usb.board.requests)


# -- PINs ----------------------------------------------------------------------------------------


def test_a_pin_is_never_an_option(usb: Usb) -> None:
    assert run("do", "face-up", "--pin", "2468", *SUPERVISOR).exit_code == 2


def test_a_pin_is_asked_for_without_an_echo(usb: Usb, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool, bool]] = []

    def prompt(text: str, *, hide_input: bool, err: bool) -> str:
        asked.append((text, hide_input, err))
        return "2468"

    monkeypatch.setattr(people, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr(people.typer, "prompt", prompt)
    result = run("do", "face-up", *SUPERVISOR)
    assert result.exit_code == 0 and "2468" not in result.output
    assert asked == [("PIN of staff 1", True, True)]


def test_without_a_terminal_there_is_nobody_to_ask(usb: Usb) -> None:
    result = run("do", "face-up", *SUPERVISOR)
    assert_fails(result, exceptions.WrongUsage, "no PIN", "PITCTL_PIN")


def test_a_pin_of_a_file_that_only_its_owner_may_read(usb: Usb, tmp_path: Path) -> None:
    file = tmp_path / "pin"
    file.write_text("2468\n")
    file.chmod(0o644)
    result = run("do", "face-up", *SUPERVISOR, "--pin-file", str(file))
    assert_fails(result, exceptions.WrongUsage, "others may read this PIN", f"chmod 600 {file}")
    file.chmod(0o600)
    assert run("do", "face-up", *SUPERVISOR, "--pin-file", str(file)).exit_code == 0
    for content in (b"", b"\xff\xfe", b"12345678901234567\n"):
        file.write_bytes(content)
        result = run("do", "face-up", *SUPERVISOR, "--pin-file", str(file))
        assert_fails(result, exceptions.WrongUsage, "no PIN", "")
    gone = tmp_path / "none"
    result = run("do", "face-up", *SUPERVISOR, "--pin-file", str(gone))
    assert_fails(result, exceptions.WrongUsage, "no PIN can be read there", "first line")


def test_a_wrong_pin_is_told_and_not_shown(usb: Usb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITCTL_PIN", "9999")
    result = run("do", "face-up", *SUPERVISOR)
    assert_fails(result, exceptions.DeviceRefused, "Number or PIN is wrong", "--staff")
    assert "9999" not in result.output and usb.board.acts == []


@pytest.mark.usefixtures("pin")
def test_sign_on_holds_for_the_steps_that_follow(usb: Usb) -> None:
    result = run("sign-on", *SUPERVISOR)
    assert result.stdout.strip() == "Signed on as supervisor, for 60 s after each step."
    assert run("do", "face-up").exit_code == 0
    assert run("sign-off").stdout.strip() == "Signed off."
    assert run("do", "face-up").exit_code == exceptions.DeviceRefused.exit_code
    assert json.loads(run("sign-on", *SUPERVISOR, "--json").stdout)["role"] == "supervisor"
    assert json.loads(run("sign-off", "--json").stdout) == {}
    assert_fails(run("sign-on"), exceptions.WrongUsage, "who signs on?", "sign-on --staff N")
    result = run("sign-on", *SUPERVISOR, "-t", "unix")
    assert_fails(result, exceptions.TargetUnavailable, "gone after each command", "--staff N")
    result = run("sign-off", "-t", "unix")
    assert_fails(result, exceptions.TargetUnavailable, "nobody is signed on", "sign-off --target usb:SERIAL")


# -- cards ---------------------------------------------------------------------------------------


def test_shoe(usb: Usb) -> None:
    lines = [line.split() for line in run("shoe").stdout.splitlines()]
    assert ["left", "50"] in lines and ["cut", "yes"] in lines and ["set", "none"] in lines
    assert json.loads(run("--json", "shoe").stdout)["lamps"] == "good"


def test_a_deck_check_names_what_is_wrong(usb: Usb) -> None:
    lines = run("check").stdout.splitlines()
    assert lines == [
        "Deck check, ended: 51 of 52 cards seen",
        "missing:    TH",
        "extra:      none",
        "foreign:    none",
        "unreadable: 1 slide not read; the cards were to be slid again",
    ]
    usb.board.status["phase"] = "checking"
    usb.board.check = {**CHECK, "foreign": 2, "extra": ["4S", "4S"], "more": 7}
    lines = run("check").stdout.splitlines()
    assert "running" in lines[0] and "TH and 7 more" in lines[1]
    assert lines[2].endswith("4S 4S") and lines[3].endswith("2")
    assert json.loads(run("check", "--json").stdout)["running"] is True


def test_a_complete_deck_and_none_checked(usb: Usb) -> None:
    usb.board.check = {**CHECK, "seen": 52, "missing": [], "unreadable": 0}
    assert run("check").stdout.splitlines()[-1] == "The set is complete."
    usb.board.check = {**CHECK, "seen": 0, "unreadable": 0}
    assert run("check").stdout.strip() == "No deck check since the board started."


# -- wagers --------------------------------------------------------------------------------------


def test_wagers_are_listed_with_what_becomes_of_them(usb: Usb) -> None:
    assert run("wagers").stdout.strip() == "No wager was entered in this round."
    usb.board.wagers = [
        wager(1, "HS", 8, profit=80, returned=8),
        wager(2, "BLACK", 10, state="collected", collected=10),
    ]
    lines = run("wagers").stdout.splitlines()
    assert lines[0].split() == ["wager", "seat", "chips", "on", "outcome"]
    assert lines[1].split(maxsplit=4) == ["1", "1", "4", "H>S", "wins 40 (5.8(c)), to be paid"]
    assert lines[2].split(maxsplit=4) == ["2", "2", "5", "BLACK", "lost, collected (9.2)"]
    rows = [json.loads(line) for line in run("--json", "wagers").stdout.splitlines()]
    assert [row["wager"] for row in rows] == [1, 2]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (wager(1, "RED", 10), "placed"),
        (wager(1, "RED", 10, profit=5, returned=10), "wins 2.5 (5.8(a)), to be paid"),
        (wager(1, "H", 10, profit=30, state="paid"), "won 15 (5.8(b)), paid"),
        (wager(1, "HSC", 4, profit=40, state="taken_up"), "won 20 (5.8(d)), paid and taken up"),
        (wager(1, "H", 10, collected=10), "loses, to be collected (9.2)"),
        (wager(1, "H", 10, returned=10), "to be returned (10.8)"),
        (wager(1, "H", 10, returned=10, state="returned"), "returned, the round is void (10.8)"),
        (wager(1, "H", 10, returned=10, state="withdrawn"), "withdrawn before the call (5.4)"),
        (wager(1, "H", 10, home="HS"), "placed; moved, placed on H>S (5.7)"),
        (wager(1, "H", 10, spoken=True), "placed; spoken (5.3)"),
    ],
)
def test_the_outcome_of_a_wager_in_words(row: dict[str, object], words: str) -> None:
    assert outcome(Wager.from_wire(row)) == words


@pytest.mark.usefixtures("pin")
@pytest.mark.parametrize(
    ("arguments", "act"),
    [
        (
            ("place", "H-S", "5", "--seat", "3"),
            {"step": "wager", "area": "HS", "stake": 10, "seat": 3},
        ),
        (
            ("place", "red", "1", "--seat", "2", "--spoken"),
            {"step": "wager", "area": "RED", "stake": 2, "seat": 2, "spoken": True},
        ),
        (("move", "4", "HSC"), {"step": "wager_moved", "wager": 4, "area": "HSC"}),
        (
            ("home", "4", "--reason", "by-patron"),
            {"step": "wager_home", "wager": 4, "reason": "by_patron"},
        ),
        (("back", "4"), {"step": "wager_back", "wager": 4}),
        (("collected",), {"step": "collected"}),
        (("paid", "hearts"), {"step": "paid", "area": "H"}),
    ],
)
def test_wager_commands(usb: Usb, arguments: tuple[str, ...], act: dict[str, object]) -> None:
    result = run("wager", *arguments, *SUPERVISOR)
    assert result.exit_code == 0, result.output
    assert usb.board.acts == [{**act, "who": 1}]


def test_wrong_wagers(usb: Usb) -> None:
    wrong = exceptions.WrongUsage
    result = run("wager", "place", "HH", "5", "--seat", "3")
    assert_fails(result, wrong, "no such area: HH", "as HS or H-S-C")
    result = run("wager", "place", "RED", "0", "--seat", "3")
    assert_fails(result, wrong, "CHIPS", "pitctl wager place --help")
    assert_fails(run("wager", "place", "RED", "5"), wrong, "--seat", "pitctl wager place --help")
    assert_fails(run("wager", "fly"), wrong, "fly", "pitctl wager --help")
    assert_fails(run("wager"), wrong, "Missing command", "pitctl wager --help")


def test_money_and_areas() -> None:
    assert [chips(units) for units in (0, 1, 5, 20)] == ["0", "0.5", "2.5", "10"]
    named = [area_named(text) for text in ("hs", "H>S", "h-s-c", "Clubs", "black", "hh", "x")]
    assert named == ["HS", "HS", "HSC", "C", "BLACK", None, None]


@pytest.mark.usefixtures("usb")
def test_an_interrupted_question_is_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C and Ctrl-D where the PIN is asked for: no traceback, and the code of an interruption."""

    def interrupted(*_given: object) -> str:
        raise typer.Abort

    monkeypatch.setattr(people, "read_pin", interrupted)
    result = run("do", "entered", "--card", "th", "--reason", "not-read", *SUPERVISOR)
    assert (result.exit_code, result.stderr.strip()) == (exceptions.EXIT_INTERRUPTED, "Stopped.")


@pytest.mark.usefixtures("pin")
def test_a_step_that_is_not_offered_and_lacks_something_points_to_the_steps(usb: Usb) -> None:
    usb.board.refuse = errors.invalid_params("card: rank and suit")
    result = run("do", "replace", *SUPERVISOR)
    assert_fails(result, exceptions.WrongUsage, "'replace' is not offered now", "pitctl steps")


@pytest.mark.usefixtures("usb")
def test_a_wager_goes_home_for_two_reasons_only() -> None:
    result = run("wager", "home", "1", "--reason", "dispute", *SUPERVISOR)
    assert_fails(result, exceptions.WrongUsage, "no reason 'dispute'", "one of by-dealer, by-patron")
