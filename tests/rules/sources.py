"""The repository's own files as the rule tests see them: paths, syntax trees and imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
FIRMWARE = REPO / "firmware"
LAYERS = ("games", "protocol", "table", "drivers", "app")
NOT_OURS = {".git", ".venv", "build", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"}


@dataclass(frozen=True)
class Import:
    module: str  # absolute dotted name
    line: int
    type_only: bool  # under `if TYPE_CHECKING:`


def our_files() -> list[Path]:
    """Every file of the repository that is not made again by a command."""
    return sorted(
        path
        for path in REPO.rglob("*")
        if path.is_file()
        and not any(
            part in NOT_OURS or part.endswith(".egg-info") for part in path.relative_to(REPO).parts
        )
    )


def python_files() -> list[Path]:
    return [path for path in our_files() if path.suffix == ".py"]


def firmware_files() -> list[Path]:
    return sorted(path for path in FIRMWARE.rglob("*.py") if "__pycache__" not in path.parts)


def layer_of(path: Path) -> str:
    """The layer of a firmware file; "" for main.py, composition.py and the package's own files."""
    parts = path.relative_to(FIRMWARE).parts
    return parts[1] if len(parts) > 2 and parts[0] == "pitboard" else ""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports_of(path: Path) -> Iterator[Import]:
    type_only = {
        id(node)
        for guard in ast.walk(tree_of(path))
        if isinstance(guard, ast.If) and _is_type_checking(guard.test)
        for statement in guard.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, node.lineno, id(node) in type_only)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(path, node)
            for name in node.names:
                # `from pitboard.games import derby` names a module, `from time import ticks_ms` does not.
                module = f"{base}.{name.name}" if base.startswith("pitboard") else base
                yield Import(module, node.lineno, id(node) in type_only)


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = path.relative_to(FIRMWARE).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


@cache
def docstrings_of(path: Path) -> set[int]:
    """The ids of the string nodes that are documentation."""
    found: set[int] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(REPO)}:{line}"
