"""How long each task holds the loop on the emulated RP2040, flash and bus time included: nobody for long while cards
may pass. On the full boards every part is in use at once, cards and codes as close as they can be.

All of them together write docs/loop-times.md.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitctl.boards import REPOSITORY
from tests.bench.probed import held_us, timed_tasks
from tests.device import test_full_board as full_board
from tests.device.full_table import FULL, OLED
from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig, shuffled
from tests.reference.derby_reference import run_race

pytestmark = [pytest.mark.device, pytest.mark.rp2040, pytest.mark.long]

LIMIT_US = 20_000  # while cards pass
ROUND_LIMIT_US = 80_000  # when the deal is over, and hands are weighed
ROUNDS = 2
WINDOW = "(window)"  # declared for collecting memory (loop_probe.py)


PLAIN = "pico-table"
RUNS = 8
REPORT = REPOSITORY / "docs" / "loop-times.md"
HEAD = f"""# How long each part holds the loop

Written by `make bench` (`tests/bench/test_loop_holds.py`); do not edit. The longest step of each task on the emulated
RP2040 in milliseconds, flash and bus time charged by the data sheets: the worst of both games, and on the full boards
of whole rounds with every part in use, cards every 100 ms, each code read five times. While cards pass (from Derby's
call to its third place, in Let It Ride's deal) nobody may take more than {LIMIT_US // 1000}. The suite counts the
bytes of the scanner in these very rounds (`tests/device/test_full_board.py`): none is lost.

Memory is collected only in a declared window (`app/idle_task.py`): no card is under the beam, and what comes meanwhile
waits in the rings of the scanner's DMA and of the beam. Flash is erased between rounds only (`idle`).

| task | its parts | `{PLAIN}` | `{FULL}` | `{OLED}` | later in a round | between rounds |
|---|---|---|---|---|---|---|
"""
PARTS = {
    "scanner": "barcode engine's line, beam, journal in flash",
    "outputs": "lights, display",
    "engine": "barcode engine's watch, or the MFRC522 of tagged cards",
    "badges": "PN532",
    "bets": "two MCP23017",
    "clock": "DS3231",
    "keys": "dealer's keys, menu, journal in flash",
    "key": "supervisor's key switch",
    "cue": "sounder",
    "host": "USB",
    "idle": "journal's room: erase, collection",
    WINDOW: "collection, declared",
}

Held = dict[str, list[int]]


def cell(us: int) -> str:
    return f"{us / 1000:.1f}" if us else ""


@pytest.fixture(scope="module")
def found() -> Iterator[list[tuple[str, Held]]]:
    """Board and times of each run; the page is written when all were there."""
    runs: list[tuple[str, Held]] = []
    yield runs
    if len(runs) < RUNS:
        return
    rows = ""
    for task, parts in PARTS.items():
        boards = [max(held.get(task, [0])[0] for board, held in runs if board == name) for name in (PLAIN, FULL, OLED)]
        other = [max(held.get(task, [0, 0, 0])[when] for _, held in runs) for when in (1, 2)]
        rows += f"| `{task}` | {parts} | " + " | ".join(map(cell, boards + other)) + " |\n"
    REPORT.write_text(HEAD + rows, encoding="utf-8")


def report(capsys: pytest.CaptureFixture[str], title: str, held: Held) -> None:
    with capsys.disabled():
        print(f"\nrp2040, {title}: longest time that a task holds the loop, ms")
        print(f"  {'task':10} while cards pass   in a round   between rounds")
        for name, (passing, playing, resting) in sorted(held.items(), key=lambda item: -item[1][0]):
            print(f"  {name:10} {passing / 1000:16.1f} {playing / 1000:12.1f} {resting / 1000:16.1f}")


def check(held: Held) -> None:
    assert not {name: us for name, (us, *_) in held.items() if name != WINDOW and us > LIMIT_US}
    assert not {name: us for name, (_, us, _) in held.items() if us > ROUND_LIMIT_US}


def test_derby(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    found: list[tuple[str, Held]],
) -> None:
    with timed_tasks(tmp_path, monkeypatch), TableRig("rp2040", tmp_path / "table", decks=8) as rig:
        for seed in range(ROUNDS):
            race = run_race(shuffled(8, seed))
            rig.open_race()
            rig.deal(race.first_area + race.second_area + race.third_area)
            rig.client.status()
            rig.close_race()
        held = held_us(rig)
    report(capsys, "Derby", held)
    found.append((PLAIN, held))
    check(held)


def test_let_it_ride(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    found: list[tuple[str, Held]],
) -> None:
    with timed_tasks(tmp_path, monkeypatch), RideRig("rp2040", tmp_path / "table", "nsw") as rig:
        hands = {1: "TH TD 5S", 3: "4S 4H 4D", 7: "5C 9H 3D"}
        rig.call(*hands)
        rig.deal_hands(hands, "KD KC")
        rig.press("confirm")
        for choice in ("ride", "withdraw"):
            rig.decide(*[choice] * len(hands))
            rig.press("confirm")
        rig.show_all()
        rig.settle_all()
        rig.press("confirm")
        held = held_us(rig)
    report(capsys, "Let It Ride", held)
    found.append((PLAIN, held))
    check(held)


@pytest.mark.parametrize("board", [FULL, OLED])
@pytest.mark.parametrize(
    ("play", "kind"),
    [
        (full_board.test_a_derby_with_barcodes, TableRig),
        (full_board.test_a_derby_with_tagged_cards, TableRig),
        (full_board.test_let_it_ride_with_chips_on_sensors, RideRig),
    ],
)
def test_every_part_at_once(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    board: str,
    play: Callable[..., None],
    kind: type[TableRig],
    found: list[tuple[str, Held]],
) -> None:
    """A round of the device suite, badge on the reader, its parts on the buses that they share."""
    rigs: list[TableRig] = []

    def make(**how: Any) -> TableRig:
        rigs.append(kind("rp2040", tmp_path / "table", **how))
        return rigs[-1]

    with timed_tasks(tmp_path, monkeypatch):
        play(make, tmp_path, board)
        with rigs[0]:
            held = held_us(rigs[0])
    report(capsys, f"{play.__name__.removeprefix('test_')}, {board}", held)
    found.append((board, held))
    check(held)
