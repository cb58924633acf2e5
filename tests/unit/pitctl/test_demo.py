"""The demonstration: its races, its two stages, its pace."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pitctl import demo_stage, demo_view
from pitctl.boards import load_board
from pitctl.cli import demo as demo_command
from pitctl.cli.main import app
from pitctl.demo import Payout, Scene, Show, Wager, money, payout_text
from pitctl.demo_stage import Pacer
from pitctl.demo_view import WIDE, LiveStage, PlainStage, braille, picture
from pitctl.tables import load_table
from simulator.targets import Target, open_target


class Recorder:
    """A stage that remembers how every picture looked in a narrow and in a wide terminal."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.narrow: list[str] = []
        self.wide: list[str] = []
        self._last: object = None

    def tell(self, line: str) -> None:
        self.told.append(line)

    def end(self, line: str) -> None:
        self.told.append(line)

    def show(self, scene: Scene) -> None:
        now = scene.visible()
        if now == self._last:
            return
        self._last = now
        self.narrow.append(drawn(scene, 80))
        self.wide.append(drawn(scene, WIDE))


def drawn(scene: Scene, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(picture(scene, width))
    return console.export_text()


def make_target(folder: Path) -> tuple[Target, dict[str, Any]]:
    board = load_board("pico-table")
    table = load_table("derby-demo", board)
    target = open_target("cpython", board, table, state_dir=folder)
    target.start()
    return target, table


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorder:
    stage = Recorder()
    target, table = make_target(tmp_path_factory.mktemp("demo"))
    try:
        Show(target, table, stage, Pacer(None)).play()
    finally:
        target.close()
    return stage


def test_both_races_are_paid_as_the_rules_say(recorded: Recorder) -> None:
    told = "\n".join(recorded.told)
    ordinary, protested = told.split("== A protested race")
    for words in (
        "not counted: misscan, card 5",
        "card 13: 5C",
        "Seat 1 $10  on RED       wins $10 at 1-1",
        "Seat 2 $5   on HEARTS    wins $15 at 3-1",
        "Seat 3 $4   on H>S       wins $40 at 10-1",
        "Seat 4 $2   on H>S>C     wins $20 at 10-1",
        "Seat 5 $3   on H>S>D     wins $6 at 2-1",
        "Seat 6 $5   on BLACK     is collected",
    ):
        assert words in ordinary
    for words in (
        "Seat 1 $5   on RED       wins $2.50 at 1-2 (protested)",
        "Seat 2 $5   on DIAMONDS  wins $10 at 2-1 (protested)",
        "Seat 3 $4   on D>S       wins $40 at 10-1",
        "Seat 4 $2   on D>H>S     wins $2 at 1-1",
    ):
        assert words in protested
    # 001 9.2: losing wagers first.
    assert ordinary.index("is collected") < ordinary.index("wins $10 at 1-1")


def test_the_table_is_opened_first(recorded: Recorder) -> None:
    told = recorded.told
    opening = told.index("== The supervisor opens the table ==")
    for words in ("Test the lamps", "Look at all areas", "Shuffle the cards", "Cut the cards once"):
        assert f"Opening the table: {words}" in told[opening:]
    assert told.index("The table is open") < told.index("The dealer opens betting")
    assert any("RED▰▰▰" in page and "BLACK▰▰▰" in page for page in recorded.narrow), "lamp test"
    # One deck is shuffled and cut before the second race (001 7.1, 7.2).
    assert told.index("... and cut once") < told.index(
        "== A protested race: the two of spades is drawn before the winner is fixed =="
    )


def test_the_track_fills_and_places_appear(recorded: Recorder) -> None:
    lanes = [line for page in recorded.narrow for line in page.splitlines() if "│ ♥" in line]
    assert any("[T] ·  ·  · " in lane for lane in lanes)
    assert any("[T][5][A][2] 1st" in lane for lane in lanes)
    assert any("1st PROTESTED" in page for page in recorded.narrow)


def test_lit_areas_show_their_tier(recorded: Recorder) -> None:
    lit = next(page for page in recorded.narrow if "RED▰▰▰" in page and "BLACK···" in page)
    for area in ("♥▰▰▰", "♥♠▰▰▰", "♥♠♣▰▰▰", "♥♠♦▰▰▱", "♥♣♠▰▱▱", "BLACK···"):
        assert area in lit
    assert not any("RED▰" in page or "♥▰" in page for page in recorded.narrow[:2])
    assert all("▰▰▱ first two" in page for page in recorded.narrow), "the legend is always there"


def test_the_show_ends_with_the_last_payouts(recorded: Recorder) -> None:
    last = recorded.narrow[-1]
    assert "Seat 3 $4   on D>S       wins $40 at 10-1" in last and "RED▰▰▰" in last
    assert recorded.told[-1] == (
        "Next: .venv/bin/pitctl play tests/scenarios/ordinary-race.txt, or: make help"
    )


def test_the_first_line_says_what_is_real(recorded: Recorder) -> None:
    assert recorded.told[0] == ("This is the real firmware on CPython; its parts are virtual")
    assert recorded.told[0] in recorded.narrow[0]
    assert max(len(f" This is {words}") for words in demo_stage.REAL.values()) <= 80


def test_every_card_has_its_caption(recorded: Recorder) -> None:
    told = recorded.told
    for caption, then in (
        ("Card 4 to 1st place", "card  4: KC"),
        ("Card 5 to 1st place again", "card  5: AH"),
        ("Card 9 to 2nd place", "card  9: QH"),
        ("Card 13 to 3rd place", "card 13: 5C"),
    ):
        assert told[told.index(caption) + 1] == then
    assert any(" Card 4 to 1st place" in page for page in recorded.narrow)


def test_a_power_cut_keeps_the_race(recorded: Recorder) -> None:
    cut = recorded.told.index("Power cut in mid-race: display and lights are dark")
    assert recorded.told[cut - 1] == "card  5: 3D"
    assert "The same race comes back, with its 5 cards" in recorded.told[cut:]
    dark = next(page for page in recorded.narrow if "Power cut in mid-race" in page)
    assert "Derby 1" not in dark and "[7][K][3]" in dark, "the cards lie there still"
    back = next(page for page in recorded.narrow if "The same race comes back" in page)
    assert "Slide card 6" in back and "♦ ■ ■ ■" in back.replace("  ", " ")


def test_a_small_terminal_is_enough(recorded: Recorder) -> None:
    for page in recorded.narrow:
        lines = page.splitlines()
        assert len(lines) <= 24 and max(len(line) for line in lines) <= 80


def test_a_wide_terminal_shows_the_display_dot_by_dot(recorded: Recorder) -> None:
    assert any("⣿" in page for page in recorded.wide)
    assert not any("⣿" in page for page in recorded.narrow)
    assert any("Slide card 2" in page for page in recorded.narrow)


def test_a_small_terminal_shows_bars_and_result(recorded: Recorder) -> None:
    race = next(page for page in recorded.narrow if "Slide card 3" in page)
    assert "♠ ■ □ □  □  1st -" in race
    result = next(page for page in recorded.narrow if "CONFIRM if right" in page).splitlines()
    assert "■" not in "".join(result), "a large suit is no bar"
    row = next(index for index, line in enumerate(result) if "2nd    3rd" in line)
    for place, sign in zip(("1st", "2nd", "3rd"), "♥♠♣", strict=True):
        at = result[row].rindex(place)
        assert result[row + 1][at : at + 3] == f" {sign} "


def test_braille_cells() -> None:
    assert braille([[True, False], [False, False], [False, False], [False, True]]) == ["⢁"]
    assert braille([[True] * 4] * 8) == ["⣿⣿", "⣿⣿"]


def test_plain_lines_tell_only_what_changes() -> None:
    out = io.StringIO()
    stage = PlainStage(Console(file=out, width=80))
    scene = Scene(lit={"RED": "full", "HS": "one"})
    stage.show(scene)
    stage.show(scene)
    scene.lit = {}
    stage.show(scene)
    assert out.getvalue().splitlines() == ["lights: RED/full H>S/one", "lights: none"]


def test_the_live_stage_leaves_the_terminal_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")  # whatever the tests run in
    out = io.StringIO()
    console = Console(file=out, width=80, height=30, force_terminal=True)
    with pytest.raises(KeyboardInterrupt), LiveStage(console) as stage:
        stage.tell("nothing")
        stage.show(Scene(title="A race"))
        raise KeyboardInterrupt
    assert "A race" in out.getvalue()
    assert out.getvalue().rindex("\x1b[?25h") > out.getvalue().rindex("\x1b[?25l"), (
        "the cursor is back"
    )


def test_money_is_exact() -> None:
    assert [money(units) for units in (0, 1, 5, 20)] == ["$0", "$0.50", "$2.50", "$10"]
    lost = Payout(Wager("Seat 6", "BLACK", 5), 0, (1, 1), True)
    assert payout_text(lost) == "Seat 6 $5   on BLACK     is collected"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def read(self) -> float:
        return self.now


def test_the_pace_is_the_chosen_speed() -> None:
    clock = Clock()
    pacer = Pacer(5, clock.sleep, clock.read)
    for _ in range(10):
        pacer.spend(50_000)
    assert sum(clock.slept) == pytest.approx(0.1)
    clock.now += 60  # a slow machine does not hurry afterwards
    for _ in range(40):
        pacer.spend(50_000)
    assert sum(clock.slept) == pytest.approx(0.1 + 0.2, abs=0.02)


def test_fast_does_not_wait() -> None:
    clock = Clock()
    Pacer(None, clock.sleep, clock.read).spend(10_000_000)
    assert clock.slept == []


@pytest.mark.parametrize("speed", ["slow", "0", "-1", "1e9", "nan"])
def test_a_wrong_speed_is_a_usage_error(speed: str) -> None:
    result = CliRunner().invoke(app, ["demo", "--speed", speed])
    assert result.exit_code == 2
    assert "0.1 to 1000, or fast" in result.stderr


def test_json_is_refused() -> None:
    for arguments in (["--json", "demo"], ["demo", "--json"]):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2 and result.stdout == ""
        assert json.loads(result.stderr)["error"]["kind"] == "WrongUsage"


@pytest.mark.parametrize(("columns", "rows"), [(79, 24), (80, 23)])
def test_a_terminal_that_is_too_small_gets_plain_lines(
    monkeypatch: pytest.MonkeyPatch, columns: int, rows: int
) -> None:
    class Nothing:
        def __init__(self, target: Target, table: object, stage: object, pacer: object) -> None:
            assert isinstance(stage, PlainStage)

        def play(self) -> None: ...

    monkeypatch.setattr(demo_command, "Show", Nothing)
    size = {"COLUMNS": str(columns), "LINES": str(rows), "FORCE_COLOR": "1", "TERM": "xterm"}
    result = CliRunner().invoke(app, ["demo", "--target", "cpython"], env=size)
    assert result.exit_code == 0, result.output
    assert "(plain lines: the picture needs 80 columns and 24 rows)" in result.stdout


def test_the_command_plays_in_plain_lines_without_a_terminal() -> None:
    result = CliRunner().invoke(app, ["demo", "--target", "cpython"], env={"SPEED": "fast"})
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.stdout
    lines = result.stdout.splitlines()
    assert lines[0].startswith("This is the real firmware") and lines[-1].startswith("Next: ")
    assert "display: dark" in lines


def test_ctrl_c_ends_the_demonstration(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo_command, "Show", interrupt)
    result = CliRunner().invoke(app, ["demo", "--target", "cpython"])
    assert result.exit_code == 130 and result.output.strip() == "Stopped."


def test_the_display_is_empty_before_the_first_picture() -> None:
    assert demo_view.display_words(()) == []


@pytest.mark.parametrize("reveal", ["next-card", "delay"])
def test_a_shoe_of_numbered_cards_that_show_late(tmp_path: Path, reveal: str) -> None:
    board = load_board("pico-table")
    table = load_table("derby-eight", board)
    table |= {"reveal": reveal, "reveal_ms": 700 if reveal == "delay" else 0}
    target = open_target("cpython", board, table, state_dir=tmp_path)
    target.start()
    stage = Recorder()
    try:
        Show(target, table, stage, Pacer(None)).play()
    finally:
        target.close()
    told = "\n".join(stage.told)
    assert "card 13: 5C" in told and "card  9: JH" in told
    assert "Seat 4 $2   on H>S>C     wins $20 at 10-1" in told
    assert "Seat 2 $5   on DIAMONDS  wins $10 at 2-1 (protested)" in told
    assert "shuffled before every round" not in told, "a shoe of eight decks goes on"


def test_a_table_that_does_something_else_is_no_matter_of_the_target() -> None:
    assert "--target" not in demo_stage.stuck("betting does not open").try_this
