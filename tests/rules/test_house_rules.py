"""House rules that a machine can check, over every file of the repository."""

import ast
import re

from tests.rules.sources import (
    FIRMWARE,
    LAYERS,
    REPO,
    firmware_files,
    our_files,
    place,
    python_files,
    tree_of,
)

MAX_LINES = 400
MAX_README_LINES = 10
# Written in pieces, so that this file obeys its own rule.
REGISTRIES = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com")
MACHINE_PATHS = re.compile(
    r"(?<![\w.:/~-])/(?:" + "|".join(("home", "root", "work", "Users")) + r")/\w"
)
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")


def test_no_bare_except() -> None:
    wrong = [
        place(path, node.lineno)
        for path in python_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert not wrong, "\n".join(wrong)


def test_a_file_is_one_idea() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in python_files()}
    wrong = [f"{p.relative_to(REPO)}: {n} lines" for p, n in lengths.items() if n > MAX_LINES]
    assert not wrong, "\n".join(wrong)


def test_every_module_says_what_it_is_for() -> None:
    wrong = [
        str(path.relative_to(REPO))
        for path in python_files()
        if tree_of(path).body and not ast.get_docstring(tree_of(path))
    ]
    assert not wrong, "\n".join(wrong)


def test_every_firmware_folder_states_its_rule_in_a_few_lines() -> None:
    folders = [FIRMWARE, *[FIRMWARE / "pitboard" / layer for layer in LAYERS]]
    for folder in folders:
        lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
        assert 1 <= len(lines) <= MAX_README_LINES, folder.relative_to(REPO)


def test_no_old_module_names_in_the_firmware() -> None:
    old = {"utime", "ujson", "uos", "uasyncio", "ubinascii", "ustruct", "uio", "usys", "uselect"}
    wrong = [
        place(path, node.lineno)
        for path in firmware_files()
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Import) and any(name.name in old for name in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module in old)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_registry_machine_path_or_unfinished_mark_in_any_file() -> None:
    wrong: list[str] = []
    for path in our_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # an image
        for number, line in enumerate(text.splitlines(), start=1):
            if (
                any(host in line for host in REGISTRIES)
                or MACHINE_PATHS.search(line)
                or UNFINISHED.search(line)
            ):
                wrong.append(f"{place(path, number)}: {line.strip()[:80]}")
    assert not wrong, "\n".join(wrong)
