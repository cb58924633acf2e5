"""Board files: boards/<name>/board.toml -> BoardSpec -> board.json, or a refusal that says what to mend.

The firmware gets only board.json. Everything a person can get wrong is refused here, before it can
drive a wire: unknown keys and parts, pins that do not exist or are used twice, signals that the chip
cannot bring to a pin, outputs without a safe value.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitctl.checked_toml import TomlFile, read_toml
from pitctl.chips import CHIPS, Chip, i2c_signal, uart_signal
from pitctl.exceptions import ConfigError
from pitctl.part_kinds import PART_KINDS, ROLES, Choice, Number, PartKind, Pin, Role

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
        """GPIO number -> "part.setting" for every pin in use."""
        return {
            settings[key]: f"{part}.{key}"
            for part, settings in self.parts.items()
            for key, setting in PART_KINDS[settings["kind"]].settings.items()
            if isinstance(setting, Pin)
        }


def board_names(boards_dir: Path = BOARDS_DIR) -> list[str]:
    return sorted(path.parent.name for path in boards_dir.glob("*/board.toml"))


def load_board(name: str, boards_dir: Path = BOARDS_DIR) -> BoardSpec:
    """Read and check boards/<name>/board.toml. Raises ConfigError."""
    path = boards_dir / name / "board.toml"
    if not path.is_file():
        known = ", ".join(board_names(boards_dir)) or "none"
        raise ConfigError(
            f"no board '{name}'; known boards: {known}",
            try_this=f"--board {known} (with make: BOARD={known}); to add one: boards/README.md",
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
    claims: dict[int, str] = {}
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
        if part not in given and part not in role.optional:
            file.fail(f"missing [parts.{part}] (kind: {' or '.join(kinds)})", "parts")
    return parts


def _check_settings(
    file: TomlFile, chip: Chip, part: str, kind: PartKind, claims: dict[int, str]
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
        else:
            checked[key] = _check_pin(file, chip, setting, given, claims, place)
    _check_buses(file, chip, part, kind, checked)
    _check_idle_level(file, part, checked)
    return checked


def _check_pin(
    file: TomlFile,
    chip: Chip,
    pin: Pin,
    given: dict[str, Any],
    claims: dict[int, str],
    place: tuple[str, str, str],
) -> int:
    number = file.number(given, 0, max(chip.pins), *place)
    claimant = f"{place[1]}.{place[2]}"
    if number not in chip.pins:
        file.fail(f"{claimant}: {chip.name} has no GPIO {number}", *place)
    if number in chip.reserved:
        file.fail(f"{claimant}: GPIO {number} is {chip.reserved[number]}", *place)
    if pin.output and number in chip.input_only:
        file.fail(f"{claimant}: GPIO {number} of the {chip.name} can only be an input", *place)
    if number in claims:
        file.fail(f"GPIO {number} is used twice: by {claims[number]} and by {claimant}", *place)
    claims[number] = claimant
    return number


def _check_buses(
    file: TomlFile, chip: Chip, part: str, kind: PartKind, checked: dict[str, Any]
) -> None:
    """Does the chip have that UART or I2C, and can its signals reach these pins?"""
    for bus, count, signal_of in (
        ("uart", chip.uarts, uart_signal),
        ("i2c", chip.i2cs, i2c_signal),
    ):
        if bus not in checked:
            continue
        number = checked[bus]
        if number >= count:
            file.fail(f"{chip.name} has no {bus.upper()} {number}", "parts", part, bus)
        for key, setting in kind.settings.items():
            if not chip.fixed_functions or not isinstance(setting, Pin):
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
