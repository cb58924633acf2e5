"""A virtual board in this process. Waiting for it means letting its chip time pass."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.targets import Target

SLICE_US = 2_000  # how long the chip runs between two looks at its serial port


class TargetTransport:
    """The serial port of a target that is already running. Closing it leaves the target alone."""

    def __init__(self, target: "Target") -> None:
        self._target = target

    @property
    def name(self) -> str:
        return self._target.name

    def write(self, data: bytes) -> None:
        self._target.console.write(data)

    def read(self, timeout_s: float) -> bytes:
        # Rounded up: whoever waits, however shortly, sees time pass, or would wait for ever.
        deadline_us = self._target.now_us() + math.ceil(timeout_s * 1e6)
        while True:
            data = self._target.console.read()
            left_us = deadline_us - self._target.now_us()
            if data or left_us <= 0:
                return data
            self._target.run_for(min(SLICE_US, left_us))

    def now_s(self) -> float:
        return self._target.now_us() / 1e6

    def close(self) -> None:
        """Nothing to do: whoever opened the target closes it."""
