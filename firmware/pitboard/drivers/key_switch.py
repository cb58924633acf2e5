"""The supervisor's key switch on a pin: whether its contact is made now, how often it moved, a flag at each edge."""

from machine import Pin
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Flag

_MOST = const(0xFFFF)  # a count in an interrupt must stay a small integer


class KeySwitch:
    """A contact that stays. Debouncing is the task's (app/turned_key.py); `edges` tells it what it slept through."""

    def __init__(self, pin: int, pull_up: bool, on: int, wake: "Flag") -> None:
        self._wake = wake
        self._on = on
        self.edges = 0
        self._pin = Pin(pin, Pin.IN, Pin.PULL_UP) if pull_up else Pin(pin, Pin.IN)
        self._pin.irq(handler=self._on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, _pin: Pin) -> None:
        self.edges = (self.edges + 1) & _MOST
        self._wake.set()

    def turned(self) -> bool:
        return self._pin.value() == self._on
