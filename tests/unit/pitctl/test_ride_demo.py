"""The demonstration of Let It Ride: its rounds, its picture, and that nothing is drawn before it is turned."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pitctl.boards import load_board
from pitctl.cli import demo as demo_command
from pitctl.cli.main import app
from pitctl.demo_stage import Pacer
from pitctl.demo_view import SUIT_SIGNS, WIDE
from pitctl.exceptions import TargetUnavailable
from pitctl.firmware import cards
from pitctl.ride_demo import RideScene, RideShow, programme_of
from pitctl.ride_demo_rounds import PROGRAMMES, Round
from pitctl.ride_demo_view import picture
from pitctl.tables import load_table
from simulator.targets import open_target

OPENING = "Opening the table"  # a check names the cards that are still missing; no round is open


class Recorder:
    """A stage that remembers how every picture looked, and what was told before it."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.pages: list[tuple[int, str]] = []  # how much was told, and the picture then
        self.wide: list[str] = []
        self._last: object = None

    def tell(self, line: str) -> None:
        self.told.append(line)

    def end(self, line: str) -> None:
        self.told.append(line)

    def show(self, scene: RideScene) -> None:
        if scene.visible() != self._last:
            self._last = scene.visible()
            self.pages.append((len(self.told), drawn(scene, 80)))
            self.wide.append(drawn(scene, WIDE))


def drawn(scene: RideScene, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(picture(scene, width))
    return console.export_text()


def perform(pack: str, folder: Path) -> Recorder:
    board = load_board("pico-table")
    table = load_table(PROGRAMMES[pack].table, board)
    target = open_target("cpython", board, table, state_dir=folder)
    stage = Recorder()
    try:
        target.start()
        RideShow(target, table, stage, Pacer(None)).play()
    finally:
        target.close()
    return stage


@pytest.fixture(scope="module")
def shows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Recorder]:
    return {pack: perform(pack, tmp_path_factory.mktemp(pack)) for pack in PROGRAMMES}


def signs(code: str) -> str:
    return code[0] + SUIT_SIGNS[cards.SUIT_CODES.index(code[1])]


def turned_at(played: Round, stage: Recorder) -> dict[str, int]:
    """Each card -> what was told when it was turned; one that never is turned has no line."""
    lines = {card: 10**9 for hand in played.deck.values() for card in hand}
    for number, line in enumerate(stage.told):
        for card in line.partition(": ")[2].split():
            if card in lines and line.startswith(("seat ", "community card ")):
                lines[card] = min(lines[card], number)
    return lines


@pytest.mark.parametrize("pack", PROGRAMMES)
def test_no_card_is_drawn_before_it_is_turned(shows: dict[str, Recorder], pack: str) -> None:
    stage = shows[pack]
    (played,) = PROGRAMMES[pack].rounds
    for card, at in turned_at(played, stage).items():
        shown = re.compile(rf"{signs(card)}|\b{card}\b")
        early = [page for told, page in stage.pages if told <= at and OPENING not in page and shown.search(page)]
        assert not early, f"{card} was drawn before it was turned:\n{early[0]}"
    last = stage.pages[-1][1]
    for player in played.players.values():
        assert " ".join(signs(card) for card in player.cards.split()) in last
    if played.discard:
        assert not any(signs(played.discard) in page for _, page in stage.pages)


@pytest.mark.parametrize(
    ("pack", "lines"),
    [
        (
            "nsw",
            [
                "Seat 2: tens or better, wins $15",
                "Seat 5: tens or better, wins $10",
                "Seat 7: nothing, loses $10",
            ],
        ),
        (
            "charity",
            [
                "Seat 3: nothing, bonus wins $60, loses $20",
                "Seat 6: tens or better, wins $15, bonus wins $1",
            ],
        ),
        (
            "mbs",
            [
                "Seat 1: straight flush, wins $30000, jackpot wager wins $5432.10",
                "Seat 4: low pair, envy $300, loses $55",
                "Seat 6: nothing, loses $25",
            ],
        ),
        (
            "california",
            [
                "Seat 2: tens or better, gets its wagers back (the cover is used up)",
                "Seat 4: nothing, loses $10",
                "Seat 6: three of a kind, wins $90",
            ],
        ),
    ],
)
def test_every_seat_is_settled_as_the_rules_say(
    shows: dict[str, Recorder], pack: str, lines: list[str]
) -> None:
    told = shows[pack].told
    assert [line for line in told if line in lines] == lines
    assert shows[pack].pages[-1][1].count("Seat ") >= len(lines)


