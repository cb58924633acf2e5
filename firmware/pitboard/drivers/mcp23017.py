"""MCP23017 on I2C: fourteen sensors that pull their input low when something is there (data sheet DS20001952).

GPA7 and GPB7 are outputs and stay low: since its revision D the data sheet allows them no other use, for an input there
can spoil SDA while it changes. That they read 0 is also a check. Each step is one transfer; the longest takes 0.4 ms at
400 kHz, an ordinary look 0.3 ms. A chip that is not there, and one that has forgotten its set-up, both raise OSError:
the caller begins anew, later. Of a byte that nobody acknowledges `machine.I2C` says nothing, so what is read is checked
against what it cannot have been before.
"""

from machine import Pin
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from machine import I2C

    from pitboard.interfaces import Flag

_EIO = const(5)

# Registers 00h to 0Dh with IOCON.BANK = 0 (table 3-5), A and B each: IODIR inputs but for bit 7; IPOL inverted, so that
# 1 is "there"; GPINTEN all inputs; DEFVAL and INTCON 0, so that each change interrupts; IOCON MIRROR and ODR, for one
# line tells of both ports and of other expanders too; GPPU pull-ups.
_SET_UP = b"\x7f\x7f\x7f\x7f\x7f\x7f\x00\x00\x00\x00\x44\x44\x7f\x7f"
_SIZE = const(14)
_IOCON = const(0x0A)
_BANKED_IOCON = const(0x05)  # where IOCON is if BANK is set; else GPINTENB, which is written again
_FIRST = b"\x44\x44\x7f\x7f"  # IOCON and GPPU of the set-up
_LOOK = const(10)  # bytes from IOCON on: IOCON, GPPU, INTF, INTCAP, GPIO of both ports
_CHECKED = const(4)  # of them are the set-up
_FLAGS = const(4)  # where INTF is among them
_NO_BANK = b"\x00"
_OUTPUTS = const(0x8080)


def _compare(found: bytearray, count: int, register: int) -> None:
    for at in range(count):
        if found[at] != _SET_UP[register + at]:
            raise OSError(_EIO)


class Mcp23017:
    """Allocates in the constructor only. `int_pin` may be None: no line, or that of another expander on it."""

    def __init__(self, i2c: "I2C", address: int, int_pin: "int | None", wake: "Flag") -> None:
        self._i2c = i2c
        self._address = address
        self._wake = wake
        self.edges = 0  # what had interrupted before the last `read`: 1 where an input moved, and maybe back again
        self._look = bytearray(_LOOK)
        self._back = bytearray(_SIZE)
        self._pin: Pin | None = None
        if int_pin is not None:
            self._pin = Pin(int_pin, Pin.IN, Pin.PULL_UP)
            self._pin.irq(handler=self._on_edge, trigger=Pin.IRQ_FALLING, hard=True)

    def _on_edge(self, _pin: Pin) -> None:
        self._wake.set()

    def is_pending(self) -> bool:
        """The interrupt line is still low: there is more to read, here or at another expander on it."""
        return self._pin is not None and not self._pin.value()

    def begin(self) -> "Iterator[None]":
        """Set it up step by step, whatever state it is in, and read it back; `read` it afterwards. Raises OSError."""
        i2c, address = self._i2c, self._address
        i2c.writeto_mem(address, _BANKED_IOCON, _NO_BANK)
        yield
        # First out of byte mode, in which the set-up would not get beyond IODIR, and the line open; and the pull-ups,
        # so that their rise interrupts nobody: until the last expander has begun, it drives the line high.
        i2c.writeto_mem(address, _IOCON, _FIRST)
        yield
        i2c.writeto_mem(address, 0, _SET_UP)
        yield
        self._back[0] = 0
        i2c.readfrom_mem_into(address, 0, self._back)
        _compare(self._back, _SIZE, 0)

    def read(self) -> int:
        """Sixteen bits, port A below port B, 1 where something is there; clears the interrupt. Raises OSError."""
        look = self._look
        look[0] = 0
        self._i2c.readfrom_mem_into(self._address, _IOCON, look)
        _compare(look, _CHECKED, _IOCON)  # a brown-out, or not what was asked for
        word = look[_LOOK - 2] | look[_LOOK - 1] << 8
        if word & _OUTPUTS:
            raise OSError(_EIO)  # nobody drives SDA: gone in the middle of it
        self.edges = look[_FLAGS] | look[_FLAGS + 1] << 8
        return word
