"""The same protocol modules on the real MicroPython VM: its json differs from CPython's."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[2] / "firmware"


def micropython() -> str:
    """The unix port of the wheel beside this interpreter, else from PATH."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        pytest.skip("no unix port of MicroPython here. Try: make setup")
    return found


@pytest.mark.unix
@pytest.mark.parametrize("seed", [1, 2])
def test_garbage_on_micropython(seed: int) -> None:
    script = HERE / "on_micropython.py"
    run = subprocess.run(
        [micropython(), "-X", "heapsize=128k", str(script), str(FIRMWARE), str(seed), "3000"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    seen = json.loads(run.stdout)
    assert set(seen["codes"]) >= {"result", "-32700", "-32600", "-32601", "-32602", "-32000"}
    assert seen["grown"] < 2048, "the heap grows with the lines"
