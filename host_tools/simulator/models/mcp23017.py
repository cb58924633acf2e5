"""A Microchip MCP23017: sixteen inputs and outputs on I2C, with an interrupt output.

Follows the data sheet DS20001952C: 3.2.1 (byte mode and sequential mode), 3.2.2 (I2C read and write,
the address pointer's roll-over), 3.5 with tables 3-4 and 3-5 (registers, their addresses in both
banks, their values after power-on), 3.6.4 (interrupt operation) and 3.6.5 (interrupt conditions);
the application note AN1043 says what the reference of interrupt-on-pin-change is after a read.
The I2C chip ignores IOCON.HAEN (its address pins always count) and has no use for DISSLW here.

Not stated there, and chosen here: in BANK 1 the addresses between the two ports read as 0, and the
pointer rolls over after the last register of port B; an input that nobody drives and that has no
pull-up reads low.
"""

import random
from typing import Literal

from simulator.models.i2c_slave import FAULTS, I2cSlave
from simulator.wires import Wires

A, B = 0, 1
Register = Literal[
    "IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "IOCON", "GPPU", "INTF", "INTCAP", "GPIO", "OLAT"
]
# In the order of their addresses: pairs in BANK 0 (table 3-5), one port after the other in BANK 1 (3-4).
REGISTERS: tuple[Register, ...] = (
    "IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "IOCON", "GPPU", "INTF", "INTCAP", "GPIO", "OLAT",
)  # fmt: skip
PORT_B = 0x10  # where port B begins in BANK 1
LAST_PAIRED, LAST_BANKED = 0x15, 0x1A

# IOCON, 3.5.6
BANK, MIRROR, SEQOP, ODR, INTPOL = 0x80, 0x40, 0x20, 0x04, 0x02


