"""The test bench: one table's parts, built from its board file and soldered to a target.

Targets call the entry points (``pin_out``, ``i2c_start``, ...) for what the chip does; the parts
answer through ``Wires``. Scenarios use the parts themselves: the dealer's hands on one side, the
lights, the display and the sounder on the other.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from simulator.models.barcode import BarcodeEngine
from simulator.models.beam import Beam
from simulator.models.dealer import Dealer
from simulator.models.gm65 import Gm65
from simulator.models.key_switch import KeySwitch
from simulator.models.keys import Key
from simulator.models.nor_flash import NorFlash
from simulator.models.sounder import Sounder
from simulator.models.ssd1306 import Ssd1306
from simulator.models.ws2812 import Ws2812Chain
from simulator.wires import Wires

FLASH_BYTES = 2 * 1024 * 1024
"""The W25Q16JV of a Pico."""

FILESYSTEM_BASE = FLASH_BYTES - 1408 * 1024
"""Where stock RPI_PICO images keep the file system: block 0 of ``rp2.Flash()``."""

DEFAULT_I2C_HZ = 400_000

# Settings of the keys part that are not the name of a key.
_KEYS_SETTINGS = frozenset({"kind", "pull", "pressed"})


class BoardParts(Protocol):
    """As much of a board file as the bench needs; ``pitctl.boards.BoardSpec`` is one."""

    @property
    def parts(self) -> dict[str, dict[str, Any]]: ...


class Bench:
    """A table's parts and the chip's ways to reach them; a part the board lacks is None."""

    barcode: BarcodeEngine | None
    beam: Beam | None
    keys: dict[str, Key]
    key_switch: KeySwitch | None
    lights: Ws2812Chain | None
    display: Ssd1306 | None
    sounder: Sounder | None
    flash: NorFlash
    dealer: Dealer

    def __init__(
        self, board: BoardParts, wires: Wires, *, seed: int = 1, flash: NorFlash | None = None
    ) -> None:
        self.wires = wires
        self.unwired: Counter[int] = Counter()
        """Edges and bits sent to pins that lead nowhere, by pin."""
        self.contention: Counter[int] = Counter()
        """Levels the chip put on pins that a part drives, by pin: a short on a real board."""
        # One stream of chance for each part, so that a new part does not change the others.
        chance = random.Random(seed)
        seeds = {name: chance.getrandbits(64) for name in ("barcode", "keys", "dealer", "key_switch")}
        self._edges: dict[int, Callable[[bool, int], None]] = {}
        self._driven: set[int] = set()
        self._i2c_hz: dict[int, int] = {}
        self._i2c_parts: dict[int, list[Ssd1306]] = {}
        self._i2c_selected: dict[int, Ssd1306] = {}
        parts = board.parts
        self._fit_scanner(parts.get("scanner"), random.Random(seeds["barcode"]))
        self._fit_beam(parts.get("beam"))
        self._fit_keys(parts.get("keys"), random.Random(seeds["keys"]))
        self._fit_key_switch(parts.get("supervisor"), random.Random(seeds["key_switch"]))
        self._fit_lights(parts.get("lights"))
        self._fit_display(parts.get("display"))
        self._fit_sounder(parts.get("sounder"))
        self.flash = NorFlash(FLASH_BYTES) if flash is None else flash
        self.dealer = Dealer(
            wires.clock,
            self.barcode,
            self.beam,
            self.keys,
            random.Random(seeds["dealer"]),
            key_switch=self.key_switch,
        )

    def _fit_scanner(self, part: dict[str, Any] | None, chance: random.Random) -> None:
        self.barcode = None
        self._barcode_uart = -1
        if part is not None:
            self._barcode_uart = part["uart"]
            if part.get("dialect") == "gm65":
                self.barcode = Gm65(self.wires, part["uart"], part["rx"], rng=chance)
            else:
                self.barcode = BarcodeEngine(
                    self.wires, part["uart"], part["rx"], part["baud"], rng=chance
                )
            self._driven.add(part["rx"])

    def _fit_beam(self, part: dict[str, Any] | None) -> None:
        self.beam = None
        if part is not None:
            self.beam = Beam(self.wires, part["pin"], bool(part["broken"]), part.get("pull"))
            self._driven.add(part["pin"])

    def _fit_keys(self, part: dict[str, Any] | None, chance: random.Random) -> None:
        self.keys = {}
        for name, pin in (part or {}).items():
            if name not in _KEYS_SETTINGS and part is not None:
                self.keys[name] = Key(self.wires, pin, bool(part["pressed"]), rng=chance)
                self._driven.add(pin)

    def _fit_key_switch(self, part: dict[str, Any] | None, chance: random.Random) -> None:
        self.key_switch = None
        if part is not None:
            self.key_switch = KeySwitch(self.wires, part["pin"], bool(part["on"]), rng=chance)
            self._driven.add(part["pin"])

    def _fit_lights(self, part: dict[str, Any] | None) -> None:
        self.lights = None
        self._lights_pin = -1
        if part is not None:
            self.lights = Ws2812Chain(self.wires.clock, part["count"])
            self._lights_pin = part["data"]
            self._edges[part["data"]] = self.lights.edge

    def _fit_display(self, part: dict[str, Any] | None) -> None:
        self.display = None
        if part is not None:
            self.display = Ssd1306(self.wires.clock, part["address"])
            self._i2c_hz[part["i2c"]] = part["freq"]
            self._i2c_parts[part["i2c"]] = [self.display]

    def _fit_sounder(self, part: dict[str, Any] | None) -> None:
        self.sounder = None
        self._sounder_pin = -1
        if part is not None:
            self.sounder = Sounder(self.wires.clock)
            self._sounder_pin = part["pin"]
            self._edges[part["pin"]] = self.sounder.edge

    # ---- power

    def reset_wires(self) -> None:
        """Put every part's present level on its pin again, for a chip that has just started."""
        if self.barcode is not None:
            self.barcode.redrive()
        if self.beam is not None:
            self.beam.redrive()
        for key in self.keys.values():
            key.redrive()
        if self.key_switch is not None:
            self.key_switch.redrive()

    def power_cut(self) -> None:
        """The chip's supply has gone, and with it the display, the lights and the sounder.

        The barcode engine and the beam have a supply of their own, and the flash needs none to
        remember.
        """
        if self.lights is not None:
            self.lights.power_off()
        if self.display is not None:
            self.display.power_off()
        if self.sounder is not None:
            self.sounder.power_off()

    # ---- what the chip does

    def pin_out(self, pin: int, level: bool, t_ns: int) -> None:
        """An output pin of the chip has taken a level at ``t_ns``."""
        edge = self._edges.get(pin)
        if edge is not None:
            edge(level, t_ns)
        elif pin in self._driven:
            self.contention[pin] += 1
        else:
            self.unwired[pin] += 1

    def pwm(self, pin: int, hz: int, duty_u16: int) -> None:
        """A PWM slice of the chip drives ``pin``; a duty of 0 or 65535 is a steady level."""
        if self.sounder is not None and pin == self._sounder_pin:
            self.sounder.pwm(hz, duty_u16)
        else:
            self.unwired[pin] += 1

    def pio_bits(self, pin: int, data: bytes, bit_ns: int) -> None:
        """A state machine of the chip begins to shift ``data`` out as WS2812 bits."""
        if self.lights is not None and pin == self._lights_pin:
            self.lights.receive_bits(data, bit_ns)
        else:
            self.unwired[pin] += 1

    def i2c_start(self, bus: int, address: int, read: bool) -> bool:
        """START (or repeated START) and an address byte; True when a part acknowledged it."""
        self._i2c_selected.pop(bus, None)
        for part in self._i2c_parts.get(bus, ()):
            if part.start(address, read):
                self._i2c_selected[bus] = part
        return bus in self._i2c_selected

    def i2c_write(self, bus: int, byte: int) -> bool:
        """One byte to the addressed part; True when it was acknowledged."""
        part = self._i2c_selected.get(bus)
        return part is not None and part.write(byte)

    def i2c_read(self, bus: int, ack: bool) -> int:
        """One byte from the addressed part; a bus that nobody drives reads as ones."""
        part = self._i2c_selected.get(bus)
        byte = 0xFF if part is None else part.read()
        if not ack:
            # The master's NACK ends the part's turn; it lets go of SDA.
            self._i2c_selected.pop(bus, None)
        return byte

    def i2c_stop(self, bus: int) -> None:
        """STOP: every part on the bus is idle again."""
        self._i2c_selected.pop(bus, None)
        for part in self._i2c_parts.get(bus, ()):
            part.stop()

    def i2c_stuck(self, bus: int) -> bool:
        """True while a part holds SDA down, so that a master waits for the bus in vain."""
        return any(part.fault == "stuck" for part in self._i2c_parts.get(bus, ()))

    def i2c_bit_ns(self, bus: int) -> int:
        """How long one bit takes on this bus; a byte with its acknowledge takes nine."""
        return 1_000_000_000 // self._i2c_hz.get(bus, DEFAULT_I2C_HZ)

    def uart_sent(self, uart: int, byte: int, baud: int = 0) -> None:
        """The stop bit of a byte from the chip has arrived at whatever hangs on ``uart``."""
        if self.barcode is not None and uart == self._barcode_uart:
            self.barcode.receive(byte, baud)
