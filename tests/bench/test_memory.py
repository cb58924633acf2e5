"""Memory and flash work of a table on the emulated RP2040: the figures of docs/memory.md."""

import re
from pathlib import Path

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.images import find_image
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import installed_flash, read_files
from tests.device.badge_table import SUPERVISOR, badge, card_number, card_tag, lay_down
from tests.device.full_table import FULL, OLED, full_table_file
from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig, shuffled
from tests.reference.derby_reference import run_race
from tests.rp2040.raw_repl import Repl

pytestmark = [pytest.mark.device, pytest.mark.rp2040]

BUDGET_BYTES = 100 * 1024
PIECE_BYTES = 32 * 1024
ROUNDS = 8
# Bundles and folders, lower layers first, so that each is charged with its own modules only.
PACKAGES = ("shared_rules", "derby_rules", "games", "drivers", "shared_app", "app")
KIT = "pitboard.app.derby.kit"
BUILDS_ONLY = (
    *("pitboard.composition", KIT, "pitboard.table.settings", "pitboard.table.checks"),
    "pitboard.table.derby_settings",
)
# MicroPython keeps names in pools, each twice as large as the one before: the next one begins here.
NAMES_BEFORE_NEXT_POOL = 20 + 40 + 80 + 160 + 320 + 640
IMPORT_US = 60_000_000


@pytest.mark.parametrize("decks", [8, 1])
def test_heap_and_flash(tmp_path: Path, capsys: pytest.CaptureFixture[str], decks: int) -> None:
    with TableRig("rp2040", tmp_path / "table", decks=decks) as rig:
        boot_ms = rig.client.status().uptime_ms
        programs, erases = rig.bench.flash.programs.total(), rig.bench.flash.erases.total()
        cards = 0
        heap: list[int] = []
        for seed in range(ROUNDS):
            race = run_race(shuffled(decks, seed))
            codes = race.first_area + race.second_area + race.third_area
            cards += len(codes)
            rig.open_race()
            rig.deal(codes)
            rig.close_race()
            heap.append(rig.client.status().heap_free)
        programs = rig.bench.flash.programs.total() - programs
        erases = rig.bench.flash.erases.total() - erases
        largest = largest_piece(rig)
    with capsys.disabled():
        print(f"\nrp2040, role table, {decks} decks, {ROUNDS} rounds, {cards} cards:")
        print(f"  free heap after a collection: {min(heap)} to {max(heap)} bytes")
        print(f"  the largest piece of it: {largest} bytes")
        print(
            f"  flash: {programs / ROUNDS:.1f} page programs, {erases / ROUNDS:.2f} erases a round"
        )
        print(f"  first look {boot_ms} ms after the firmware's start")
    assert min(heap) >= BUDGET_BYTES
    assert largest >= PIECE_BYTES


RIDE_BUDGET_BYTES = 90 * 1024
RIDE_ROUNDS = 2
FULLEST_BUDGET_BYTES = 48 * 1024
FULLEST_PIECE_BYTES = 8 * 1024
RACE = ["TH", "4H", "KH", "3H", "5S", "7C"]
PACE_US = 350_000
SEVEN_HANDS = {
    1: "TH TD 5S", 2: "2C 3C 9D", 3: "4S 4H 4D", 4: "AS KS QS", 5: "6C 7C 8C", 6: "JH JD 2H", 7: "5C 9H 3D",
}  # fmt: skip


def ride_heap(rig: RideRig, rounds: int, side: int = 0) -> list[int]:
    """Free after a collection, after each of some rounds with seven seats."""
    heap: list[int] = []
    for _ in range(rounds):
        rig.call(*SEVEN_HANDS, side=side)
        rig.deal_hands(SEVEN_HANDS, "KD KC")
        rig.press("confirm")
        for choice in ("ride", "withdraw"):
            rig.decide(*[choice] * 7)
            rig.press("confirm")
        rig.show_all()
        rig.settle_all()
        rig.press("confirm")
        heap.append(rig.client.status().heap_free)
    return heap


def tell(capsys: pytest.CaptureFixture[str], what: str, heap: list[int], largest: int) -> None:
    with capsys.disabled():
        print(f"\nrp2040, role table, {what}, {len(heap)} rounds:")
        print(f"  free heap after a collection: {min(heap)} to {max(heap)} bytes")
        print(f"  the largest piece of it: {largest} bytes")


