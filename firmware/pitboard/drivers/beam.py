"""The passage sensor: a break beam on one pin; every edge is kept with its time.

The interrupt writes into a ring of 16 edges and sets the flag. If nobody reads for 16 edges the oldest stay and
`lost` counts the rest: the passage logic then calls for a new slide, it never guesses.
"""

from array import array
from time import ticks_ms

from machine import Pin
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Flag

_EDGES = const(16)


class Beam:
    """Edges of the beam, oldest first. Interrupt-safe; allocates in the constructor only."""

    def __init__(self, pin: int, pull_up: bool, broken: int, wake: "Flag") -> None:
        self._wake = wake
        self._broken = broken
        self._times = array("i", (0 for _ in range(_EDGES)))
        self._levels = bytearray(_EDGES)
        self._put = 0
        self._taken = 0
        self.lost = 0
        self.edge_ms = 0
        self.edge_broken = False
        self._pin = Pin(pin, Pin.IN, Pin.PULL_UP) if pull_up else Pin(pin, Pin.IN)
        self._pin.irq(handler=self._on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, pin: Pin) -> None:
        if self._put - self._taken >= _EDGES:
            self.lost += 1
            return
        at = self._put & (_EDGES - 1)
        self._times[at] = ticks_ms()
        self._levels[at] = pin.value()
        self._put += 1
        self._wake.set()

    def next_edge(self) -> bool:
        """Move to the next edge (`edge_ms`, `edge_broken`); False if there is none."""
        if self._taken == self._put:
            return False
        at = self._taken & (_EDGES - 1)
        self.edge_ms = self._times[at]
        self.edge_broken = self._levels[at] == self._broken
        self._taken += 1
        return True
