"""An I2C bus that several parts share: built once (composition.py), and handed to each of them.

A transfer that has not ended after 18 ms is given up with OSError, so that a part which holds the bus down never holds
the table for 20 ms. The longest ordinary one, a page of the display at 100 kHz, takes 12 ms.
"""

from machine import I2C, Pin
from micropython import const

_LIMIT_US = const(18000)


def open_bus(number: int, sda: int, scl: int, freq: int) -> I2C:
    return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=freq, timeout=_LIMIT_US)
