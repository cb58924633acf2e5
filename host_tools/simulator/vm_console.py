"""The host's end of the USB serial port of a virtual machine.

To the board: packets of at most 64 bytes, and no more than its 512-byte ring has room for. From
the board: a FIFO of 256 bytes that is emptied at once, or not at all while the host is `stalled`;
without a listener (`connected` False) it keeps the latest.
"""

from simulator.stubs.common import wire_ops as ops
from simulator.vm_wires import VmWires

PACKET = 64
PACKET_GAP_NS = 100_000
"""A full-speed bulk packet and what a host's driver needs between two."""


class VmConsole:
    """`simulator.targets.Console` for the targets `cpython` and `unix`."""

    def __init__(self, wires: VmWires) -> None:
        self._wires = wires
        self._received = bytearray()
        self._fifo = bytearray()
        self._to_send = bytearray()
        self._credit = 0
        self._pumping = False
        self._stalled = False
        self._connected = True

    def write(self, data: bytes) -> None:
        """Send bytes to the board."""
        self._to_send += data
        self._send_soon()

    def read(self) -> bytes:
        """What the board has sent since the last call."""
        data = bytes(self._received)
        self._received.clear()
        return data

    @property
    def stalled(self) -> bool:
        """True while the host does not read."""
        return self._stalled

    @stalled.setter
    def stalled(self, value: bool) -> None:
        self._stalled = value
        self._changed()

    @property
    def connected(self) -> bool:
        """True while a program on the host has the port open."""
        return self._connected

    @connected.setter
    def connected(self, value: bool) -> None:
        self._connected = value
        self._changed()

    # ---- the chip's side

    def plug(self) -> None:
        """A chip has started."""
        self._credit = ops.CONSOLE_RING
        if self._stalled or not self._connected:
            self._tell()
        self._send_soon()

    def unplug(self) -> None:
        """The chip is gone, and with it what it had not sent and what was on its way to it."""
        self._fifo.clear()
        self._to_send.clear()
        self._credit = 0

    def sent(self, data: bytes) -> None:
        """The board has put bytes into its FIFO."""
        self._fifo += data
        self._drain()

    def taken(self, count: int) -> None:
        """The firmware has read bytes from its ring."""
        self._credit += count
        self._send_soon()

    def _drain(self) -> None:
        if self._connected and not self._stalled:
            self._received += self._fifo
            self._fifo.clear()
        elif not self._connected:
            del self._fifo[: -ops.CONSOLE_FIFO]

    def _changed(self) -> None:
        self._drain()
        self._tell()

    def _tell(self) -> None:
        room = max(0, ops.CONSOLE_FIFO - len(self._fifo))
        flags = int(self._stalled) | int(self._connected) << 1
        self._wires.event(ops.EV_CONSOLE_STATE, flags, room)

    def _send_soon(self) -> None:
        if self._to_send and self._credit and not self._pumping:
            self._pumping = True
            clock = self._wires.clock
            clock.call_at(clock.now_ns() + PACKET_GAP_NS, self._send)

    def _send(self) -> None:
        self._pumping = False
        count = min(PACKET, self._credit, len(self._to_send))
        if count:
            data = bytes(self._to_send[:count])
            del self._to_send[:count]
            self._credit -= count
            self._wires.event(ops.EV_CONSOLE, 0, count, data)
            self._send_soon()
