"""Which part of a board file has which pin, and what parts that share a bus must agree about."""

from typing import Any

from pitctl.checked_toml import TomlFile
from pitctl.chips import Chip
from pitctl.part_kinds import SHARED_BUSES, Pin

Place = tuple[str, str, str]  # "parts", part, setting
Line = tuple[str, int, str]  # bus, its number, signal


class Claims:
    """The pins and buses that the parts read so far have taken."""

    def __init__(self, file: TomlFile, chip: Chip) -> None:
        self._file = file
        self._chip = chip
        self._pins: dict[int, tuple[str, Line | None]] = {}
        self._lines: dict[Line, tuple[str, int]] = {}
        self._uarts: dict[int, str] = {}
        self._speeds: dict[int, tuple[str, int]] = {}

    def pin(self, setting: Pin, gpio: int, checked: dict[str, Any], place: Place) -> int:
        """Take a pin for `place`, or refuse it; `checked` has the number of the part's bus."""
        file, chip = self._file, self._chip
        claimant = f"{place[1]}.{place[2]}"
        if gpio not in chip.pins:
            file.fail(f"{claimant}: {chip.name} has no GPIO {gpio}", *place)
        if gpio in chip.reserved:
            file.fail(f"{claimant}: GPIO {gpio} is {chip.reserved[gpio]}", *place)
        if setting.output and gpio in chip.input_only:
            file.fail(f"{claimant}: GPIO {gpio} of the {chip.name} can only be an input", *place)
        line = _line(setting, checked)
        if gpio in self._pins:
            owner, shared = self._pins[gpio]
            if line is None or line != shared:
                file.fail(f"GPIO {gpio} is used twice: by {owner} and by {claimant}", *place)
        if line is not None:
            owner, there = self._lines.setdefault(line, (claimant, gpio))
            if there != gpio:
                file.fail(
                    f"{claimant}: {line[0].upper()} {line[1]} has its {line[2].upper()} at GPIO {there} by {owner};"
                    " parts on one bus name the same pins",
                    *place,
                )
        self._pins.setdefault(gpio, (claimant, line))
        return gpio

    def uart(self, part: str, checked: dict[str, Any]) -> None:
        """A UART has one part at its other end."""
        if "uart" in checked:
            number = checked["uart"]
            owner = self._uarts.setdefault(number, part)
            if owner != part:
                message = f"UART {number} is used twice: by {owner} and by {part}"
                self._file.fail(message, "parts", part, "uart")

    def speed(self, part: str, checked: dict[str, Any]) -> None:
        """An I2C bus has one speed, because every part on it hears every byte; SPI has one for each part."""
        if "i2c" in checked:
            number, hz = checked["i2c"], checked["freq"]
            owner, there = self._speeds.setdefault(number, (part, hz))
            if there != hz:
                message = f"{part}.freq: I2C {number} runs at {there} by {owner}.freq; a bus has one speed"
                self._file.fail(message, "parts", part, "freq")


def _line(setting: Pin, checked: dict[str, Any]) -> Line | None:
    """The bus line that a pin is, if several parts may share it."""
    bus, _, signal = setting.signal.partition(":")
    return (bus, checked[bus], signal) if bus in SHARED_BUSES else None
