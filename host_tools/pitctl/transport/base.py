"""What the client needs of a way to a board: bytes in, bytes out, and the clock by which to wait."""

from typing import Protocol


class Transport(Protocol):
    """Bytes to and from one board. Losing the way raises a `PitctlError`, never anything else."""

    @property
    def name(self) -> str:
        """For messages: `usb:E660...` or `unix`."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of it, or raise."""
        ...

    def read(self, timeout_s: float) -> bytes:
        """What has arrived; waits up to `timeout_s` for the first byte, b"" if none comes."""
        ...

    def now_s(self) -> float:
        """The clock of this way: real time for a port, chip time for a virtual board."""
        ...

    def close(self) -> None: ...
