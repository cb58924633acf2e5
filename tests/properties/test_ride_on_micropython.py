"""The same rounds of Let It Ride on the real MicroPython VM: after every step the state is that of CPython, to the last
byte. CPython plays them against the reference first, so what is compared is known to be right.
"""

import os
import shutil
import subprocess
import sys
from binascii import crc32
from pathlib import Path

import pytest

from tests.properties import ride_words as words
from tests.properties.ride_duel import pack_data
from tests.properties.ride_player import Player
from tests.properties.ride_rounds import play_seed

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
HEAP = "2m"  # steps of a whole table are read at once
TABLES = 20
ROUNDS = 3

pytestmark = pytest.mark.unix


def test_rounds() -> None:
    assert play_batch(range(TABLES)) > 50 * TABLES


def play_batch(seeds: range) -> int:
    """Plays tables through a pipe; returns the number of steps."""
    runs = [play_seed(seed, ROUNDS) for seed in seeds]
    lines: list[str] = []
    for duel in runs:
        numbers = words.house_numbers(duel.house)
        made_of = (pack_data(duel.house.document), numbers, duel.house.numbered, duel.played)
        lines.append(f"{made_of!r}\n")
    command = [micropython(), "-X", f"heapsize={HEAP}", str(HERE / "ride_on_micropython.py")]
    ended = subprocess.run(
        [*command, str(FIRMWARE), str(HERE)],
        input="".join(lines),
        env={"PATH": os.environ.get("PATH", "")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-500:] + ended.stderr[-2000:]
    for seed, duel, answer in zip(seeds, runs, ended.stdout.splitlines(), strict=True):
        player = Player(
            pack_data(duel.house.document), words.house_numbers(duel.house), duel.house.numbered
        )
        for step, there in zip(duel.played, answer.split(), strict=True):
            became = player.do(step)
            here = crc32(repr((became, player.game.snapshot())).encode())
            assert int(there) == here, f"seed {seed}, after {words.step_as_code(step)}"
    return sum(len(duel.played) for duel in runs)


def micropython() -> str:
    """The unix port of the wheel beside this interpreter, else from PATH."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        pytest.skip("no unix port of MicroPython here. Try: make setup")
    return found
