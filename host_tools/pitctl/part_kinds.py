"""The kinds of parts that a board file may name, and the settings of each: the board file's schema."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pin:
    """A GPIO number."""

    output: bool = False
    signal: str = ""  # "uart:tx" or "i2c:sda": must fit the chip's function table
    note: str = ""  # for the person with the soldering iron
    rests: str = "idle high"  # an output's level at boot and fault, where the part has no safe value


@dataclass(frozen=True)
class Number:
    low: int
    high: int


@dataclass(frozen=True)
class Choice:
    allowed: tuple[str, ...] | tuple[int, ...]
    default: str | int | None = None  # None: must be given


@dataclass(frozen=True)
class Several:
    """A list of different numbers: one for each chip of the part."""

    allowed: tuple[int, ...]
    most: int


Setting = Pin | Number | Choice | Several


@dataclass(frozen=True)
class PartKind:
    title: str
    settings: dict[str, Setting]
    chips: frozenset[str] = field(default_factory=lambda: frozenset({"rp2040", "esp32"}))
    buy: str = ""  # what to look for in a catalogue
    supply: str = ""  # where it takes its current from: "3V3", "5V", or a supply of its own


_RP2040_ONLY = frozenset({"rp2040"})
_LEVEL = Choice((0, 1))
_PULL = Choice(("up", "none"))  # what the drivers can switch; "none" is for a resistor on the board

# Buses that several parts may share: each names the same pins.
SHARED_BUSES = ("i2c", "spi")

_PULLED_UP = "3.3 V, with pull-up on the module"
_I2C: dict[str, Setting] = {
    "i2c": Number(0, 1),
    "sda": Pin(output=True, signal="i2c:sda", note=_PULLED_UP),
    "scl": Pin(output=True, signal="i2c:scl", note=_PULLED_UP),
}
_I2C_FREQ = Choice((100_000, 400_000))  # 400 kHz is what all of our parts can follow
_SPI: dict[str, Setting] = {
    "spi": Number(0, 2),
    "sck": Pin(output=True, signal="spi:sck", note="3.3 V, at most 20 cm", rests="idle low"),
    "mosi": Pin(output=True, signal="spi:mosi", note="3.3 V, at most 20 cm", rests="idle low"),
    "miso": Pin(signal="spi:miso", note="3.3 V"),
}
_SELECT = Pin(output=True, note="3.3 V, 10 kohm to 3.3 V: not selected while the chip starts", rests="high")

PART_KINDS: dict[str, PartKind] = {
    "barcode-uart": PartKind(
        "barcode engine",
        {
            "uart": Number(0, 2),
            "tx": Pin(output=True, signal="uart:tx", note="to the engine's RX; 3.3 V"),
            "rx": Pin(signal="uart:rx", note="from the engine's TX; 3.3 V, a 5 V engine needs a divider"),
            "baud": Choice((9600, 19200, 38400, 57600, 115200)),
            # What it speaks: firmware/pitboard/app/engine.py has a row for each.
            "dialect": Choice(("plain", "gm65", "honeywell", "ack"), default="plain"),
        },
        buy="a barcode engine with a 3.3 V UART: docs/how-to/scanners.md says which and how to set it",
    ),
    "beam": PartKind(
        "passage sensor (break beam)",
        {
            "pin": Pin(note="open collector to GND; pulled to 3.3 V, never to 5 V"),
            "pull": _PULL,
            "broken": _LEVEL,
        },
        buy="a break-beam pair for 3.3 V with an open collector that switches within 1 ms",
        supply="3V3",
    ),
    "keys": PartKind(
        "dealer keys",
        {
            "no_more_bets": Pin(note="key to GND"),
            "confirm": Pin(note="key to GND"),
            "cancel": Pin(note="key to GND"),
            "pull": _PULL,
            "pressed": _LEVEL,
        },
        buy="any push-buttons that close; their bounce is filtered",
    ),
    "key-switch": PartKind(
        "supervisor's key switch",
        {
            "pin": Pin(note="contact to GND, closed while the key is turned"),
            "pull": _PULL,
            "on": _LEVEL,
        },
        buy="a key-lock switch with two positions that stay, the key free to leave only when it is off",
    ),
    "ws2812-pio": PartKind(
        "lights (WS2812 chain)",
        {
            "data": Pin(output=True, note="3.3 V to the chain's DIN through a 74AHCT125 at 5 V; 330 ohm"),
            "count": Number(1, 600),  # the firmware's frame buffer (table/settings.py)
            # A table's light never fails to a lit win, so dark is the only safe value.
            "safe": Choice(("dark",)),
        },
        _RP2040_ONLY,
        buy="a WS2812B strip or modules for 5 V, and 1000 uF where the supply enters",
    ),
    "ssd1306-i2c": PartKind(
        "dealer display (SSD1306, 128x64)",
        {
            **_I2C,
            "address": Choice((0x3C, 0x3D)),  # SSD1306 datasheet 8.1.5.1: SA0 low or high
            "freq": _I2C_FREQ,  # 400 kHz is the chip's limit, datasheet table 13-6
            "safe": Choice(("blank",)),
        },
        buy="a 128x64 module with an SSD1306 (not SH1106) and four pins: GND, VCC, SCL, SDA",
        supply="3V3",
    ),
    "st7789-spi": PartKind(
        "dealer display (ST7789, 240x320 in colour)",
        {
            **_SPI,
            "miso": Pin(signal="spi:miso", note="the bus's pin; most modules only listen and have none"),
            "cs": _SELECT,
            "dc": Pin(output=True, note="3.3 V; data or command, RS on some modules", rests="low"),
            "reset": Pin(output=True, note="3.3 V, 10 kohm to 3.3 V", rests="high"),
            # A write cycle takes at least 66 ns (ST7789V data sheet, serial interface characteristics).
            "freq": Choice((4_000_000, 8_000_000, 12_000_000)),
            # "no": a module without SDO; whether it is there cannot be known then.
            "answers": Choice(("yes", "no"), default="yes"),
            "safe": Choice(("blank",)),
        },
        buy="a 240x320 module with an ST7789 on four-wire SPI, with CS and DC brought out; backlight to 3.3 V",
        supply="3V3",
    ),
    "mfrc522-spi": PartKind(
        "RFID reader (MFRC522)",
        {
            **_SPI,
            "cs": _SELECT,  # printed SDA on most modules
            "reset": Pin(output=True, note="3.3 V, 10 kohm to 3.3 V; RST", rests="high"),
            # 10 Mbit/s at most (MFRC522 data sheet, serial peripheral interface).
            "freq": Choice((1_000_000, 4_000_000, 8_000_000)),
        },
        buy="an RC522 module for 3.3 V; with others on one SPI, one whose MISO lets go while it is not selected",
        supply="3V3",
    ),
    "pn532-uart": PartKind(
        "RFID reader (PN532)",
        {
            "uart": Number(0, 2),
            "tx": Pin(output=True, signal="uart:tx", note="to the module's RXD (SDA on some); 3.3 V"),
            "rx": Pin(signal="uart:rx", note="from the module's TXD (SCL on some); 3.3 V"),
            "baud": Choice((115200,)),  # what the PN532 speaks after power on
        },
        buy="a PN532 module with its switches at HSU (serial) that takes 5 V and has a serial line of 3.3 V",
        supply="5V",
    ),
    "mcp23017-i2c": PartKind(
        "bet sensors (MCP23017 expanders)",
        {
            **_I2C,
            # A2, A1, A0 at GND or 3.3 V (MCP23017 data sheet, figure "I2C control byte format").
            "addresses": Several(tuple(range(0x20, 0x28)), most=2),
            "int": Pin(note="INTA of each expander, open drain, joined; 10 kohm to 3.3 V"),
            "freq": _I2C_FREQ,
        },
        buy="one MCP23017 for 16 sensors, supplied with 3.3 V; contacts or open collectors that close to GND",
        supply="3V3",
    ),
    "ds3231-i2c": PartKind(
        "clock (DS3231)",
        {
            **_I2C,
            "address": Choice((0x68,), default=0x68),
            "freq": _I2C_FREQ,
        },
        buy="a DS3231 module with a coin cell; take out its charging resistor if the cell is a CR2032",
        supply="3V3",
    ),
    "host-time": PartKind("clock without a chip: a host says the time", {}),
    "sounder-pwm": PartKind(
        "sounder",
        {
            "pin": Pin(output=True, note="3.3 V through a transistor; passive piezo"),
            "safe": Choice(("silent",)),
        },
        buy="a passive piezo, without an oscillator of its own, and a small NPN transistor",
    ),
    "flash-segments": PartKind(
        "journal in the board's own flash",
        # The stock file system has 352 blocks of 4096 bytes; firmware and settings take less than 90.
        {"segments": Number(8, 256)},
        _RP2040_ONLY,
    ),
    "fram-spi": PartKind(
        "journal in ferroelectric memory (MB85RS class)",
        {
            **_SPI,
            "cs": _SELECT,
            # The chip follows 25 MHz; what is wired to a breadboard does not.
            "freq": Choice((4_000_000, 8_000_000, 12_000_000)),
            # 4 KB each: 32 are a chip of 1 Mbit, 64 one of 2 Mbit.
            "segments": Number(8, 64),
        },
        buy="an MB85RS2MTA or MB85RS1MT module for 3.3 V; smaller ones have another address",
        supply="3V3",
    ),
    "usb-serial": PartKind("host over USB", {}),
}


@dataclass(frozen=True)
class Role:
    title: str
    parts: dict[str, tuple[str, ...]]  # every part it may have -> kinds that can do its duty
    optional: frozenset[str] = frozenset()  # parts that it can do without
    instead: dict[str, str] = field(default_factory=dict[str, str])  # part -> the other that does its duty as well


ROLES: dict[str, Role] = {
    "table": Role(
        "a whole table on one board",
        {
            "scanner": ("barcode-uart",),
            "beam": ("beam",),
            "keys": ("keys",),
            "lights": ("ws2812-pio",),
            "display": ("ssd1306-i2c", "st7789-spi"),
            "sounder": ("sounder-pwm",),
            "journal": ("flash-segments", "fram-spi"),
            "host": ("usb-serial",),
            "supervisor": ("key-switch",),
            "badges": ("mfrc522-spi", "pn532-uart"),
            "cards": ("mfrc522-spi", "pn532-uart"),
            "bets": ("mcp23017-i2c",),
            "clock": ("ds3231-i2c", "host-time"),
        },
        # Without key switch and badges a supervisor proves who they are at the host; without tags the
        # barcodes, without bet sensors the keys, without a clock the host's time do; without a sounder
        # display and lights tell all that a tone does.
        frozenset({"sounder", "supervisor", "badges", "cards", "bets", "clock"}),
        {"scanner": "cards"},
    ),
}
