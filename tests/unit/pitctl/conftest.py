"""Fixtures of the command line's tests."""

import pytest

from pitctl.cli import devices as devices_module
from pitctl.cli import session as session_module
from tests.unit.pitctl.cli_rig import Usb


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> Usb:
    usb = Usb()
    for module in (session_module, devices_module):
        monkeypatch.setattr(module, "list_ports", lambda: usb.ports)
        monkeypatch.setattr(module, "SerialTransport", usb.open)
    monkeypatch.delenv("PITCTL_TARGET", raising=False)
    return usb
