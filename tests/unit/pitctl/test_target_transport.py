"""A virtual board's port: waiting for it always lets its time pass."""

from typing import cast

import pytest

from pitctl.client import Client
from pitctl.exceptions import NoAnswer
from pitctl.transport.target import TargetTransport
from simulator.targets import Target


class SilentConsole:
    def write(self, data: bytes) -> None:
        pass

    def read(self) -> bytes:
        return b""


class SilentTarget:
    """A board that never answers; its chip stands still unless somebody lets it run."""

    name = "silent"

    def __init__(self, started_us: int = 0) -> None:
        self.console = SilentConsole()
        self.us = started_us

    def now_us(self) -> int:
        return self.us

    def run_for(self, us: int) -> None:
        self.us += us


def port_of(target: SilentTarget) -> TargetTransport:
    return TargetTransport(cast(Target, target))


def test_the_shortest_wait_lets_time_pass() -> None:
    target = SilentTarget()
    assert port_of(target).read(7e-15) == b""
    assert target.us == 1


def test_no_wait_lets_none_pass() -> None:
    target = SilentTarget()
    assert port_of(target).read(0) == b""
    assert target.us == 0


def test_a_silent_board_is_given_up_at_any_time_of_its_day() -> None:
    # Seconds are floats: half a second after some of these moments is a hair later than the sum.
    for started_us in range(0, 40_000_000, 199_999):
        client = Client(port_of(SilentTarget(started_us)))
        with pytest.raises(NoAnswer):
            client.wait_ready(1.0)
