"""Who may import whom (docs/architecture.md). A layer of the firmware gets its collaborators from composition.py."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.rules.sources import (
    FIRMWARE,
    LAYERS,
    REPO,
    Import,
    docstrings_of,
    firmware_files,
    imports_of,
    layer_of,
    place,
    tree_of,
)

# Layer -> what it may import of pitboard, and of MicroPython.
MAY_IMPORT: dict[str, tuple[set[str], set[str]]] = {
    "games": ({"games"}, {"micropython", "array"}),
    "protocol": ({"protocol"}, {"micropython", "binascii", "hashlib", "json"}),
    "table": ({"table", "games"}, {"micropython", "json", "binascii", "hashlib", "struct"}),
    "drivers": (
        {"drivers"},
        {"micropython", "machine", "rp2", "uctypes", "array", "asyncio", "binascii", "os", "select", "time"},
    ),
    "app": (
        {"app", "games", "protocol", "table"},
        {"micropython", "asyncio", "array", "binascii", "cryptolib", "gc", "json", "sys", "time"},
    ),
}
# For the type checker only: nothing of it reaches a board.
TYPE_ONLY = {"typing", "collections.abc", "pitboard.interfaces"}
HARDWARE = {"machine", "rp2", "esp32", "uctypes", "neopixel", "framebuf"}
GAMES = ("derby", "let_it_ride")  # with folders of their own in games/ and app/
BOARD_WORDS = ("pico", "rp2040", "esp32", "raspberry")


def is_allowed(layer: str, item: Import) -> bool:
    if item.type_only and any(item.module.startswith(name) for name in TYPE_ONLY):
        return True
    of_pitboard, of_micropython = MAY_IMPORT[layer]
    names = item.module.split(".")
    if names[0] == "pitboard":
        return names[1] in of_pitboard or item.module == "pitboard.version"
    return names[0] in of_micropython


def test_the_layers_are_the_folders() -> None:
    assert {layer_of(path) for path in firmware_files()} - {""} == set(LAYERS)


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    wrong = [
        f"{place(path, item.line)} imports {item.module}"
        for path in firmware_files()
        if layer_of(path) == layer
        for item in imports_of(path)
        if not is_allowed(layer, item)
    ]
    assert not wrong, "\n".join(wrong)


def games_named_in(path_or_module: Sequence[str]) -> set[str]:
    """Which games' own folders or settings a path or a dotted name belongs to."""
    return {game for game in GAMES for part in path_or_module if part in (game, f"{game}_settings")}


