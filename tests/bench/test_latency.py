"""From the last card's passage to final lights and display: chip time on the emulated RP2040.

Flash and bus time are included: the models charge what the emulator does not.
"""

from pathlib import Path

import pytest

from tests.device.rig import TableRig, shuffled
from tests.reference.derby_reference import run_race

pytestmark = [pytest.mark.device, pytest.mark.rp2040]

LIMIT_MS = 150  # of chip time, from the end of the passage
RACES = 5


def measure(rig: TableRig, codes: list[str]) -> dict[str, float]:
    """Milliseconds from the end of the last card's passage until each output has taken its last change."""
    bench = rig.bench
    assert bench.lights is not None and bench.display is not None and bench.sounder is not None
    rig.open_race(shuffle=True)
    rig.deal(codes[:-1])
    programs = bench.flash.programs.total()
    end_ns = bench.dealer.slide(codes[-1])
    rig.wait_us(700_000)
    assert len(rig.lit()) == 9 and "CONFIRM if right" in rig.words()
    cue = [tone.start_ns for tone in bench.sounder.tones][-1]
    figures = {
        "cue": (cue - end_ns) / 1e6,
        "lights": (bench.lights.changed_ns - end_ns) / 1e6,
        "display": (bench.display.changed_ns - end_ns) / 1e6,
        "programs": bench.flash.programs.total() - programs,
    }
    rig.close_race()
    return figures


def test_result_is_final_within_the_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with TableRig("rp2040", tmp_path, decks=8) as rig:
        worst: dict[str, float] = {}
        for seed in range(RACES):
            race = run_race(shuffled(8, seed))
            codes = race.first_area + race.second_area + race.third_area
            for name, value in measure(rig, codes).items():
                worst[name] = max(worst.get(name, 0), value)
        heap = rig.client.status().heap_free
    with capsys.disabled():
        print(f"\nrp2040, worst of {RACES} races, ms of chip time after the last passage:")
        print("  " + "  ".join(f"{name} {value:.1f}" for name, value in worst.items()))
        print(f"  free heap between rounds, after a collection: {heap} bytes")
    assert max(worst["lights"], worst["display"]) <= LIMIT_MS
    assert worst["programs"] == 1, "one durable record, nothing else, between card and lights"
