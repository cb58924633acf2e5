"""What is soldered to the chip: a board file's parts as models, each at the end of its own wires.

A model is imported only where a board has the part. `bench.Bench` is this, and the chip's ways to
reach it.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from simulator.buses import I2cBus, Powered, SharedLine, SpiBus, SpiPart, SpiSeat, UartPart
from simulator.models.barcode import BarcodeEngine
from simulator.models.beam import Beam
from simulator.models.key_switch import KeySwitch
from simulator.models.keys import Key
from simulator.models.sounder import Sounder
from simulator.models.ws2812 import Ws2812Chain
from simulator.wires import Wires

if TYPE_CHECKING:
    from simulator.models.ds3231 import Ds3231
    from simulator.models.mb85rs import Mb85rs
    from simulator.models.mcp23017 import Mcp23017
    from simulator.models.mfrc522 import Mfrc522
    from simulator.models.pn532 import Pn532
    from simulator.models.tags import TagField

# Settings of the keys part that are not the name of a key.
_KEYS_SETTINGS = frozenset({"kind", "pull", "pressed"})
# In this order, so that a new part does not change the chance of the others.
_WITH_CHANCE = (
    "barcode", "keys", "dealer", "key_switch", "badges", "cards", "badge_field", "card_field",
    "bets", "clock", "display", "fram",
)  # fmt: skip

MFRC522_MAX_HZ = 10_000_000
"""MFRC522 data sheet, "Serial Peripheral Interface": data speed up to 10 Mbit/s."""
MB85RS_MAX_HZ = 25_000_000
"""MB85RS2MTA data sheet, "AC Characteristics": SCK clock frequency."""
ST7789_MAX_HZ = 15_151_515
"""ST7789V data sheet, "Serial Interface Characteristics": a write cycle takes at least 66 ns."""

Part = Mapping[str, Any]


class BoardParts(Protocol):
    """As much of a board file as the bench needs; ``pitctl.boards.BoardSpec`` is one."""

    @property
    def parts(self) -> dict[str, dict[str, Any]]: ...


class Fitting:
    """A table's parts; one that the board lacks is None."""

    barcode: BarcodeEngine | None = None
    beam: Beam | None = None
    key_switch: KeySwitch | None = None
    lights: Ws2812Chain | None = None
    display: Any = None
    """An ``Ssd1306`` or an ``St7789``."""
    sounder: Sounder | None = None
    badges: "Mfrc522 | Pn532 | None" = None
    cards: "Mfrc522 | Pn532 | None" = None
    badge_field: "TagField | None" = None
    """The tags before the badge reader."""
    card_field: "TagField | None" = None
    """The tags at the card slide."""
    clock_chip: "Ds3231 | None" = None
    fram: "Mb85rs | None" = None
    """What keeps the journal, on a board without room in its flash."""

    def __init__(self, board: BoardParts, wires: Wires, seed: int) -> None:
        self.wires = wires
        self.keys: dict[str, Key] = {}
        self.bets: list[Mcp23017] = []
        """The bet sensors' expanders, in the order of the board file's addresses."""
        self.unwired: Counter[int] = Counter()
        """Edges and bits sent to pins that lead nowhere, by pin."""
        self.contention: Counter[int] = Counter()
        """By pin: levels that the chip put on a pin that a part drives, outputs of two parts
        against each other, and bytes during which more than one SPI part was selected."""
        self.misread: Counter[str] = Counter()
        """By part: bytes on SPI that came too fast for it or on the wrong edge of the clock."""
        chance = random.Random(seed)
        self.chance = {name: random.Random(chance.getrandbits(64)) for name in _WITH_CHANCE}
        self.i2c: dict[int, I2cBus] = {}
        self.spi: dict[int, SpiBus] = {}
        self.uarts: dict[int, UartPart] = {}
        self._edges: dict[int, Callable[[bool, int], None]] = {}
        self._rests: dict[int, bool] = {}
        self._driven: set[int] = set()
        self._redriven: list[Callable[[], None]] = []
        self._supplied: list[Powered] = []
        self._lights_pin = self._sounder_pin = -1
        parts = board.parts
        for name, fit in (
            ("scanner", self._fit_scanner),
            ("beam", self._fit_beam),
            ("keys", self._fit_keys),
            ("supervisor", self._fit_key_switch),
            ("lights", self._fit_lights),
            ("display", self._fit_display),
            ("sounder", self._fit_sounder),
            ("badges", self._fit_badges),
            ("cards", self._fit_cards),
            ("bets", self._fit_bets),
            ("clock", self._fit_clock),
            ("journal", self._fit_journal),
        ):
            if name in parts:
                fit(parts[name])

    # ---- wires

    def follow(self, pin: int, edge: Callable[[bool, int], None], rests: bool = False) -> None:
        """Call `edge` for each level that the chip puts on `pin`; `rests` if it puts none."""
        self._edges[pin] = edge
        self._rests[pin] = rests

    def plug_uart(self, uart: int, part: UartPart, rx_pin: int) -> None:
        """A part whose TX is wired to `rx_pin`."""
        self.uarts[uart] = part
        self._input(rx_pin, part.redrive)

    def plug_spi(
        self,
        bus: int,
        part: SpiPart,
        name: str,
        cs_pin: int,
        *,
        pins: tuple[int, ...] = (),
        max_hz: int = MFRC522_MAX_HZ,
        modes: frozenset[int] = frozenset({0}),
        take_many: Callable[[bytes], None] | None = None,
    ) -> None:
        """A part on SPI; `pins` are SCK, MOSI and MISO. Its chip select has a pull-up."""
        if bus not in self.spi:
            self.spi[bus] = SpiBus(pins, self.contention, self.misread)
        seat = SpiSeat(part, name, cs_pin, max_hz, modes, take_many)
        wire = self.spi[bus]
        wire.plug(seat)
        self.follow(cs_pin, lambda level, _: wire.select(seat, level), rests=True)

    def i2c_bus(self, bus: int, pins: tuple[int, ...] = (), hz: int = 400_000) -> I2cBus:
        """The bus of that number; `pins` are SDA and SCL."""
        if bus not in self.i2c:
            self.i2c[bus] = I2cBus(pins, hz)
        return self.i2c[bus]

    def _i2c_of(self, part: Part) -> I2cBus:
        return self.i2c_bus(part["i2c"], (part["sda"], part["scl"]), part["freq"])

    def _input(self, pin: int, redrive: Callable[[], None]) -> None:
        """A pin that a part drives."""
        self._driven.add(pin)
        self._redriven.append(redrive)

    # ---- parts with a supply of their own, and contacts

    def _fit_scanner(self, part: Part) -> None:
        chance = self.chance["barcode"]
        if part.get("dialect") == "gm65":
            from simulator.models.gm65 import Gm65

            self.barcode = Gm65(self.wires, part["uart"], part["rx"], rng=chance)
        else:
            self.barcode = BarcodeEngine(
                self.wires, part["uart"], part["rx"], part["baud"], rng=chance
            )
        self.plug_uart(part["uart"], self.barcode, part["rx"])

    def _fit_beam(self, part: Part) -> None:
        self.beam = Beam(self.wires, part["pin"], bool(part["broken"]), part.get("pull"))
        self._input(part["pin"], self.beam.redrive)

    def _fit_keys(self, part: Part) -> None:
        for name, pin in part.items():
            if name not in _KEYS_SETTINGS:
                key = Key(self.wires, pin, bool(part["pressed"]), rng=self.chance["keys"])
                self.keys[name] = key
                self._input(pin, key.redrive)

    def _fit_key_switch(self, part: Part) -> None:
        chance = self.chance["key_switch"]
        self.key_switch = KeySwitch(self.wires, part["pin"], bool(part["on"]), rng=chance)
        self._input(part["pin"], self.key_switch.redrive)

    # ---- what hangs on the chip's supply

    def _fit_lights(self, part: Part) -> None:
        self.lights = Ws2812Chain(self.wires.clock, part["count"])
        self._lights_pin = part["data"]
        self.follow(part["data"], self.lights.edge)
        self._supplied.append(self.lights)

    def _fit_display(self, part: Part) -> None:
        if part["kind"] == "st7789-spi":
            self._fit_st7789(part)
            return
        from simulator.models.ssd1306 import Ssd1306

        self.display = Ssd1306(self.wires.clock, part["address"], rng=self.chance["display"])
        self._i2c_of(part).plug(self.display)
        self._supplied.append(self.display)

    def _fit_st7789(self, part: Part) -> None:
        from simulator.models.st7789 import St7789

        self.display = display = St7789(self.wires.clock, rng=self.chance["display"])
        self.plug_spi(
            part["spi"], display, "display", part["cs"], pins=_spi_pins(part),
            max_hz=ST7789_MAX_HZ, modes=frozenset({0, 3}), take_many=display.write,
        )  # fmt: skip
        self.follow(part["dc"], lambda level, _: display.data_command(level))
        self._follow_reset(part["reset"], display.reset_pin)
        self._supplied.append(display)

    def _fit_sounder(self, part: Part) -> None:
        self.sounder = Sounder(self.wires.clock)
        self._sounder_pin = part["pin"]
        self.follow(part["pin"], self.sounder.edge)
        self._supplied.append(self.sounder)

    def _fit_badges(self, part: Part) -> None:
        from simulator.models.tags import TagField

        self.badge_field = TagField(self.wires.clock, rng=self.chance["badge_field"])
        self.badges = self._reader(part, "badges", self.badge_field)

    def _fit_cards(self, part: Part) -> None:
        from simulator.models.tags import TagField

        self.card_field = TagField(self.wires.clock, rng=self.chance["card_field"])
        self.cards = self._reader(part, "cards", self.card_field)

    def _reader(self, part: Part, name: str, field: "TagField") -> "Mfrc522 | Pn532":
        chance = self.chance[name]
        if part["kind"] == "pn532-uart":
            from simulator.models.pn532 import Pn532

            serial = Pn532(self.wires, part["uart"], part["rx"], field, rng=chance)
            self.plug_uart(part["uart"], serial, part["rx"])
            self._supplied.append(serial)
            return serial
        from simulator.models.mfrc522 import Mfrc522

        reader = Mfrc522(self.wires.clock, field, rng=chance)
        self.plug_spi(part["spi"], reader, name, part["cs"], pins=_spi_pins(part))
        self._follow_reset(part["reset"], reader.reset_pin)
        self._supplied.append(reader)
        return reader

    def _follow_reset(self, pin: int, reset: Callable[[bool], None]) -> None:
        """A reset line, active low, that a resistor holds up."""
        self.follow(pin, lambda level, _: reset(level), rests=True)

    def _fit_bets(self, part: Part) -> None:
        from simulator.models.mcp23017 import Mcp23017

        line = SharedLine(self.wires, part["int"], self.contention)
        for address in part["addresses"]:
            expander = Mcp23017(line.tap(), address, part["int"], rng=self.chance["bets"])
            self.bets.append(expander)
            self._i2c_of(part).plug(expander)
            self._supplied.append(expander)
        self._input(part["int"], line.redrive)

    def _fit_clock(self, part: Part) -> None:
        if part["kind"] == "host-time":
            return
        from simulator.models.ds3231 import Ds3231

        chip = Ds3231(self.wires.clock, part["address"], rng=self.chance["clock"])
        self.clock_chip = chip
        self._i2c_of(part).plug(chip)
        self._supplied.append(chip)

    def _fit_journal(self, part: Part) -> None:
        if part["kind"] != "fram-spi":
            return
        from simulator.models.mb85rs import Mb85rs

        self.fram = fram = Mb85rs(self.wires.clock, rng=self.chance["fram"])
        self.plug_spi(
            part["spi"], fram, "fram", part["cs"], pins=_spi_pins(part),
            max_hz=MB85RS_MAX_HZ, modes=frozenset({0, 3}), take_many=fram.write,
        )  # fmt: skip
        self._supplied.append(fram)


def _spi_pins(part: Part) -> tuple[int, int, int]:
    return part["sck"], part["mosi"], part["miso"]
