"""Tests on the emulated chip begin with a table that was opened once: each runs in a copy of the process.

Booting takes five seconds of work, most tests less than one. The chip lives in this process, so a fork is a perfect
copy of it: every test has a board of its own, in exactly the same state, and leaves nothing behind.
"""

import json
import os
import pickle
import tempfile
import traceback
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from tests.device.rig import TableRig

TARGET = "rp2040"

Told = TypeVar("Told")


@lru_cache(maxsize=1)
def running_table() -> TableRig:
    """The table of tables/derby-demo.toml on the chip, opened and idle. Only copies of it are used."""
    return TableRig(TARGET, Path(tempfile.mkdtemp(prefix="pitboard-")))


def told_by_a_copy(work: Callable[[], Told]) -> Told:
    """What `work` gives in a copy of this process, which stays as it was: twins begin in the very same state."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        try:
            with os.fdopen(write_end, "wb") as pipe:
                pipe.write(pickle.dumps(work()))
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    assert told, "the copy of the process died without a word"
    return pickle.loads(told)


def in_a_copy(item: pytest.Item) -> list[pytest.TestReport]:
    """Run one test in a copy of this process; what it reports."""
    running_table()
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        _run_and_leave(item, write_end)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if not told:
        return [_died(item, os.waitstatus_to_exitcode(status))]
    hook = item.config.hook
    return [
        hook.pytest_report_from_serializable(config=item.config, data=data)
        for data in json.loads(told)
    ]


def _run_and_leave(item: pytest.Item, write_end: int) -> NoReturn:
    try:
        reports = runtestprotocol(item, log=False)
        hook = item.config.hook
        told = [
            hook.pytest_report_to_serializable(config=item.config, report=report)
            for report in reports
        ]
        with os.fdopen(write_end, "wb") as pipe:
            pipe.write(json.dumps(told).encode())
    finally:
        os._exit(0)  # nothing of the parent's is to be tidied up here


def _died(item: pytest.Item, code: int) -> pytest.TestReport:
    return pytest.TestReport(
        item.nodeid,
        item.location,
        dict.fromkeys(item.keywords, 1),
        "failed",
        f"the copy of the process died without a report (exit code {code})",
        "call",
    )
