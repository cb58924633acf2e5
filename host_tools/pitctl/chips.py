"""What the chips and their modules can do with each pin."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    """One microcontroller as a board file may name it."""

    name: str
    mpy_arch: str  # what mpy-cross calls its instruction set
    micropython: tuple[str, ...]  # stock images that run on it
    pins: frozenset[int]  # GPIO numbers that a part may use
    input_only: frozenset[int]
    reserved: dict[int, str]  # GPIO numbers with another duty, and which
    uarts: int
    i2cs: int
    spis: tuple[int, ...]  # numbers of those that a part may use
    fixed_functions: bool  # signals of UART, I2C and SPI reach certain pins only


# RP2040: GPIO 0..29. On the Pico module 23, 24, 25 and 29 belong to the module itself
# (Pico datasheet 2.1 "Pico pinout").
RP2040 = Chip(
    name="rp2040",
    mpy_arch="armv6m",
    micropython=("RPI_PICO",),
    pins=frozenset(range(30)),
    input_only=frozenset(),
    reserved={
        23: "the Pico's power-save switch",
        24: "the Pico's VBUS sense",
        25: "the Pico's LED",
        29: "the Pico's VSYS measurement",
    },
    uarts=2,
    i2cs=2,
    spis=(0, 1),
    fixed_functions=True,
)

# ESP32: no GPIO 20, 24, 28..31; 6..11 carry the module's flash; 34..39 cannot drive
# (ESP32 datasheet 2.2 "Pin Overview").
ESP32 = Chip(
    name="esp32",
    mpy_arch="xtensawin",
    micropython=("ESP32_GENERIC",),
    pins=frozenset(set(range(40)) - {20, 24, 28, 29, 30, 31}),
    input_only=frozenset(range(34, 40)),
    reserved={
        **dict.fromkeys(range(6, 12), "the module's flash"),
        1: "the serial console",
        3: "the serial console",
    },
    uarts=3,
    i2cs=2,
    spis=(1, 2),  # 0 is the module's flash
    fixed_functions=False,
)

CHIPS = {chip.name: chip for chip in (RP2040, ESP32)}


def uart_signal(pin: int) -> tuple[int, str]:
    """Which UART signal an RP2040 pin can carry: (UART, signal). Datasheet 1.4.3, function F2."""
    return ((pin + 4) // 8) % 2, ("tx", "rx", "cts", "rts")[pin % 4]


def i2c_signal(pin: int) -> tuple[int, str]:
    """Which I2C signal an RP2040 pin can carry: (I2C, signal). Datasheet 1.4.3, function F3."""
    return (pin // 2) % 2, ("sda", "scl")[pin % 2]


def spi_signal(pin: int) -> tuple[int, str]:
    """Which SPI signal an RP2040 pin can carry: (SPI, signal). Datasheet 1.4.3, function F1.

    RX is the master's MISO, TX its MOSI. Chip selects are ordinary outputs here.
    """
    return (pin // 8) % 2, ("miso", "csn", "sck", "mosi")[pin % 4]


# GPIO -> pin of the 40-pin module (Pico datasheet 2.1). GND is between them at 3, 8, 13, 18, 23, 28, 38.
PICO_PINS = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16,
    13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29,
    26: 31, 27: 32, 28: 34,
}  # fmt: skip
