"""Boards on USB serial ports: found by USB serial number or port, never guessed."""

import errno
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import serial
from serial.tools import list_ports as pyserial_ports

from pitctl.exceptions import AmbiguousDevice, NoAnswer, NoDevice, PortUnavailable

BAUD = 115200  # of no meaning over USB, but bridges of ESP32 boards want it
WRITE_TIMEOUT_S = 2.0
POLL_S = 0.01
NO_PORT = "see which ports there are: {pitctl} devices --all"

# USB vendor ids that a board of ours can have: the chip's own port or the bridge beside it.
BOARD_VENDORS = {
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
    0x10C4: "Silicon Labs",
    0x1A86: "WCH",
    0x0403: "FTDI",
}


@dataclass(frozen=True)
class PortInfo:
    """A serial port as the operating system describes it."""

    device: str
    serial: str | None
    vendor: int | None
    description: str

    @property
    def may_be_board(self) -> bool:
        return self.vendor in BOARD_VENDORS

    @property
    def target(self) -> str:
        """How to name it: `usb:<serial>` where there is a serial number, else `port:<device>`."""
        return f"usb:{self.serial}" if self.serial else f"port:{self.device}"


def list_ports() -> list[PortInfo]:
    """Every serial port of this computer, in a stable order."""
    ports: list[Any] = list(pyserial_ports.comports())
    found = [
        PortInfo(port.device, port.serial_number, port.vid, port.description or "")
        for port in ports
    ]
    return sorted(found, key=lambda port: port.device)


def choose_port(target: str | None, ports: Sequence[PortInfo]) -> PortInfo:
    """The port that `usb:<serial>`, `port:<device>` or None (the only board) means."""
    if target is not None and target.startswith("port:"):
        device = target.removeprefix("port:")
        # A port that the system does not list (a pseudo-terminal) can still be opened.
        return next(
            (port for port in ports if port.device == device), PortInfo(device, None, None, "")
        )
    if target is None:
        return _only(
            [port for port in ports if port.may_be_board],
            "no board is attached",
            "several boards are attached",
        )
    wanted = target.removeprefix("usb:").lower()
    matching = [port for port in ports if (port.serial or "").lower() == wanted]
    return _only(
        matching,
        f"no board with serial number {target.removeprefix('usb:')} is attached",
        f"several ports have the serial number {target.removeprefix('usb:')}",
    )


def _only(ports: Sequence[PortInfo], none: str, several: str) -> PortInfo:
    if not ports:
        raise NoDevice(none)
    if len(ports) > 1:
        listed = ", ".join(f"{port.serial or 'no serial number'} ({port.device})" for port in ports)
        same = len({port.target for port in ports}) < len(ports)
        targets = [f"port:{port.device}" if same else port.target for port in ports]
        raise AmbiguousDevice(f"{several}: {listed}", targets=targets)
    return ports[0]


class SerialTransport:
    """One open port. `opener` is replaced in tests."""

    def __init__(self, port: PortInfo, opener: Callable[..., Any] = serial.Serial) -> None:
        self.port = port
        try:
            self._serial = opener(
                port.device, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except (serial.SerialException, OSError, ValueError) as error:
            if getattr(error, "errno", None) == errno.ENOENT:
                raise NoDevice(f"no such port: {port.device}", try_this=NO_PORT) from None
            raise PortUnavailable(f"{port.device}: {_reason(error)}") from None

    @property
    def name(self) -> str:
        return self.port.target

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            raise NoAnswer(f"{self.name} takes no bytes") from None
        except (serial.SerialException, OSError) as error:
            raise PortUnavailable(f"{self.name} was lost: {_reason(error)}") from None

    def read(self, timeout_s: float) -> bytes:
        deadline = self.now_s() + timeout_s
        while True:
            try:
                data: bytes = self._serial.read(4096)
            except (serial.SerialException, OSError) as error:
                raise PortUnavailable(f"{self.name} was lost: {_reason(error)}") from None
            if data or self.now_s() >= deadline:
                return data
            time.sleep(POLL_S)

    def now_s(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        self._serial.close()


def _reason(error: Exception) -> str:
    """pyserial puts the operating system's words into a long sentence; keep it on one line."""
    return " ".join(str(error).split())
