"""The same sequences on the real MicroPython VM: after every step the state is that of CPython, to the last byte.

CPython plays each sequence against the reference first, so what is compared is known to be right.
"""

import os
import shutil
import subprocess
import sys
from binascii import crc32
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.properties.choices import Setup, Step
from tests.properties.player import Player
from tests.properties.sequences import play_run, random_run

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
HEAP = "320k"
SEQUENCES = 120
LONG_SEQUENCES = 2_000
BATCH = 60

pytestmark = pytest.mark.unix


def micropython() -> str:
    """The unix port of the wheel beside this interpreter, else from PATH."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        pytest.skip("no unix port of MicroPython here. Try: make setup")
    return found


def digests(setup: Setup, steps: list[Step]) -> list[int]:
    player = Player(setup)
    told: list[int] = []
    for step in steps:
        became = player.do(step)
        told.append(crc32(repr((became, player.game.snapshot())).encode()))
    return told


def play_batch(seeds: range) -> int:
    """Plays a batch through a pipe; returns the number of steps."""
    runs: list[tuple[Setup, list[Step]]] = []
    for seed in seeds:
        run = random_run(seed)
        runs.append((run[0], play_run(run).played))
    command = [micropython(), "-X", f"heapsize={HEAP}", str(HERE / "on_micropython.py")]
    ended = subprocess.run(
        [*command, str(FIRMWARE), str(HERE)],
        input="".join(f"{run!r}\n" for run in runs),
        env={"PATH": os.environ.get("PATH", "")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-500:] + ended.stderr[-2000:]
    answers = ended.stdout.splitlines()
    assert len(answers) == len(runs)
    for seed, (setup, steps), answer in zip(seeds, runs, answers, strict=True):
        told = [int(word) for word in answer.split()]
        for at, (there, here) in enumerate(zip(told, digests(setup, steps), strict=True)):
            assert there == here, f"seed {seed}, step {at}: {setup} {steps[: at + 1]}"
    return sum(len(steps) for _, steps in runs)


def play_batches(first: int, count: int) -> int:
    batches = [range(at, min(at + BATCH, first + count)) for at in range(first, first + count, BATCH)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(play_batch, batches))


def test_sequences() -> None:
    assert play_batches(0, SEQUENCES) > 10 * SEQUENCES


@pytest.mark.long
def test_many_sequences() -> None:
    steps = play_batches(100_000, LONG_SEQUENCES)
    print(f"{LONG_SEQUENCES} sequences, {steps} steps on MicroPython: the same states as on CPython")
    assert steps > 10 * LONG_SEQUENCES
