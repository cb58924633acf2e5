"""Memory and flash work of a table on the emulated RP2040: the figures of docs/memory.md."""

from pathlib import Path

import pytest

from pitctl.flashing.compile import FIRMWARE_DIR, compile_firmware
from simulator.rp2040_install import read_files
from tests.device.rig import TableRig, shuffled
from tests.reference.derby_reference import run_race

pytestmark = [pytest.mark.device, pytest.mark.rp2040]

BUDGET_BYTES = 90 * 1024
ROUNDS = 8


def test_heap_code_and_flash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = tmp_path / "build"
    compile_firmware(FIRMWARE_DIR, build, "armv6m")
    code = {name: len(data) for name, data in read_files(build).items() if name.endswith(".mpy")}
    with TableRig("rp2040", tmp_path / "table", decks=8) as rig:
        boot_ms = rig.client.status().uptime_ms
        programs, erases = rig.bench.flash.programs.total(), rig.bench.flash.erases.total()
        cards = 0
        heap: list[int] = []
        for seed in range(ROUNDS):
            race = run_race(shuffled(8, seed))
            codes = race.first_area + race.second_area + race.third_area
            cards += len(codes)
            rig.open_race()
            rig.deal(codes)
            rig.close_race()
            heap.append(rig.client.status().heap_free)
        programs = rig.bench.flash.programs.total() - programs
        erases = rig.bench.flash.erases.total() - erases
    with capsys.disabled():
        print(f"\nrp2040, role table, eight decks, {ROUNDS} rounds, {cards} cards:")
        print(f"  compiled code {sum(code.values())} bytes in {len(code)} files, the largest:")
        for name, size in sorted(code.items(), key=lambda item: -item[1])[:5]:
            print(f"    {size:6} {name}")
        print(f"  free heap after a collection: {min(heap)} to {max(heap)} bytes")
        print(
            f"  flash: {programs / ROUNDS:.1f} page programs, {erases / ROUNDS:.2f} erases a round"
        )
        print(f"  first look {boot_ms} ms after the firmware's start")
    assert min(heap) >= BUDGET_BYTES