class Mcp23017(I2cSlave):
    """The expander; its interrupt output INTA is wired to ``int_pin``, if that is not None.

    ``set_input`` is the world's hand on a pin. Pins count from 0 (GPA0) to 15 (GPB7).
    """

    faults = (*FAULTS, "stuck-input")

    def __init__(
        self,
        wires: Wires,
        address: int,
        int_pin: int | None,
        *,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(address, rng)
        self._wires = wires
        self._int_pin = int_pin
        self._inputs: list[bool | None] = [None] * 16
        self._held: dict[int, bool | None] = {}
        self.power_off()

    # ---- the world

    def set_input(self, pin: int, level: bool | None) -> None:
        """Put a level on a pin; None lets go of it, and the pull-up decides, if it is on."""
        self._inputs[pin] = level
        self._watch()

    def stick(self, pin: int, level: bool | None) -> None:
        """A solder bridge: whatever is put on the pin, it has this level."""
        self._held[pin] = level
        self._watch()

    def unstick(self) -> None:
        """Every input follows its wire again."""
        self._held.clear()
        self._watch()

    def power_off(self) -> None:
        """Lose the supply and have it back: every register as after power-on (tables 3-4, 3-5)."""
        self._ports: list[dict[Register, int]] = [dict.fromkeys(REGISTERS, 0) for _ in (A, B)]
        for port in self._ports:
            port["IODIR"] = 0xFF
        self._pointer = 0
        self._selected = False
        self._addressed = False
        self._before = [self.levels(port) for port in (A, B)]  # what a change is a change from
        self._drive()

    def _brown_out(self) -> None:
        self.power_off()

    def _fault_changed(self, before: str | None) -> None:
        if before == "stuck-input":
            self._held.clear()
        if self._fault == "stuck-input":  # as they are now, all of them
            self._held = dict(enumerate(self._inputs))
        self._watch()

    # ---- what is inside

    def register(self, name: Register, port: int = A) -> int:
        """A register's value, without the effects that reading it has."""
        if name == "GPIO":
            return self.levels(port) ^ self._ports[port]["IPOL"]
        return self._ports[A if name == "IOCON" else port][name]

    def levels(self, port: int) -> int:
        """The levels at the pins of a port: outputs by their latch, inputs by wire or pull-up."""
        registers = self._ports[port]
        found = 0
        for bit in range(8):
            pin = 8 * port + bit
            level = self._held.get(pin, self._inputs[pin])
            if not registers["IODIR"] >> bit & 1:
                level = bool(registers["OLAT"] >> bit & 1)
            elif level is None:
                level = bool(registers["GPPU"] >> bit & 1)
            found |= level << bit
        return found

    @property
    def interrupt(self) -> bool:
        """Whether INTA is active."""
        ports = (A, B) if self._ports[A]["IOCON"] & MIRROR else (A,)
        return any(self._ports[port]["INTF"] for port in ports)

    # ---- I2C, 3.2

    def _begin(self, read: bool) -> None:
        self._addressed = read  # a write begins with the register's address

    def _take(self, byte: int) -> bool:
        if not self._addressed:
            self._addressed = True
            self._pointer = byte
            return True
        place = self._place()
        self._step()
        if place is not None:
            self._write_register(*place, byte)
        return True

    def _give(self) -> int:
        place = self._place()
        self._step()
        if place is None:
            return 0
        name, port = place
        value = self.register(name, port)
        if name in ("GPIO", "INTCAP"):
            self._clear(port)
        return value

    def _place(self) -> tuple[Register, int] | None:
        """The register under the address pointer."""
        at = self._pointer
        if not self._ports[A]["IOCON"] & BANK:
            return (REGISTERS[at >> 1], at & 1) if at <= LAST_PAIRED else None
        number = at & ~PORT_B
        return (REGISTERS[number], int(at >= PORT_B)) if number < len(REGISTERS) else None

    def _step(self) -> None:
        """3.2.1: on to the next, or with SEQOP to and fro in a pair (BANK 0), or not at all."""
        iocon = self._ports[A]["IOCON"]
        if iocon & SEQOP:
            self._pointer ^= 0 if iocon & BANK else 1
        elif self._pointer >= (LAST_BANKED if iocon & BANK else LAST_PAIRED):
            self._pointer = 0
        else:
            self._pointer += 1

    def _write_register(self, name: Register, port: int, byte: int) -> None:
        if name in ("INTF", "INTCAP"):
            return  # read-only
        if name == "IOCON":
            self._ports[A]["IOCON"] = byte & 0xFE  # one register at two addresses; bit 0 is not there
        else:
            # 3.5.10: writing to the port is writing to its latches.
            self._ports[port]["OLAT" if name == "GPIO" else name] = byte
        self._watch()

    # ---- interrupts, 3.6

    def _watch(self) -> None:
        """A level or a setting may have changed."""
        for port in (A, B):
            self._look(port)
        self._drive()

    def _look(self, port: int) -> None:
        registers = self._ports[port]
        if registers["INTF"]:
            return  # 3.6.4: nothing more until it is cleared
        levels = self.levels(port)
        against_register = registers["INTCON"]
        usual = self._before[port] & ~against_register | registers["DEFVAL"] & against_register
        watched = registers["GPINTEN"] & registers["IODIR"]
        different = (levels ^ usual) & watched
        if different:
            registers["INTF"] = different
            registers["INTCAP"] = self.register("GPIO", port)
        else:
            # A pin that is not watched now has no change to tell of later.
            self._before[port] = levels

    def _clear(self, port: int) -> None:
        """Read GPIO or INTCAP: the levels of now are what the next change is a change from (AN1043)."""
        self._ports[port]["INTF"] = 0
        self._before[port] = self.levels(port)
        self._watch()  # 3.6.5: a difference from DEFVAL is there as long as it is there

    def _drive(self) -> None:
        if self._int_pin is None:
            return
        iocon = self._ports[A]["IOCON"]
        if iocon & ODR:  # 3.5.6: overrides the polarity
            self._wires.drive(self._int_pin, False if self.interrupt else None)
        else:
            self._wires.drive(self._int_pin, self.interrupt == bool(iocon & INTPOL))