@pytest.mark.parametrize("pack", ["nsw", "mbs"])
def test_heap_of_let_it_ride(tmp_path: Path, capsys: pytest.CaptureFixture[str], pack: str) -> None:
    """Seven seats, all parts of the board; a large enough piece must be left for the evaluator's moment."""
    with RideRig("rp2040", tmp_path / "table", pack) as rig:
        heap = ride_heap(rig, RIDE_ROUNDS, side=500 if pack == "mbs" else 0)
        largest = largest_piece(rig)
    tell(capsys, f"{pack}-let-it-ride, seven seats", heap, largest)
    assert min(heap) >= RIDE_BUDGET_BYTES


@pytest.mark.parametrize("board", [FULL, OLED])
@pytest.mark.parametrize("game", ["derby-demo", "nsw-ride"])
def test_heap_of_the_fullest_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], board: str, game: str
) -> None:
    """Every part in use: badges, tagged cards, expanders, clock, the display."""
    file = full_table_file(tmp_path / "files", game, tagged=game == "derby-demo")
    if game == "nsw-ride":
        with RideRig("rp2040", tmp_path / "table", board=board, file=file) as rig:
            lay_down(rig, badge(SUPERVISOR))
            heap = ride_heap(rig, 1)
            largest = largest_piece(rig)
    else:
        with TableRig("rp2040", tmp_path / "table", board=board, file=file) as rig:
            lay_down(rig, badge(SUPERVISOR))
            rig.open_race()
            for card in RACE:
                rig.bench.dealer.slide_tags(card_tag(card_number(card)))
                rig.wait_us(PACE_US)
            rig.close_race()
            heap = [rig.client.status().heap_free]
            largest = largest_piece(rig)
    tell(capsys, f"{game} on {board}", heap, largest)
    assert min(heap) >= FULLEST_BUDGET_BYTES
    assert largest >= FULLEST_PIECE_BYTES


def largest_piece(rig: TableRig) -> int:
    """Of the free heap, once the table was stopped by Ctrl-C: what it built is still there."""
    assert isinstance(rig.target, Rp2040Target)
    repl = Repl(rig.target)
    repl.enter()
    told = repl.run("import gc, micropython\ngc.collect()\nmicropython.mem_info()")
    return 16 * int(re.findall(r"max free sz: (\d+)", told)[0])


@pytest.fixture
def repl(tmp_path: Path) -> Repl:
    """A board with the firmware that nobody starts, at its REPL."""
    build = tmp_path / "build"
    compile_firmware(FIRMWARE_DIR, build, "armv6m")
    files = {name: data for name, data in read_files(build).items() if name.endswith(".mpy")}
    target = Rp2040Target(flash=installed_flash(files, find_image()))
    target.start()
    repl = Repl(target)
    repl.enter()
    return repl


def test_code_by_package(tmp_path: Path, repl: Repl, capsys: pytest.CaptureFixture[str]) -> None:
    build = tmp_path / "build"
    size = {name: len(data) for name, data in read_files(build).items() if name.endswith(".mpy")}
    drivers = [f"pitboard.drivers.{path.stem}" for path in (build / "pitboard/drivers").iterdir()]
    loaded = repl.run(f"import pitboard.composition, {KIT}, sys; print(*sys.modules)", IMPORT_US).split()
    modules = sorted({*loaded, *drivers} - {*BUILDS_ONLY, "pitboard.drivers.__init__"})
    repl.target.power_cut()
    repl.target.start()
    repl.enter()
    # The modules of MicroPython itself that the firmware uses are not its own weight.
    repl.run("import asyncio, gc, json, machine, micropython, rp2, sys")
    free = int(repl.run("gc.collect(); print(gc.mem_free())"))
    with capsys.disabled():
        print("\nrp2040, code of a table that plays:")
        for package in PACKAGES:
            names = [name for name in modules if f"{name}.".startswith(f"pitboard.{package}.")]
            before = free
            for name in names:
                free = int(
                    repl.run(f"import {name}\ngc.collect()\nprint(gc.mem_free())", IMPORT_US)
                )
            code = sum(size.get(name.replace(".", "/") + ".mpy", 0) for name in names)
            print(f"  {package:12} {len(names):3} modules, {code:6} bytes, in RAM {before - free:6}")
        told = repl.run("micropython.qstr_info()")
        count = int(re.findall(r"n_qstr=(\d+)", told)[0])
        print(
            f"  {count} names of {NAMES_BEFORE_NEXT_POOL} that fit before memory for them doubles"
        )
    assert count < NAMES_BEFORE_NEXT_POOL
