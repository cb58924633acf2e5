"""Targets by name: the four places where the firmware runs, behind one interface.

`open_target` starts nothing: call `start()` when the bench is as the test wants it.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import serial
from serial.tools import list_ports

from pitctl.boards import BoardSpec
from pitctl.exceptions import NoDevice, PortUnavailable, TargetUnavailable
from simulator.bench import Bench

VIRTUAL = ("cpython", "unix", "rp2040")


class Console(Protocol):
    """The host's end of a board's serial port."""

    def write(self, data: bytes) -> None:
        """Send bytes to the board."""
        ...

    def read(self) -> bytes:
        """What the board has sent since the last call."""
        ...

    @property
    def stalled(self) -> bool:
        """True while the host does not read."""
        ...

    @stalled.setter
    def stalled(self, value: bool) -> None: ...


class Target(Protocol):
    """A board, real or virtual, with power, time and a serial port."""

    @property
    def name(self) -> str: ...
    @property
    def bench(self) -> Bench | None:
        """The parts on its pins; None where they are real."""
        ...

    @property
    def console(self) -> Console: ...
    def now_us(self) -> int:
        """Chip time; on a real board, the host's."""
        ...

    def run_for(self, us: int) -> None:
        """Let time pass."""
        ...

    def run_until(self, predicate: Callable[[], bool], limit_us: int) -> bool:
        """Let time pass until `predicate` holds; False when `limit_us` were not enough."""
        ...

    def start(self) -> None:
        """Power on, and boot main.py."""
        ...

    def power_cut(self) -> None:
        """Power off at this very moment; flash stays."""
        ...

    def stop(self) -> None: ...
    def close(self) -> None: ...


def open_target(
    name: str, board: BoardSpec, table: dict[str, Any], *, state_dir: Path
) -> Target:
    """The target called `name`, set up for `board` and `table`.

    `state_dir` keeps the flash of the targets cpython and unix; that of rp2040 starts from a
    snapshot of a board with this firmware, kept in Pitboard's cache.
    """
    if name in ("cpython", "unix"):
        from simulator.vm import VmTarget

        return VmTarget(name, board, table, state_dir=state_dir)
    if name == "rp2040":
        from simulator.rp2040_install import open_rp2040

        return open_rp2040(board, table)
    if name.startswith("usb:"):
        return UsbTarget(name.removeprefix("usb:"))
    raise TargetUnavailable(f"no target '{name}'; use {', '.join(VIRTUAL)} or usb:<serial>")


class UsbTarget:
    """A real board, found by its USB serial number; its power and parts are beyond our reach."""

    bench = None
    _STEP_S = 0.005

    def __init__(self, serial_number: str) -> None:
        self.name = f"usb:{serial_number}"
        ports = [port for port in list_ports.comports() if port.serial_number == serial_number]
        if not ports:
            raise NoDevice(f"no board with serial number {serial_number} is attached")
        try:
            self.console = UsbConsole(serial.Serial(ports[0].device, timeout=0, exclusive=True))
        except serial.SerialException as error:
            raise PortUnavailable(f"{ports[0].device} cannot be opened: {error}") from error

    def now_us(self) -> int:
        return time.monotonic_ns() // 1000

    def run_for(self, us: int) -> None:
        time.sleep(us / 1e6)

    def run_until(self, predicate: Callable[[], bool], limit_us: int) -> bool:
        end_us = self.now_us() + limit_us
        while not predicate():
            if self.now_us() >= end_us:
                return False
            time.sleep(self._STEP_S)
        return True

    def start(self) -> None:
        """A board on USB has power already."""

    def power_cut(self) -> None:
        raise TargetUnavailable(
            f"{self.name}: the power of a real board cannot be cut from here",
            try_this="pull its plug, or run this on --target unix",
        )

    def stop(self) -> None:
        """A board on USB keeps its power."""

    def close(self) -> None:
        self.console.close()


class UsbConsole:
    """The serial port of a real board."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self.stalled = False

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialException as error:
            raise PortUnavailable(f"{self._port.port} was lost: {error}") from error

    def read(self) -> bytes:
        if self.stalled:
            return b""
        try:
            return self._port.read(self._port.in_waiting or 1)
        except (serial.SerialException, OSError) as error:
            raise PortUnavailable(f"{self._port.port} was lost: {error}") from error

    def close(self) -> None:
        self._port.close()