def test_only_what_is_a_games_own_knows_that_game() -> None:
    """What is shared gets a game's pieces from composition.py: a board loads the game that it plays and no other."""
    picks_one = {FIRMWARE / "pitboard" / "composition.py", FIRMWARE / "pitboard" / "table" / "settings.py"}
    wrong = [
        f"{place(path, item.line)} imports {item.module}"
        for path in firmware_files()
        if path not in picks_one
        for item in imports_of(path)
        if games_named_in(item.module.split(".")) - games_named_in(path.relative_to(FIRMWARE).with_suffix("").parts)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_game_is_picked_within_a_function() -> None:
    """Not when composition.py or settings.py is loaded: only then one of several is loaded alone."""
    for name in ("composition.py", "table/settings.py"):
        top = [node for node in tree_of(FIRMWARE / "pitboard" / name).body if isinstance(node, ast.ImportFrom)]
        assert not [node.module for node in top if games_named_in((node.module or "").split("."))], name


@pytest.mark.parametrize("layer", LAYERS)
def test_readme_and_architecture_say_the_same(layer: str) -> None:
    readme = (FIRMWARE / "pitboard" / layer / "README.md").read_text(encoding="utf-8")
    rule = re.search(r"May import: (.*?)\. Never", readme, re.DOTALL)
    architecture = (REPO / "docs" / "architecture.md").read_text(encoding="utf-8")
    row = re.search(
        rf"^\| `firmware/pitboard/{layer}/` \|[^|]*\|([^|]*)\|", architecture, re.MULTILINE
    )
    assert rule is not None and row is not None
    of_pitboard, of_micropython = MAY_IMPORT[layer]
    allowed = {f"{name}/" for name in of_pitboard - {layer}} | of_micropython
    assert set(re.findall(r"`([^`]+)`", rule[1])) == allowed, "README.md"
    assert set(re.findall(r"`([^`]+)`", row[1])) == allowed, "docs/architecture.md"


# -- the host's side ----------------------------------------------------------------------------

HOST = REPO / "host_tools"
# What the simulator may know of pitctl: what a board is made of and how it is written.
SIMULATOR_MAY = {"boards", "chips", "exceptions", "flashing"}
# Where pitctl plays on a virtual table; the library for real boards needs no simulator.
PLAYS_ON_A_TABLE = {
    "cli/session.py",
    "player.py",
    "hands.py",
    "expectations.py",
    "demo.py",
    "demo_stage.py",
    "demo_view.py",
    "ride_demo.py",
    "ride_demo_view.py",
}


def host_imports(package: str) -> Iterator[tuple[Path, Import]]:
    for path in sorted((HOST / package).rglob("*.py")):
        if "stubs" not in path.parts:
            yield from ((path, item) for item in imports_of(path) if not item.type_only)


def test_the_simulator_knows_little_of_pitctl_and_nothing_of_the_firmware() -> None:
    wrong: list[str] = []
    for path, item in host_imports("simulator"):
        first, *rest = item.module.split(".")
        if first == "pitboard" or (
            first == "pitctl" and (not rest or rest[0] not in SIMULATOR_MAY)
        ):
            wrong.append(f"{place(path, item.line)} imports {item.module}")
    assert not wrong, "\n".join(wrong)


def test_only_what_plays_on_a_table_imports_the_simulator() -> None:
    found = {
        path.relative_to(HOST / "pitctl").as_posix()
        for path, item in host_imports("pitctl")
        if item.module.split(".")[0] == "simulator"
    }
    assert found == PLAYS_ON_A_TABLE
    architecture = (REPO / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in architecture for name in PLAYS_ON_A_TABLE)


def test_the_host_reaches_the_rules_through_one_file() -> None:
    found = {
        path.relative_to(HOST).as_posix()
        for package in ("pitctl", "simulator", "codegen")
        for path, item in host_imports(package)
        if item.module.split(".")[0] == "pitboard"
    }
    assert found == {"pitctl/firmware.py"}


def test_only_drivers_import_hardware() -> None:
    wrong = [
        f"{place(path, item.line)} imports {item.module}"
        for path in firmware_files()
        if layer_of(path) != "drivers"
        for item in imports_of(path)
        if item.module.split(".")[0] in HARDWARE
    ]
    assert not wrong, "\n".join(wrong)


def test_rp2_is_imported_only_by_drivers_of_that_name() -> None:
    """pyright checks the other drivers against the ESP32's stubs, which know no `rp2`."""
    wrong = [
        place(path, item.line)
        for path in firmware_files()
        for item in imports_of(path)
        if item.module.split(".")[0] == "rp2" and not path.name.startswith("rp2_")
    ]
    assert not wrong, "\n".join(wrong)


def test_typing_never_reaches_a_board() -> None:
    wrong = [
        place(path, item.line)
        for path in firmware_files()
        for item in imports_of(path)
        if not item.type_only and item.module in TYPE_ONLY
    ]
    assert not wrong, "\n".join(wrong)


def test_firmware_never_asks_for_a_board_by_name() -> None:
    wrong = [
        f"{place(path, node.lineno)}: {node.value!r}"
        for path in firmware_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings_of(path)
        and any(word in node.value.lower() for word in BOARD_WORDS)
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_supervisor_starts_tasks() -> None:
    """A task that nobody watches dies unseen."""
    wrong = [
        place(path, node.lineno)
        for path in firmware_files()
        if path.name != "supervisor.py"
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Attribute) and node.attr == "create_task")
        or (isinstance(node, ast.Name) and node.id == "create_task")
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", ["games", "table"])
def test_money_odds_and_records_are_integers(layer: str) -> None:
    wrong = [
        place(path, getattr(node, "lineno", 0))
        for path in firmware_files()
        if layer_of(path) == layer
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        or (isinstance(node, ast.Name) and node.id == "float")
    ]
    assert not wrong, "\n".join(wrong)
