"""Copies of the repository in which one bug at a time is seeded, and pytest run in them.

A copy has everything that a test may read (firmware, rule packs, host tools, boards, tables, documents), so what runs
is the project itself with one line changed: unit tests import the copy's firmware, the virtual board on `cpython` runs
it too. The repository is never touched.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.rules.rows import Mutation
from tests.rules.sources import NOT_OURS, REPO

TIMEOUT_S = 600
# A mutant that fails like this is a broken program, not a bug of behaviour: it would prove nothing.
BROKEN = {"NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError"}


@dataclass
class Run:
    """What one pytest run said."""

    seconds: float
    tests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    trouble: str = ""  # the run itself went wrong: nothing can be said about any test

    def failed(self, row: str) -> list[dict[str, Any]]:
        """The tests of a row whose assertions noticed."""
        return [
            test
            for test in self.tests
            if row in test["rows"] and test["outcome"] == "failed" and test["error"][0] not in BROKEN
        ]


class Tree:
    """One copy of the repository; used by one worker."""

    def __init__(self, root: Path, source: Path = REPO) -> None:
        self.root = root
        self._plan = root.with_suffix(".plan.json")
        self._report = root.with_suffix(".report.json")
        # A compiled file is known by the whole second of its source's last change (PEP 552): each seeding gets a second
        # of its own, so that no bug lives on in a cache.
        self._second = int(time.time()) + 10
        shutil.copytree(source, root, ignore=lambda _folder, names: _left_out(names))

    def run_mutant(
        self, mutation: Mutation, files: list[str], times: dict[str, float], unfit: list[str]
    ) -> Run:
        """Run the tests of the mutation's rows with its bug in the copy; `unfit` ones prove nothing."""
        path = mutation.path(self.root)
        sound = path.read_bytes()
        self._write(path, mutation.mutated(self.root).encode())
        try:
            return self.run(files, mutation.breaks, times, unfit, stop=True)
        finally:
            self._write(path, sound)

    def run(
        self, files: list[str], rows: tuple[str, ...], times: dict[str, float], unfit: list[str],
        stop: bool = False, processes: int = 1,
    ) -> Run:  # fmt: skip
        if not files:
            return Run(0.0, trouble="there is no test to run")
        plan = {"rows": rows, "times": times, "unfit": unfit, "stop": stop, "report": str(self._report)}
        self._plan.write_text(json.dumps(plan), encoding="utf-8")
        self._report.unlink(missing_ok=True)
        parallel = ["-n", str(processes)] if processes > 1 else ["-p", "no:xdist"]
        command = [
            sys.executable, "-m", "pytest", "-q", "--tb=no", "--no-header", "-rN", "--target", "cpython",
            "-p", "no:cacheprovider", "-p", "tests.rules.rule_plugin", "--rule-plan", str(self._plan),
            *parallel, *files,
        ]  # fmt: skip
        started = time.monotonic()
        process = subprocess.Popen(
            command, cwd=self.root, env=self._environment(), text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # its virtual boards too
            process.wait()
            return Run(time.monotonic() - started, trouble=f"not done after {TIMEOUT_S} s")
        run = Run(time.monotonic() - started)
        if self._report.exists():
            run.tests = json.loads(self._report.read_text(encoding="utf-8"))
        # 0: all passed, 1: some failed; all else (a file that cannot be collected) says nothing about behaviour.
        if process.returncode not in (0, 1) or not run.tests:
            run.trouble = "\n".join(said.strip().splitlines()[-15:])
        return run

    def _environment(self) -> dict[str, str]:
        """Ours, with the copy in front of what is installed; nothing of a pytest that we may run inside.

        Compiled files are kept beside the copies, whatever the caller's habits are: without them the start of a mutant
        takes three times as long.
        """
        paths = [str(self.root), str(self.root / "host_tools")]
        dropped = ("PYTEST", "COV", "PYTHONDONTWRITEBYTECODE")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
        compiled = str(self.root.parent / "compiled")
        return {**kept, "PYTHONPATH": os.pathsep.join(paths), "PYTHONPYCACHEPREFIX": compiled}

    def _write(self, path: Path, data: bytes) -> None:
        self._second += 1
        path.write_bytes(data)
        os.utime(path, (self._second, self._second))


def _left_out(names: list[str]) -> set[str]:
    return {name for name in names if name in NOT_OURS or name.endswith(".egg-info")}
