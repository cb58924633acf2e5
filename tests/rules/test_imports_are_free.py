"""Importing a firmware module does nothing: no hardware, no file, no output. main.py decides what happens when."""

import os
import subprocess
import sys
from pathlib import Path

from tests.rules.sources import FIRMWARE, REPO

PROBE = Path(__file__).with_name("import_probe.py")


def probe(firmware: Path) -> subprocess.CompletedProcess[str]:
    stubs = REPO / "host_tools" / "simulator" / "stubs" / "unit"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(firmware), str(stubs)])}
    return subprocess.run(
        [sys.executable, str(PROBE), str(firmware)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_importing_any_firmware_module_has_no_side_effect() -> None:
    result = probe(FIRMWARE)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_probe_sees_deeds(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from machine import Pin\nimport time\nprint(1)\nPin(3)\ntime.ticks_ms()\nopen('x.txt', 'w')\n"
    )
    result = subprocess.run(
        [sys.executable, str(PROBE), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "bad: print()",
        "bad: machine.Pin()",
        "bad: time.ticks_ms()",
        "bad: open('x.txt')",
    ]
