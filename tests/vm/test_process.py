"""The firmware's process: Ctrl-C is not for it, and it does not outlive the program that started it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vm.conftest import Boot

pytestmark = pytest.mark.target("cpython", "unix")

REPO = Path(__file__).resolve().parents[2]
LONG = "open table\npace 1 s\n" + "press cancel\nwait 1 s\n" * 20000 + "expect lights none\n"
LIMIT_S = 30.0
START = """
import sys, time
from pathlib import Path
from pitctl.boards import load_board
from pitctl.tables import load_table
from simulator.targets import open_target
board = load_board("pico-table")
target = open_target(sys.argv[1], board, load_table("derby-demo", board), state_dir=Path(sys.argv[2]))
target.start()
print(target._process.pid, flush=True)
time.sleep(600)
"""


def run_python(*arguments: str) -> "subprocess.Popen[str]":
    """A Python of its own, in a group as a shell gives to each of its jobs."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=REPO,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def wait_for(done: Callable[[], bool]) -> None:
    end_s = time.monotonic() + LIMIT_S
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def test_it_is_in_a_group_of_its_own(boot: Boot) -> None:
    target = boot("""
    async def main(stdin, stdout):
        await asyncio.sleep(3600)
    """)
    process = target._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    assert os.getpgid(process.pid) == process.pid != os.getpgid(0)


def test_ctrl_c_in_play_stops_it_quietly(target_name: str, tmp_path: Path) -> None:
    scenario = tmp_path / "long.txt"
    scenario.write_text(LONG, encoding="utf-8")
    program = "from pitctl.cli.main import main; main()"
    with run_python("-c", program, "play", "--target", target_name, str(scenario)) as playing:
        assert playing.stdout is not None
        while "press cancel" not in playing.stdout.readline():
            assert playing.poll() is None
        os.killpg(playing.pid, signal.SIGINT)  # as the terminal does: to every process of the group
        _, said = playing.communicate(timeout=LIMIT_S)
    assert (said.strip(), playing.returncode) == ("Stopped.", 130)


def test_it_ends_with_its_parent(target_name: str, tmp_path: Path) -> None:
    with run_python("-c", START, target_name, str(tmp_path)) as parent:
        assert parent.stdout is not None
        firmware = int(parent.stdout.readline())
        os.kill(firmware, 0)
        parent.kill()
        parent.communicate(timeout=LIMIT_S)
    wait_for(lambda: not is_running(firmware))


def is_running(pid: int) -> bool:
    """A process that has ended and that nobody has asked about yet does not run."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")
