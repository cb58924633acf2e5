"""A passive sounder on a PWM pin. Safe value: silent, pin low."""

from machine import PWM, Pin
from micropython import const

_SOFT = const(8192)  # one eighth duty: soft


class Sounder:
    """One tone at a time. Never blocks."""

    def __init__(self, pin: int) -> None:
        Pin(pin, Pin.OUT, value=0)
        self._pwm = PWM(Pin(pin), freq=1000, duty_u16=0)

    def on(self, hz: int) -> None:
        self._pwm.freq(hz)
        self._pwm.duty_u16(_SOFT)

    def off(self) -> None:
        self._pwm.duty_u16(0)
