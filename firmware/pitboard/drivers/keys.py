"""Dealer keys on pins: levels now; at every edge its time and a flag. Debouncing is the task's (app/key_task.py)."""

from time import ticks_ms

from machine import Pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboard.interfaces import Flag


class Keys:
    """Keys in the order given; bit n of `levels()` is set while key n is pressed. Interrupt-safe."""

    def __init__(self, pins: "tuple[int, ...]", pull_up: bool, pressed: int, wake: "Flag") -> None:
        self._wake = wake
        self._pressed = pressed
        self.edge_ms = ticks_ms()  # the last edge of any key
        self._pins = [
            Pin(pin, Pin.IN, Pin.PULL_UP) if pull_up else Pin(pin, Pin.IN) for pin in pins
        ]
        on_edge = self._on_edge
        for pin in self._pins:
            pin.irq(handler=on_edge, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, _pin: Pin) -> None:
        self.edge_ms = ticks_ms()  # a small integer: nothing is allocated
        self._wake.set()

    def levels(self) -> int:
        """One bit per key that is pressed now."""
        bits = 0
        for index, pin in enumerate(self._pins):
            if pin.value() == self._pressed:
                bits |= 1 << index
        return bits
