"""Board files: boards/<name>/board.toml -> BoardSpec -> board.json, or a refusal that says what to mend.

The firmware gets only board.json. Everything a person can get wrong is refused here, before it can
drive a wire: unknown keys and parts, pins that do not exist or are used twice, signals that the chip
cannot bring to a pin, parts that disagree about a bus they share, outputs without a safe value.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pitctl.checked_toml import TomlFile, read_toml
from pitctl.chips import CHIPS, Chip, i2c_signal, spi_signal, uart_signal
from pitctl.exceptions import ConfigError
from pitctl.part_kinds import PART_KINDS, ROLES, Choice, Number, PartKind, Pin, Role, Several
from pitctl.part_wires import Claims

REPOSITORY = Path(__file__).resolve().parents[2]
BOARDS_DIR = REPOSITORY / "boards"
SAMPLE = "boards/README.md and boards/pico-table/board.toml"

_TOP_KEYS = ("schema", "title", "chip", "micropython", "role", "parts")


@dataclass(frozen=True)
class BoardSpec:
    """A board file that passed every check. `parts[name]` holds `kind` and the settings of that kind."""

    name: str
    title: str
    chip: str  # a key of chips.CHIPS
    micropython: str
    role: str
    parts: dict[str, dict[str, Any]]

    def pins(self) -> dict[int, str]:
        """GPIO number -> "part.setting" for every pin in use; those of a shared bus with every part."""
        pins: dict[int, str] = {}
        for part, settings in self.parts.items():
            for key, setting in PART_KINDS[settings["kind"]].settings.items():
                if isinstance(setting, Pin):
                    users = pins.get(settings[key])
                    pins[settings[key]] = f"{users}, {part}.{key}" if users else f"{part}.{key}"
        return pins


def board_names(boards_dir: Path = BOARDS_DIR) -> list[str]:
    return sorted(path.parent.name for path in boards_dir.glob("*/board.toml"))


def load_board(name: str, boards_dir: Path = BOARDS_DIR) -> BoardSpec:
    """Read and check boards/<name>/board.toml. Raises ConfigError."""
    path = boards_dir / name / "board.toml"
    if not path.is_file():
        known = board_names(boards_dir) or ["none"]
        raise ConfigError(
            f"no board '{name}'; known boards: {', '.join(known)}",
            try_this=f"--board {known[0]} (with make: BOARD={known[0]}); to add one: boards/README.md",
        )
    return parse_board(name, read_toml(path, SAMPLE))


def parse_board(name: str, file: TomlFile) -> BoardSpec:
    data = file.data
    file.check_keys(data, _TOP_KEYS)
    file.choice(data, (1,), "schema")
    chip = CHIPS[file.choice(data, tuple(CHIPS), "chip")]
    role_name = file.choice(data, tuple(ROLES), "role")
    parts = _check_parts(file, chip, ROLES[role_name])
    return BoardSpec(
        name=name,
        title=file.text(data, "title"),
        chip=chip.name,
        micropython=file.choice(data, chip.micropython, "micropython"),
        role=role_name,
        parts=parts,
    )


def _check_parts(file: TomlFile, chip: Chip, role: Role) -> dict[str, dict[str, Any]]:
    given = file.table("parts")
    file.check_keys(given, tuple(role.parts), "parts")
    claims = Claims(file, chip)
    parts: dict[str, dict[str, Any]] = {}
    for part in given:
        settings = file.table("parts", part)
        kind_name = file.choice(settings, role.parts[part], "parts", part, "kind")
        kind = PART_KINDS[kind_name]
        if chip.name not in kind.chips:
            file.fail(
                f"kind '{kind_name}' does not work on {chip.name}; it needs {', '.join(kind.chips)}",
                "parts", part, "kind",
            )  # fmt: skip
        file.check_keys(settings, ("kind", *kind.settings), "parts", part)
        parts[part] = {"kind": kind_name, **_check_settings(file, chip, part, kind, claims)}
    for part, kinds in role.parts.items():
        if part not in given and part not in role.optional and role.instead.get(part) not in given:
            instead = f", or [parts.{role.instead[part]}] instead of it" if part in role.instead else ""
            file.fail(f"missing [parts.{part}] (kind: {' or '.join(kinds)}){instead}", "parts")
    return parts


def _check_settings(
    file: TomlFile, chip: Chip, part: str, kind: PartKind, claims: Claims
) -> dict[str, Any]:
    given = file.table("parts", part)
    checked: dict[str, Any] = {}
    for key, setting in kind.settings.items():
        place = ("parts", part, key)
        if isinstance(setting, Number):
            checked[key] = file.number(given, setting.low, setting.high, *place)
        elif isinstance(setting, Choice):
            missing = setting.default is not None and key not in given
            checked[key] = (
                setting.default if missing else file.choice(given, setting.allowed, *place)
            )
        elif isinstance(setting, Several):
            checked[key] = _check_several(file, setting, given, place)
        else:
            number = file.number(given, 0, max(chip.pins), *place)
            checked[key] = claims.pin(setting, number, checked, place)
    claims.uart(part, checked)
    claims.speed(part, checked)
    _check_buses(file, chip, part, kind, checked)
    _check_idle_level(file, part, checked)
    return checked


def _check_several(
    file: TomlFile, setting: Several, given: dict[str, Any], place: tuple[str, str, str]
) -> list[int]:
    key = place[2]
    if key not in given:
        file.fail(f"missing '{key}' in [{'.'.join(place[:2])}]", *place)
    values: Any = given[key]
    if not isinstance(values, list) or not 1 <= len(cast(list[Any], values)) <= setting.most:
        file.fail(f"'{key}' must be a list of 1 to {setting.most} numbers", *place)
    checked: list[int] = []
    for value in cast(list[Any], values):
        checked.append(file.choice({key: value}, setting.allowed, *place))
    if len(set(checked)) < len(checked):
        file.fail(f"'{key}' must be different numbers: each chip has its own", *place)
    return checked


def _check_buses(
    file: TomlFile, chip: Chip, part: str, kind: PartKind, checked: dict[str, Any]
) -> None:
    """Does the chip have that UART, I2C or SPI, and can its signals reach these pins?"""
    for bus, numbers, signal_of in (
        ("uart", range(chip.uarts), uart_signal),
        ("i2c", range(chip.i2cs), i2c_signal),
        ("spi", chip.spis, spi_signal),
    ):
        if bus not in checked:
            continue
        number = checked[bus]
        if number not in numbers:
            file.fail(f"{chip.name} has no {bus.upper()} {number}", "parts", part, bus)
        for key, setting in kind.settings.items():
            if not chip.fixed_functions or not isinstance(setting, Pin):
                continue
            if not setting.signal.startswith(f"{bus}:"):
                continue
            wanted = (number, setting.signal.removeprefix(f"{bus}:"))
            if signal_of(checked[key]) != wanted:
                allowed = [
                    str(pin)
                    for pin in sorted(chip.pins - chip.reserved.keys())
                    if signal_of(pin) == wanted
                ]
                file.fail(
                    f"{part}.{key}: GPIO {checked[key]} cannot be {bus.upper()} {number}"
                    f" {key.upper()}; allowed: {', '.join(allowed)}",
                    "parts", part, key,
                )  # fmt: skip


def _check_idle_level(file: TomlFile, part: str, checked: dict[str, Any]) -> None:
    """A key whose pull already gives the level of a press or a turn would be pressed or turned for ever."""
    for setting in ("pressed", "on"):
        if checked.get("pull") == "up" and checked.get(setting) == 1:
            message = f"{part}: with pull 'up' a key at rest reads 1, so '{setting}' must be 0"
            file.fail(message, "parts", part, setting)


def compile_board(spec: BoardSpec) -> dict[str, Any]:
    """What the board reads as board.json, with a hash over everything else in it."""
    return with_hash(
        {"board": spec.name, "chip": spec.chip, "role": spec.role, "parts": spec.parts}
    )


def with_hash(data: dict[str, Any]) -> dict[str, Any]:
    """The same object with `hash`: SHA-256 of its JSON with sorted keys and no spaces."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return {**data, "hash": hashlib.sha256(canonical.encode()).hexdigest()}
