"""The board's ordinary serial port (USB): bytes in and out, never blocking.

A write is tried only when the port says that it can take a byte, and then one byte only: the stock port blocks for
500 ms when a host stops reading, and a table may not wait for a host.
"""

import asyncio
import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class UsbConsole:
    """Byte stream to the host. `wait()` is for one task only."""

    def __init__(self, stdin: "Any", stdout: "Any") -> None:
        self._in = stdin
        self._out = stdout
        self._reader = asyncio.StreamReader(stdin)
        self._poll_in = select.poll()
        self._poll_in.register(stdin, select.POLLIN)
        self._poll_out = select.poll()
        self._poll_out.register(stdout, select.POLLOUT)
        self._byte = bytearray(1)

    async def wait(self) -> int:
        """Wait for a byte from the host and return it."""
        data = await self._reader.read(1)
        return data[0] if data else -1

    def get(self) -> int:
        """The next byte, or -1 if none is there."""
        for _ in self._poll_in.ipoll(0):
            self._in.readinto(self._byte)
            return self._byte[0]
        return -1

    def put(self, byte: int) -> bool:
        """Send one byte; False if the port cannot take it now."""
        for _ in self._poll_out.ipoll(0):
            self._byte[0] = byte
            self._out.write(self._byte)
            return True
        return False
