"""The kinds of parts that a board file may name, and the settings of each: the board file's schema."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pin:
    """A GPIO number."""

    output: bool = False
    signal: str = ""  # "uart:tx" or "i2c:sda": must fit the chip's function table
    note: str = ""  # for the person with the soldering iron


@dataclass(frozen=True)
class Number:
    low: int
    high: int


@dataclass(frozen=True)
class Choice:
    allowed: tuple[str, ...] | tuple[int, ...]
    default: str | int | None = None  # None: must be given


Setting = Pin | Number | Choice


@dataclass(frozen=True)
class PartKind:
    title: str
    settings: dict[str, Setting]
    chips: frozenset[str] = field(default_factory=lambda: frozenset({"rp2040", "esp32"}))
    buy: str = ""  # what to look for in a catalogue


_RP2040_ONLY = frozenset({"rp2040"})
_LEVEL = Choice((0, 1))
_PULL = Choice(("up", "none"))  # what the drivers can switch; "none" is for a resistor on the board

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
            "i2c": Number(0, 1),
            "sda": Pin(output=True, signal="i2c:sda", note="3.3 V, with pull-up on the module"),
            "scl": Pin(output=True, signal="i2c:scl", note="3.3 V, with pull-up on the module"),
            "address": Choice((0x3C, 0x3D)),  # SSD1306 datasheet 8.1.5.1: SA0 low or high
            "freq": Choice((100_000, 400_000)),  # 400 kHz is the chip's limit, datasheet table 13-6
            "safe": Choice(("blank",)),
        },
        buy="a 128x64 module with an SSD1306 (not SH1106) and four pins: GND, VCC, SCL, SDA",
    ),
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
    "usb-serial": PartKind("host over USB", {}),
}


@dataclass(frozen=True)
class Role:
    title: str
    parts: dict[str, tuple[str, ...]]  # every part it may have -> kinds that can do its duty
    optional: frozenset[str] = frozenset()  # parts that it can do without


ROLES: dict[str, Role] = {
    "table": Role(
        "a whole table on one board",
        {
            "scanner": ("barcode-uart",),
            "beam": ("beam",),
            "keys": ("keys",),
            "lights": ("ws2812-pio",),
            "display": ("ssd1306-i2c",),
            "sounder": ("sounder-pwm",),
            "journal": ("flash-segments",),
            "host": ("usb-serial",),
            "supervisor": ("key-switch",),
        },
        frozenset({"supervisor"}),  # without it a supervisor proves who they are at the host
    ),
}
