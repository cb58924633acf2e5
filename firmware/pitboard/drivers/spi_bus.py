"""One SPI of the chip that several parts share: made once, each part has its own way in at its own speed.

A part pulls its chip select low, moves its bytes and lets go again without ever waiting for another task in between:
so nobody can come in the middle, and no lock is needed. All parts here speak mode 0.
"""

from machine import SPI, Pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SLOW = 1000000


class SpiBus:
    def __init__(self, number: int, sck: int, mosi: int, miso: int) -> None:
        lines = Pin(sck), Pin(mosi), Pin(miso)
        self._spi = SPI(
            number, baudrate=_SLOW, polarity=0, phase=0, sck=lines[0], mosi=lines[1], miso=lines[2]
        )
        self._hz = _SLOW

    def at(self, hz: int) -> SPI:
        """The bus at this speed; it is switched only if the last one to use it had another."""
        if hz != self._hz:
            self._spi.init(baudrate=hz)
            self._hz = hz
        return self._spi


def shared(part: "dict[str, Any]", made: "dict[int, SpiBus]") -> SpiBus:
    """The bus that a part of the board file names; `made` has those that others were given already."""
    number = part["spi"]
    if number not in made:
        made[number] = SpiBus(number, part["sck"], part["mosi"], part["miso"])
    return made[number]


class Select:
    """A part's chip select, for a driver that knows a bus and a pin: before it falls, the bus has the part's speed."""

    def __init__(self, bus: SpiBus, hz: int, pin: Pin) -> None:
        self._bus = bus
        self._hz = hz
        self._pin = pin

    def value(self, level: int) -> None:
        if not level:
            self._bus.at(self._hz)
        self._pin.value(level)


def output(pin: int, level: int) -> Pin:
    """A chip select or another line of a part on the bus, at its level of rest."""
    return Pin(pin, Pin.OUT, value=level)
