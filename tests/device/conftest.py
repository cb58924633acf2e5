"""Fixtures of the device suite."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.device import forked
from tests.device.ride_rig import RideRig
from tests.device.rig import TableRig


def _is_forked(item: pytest.Item) -> bool:
    """Tests that begin with the ordinary table on the emulated chip."""
    call = getattr(item, "callspec", None)
    if call is None or call.params.get("target_name") != forked.TARGET:
        return False
    return "rig" in getattr(item, "fixturenames", ()) and not any(item.iter_markers("skip"))


@pytest.hookimpl
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not _is_forked(item):
        return None
    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in forked.in_a_copy(item):
        hook.pytest_runtest_logreport(report=report)
    # What the test before left standing for this one, which did not use it here.
    item.session._setupstate.teardown_exact(nextitem)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture
def make_rig(target_name: str, tmp_path: Path) -> Iterator[Callable[..., TableRig]]:
    """Switches on a table with settings of the test's own; off again afterwards."""
    rigs: list[TableRig] = []

    def make(**settings: Any) -> TableRig:
        # Boards of one test share an installed flash, to the last bit, so that twins differ in nothing else.
        folder = tmp_path if target_name == forked.TARGET else tmp_path / str(len(rigs))
        rigs.append(TableRig(target_name, folder, **settings))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.target.close()


@pytest.fixture
def rig(target_name: str, make_rig: Callable[..., TableRig]) -> TableRig:
    """The table of tables/derby-demo.toml, switched on, opened and idle."""
    return forked.running_table() if target_name == forked.TARGET else make_rig()


@pytest.fixture
def make_ride(target_name: str, tmp_path: Path) -> Iterator[Callable[..., RideRig]]:
    """Switches on a Let It Ride table of a pack; off again afterwards."""
    rigs: list[RideRig] = []

    def make(pack: str = "nsw", **how: Any) -> RideRig:
        folder = tmp_path if target_name == forked.TARGET else tmp_path / str(len(rigs))
        rigs.append(RideRig(target_name, folder, pack, **how))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.target.close()
