"""What every test shares: the choice of targets, and one plain line about what was skipped.

A test that takes the fixture `target_name` runs once per chosen target. `@pytest.mark.target("unix", "rp2040")`
narrows that to some of them. Targets are named as in `pitctl --target`.
"""

from __future__ import annotations

import pytest

VIRTUAL_TARGETS = ("cpython", "unix", "rp2040")
NO_IMAGE = "no RP2040 image"
HOW_TO_GET_IMAGE = (
    "set PITBOARD_RP2040_IMAGE to a RPI_PICO v1.28.0 .uf2, or run `pitctl image` where there is a network"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--target",
        action="append",
        metavar="NAME[,NAME]",
        help="cpython, unix, rp2040 or usb:<serial>; may be repeated (default: every virtual target)",
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


def rp2040_image_found() -> bool:
    from simulator.images import find_image

    return find_image() is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rp2040_items = [item for item in items if item.get_closest_marker("rp2040")]
    if not rp2040_items or rp2040_image_found():
        return
    if "rp2040" in (config.getoption("--target") or []):
        raise pytest.UsageError(f"--target rp2040: {NO_IMAGE}; {HOW_TO_GET_IMAGE}")
    for item in rp2040_items:
        item.add_marker(pytest.mark.skip(reason=NO_IMAGE))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if NO_IMAGE in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(
            f"{len(skipped)} tests on the emulated RP2040 were skipped: {NO_IMAGE}; {HOW_TO_GET_IMAGE}.",
            yellow=True,
        )
