"""`machine.I2C` and `machine.Pin` over the chip models, as far as our I2C drivers use them; errors as on a chip."""

import errno
import importlib
import sys
from types import ModuleType
from typing import Any, Protocol
from unittest.mock import patch


class Part(Protocol):
    @property
    def fault(self) -> str | None: ...
    def start(self, address: int, read: bool) -> bool: ...
    def write(self, byte: int) -> bool: ...
    def read(self) -> int: ...
    def stop(self) -> None: ...


class I2cShim:
    """One bus. As on the chip, a data byte that is not acknowledged ends the transfer and is no error.

    `log` has every transfer: address, "w" or "r", and the bytes.
    """

    def __init__(self, *parts: Part) -> None:
        self._parts = parts
        self.log: list[tuple[int, str, bytes]] = []

    def _start(self, address: int, read: bool) -> Part:
        if any(part.fault == "stuck" for part in self._parts):
            raise OSError(errno.ETIMEDOUT, "bus stuck")
        found = [part for part in self._parts if part.start(address, read)]
        if not found:
            self._stop()
            raise OSError(errno.EIO, "not acknowledged")
        return found[0]

    def _stop(self) -> None:
        for part in self._parts:
            part.stop()

    def _write(self, address: int, data: bytes) -> bool:
        part = self._start(address, False)
        taken = all(part.write(byte) for byte in data)
        self.log.append((address, "w", data))
        return taken

    def writeto_mem(self, address: int, register: int, data: Any) -> None:
        self._write(address, bytes((register, *data)))
        self._stop()

    def readfrom_mem_into(self, address: int, register: int, into: bytearray) -> None:
        if self._write(address, bytes((register,))):
            part = self._start(address, True)
            for at in range(len(into)):
                into[at] = part.read()
            self.log.append((address, "r", bytes(into)))
        self._stop()


class Flag:
    def __init__(self) -> None:
        self.is_set = False

    def set(self) -> None:
        self.is_set = True

    async def wait(self) -> None:
        raise NotImplementedError


class Pin:
    """An input with a pull-up; `level` None is an open wire."""

    IN, PULL_UP, IRQ_FALLING = 0, 1, 4
    pins: "dict[int, Pin]" = {}  # noqa: RUF012

    def __init__(self, number: int, mode: int, pull: int) -> None:
        assert (mode, pull) == (Pin.IN, Pin.PULL_UP)
        self.level: bool | None = None
        self._handler: Any = None
        Pin.pins[number] = self

    def irq(self, handler: Any, trigger: int, hard: bool) -> None:
        assert trigger == Pin.IRQ_FALLING and hard
        self._handler = handler

    def value(self) -> int:
        return int(self.level is not False)

    def drive(self, level: bool | None) -> None:
        before, self.level = self.value(), level
        if before and not self.value() and self._handler is not None:
            self._handler(self)


def driver(name: str) -> Any:
    """A driver's module, with this `machine` behind it."""
    machine: Any = ModuleType("machine")
    machine.Pin = Pin
    with patch.dict(sys.modules, {"machine": machine}):
        sys.modules.pop(f"pitboard.drivers.{name}", None)
        return importlib.import_module(f"pitboard.drivers.{name}")