def test_a_small_terminal_is_enough(shows: dict[str, Recorder]) -> None:
    for stage in shows.values():
        for _, page in stage.pages:
            lines = page.splitlines()
            assert len(lines) <= 24 and max(len(line) for line in lines) <= 80, page
        assert any("⣿" in page for page in stage.wide)


def test_lights_of_each_seat(shows: dict[str, Recorder]) -> None:
    pages = [page for _, page in shows["nsw"].pages]
    assert any("1▰▱▱ 2▰▰▱ $▰▰▱" in page for page in pages), "seat 2 decides"
    assert any("1··· 2··· $▰▰▱" in page for page in pages), "seat 5 has taken two back"
    assert any("1▰▰▰ 2▰▰▰ $▰▰▰" in page for page in pages), "seat 2 has won"


def test_a_power_cut_keeps_the_round(shows: dict[str, Recorder]) -> None:
    told = shows["nsw"].told
    cut = told.index("Power cut between two decisions: display and lights are dark")
    assert "The same round comes back, 11 cards still face down" in told[cut:]
    dark = next(page for _, page in shows["nsw"].pages if "Power cut" in page)
    assert "Ride 1" not in dark and "░░ ░░ ░░" in dark, "the cards lie there still"


def test_a_pack_without_a_programme() -> None:
    with pytest.raises(TargetUnavailable, match="no demonstration of nz-derby"):
        programme_of("nz-derby")


def test_the_command_plays_a_pack_in_plain_lines() -> None:
    arguments = ["demo", "--game", "let-it-ride", "--pack", "mbs", "--target", "cpython"]
    result = CliRunner().invoke(app, arguments, env={"SPEED": "fast"})
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("This is the real firmware") and "\x1b" not in result.stdout
    assert "lights: all 28 areas" in lines and lines[-1].startswith("Next: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "poker"), "no game 'poker'"),
        (("--pack", "macau"), "no pack 'macau'"),
        (("--game", "derby", "--pack", "nsw"), "--pack is for Let It Ride"),
        (("--table", "nsw-ride", "--pack", "nsw"), "--table says which game it is"),
    ],
)
def test_wrong_choices(arguments: tuple[str, ...], words: str) -> None:
    result = CliRunner().invoke(app, ["demo", *arguments])
    assert result.exit_code == 2 and words in result.stderr


def test_which_tables_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str | None] = []

    def note(session: demo_command.Session, *_: object, **_how: object) -> bool:
        shown.append(session.table)
        return True

    monkeypatch.setattr(demo_command, "_play", note)
    for arguments in (["--game", "let-it-ride"], ["--pack", "all"], ["--table", "nsw-ride"], []):
        CliRunner().invoke(app, ["demo", *arguments])
        shown.append(None)
    text = " ".join("|" if name is None else name for name in shown)
    assert text == (
        "nsw-ride mbs-ride | nsw-ride charity-ride mbs-ride california-ride | nsw-ride | derby-demo |"
    )


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo_command, "RideShow", interrupt)
    result = CliRunner().invoke(app, ["demo", "--pack", "nsw", "--target", "cpython"])
    assert result.exit_code == 130 and result.output.strip() == "Stopped."


def test_a_pack_by_its_full_name(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str | None] = []
    monkeypatch.setattr(demo_command, "_play", lambda session, *_, **_how: shown.append(session.table))
    for name in ("mbs", "mbs-let-it-ride"):
        assert CliRunner().invoke(app, ["demo", "--pack", name]).exit_code == 0
    assert shown == ["mbs-ride", "mbs-ride"]


@pytest.mark.parametrize("game", ["own-let-it-ride", "nsw-own"])
def test_a_pack_without_a_demonstration(game: str) -> None:
    with pytest.raises(TargetUnavailable) as refused:
        programme_of(game)
    assert "only of nsw-let-it-ride, charity-let-it-ride" in refused.value.message
    assert "pitctl play FILE --table TABLE" in refused.value.try_this
