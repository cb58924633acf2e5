"""What every test shares: the choice of targets, and one plain line about what was skipped.

A test that takes the fixture `target_name` runs once per chosen target. `@pytest.mark.target("unix", "rp2040")`
narrows that to some of them. Targets are named as in `pitctl --target`.

No test may hang: one that takes longer than TEST_SECONDS fails by name, with the place where it was.
"""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

import pytest

from simulator.images import ImageMissing, find_image

VIRTUAL_TARGETS = ("cpython", "unix", "rp2040")
TEST_SECONDS = 300  # the slowest takes a fifth of that; those of `make test-long` have all the time
NO_IMAGE = "rp2040 target: "  # begins the reason of every test skipped for want of an image


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--target",
        action="append",
        metavar="NAME[,NAME]",
        help="cpython, unix, rp2040 or usb:<serial>; may be repeated (default: all virtual ones)",
    )


def chosen_targets(config: pytest.Config) -> list[str]:
    given: list[str] = config.getoption("--target") or list(VIRTUAL_TARGETS)
    names = [name.strip() for item in given for name in item.split(",") if name.strip()]
    for name in names:
        if name not in VIRTUAL_TARGETS and not name.startswith("usb:"):
            raise pytest.UsageError(
                f"--target {name}: not one of {', '.join(VIRTUAL_TARGETS)}, usb:<serial>"
            )
    return names


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "target_name" not in metafunc.fixturenames:
        return
    names = chosen_targets(metafunc.config)
    only = metafunc.definition.get_closest_marker("target")
    if only is not None:
        names = [name for name in names if name in only.args]
    marks = {"unix": [pytest.mark.unix], "rp2040": [pytest.mark.rp2040]}
    params = [pytest.param(name, marks=marks.get(name, []), id=name) for name in names]
    metafunc.parametrize("target_name", params, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rp2040_items = [item for item in items if item.get_closest_marker("rp2040")]
    if not rp2040_items:
        return
    try:
        find_image()
    except ImageMissing as missing:
        if config.getoption("--target") and "rp2040" in chosen_targets(config):
            raise pytest.UsageError(f"--target rp2040: {missing}") from missing
        for item in rp2040_items:
            item.add_marker(pytest.mark.skip(reason=f"{NO_IMAGE}{missing}"))


@contextmanager
def _limited(item: pytest.Item) -> Generator[None]:
    """One phase of a test in its time; hooks of the phases, because tests/device/forked.py runs them in a child."""
    if item.get_closest_marker("long"):
        yield
        return

    def give_up(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(f"it took more than {TEST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TEST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    with _limited(item):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])]
    skipped = [reason for reason in reasons if NO_IMAGE in reason]
    if skipped:
        why = skipped[0].partition(NO_IMAGE)[2]
        terminalreporter.write_line(f"{len(skipped)} rp2040 tests skipped: {why}", yellow=True)
