"""Card codes, deck check, wagers and the evaluator on the real MicroPython VM, where they must not allocate."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reference.deck_digest import what_a_vm_prints

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[2] / "firmware"


def said_by(script: str) -> str:
    """What a script of this folder prints on the unix port with a small heap."""
    beside = Path(sys.executable).parent / "micropython"
    program = str(beside) if beside.exists() else shutil.which("micropython")
    if program is None:
        pytest.skip("no unix port of MicroPython here. Try: make setup")
    run = subprocess.run(
        [program, "-X", "heapsize=128k", str(HERE / script)],
        env={"MICROPYPATH": f".frozen:{FIRMWARE}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.mark.unix
def test_the_same_on_micropython_without_allocation() -> None:
    stake = 2**30 - 2
    assert said_by("pure_on_micropython.py").splitlines() == [
        str([6 | 7 << 6, -1, -4, -1]),
        f"{100 + 1000} (0, 0, 0, 1)",
        str([(1, 0, 2), (0, stake, 0), (0, 10, 0), 0, (2, 41, 41, stake, True, 2)]),
    ]


@pytest.mark.unix
def test_every_hand_on_micropython_without_allocation() -> None:
    assert said_by("hands_on_micropython.py").strip() == what_a_vm_prints()
