"""The pins and receivers of a virtual machine's chip, and the events that wait for its stubs.

Events are gathered until the next reply. Those that the firmware has asked to be interrupted by
set `awake`, which ends its idle wait; the others come along with whatever reply is next.
"""

import struct

from simulator.clock import VirtualClock
from simulator.stubs.common import wire_ops as ops

IRQ_FALLING = 4
IRQ_RISING = 8

_PULL_UP = 1
_event = struct.Struct("<BBHI").pack
_AGO_LIMIT_US = 0xFFFFFFFF


class VmWires:
    """`simulator.wires.Wires` for the targets `cpython` and `unix`."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.awake = False
        self._driven: dict[int, bool] = {}
        # Kind, a, b, extra bytes and the time (ns) of each event that waits.
        self._events: list[tuple[int, int, int, bytes, int]] = []
        self._uart_bytes: dict[int, bytearray] = {}
        self.unplug()

    def unplug(self) -> None:
        """The chip has no power: it forgets everything, the world does not."""
        self.awake = False
        self._events.clear()
        self._uart_bytes.clear()
        self._pulls: dict[int, int] = {}
        self._outputs: dict[int, bool] = {}
        self._irq: dict[int, int] = {}
        self._levels: dict[int, bool] = {}
        self._rx_pins: dict[int, int] = {}
        self._uart_wakes: dict[int, bool] = {}
        self._bauds: dict[int, int] = {}

    # ---- the world's side

    def drive(self, pin: int, level: bool | None) -> None:
        if level is None:
            self._driven.pop(pin, None)
        else:
            self._driven[pin] = bool(level)
        if pin in self._levels:
            self._changed(pin)

    def uart_line_edge(self, uart: int) -> None:
        pin = self._rx_pins.get(uart, -1)
        if self._irq.get(pin, 0) & IRQ_FALLING:
            self._events.append((ops.EV_EDGE, pin, 0, b"", self.clock.now_ns()))
            self.awake = True

    def uart_receive(self, uart: int, byte: int) -> None:
        if uart in self._rx_pins:
            waiting = self._uart_bytes.get(uart)
            if waiting is None:
                waiting = self._uart_bytes[uart] = bytearray()
            waiting.append(byte)
            self.awake = self.awake or self._uart_wakes[uart]

    def uart_baud(self, uart: int) -> int:
        return self._bauds.get(uart, 0)

    # ---- the chip's side

    def set_mode(self, pin: int, output: bool, pull: int) -> int:
        """A pin becomes an input or an output; returns the level that an input sees."""
        self._pulls[pin] = pull
        if output:
            self._levels.pop(pin, None)
            return 0
        self._levels[pin] = self._level(pin)
        return int(self._levels[pin])

    def set_irq(self, pin: int, edges: int) -> None:
        self._irq[pin] = edges
        if edges and pin not in self._levels:
            self._levels[pin] = self._level(pin)

    def set_uart(self, uart: int, wakes: bool, rx_pin: int) -> None:
        self._uart_wakes[uart] = wakes
        self._rx_pins[uart] = rx_pin

    def set_baud(self, uart: int, baud: int) -> None:
        self._bauds[uart] = baud

    def event(self, kind: int, a: int = 0, b: int = 0, extra: bytes = b"") -> None:
        """Something that the firmware is to know at once."""
        self._events.append((kind, a, b, extra, self.clock.now_ns()))
        self.awake = True

    def take_events(self, held: bool) -> bytes:
        """The events for one reply, packed; `held` says that interrupts were held off meanwhile."""
        if not self._events and not self._uart_bytes:
            self.awake = False
            return b""
        now_ns = self.clock.now_ns()
        packed = [_event(ops.EV_HELD, 0, 0, 0)] if held else []
        room = ops.EVENT_ROOM - 2 * ops.EVENT
        for uart, waiting in list(self._uart_bytes.items()):
            part = bytes(waiting[: room // 2])
            packed.append(_event(ops.EV_UART, uart, len(part), 0) + part)
            room -= ops.EVENT + len(part)
            del waiting[: len(part)]
            if not waiting:
                del self._uart_bytes[uart]
        count = 0
        for kind, a, b, extra, when_ns in self._events:
            room -= ops.EVENT + len(extra)
            if room < 0:
                break
            count += 1
            ago_us = now_ns // 1000 - when_ns // 1000
            packed.append(_event(kind, a, b, min(ago_us, _AGO_LIMIT_US)) + extra)
        del self._events[:count]
        self.awake = bool(self._events or self._uart_bytes)
        return b"".join(packed)

    def _level(self, pin: int) -> bool:
        """Driven, or what the pull makes of an open wire; without a pull it reads low."""
        return self._driven.get(pin, self._pulls.get(pin, 0) == _PULL_UP)

    def _changed(self, pin: int) -> None:
        level = self._level(pin)
        if level == self._levels[pin]:
            return
        self._levels[pin] = level
        self._events.append((ops.EV_LEVEL, pin, int(level), b"", self.clock.now_ns()))
        if self._irq.get(pin, 0) & (IRQ_RISING if level else IRQ_FALLING):
            self.awake = True
