"""Fixtures of the device suite."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.device.rig import TableRig


@pytest.fixture
def make_rig(target_name: str, tmp_path: Path) -> Iterator[Callable[..., TableRig]]:
    """Switches on a table with settings of the test's own; off again afterwards."""
    rigs: list[TableRig] = []

    def make(**settings: Any) -> TableRig:
        rigs.append(TableRig(target_name, tmp_path / str(len(rigs)), **settings))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.target.close()


@pytest.fixture
def rig(make_rig: Callable[..., TableRig]) -> TableRig:
    """The table of tables/derby-demo.toml, switched on and idle."""
    return make_rig()
